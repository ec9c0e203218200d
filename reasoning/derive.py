"""Derive new facts: store → Prolog → store, with the rule and round of everything derived.

Positive facts land as plain triples in one named graph for each rule and round. Facts that do not hold land as
statement nodes (a plain triple would say that they do), with the premises that exclude them.
"""

import re
import tempfile
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from io import BytesIO
from itertools import groupby, takewhile
from operator import itemgetter
from pathlib import Path

from pyoxigraph import NamedNode, Quad, RdfFormat

from ..kg.describe import fact_quads, ordered_premises
from ..kg.errors import InputError, ReasoningError
from ..kg.fact import Derived, Fact
from ..kg.names import HG, ID, METADATA_GRAPH, PROV, RDF, RDFS, content_id, local_name
from ..kg.relations import Lexicon
from ..kg.resources import describe
from ..kg.store import Store
from .candidates import Neighbourhood, couples, near_misses
from .job import TYPE_RELATIONS, Job, Numbers, Pairs, Triple, in_lines
from .prolog import run_job
from .proofs import Prover, graph_levels
from .rule import Rule, rules_of

DERIVED = ID["graph/derived/"]
AGENT = ID["agent/hallugraph-derive"]
Facts = dict[NamedNode, list[Pairs]]
New = list[tuple[Rule, int, Pairs]]
Progress = Callable[[str], None]


@dataclass(frozen=True)
class Limits:
    """What a derivation may cost: facts for each rule, seconds and bytes for Prolog."""

    facts_per_rule: int = 5_000_000
    refutations_per_rule: int = 20_000
    timeout: float = 600.0
    memory: int = 4 * 1024**3


@dataclass(frozen=True)
class RuleCount:
    """What one rule gave. `stopped` says that it reached the limit, so there is more."""

    rule: Rule
    count: int
    stopped: bool = False


@dataclass(frozen=True)
class DeriveReport:
    """What a derivation gave: facts read, and facts derived or refuted by each rule that gave any."""

    activity: NamedNode
    facts: int
    counts: tuple[RuleCount, ...]
    already: bool = False

    @property
    def derived(self) -> int:
        """Count the facts derived to hold."""
        return sum(item.count for item in self.counts if item.rule.positive)

    @property
    def refuted(self) -> int:
        """Count the facts derived not to hold."""
        return sum(item.count for item in self.counts if not item.rule.positive)


def derive(
    store: Store,
    lexicon: Lexicon | None = None,
    *,
    near: int = 3,
    seed: int = 0,
    limits: Limits | None = None,
    progress: Progress = lambda _: None,
) -> DeriveReport:
    """Apply all rules that the lexicon licenses to all source facts, until nothing new follows.

    `near` is the number of near misses tried for each fact of a functional relation. The same sources, rules and
    parameters are recognised, and then nothing is done.

    Raises:
        InputError: there is nothing to reason over.
        ReasoningError: SWI-Prolog is missing or died; the store is as it was.
    """
    rules = rules_of(Lexicon.load() if lexicon is None else lexicon)
    limits = limits or Limits()
    sources = {graph for graph, level in graph_levels(store).items() if level.rule is None}
    if not sources:
        raise InputError("the store holds no source to reason over; load one with  hallugraph load")
    activity = _activity(sources, rules, near, seed, limits)
    if store.contains(activity, RDF.type, PROV.Activity):
        return DeriveReport(activity, 0, tuple(_kept(store, rules)), already=True)
    with tempfile.TemporaryDirectory(prefix="hallugraph-") as scratch:
        progress("reading facts")
        positive = Job(_folder(scratch, "positive"), [rule for rule in rules if rule.positive])
        facts = _source_facts(store, rules, sources, positive.numbers)
        stated = sum(len(pairs) for lists in facts.values() for pairs in lists) // 2
        positive.write_declarations()
        positive.write_facts(facts)
        progress("deriving")
        _run("derive", positive, limits.facts_per_rule, limits)
        derived = list(positive.derived())
        for rule, _, pairs in derived:
            facts.setdefault(rule.head, []).append(pairs)
        negative = _negative_job(_folder(scratch, "negative"), rules, facts, positive.numbers, near, seed)
        progress("refuting")
        _run("refute", negative, limits.refutations_per_rule, limits)
        progress("writing")
        before = _derivation_graphs(store)
        written = [
            *_write_derived(store, activity, derived, positive.numbers),
            *_write_refuted(store, activity, rules, negative.refuted()),
        ]
        _drop(store, before.difference(graph for graph, _, _ in written))
        counts = _counts(rules, written, set(positive.stopped()))
    _describe_activity(store, activity, sources, near, seed)
    return DeriveReport(activity, stated, counts)


