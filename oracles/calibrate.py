"""Choose the thresholds of an oracle on answers whose faults are known.

Each answer is measured once; each threshold of a grid is then tried on the measurements. The best one has the
highest macro F1 over the categories; ties go to the balanced accuracy of faulty against sound, then to the
smallest threshold.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from ..kg.errors import UsageError
from ..kg.records import CATEGORIES, CORRECT, Answer, Question
from .logic import LogicOracle, Measurement


@dataclass(frozen=True, slots=True)
class Row:
    """How one threshold does. `unread` answers got no category; they count against their true category."""

    threshold: float
    macro_f1: float
    balanced_accuracy: float
    unread: int


@dataclass(frozen=True)
class Calibration:
    """The best threshold, the whole table, and how many answers it was fitted on.

    `skipped` answers have no category planted (refusals, noise) or none known.
    """

    preset: str
    thresholds: Mapping[str, float]
    best: Row
    table: tuple[Row, ...]
    answers: int
    skipped: int


def calibrate(
    rows: Iterable[tuple[Question, Answer]], oracle: LogicOracle, grid: Sequence[float] | None = None
) -> Calibration:
    """Fit the thresholds of an oracle's preset on answers with planted faults; all thresholds take the same value.

    `grid` defaults to 0, 0.05, …, 1. Raises UsageError where no answer has a category planted in it.
    """
    steps = [step / 20 for step in range(21)] if grid is None else sorted(grid)
    measured: list[tuple[str, Measurement]] = []
    skipped = 0
    for question, answer in rows:
        if answer.planted in CATEGORIES:
            measured.append((answer.planted, oracle.measure(question, answer.text)))
        else:
            skipped += 1
    if not measured or not steps:
        raise UsageError(
            "nothing to calibrate on: give answers with planted categories, such as those of simulated/0.5"
        )
    table = tuple(_row(measured, oracle, step) for step in steps)
    best = max(table, key=lambda row: (row.macro_f1, row.balanced_accuracy, -row.threshold))
    chosen = dict.fromkeys(oracle.preset.thresholds, best.threshold)
    return Calibration(oracle.preset.name, chosen, best, table, len(measured), skipped)


def _row(measured: Sequence[tuple[str, Measurement]], oracle: LogicOracle, threshold: float) -> Row:
    limits = dict.fromkeys(oracle.preset.thresholds, threshold)
    pairs = [(true, oracle.categorise(measurement, limits)) for true, measurement in measured]
    return Row(threshold, macro_f1(pairs), balanced_accuracy(pairs), sum(not said for _, said in pairs))


def macro_f1(pairs: Sequence[tuple[str, str]]) -> float:
    """Return the mean F1 over the true categories of (true, said) pairs.

    >>> macro_f1([("correct", "correct"), ("both", "correct")])
    0.3333333333333333
    """
    hits = Counter(true for true, said in pairs if true == said)
    true_counts, said_counts = Counter(true for true, _ in pairs), Counter(said for _, said in pairs)
    scores = [2 * hits[name] / (count + said_counts[name]) for name, count in sorted(true_counts.items())]
    return sum(scores) / len(scores) if scores else 0.0


def balanced_accuracy(pairs: Sequence[tuple[str, str]]) -> float:
    """Return the mean of the shares of sound answers called sound and of faulty ones called faulty.

    Where there are only sound or only faulty answers it is the share of these. An unread answer is called neither.
    """
    called = [(true == CORRECT, said == CORRECT if said else None) for true, said in pairs]
    shares = []
    for sound in (True, False):
        own = [said for true, said in called if true == sound]
        if own:
            shares.append(sum(said is sound for said in own) / len(own))
    return sum(shares) / len(shares) if shares else 0.0
