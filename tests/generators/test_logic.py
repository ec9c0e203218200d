"""Questions of the sample: balanced, spread, provable, readable, and the same every time."""

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hallugraph.generators.logic import generate
from hallugraph.generators.selection import Candidate, Sameness, Wanted, families, hops, select
from hallugraph.kg.describe import read_questions
from hallugraph.kg.entities import Entities
from hallugraph.kg.errors import InputError
from hallugraph.kg.fact import Derived, Fact, Stated, proof, source_facts
from hallugraph.kg.names import HG, METADATA_GRAPH, RDF, WD, WDT
from hallugraph.kg.store import Store


@pytest.fixture(scope="module")
def store(sample):
    with Store.snapshot(sample) as opened:
        yield opened


@pytest.fixture(scope="module")
def questions(store):
    [benchmark] = store.subjects(RDF.type, HG.Benchmark, METADATA_GRAPH)
    return read_questions(store, benchmark)


def test_half_of_the_answers_are_yes(questions):
    assert len(questions) == 100
    assert Counter(question.expected for question in questions) == {"yes": 50, "no": 50}


def test_no_wording_gives_the_answer_away(questions):
    for wording in ("positive", "negated", "antonym"):
        answers = {question.expected for question in questions if question.wording == wording}
        assert answers == {"yes", "no"}


def test_questions_are_spread(questions):
    assert {question.rule for question in questions} == {
        "stated", "symmetric", "inverse", "transitive", "composite", "negation",
    }  # fmt: skip
    assert len({question.domain for question in questions}) >= 6
    assert len({question.fact.relation for question in questions}) >= 30
    assert max(Counter(question.fact.relation for question in questions).values()) <= 15
    assert len({question.template.partition("/")[2] for question in questions}) == 9


def test_every_gold_answer_follows_from_truth_and_wording(questions):
    for question in questions:
        says_so = question.fact.holds == (question.wording == "positive")
        assert question.expected == ("yes" if says_so else "no")


def test_every_proof_ends_at_the_source(questions, store):
    sources = set(store.subjects(RDF.type, HG.Source, METADATA_GRAPH))
    for question in questions:
        assert isinstance(question.fact.evidence, Stated if question.rule == "stated" else Derived)
        for leaf in source_facts(question.fact):
            assert isinstance(leaf.evidence, Stated)
            assert leaf.evidence.source in sources
            assert next(store.quads(*leaf.triple, leaf.evidence.source), None) is not None
        assert all(isinstance(step.evidence, Derived) for step in proof(question.fact) if step.premises)


def test_no_question_is_asked_twice_or_answered_by_its_own_text(questions, store):
    assert len({question.text for question in questions}) == len(questions)
    entities = Entities.from_store(store)
    for question in questions:
        ends = (question.fact.subject, question.fact.object)
        left, right = (set(entities.label(term).casefold().split()) for term in ends)
        assert not left <= right
        assert not right <= left


def test_questions_read_as_sentences(questions):
    for question in questions:
        text = question.text
        assert text[0].isupper()
        assert text.endswith("?")
        assert "  " not in text and "{" not in text and "wd:" not in text and ".." not in text
        assert " the The " not in text and " the the " not in text


def test_the_same_seed_gives_the_same_benchmark_and_another_gives_another(sample_copy):
    with Store.open(sample_copy) as store:
        again = generate(store, count=100, title="sample questions")
        other = generate(store, count=100, seed=1, title="sample questions")
        assert again.already
        assert not other.already
        assert {q.text for q in other.questions} != {q.text for q in again.questions}


def test_more_than_there_is_gives_what_there_is_and_says_so(sample_copy):
    with Store.open(sample_copy) as store:
        benchmark = generate(store, count=100_000)
        assert 1_000 < len(benchmark.questions) < benchmark.wanted == 100_000


def test_an_empty_store_says_what_to_do():
    with Store.open() as store, pytest.raises(InputError, match="hallugraph load"):
        generate(store)


@pytest.mark.parametrize(
    ("wanted", "holds"),
    [
        (Wanted(rules=frozenset({"transitive"})), lambda question: question.rule == "transitive"),
        (Wanted(domains=frozenset({"people"})), lambda question: question.domain == "people"),
        (Wanted(relations=frozenset({WDT.P47})), lambda question: question.fact.relation == WDT.P47),
        (Wanted(hops=3), lambda question: hops(question.fact) >= 3),
    ],
)
def test_questions_are_about_what_is_wanted(sample_copy, wanted, holds):
    with Store.open(sample_copy) as store:
        questions = generate(store, count=30, wanted=wanted).questions
        assert len(questions) == 30
        assert all(holds(question) for question in questions)
        assert {question.expected for question in questions} == {"yes", "no"}


groups = st.tuples(st.sampled_from("abc"), st.sampled_from("xyz"), st.integers(1, 5), st.integers(1, 40))


@given(st.sets(groups, max_size=60), st.integers(0, 30), st.integers(0, 3))
def test_a_selection_is_even_and_never_invents(chosen, count, seed):
    candidates = [Candidate(Fact(WD[f"Q{n}"], WDT[f"P{r}"], WD.Q0), kind, domain) for kind, domain, r, n in chosen]
    picked = select(candidates, count, seed)
    assert len(picked) == min(count, len(candidates))
    assert Counter(map(id, picked)) <= Counter(map(id, candidates))
    assert picked == select(list(reversed(candidates)), count, seed) or len({c.fact for c in candidates}) < len(
        candidates
    )
    per_kind = Counter(item.kind for item in picked)
    available = Counter(item.kind for item in candidates)
    short = [kind for kind in available if per_kind[kind] < available[kind]]
    assert all(per_kind[kind] >= max(per_kind.values(), default=0) - 1 for kind in short), (
        "only an exhausted kind has fewer"
    )


def test_inverse_and_symmetric_twins_say_the_same():
    same = Sameness(families([(WDT.P22, WDT.P40), (WDT.P40, WDT.P1)]))
    assert same.first(Fact(WD.Q1, WDT.P22, WD.Q2))
    assert not same.first(Fact(WD.Q2, WDT.P1, WD.Q1))
    assert same.first(Fact(WD.Q1, WDT.P47, WD.Q2))
