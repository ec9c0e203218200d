"""Proofs: from any fact of the store down to the statements of the sources.

Derived facts are kept as plain triples, one graph for each rule and round. The round makes proofs well-founded:
premises are stated (round 0) or of an earlier round, so following them always ends at the sources.
"""

import sys
from collections.abc import Iterator
from dataclasses import dataclass

from pyoxigraph import Literal, NamedNode, Quad

from ..kg.describe import ordered_premises, read_fact
from ..kg.entities import CLASSES
from ..kg.errors import UsageError
from ..kg.fact import Derived, Fact, Stated, proof, source_facts
from ..kg.names import HG, METADATA_GRAPH, PROV, RDF, XSD
from ..kg.store import Store
from .rule import Rule


@dataclass(frozen=True)
class Level:
    """Where a triple stands: round 0 in a source graph, else the rule and round that derived it."""

    round: int
    graph: NamedNode
    rule: NamedNode | None = None


class Prover:
    """Find proofs in a store that `derive` has filled."""

    def __init__(self, store: Store, rules: list[Rule]) -> None:
        self._store = store
        self._rules = {rule.id: rule for rule in rules}
        self._levels: dict[object, Level] = {**graph_levels(store)}
        self._refutations = refutation_graphs(store)
        self._known: dict[tuple[NamedNode, NamedNode, NamedNode | Literal], Fact | None] = {}

    def prove(self, subject: NamedNode, relation: NamedNode, object_: NamedNode | Literal) -> Fact | None:
        """Return the fact with a proof of fewest rounds, or None where no graph holds it."""
        key = (subject, relation, object_)
        if key not in self._known:
            level = self.level(*key)
            self._known[key] = None if level is None else self._fact(key, level)
        return self._known[key]

    def proofs(
        self, subject: NamedNode, relation: NamedNode, object_: NamedNode | Literal, most: int = 5
    ) -> list[Fact]:
        """Return up to `most` independent proofs of a fact, those that rest on fewest stated facts first.

        Independent: they differ in the rule or the immediate premises of the last step. Each premise has its own
        shortest proof, in which the fact itself never occurs.
        """
        first = self.prove(subject, relation, object_)
        if first is None:
            return []
        found = [first, *self._other_proofs(first)]
        distinct = {(getattr(fact.evidence, "rule", None), frozenset(fact.premises)): fact for fact in reversed(found)}
        return sorted(distinct.values(), key=_length)[:most]

    def _other_proofs(self, fact: Fact) -> Iterator[Fact]:
        for rule in self._rules.values():
            if rule.head == fact.relation and rule.positive and self._concludes_about(rule, fact.object):
                for _, premises in self._paths(rule, 0, fact.subject, fact.object, sys.maxsize):
                    if any(term in rule.exceptions for premise in premises for term in premise):
                        continue
                    proven = [step for premise in premises if (step := self.prove(*premise)) is not None]
                    if all(fact not in set(proof(step)) for step in proven):
                        evidence = Derived(rule.id, rule.kind, ordered_premises(fact.subject, proven))
                        yield Fact(*fact.triple, evidence=evidence)

    def _concludes_about(self, rule: Rule, value: NamedNode | Literal) -> bool:
        """Say whether a value is of a class that the rule is limited to."""
        if not rule.value_classes:
            return True
        return isinstance(value, NamedNode) and any(
            self.level(value, relation, class_) for relation in CLASSES for class_ in rule.value_classes
        )

    def kinds(self) -> Iterator[tuple[NamedNode, str]]:
        """Yield each graph of facts with the kind of the rule that gave it, `stated` for a source."""
        for graph, level in sorted(self._levels.items(), key=lambda item: item[1].graph.value):
            if isinstance(graph, NamedNode):
                yield graph, self._rule(level.rule).paper_kind if level.rule else "stated"

    def _rule(self, iri: NamedNode) -> Rule:
        if iri not in self._rules:
            raise UsageError(
                "the facts in this store were derived with other relations; run  hallugraph derive  again with the "
                "same --relations and --wikidata-metadata"
            )
        return self._rules[iri]

    def single_steps(self) -> list[tuple[NamedNode, NamedNode]]:
        """List the (conclusion, premise) relations of the rules that say the same in other words."""
        rules = (rule for rule in self._rules.values() if rule.positive and len(rule.steps) == 1)
        return [(rule.head, rule.steps[0].relation) for rule in rules]

    def refuted(self, fact: Fact) -> Fact | None:
        """Return a fact that does not hold with its proof, or None where no derivation refuted it."""
        holding = {quad.graph_name for quad in self._store.quads(fact.id, RDF.subject)}
        graph = next((graph for graph in self._refutations if graph in holding), None)
        return read_fact(self._store, fact.id, graph) if graph else None

    def level(self, subject: NamedNode, relation: NamedNode, object_: NamedNode | Literal) -> Level | None:
        """Return the lowest level that holds a triple."""
        return self._lowest(self._store.quads(subject, relation, object_))

    def _lowest(self, quads: Iterator[Quad]) -> Level | None:
        levels = [self._levels[quad.graph_name] for quad in quads if quad.graph_name in self._levels]
        return min(levels, key=lambda level: (level.round, level.graph.value), default=None)

    def _fact(self, triple: tuple[NamedNode, NamedNode, NamedNode | Literal], level: Level) -> Fact:
        if level.rule is None:
            return Fact(*triple, evidence=Stated(level.graph))
        rule = self._rule(level.rule)
        premises = self._premises(rule, triple, level.round)
        if premises is None:
            raise LookupError(f"no premises for {triple} by {rule.kind} {rule.head}: the store and its rules disagree")
        proven = [fact for premise in premises if (fact := self.prove(*premise)) is not None]
        evidence = Derived(rule.id, rule.kind, ordered_premises(triple[0], proven))
        return Fact(*triple, evidence=evidence)

    def _premises(self, rule: Rule, triple: tuple, below: int) -> list[tuple] | None:
        """Return the premises of lowest rounds that the rule's steps find between subject and object."""
        found = self._paths(rule, 0, triple[0], triple[2], below)
        best = min(found, key=lambda path: (max(path[0]), sum(path[0]), str(path[1])), default=None)
        return best[1] if best else None

    def _paths(
        self, rule: Rule, index: int, node: NamedNode, end: NamedNode | Literal, below: int
    ) -> Iterator[tuple[list[int], list[tuple]]]:
        """Yield (rounds, premises) of each way along the steps from `node` to `end`."""
        step = rule.steps[index]
        last = index == len(rule.steps) - 1
        target = end if last else None
        if not step.inverse:
            quads = self._store.quads(node, step.relation, target)
        elif isinstance(target, Literal):
            return
        else:
            quads = self._store.quads(target, step.relation, node)
        reached: dict[tuple, int] = {}
        for quad in quads:
            level = self._levels.get(quad.graph_name)
            if level is not None and level.round < below:
                key = (quad.subject, quad.predicate, quad.object)
                reached[key] = min(level.round, reached.get(key, level.round))
        for key, round_ in reached.items():
            if last:
                yield [round_], [key]
                continue
            following = key[0] if step.inverse else key[2]
            if isinstance(following, NamedNode):
                for rounds, premises in self._paths(rule, index + 1, following, end, below):
                    yield [round_, *rounds], [key, *premises]


def _length(fact: Fact) -> tuple[int, int, str]:
    """Order proofs: by stated facts, then by steps, then by the names of the premises."""
    return (len(source_facts(fact)), sum(1 for _ in proof(fact)), " ".join(step.id.value for step in fact.premises))


def refutation_graphs(store: Store) -> list[NamedNode]:
    """List the graphs that hold what a derivation refuted."""
    return store.subjects(HG.holds, Literal("false", datatype=XSD.boolean), METADATA_GRAPH)


def graph_levels(store: Store) -> dict[NamedNode, Level]:
    """Map each graph of facts to its level, from the descriptions in the metadata graph."""
    levels = {graph: Level(0, graph) for graph in store.subjects(RDF.type, HG.Source, METADATA_GRAPH)}
    for graph in store.subjects(RDF.type, HG.Derivation, METADATA_GRAPH):
        rule = store.value(graph, PROV.hadPlan, METADATA_GRAPH)
        round_ = store.value(graph, HG.round, METADATA_GRAPH)
        if isinstance(round_, Literal) and isinstance(rule, NamedNode):
            levels[graph] = Level(int(round_.value), graph, rule)
    return levels
