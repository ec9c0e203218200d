"""Yes/no questions about time: who was born before whom, what was released while who held an office.

The paper's example, "During Obama's presidency, were any films directed by James Cameron released?" (Drowzee, section
4.3), is one of the relations. Gold answers rest on dates that decide the matter whatever day their precision allows.
"""

from collections import Counter
from collections.abc import Iterable, Iterator

from pyoxigraph import Literal, NamedNode, Quad

from ..kg.entities import Entities, Entity
from ..kg.errors import InputError
from ..kg.fact import Fact, proof
from ..kg.names import RDFS, REL
from ..kg.records import Question
from ..kg.relations import Lexicon
from ..kg.store import Store
from ..kg.wording import Verbaliser
from ..reasoning.proofs import graph_levels
from ..reasoning.temporal import KIND, rule_quads, temporal_facts
from ..reasoning.times import Term, read_times
from .benchmark import Benchmark, benchmark_id, keep, kept
from .logic import DomainOf
from .selection import Candidate, Sameness, seeded_key, select
from .templates import TEMPLATES, Template, expected_answer

TITLE = "Temporal questions"
POSITIVE = 0.7
"""Share of the questions that are asked in positive words."""
USES = 4
"""How many questions may be about one thing, for each hundred questions or part of it."""


def generate_temporal(
    store: Store, lexicon: Lexicon | None = None, *, count: int = 100, seed: int = 0, title: str = TITLE
) -> Benchmark:
    """Make `count` yes/no questions about time, half of them "yes", spread over relations and domains.

    The same store, count and seed give the same benchmark; one that is there already is read, not made again.

    Raises:
        InputError: the store holds no dates that can be asked about.
        ReasoningError: SWI-Prolog is missing or died.
    """
    lexicon = Lexicon.load() if lexicon is None else lexicon
    levels = graph_levels(store)
    sources = sorted((graph for graph, level in levels.items() if level.rule is None), key=str)
    if not sources:
        raise InputError("the store holds no facts; load a source with  hallugraph load")
    ours = (relation for relation in lexicon if relation.iri in REL)
    iri = benchmark_id(sources, ours, (KIND, str(count), str(seed), title))
    before = kept(store, iri, count)
    if before is not None:
        return before
    entities, labels = _with_terms(Entities.from_store(store), read_times(store).terms.values())
    words = Verbaliser(lexicon, entities)
    candidates = _candidates(store, words, seed)
    questions = tuple(_ask(_choose(candidates, words, count, seed), words, iri, seed))
    if not questions:
        raise InputError(
            "no dates in the store can be asked about: questions about time need the dates P569, P570, P571, P576 or "
            "P577 of things with labels and classes; see docs/time.md"
        )
    beside = [*_label_quads(questions, labels, iri), *rule_quads()]
    made = Benchmark(iri, questions, count)
    return keep(store, made, title=title, seed=seed, sources=sources, parameters={"family": KIND}, beside=beside)


def _with_terms(entities: Entities, terms: Iterable[Term]) -> tuple[Entities, dict[NamedNode, str]]:
    """Name each dated statement by the clause that it makes true: "Gerald Ford was President of the United States"."""
    labels = {}
    for term in terms:
        holder, office = entities.get(term.holder), entities.get(term.office)
        if holder and office:
            article = "" if office.label[:1].isupper() else "an " if office.label[:1] in "aeiou" else "a "
            labels[term.statement] = f"{holder.label} was {article}{office.label}"
    named = (Entity(statement, label) for statement, label in labels.items())
    return Entities([*(entity for entity in entities if entity.iri not in labels), *named]), labels


def _label_quads(questions: Iterable[Question], labels: dict[NamedNode, str], graph: NamedNode) -> Iterator[Quad]:
    """Yield the names of the statements that questions and their proofs speak of."""
    terms = {term for question in questions for fact in proof(question.fact) for term in fact.triple}
    for statement in sorted(labels.keys() & terms, key=str):
        yield Quad(statement, RDFS.label, Literal(labels[statement], language="en"), graph)


def _candidates(store: Store, words: Verbaliser, seed: int) -> list[Candidate]:
    """List what can be asked about, each pair once, whichever way round; their kind is the relation, to spread them."""
    domain_of = DomainOf(store, words.lexicon, words.entities)
    same = Sameness({})
    facts = sorted(temporal_facts(store, words.lexicon, seed=seed), key=lambda fact: seeded_key(seed, fact.id.value))
    return [
        Candidate(fact, fact.relation.value, domain_of(fact))
        for fact in facts
        if _askable(fact, words.entities) and same.first(fact)
    ]


def _askable(fact: Fact, entities: Entities) -> bool:
    """Say whether all that a fact and its proof speak of has a name of its own, neither end within the other's."""
    nodes = {term for step in proof(fact) for term in (step.subject, step.object) if isinstance(term, NamedNode)}
    known = {node: entity for node in nodes if (entity := entities.get(node))}
    if len(known) < len(nodes) or any(len(entities.by_label[entity.label]) > 1 for entity in known.values()):
        return False
    subject, object_ = (entities.label(end).casefold() for end in (fact.subject, fact.object))
    return subject not in object_ and object_ not in subject


def _choose(
    candidates: list[Candidate], words: Verbaliser, count: int, seed: int
) -> Iterator[tuple[Candidate, Template]]:
    """Choose as many facts that hold as facts that do not, and for both the same share of positive templates."""
    most = USES * -(-count // 100)
    false = _spread([item for item in candidates if not item.fact.holds], most)
    true = _spread([item for item in candidates if item.fact.holds], most)
    picked_false = select(false, count // 2, seed)
    picked_true = select(true, count - len(picked_false), seed)
    positive_false = round(POSITIVE * len(picked_false))
    # "yes" to half of all: positive words about what holds, other words about what does not.
    yes = (len(picked_true) + len(picked_false)) // 2 - (len(picked_false) - positive_false)
    used: Counter[str] = Counter()
    for picked, positive in ((picked_true, yes), (picked_false, positive_false)):
        ordered = sorted(picked, key=lambda item: seeded_key(seed, "wording", item.fact.id.value))
        for index, item in enumerate(ordered):
            yield item, _template(item.fact, index < positive, words, used)


def _spread(candidates: Iterable[Candidate], most: int) -> Iterator[Candidate]:
    """Yield the candidates, but no thing more often than `most` times."""
    uses: Counter[object] = Counter()
    for item in candidates:
        ends = (item.fact.subject, item.fact.object)
        if all(uses[end] < most for end in ends):
            uses.update(ends)
            yield item


def _template(fact: Fact, positive: bool, words: Verbaliser, used: Counter[str]) -> Template:
    """Return the template that has been used least, of those that have words for the fact."""
    fitting = (item for item in TEMPLATES if (item.wording == "positive") == positive and item.build(words, fact))
    template = min(fitting, key=lambda item: (used[item.name], item.name))
    used[template.name] += 1
    return template


def _ask(
    chosen: Iterable[tuple[Candidate, Template]], words: Verbaliser, iri: NamedNode, seed: int
) -> Iterator[Question]:
    for candidate, template in chosen:
        fact = candidate.fact
        yield Question(
            text=template.build(words, fact) or "",
            expected=expected_answer(fact, template),
            fact=fact,
            benchmark=iri,
            rule=KIND,
            template=f"{words.lexicon[fact.relation].phrase_kind}/{template.name}",
            wording=template.wording,
            domain=candidate.domain,
            seed=seed,
        )
