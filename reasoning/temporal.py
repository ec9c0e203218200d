"""Facts that follow from dates: who was born before whom, what was released while who held an office.

The dates of the sources are read by their precision (`times.py`), pairs that are near in time are proposed, and
`rules/time.pl` decides them. What the dates leave open is never a fact.
"""

import hashlib
import tempfile
from bisect import bisect
from collections import defaultdict
from collections.abc import Iterator, Mapping
from pathlib import Path

from pyoxigraph import NamedNode, Quad, RdfFormat, parse

from ..kg.describe import ordered_premises
from ..kg.fact import Derived, Fact
from ..kg.interval import Interval
from ..kg.names import BASE, HG, METADATA_GRAPH, PROV, RDFS, REL, SKOS, content_id
from ..kg.relations import TEMPORAL, Lexicon
from ..kg.resources import describe
from ..kg.store import Store
from .derive import Limits
from .job import Numbers
from .prolog import run_job
from .times import Classes, Times, read_times

KIND = "temporal"
PAIRS = {
    "bornBefore": ("birth", "birth"),
    "diedBefore": ("death", "death"),
    "livedAtTheSameTimeAs": ("death", "birth"),
    "foundedBefore": ("founding", "founding"),
    "foundedBeforeTheEndOf": ("founding", "ending"),
    "releasedBefore": ("release", "release"),
}
"""Relations of two things, and which of their events are near each other where a pair is worth asking about."""
WITHIN = {"bornWhile": "birth", "diedWhile": "death", "foundedWhile": "founding", "releasedWhile": "release"}
FILMS = "hadAFilmReleasedWhile"
RULES = (*PAIRS, *WITHIN, FILMS)
REACH = 8
"""How many neighbours in time, on either side, a partner is chosen from; fewer in short lists, where they lie far."""
MOST = 20_000
"""Events of one kind that are looked at; more are sampled by the seed, so that the work stays bounded."""


def rule_id(relation: NamedNode) -> NamedNode:
    """Name the rule that decides a relation between times."""
    return content_id("rule", (KIND, relation.value))


def rule_quads() -> Iterator[Quad]:
    """Describe the rules in the metadata graph."""
    for name in RULES:
        yield from describe(
            rule_id(REL[name]),
            METADATA_GRAPH,
            (PROV.Plan,),
            {
                RDFS.label: f"the {KIND} rule of {name}",
                RDFS.comment: "True or false for every day that the precision of the dates allows.",
                HG.ruleKind: KIND,
                HG.concludes: REL[name],
            },
        )


def temporal_facts(
    store: Store, lexicon: Lexicon | None = None, *, near: int = 3, seed: int = 0, limits: Limits | None = None
) -> list[Fact]:
    """Decide pairs that are near in time, `near` for each thing and relation; each fact has its proof.

    Raises:
        ReasoningError: SWI-Prolog is missing or died.
    """
    limits = limits or Limits()
    lexicon = Lexicon.load() if lexicon is None else lexicon
    times = read_times(store)
    classes = Classes(store)
    pairs = list(dict.fromkeys(_candidates(times, classes, lexicon, near, seed)))
    if not pairs:
        return []
    with tempfile.TemporaryDirectory(prefix="hallugraph-") as scratch:
        numbers = Numbers()
        _write_job(Path(scratch), numbers, times, pairs)
        run_job("compare_times", Path(scratch), len(pairs), timeout=limits.timeout, memory=limits.memory)
        with (Path(scratch) / "decided.txt").open(encoding="ascii") as lines:
            return [_fact(line.split(), numbers, times) for line in lines]


# Pairs that are worth deciding

Dated = list[tuple[int, NamedNode]]
Pair = tuple[str, NamedNode, NamedNode]


def _candidates(times: Times, classes: Classes, lexicon: Lexicon, near: int, seed: int) -> Iterator[Pair]:
    for name, whats in PAIRS.items():
        relation = lexicon[REL[name]]
        left = _of_class(times.events[whats[0]], classes, relation.subject_classes, seed)
        right = _of_class(times.events[whats[1]], classes, relation.object_classes, seed)
        for few, many in _alike(left, right, classes) if name != "foundedBeforeTheEndOf" else [(left, right)]:
            yield from ((name, one, other) for one, other in _neighbours(few, many, near, seed, name))
    middles = sorted(((_middle(term.start, term.end), term.statement) for term in times.terms.values()), key=_when)
    for name, what in WITHIN.items():
        events = _of_class(times.events[what], classes, lexicon[REL[name]].subject_classes, seed)
        for thing, statement in _neighbours(events, middles, near, seed, name):
            if times.terms[statement].holder != thing:
                yield name, thing, statement
    films = lexicon[REL.releasedWhile]
    for director, facts in sorted(times.films.items(), key=lambda item: item[0].value):
        shown = {fact.subject: times.events["release"][fact.subject] for fact in facts}
        dated = _of_class(shown, classes, films.subject_classes, seed)
        for _, statement in _neighbours(dated, middles, near, seed, FILMS):
            yield FILMS, director, statement


