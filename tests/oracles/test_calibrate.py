"""Choosing thresholds on answers with planted faults."""

import pytest

from hallugraph.kg.errors import UsageError
from hallugraph.kg.names import ID
from hallugraph.kg.records import Answer, Question
from hallugraph.oracles.calibrate import balanced_accuracy, calibrate, macro_f1
from hallugraph.oracles.logic import LogicOracle

from .world import ENTITIES, LEXICON, QUESTIONS

PLANTED = [
    ("slade", "correct", "Yes. The Slade School of Fine Art is located in London. London is located in England."),
    (
        "slade",
        "wrong-knowledge",
        "Yes. The Slade School of Fine Art is located in Vienna. London is located in England.",
    ),
    (
        "slade",
        "wrong-inference",
        "No. The Slade School of Fine Art is located in London. London is located in England.",
    ),
    ("haydn", "both", "Yes, Joseph Haydn died in Milan."),
    ("haydn", "abstained", "I don't know."),
]


def row(name: str, planted: str, text: str) -> tuple[Question, Answer]:
    question = QUESTIONS[name]
    return question, Answer(question.id, ID["run/test"], "test", text, planted=planted)


def test_finds_the_threshold_that_separates():
    found = calibrate([row(*planted) for planted in PLANTED], LogicOracle(LEXICON, ENTITIES))
    assert (found.best.threshold, found.best.macro_f1, found.best.balanced_accuracy) == (0, 1, 1)
    assert found.thresholds == {"knowledge": 0}
    assert (found.answers, found.skipped, len(found.table)) == (4, 1, 21)
    assert found.table[-1].macro_f1 < 1


def test_calibrates_the_jaccard_rule_too():
    found = calibrate(
        [row(*planted) for planted in PLANTED], LogicOracle(LEXICON, ENTITIES, preset="paper"), [0, 0.5, 1]
    )
    assert set(found.thresholds) == {"edges", "nodes"}
    assert [line.threshold for line in found.table] == [0, 0.5, 1]


def test_needs_planted_faults():
    with pytest.raises(UsageError, match="nothing to calibrate on"):
        calibrate([], LogicOracle(LEXICON, ENTITIES))


@pytest.mark.parametrize(
    ("pairs", "f1", "accuracy"),
    [
        ([("correct", "correct"), ("both", "both")], 1, 1),
        ([("correct", "both"), ("both", "correct")], 0, 0),
        ([("correct", "correct"), ("both", "wrong-knowledge")], 1 / 2, 1),
        ([("correct", "")], 0, 0),
        ([("both", "wrong-inference")], 0, 1),
        ([], 0, 0),
    ],
)
def test_measures(pairs: list[tuple[str, str]], f1: float, accuracy: float):
    assert (macro_f1(pairs), balanced_accuracy(pairs)) == pytest.approx((f1, accuracy))
