"""The statistics that reports quote: rates with intervals, and agreement of two labellings.

Pure functions of counts. Where a figure is not defined (nothing was counted) they give None, never 0 and
never a division error.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt

from ..kg.errors import UsageError

Z95 = 1.959963984540054
"""The 97.5 % quantile of the normal distribution: two-sided intervals of 95 %."""

Table = Sequence[Sequence[int]]
"""A confusion table: counts by [class given by the first labelling][class given by the second]."""


@dataclass(frozen=True)
class Rate:
    """`count` of `total` with the bounds of its 95 % Wilson interval, as fractions in 0..1."""

    count: int
    total: int
    low: float
    high: float

    @classmethod
    def of(cls, count: int, total: int) -> "Rate | None":
        """Return the rate of `count` in `total` with its interval; None where `total` is 0."""
        if total == 0:
            return None
        return cls(count, total, *wilson(count, total))

    @property
    def value(self) -> float:
        """Return count / total."""
        return self.count / self.total


def wilson(count: int, total: int, z: float = Z95) -> tuple[float, float]:
    """Return the Wilson score interval of a proportion, as (low, high) with 0 <= low <= count/total <= high <= 1.

    Source: E. B. Wilson, "Probable inference, the law of succession, and statistical inference", JASA 22 (1927)
    209-212. It treats the counted cases as independent. It keeps its coverage for small totals and for
    proportions near 0 and 1, where the normal approximation fails.

    Raises UsageError unless 0 <= count <= total and total > 0.
    """
    if not 0 <= count <= total or total == 0:
        raise UsageError(f"a proportion needs 0 <= count <= total and total > 0, not {count!r} of {total!r}")
    share, square = count / total, z * z / total
    centre = (share + square / 2) / (1 + square)
    half = z / (1 + square) * sqrt(share * (1 - share) / total + square / (4 * total))
    # The bounds are exactly 0 and 1 at the ends; rounding must not carry them past the share or out of 0..1.
    low = 0.0 if count == 0 else min(share, max(0.0, centre - half))
    high = 1.0 if count == total else max(share, min(1.0, centre + half))
    return low, high


def f1(table: Table, index: int) -> float | None:
    """Return the F1 score of one class of a square table; None where neither labelling uses the class."""
    hits = table[index][index]
    given, found = sum(table[index]), sum(row[index] for row in table)
    return 2 * hits / (given + found) if given + found else None


def mean(values: Sequence[float | None]) -> float | None:
    """Return the mean of the values that are defined; None where none is."""
    defined = [value for value in values if value is not None]
    return sum(defined) / len(defined) if defined else None


def accuracy(table: Table) -> Rate | None:
    """Return the share of cases on the diagonal of a square table."""
    return Rate.of(sum(table[index][index] for index in range(len(table))), sum(map(sum, table)))


def cohen_kappa(table: Table) -> float | None:
    """Return Cohen's kappa of a square table, in -1..1.

    kappa = (observed - chance) / (1 - chance), where chance is the agreement expected from the margins. None
    for an empty table, and where both labellings use one and the same class only (chance is 1).

    Source: J. Cohen, "A coefficient of agreement for nominal scales", EPM 20 (1960) 37-46.
    """
    total = sum(map(sum, table))
    # Whole numbers until the last division: chance = 1 is told exactly.
    observed = total * sum(table[index][index] for index in range(len(table)))
    chance = sum(sum(table[index]) * sum(row[index] for row in table) for index in range(len(table)))
    return (observed - chance) / (total * total - chance) if total * total != chance else None
