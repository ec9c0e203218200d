"""Time as intervals of days, each end known within bounds; what is true of two of them is true, false or open.

A day is an integer: the proleptic Gregorian day number, 0 for 1 January of the year 1. A date says no more than its
precision: a year is one of its days, not its 1 January.
"""

import re
from calendar import isleap
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Self

from pyoxigraph import Literal

from .names import XSD

_DATE = re.compile(r"(-?\d{4,})(?:-(\d\d))?(?:-(\d\d))?(T00:00:00(?:\.0+)?Z?|T.*)?(?:Z|[+-]\d\d:\d\d)?$")
_PARTS = {XSD.gYear: 1, XSD.gYearMonth: 2, XSD.date: 3, XSD.dateTime: 3}
_LENGTHS = (31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31)

Ends = tuple[str, int, str]
"""A constraint (x, k, y) on ends: x + k <= y. Ends are "a.start", "a.end", "b.start" and "b.end"."""


@dataclass(frozen=True)
class Interval:
    """A stretch of whole days, both ends in it. Each end lies within its bounds; a bound of None is not known."""

    earliest_start: int | None
    latest_start: int | None
    earliest_end: int | None
    latest_end: int | None

    @classmethod
    def within(cls, first: int, last: int) -> Self:
        """Make the interval of something that happened at some time from day `first` to day `last`."""
        return cls(first, last, first, last)

    @classmethod
    def between(cls, start: "Interval | None", end: "Interval | None") -> Self:
        """Make the interval that runs from one event to another; None is an event whose time is not known."""
        return cls(
            start.earliest_start if start else None,
            start.latest_end if start else None,
            end.earliest_start if end else None,
            end.latest_end if end else None,
        )


def day_number(year: int, month: int, day: int) -> int:
    """Return the number of a day; years count as astronomers do: 0 is 1 BC.

    >>> from datetime import date
    >>> day_number(2000, 3, 1) + 1 == date(2000, 3, 1).toordinal()
    True
    """
    before = year - 1
    months = sum(_length(year, number) for number in range(1, month))
    return 365 * before + before // 4 - before // 100 + before // 400 + months + day - 1


def interval_of(value: Literal) -> Interval | None:
    """Return the days that a date may mean, by its precision; None where it is no date that can be read.

    A year or month is some day of it. Wikidata's plain triples write years and months as a dateTime on their first
    day, at midnight, which cannot be told from that day: such a value is read as the whole year or month, which is
    sound either way. Decades and centuries cannot be told from years. A year BC is read as both years that it may be:
    "-0044" is 44 BC for XSD 1.0, 45 BC for XSD 1.1.

    >>> interval_of(Literal("0001", datatype=XSD.gYear)) == Interval.within(0, 364)
    True
    """
    match = _DATE.match(value.value)
    precision = _PARTS.get(value.datatype, 0)
    if match is None or not precision:
        return None
    year, month, day = (int(part) if part else None for part in match.groups()[:3])
    if (1 + (month is not None) + (day is not None)) != precision or year is None:
        return None
    if value.datatype == XSD.dateTime and (match[4] or "").startswith("T00:00:00") and day == 1:
        month, day = (None if month == 1 else month), None
    if not _exists(year, month, day):
        return None
    later = year + 1 if year < 0 else year
    return Interval.within(_first(year, month, day), _last(later, month, day))


def hull(intervals: Iterable[Interval]) -> Interval | None:
    """Return the event that may have been at any of several times, as where sources differ; None for none."""
    known = list(intervals)
    starts = [item.earliest_start for item in known if item.earliest_start is not None]
    ends = [item.latest_end for item in known if item.latest_end is not None]
    if not known or len(starts) < len(known) or len(ends) < len(known):
        return None
    return Interval.within(min(starts), max(ends))


def _exists(year: int, month: int | None, day: int | None) -> bool:
    if month is None:
        return True
    years = (year, year + 1) if year < 0 else (year,)
    return 1 <= month <= 12 and (day is None or 1 <= day <= max(_length(item, month) for item in years))


def _length(year: int, month: int) -> int:
    return 29 if month == 2 and isleap(year) else _LENGTHS[month - 1]


def _first(year: int, month: int | None, day: int | None) -> int:
    month = month or 1
    return day_number(year, month, min(day or 1, _length(year, month)))


