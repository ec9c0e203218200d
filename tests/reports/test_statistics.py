import pytest
from hypothesis import given
from hypothesis import strategies as st

from hallugraph.kg.errors import UsageError
from hallugraph.reports.statistics import Rate, accuracy, cohen_kappa, f1, mean, wilson

proportions = st.integers(1, 5000).flatmap(lambda total: st.tuples(st.integers(0, total), st.just(total)))


@pytest.mark.parametrize(
    ("count", "total", "low", "high"),
    [
        (0, 10, 0.0, 0.27753),
        (5, 10, 0.23659, 0.76341),
        (8, 10, 0.49016, 0.94331),
        (10, 10, 0.72247, 1.0),
        (81, 263, 0.25527, 0.36621),  # R. G. Newcombe, Statistics in Medicine 17 (1998), table I
        (15, 148, 0.06236, 0.16049),  # the same
        (0, 20, 0.0, 0.16113),  # the same
        (1, 29, 0.00612, 0.17177),  # the same
    ],
)
def test_wilson_gives_published_bounds(count, total, low, high):
    assert wilson(count, total) == pytest.approx((low, high), abs=5e-5)


@given(proportions)
def test_wilson_holds_the_share_within_0_and_1(proportion):
    count, total = proportion
    low, high = wilson(count, total)
    assert 0 <= low <= count / total <= high <= 1
    assert low < high


@given(proportions)
def test_wilson_mirrors_the_complement(proportion):
    count, total = proportion
    low, high = wilson(count, total)
    assert wilson(total - count, total) == pytest.approx((1 - high, 1 - low), abs=1e-9)


def test_wilson_narrows_as_more_is_counted():
    widths = [high - low for low, high in (wilson(3 * n, 10 * n) for n in (1, 4, 16, 64))]
    assert widths == sorted(widths, reverse=True)


@pytest.mark.parametrize(("count", "total"), [(-1, 3), (4, 3), (0, 0)])
def test_wilson_refuses_what_is_no_proportion(count, total):
    with pytest.raises(UsageError, match="proportion needs"):
        wilson(count, total)


def test_a_rate_of_nothing_is_none():
    assert Rate.of(0, 0) is None
    rate = Rate.of(1, 4)
    assert rate is not None
    assert rate.value == 0.25


@pytest.mark.parametrize(
    ("table", "kappa"),
    [
        ([[20, 5], [10, 15]], 0.4),  # observed 0.7, chance 0.5
        ([[45, 15], [25, 15]], 0.1304),  # observed 0.60, chance 0.54
        ([[3, 0], [0, 4]], 1.0),
        ([[0, 5], [5, 0]], -1.0),
        ([[25, 25], [25, 25]], 0.0),
        ([[7, 0], [0, 0]], None),
        ([[0, 0], [0, 0]], None),
    ],
)
def test_kappa(table, kappa):
    found = cohen_kappa(table)
    assert found == (kappa if kappa is None else pytest.approx(kappa, abs=5e-5))


def test_f1_of_classes_that_are_used_and_of_one_that_is_not():
    table = [[2, 1, 0], [0, 3, 0], [0, 0, 0]]
    assert f1(table, 0) == pytest.approx(4 / 5)
    assert f1(table, 1) == pytest.approx(6 / 7)
    assert f1(table, 2) is None


def test_mean_passes_over_what_is_not_defined():
    assert mean([1.0, None, 0.5]) == 0.75
    assert mean([None]) is None


def test_accuracy_counts_the_diagonal():
    rate = accuracy([[2, 1], [0, 3]])
    assert rate is not None
    assert (rate.count, rate.total) == (5, 6)
    assert accuracy([[0]]) is None
