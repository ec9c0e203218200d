"""The times of things, as the sources state them: when they happened, and from when to when a statement holds.

Dates are read as intervals of days by their precision (`kg/interval.py`). What is not known is not there.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from pyoxigraph import Literal, NamedNode

from ..kg.entities import CLASSES
from ..kg.fact import Fact, Stated
from ..kg.interval import Interval, hull, interval_of
from ..kg.names import WDT, Namespace, local_name
from ..kg.store import Store
from .proofs import graph_levels

P, PS, PQ = Namespace("p"), Namespace("ps"), Namespace("pq")
EVENTS = {"birth": WDT.P569, "death": WDT.P570, "founding": WDT.P571, "ending": WDT.P576, "release": WDT.P577}
OFFICE = WDT.P39


@dataclass(frozen=True)
class Term:
    """A statement that holds from one date to another: that `holder` held `office`."""

    statement: NamedNode
    holder: NamedNode
    office: NamedNode
    start: Interval
    end: Interval
    premises: tuple[Fact, ...]


@dataclass
class Times:
    """What the sources of a store say of time; a date that cannot be read makes its event unknown."""

    events: dict[str, dict[NamedNode, Interval]] = field(default_factory=dict)
    facts: dict[tuple[str, NamedNode], tuple[Fact, ...]] = field(default_factory=dict)
    terms: dict[NamedNode, Term] = field(default_factory=dict)
    films: dict[NamedNode, list[Fact]] = field(default_factory=dict)
    """The facts that say what a person directed."""


def read_times(store: Store, relation: NamedNode = OFFICE) -> Times:
    """Read the dates of things, the dated statements of one relation, and who directed what."""
    sources = {graph for graph, level in graph_levels(store).items() if level.rule is None}
    times = Times()
    for what, predicate in EVENTS.items():
        times.events[what] = {}
        for thing, facts in _stated(store, predicate, sources).items():
            known = _event(facts)
            if known is not None:
                times.events[what][thing] = known
                times.facts[what, thing] = facts
    for term in _terms(store, relation, sources):
        times.terms[term.statement] = term
    for film, facts in _stated(store, WDT.P57, sources).items():
        if film in times.events["release"]:
            for fact in facts:
                if isinstance(fact.object, NamedNode):
                    times.films.setdefault(fact.object, []).append(fact)
    return times


def _stated(store: Store, predicate: NamedNode, sources: set[NamedNode]) -> dict[NamedNode, tuple[Fact, ...]]:
    """Map each subject to what the sources state of it; nothing where a value is there but unknown (a blank node)."""
    found: dict[NamedNode, dict[Fact, Fact]] = defaultdict(dict)
    unknown = set()
    for quad in sorted(store.quads(predicate=predicate), key=str):
        graph = quad.graph_name
        if isinstance(graph, NamedNode) and graph in sources and isinstance(quad.subject, NamedNode):
            if isinstance(quad.object, NamedNode | Literal):
                fact = Fact(quad.subject, predicate, quad.object, evidence=Stated(graph))
                found[quad.subject].setdefault(fact, fact)
            else:
                unknown.add(quad.subject)
    return {subject: tuple(facts) for subject, facts in found.items() if subject not in unknown}


def _event(facts: Iterable[Fact]) -> Interval | None:
    """Return when something happened, wide enough for all that the sources say; None where one cannot be read."""
    known = [interval_of(fact.object) if isinstance(fact.object, Literal) else None for fact in facts]
    return hull(item for item in known if item) if None not in known else None


def _terms(store: Store, relation: NamedNode, sources: set[NamedNode]) -> Iterator[Term]:
    """Yield the statements of a relation that have a start and an end.

    Who has two statements about one value is left out: no name would tell them apart. So are statements without their
    plain triple: they are deprecated, or others are preferred.
    """
    name = local_name(relation)
    plain = {fact.triple: fact for facts in _stated(store, relation, sources).values() for fact in facts}
    holders = {fact.object: fact.subject for facts in _stated(store, P[name], sources).values() for fact in facts}
    starts, ends = _stated(store, PQ.P580, sources), _stated(store, PQ.P582, sources)
    found: dict[tuple[NamedNode, NamedNode], list[NamedNode]] = defaultdict(list)
    for statement, values in sorted(_stated(store, PS[name], sources).items(), key=str):
        holder, office = holders.get(statement), values[0].object
        if holder is not None and isinstance(office, NamedNode):
            found[holder, office].append(statement)
    for (holder, office), statements in found.items():
        (statement, *others) = statements
        start, end = _event(starts.get(statement, ())), _event(ends.get(statement, ()))
        truthy = plain.get((holder, relation, office))
        if not others and truthy and start and end:
            yield Term(statement, holder, office, start, end, (truthy, *starts[statement], *ends[statement]))


class Classes:
    """Which classes things are of, and what they have in common with others that they may be confused with."""

    def __init__(self, store: Store) -> None:
        self._classes = {relation: _values(store, relation) for relation in (*CLASSES, WDT.P106)}

    def fits(self, thing: NamedNode, wanted: frozenset[NamedNode]) -> bool:
        """Say whether a thing is of one of the classes."""
        return any(not wanted.isdisjoint(self._classes[relation].get(thing, ())) for relation in CLASSES)

    def kinds(self, thing: NamedNode) -> set[NamedNode]:
        """Return the occupations of a person, the classes of anything else."""
        found = self._classes[WDT.P106].get(thing)
        return found or {kind for relation in CLASSES for kind in self._classes[relation].get(thing, ())}


def _values(store: Store, relation: NamedNode) -> dict[NamedNode, set[NamedNode]]:
    found: dict[NamedNode, set[NamedNode]] = defaultdict(set)
    for quad in store.quads(predicate=relation):
        if isinstance(quad.subject, NamedNode) and isinstance(quad.object, NamedNode):
            found[quad.subject].add(quad.object)
    return dict(found)
