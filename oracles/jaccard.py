"""Set similarity where "the same" is an equivalence that a caller chooses. Pure: knows no graph and no text.

    J(A, B) = |M| / (|A| + |B| - |M|)        M: a maximum matching of A and B under the equivalence

Where "the same" is equality this is the Jaccard index of two sets (Jaccard 1912); with weights it is Tversky's
index (Tversky 1977): `containment` weighs only what A has and B has not.
"""

from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

Item = TypeVar("Item")


@dataclass(frozen=True)
class Comparison(Generic[Item]):
    """What two collections share. `pairs` are the matched items; each item is in one pair at most."""

    pairs: tuple[tuple[Item, Item], ...]
    left_only: tuple[Item, ...]
    right_only: tuple[Item, ...]

    @property
    def similarity(self) -> float:
        """Return the Jaccard index, 0 to 1; two empty collections are alike (1)."""
        return self.tversky(1, 1)

    @property
    def containment(self) -> float:
        """Return the share of the left items that the right has; 1 where there is nothing on the left."""
        return self.tversky(1, 0)

    @property
    def recall(self) -> float:
        """Return the share of the right items that the left has; 1 where there is nothing on the right."""
        return self.tversky(0, 1)

    def tversky(self, left_weight: float, right_weight: float) -> float:
        """Return Tversky's index |M| / (|M| + a |A - M| + b |B - M|); 1 where the denominator is 0."""
        shared = len(self.pairs)
        total = shared + left_weight * len(self.left_only) + right_weight * len(self.right_only)
        return shared / total if total else 1.0


def compare(
    left: Sequence[Item],
    right: Sequence[Item],
    equivalent: Callable[[Item, Item], bool] | None = None,
    *,
    key: Callable[[Item], Hashable] | None = None,
) -> Comparison[Item]:
    """Match two collections of items.

    With `key` (or neither) items are the same where their keys are equal, in linear time; with `equivalent` the
    matching is a maximum bipartite matching. An item prefers a partner that is equal to it. Repeated items count once.

    >>> compare("abc", "bcd").similarity
    0.5
    """
    left, right = tuple(dict.fromkeys(left)), tuple(dict.fromkeys(right))
    pairs = _by_key(left, right, key) if equivalent is None else _by_matching(left, right, equivalent)
    matched_left = {index for index, _ in pairs}
    matched_right = {index for _, index in pairs}
    return Comparison(
        tuple((left[i], right[j]) for i, j in pairs),
        tuple(item for index, item in enumerate(left) if index not in matched_left),
        tuple(item for index, item in enumerate(right) if index not in matched_right),
    )


def _by_key(
    left: Sequence[Item], right: Sequence[Item], key: Callable[[Item], Hashable] | None
) -> list[tuple[int, int]]:
    """Pair items of equal keys, in order."""
    places: dict[Hashable, list[int]] = {}
    for index in range(len(right) - 1, -1, -1):
        places.setdefault(key(right[index]) if key else right[index], []).append(index)
    pairs = []
    for index, item in enumerate(left):
        free = places.get(key(item) if key else item)
        if free:
            pairs.append((index, free.pop()))
    return pairs


def _by_matching(
    left: Sequence[Item], right: Sequence[Item], equivalent: Callable[[Item, Item], bool]
) -> list[tuple[int, int]]:
    """Pair items by a maximum matching. Where nothing is doubtful (each item has one partner) no graph is built."""
    partners = [
        sorted(
            (j for j, other in enumerate(right) if equivalent(item, other)), key=lambda j, item=item: right[j] != item
        )
        for item in left
    ]
    wanted = [j for row in partners for j in row]
    if all(len(row) < 2 for row in partners) and len(wanted) == len(set(wanted)):
        return [(i, row[0]) for i, row in enumerate(partners) if row]
    return _maximum_matching(partners)


def _maximum_matching(partners: Sequence[Sequence[int]]) -> list[tuple[int, int]]:
    """Match by augmenting paths (Kuhn 1955), items in order, so that equal input always gives the same pairs.

    networkx's matching walks sets of nodes: of several maximum matchings it gives another one in each process.
    """
    owner: dict[int, int] = {}

    def place(item: int, tried: set[int]) -> bool:
        for partner in partners[item]:
            if partner not in tried:
                tried.add(partner)
                if partner not in owner or place(owner[partner], tried):
                    owner[partner] = item
                    return True
        return False

    for item in range(len(partners)):
        place(item, set())
    return sorted((item, partner) for partner, item in owner.items())
