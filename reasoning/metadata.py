"""What Wikidata says about its own properties, read from the sources of a store as hints for rules.

Read in the form that the Wikidata software writes: classes of properties (P31), inverse properties (P1696) and
subproperties (P1647) as truthy triples, constraints (P2302) as statement nodes with their qualifiers. What of it
becomes a rule is for `reasoning/declared.py` to say.
"""

import re
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from enum import IntEnum

from pyoxigraph import BlankNode, NamedNode, Quad

from ..kg.names import OWL, RDFS, WD, WDT, Namespace, local_name
from ..kg.store import Store
from .proofs import graph_levels

P, PS, PQ, WIKIBASE = Namespace("p"), Namespace("ps"), Namespace("pq"), Namespace("wikibase")
CLASS, INVERSE, SUBPROPERTY, CONSTRAINT = "P31", "P1696", "P1647", "P2302"
EXCEPTION, PARAMETER, STATUS, CLARIFICATION = "P2303", "P2306", "P2316", "P6607"

CLASSES = {
    "Q18647515": ("transitive", OWL.TransitiveProperty),
    "Q18647518": ("symmetric", OWL.SymmetricProperty),
    "Q18647519": ("asymmetric", OWL.AsymmetricProperty),
    "Q18647521": ("reflexive", OWL.ReflexiveProperty),
}
CONSTRAINTS = {
    "Q21510862": ("symmetric", OWL.SymmetricProperty),
    "Q21510855": ("inverse", OWL.inverseOf),
    "Q19474404": ("single value", OWL.FunctionalProperty),
    "Q52060874": ("single best value", OWL.FunctionalProperty),
    "Q21502410": ("distinct values", OWL.InverseFunctionalProperty),
    "Q21502838": ("conflicts with", OWL.propertyDisjointWith),
}
LICENSING = frozenset((OWL.SymmetricProperty, OWL.inverseOf))
"""What a constraint may declare; the others say how to edit Wikidata, not what is true."""
STATUSES = {WD.Q21502408: "mandatory", WD.Q62026391: "suggestion"}
UNDERSTOOD = frozenset(PQ[name] for name in (EXCEPTION, PARAMETER, STATUS, CLARIFICATION))
"""Qualifiers of constraints that are taken into account; any other one may limit what is said."""
QUALIFIED = "the statement has qualifiers, which limit it"


class Authority(IntEnum):
    """Who has the word: the lower number wins. What is only REPORTED is never a rule."""

    LEXICON = 1
    PROPERTY = 2
    MANDATORY = 3
    REPORTED = 4


@dataclass(frozen=True, slots=True)
class Hint:
    """That somebody gives a relation a property: `grounds` are the source triples that say so.

    `weakness` says why it is only reported. `exceptions` are entities for which it does not hold.
    """

    relation: NamedNode
    axiom: NamedNode
    reason: str
    authority: Authority
    argument: NamedNode | None = None
    exceptions: frozenset[NamedNode] = frozenset()
    grounds: tuple[Quad, ...] = ()
    weakness: str = ""


@dataclass(frozen=True, slots=True)
class _Naming:
    """That one property names another as its inverse."""

    words: str
    exceptions: frozenset[NamedNode]
    grounds: tuple[Quad, ...]
    weakness: str


_Namings = dict[tuple[NamedNode, NamedNode], _Naming]


def hints(store: Store) -> Iterator[Hint]:
    """Yield everything that bears on rules in Wikidata's metadata of properties, in a fixed order.

    Only the graphs of sources are read; entities of properties (wd:P47) become relations (wdt:P47).
    """
    reader = _Reader(store)
    yield from reader.classes()
    yield from reader.subproperties()
    yield from _inverse_hints(reader.namings(), Authority.PROPERTY)
    namings: _Namings = {}
    yield from reader.constraints(namings)
    yield from _inverse_hints(namings, Authority.MANDATORY)


