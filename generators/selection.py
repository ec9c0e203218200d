"""Which facts to ask about: askable ones, spread over rules, domains and relations, chosen by the seed."""

import hashlib
import re
from collections import Counter, defaultdict, deque
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from pyoxigraph import NamedNode

from ..kg.article import PERSON
from ..kg.entities import CLASSES, Entities
from ..kg.fact import Fact, Term, source_facts
from ..kg.relations import Lexicon


@dataclass(frozen=True)
class Candidate:
    """A fact that may be asked about. `kind` is its rule kind; `fact` has its proof for negative facts only."""

    fact: Fact
    kind: str
    domain: str

    @property
    def group(self) -> tuple[str, str, str]:
        """Return (kind, domain, relation), over which questions are spread."""
        return (self.kind, self.domain, self.fact.relation.value)


@dataclass(frozen=True)
class Wanted:
    """What questions are to be about; empty means everything.

    `rules` are rule kinds, `relations` IRIs, `domains` names. `hops` is the least number of stated facts that a proof
    rests on, the classes of things left out.
    """

    rules: frozenset[str] = frozenset()
    domains: frozenset[str] = frozenset()
    relations: frozenset[NamedNode] = frozenset()
    hops: int = 1

    def __call__(self, candidate: Candidate) -> bool:
        """Say whether a candidate is of the rule, domain and relation wanted; hops need its proof."""
        return (
            (not self.rules or candidate.kind in self.rules)
            and (not self.domains or candidate.domain in self.domains)
            and (not self.relations or candidate.fact.relation in self.relations)
        )

    def parameters(self) -> dict[str, object]:
        """Return what was asked for, for the description of a benchmark; nothing where all is wanted."""
        named = {
            "rules": sorted(self.rules),
            "domains": sorted(self.domains),
            "relations": sorted(relation.value for relation in self.relations),
            "hops": self.hops if self.hops > 1 else None,
        }
        return {name: value for name, value in named.items() if value}


def hops(fact: Fact) -> int:
    """Count the stated facts that a proof rests on, the classes of things left out."""
    return sum(1 for step in source_facts(fact) if step.relation not in CLASSES)


def seeded_key(seed: int, *parts: str) -> bytes:
    """Return a sort key that looks random, the same for the same seed and parts."""
    return hashlib.blake2b("\x1f".join((str(seed), *parts)).encode("utf-8", "surrogatepass"), digest_size=8).digest()


class Askable:
    """Decide whether a fact can be asked about so that a person could answer it."""

    def __init__(self, lexicon: Lexicon, entities: Entities) -> None:
        self._lexicon = lexicon
        self._entities = entities

    def __call__(self, fact: Fact) -> bool:
        """Say whether both ends have a name of their own and neither gives the answer away."""
        if fact.relation not in self._lexicon:
            return False
        relation = self._lexicon[fact.relation]
        if not relation.asked or relation.unasked & {fact.subject, fact.object}:
            return False
        if not self._fits(fact.subject, relation.subject_classes) or not self._fits(
            fact.object, relation.object_classes
        ):
            return False
        subject, object_ = self._words(fact.subject), self._words(fact.object)
        # "Is the University of Oxford located in Oxford?" can be answered by reading.
        return bool(subject and object_) and not (subject <= object_ or object_ <= subject)

    def _fits(self, term: Term, declared: frozenset[NamedNode]) -> bool:
        """Say whether a person stands where people are meant, and only there.

        Finer classes would need a complete hierarchy of classes, which a graph seldom has; that a record label
        "speaks English" or a band has a person "as a part" are the mistakes of real data that this finds.
        """
        classes = self._entities.classes(term)
        if not declared or not classes:
            return True
        return PERSON in declared if PERSON in classes else declared != {PERSON}

    def alike(self, fact: Fact) -> bool:
        """Say whether both ends are of one class: nobody asks whether Edison was founded by General Electric."""
        return bool(set(self._entities.classes(fact.subject)) & set(self._entities.classes(fact.object)))

    def _words(self, term: Term) -> set[str]:
        """Return the words of a name; none where it has no label or shares it with another entity."""
        entity = self._entities.get(term)
        if entity is None or len(self._entities.by_label.get(entity.label, ())) > 1:
            return set()
        return {word for word in re.findall(r"\w+", entity.label.casefold()) if word not in ("the", "of", "and", "a")}


def select(candidates: Iterable[Candidate], count: int, seed: int) -> list[Candidate]:
    """Choose up to `count` candidates, as even as possible over kinds, then domains, then relations."""
    queues: dict[tuple[str, str, str], deque[Candidate]] = defaultdict(deque)
    for candidate in sorted(candidates, key=lambda item: seeded_key(seed, item.fact.id.value)):
        queues[candidate.group].append(candidate)
    used: tuple[Counter[tuple[str, ...]], ...] = (Counter(), Counter(), Counter())
    chosen: list[Candidate] = []
    while queues and len(chosen) < count:
        group = min(
            queues,
            key=lambda group: (used[0][group[:1]], used[1][group[:2]] + used[2][group[2:]], group),
        )
        chosen.append(queues[group].popleft())
        for level, part in enumerate((group[:1], group[:2], group[2:])):
            used[level][part] += 1
        if not queues[group]:
            del queues[group]
    return chosen


class Sameness:
    """Recognise facts that say the same: P(a, b) and its inverse or symmetric twin."""

    def __init__(self, families: dict[NamedNode, NamedNode]) -> None:
        self._families = families
        self._seen: set[tuple[NamedNode, frozenset[Term]]] = set()

    def first(self, fact: Fact) -> bool:
        """Say whether no fact like this one has come before, and remember it."""
        key = (self._families.get(fact.relation, fact.relation), frozenset((fact.subject, fact.object)))
        if key in self._seen:
            return False
        self._seen.add(key)
        return True


def families(pairs: Sequence[tuple[NamedNode, NamedNode]]) -> dict[NamedNode, NamedNode]:
    """Join relations that are linked by a rule of one premise; map each to the least of its family."""
    parent: dict[NamedNode, NamedNode] = {}

    def root(node: NamedNode) -> NamedNode:
        while parent.setdefault(node, node) != node:
            node = parent[node]
        return node

    for left, right in pairs:
        low, high = sorted((root(left), root(right)), key=str)
        parent[high] = low
    return {node: root(node) for node in parent}