def _last(year: int, month: int | None, day: int | None) -> int:
    month = month or 12
    return day_number(year, month, min(day or 31, _length(year, month)))


# Comparisons. Each is a conjunction of constraints, true where no constraint can be broken and false where they cannot
# all be met.


def before(a: Interval, b: Interval) -> bool | None:
    """Say whether all of `a` is earlier than all of `b`."""
    return _decide(a, b, (("a.end", 1, "b.start"),))


def after(a: Interval, b: Interval) -> bool | None:
    """Say whether all of `a` is later than all of `b`."""
    return before(b, a)


def overlaps(a: Interval, b: Interval) -> bool | None:
    """Say whether the two have a day in common."""
    return _decide(a, b, (("a.start", 0, "b.end"), ("b.start", 0, "a.end")))


def during(a: Interval, b: Interval) -> bool | None:
    """Say whether every day of `a` is a day of `b`."""
    return _decide(a, b, (("b.start", 0, "a.start"), ("a.end", 0, "b.end")))


def meets(a: Interval, b: Interval) -> bool | None:
    """Say whether `b` starts on the day after `a` ends."""
    return _decide(a, b, _ALLEN["meets"])


_ALLEN: dict[str, tuple[Ends, ...]] = {
    "before": (("a.end", 2, "b.start"),),
    "meets": (("a.end", 1, "b.start"), ("b.start", -1, "a.end")),
    "overlaps": (("a.start", 1, "b.start"), ("b.start", 0, "a.end"), ("a.end", 1, "b.end")),
    "starts": (("a.start", 0, "b.start"), ("b.start", 0, "a.start"), ("a.end", 1, "b.end")),
    "during": (("b.start", 1, "a.start"), ("a.end", 1, "b.end")),
    "finishes": (("b.start", 1, "a.start"), ("a.end", 0, "b.end"), ("b.end", 0, "a.end")),
    "equals": (
        ("a.start", 0, "b.start"),
        ("b.start", 0, "a.start"),
        ("a.end", 0, "b.end"),
        ("b.end", 0, "a.end"),
    ),
}
_TURNED = {
    "after": "before",
    "met-by": "meets",
    "overlapped-by": "overlaps",
    "started-by": "starts",
    "contains": "during",
    "finished-by": "finishes",
}
ALLEN = (*_ALLEN, *_TURNED)
"""Allen's thirteen relations over whole days: exactly one of them is true of two intervals whose ends are certain."""


def allen(a: Interval, b: Interval, relation: str) -> bool | None:
    """Say whether one of `ALLEN` is true of `a` and `b`."""
    if relation in _TURNED:
        return _decide(b, a, _ALLEN[_TURNED[relation]])
    return _decide(a, b, _ALLEN[relation])


def allen_relation(a: Interval, b: Interval) -> str | None:
    """Return the one of `ALLEN` that is certainly true of `a` and `b`; None where more than one may be."""
    return next((relation for relation in ALLEN if allen(a, b, relation)), None)


def _decide(a: Interval, b: Interval, constraints: tuple[Ends, ...]) -> bool | None:
    if not _possible(a, b, constraints):
        return False
    broken = ((right, 1 - gap, left) for left, gap, right in constraints)
    return True if not any(_possible(a, b, (item,)) for item in broken) else None


_ORDER: tuple[Ends, ...] = (("a.start", 0, "a.end"), ("b.start", 0, "b.end"))


def _possible(a: Interval, b: Interval, constraints: tuple[Ends, ...]) -> bool:
    """Say whether ends within the bounds meet all constraints.

    Each end is raised to the least day that the others allow. Four ends settle in four rounds, or never.
    """
    low: dict[str, int | None] = {
        "a.start": a.earliest_start,
        "a.end": a.earliest_end,
        "b.start": b.earliest_start,
        "b.end": b.earliest_end,
    }
    high = {"a.start": a.latest_start, "a.end": a.latest_end, "b.start": b.latest_start, "b.end": b.latest_end}
    system = (*_ORDER, *constraints)
    for _ in range(len(low) + 1):
        raised = False
        for left, gap, right in system:
            bound, own = low[left], low[right]
            if bound is not None and (own is None or bound + gap > own):
                low[right] = bound + gap
                raised = True
        if not raised:
            break
    else:
        return False
    pairs = ((low[end], high[end]) for end in low)
    return all(least is None or most is None or least <= most for least, most in pairs)
