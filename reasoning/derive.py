"""Derive new facts: store → Prolog → store, with the rule and round of everything derived.

Positive facts land as plain triples in one named graph for each rule and round. Facts that do not hold land as
statement nodes (a plain triple would say that they do), with the premises that exclude them.
"""

import re
import tempfile
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from pyoxigraph import NamedNode, Quad

from ..kg.describe import fact_quads, ordered_premises
from ..kg.errors import InputError, ReasoningError
from ..kg.fact import Derived, Fact
from ..kg.names import HG, ID, METADATA_GRAPH, PROV, RDF, RDFS, content_id, local_name
from ..kg.relations import Lexicon
from ..kg.resources import describe
from ..kg.store import Store
from .candidates import Neighbourhood, near_misses, near_subjects
from .job import TYPE_RELATIONS, Job, Triple
from .prolog import run_job
from .proofs import Prover, graph_levels
from .rule import Rule, rules_of

DERIVED = ID["graph/derived/"]
AGENT = ID["agent/hallugraph-derive"]
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
        stated = list(_source_triples(store, rules, sources))
        positive = Job(_folder(scratch, "positive"), [rule for rule in rules if rule.positive])
        positive.write_declarations()
        positive.write_facts(stated)
        progress("deriving")
        _run("derive", positive, limits.facts_per_rule, limits)
        derived = list(positive.derived())
        negative = _negative_job(_folder(scratch, "negative"), rules, stated, derived, near, seed)
        progress("refuting")
        _run("refute", negative, limits.refutations_per_rule, limits)
        progress("writing")
        counts = _write(store, activity, rules, derived, list(negative.refuted()), set(positive.stopped()))
    _describe_activity(store, activity, sources, near, seed)
    return DeriveReport(activity, len(stated), counts)


def _activity(sources: set[NamedNode], rules: list[Rule], near: int, seed: int, limits: Limits) -> NamedNode:
    parts = [graph.value for graph in sorted(sources, key=str)] + [rule.id.value for rule in rules]
    numbers = [str(near), str(seed), str(limits.facts_per_rule), str(limits.refutations_per_rule)]
    return content_id("activity/derive", [*parts, *numbers])


def _folder(scratch: str, name: str) -> Path:
    path = Path(scratch) / name
    path.mkdir()
    return path


def _source_triples(store: Store, rules: list[Rule], sources: set[NamedNode]) -> Iterator[Triple]:
    """Yield the stated facts of every relation that a rule mentions, each once."""
    relations = {step.relation for rule in rules for step in rule.steps} | {rule.head for rule in rules}
    for relation in sorted(relations.union(TYPE_RELATIONS), key=str):
        seen = set()
        for quad in store.quads(predicate=relation):
            key = (quad.subject, quad.object)
            if quad.graph_name in sources and key not in seen:
                seen.add(key)
                if isinstance(quad.subject, NamedNode) and isinstance(quad.object, NamedNode):
                    yield (quad.subject, relation, quad.object)


def _negative_job(
    directory: Path,
    rules: list[Rule],
    stated: list[Triple],
    derived: list[tuple[Rule, int, list[Triple]]],
    near: int,
    seed: int,
) -> Job:
    job = Job(directory, [rule for rule in rules if not rule.positive or rule.kind == "transitive"])
    facts = stated + [triple for _, _, triples in derived for triple in triples]
    job.write_facts(facts)
    job.write_declarations(_candidates(job.rules, facts, near, seed))
    return job


def _candidates(rules: list[Rule], facts: list[Triple], near: int, seed: int) -> Iterator[tuple[int, Triple]]:
    """Yield (rule number, near miss) for the rules that need candidates."""
    by_relation: dict[NamedNode, list[Triple]] = defaultdict(list)
    for triple in facts:
        by_relation[triple[1]].append(triple)
    neighbourhood = Neighbourhood(facts)
    propose = {"functional": near_misses, "inverse-functional": near_subjects}
    for number, rule in enumerate(rules):
        if rule.kind in propose and rule.head in by_relation:
            triples = sorted(by_relation[rule.head], key=str)
            for triple in propose[rule.kind]({rule.head: triples}, neighbourhood, near, seed):
                yield number, triple


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


def _write(
    store: Store,
    activity: NamedNode,
    rules: list[Rule],
    derived: list[tuple[Rule, int, list[Triple]]],
    refuted: list[tuple[Rule, Triple, list[Triple]]],
    stopped: set[Rule],
) -> tuple[RuleCount, ...]:
    """Write a derivation beside the one before, then drop that: a crash in between loses neither."""
    before = _derivation_graphs(store)
    totals: dict[Rule, int] = defaultdict(int)
    graphs: list[NamedNode] = []
    for rule, round_, triples in derived:
        graph = content_id("graph/derived", (activity.value, rule.id.value, str(round_)))
        store.drop_graph(graph)
        store.bulk_add(Quad(*triple, graph) for triple in triples)
        store.add(_describe_graph(graph, activity, rule, round_, len(triples)))
        graphs.append(graph)
        totals[rule] += len(triples)
    prover = Prover(store, rules)
    by_rule: dict[Rule, list[Fact]] = defaultdict(list)
    for rule, triple, premises in refuted:
        by_rule[rule].append(_refuted_fact(prover, rule, triple, premises))
    for rule, facts in by_rule.items():
        graph = content_id("graph/derived", (activity.value, rule.id.value, "not"))
        store.drop_graph(graph)
        store.bulk_add(quad for fact in facts for quad in fact_quads(fact, graph))
        store.add(_describe_graph(graph, activity, rule, None, len(facts)))
        graphs.append(graph)
        totals[rule] += len(facts)
    for graph in before.difference(graphs):
        store.drop_graph(graph)
        store.remove(list(store.quads(graph, graph=METADATA_GRAPH)))
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
