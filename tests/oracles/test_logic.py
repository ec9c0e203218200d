"""The logic oracle on answers in natural prose, and what its verdicts say."""

import time
from dataclasses import replace

import pytest
from pyoxigraph import NamedNode

from hallugraph.kg.errors import UnknownNameError, UsageError
from hallugraph.kg.fact import Term
from hallugraph.kg.names import ID, WDT
from hallugraph.kg.records import Answer
from hallugraph.oracles.logic import LogicOracle, algorithm_3

from .world import ENTITIES, LEXICON, QUESTIONS, named

ORACLE = LogicOracle(LEXICON, ENTITIES)
PAPER = LogicOracle(LEXICON, ENTITIES, preset="paper")

C, K, I, B, A, U = "correct", "wrong-knowledge", "wrong-inference", "both", "abstained", "unparsed"  # noqa: E741

TABLE = [
    ("slade", C, "Yes, it is. The Slade School of Fine Art is located in London, which lies in England."),
    ("slade", C, "Yes. The Slade School is located in London, and London is located in England."),
    ("slade", C, "Yes."),
    ("slade", C, "Yes. It was founded long ago and is popular with students."),
    ("slade", I, "No."),
    (
        "slade",
        I,
        "No. The Slade School of Fine Art is located in London and London lies in England, but the school does not.",
    ),
    ("slade", K, "Yes. The Slade School of Fine Art is located in Vienna, and Vienna lies in England."),
    ("slade", B, "No, the Slade School of Fine Art is located in Toronto."),
    ("slade", A, "I'm afraid I can't confirm where the Slade School of Fine Art is located."),
    ("slade", U, "The Slade School of Fine Art is lovely in spring."),
    ("slade", C, "The Slade School of Fine Art is located in London. London is located in England."),
    ("haydn", C, "No, he died in Vienna. Joseph Haydn did not die in Milan."),
    ("haydn", C, "No. Haydn died in Vienna."),
    ("haydn", C, "No. Joseph Haydn, a friend of Mozart, passed away in Vienna in 1809."),
    ("haydn", B, "That's right. Joseph Haydn died in Milan on 31 May 1809."),
    ("haydn", I, "Yes. Joseph Haydn died in Vienna, so it is correct that Joseph Haydn died in Milan."),
    ("haydn", K, "No, Joseph Haydn died in Salzburg, not in Milan."),
    ("haydn", K, "No. Joseph Haydn died in Gotham."),
    ("haydn", C, "Joseph Haydn died in Vienna."),
    ("haydn-not", C, "Yes, that is true. Joseph Haydn died in Vienna, not in Milan."),
    ("haydn-not", I, "No. Joseph Haydn died in Vienna."),
    ("haydn-not", B, "No, that is false. Joseph Haydn died in Milan."),
    ("ritter", C, "No, John Ritter was born in Burbank, California."),
    ("ritter", B, "Yes, John Ritter was born in San Francisco."),
    ("ritter", K, "No, John Ritter was born in Toronto."),
    ("ritter", A, "I do not have any information about where John Ritter was born."),
    ("bihar", C, "No, you're mistaken. The capital of Bihar is Patna."),
    ("bihar", C, "No, Patna, not Islamabad, is the capital of Bihar."),
    ("bihar", K, "No, the capital of Bihar is Lucknow."),
    ("bihar", B, "Yes, you are right. Islamabad is the capital of Bihar."),
    ("damascus", C, "Yes, Damascus is the capital of Syria."),
    ("damascus", B, "No."),
    ("damascus", B, "No, Syria's capital is Aleppo."),
    ("damascus-not", C, "No, that's incorrect. Damascus is the capital of Syria."),
    ("damascus-not", I, "Yes. The capital of Syria is Damascus."),
    ("damascus-not", B, "Yes, that is right: Damascus isn't Syria's capital."),
    ("jonas", C, "Yes, Nick Jonas and Kevin Jonas are brothers."),
    ("jonas", I, "No, Nick Jonas is not a sibling of Kevin Jonas."),
    ("cole", C, "No. Natalie Cole was Nat King Cole's daughter."),
    ("cole", C, "No, it is the other way round: Natalie Cole is a child of Nat King Cole."),
    ("cole", I, "Yes, Nat King Cole is a child of Natalie Cole, and Natalie Cole is a child of Nat King Cole."),
    ("zodiac", C, "Yes. Zodiac was directed by David Fincher, an American citizen."),
    ("zodiac", K, "Yes. Zodiac was directed by Steven Spielberg, who is a citizen of the United States."),
    ("zodiac", B, "No. Zodiac was directed by Steven Spielberg."),
    ("zodiac", C, "Yes. Zodiac was directed by David Fincher. David Fincher might be a citizen of Canada."),
    ("zodiac", C, "Yes. David Fincher directed Zodiac. Steven Spielberg directed Zodiac, too."),
    ("zodiac", U, "…"),
    ("zodiac", U, ""),
]