class _Reader:
    """Read metadata from the source graphs of a store."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._sources = {graph for graph, level in graph_levels(store).items() if level.rule is None}

    def classes(self) -> Iterator[Hint]:
        """Yield what the classes of properties say."""
        for name, (word, axiom) in CLASSES.items():
            for entity, grounds in self._by_subject(WDT[CLASS], WD[name]).items():
                reason = f"Wikidata: {local_name(entity)} is an instance of {word} Wikidata property ({name})"
                yield _hint(entity, axiom, reason, grounds, self._limits(entity, CLASS, WD[name]))

    def subproperties(self) -> Iterator[Hint]:
        """Yield what "subproperty of" says."""
        for (entity, other), grounds in self._pairs(SUBPROPERTY).items():
            reason = f"Wikidata: {local_name(entity)} is a subproperty of {local_name(other)} ({SUBPROPERTY})"
            if entity != other:
                weakness = self._limits(entity, SUBPROPERTY, other)
                yield _hint(entity, RDFS.subPropertyOf, reason, grounds, weakness, other)

    def namings(self) -> _Namings:
        """Collect what "inverse property" says."""
        return {
            (entity, other): _Naming(
                f"as inverse property ({INVERSE})", frozenset(), grounds, self._limits(entity, INVERSE, other)
            )
            for (entity, other), grounds in self._pairs(INVERSE).items()
        }

    def constraints(self, namings: _Namings) -> Iterator[Hint]:
        """Yield what constraints say; those that name an inverse go to `namings`."""
        complete = set()
        for quad in self._quads(predicate=P[CONSTRAINT]):
            found = self._about(quad.object)
            for name, (_, axiom) in CONSTRAINTS.items():
                if isinstance(quad.subject, NamedNode) and WD[name] in found.get(PS[CONSTRAINT], ()):
                    complete.add((quad.subject, name))
                    if WIKIBASE.DeprecatedRank not in found.get(WIKIBASE.rank, ()):
                        yield from self._constraint(quad, name, axiom, found, namings)
        for name, (word, axiom) in CONSTRAINTS.items():
            for entity, grounds in self._by_subject(WDT[CONSTRAINT], WD[name]).items():
                if (entity, name) not in complete:
                    reason = f"Wikidata: {local_name(entity)} has a {word} constraint ({name})"
                    yield _hint(entity, axiom, reason, grounds, "its status and exceptions are not loaded")

    def _constraint(
        self, quad: Quad, name: str, axiom: NamedNode, found: dict[NamedNode, list], namings: _Namings
    ) -> Iterator[Hint]:
        entity: NamedNode = quad.subject  # type: ignore[assignment]  # the caller has checked
        word = CONSTRAINTS[name][0]
        status = _status(found)
        exceptions = found.get(PQ[EXCEPTION], [])
        weakness = _weakness(axiom, status, found)
        named = frozenset(node for node in exceptions if isinstance(node, NamedNode))
        others = [node for node in found.get(PQ[PARAMETER], ()) if _is_property(node)]
        text = f"{status} {word} constraint ({name})"
        if axiom == OWL.inverseOf and others:
            for other in others:
                namings[entity, other] = _stronger(
                    namings.get((entity, other)), _Naming(f"in a {text}", named, (quad,), weakness)
                )
            return
        reason = f"Wikidata: {local_name(entity)} has a {text}"
        for other in others if axiom == OWL.propertyDisjointWith else [None]:
            more = f" with {local_name(other)}" if other else ""
            missing = "it names no property" if axiom == OWL.inverseOf else ""
            authority = Authority.MANDATORY
            yield _hint(entity, axiom, reason + more, (quad,), weakness or missing, other, named, authority)

    def _limits(self, entity: NamedNode, name: str, value: NamedNode) -> str:
        """Say whether all statement nodes of a truthy triple have qualifiers; without nodes nothing is known of any."""
        nodes = [self._about(quad.object) for quad in self._quads(entity, P[name])]
        fitting = [node for node in nodes if value in node.get(PS[name], ())]
        free = [node for node in fitting if not any(predicate in PQ for predicate in node)]
        return QUALIFIED if fitting and not free else ""

    def _pairs(self, name: str) -> dict[tuple[NamedNode, NamedNode], tuple[Quad, ...]]:
        found: dict[tuple[NamedNode, NamedNode], list[Quad]] = defaultdict(list)
        for quad in self._quads(predicate=WDT[name]):
            if isinstance(quad.subject, NamedNode) and isinstance(quad.object, NamedNode) and _is_property(quad.object):
                found[quad.subject, quad.object].append(quad)
        return {pair: tuple(quads) for pair, quads in found.items()}

    def _by_subject(self, predicate: NamedNode, value: NamedNode) -> dict[NamedNode, tuple[Quad, ...]]:
        found: dict[NamedNode, list[Quad]] = defaultdict(list)
        for quad in self._quads(None, predicate, value):
            if isinstance(quad.subject, NamedNode):
                found[quad.subject].append(quad)
        return {entity: tuple(quads) for entity, quads in found.items()}

    def _quads(
        self, subject: NamedNode | None = None, predicate: NamedNode | None = None, value: NamedNode | None = None
    ) -> list[Quad]:
        """List what the sources say of properties, in a fixed order."""
        quads = self._store.quads(subject, predicate, value)
        return sorted((q for q in quads if q.graph_name in self._sources and _is_property(q.subject)), key=str)

    def _about(self, node: object) -> dict[NamedNode, list]:
        """Collect what the sources say of a statement node."""
        found: dict[NamedNode, list] = defaultdict(list)
        if isinstance(node, NamedNode | BlankNode):
            for quad in sorted(self._store.quads(node), key=str):
                if quad.graph_name in self._sources:
                    found[quad.predicate].append(quad.object)
        return found


def _inverse_hints(namings: _Namings, authority: Authority) -> Iterator[Hint]:
    """Yield an inverse where two properties name each other and no third one.

    An inverse rule runs both ways. That "child" is the inverse of "father" holds one way only: "child" also names
    "mother", so a child of somebody need not have them as father.
    """
    partners: dict[NamedNode, set[NamedNode]] = defaultdict(set)
    for one, other in namings:
        partners[one].add(other)
    for (one, other), naming in sorted(namings.items(), key=lambda item: str(item[0])):
        back = namings.get((other, one))
        names = f"Wikidata: {local_name(one)} names {local_name(other)} {naming.words}"
        if one == other:
            own = f"Wikidata: {local_name(one)} names itself {naming.words}"
            alone = "" if partners[one] == {one} else "it also names another property"
            yield _hint(one, OWL.SymmetricProperty, own, naming.grounds, naming.weakness or alone,
                        exceptions=naming.exceptions, authority=authority)  # fmt: skip
        elif back is not None and partners[one] == {other} and partners[other] == {one}:
            if one.value < other.value:
                both = f"Wikidata: {local_name(one)} and {local_name(other)} name each other {naming.words}"
                yield _hint(one, OWL.inverseOf, both, naming.grounds + back.grounds, naming.weakness or back.weakness,
                            other, naming.exceptions | back.exceptions, authority)  # fmt: skip
        else:
            named = " and ".join(map(local_name, sorted(partners[other], key=str))) or "nothing"
            weakness = f"an inverse rule runs both ways, but {local_name(other)} names {named}"
            if partners[other] == {one}:
                weakness = f"an inverse rule needs one inverse, but {local_name(one)} names several"
            yield _hint(one, OWL.inverseOf, names, naming.grounds, naming.weakness or weakness, other)


def _hint(
    entity: NamedNode,
    axiom: NamedNode,
    reason: str,
    grounds: tuple[Quad, ...],
    weakness: str = "",
    other: NamedNode | None = None,
    exceptions: frozenset[NamedNode] = frozenset(),
    authority: Authority = Authority.PROPERTY,
) -> Hint:
    argument = None if other is None else WDT[local_name(other)]
    rank = Authority.REPORTED if weakness else authority
    return Hint(WDT[local_name(entity)], axiom, reason, rank, argument, exceptions, grounds, weakness)


def _status(found: dict[NamedNode, list]) -> str:
    values = found.get(PQ[STATUS], [])
    return STATUSES.get(values[0], "normal") if len(values) == 1 else "normal"


def _weakness(axiom: NamedNode, status: str, found: dict[NamedNode, list]) -> str:
    """Say why a constraint cannot be a rule; empty where it can."""
    if axiom not in LICENSING:
        return "constraints of this kind say how to edit Wikidata, not what is true; declare it in relations.ttl"
    if status != "mandatory":
        return "only mandatory constraints become rules"
    if not all(isinstance(node, NamedNode) for node in found.get(PQ[EXCEPTION], ())):
        return "it has an exception that is no entity"
    limits = sorted(local_name(name) for name in found if name in PQ and name not in UNDERSTOOD)
    return f"its qualifiers limit it ({', '.join(limits)})" if limits else ""


def _stronger(one: _Naming | None, other: _Naming) -> _Naming:
    return other if one is None or (one.weakness and not other.weakness) else one


def _is_property(node: object) -> bool:
    return isinstance(node, NamedNode) and node in WD and re.fullmatch(r"P[1-9]\d*", local_name(node)) is not None
