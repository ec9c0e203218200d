"""Set similarity under an equivalence: analytic cases and properties."""

from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hallugraph.oracles.jaccard import compare

SETS = st.lists(st.integers(0, 12), max_size=8)


@pytest.mark.parametrize(
    ("left", "right", "similarity", "containment", "recall"),
    [
        ("", "", 1, 1, 1),
        ("", "a", 0, 1, 0),
        ("a", "", 0, 0, 1),
        ("ab", "ab", 1, 1, 1),
        ("ab", "cd", 0, 0, 0),
        ("abc", "bcd", 1 / 2, 2 / 3, 2 / 3),
        ("a", "abcd", 1 / 4, 1, 1 / 4),
        ("aab", "ab", 1, 1, 1),
    ],
)
def test_known_values(left: str, right: str, similarity: float, containment: float, recall: float):
    found = compare(left, right)
    assert (found.similarity, found.containment, found.recall) == pytest.approx((similarity, containment, recall))


def test_tversky_has_jaccard_and_dice_as_cases():
    found = compare("abc", "bcd")
    assert found.tversky(1, 1) == found.similarity
    assert found.tversky(0.5, 0.5) == pytest.approx(2 * 2 / (3 + 3))


def test_says_what_is_matched_and_what_is_left():
    found = compare("abc", "bcd")
    assert (found.pairs, found.left_only, found.right_only) == ((("b", "b"), ("c", "c")), ("a",), ("d",))


def test_each_item_is_matched_once():
    """Greedy matching would take 2-3 first and leave 1 or 4 alone: the maximum is two pairs."""
    found = compare([2, 1], [3, 2], lambda left, right: abs(left - right) <= 1)
    assert len(found.pairs) == 2
    assert compare([1], [1, 1.0, 2], lambda left, right: left == right).similarity == 1 / 2


def test_keys_are_an_equivalence():
    folded: Callable[[str], str] = str.casefold
    assert compare(["A", "b"], ["a", "c"], key=folded).similarity == pytest.approx(1 / 3)
    assert compare(["A", "a"], ["a"], key=folded).similarity == 1 / 2


@given(SETS, SETS)
def test_equality_gives_the_jaccard_index_of_sets(left: list[int], right: list[int]):
    one, two = set(left), set(right)
    expected = len(one & two) / len(one | two) if one | two else 1
    assert compare(left, right).similarity == pytest.approx(expected)
    assert compare(left, right, lambda a, b: a == b).similarity == pytest.approx(expected)


@given(SETS, SETS)
def test_is_symmetric_and_bounded_under_any_symmetric_equivalence(left: list[int], right: list[int]):
    def near(one: int, two: int) -> bool:
        return abs(one - two) <= 1

    forth, back = compare(left, right, near), compare(right, left, near)
    assert forth.similarity == pytest.approx(back.similarity)
    assert forth.containment == pytest.approx(back.recall)
    assert 0 <= forth.similarity <= 1
    assert len(forth.pairs) + len(forth.left_only) == len(set(left))
    assert all(near(one, two) for one, two in forth.pairs)


@given(SETS)
def test_identical_collections_are_alike(items: list[int]):
    assert compare(items, items, lambda left, right: abs(left - right) <= 2).similarity == 1
