"""When two nodes, and when two edges, are the same.

Layers, each of which can be switched off:

- *entity*: the same IRI;
- *alias*: a text that was not linked reads like a name of the other node;
- *value*: the same number, or the same date at the precision of the coarser one;
- for edges: the same relation up to symmetry and inverses, and the same truth.

Dates: "1879" says less than "14 March 1879" but is not at odds with it, so a year agrees with every date in it.
Numbers are compared as numbers, whatever their type. Values are never compared as text.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass, replace
from decimal import Decimal, InvalidOperation

from pyoxigraph import Literal, NamedNode

from ..claims.tokens import tokenise
from ..claims.values import DATES, NUMBERS
from ..kg.entities import Entities
from ..kg.fact import Term
from ..kg.names import OWL, RDFS, XSD
from ..kg.records import Claim
from ..kg.relations import Lexicon

LAYERS = ("entity", "alias", "value")

_DATE = re.compile(r"([+-]?\d{1,6})(?:-(\d{2}))?(?:-(\d{2}))?(?:T.*)?Z?$")
_ARTICLES = frozenset(("a", "an", "the"))


@dataclass(frozen=True, slots=True)
class Sameness:
    """Whether two things are the same, and by which layer; `layer` is empty where they are not."""

    layer: str = ""

    def __bool__(self) -> bool:
        return bool(self.layer)


DIFFERENT = Sameness()


class Equivalence:
    """Compare nodes and edges by the names of entities and the declared properties of relations."""

    def __init__(self, lexicon: Lexicon, entities: Entities, layers: Iterable[str] = LAYERS) -> None:
        self.lexicon = lexicon
        self.entities = entities
        self.layers = frozenset(layers)
        self._turned = _turning(lexicon)
        self._symmetric = frozenset(r.iri for r in lexicon if r.declared(OWL.SymmetricProperty))
        self._inverses = _inverses(lexicon)
        self._parents = {r.iri: [d.argument for d in r.declared(RDFS.subPropertyOf) if d.argument] for r in lexicon}
        self._readings: dict[Term, dict[Term, bool]] = {}

    def nodes(self, left: Term, right: Term) -> Sameness:
        """Say whether two nodes are the same, and why."""
        if left == right:
            return Sameness("entity" if isinstance(left, NamedNode) else "value")
        if isinstance(left, NamedNode) and isinstance(right, NamedNode):
            return DIFFERENT
        if isinstance(left, Literal) and isinstance(right, Literal):
            if _is_typed(left) or _is_typed(right):
                return Sameness("value") if "value" in self.layers and same_value(left, right) else DIFFERENT
            return (
                Sameness("alias")
                if "alias" in self.layers and _text_key(left.value) == _text_key(right.value)
                else DIFFERENT
            )
        text, node = (left, right) if isinstance(left, Literal) else (right, left)
        return Sameness("alias") if "alias" in self.layers and self._names(node, text.value) else DIFFERENT

    def edges(self, left: Claim, right: Claim) -> bool:
        """Say whether two edges say the same, or the left says more exactly what the right says (father for parent)."""
        if left.holds != right.holds:
            return False
        narrow, wide = (left, right) if left.holds else (right, left)
        reading = self.reading(narrow, wide)
        return reading is not None and self._same_ends(reading, self.canonical(wide))

    def same_triple(self, left: Claim, right: Claim) -> bool:
        """Say whether two edges are about the same, whatever their truth."""
        left, right = self.canonical(left), self.canonical(right)
        return self.relations(left.relation, right.relation) and self._same_ends(left, right)

    def reading(self, claim: Claim, edge: Claim) -> Claim | None:
        """Read a claim in the canonical relation of an edge; None where it neither has nor implies that relation."""
        if not isinstance(claim.relation, NamedNode):
            return claim if self.relations(claim.relation, edge.relation) else None
        wanted = self.canonical(edge).relation
        turned = self._implied(claim.relation).get(wanted)
        if turned is None:
            return None
        subject, object_ = (claim.object, claim.subject) if turned else (claim.subject, claim.object)
        return replace(claim, subject=subject, relation=wanted, object=object_)

    def _implied(self, relation: NamedNode) -> dict[Term, bool]:
        """Map each canonical relation that a relation implies, itself first, to whether the ends change places."""
        if relation not in self._readings:
            found: dict[Term, bool] = {}
            queue = [(relation, False)]
            seen: dict[NamedNode, bool] = {}
            while queue:
                current, turned = queue.pop(0)
                if current in seen:
                    continue
                seen[current] = turned
                found.setdefault(self._turned.get(current, current), turned ^ (current in self._turned))
                queue += [(other, not turned) for other in self._inverses.get(current, ())]
                queue += [(parent, turned) for parent in self._parents.get(current, ())]
            self._readings[relation] = found
        return self._readings[relation]

    def _same_ends(self, left: Claim, right: Claim) -> bool:
        if self.nodes(left.subject, right.subject) and self.nodes(left.object, right.object):
            return True
        mutual = left.relation in self._symmetric
        return bool(mutual and self.nodes(left.subject, right.object) and self.nodes(left.object, right.subject))

    def relations(self, left: Term, right: Term) -> bool:
        """Say whether two relations are the same; texts are compared by their words."""
        if left == right:
            return True
        if isinstance(left, Literal) and isinstance(right, Literal):
            return _text_key(left.value) == _text_key(right.value)
        return False

    def comparable(self, left: Term, right: Term) -> bool:
        """Say whether one node is another thing of the same kind: a value for a value, a common class for classes.

        A text that was not linked and shares a word with the other node's name ("the Slade School"), or its initials
        ("the EU"), may well mean the same: it is no other thing.
        """
        values = [isinstance(term, Literal) and _is_typed(term) for term in (left, right)]
        if any(values):
            return all(values)
        if self._may_name(left, right) or self._may_name(right, left):
            return False
        classes = [set(self.entities.classes(term)) for term in (left, right)]
        return not all(classes) or not classes[0].isdisjoint(classes[1])

    def canonical(self, edge: Claim) -> Claim:
        """Turn an edge of an inverse relation around, so that inverses are worded one way."""
        turned = self._turned.get(edge.relation)
        if turned is None:
            return edge
        return replace(edge, subject=edge.object, relation=turned, object=edge.subject)

    def is_symmetric(self, edge: Claim) -> bool:
        """Say whether the ends of an edge may change places."""
        return edge.relation in self._symmetric

    def excludes(self, edge: Claim, end: str) -> bool:
        """Say whether an edge rules out others with the same `end` (subject or object): a state has one capital."""
        relation = self.lexicon.get(edge.relation)
        axiom = OWL.FunctionalProperty if end == "subject" else OWL.InverseFunctionalProperty
        return bool(relation and relation.declared(axiom))

    def _may_name(self, text: Term, node: Term) -> bool:
        entity = self.entities.get(node)
        if entity is None or not isinstance(text, Literal):
            return False
        own = _text_key(text.value)
        names = [_text_key(name) for name in entity.names]
        initials = {"".join(word[0] for word in name) for name in names if len(name) > 1}
        return any(len(word) > 2 and word in name for word in own for name in names) or "".join(own) in initials

    def _names(self, node: Term, text: str) -> bool:
        entity = self.entities.get(node)
        key = _text_key(text)
        return bool(entity and key and any(_reads_as(key, _text_key(name)) for name in entity.names))


def same_value(left: Literal, right: Literal) -> bool:
    """Say whether two literals are the same number, or dates that agree as far as both go.

    >>> same_value(Literal("1879", datatype=XSD.gYear), Literal("1879-03-14T00:00:00Z", datatype=XSD.dateTime))
    True
    """
    if left.datatype in DATES and right.datatype in DATES:
        return _dates_agree(left.value, right.value)
    if {left.datatype, right.datatype} & DATES:
        year, other = (left, right) if left.datatype in DATES else (right, left)
        return year.datatype == XSD.gYear and other.datatype in NUMBERS and _number(year) == _number(other)
    one, two = _number(left), _number(right)
    return one is not None and one == two


def _is_typed(value: Literal) -> bool:
    return value.datatype in DATES or value.datatype in NUMBERS


def _number(value: Literal) -> Decimal | None:
    try:
        return Decimal(value.value.replace(",", "").strip())
    except InvalidOperation:
        return None


def _dates_agree(left: str, right: str) -> bool:
    one, two = _DATE.match(left), _DATE.match(right)
    if not one or not two:
        return left == right
    parts = [(a, b) for a, b in zip(one.groups(), two.groups(), strict=True) if a and b]
    return all(int(a) == int(b) for a, b in parts)


def _text_key(text: str) -> tuple[str, ...]:
    """Fold a text to its words, without case, diacritics, signs and articles."""
    return tuple(token.key for token in tokenise(text) if token.is_word and token.key not in _ARTICLES)


def _reads_as(text: tuple[str, ...], name: tuple[str, ...]) -> bool:
    """Say whether a text is a name or its last words ("Einstein", "van Gogh")."""
    return name[-len(text) :] == text


def _inverses(lexicon: Lexicon) -> dict[NamedNode, list[NamedNode]]:
    """Map each relation to its inverses, whichever of the two declares it."""
    found: dict[NamedNode, list[NamedNode]] = {}
    for relation in lexicon:
        for declaration in relation.declared(OWL.inverseOf):
            if declaration.argument is not None and declaration.argument != relation.iri:
                found.setdefault(relation.iri, []).append(declaration.argument)
                found.setdefault(declaration.argument, []).append(relation.iri)
    return found


def _turning(lexicon: Lexicon) -> dict[Term, NamedNode]:
    """Map one of each two inverse relations to the other: the later IRI to the earlier."""
    pairs = sorted({tuple(sorted((one, two), key=str)) for one, all_ in _inverses(lexicon).items() for two in all_})
    turned = {last: first for first, last in pairs}
    return {last: first for last, first in turned.items() if first not in turned}
