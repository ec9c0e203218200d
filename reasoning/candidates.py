"""Near misses: which false facts are worth asking about.

For a relation that allows one value only, a good wrong value is one that a person could confuse with the right
one: of the same class, in the same neighbourhood (same country, same continent), well known. Whether it is
really false is for the rules of refutation to say.
"""

import hashlib
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping

from pyoxigraph import NamedNode

from .job import TYPE_RELATIONS, Triple

COMPARED = 400
"""How many of the most used values are ranked against each value; keeps the work linear."""


class Neighbourhood:
    """What the values of relations are connected to, for ranking by likeness."""

    def __init__(self, triples: Iterable[Triple]) -> None:
        self._features: dict[NamedNode, set[tuple[NamedNode, NamedNode]]] = defaultdict(set)
        self._degree: Counter[NamedNode] = Counter()
        for subject, relation, object_ in triples:
            self._features[subject].add((relation, object_))
            self._degree[subject] += 1
            self._degree[object_] += 1

    def classes(self, node: NamedNode) -> set[NamedNode]:
        """Return the classes of a node."""
        return {object_ for relation, object_ in self._features.get(node, ()) if relation in TYPE_RELATIONS}

    def ranked(self, node: NamedNode, others: Iterable[NamedNode]) -> list[NamedNode]:
        """Order other nodes by what they share with `node`, then by how well connected they are."""
        mine = self._features.get(node, set())

        def closeness(other: NamedNode) -> tuple[int, int, str]:
            shared = len(mine & self._features.get(other, set()))
            return (-shared, -self._degree[other], other.value)

        return sorted((other for other in others if other != node), key=closeness)


def near_misses(facts: Mapping[NamedNode, list[Triple]], near: Neighbourhood, count: int, seed: int) -> list[Triple]:
    """Propose `count` wrong values for each fact of functional relations.

    `facts` maps a relation to its facts. The values come from the relation's own values, so they are always of a
    fitting kind; which of the closest ones a fact gets varies with the seed.
    """
    proposals: list[Triple] = []
    for relation, triples in facts.items():
        usage = Counter(object_ for _, _, object_ in triples)
        common = [node for node, _ in sorted(usage.items(), key=lambda item: (-item[1], item[0].value))[:COMPARED]]
        ranked: dict[NamedNode, list[NamedNode]] = {}
        values = defaultdict(set)
        for subject, _, object_ in triples:
            values[subject].add(object_)
        for subject, _, object_ in triples:
            if object_ not in ranked:
                ranked[object_] = near.ranked(object_, common)[: 4 * count]
            wrong = [node for node in ranked[object_] if node not in values[subject] and node != subject]
            wrong.sort(key=lambda node: _shuffle_key(seed, subject, node))
            proposals.extend((subject, relation, node) for node in wrong[:count])
    return proposals


def near_subjects(facts: Mapping[NamedNode, list[Triple]], near: Neighbourhood, count: int, seed: int) -> list[Triple]:
    """Propose `count` wrong subjects for each fact of inverse functional relations."""
    turned = {relation: [(o, r, s) for s, r, o in triples] for relation, triples in facts.items()}
    return [(o, r, s) for s, r, o in near_misses(turned, near, count, seed)]


def _shuffle_key(seed: int, subject: NamedNode, value: NamedNode) -> bytes:
    return hashlib.sha256(f"{seed} {subject.value} {value.value}".encode()).digest()
