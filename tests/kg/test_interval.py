"""Intervals with open ends: every comparison against all choices within the bounds."""

from collections.abc import Callable, Iterator
from datetime import date
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pyoxigraph import Literal

from hallugraph.kg.interval import (
    ALLEN,
    Interval,
    after,
    allen,
    allen_relation,
    before,
    day_number,
    during,
    hull,
    interval_of,
    meets,
    overlaps,
)
from hallugraph.kg.names import XSD

LIMIT = 6
Days = tuple[int, int]


def choices(interval: Interval) -> Iterator[Days]:
    """Yield every (start, end) that the bounds allow; unknown bounds reach well past all known ones."""
    starts = range(
        -LIMIT if interval.earliest_start is None else interval.earliest_start,
        (2 * LIMIT if interval.latest_start is None else interval.latest_start) + 1,
    )
    ends = range(
        -LIMIT if interval.earliest_end is None else interval.earliest_end,
        (2 * LIMIT if interval.latest_end is None else interval.latest_end) + 1,
    )
    yield from ((start, end) for start, end in product(starts, ends) if start <= end)


bound = st.none() | st.integers(0, LIMIT)
intervals = st.builds(Interval, bound, bound, bound, bound).filter(lambda item: any(choices(item)))


def brute(a: Interval, b: Interval, holds: Callable[[Days, Days], bool]) -> bool | None:
    """Try all choices."""
    seen = {holds(left, right) for left, right in product(choices(a), choices(b))}
    return seen.pop() if len(seen) == 1 else None


PLAIN: dict[Callable[[Interval, Interval], bool | None], Callable[[Days, Days], bool]] = {
    before: lambda a, b: a[1] < b[0],
    after: lambda a, b: a[0] > b[1],
    overlaps: lambda a, b: a[0] <= b[1] and b[0] <= a[1],
    during: lambda a, b: b[0] <= a[0] and a[1] <= b[1],
    meets: lambda a, b: a[1] + 1 == b[0],
}


@pytest.mark.parametrize("compare", PLAIN)
@given(intervals, intervals)
def test_comparisons_are_true_only_where_every_choice_is(
    compare: Callable[[Interval, Interval], bool | None], a: Interval, b: Interval
) -> None:
    assert compare(a, b) is brute(a, b, PLAIN[compare])


def allen_of(a: Days, b: Days) -> str:
    """Name Allen's relation by comparing the ends of half-open intervals."""
    (s, e), (t, f) = (a[0], a[1] + 1), (b[0], b[1] + 1)
    if e < t or f < s:
        return "before" if e < t else "after"
    if e == t or f == s:
        return "meets" if e == t else "met-by"
    if s == t:
        return "equals" if e == f else "starts" if e < f else "started-by"
    if e == f:
        return "finishes" if s > t else "finished-by"
    if s < t:
        return "contains" if e > f else "overlaps"
    return "during" if e < f else "overlapped-by"


@given(intervals, intervals, st.sampled_from(ALLEN))
def test_allen_relations_with_open_ends(a: Interval, b: Interval, relation: str) -> None:
    assert allen(a, b, relation) is brute(a, b, lambda left, right: allen_of(left, right) == relation)


def test_exactly_one_allen_relation_is_true_of_certain_intervals() -> None:
    assert len(set(ALLEN)) == 13
    certain = [(start, end) for start, end in product(range(5), repeat=2) if start <= end]
    for left, right in product(certain, repeat=2):
        a, b = (Interval(start, start, end, end) for start, end in (left, right))
        assert [relation for relation in ALLEN if allen(a, b, relation)] == [allen_of(left, right)]
        assert allen_relation(a, b) == allen_of(left, right)


@given(st.dates())
def test_day_numbers_are_those_of_the_calendar(day: date) -> None:
    assert day_number(day.year, day.month, day.day) == day.toordinal() - 1


@given(st.integers(-3000, 3000))
def test_a_year_has_its_days_before_the_common_era_too(year: int) -> None:
    length = day_number(year + 1, 1, 1) - day_number(year, 1, 1)
    assert length == (366 if year % 4 == 0 and (year % 100 != 0 or year % 400 == 0) else 365)


def span(first: tuple[int, int, int], last: tuple[int, int, int]) -> Interval:
    """Make an event between two days."""
    return Interval.within(day_number(*first), day_number(*last))


@pytest.mark.parametrize(
    ("text", "datatype", "expected"),
    [
        ("1879-03-14T00:00:00Z", XSD.dateTime, span((1879, 3, 14), (1879, 3, 14))),
        ("1879-03-14", XSD.date, span((1879, 3, 14), (1879, 3, 14))),
        ("1879-01-01", XSD.date, span((1879, 1, 1), (1879, 1, 1))),
        ("1879-01-01T00:00:00Z", XSD.dateTime, span((1879, 1, 1), (1879, 12, 31))),
        ("1879-01-01T08:30:00Z", XSD.dateTime, span((1879, 1, 1), (1879, 1, 1))),
        ("1880-02-01T00:00:00Z", XSD.dateTime, span((1880, 2, 1), (1880, 2, 29))),
        ("1880-02", XSD.gYearMonth, span((1880, 2, 1), (1880, 2, 29))),
        ("1880", XSD.gYear, span((1880, 1, 1), (1880, 12, 31))),
        ("1880Z", XSD.gYear, span((1880, 1, 1), (1880, 12, 31))),
        ("-0044", XSD.gYear, span((-44, 1, 1), (-43, 12, 31))),
        ("-0044-03-15T00:00:00Z", XSD.dateTime, span((-44, 3, 15), (-43, 3, 15))),
        ("1879-02-30", XSD.date, None),
        ("1879-13", XSD.gYearMonth, None),
        ("1879", XSD.date, None),
        ("1879-03-14", XSD.gYear, None),
        ("once", XSD.gYear, None),
        ("1879", XSD.string, None),
    ],
)
def test_a_date_says_no_more_than_its_precision(text: str, datatype: object, expected: Interval | None) -> None:
    assert interval_of(Literal(text, datatype=datatype)) == expected  # type: ignore[arg-type]


def test_unknown_is_unknown() -> None:
    born = span((1961, 8, 4), (1961, 8, 4))
    alive = Interval.between(born, None)
    assert alive == Interval(born.earliest_start, born.latest_end, None, None)
    assert before(alive, span((1990, 1, 1), (1990, 1, 1))) is None
    assert before(span((1950, 1, 1), (1950, 1, 1)), alive) is True
    assert overlaps(Interval.between(None, None), alive) is None


def test_sources_that_differ_leave_the_time_open() -> None:
    first, second = span((1879, 3, 14), (1879, 3, 14)), span((1880, 1, 1), (1880, 12, 31))
    assert hull([first, second]) == span((1879, 3, 14), (1880, 12, 31))
    assert hull([]) is hull([Interval.between(first, None)]) is None
