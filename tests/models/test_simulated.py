"""Simulated answers are read back: every sentence of the small world is known, and so is its truth."""

import re
from itertools import product

import pytest

from hallugraph.kg.fact import Fact, proof
from hallugraph.kg.names import WDT
from hallugraph.kg.records import BOTH, CORRECT, WRONG_INFERENCE, WRONG_KNOWLEDGE
from hallugraph.kg.wording import Verbaliser
from hallugraph.models.model import get_model
from hallugraph.models.phrases import CONCLUSION_PLACES, LAYOUTS, POINT_PLACES
from hallugraph.models.simulated import ABSTAINED, FAULTS, UNPARSED, SimulatedModel

JUDGED = (CORRECT, WRONG_KNOWLEDGE, WRONG_INFERENCE, BOTH)
ALIASES = {"the republic of alba": "alba", "seahaven": "albport", "countess moor": "ada moor"}


@pytest.fixture(scope="module")
def sentences(world):
    """Map every clause of the world, lower case, to what it says."""
    verbaliser: Verbaliser = world.verbaliser
    iris = [entity.iri for entity in world.entities]
    found = {}
    for relation, subject, object_ in product(verbaliser.lexicon, iris, iris):
        triple = (subject, relation.iri, object_)
        for variant in range(verbaliser.variants(relation.iri)):
            found[verbaliser.statement(*triple, variant=variant).lower()] = Fact(*triple)
        for clause in filter(None, (verbaliser.negation(*triple), verbaliser.antonym(*triple))):
            found[clause.lower()] = Fact(*triple, holds=False)
    return found


def stands_alone(clause, text):
    return re.search(rf"(?<!\w){re.escape(clause)}(?!\w)", text) is not None


def read(text, sentences):
    """Return the yes/no and the facts of an answer."""
    text = text.lower()
    for alias, name in ALIASES.items():
        text = text.replace(alias, name)
    yes = not re.search(r"\b(no|incorrect|not correct)\b", text)
    assert yes == bool(re.search(r"\byes\b|(?<!not )\bcorrect\b", text)), f"says both or neither: {text}"
    return yes, [fact for clause, fact in sentences.items() if clause in text and stands_alone(clause, text)]


def answers(world, rate: float = 1, seeds: int = 8, **options):
    for seed in range(seeds):
        model = get_model(f"simulated/{rate}", context=world.context(seed=seed), **options)
        yield from zip(world.questions, model.answer(world.questions), strict=True)


def is_true(world, fact):
    return world.background.known(*fact.triple) == fact.holds


def about(fact, question):
    """Say whether a fact says the conclusion or denies it, in whatever relation words the same."""
    return fact.triple == question.fact.triple or {fact.subject, fact.object} == {
        question.fact.subject,
        question.fact.object,
    }


@pytest.mark.parametrize("planted", JUDGED)
def test_an_answer_has_the_planted_fault_and_no_other(world, sentences, planted):
    rate, faults = (0, FAULTS) if planted == CORRECT else (1, [planted])
    seen = 0
    for question, reply in answers(world, rate, faults=faults):
        if reply.planted != planted:
            continue
        seen += 1
        yes, facts = read(reply.text, sentences)
        assert facts, reply.text
        false = [fact for fact in facts if not is_true(world, fact)]
        assert (yes == (question.expected == "yes")) == (planted in (CORRECT, WRONG_KNOWLEDGE))
        if planted == CORRECT:
            assert not false, reply.text
        elif planted == WRONG_INFERENCE:
            assert all(about(fact, question) for fact in false), reply.text
            derived = question.fact.premises and question.fact.relation != WDT.P1376
            concluded = [fact for fact in facts if derived and fact.triple == question.fact.triple]
            assert all(fact in false for fact in concluded), reply.text
        else:
            assert false, reply.text
        if planted == WRONG_KNOWLEDGE:
            assert not any(fact.triple == question.fact.triple for fact in false), reply.text
    assert seen > 20


def test_reasoned_answers_state_every_premise(world, sentences):
    for question, reply in answers(world, rate=0, seeds=4):
        _, facts = read(reply.text, sentences)
        sources = [fact for fact in proof(question.fact) if not fact.premises]
        said = {fact.triple for fact in facts}
        # "A is the capital of B" and "the capital of B is A" are one sentence.
        assert all(fact.triple in said or fact.relation == WDT.P36 for fact in sources), reply.text


def test_possible_faults(world):
    model = SimulatedModel(1, world.verbaliser, world.background)
    found = {}
    for question in world.questions:
        kind = (bool(question.fact.premises), question.wording)
        found.setdefault(kind, set()).add(tuple(model.possible_faults(question)))
    assert found[(False, "positive")] == {(BOTH, ABSTAINED, UNPARSED)}
    assert found[(False, "negated")] == {(WRONG_INFERENCE, BOTH, ABSTAINED, UNPARSED)}
    assert found[(True, "positive")] == found[(True, "negated")] == {FAULTS}


def test_a_fault_that_is_not_possible_is_not_planted(world):
    stated = [question for question in world.questions if not question.fact.premises]
    model = get_model("simulated/1", context=world.context(), faults=[WRONG_KNOWLEDGE])
    assert {reply.planted for reply in model.answer(stated)} == {CORRECT}


def test_rates_are_kept_and_nested(world):
    few, many = ({(q.id, n // 62) for n, (q, r) in enumerate(answers(world, rate, seeds=20)) if r.planted != CORRECT}
                 for rate in (0.3, 0.6))  # fmt: skip
    total = 20 * len(world.questions)
    assert few < many
    assert abs(len(few) / total - 0.3) < 0.05
    assert abs(len(many) / total - 0.6) < 0.05
    assert {reply.planted for _, reply in answers(world, rate=0, seeds=1)} == {CORRECT}


@pytest.mark.parametrize("planted", [ABSTAINED, UNPARSED])
def test_what_says_nothing(world, sentences, planted):
    texts = {reply.text for _, reply in answers(world, faults=[planted], seeds=3)}
    assert len(texts) > 10
    for text in texts:
        assert not re.search(r"\b(yes|no|correct|incorrect)\b", text, re.IGNORECASE) or planted == ABSTAINED
        assert "{" not in text
        if planted == UNPARSED:
            assert not any(clause in text.lower() for clause in sentences)


def test_answers_vary_with_the_seed_and_read_well(world):
    texts = [reply.text for _, reply in answers(world, 0.5) if reply.planted != UNPARSED]
    assert len(set(texts)) > len(texts) / 3
    for text in texts:
        assert not re.search(r"\.\.(?!\.)|  \S| [.,]|None|\{|http|–", text), text


def test_aliases_and_further_facts_are_used(world):
    texts = " ".join(reply.text for _, reply in answers(world, 0, seeds=10))
    assert "Countess Moor" in texts
    assert "10 December 1815" in texts
    assert "Moor, Ada" not in texts


def test_layouts_have_points_or_a_conclusion():
    assert len(LAYOUTS) == len(set(LAYOUTS)) >= 12
    assert all(any(place in layout for place in (*POINT_PLACES, *CONCLUSION_PLACES)) for layout in LAYOUTS)
