"""Facts to draw plausible falsehoods and further true statements from."""

import random
from collections import defaultdict, deque
from collections.abc import Collection, Iterator

from pyoxigraph import Literal, NamedNode

from ..kg.entities import Entities
from ..kg.fact import Fact, Term
from ..kg.names import OWL, RDFS, compact
from ..kg.relations import CHAIN_AXIOM, Lexicon, Step
from ..kg.store import Store

TRIES = 64
"""Candidates looked at for one falsehood; a relation may have a million values."""

Way = tuple[Step, ...]


class Background:
    """What the graph knows about the things a question speaks of."""

    def __init__(self, store: Store, lexicon: Lexicon, entities: Entities) -> None:
        self._store = store
        self._lexicon = lexicon
        self._entities = entities
        self._values: dict[NamedNode, dict[Term, tuple[Term, ...]]] = {}
        self._ways = _ways(lexicon)

    def alternatives(self, fact: Fact, rng: random.Random, avoid: Collection[Term] = ()) -> Iterator[Term]:
        """Yield other values that the fact's relation has in the graph and that are false for its subject.

        A value is of a class of the true one, has another name, and neither it nor anything that would entail it is
        in the graph. `excludes` tells whether it is false for sure or only as far as the graph knows.
        """
        pool = self._like(fact)
        taken = {fact.subject, fact.object, *avoid}
        for value in rng.sample(pool, min(TRIES, len(pool))):
            if (
                value not in taken
                and self._distinct(fact.object, value)
                and not self.known(fact.subject, fact.relation, value)
            ):
                yield value

    def excludes(self, fact: Fact, value: Term) -> bool:
        """Say whether the fact rules out `value`: its relation is declared functional for both values."""
        relation = self._lexicon.get(fact.relation)
        for declaration in relation.declared(OWL.FunctionalProperty) if relation else ():
            if declaration.exceptions.intersection((fact.subject, fact.object, value)):
                continue
            both = set(self._entities.classes(fact.object)) & set(self._entities.classes(value))
            if not declaration.value_classes or both & declaration.value_classes:
                return True
        return False

    def known(self, subject: Term, relation: NamedNode, object_: Term) -> bool:
        """Say whether the graph has a statement or, by what the lexicon declares, what entails it in one rule."""
        if any(object_ in self._walk({subject}, way) for way in self._ways[relation]):
            return True
        known = self._lexicon.get(relation)
        return bool(known and known.declared(OWL.TransitiveProperty)) and object_ in self._closure(subject, relation)

    def about(self, entity: Term) -> list[Fact]:
        """List what the graph says of an entity in relations of the lexicon, in a fixed order."""
        if not isinstance(entity, NamedNode):
            return []
        quads = self._store.quads(entity)
        facts = {
            Fact(entity, quad.predicate, quad.object)
            for quad in quads
            if isinstance(quad.object, NamedNode | Literal)
            and quad.predicate in self._lexicon
            and self._nameable(quad.object)
        }
        return sorted(facts, key=lambda fact: (fact.relation.value, str(fact.object)))

    def _like(self, fact: Fact) -> list[Term]:
        """List the values of the fact's relation that share a class (a datatype) with its own value."""
        values = self._values.get(fact.relation)
        if values is None:
            values = self._values[fact.relation] = self._by_class(fact.relation)
        kinds = self._kinds(fact.object)
        return list(dict.fromkeys(value for kind in kinds for value in values.get(kind, ())))

    def _by_class(self, relation: NamedNode) -> dict[Term, tuple[Term, ...]]:
        found: dict[Term, set[Term]] = defaultdict(set)
        for quad in self._store.quads(predicate=relation):
            if isinstance(quad.object, NamedNode | Literal) and self._nameable(quad.object):
                for kind in self._kinds(quad.object):
                    found[kind].add(quad.object)
        return {kind: tuple(sorted(values, key=str)) for kind, values in found.items()}

    def _kinds(self, value: Term) -> tuple[NamedNode, ...]:
        return (value.datatype,) if isinstance(value, Literal) else self._entities.classes(value)

    def _nameable(self, value: Term) -> bool:
        return isinstance(value, Literal) or value in self._entities

    def _distinct(self, true: Term, other: Term) -> bool:
        """Say whether two values differ in name and are not linked, as a city is with its country."""
        if isinstance(true, Literal) or isinstance(other, Literal):
            # Two dates of one year may be one event told more or less exactly.
            return compact(true)[:4] != compact(other)[:4]
        linked = next(self._store.quads(true, None, other), None) or next(self._store.quads(other, None, true), None)
        return linked is None and not self._names(true) & self._names(other)

    def _names(self, entity: NamedNode) -> set[str]:
        known = self._entities.get(entity)
        return {name.casefold() for name in known.names} if known else {entity.value}

    def _walk(self, start: set[Term], way: Way) -> set[Term]:
        """Return what a chain of steps leads to."""
        for step in way:
            start = {end for node in start for end in self._step(node, step)}
        return start

    def _step(self, node: Term, step: Step) -> Iterator[Term]:
        if step.inverse:
            for quad in self._store.quads(None, step.relation, node):
                if isinstance(quad.subject, NamedNode):
                    yield quad.subject
        elif isinstance(node, NamedNode):
            for quad in self._store.quads(node, step.relation):
                if isinstance(quad.object, NamedNode | Literal):
                    yield quad.object

    def _closure(self, subject: Term, relation: NamedNode) -> set[Term]:
        """Return everything that a transitive relation reaches from a subject."""
        reached: set[Term] = set()
        waiting = deque([subject])
        while waiting:
            node = waiting.popleft()
            fresh = set().union(*(self._walk({node}, way) for way in self._ways[relation])) - reached
            reached |= fresh
            waiting.extend(fresh)
        return reached


def _ways(lexicon: Lexicon) -> dict[NamedNode, list[Way]]:
    """Map each relation to the chains of steps that entail it: itself, its inverse, sub-relations, declared chains."""
    ways: dict[NamedNode, list[Way]] = defaultdict(list)
    for relation in lexicon:
        ways[relation.iri].append((Step(relation.iri),))
        for declaration in relation.declarations:
            if declaration.axiom == OWL.SymmetricProperty:
                ways[relation.iri].append((Step(relation.iri, inverse=True),))
            elif declaration.axiom == CHAIN_AXIOM:
                ways[relation.iri].append(declaration.steps)
            elif declaration.axiom == OWL.inverseOf and declaration.argument:
                ways[relation.iri].append((Step(declaration.argument, inverse=True),))
                ways[declaration.argument].append((Step(relation.iri, inverse=True),))
            elif declaration.axiom == RDFS.subPropertyOf and declaration.argument:
                ways[declaration.argument].append((Step(relation.iri),))
    return ways
