"""Yes/no questions from facts and their logical consequences (Drowzee, section 4.3).

Every question has a gold answer with a proof: a "yes" rests on a stated or derived fact, a "no" on facts that
exclude what is asked. Absence from the graph is never a reason.
"""

import heapq
import json
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator

from pyoxigraph import NamedNode

from ..kg.domains import Domains
from ..kg.entities import Entities
from ..kg.errors import InputError
from ..kg.fact import Fact
from ..kg.names import HG, RDF, WDT
from ..kg.records import Question
from ..kg.relations import Lexicon
from ..kg.resources import Resources
from ..kg.store import Store
from ..kg.wording import Verbaliser
from ..reasoning import Prover, rules_of
from ..reasoning.proofs import graph_levels, refutation_graphs
from .benchmark import Benchmark, benchmark_id, keep, kept
from .selection import Askable, Candidate, Sameness, Wanted, families, hops, seeded_key, select
from .templates import TEMPLATES, Template, expected_answer

FALSE_SHARE = 0.4
"""Share of questions about facts that do not hold, where there are enough of them."""
POSITIVE_OF_FALSE = 0.75
"""Share of these asked in positive words."""
TURNED = ("asymmetric", "disjoint")
"""Refutations by turning or swapping relations; worth asking only where both ends are of one class."""
POOL = 6
"""Facts looked at for each question wanted, in each group of rule and relation."""


def generate(
    store: Store,
    lexicon: Lexicon | None = None,
    *,
    count: int = 100,
    seed: int = 0,
    title: str = "Logic questions",
    wanted: Wanted | None = None,
) -> Benchmark:
    """Make `count` yes/no questions, half of them "yes", spread over rules, relations and domains.

    `wanted` limits what they are about. The same store, count and seed give the same benchmark; one that is there
    already is read, not made again.

    Raises:
        InputError: the store holds no facts that can be asked about.
    """
    lexicon = Lexicon.load() if lexicon is None else lexicon
    rules = rules_of(lexicon)
    levels = graph_levels(store)
    if not levels:
        raise InputError("the store holds no facts; load a source with  hallugraph load  and run  hallugraph derive")
    wanted = wanted if wanted is not None else Wanted()
    graphs = sorted(levels, key=str)
    settings = ("logic", str(count), str(seed), title, json.dumps(wanted.parameters(), sort_keys=True))
    iri = benchmark_id(graphs, lexicon, settings)
    before = kept(store, iri, count)
    if before is not None:
        return before
    entities = Entities.from_store(store)
    words = Verbaliser(lexicon, entities)
    prover = Prover(store, rules)
    chosen = _choose(store, prover, lexicon, entities, count, seed, wanted)
    questions = tuple(_ask(chosen, words, iri, seed, prover))
    if not questions:
        raise InputError(
            "no fact in the store can be asked about: its relations are not in the lexicon or its entities have no "
            "labels; see docs/relations.md"
        )
    parameters = {"family": "logic", **wanted.parameters()}
    made = Benchmark(iri, questions, count)
    return keep(store, made, title=title, seed=seed, sources=graphs, parameters=parameters)


def _choose(
    store: Store, prover: Prover, lexicon: Lexicon, entities: Entities, count: int, seed: int, wanted: Wanted
) -> list[tuple[Candidate, Template]]:
    """Choose facts and the template for each: true and false ones, in positive and other words, half "yes"."""
    askable = Askable(lexicon, entities)
    domain_of = DomainOf(store, lexicon, entities)
    same = Sameness(families(prover.single_steps()))
    pool = POOL * count

    def candidate(fact: Fact, kind: str) -> Candidate | None:
        """Return the fact as a candidate where it can be asked about and is what is wanted."""
        if not askable(fact):
            return None
        made = Candidate(fact, kind, domain_of(fact))
        return made if wanted(made) else None

    false = [
        made
        for fact, kind in _false_facts(store)
        if (kind not in TURNED or askable.alike(fact)) and (made := candidate(fact, "negation"))
    ]
    false = heapq.nsmallest(pool, false, key=lambda item: seeded_key(seed, item.fact.id.value))
    false = [item for item in false if same.first(item.fact)]
    true = [item for item in _true_facts(store, prover, candidate, pool, seed) if same.first(item.fact)]
    if wanted.hops > 1:
        false = [item for item in false if _far_enough(prover.refuted(item.fact), wanted)]
        true = [item for item in true if _far_enough(prover.prove(*item.fact.triple), wanted)]
    picked_false = select(false, round(FALSE_SHARE * count), seed)
    picked_true = select(true, count - len(picked_false), seed)
    positive_false = round(POSITIVE_OF_FALSE * len(picked_false))
    wanted_yes = (len(picked_true) + len(picked_false)) // 2
    positive_true = max(0, wanted_yes - (len(picked_false) - positive_false))
    words = Verbaliser(lexicon, entities)
    return [
        *_with_templates(picked_true, positive_true, seed, words),
        *_with_templates(picked_false, positive_false, seed, words),
    ]


