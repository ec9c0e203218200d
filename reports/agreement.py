"""How well an oracle finds again the labels that were planted in sample and simulated answers."""

from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass

from ..kg.errors import InputError
from ..kg.records import CATEGORIES, CORRECT
from .rows import LABELS, Row, check, in_order
from .statistics import Rate, accuracy, cohen_kappa, f1, mean

PLANTABLE = (*CATEGORIES, "abstained", "unparsed")

Pairs = Counter[tuple[str, str]]
"""How many answers have a planted and a found label."""


@dataclass(frozen=True)
class Agreement:
    """Planted labels against what the oracle found; undefined figures are None.

    `confusion[p][f]` counts the answers planted as `labels[p]` and found as `labels[f]`. Nothing is left out:
    a sound or faulty answer that the oracle leaves unparsed, abstained or failed is an error everywhere below.
    """

    labels: tuple[str, ...]
    confusion: tuple[tuple[int, ...], ...]
    accuracy: Rate | None
    """Answers found exactly as planted, of all."""
    sensitivity: Rate | None
    """Answers with a planted fault that were judged and not found correct, of all answers with a planted fault."""
    specificity: Rate | None
    """Answers planted as correct that were judged correct, of all answers planted as correct."""
    apart: Rate | None
    """Answers planted as abstained or unparsed that were found as such; they are neither sound nor faulty."""
    f1: tuple[tuple[str, float | None], ...]
    """F1 of each label, over all answers."""
    macro_f1: float | None
    """Mean F1 of the four categories that occur."""
    macro_f1_all: float | None
    """Mean F1 of the labels that can be planted and occur: the four categories, abstained and unparsed."""
    kappa: float | None

    @property
    def total(self) -> int:
        """Return the number of answers with a planted label."""
        return sum(map(sum, self.confusion))

    @property
    def balanced_accuracy(self) -> float | None:
        """Return the mean of sensitivity and specificity; None where no sound or no faulty answer was planted."""
        if self.sensitivity is None or self.specificity is None:
            return None
        return (self.sensitivity.value + self.specificity.value) / 2


def agree(rows: Iterable[Row]) -> Agreement | None:
    """Compare planted with found labels; None where no answer carries a planted label.

    Raises InputError where a planted label is not a category, `abstained` or `unparsed`.
    """
    planted = [row for row in in_order(rows) if row.answer.planted]
    if not planted:
        return None
    check(planted)
    pairs = Counter((_planted(row), row.label) for row in planted)
    table = tuple(tuple(pairs[given, found] for found in LABELS) for given in LABELS)
    scores = tuple((label, f1(table, index)) for index, label in enumerate(LABELS))
    faults = set(CATEGORIES) - {CORRECT}
    return Agreement(
        labels=LABELS,
        confusion=table,
        accuracy=accuracy(table),
        sensitivity=_share(pairs, lambda given: given in faults, lambda _, found: found in faults),
        specificity=_share(pairs, lambda given: given == CORRECT, lambda _, found: found == CORRECT),
        apart=_share(pairs, lambda given: given not in CATEGORIES, lambda given, found: given == found),
        f1=scores,
        macro_f1=mean([score for label, score in scores if label in CATEGORIES]),
        macro_f1_all=mean([score for label, score in scores if label in PLANTABLE]),
        kappa=cohen_kappa(table),
    )


def _planted(row: Row) -> str:
    if row.answer.planted not in PLANTABLE:
        raise InputError(
            f"the answer {row.answer.id.value} has the planted label {row.answer.planted!r}; "
            f"expected one of {', '.join(PLANTABLE)}"
        )
    return row.answer.planted


def _share(pairs: Pairs, chosen: Callable[[str], bool], right: Callable[[str, str], bool]) -> Rate | None:
    cases = {pair: count for pair, count in pairs.items() if chosen(pair[0])}
    return Rate.of(sum(count for pair, count in cases.items() if right(*pair)), sum(cases.values()))