def _of_class(events: Mapping[NamedNode, Interval], classes: Classes, wanted: frozenset[NamedNode], seed: int) -> Dated:
    """List the things of some classes by time, at most `MOST`."""
    things = [thing for thing in events if classes.fits(thing, wanted)]
    things = sorted(things, key=lambda thing: _key(seed, thing))[:MOST]
    return sorted(((_middle(events[thing], events[thing]), thing) for thing in things), key=_when)


def _alike(left: Dated, right: Dated, classes: Classes) -> Iterator[tuple[Dated, Dated]]:
    """Yield the things of both lists by what they have in common: painters with painters, companies with companies."""
    groups: tuple[dict[NamedNode, Dated], dict[NamedNode, Dated]] = (defaultdict(list), defaultdict(list))
    for side, dated in zip(groups, (left, right), strict=True):
        for time, thing in dated:
            for kind in classes.kinds(thing):
                side[kind].append((time, thing))
    for kind in sorted(groups[0].keys() & groups[1].keys(), key=str):
        yield groups[0][kind], groups[1][kind]


def _neighbours(left: Dated, right: Dated, near: int, seed: int, name: str) -> Iterator[tuple[NamedNode, NamedNode]]:
    """Pair each thing of `left` with `near` of those closest to it in `right`, chosen by the seed."""
    days = [time for time, _ in right]
    reach = min(REACH, max(2, len(right) // 10))
    for time, thing in left:
        at = bisect(days, time)
        around = [other for _, other in right[max(0, at - reach) : at + reach] if other != thing]
        chosen = sorted(around, key=lambda other, one=thing: _key(seed, one, other, name))[:near]
        yield from ((thing, other) for other in chosen)


def _middle(start: Interval, end: Interval) -> int:
    return ((start.earliest_start or 0) + (end.latest_end or 0)) // 2


def _when(item: tuple[int, NamedNode]) -> tuple[int, str]:
    return item[0], item[1].value


def _key(seed: int, *parts: NamedNode | str) -> bytes:
    return hashlib.blake2b(" ".join((str(seed), *map(str, parts))).encode(), digest_size=8).digest()


# Prolog


def _write_job(directory: Path, numbers: Numbers, times: Times, pairs: list[Pair]) -> None:
    """Write what `rules/time.pl` needs: the events and terms of the pairs, and the pairs."""
    of = numbers.of
    with (directory / "declarations.pl").open("w", encoding="ascii") as out:
        out.writelines(f"sole({of(office)}).\n" for office in sole_offices())
        out.writelines(f"pair({name},{of(one)},{of(other)}).\n" for name, one, other in pairs)
    with (directory / "facts.pl").open("w", encoding="ascii") as out:
        for what, events in times.events.items():
            for thing, time in events.items():
                out.write(f"event({of(thing)},{what},{time.earliest_start},{time.latest_end}).\n")
        for term in times.terms.values():
            days = (term.start.earliest_start, term.start.latest_end, term.end.earliest_start, term.end.latest_end)
            ends = ",".join(map(str, days))
            out.write(f"term({of(term.statement)},{of(term.holder)},{of(term.office)},{ends}).\n")
        for director, facts in times.films.items():
            out.writelines(f"directed({of(director)},{of(fact.subject)}).\n" for fact in facts)


def sole_offices() -> list[NamedNode]:
    """List the offices that one person holds at a time, as `ontologies/temporal.ttl` declares them."""
    group = NamedNode(f"{BASE}group/soleOffices")
    triples = parse(path=str(TEMPORAL), format=RdfFormat.TURTLE)
    members = {item.object for item in triples if item.subject == group and item.predicate == SKOS.member}
    return sorted((node for node in members if isinstance(node, NamedNode)), key=str)


def _fact(line: list[str], numbers: Numbers, times: Times) -> Fact:
    """Read a decided pair: its relation, both ends, whether it holds, and the premises by their kind."""
    name, subject, object_, holds, *grounds = line
    premises: list[Fact] = []
    for ground in grounds:
        kind, *ends = ground.split(":")
        nodes = [numbers.term(int(end)) for end in ends]
        if kind == "term":
            premises += times.terms[nodes[0]].premises
        elif kind == "directed":
            premises += [fact for fact in times.films[nodes[0]] if fact.subject == nodes[1]]
        else:
            premises += times.facts[kind, nodes[0]]
    one, other = numbers.term(int(subject)), numbers.term(int(object_))
    evidence = Derived(rule_id(REL[name]), KIND, ordered_premises(one, premises))
    return Fact(one, REL[name], other, holds == "yes", evidence)