@pytest.mark.parametrize(("question", "expected", "text"), TABLE)
def test_natural_answers(question: str, expected: str, text: str):
    verdict = ORACLE.judge(QUESTIONS[question], text)
    assert (verdict.category or verdict.outcome) == expected, verdict.reasons
    assert verdict.reasons
    assert (verdict.outcome == "judged") == bool(verdict.category)


def test_reasons_are_sentences_with_names():
    reasons = ORACLE.judge(QUESTIONS["bihar"], "No, the capital of Bihar is Lucknow.").reasons
    assert reasons == (
        "answers no, expected no",
        "says “the capital of Bihar is Lucknow” where the truth is “the capital of Bihar is Patna”",
    )


def test_graphs_and_their_differences_are_kept():
    verdict = ORACLE.judge(QUESTIONS["slade"], "Yes. The Slade School of Fine Art is located in Vienna.")
    assert verdict.said == "yes"
    assert {edge.object for edge in verdict.reference_graph} == {named("London"), named("England")}
    assert [edge.object for edge in verdict.invented_edges] == [named("Vienna")]
    assert verdict.invented_nodes == (named("Vienna"),)
    assert verdict.missing_nodes == (named("London"),)
    assert len(verdict.missing_edges) == 2
    assert (verdict.edge_similarity, verdict.node_similarity) == (1 / 4, 2 / 4)
    assert (verdict.edge_containment, verdict.node_containment) == (1 / 2, 2 / 3)


def test_a_full_answer_has_full_similarity():
    text = "Yes. The Slade School of Fine Art is located in London. London is located in England."
    verdict = ORACLE.judge(QUESTIONS["slade"], text)
    assert (verdict.edge_similarity, verdict.node_similarity) == (1, 1)
    assert verdict.missing_edges == verdict.invented_edges == ()


def test_what_is_known_to_be_true_is_no_fault_and_what_is_known_to_be_false_is_one():
    def knows(subject: Term, relation: NamedNode, object_: Term) -> bool | None:
        known: dict[tuple[Term, NamedNode, Term], bool] = {(named("Zodiac"), WDT.P57, named("Steven Spielberg")): True}
        known[named("David Fincher"), WDT.P19, named("Toronto")] = False
        return known.get((subject, relation, object_))

    text = "Yes. Zodiac was directed by Steven Spielberg."
    knowing = LogicOracle(LEXICON, ENTITIES, knows=knows)
    assert ORACLE.judge(QUESTIONS["zodiac"], text).category == K
    assert knowing.judge(QUESTIONS["zodiac"], text).category == C
    text = "Yes. David Fincher, who was born in Toronto, directed Zodiac."
    assert ORACLE.judge(QUESTIONS["zodiac"], text).category == C
    assert knowing.judge(QUESTIONS["zodiac"], text).category == K