def _far_enough(fact: Fact | None, wanted: Wanted) -> bool:
    return fact is not None and hops(fact) >= wanted.hops


def _with_templates(
    candidates: list[Candidate], positive: int, seed: int, words: Verbaliser
) -> Iterator[tuple[Candidate, Template]]:
    """Give `positive` of the candidates a positive template and the others a negated or antonym one, evenly."""
    used: Counter[str] = Counter()
    ordered = sorted(candidates, key=lambda item: seeded_key(seed, "wording", item.fact.id.value))
    for index, candidate in enumerate(ordered):
        fitting = [
            template
            for template in TEMPLATES
            if (template.wording == "positive") == (index < positive) and template.build(words, candidate.fact)
        ]
        template = min(fitting, key=lambda item: (used[item.name], item.name))
        used[template.name] += 1
        yield candidate, template


def _true_facts(
    store: Store, prover: Prover, candidate: Callable[[Fact, str], Candidate | None], pool: int, seed: int
) -> Iterator[Candidate]:
    """Yield candidates, derived ones first, at most `pool` from each rule and relation, chosen by the seed."""
    groups: dict[tuple[bool, str, str], list[tuple[bytes, Candidate]]] = defaultdict(list)
    for graph, kind in prover.kinds():
        for quad in store.quads(graph=graph):
            if isinstance(quad.subject, NamedNode) and isinstance(quad.object, NamedNode):
                made = candidate(Fact(quad.subject, quad.predicate, quad.object), kind)
                if made is not None:
                    key = seeded_key(seed, quad.subject.value, quad.object.value)
                    groups[(kind == "stated", kind, quad.predicate.value)].append((key, made))
    for _, found in sorted(groups.items()):
        for _, made in heapq.nsmallest(pool, found, key=lambda item: item[0]):
            yield made


def _false_facts(store: Store) -> Iterator[tuple[Fact, str]]:
    """Yield (fact, kind of refutation) for the facts that a derivation refuted, without their proofs."""
    for graph in refutation_graphs(store):
        for node in Resources(store, graph).of_type(RDF.Statement):
            subject, relation, object_ = (node.node(part) for part in (RDF.subject, RDF.predicate, RDF.object))
            if not node.true(HG.holds) and subject and relation and object_:
                yield Fact(subject, relation, object_, holds=False), node.text(HG.ruleKind)


class DomainOf:
    """Tell the domain of a fact: that of its subject's class, else the relation's own."""

    def __init__(self, store: Store, lexicon: Lexicon, entities: Entities) -> None:
        self._domains = Domains.load()
        self._lexicon = lexicon
        self._entities = entities
        above: dict[NamedNode, list[NamedNode]] = defaultdict(list)
        for quad in store.quads(predicate=WDT.P279):
            if isinstance(quad.subject, NamedNode) and isinstance(quad.object, NamedNode):
                above[quad.subject].append(quad.object)
        self._above = {node: tuple(sorted(classes, key=str)) for node, classes in above.items()}

    def __call__(self, fact: Fact) -> str:
        """Return one of the nine domains."""
        found = self._domains.of(self._entities.classes(fact.subject), self._above)
        return found or self._lexicon[fact.relation].domain


def _ask(
    chosen: list[tuple[Candidate, Template]], words: Verbaliser, iri: NamedNode, seed: int, prover: Prover
) -> Iterator[Question]:
    """Write the questions, each with the whole proof of its fact."""
    for candidate, template in chosen:
        fact = prover.prove(*candidate.fact.triple) if candidate.fact.holds else prover.refuted(candidate.fact)
        if fact is None:
            raise LookupError(f"no proof of {candidate.fact}: the store changed while questions were made")
        yield Question(
            text=template.build(words, fact) or "",
            expected=expected_answer(fact, template),
            fact=fact,
            benchmark=iri,
            rule=candidate.kind,
            template=f"{words.lexicon[fact.relation].phrase_kind}/{template.name}",
            wording=template.wording,
            domain=candidate.domain,
            seed=seed,
        )
