"""Check the gold answers of a benchmark by a second engine, from the source graphs alone.

A question agrees where the sources entail what its fact says (or exclude it, for a fact that does not hold), every step
of its proof is so too, every stated premise is in its source, the text names both things that the fact is about, and
the expected answer follows from fact and wording.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

from pyoxigraph import NamedNode

from ..kg.describe import read_questions
from ..kg.entities import Entities
from ..kg.fact import Derived, Fact, Stated, proof
from ..kg.names import HG, METADATA_GRAPH, RDF, compact
from ..kg.records import Question
from ..kg.relations import Lexicon
from ..kg.store import Store
from .check_sparql import Entailment
from .rule import rules_of

Progress = Callable[[str], None]


@dataclass(frozen=True)
class Disagreement:
    """A question whose gold answer the second engine does not confirm, with the reasons."""

    question: NamedNode
    text: str
    reason: str


@dataclass(frozen=True)
class CheckReport:
    """What a check found: checked = agreed + disagreements.

    `skipped` questions rest on rules that the lexicon does not declare, such as those of a published benchmark: nothing
    is known about them.
    """

    benchmark: NamedNode
    checked: int
    agreed: int
    disagreements: tuple[Disagreement, ...]
    skipped: int


def check(
    store: Store,
    benchmark: NamedNode,
    lexicon: Lexicon | None = None,
    *,
    limit: int | None = None,
    progress: Progress = lambda _: None,
) -> CheckReport:
    """Derive the gold answers of a benchmark again, or those of its first `limit` questions, and compare."""
    progress("reading questions")
    questions = read_questions(store, benchmark)[:limit]
    lexicon = Lexicon.load() if lexicon is None else lexicon
    licensed = {rule.id for rule in rules_of(lexicon)}
    checkable = [question for question in questions if _rules(question) <= licensed]
    progress("deriving again")
    relations = {step.relation for question in checkable for step in proof(question.fact)}
    entailment = Entailment(store, lexicon, relations)
    progress("comparing")
    disagreements = list(_disagreements(store, checkable, entailment))
    agreed = len(checkable) - len(disagreements)
    return CheckReport(benchmark, len(checkable), agreed, tuple(disagreements), len(questions) - len(checkable))


def _rules(question: Question) -> set[NamedNode]:
    """Return the rules that the proof of a question uses."""
    return {step.evidence.rule for step in proof(question.fact) if isinstance(step.evidence, Derived)}


def _disagreements(store: Store, questions: Iterable[Question], entailment: Entailment) -> Iterator[Disagreement]:
    judge = _Judge(store, entailment)
    for question in questions:
        reasons = list(judge.objections(question))
        if reasons:
            yield Disagreement(question.id, question.text, "; ".join(reasons))


class _Judge:
    """Compare questions with what the second engine says; a fact that many proofs share is looked at once."""

    def __init__(self, store: Store, entailment: Entailment) -> None:
        self._store = store
        self._entailment = entailment
        self._entities = Entities.from_store(store)
        self._sources = set(store.subjects(RDF.type, HG.Source, METADATA_GRAPH))
        self._known: dict[tuple[Fact, Stated | None], str] = {}

    def objections(self, question: Question) -> Iterator[str]:
        """Yield what is wrong with a question, its own fact before the facts of its proof."""
        agreeing = "yes" if question.fact.holds == (question.wording == "positive") else "no"
        if question.expected != agreeing:
            yield f"the expected answer is {question.expected!r}, but fact and wording make it {agreeing!r}"
        if not self._store.contains(question.id, HG.about, question.fact.id):
            yield "its identifier is not that of its text, expected answer and fact: one was changed later"
        named = question.text.casefold()
        for entity in filter(None, map(self._entities.get, (question.fact.subject, question.fact.object))):
            if entity.label.casefold() not in named:
                yield f"its text does not name {entity.label!r}, which its fact is about"
        if question.fact.holds and (axioms := self._entailment.excluded_by(question.fact)):
            yield f"the sources state or entail its fact and exclude it, too ({', '.join(map(compact, axioms))})"
        yield from filter(None, map(self._objection, proof(question.fact)))

    def _objection(self, fact: Fact) -> str:
        """Say what is wrong with one fact of a proof; empty where nothing is."""
        stated = fact.evidence if isinstance(fact.evidence, Stated) else None
        key = (fact, stated)
        if key not in self._known:
            self._known[key] = self._unstated(fact, stated) if stated else self._unfounded(fact)
        return self._known[key]

    def _unstated(self, fact: Fact, stated: Stated) -> str:
        """Object where the source that a premise names does not state it."""
        if stated.source not in self._sources:
            return f"{_name(fact)} names a source that is not described"
        found = next(self._store.quads(*fact.triple, stated.source), None)
        return "" if found and fact.holds else f"{_name(fact)} is not stated by its source"

    def _unfounded(self, fact: Fact) -> str:
        """Object where the sources do not entail a derived fact, or do not exclude a refuted one."""
        if not isinstance(fact.evidence, Derived):
            return f"{_name(fact)} has no evidence"
        entailed = self._entailment.holds(*fact.triple)
        if fact.holds:
            return "" if entailed else f"{_name(fact)} does not follow from the sources"
        if entailed:
            return f"{_name(fact)} is contradicted: the sources entail the fact"
        return "" if self._entailment.excluded_by(fact) else f"nothing in the sources excludes the fact {_name(fact)}"


def _name(fact: Fact) -> str:
    """Write a fact for a person to look up."""
    return " ".join(["not"] * (not fact.holds) + [compact(term) for term in fact.triple])