def test_a_failed_call_is_neither_right_nor_wrong():
    answer = Answer(QUESTIONS["slade"].id, ID["run/test"], "test", "", error="HTTP 500")
    verdict = ORACLE.judge(QUESTIONS["slade"], answer)
    assert (verdict.outcome, verdict.category) == ("failed", "")
    assert "HTTP 500" in verdict.reasons[0]


def test_the_same_answer_gets_the_same_verdict():
    answer = Answer(QUESTIONS["slade"].id, ID["run/test"], "test", "Yes. It lies in London.")
    other = LogicOracle(LEXICON, ENTITIES)
    assert ORACLE.judge(QUESTIONS["slade"], answer) == other.judge(QUESTIONS["slade"], answer)


@pytest.mark.parametrize(
    ("edges", "nodes", "category"),
    [(1, 1, C), (0.8, 0.8, C), (0.79, 0.79, B), (0.79, 0.8, I), (0.8, 0.79, K), (0, 0, B)],
)
def test_algorithm_3(edges: float, nodes: float, category: str):
    assert algorithm_3(edges, nodes, {"edges": 0.8, "nodes": 0.8}) == category


@pytest.mark.parametrize(
    ("question", "expected", "text"),
    [
        ("slade", C, "Yes. The Slade School of Fine Art is located in London. London is located in England."),
        ("slade", I, "No. The Slade School of Fine Art lies outside England. London lies in England. "
         "The Slade School of Fine Art lies in London."),
        ("slade", B, "Yes. The Slade School of Fine Art is located in Vienna."),
        ("slade", C, "I don't know."),
        ("slade", U, "…"),
    ],
)  # fmt: skip
def test_paper_preset(question: str, expected: str, text: str):
    verdict = PAPER.judge(QUESTIONS[question], text)
    assert (verdict.category or verdict.outcome) == expected, verdict.reasons


def test_oracles_are_named_by_their_settings():
    again, other = LogicOracle(LEXICON, ENTITIES), LogicOracle(LEXICON, ENTITIES, thresholds={"knowledge": 0.5})
    assert ORACLE.iri == again.iri
    assert len({ORACLE.iri, other.iri, PAPER.iri}) == 3
    assert PAPER.parameters == {
        "preset": "paper", "rule": "jaccard", "edges": "0.8", "nodes": "0.8", "layers": "entity alias value"
    }  # fmt: skip


def test_a_threshold_lets_small_shares_pass():
    lenient = LogicOracle(LEXICON, ENTITIES, thresholds={"knowledge": 0.5})
    text = "Yes. The Slade School of Fine Art is located in Vienna, and London lies in England."
    assert ORACLE.judge(QUESTIONS["slade"], text).category == K
    assert lenient.judge(QUESTIONS["slade"], text).category == C


@pytest.mark.parametrize(
    ("preset", "thresholds", "error", "words"),
    [
        ("drowzee", {}, UnknownNameError, "there is no preset 'drowzee'"),
        ("default", {"theta": 0.1}, UnknownNameError, "there is no threshold of preset 'default' 'theta'"),
        ("paper", {"edges": 2}, UsageError, "threshold 'edges' is 2; expected 0 to 1"),
    ],
)
def test_wrong_settings(preset: str, thresholds: dict[str, float], error: type[Exception], words: str):
    with pytest.raises(error, match=words):
        LogicOracle(LEXICON, ENTITIES, preset=preset, thresholds=thresholds)


def test_is_fast():
    question = QUESTIONS["slade"]
    start = time.perf_counter()
    for number in range(200):
        ORACLE.judge(
            question, f"Yes. The Slade School of Fine Art is located in London. {number}. London lies in England."
        )
    assert time.perf_counter() - start < 4, "50 answers/s; a quiet machine judges over 1,000"


def test_questions_without_proof_are_judged_by_their_fact():
    question = QUESTIONS["damascus"]
    bare = replace(question, fact=replace(question.fact, evidence=None))
    assert ORACLE.judge(bare, "Yes, Damascus is the capital of Syria.").category == C
