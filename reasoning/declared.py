"""Declarations from the data: the lexicon together with what Wikidata says about its own properties.

Who has the word, from first to last: `relations.ttl`; classes of properties, inverse properties and subproperties;
mandatory symmetric and inverse constraints. All other constraints are reported and never become a rule, and nothing
is concluded from counts. What contradicts a word of higher standing is dropped and reported.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import combinations

from pyoxigraph import NamedNode, Quad

from ..kg.names import HG, METADATA_GRAPH, OWL, PROV, RDF, RDFS, compact, local_name
from ..kg.relations import Declaration, Lexicon
from ..kg.store import Store
from .metadata import Authority, Hint, hints
from .rule import KINDS, rules_of

_SYMMETRIC, _ASYMMETRIC, _TRANSITIVE = OWL.SymmetricProperty, OWL.AsymmetricProperty, OWL.TransitiveProperty
_INVERSE, _SUBPROPERTY, _DISJOINT = OWL.inverseOf, RDFS.subPropertyOf, OWL.propertyDisjointWith
_OPPOSITES = frozenset(
    frozenset(pair)
    for pair in (
        (_ASYMMETRIC, OWL.ReflexiveProperty),
        (OWL.IrreflexiveProperty, OWL.ReflexiveProperty),
        (_TRANSITIVE, OWL.FunctionalProperty),
        (_TRANSITIVE, OWL.InverseFunctionalProperty),
    )
)
"""Axioms that no relation of use has both of."""


@dataclass(frozen=True)
class Added:
    """A declaration that the data adds, with the source triples that it rests on."""

    relation: NamedNode
    declaration: Declaration
    authority: Authority
    grounds: tuple[Quad, ...]


@dataclass(frozen=True)
class Conflict:
    """Two words that exclude each other: `winner` is the first, or None where both stand equal and neither counts."""

    first: Hint
    second: Hint
    winner: Hint | None

    def __str__(self) -> str:
        """Say in one line what both sides say and which one counts."""
        counts = "neither" if self.winner is None else "the first"
        return f"{compact(self.second.relation)}: {self.first.reason} / {self.second.reason}: {counts} counts"


@dataclass(frozen=True)
class Ignored:
    """A hint that gives no rule, and why."""

    hint: Hint
    reason: str


@dataclass(frozen=True)
class Declared:
    """The lexicon with what was added to it, and all that was not."""

    lexicon: Lexicon
    added: tuple[Added, ...]
    conflicts: tuple[Conflict, ...]
    ignored: tuple[Ignored, ...]


def declared(store: Store, lexicon: Lexicon) -> Declared:
    """Add to a lexicon what Wikidata's metadata of properties declares in the sources of a store.

    No declaration of the lexicon is changed or removed. Only relations of the lexicon get rules: the others have no
    words, so nothing could be asked or read about them.
    """
    settled = _Settled(lexicon)
    known: dict[Authority, list[Hint]] = defaultdict(list)
    for hint in hints(store):
        strange = [node for node in (hint.relation, hint.argument) if node is not None and node not in lexicon]
        if strange:
            settled.ignore(hint, f"{local_name(strange[0])} is not in the lexicon, so it has no words")
        else:
            known[hint.authority].append(hint)
    for authority in (Authority.PROPERTY, Authority.MANDATORY, Authority.REPORTED):
        settled.take(known[authority])
    more: dict[NamedNode, list[Declaration]] = defaultdict(list)
    for item in settled.added:
        more[item.relation].append(item.declaration)
    relations = (replace(r, declarations=(*r.declarations, *more[r.iri])) if r.iri in more else r for r in lexicon)
    return Declared(Lexicon(relations), tuple(settled.added), tuple(settled.conflicts), tuple(settled.ignored))


def as_derived(store: Store, lexicon: Lexicon) -> Lexicon:
    """Return the lexicon that the facts of a store were derived with: as it is, or with Wikidata's metadata.

    The metadata counts where it licenses a rule that the store used and the lexicon does not license.
    """
    graphs = store.subjects(RDF.type, HG.Derivation, METADATA_GRAPH)
    plans = {plan for graph in graphs for plan in store.objects(graph, PROV.hadPlan, METADATA_GRAPH)}
    missing = plans.difference(rule.id for rule in rules_of(lexicon))
    if not missing:
        return lexicon
    found = declared(store, lexicon).lexicon
    return lexicon if missing.isdisjoint(rule.id for rule in rules_of(found)) else found


def provenance(found: Declared) -> Iterator[Quad]:
    """Yield, for the metadata graph, the sources that the rules of each added declaration rest on."""
    for item in found.added:
        alone = replace(found.lexicon[item.relation], declarations=(item.declaration,))
        for rule in rules_of(Lexicon([alone])):
            for graph in sorted({quad.graph_name for quad in item.grounds}, key=str):
                if isinstance(graph, NamedNode):
                    yield Quad(rule.id, PROV.wasDerivedFrom, graph, METADATA_GRAPH)


class _Settled:
    """What counts so far; `take` adds the hints of one authority, so the order of its calls is the precedence."""

    def __init__(self, lexicon: Lexicon) -> None:
        self._kept = [hint for relation in lexicon for hint in _own(relation.iri, relation.declarations)]
        self._considered = {node for hint in self._kept for node in (hint.relation, hint.argument)}
        self._considered |= {step.relation for r in lexicon for item in r.declarations for step in item.steps}
        self._disputed: list[Hint] = []
        self.added: list[Added] = []
        self.conflicts: list[Conflict] = []
        self.ignored: list[Ignored] = []

    def ignore(self, hint: Hint, reason: str) -> None:
        """Note that a hint gives no rule."""
        self.ignored.append(Ignored(hint, reason))

    def take(self, batch: Iterable[Hint]) -> None:
        """Keep what is new and contradicts neither what is kept nor another hint of the batch."""
        fresh: list[Hint] = []
        for hint in batch:
            if any(_same(hint, other) for other in (*self._kept, *fresh)) or self._is_opposed(hint):
                continue
            reason = self._why_not(hint)
            if reason:
                self.ignore(hint, reason)
            else:
                fresh.append(hint)
        clashes = list(_clashes(fresh, self._kept))
        self.conflicts.extend(Conflict(one, other, None if one in fresh else one) for one, other in clashes)
        disputed = [hint for hint in fresh if any(hint in pair for pair in clashes)]
        for hint in fresh:
            if hint not in disputed:
                self._keep(hint)
        self._disputed.extend(disputed)

    def _is_opposed(self, hint: Hint) -> bool:
        """Say whether something that is kept contradicts a hint, and note the conflicts."""
        opposing = list(_opposing(hint, self._kept))
        self.conflicts.extend(Conflict(other, hint, other) for other in opposing)
        return bool(opposing)

    def _keep(self, hint: Hint) -> None:
        self._kept.append(hint)
        declaration = Declaration(hint.axiom, hint.reason, hint.argument, exceptions=hint.exceptions)
        self.added.append(Added(hint.relation, declaration, hint.authority, hint.grounds))

    def _why_not(self, hint: Hint) -> str:
        """Say why a hint that nothing contradicts gives no rule; empty where it does."""
        if hint.authority == Authority.REPORTED:
            return hint.weakness
        if hint.axiom not in KINDS:
            return f"no rule uses {compact(hint.axiom)}"
        if any(_same(hint, other) or _clash(hint, other, self._kept) for other in self._disputed):
            return "Wikidata contradicts itself about it"
        # Wikidata counts "part of" and "sibling" among the transitive ones; chains of them are often false.
        if hint.axiom == _TRANSITIVE and hint.relation in self._considered:
            return "the lexicon says other things of this relation but not that it is transitive"
        return ""


def _own(relation: NamedNode, declarations: Iterable[Declaration]) -> Iterator[Hint]:
    """Yield the declarations of the lexicon in the form of hints."""
    for item in declarations:
        other = f" {compact(item.argument)}" if item.argument else ""
        reason = f"the lexicon: {compact(relation)} {compact(item.axiom)}{other} ({item.reason})"
        yield Hint(relation, item.axiom, reason, Authority.LEXICON, item.argument, item.exceptions)


def _same(one: Hint, other: Hint) -> bool:
    """Say whether two hints say the same, exceptions aside."""
    if one.axiom != other.axiom:
        return False
    if one.axiom in (_INVERSE, _DISJOINT):
        return one.argument is not None and _pair(one) == _pair(other)
    return (one.relation, one.argument) == (other.relation, other.argument)


def _opposing(hint: Hint, kept: list[Hint]) -> Iterator[Hint]:
    """Yield what the kept hints say against a hint."""
    yield from (other for other in kept if _clash(hint, other, kept))
    if hint.axiom == _SUBPROPERTY and hint.argument is not None:
        # A subproperty of an asymmetric relation cannot be symmetric.
        above = _above(hint.argument, kept)
        symmetric = [one for one in kept if one.axiom == _SYMMETRIC and hint.relation in _above(one.relation, kept)]
        if symmetric:
            yield from (one for one in kept if one.axiom == _ASYMMETRIC and one.relation in above)


def _clash(one: Hint, other: Hint, kept: list[Hint]) -> bool:
    """Say whether two hints exclude each other."""
    axioms = {one.axiom, other.axiom}
    if axioms == {_SYMMETRIC, _ASYMMETRIC}:
        symmetric, asymmetric = (one, other) if one.axiom == _SYMMETRIC else (other, one)
        return asymmetric.relation in _above(symmetric.relation, kept)
    if axioms == {_SUBPROPERTY, _DISJOINT}:
        return _pair(one) == _pair(other)
    if axioms <= {_SYMMETRIC, _INVERSE} and _INVERSE in axioms:
        # A symmetric relation is its own inverse, and the inverse of a relation is one relation.
        bare = any(hint.axiom == _INVERSE and hint.argument is None for hint in (one, other))
        return not bare and _pair(one) != _pair(other) and bool(_pair(one) & _pair(other))
    return one.relation == other.relation and axioms in _OPPOSITES


def _clashes(fresh: list[Hint], kept: list[Hint]) -> Iterator[tuple[Hint, Hint]]:
    """Yield what excludes each other with new hints: (what was kept or is new, what is new).

    Three may do so together: a symmetric relation, an asymmetric one, and the subproperty between them.
    """
    yield from (pair for pair in combinations(fresh, 2) if _clash(*pair, kept))
    together = [*kept, *fresh]
    steps = [(hint, hint.argument) for hint in fresh if hint.axiom == _SUBPROPERTY and hint.argument]
    for low in (hint for hint in together if hint.axiom == _SYMMETRIC):
        below = _above(low.relation, together)
        for high in (hint for hint in together if hint.axiom == _ASYMMETRIC and hint.relation in below):
            between = [
                step for step, parent in steps if step.relation in below and high.relation in _above(parent, together)
            ]
            for step in between:
                yield high, step
                yield from ((step, end) for end in (low, high) if end in fresh)


def _pair(hint: Hint) -> frozenset[NamedNode]:
    return frozenset((hint.relation, hint.argument or hint.relation))


def _above(relation: NamedNode, kept: list[Hint]) -> set[NamedNode]:
    """Return a relation with all that it is a subproperty of."""
    found, new = {relation}, {relation}
    while new:
        new = {
            hint.argument for hint in kept if hint.axiom == _SUBPROPERTY and hint.relation in new and hint.argument
        } - found
        found |= new
    return found