def _activity(sources: set[NamedNode], rules: list[Rule], near: int, seed: int, limits: Limits) -> NamedNode:
    parts = [graph.value for graph in sorted(sources, key=str)] + [rule.id.value for rule in rules]
    numbers = [str(near), str(seed), str(limits.facts_per_rule), str(limits.refutations_per_rule)]
    return content_id("activity/derive", [*parts, *numbers])


def _folder(scratch: str, name: str) -> Path:
    path = Path(scratch) / name
    path.mkdir()
    return path


def _source_facts(store: Store, rules: list[Rule], sources: set[NamedNode], numbers: Numbers) -> Facts:
    """Read the stated facts of every relation that a rule mentions, each once."""
    relations = sorted(_mentioned(rules), key=str)
    found = store.pairs(relations, sorted(sources, key=str))
    return {relation: [pairs] for relation, texts in found if (pairs := numbers.of_all(texts))}


def _mentioned(rules: Iterable[Rule]) -> set[NamedNode]:
    relations = {step.relation for rule in rules for step in rule.steps} | {rule.head for rule in rules}
    return relations.union(TYPE_RELATIONS)


def _negative_job(directory: Path, rules: list[Rule], facts: Facts, numbers: Numbers, near: int, seed: int) -> Job:
    """Write the job of refutation, with the facts of the relations that it looks at."""
    job = Job(directory, [rule for rule in rules if not rule.positive or rule.kind == "transitive"], numbers)
    needed = _mentioned(job.rules)
    job.write_facts({relation: lists for relation, lists in facts.items() if relation in needed})
    job.write_declarations(_candidates(job, facts, near, seed))
    return job


def _candidates(job: Job, facts: Facts, near: int, seed: int) -> dict[int, Pairs]:
    """Propose near misses for the rules that need candidates, by the number of the rule."""
    texts = job.numbers.texts
    wanted = {
        number: sorted(_turned(rule, couples(facts[rule.head])), key=lambda pair: texts(_ends(rule, pair)))
        for number, rule in enumerate(job.rules)
        if rule.kind in ("functional", "inverse-functional") and rule.head in facts
    }
    compared = {value for known in wanted.values() for _, value in known}
    neighbourhood = Neighbourhood(facts, job.numbers, compared)
    return {
        number: [
            node for pair in near_misses(known, neighbourhood, near, seed) for node in _ends(job.rules[number], pair)
        ]
        for number, known in wanted.items()
    }


def _ends(rule: Rule, pair: tuple[int, int]) -> tuple[int, int]:
    """Turn a pair for a rule that allows one subject only: there the subject is the value."""
    return (pair[1], pair[0]) if rule.kind == "inverse-functional" else pair


def _turned(rule: Rule, pairs: Iterable[tuple[int, int]]) -> Iterator[tuple[int, int]]:
    return (_ends(rule, pair) for pair in pairs)


def _run(goal: str, job: Job, limit: int, limits: Limits) -> None:
    """Run a job and put the name of a rule where Prolog's message has its number."""
    try:
        run_job(goal, job.directory, limit, timeout=limits.timeout, memory=limits.memory)
    except ReasoningError as error:
        message = re.sub(r"at rule (\d+)$", lambda match: f"at {rule_name(job.rules[int(match[1])])}", str(error))
        raise ReasoningError(f"{message}; the store is as it was") from error


def rule_name(rule: Rule) -> str:
    """Name a rule for a person: its kind and relation."""
    return f"the {rule.kind} rule of {local_name(rule.head)}"


Written = tuple[NamedNode, Rule, int]


