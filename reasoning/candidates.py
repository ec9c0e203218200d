"""Near misses: which false facts are worth asking about.

For a relation that allows one value only, a good wrong value is one that a person could confuse with the right
one: of the same class, in the same neighbourhood (same country, same continent), well known. Whether it is
really false is for the rules of refutation to say. Terms are numbers of a job.
"""

import hashlib
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping
from itertools import chain

from pyoxigraph import NamedNode

from .job import Numbers, Pairs

COMPARED = 400
"""How many of the most used values are ranked against each value; keeps the work linear."""

Facts = Mapping[NamedNode, list[Pairs]]


def couples(lists: Iterable[Pairs]) -> Iterator[tuple[int, int]]:
    """Yield (subject, object) of flat lists of pairs."""
    for pairs in lists:
        turn = iter(pairs)
        yield from zip(turn, turn, strict=True)


class Neighbourhood:
    """What some nodes are connected to, for ranking them by likeness; other nodes cost nothing."""

    def __init__(self, facts: Facts, numbers: Numbers, nodes: Iterable[int]) -> None:
        self.numbers = numbers
        self._features: dict[int, set[tuple[int, int]]] = {node: set() for node in nodes}
        self._degree: Counter[int] = Counter()
        for relation, lists in facts.items():
            self._read(numbers.of(relation), lists)

    def _read(self, relation: int, lists: list[Pairs]) -> None:
        features = self._features
        for pairs in lists:
            self._degree.update(filter(features.__contains__, pairs))
        for subject, object_ in couples(lists):
            if subject in features:
                features[subject].add((relation, object_))

    def ranking(self, common: list[int]) -> "Ranking":
        """Prepare the ranking of `common` nodes against any node."""
        return Ranking(self._features, sorted(common, key=lambda node: (-self._degree[node], self.name(node))))

    def name(self, node: int) -> str:
        """Return the IRI of a node."""
        return self.numbers.text(node)[1:-1]


class Ranking:
    """Nodes to be ordered by what they share with one, then as given."""

    def __init__(self, features: Mapping[int, set[tuple[int, int]]], ordered: list[int]) -> None:
        self._features = features
        self._ordered = ordered
        self._place = {node: place for place, node in enumerate(ordered)}
        self._having: dict[tuple[int, int], list[int]] = defaultdict(list)
        for node in ordered:
            for feature in features[node]:
                self._having[feature].append(node)

    def nearest(self, node: int, count: int) -> list[int]:
        """List the `count` nodes that share most with `node`, without itself."""
        having = (self._having.get(feature, ()) for feature in self._features[node])
        shared = Counter(chain.from_iterable(having))
        near = sorted(shared, key=lambda other: (-shared[other], self._place[other]))
        if len(near) <= count:
            near += [other for other in self._ordered[: 2 * count + 1] if other not in shared]
        return [other for other in near if other != node][:count]


def near_misses(couples: list[tuple[int, int]], near: Neighbourhood, count: int, seed: int) -> list[tuple[int, int]]:
    """Propose `count` wrong values for each (subject, value) of a functional relation.

    The values come from the relation's own values, so they are always of a fitting kind; which of the closest
    ones a fact gets varies with the seed.
    """
    usage = Counter(value for _, value in couples)
    common = sorted(usage, key=lambda value: (-usage[value], near.name(value)))[:COMPARED]
    ranking = near.ranking(common)
    ranked: dict[int, list[int]] = {}
    values = defaultdict(set)
    for subject, value in couples:
        values[subject].add(value)
    proposals: list[tuple[int, int]] = []
    for subject, value in couples:
        if value not in ranked:
            ranked[value] = ranking.nearest(value, 4 * count)
        wrong = [node for node in ranked[value] if node not in values[subject] and node != subject]
        wrong.sort(key=lambda node: _shuffle_key(seed, near.name(subject), near.name(node)))
        proposals.extend((subject, node) for node in wrong[:count])
    return proposals


def _shuffle_key(seed: int, subject: str, value: str) -> bytes:
    return hashlib.sha256(f"{seed} {subject} {value}".encode()).digest()
