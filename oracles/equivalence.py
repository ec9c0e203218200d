"""When two nodes, and when two edges, are the same. Layers, each of which can be switched off:

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
        self._above = _ancestors(lexicon)

    def nodes(self, left: Term, right: Term) -> Sameness:
        """Say whether two nodes are the same, and why."""
        if left == right:
            return Sameness("entity" if isinstance(left, NamedNode) else "value")
        if isinstance(left, NamedNode) and isinstance(right, NamedNode):
            return DIFFERENT
        if isinstance(left, Literal) and isinstance(right, Literal):
            if _is_typed(left) or _is_typed(right):
                return Sameness("value") if "value" in self.layers and same_value(left, right) else DIFFERENT
            return Sameness("alias") if "alias" in self.layers and _text_key(left.value) == _text_key(right.value) else DIFFERENT
        text, node = (left, right) if isinstance(left, Literal) else (right, left)
        return Sameness("alias") if "alias" in self.layers and self._names(node, text.value) else DIFFERENT

    def edges(self, left: Claim, right: Claim) -> bool:
        """Say whether two edges say the same, or the left says more exactly what the right says (father for parent)."""
        if left.holds != right.holds:
            return False
        narrow, wide = (left, right) if left.holds else (right, left)
        return self.same_triple(left, right) or (self.related(narrow, wide, up=False) and self._same_ends(left, right))

    def same_triple(self, left: Claim, right: Claim) -> bool:
        """Say whether two edges are about the same, whatever their truth."""
        return self.related(left, right, up=False, down=False) and self._same_ends(left, right)

    def _same_ends(self, left: Claim, right: Claim) -> bool:
        left, right = self.canonical(left), self.canonical(right)
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

    def related(self, left: Claim, right: Claim, *, up: bool = True, down: bool = True) -> bool:
        """Say whether two edges have the same relation, up to inverses.

        With `down` the left relation may be declared a kind of the right one, with `up` the right a kind of the left.
        """
        left, right = self.canonical(left), self.canonical(right)
        return (
            self.relations(left.relation, right.relation)
            or (down and right.relation in self._above.get(left.relation, ()))
            or (up and left.relation in self._above.get(right.relation, ()))
        )

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
        """Say whether an edge rules out every other one with the same `end` (subject or object): one capital a state."""
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


def _turning(lexicon: Lexicon) -> dict[Term, NamedNode]:
    """Map one of each two inverse relations to the other: the later IRI to the earlier."""
    turned: dict[Term, NamedNode] = {}
    for relation in lexicon:
        for declaration in relation.declared(OWL.inverseOf):
            other = declaration.argument
            if other is not None and other != relation.iri:
                first, last = sorted((relation.iri, other), key=lambda iri: iri.value)
                turned[last] = first
    return {last: first for last, first in turned.items() if first not in turned}


def _ancestors(lexicon: Lexicon) -> dict[Term, frozenset[Term]]:
    """Map each relation to the relations it is declared a kind of, at any distance."""
    direct = {r.iri: [d.argument for d in r.declared(RDFS.subPropertyOf) if d.argument] for r in lexicon}
    above: dict[Term, frozenset[Term]] = {}
    for iri in direct:
        seen: dict[NamedNode, None] = {}
        queue = list(direct[iri])
        while queue:
            parent = queue.pop()
            if parent not in seen:
                seen[parent] = None
                queue.extend(direct.get(parent, ()))
        above[iri] = frozenset(seen)
    return above