def _write_derived(store: Store, activity: NamedNode, derived: New, numbers: Numbers) -> Iterator[Written]:
    """Write what holds: a graph of plain triples for each rule and round; yield (graph, rule, facts)."""
    for rule, round_, pairs in derived:
        graph = content_id("graph/derived", (activity.value, rule.id.value, str(round_)))
        relation = str(rule.head).replace("%", "%%")
        lines = "".join(in_lines(f"%s {relation} %s .\n", numbers.texts(pairs)))
        store.drop_graph(graph)
        store.bulk_load(BytesIO(lines.encode()), RdfFormat.N_TRIPLES, graph, lenient=True)
        store.add(_describe_graph(graph, activity, rule, round_, len(pairs) // 2))
        yield graph, rule, len(pairs) // 2


def _write_refuted(
    store: Store, activity: NamedNode, rules: list[Rule], refuted: Iterable[tuple[Rule, Triple, list[Triple]]]
) -> Iterator[Written]:
    """Write what does not hold: a graph of statement nodes for each rule; yield (graph, rule, facts)."""
    for rule, found in groupby(refuted, key=itemgetter(0)):
        prover = Prover(store, rules)  # a new one for each rule: it remembers every proof that it found
        facts = [_refuted_fact(prover, rule, triple, premises) for _, triple, premises in found]
        graph = content_id("graph/derived", (activity.value, rule.id.value, "not"))
        store.drop_graph(graph)
        store.bulk_add(_statements(facts, graph))
        store.add(_describe_graph(graph, activity, rule, None, len(facts)))
        yield graph, rule, len(facts)


def _statements(facts: list[Fact], graph: NamedNode) -> Iterator[Quad]:
    """Yield the statement nodes of facts and their proofs; a step that many of them share comes once."""
    seen: set[Fact] = set()
    waiting = list(facts)
    while waiting:
        fact = waiting.pop()
        if fact not in seen:
            seen.add(fact)
            waiting.extend(fact.premises)
            node = fact.id
            yield from takewhile(lambda quad, node=node: quad.subject == node, fact_quads(fact, graph))


def _drop(store: Store, graphs: Iterable[NamedNode]) -> None:
    """Drop the graphs of the derivation before, last of all: a crash in between loses neither."""
    for graph in graphs:
        store.drop_graph(graph)
        store.remove(list(store.quads(graph, graph=METADATA_GRAPH)))


def _counts(rules: list[Rule], written: list[Written], stopped: set[Rule]) -> tuple[RuleCount, ...]:
    totals: dict[Rule, int] = defaultdict(int)
    for _, rule, count in written:
        totals[rule] += count
    return tuple(RuleCount(rule, totals[rule], rule in stopped) for rule in rules if totals[rule])


def _refuted_fact(prover: Prover, rule: Rule, triple: Triple, premises: Iterable[Triple]) -> Fact:
    proven = [fact for premise in premises if (fact := prover.prove(*premise)) is not None]
    return Fact(*triple, holds=False, evidence=Derived(rule.id, rule.kind, ordered_premises(triple[0], proven)))


def _derivation_graphs(store: Store) -> set[NamedNode]:
    """List all graphs of derivations, those that a crash left without a description included."""
    return {graph for graph in store.graphs() if graph.value.startswith(DERIVED.value)}


def _describe_graph(
    graph: NamedNode, activity: NamedNode, rule: Rule, round_: int | None, triples: int
) -> Iterator[Quad]:
    yield from describe(
        graph,
        METADATA_GRAPH,
        (HG.Derivation, PROV.Entity),
        {
            PROV.wasGeneratedBy: activity,
            PROV.hadPlan: rule.id,
            HG.round: round_,
            HG.holds: rule.positive,
            HG.count: triples,
        },
    )
    yield from describe(
        rule.id,
        METADATA_GRAPH,
        (PROV.Plan,),
        {
            RDFS.label: rule_name(rule),
            RDFS.comment: rule.reason,
            HG.ruleKind: rule.kind,
            HG.concludes: rule.head,
            HG.premise: tuple(step.relation for step in rule.steps),
        },
    )


def _describe_activity(store: Store, activity: NamedNode, sources: set[NamedNode], near: int, seed: int) -> None:
    """Describe the derivation as a whole, last of all: what is described is complete."""
    store.add(
        describe(
            activity,
            METADATA_GRAPH,
            (PROV.Activity,),
            {
                RDFS.label: "derivation",
                PROV.used: tuple(sorted(sources, key=str)),
                PROV.wasAssociatedWith: AGENT,
                HG.parameters: f'{{"near": {near}, "seed": {seed}}}',
            },
        )
    )


def _kept(store: Store, rules: list[Rule]) -> Iterator[RuleCount]:
    """Read the counts of a derivation that is there already."""
    totals: dict[str, int] = defaultdict(int)
    for row in store.select(
        "SELECT ?rule ?count WHERE { GRAPH ?meta { ?graph a hg:Derivation ; prov:hadPlan ?rule ; hg:count ?count } }",
        meta=METADATA_GRAPH,
    ):
        totals[str(row["rule"])] += int(row["count"].value)
    return (RuleCount(rule, totals[str(rule.id)]) for rule in rules if totals[str(rule.id)])
