"""A second engine: what the sources entail under the declared properties, in SPARQL alone.

It shares nothing with the Prolog rules and with the search for proofs. It reads the declarations of the lexicon, copies
the facts of the source graphs into a store of its own, and there runs one CONSTRUCT query for each declaration until
nothing new follows. That a fact does not hold is an ASK query on the result. `docs/relations.md` says what each
declaration means; this file and `reasoning/rules/*.pl` say it in two languages.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import count

from pyoxigraph import Literal, NamedNode, Quad

from ..kg.fact import Fact, Term
from ..kg.names import HG, ID, METADATA_GRAPH, OWL, RDF, RDFS, WDT
from ..kg.relations import Declaration, Lexicon, Relation, Step
from ..kg.store import Store, triples_to_quads

FACTS = ID["graph/check/facts"]
LAWS = ID["graph/check/laws"]
CLASSES = frozenset((WDT.P31, RDF.type))
CLASS_PATH = "wdt:P31|rdf:type"

STATED = """
CONSTRUCT { ?s ?relation ?o } WHERE {
  GRAPH ?metadata { ?source a hg:Source }
  GRAPH ?source { ?s ?relation ?o }
  FILTER(isIRI(?s) && isIRI(?o))
}"""

APART = """
  FILTER NOT EXISTS {{
    ?containment hg:axiom owl:TransitiveProperty . {{ {0} ?containment {1} }} UNION {{ {1} ?containment {0} }}
  }}"""
"""Two values of which one lies within the other do not exclude each other."""

EXCLUDED = {
    OWL.AsymmetricProperty: "?o ?relation ?s .",
    OWL.propertyDisjointWith: "?s ?other ?o .",
    OWL.FunctionalProperty: """
  ?s ?relation ?only . FILTER(?only != ?o)
  FILTER NOT EXISTS { ?s ?relation ?another FILTER(?another != ?only) }""" + APART.format("?only", "?o"),
    OWL.InverseFunctionalProperty: """
  ?only ?relation ?o . FILTER(?only != ?s)
  FILTER NOT EXISTS { ?another ?relation ?o FILTER(?another != ?only) }""" + APART.format("?only", "?s"),
}  # fmt: skip
"""What excludes ?s ?relation ?o, for each axiom that can."""

ALIKE = {OWL.FunctionalProperty: ("?only", "?o"), OWL.InverseFunctionalProperty: ("?only", "?s")}
"""The two values that must be of the declared classes to exclude each other."""


@dataclass(frozen=True)
class Law:
    """A declaration as a way from the subject of a conclusion to its object; `head` is the relation concluded.

    A law that excludes (`excludes` True) has the relation denied as `head`, and another relation as its step where
    the axiom is about a pair.
    """

    iri: NamedNode
    head: NamedNode
    steps: tuple[Step, ...]
    declaration: Declaration
    excludes: bool = False

    @property
    def reads(self) -> set[NamedNode]:
        """Return the relations whose facts the law looks at."""
        classes = CLASSES if self.declaration.value_classes else frozenset()
        return {step.relation for step in self.steps} | classes

    def query(self) -> str:
        """Write the query that excludes or concludes, with ?law, ?head, ?p0, ?p1, … still to be bound."""
        return self._exclusion() if self.excludes else self._conclusion()

    def _conclusion(self) -> str:
        nodes = [f"?n{index}" for index in range(len(self.steps) + 1)]
        first, last = nodes[0], nodes[-1]
        parts = []
        for index, step in enumerate(self.steps):
            near, far = (index + 1, index) if step.inverse else (index, index + 1)
            parts.append(f"{nodes[near]} ?p{index} {nodes[far]} .")
        # A fact that relates a thing to itself is never concluded.
        parts.append(f"FILTER({first} != {last}) FILTER NOT EXISTS {{ {first} ?head {last} }}")
        parts += self._limits(nodes, [last])
        return f"CONSTRUCT {{ {first} ?head {last} }} WHERE {{ {' '.join(parts)} }}"

    def _exclusion(self) -> str:
        alike = ALIKE.get(self.declaration.axiom, ())
        parts = [EXCLUDED[self.declaration.axiom], *self._limits(dict.fromkeys(("?s", "?o", *alike)), alike)]
        return f"ASK {{ {' '.join(parts)} }}"

    def _limits(self, nodes: Iterable[str], valued: Iterable[str]) -> Iterator[str]:
        """Write the exceptions, which may stand nowhere, and the classes that the values must have."""
        if self.declaration.exceptions:
            yield from (f"FILTER NOT EXISTS {{ ?law hg:except {node} }}" for node in nodes)
        if self.declaration.value_classes:
            yield from (
                f"FILTER EXISTS {{ ?law hg:valueClass ?class . {node} {CLASS_PATH} ?class }}" for node in valued
            )


def laws_of(lexicon: Lexicon) -> list[Law]:
    """List what the declarations of a lexicon say, in the order of the lexicon."""
    numbers = count()
    return [
        Law(ID[f"check/law/{next(numbers)}"], head, steps, declaration, declaration.axiom in EXCLUDED)
        for relation in lexicon
        for declaration in sorted(relation.declarations, key=lambda item: (item.axiom.value, str(item.argument)))
        for head, steps in _ways(relation, declaration)
    ]


def _ways(relation: Relation, declaration: Declaration) -> Iterator[tuple[NamedNode, tuple[Step, ...]]]:
    """Yield (relation concluded or denied, steps) for what one declaration says; nothing for other axioms."""
    own, other = relation.iri, declaration.argument
    match declaration.axiom:
        case OWL.SymmetricProperty:
            yield own, (Step(own, inverse=True),)
        case OWL.TransitiveProperty:
            yield own, (Step(own), Step(own))
        case OWL.propertyChainAxiom:
            yield own, declaration.steps
        case RDFS.subPropertyOf if other:
            yield other, (Step(own),)
        case OWL.inverseOf if other:
            yield other, (Step(own, inverse=True),)
            yield own, (Step(other, inverse=True),)
        case OWL.propertyDisjointWith if other:
            yield own, (Step(other),)
            yield other, (Step(own),)
        case OWL.AsymmetricProperty | OWL.FunctionalProperty | OWL.InverseFunctionalProperty:
            yield own, (Step(own),)


class Entailment:
    """What the source graphs of a store entail about some relations, and what they exclude."""

    def __init__(self, store: Store, lexicon: Lexicon, relations: Iterable[NamedNode]) -> None:
        laws = laws_of(lexicon)
        self._transitive = {law.head for law in laws if law.declaration.axiom == OWL.TransitiveProperty}
        needed = self._needed(laws, set(relations))
        self._positive = [law for law in laws if not law.excludes and law.head in needed]
        self._negative = [law for law in laws if law.excludes and law.head in needed]
        self._queries = {law: law.query() for law in (*self._positive, *self._negative)}
        self.store = Store.open()
        self.store.add(self._written())
        for relation in sorted(needed, key=str):
            stated = store.construct(STATED, metadata=METADATA_GRAPH, relation=relation)
            self.store.bulk_add(triples_to_quads(stated, FACTS))
        self._close()

    def _needed(self, laws: list[Law], relations: set[NamedNode]) -> set[NamedNode]:
        """Add what the laws about some relations read, what the laws about these read, and so on."""
        needed = set(relations)
        for law in laws:
            if law.excludes and law.head in relations:
                needed |= law.reads
                # Values that lie within one another do not exclude each other.
                needed |= self._transitive if law.declaration.axiom in ALIKE else set()
        before: set[NamedNode] = set()
        while before != needed:
            before = set(needed)
            needed = needed.union(*(law.reads for law in laws if not law.excludes and law.head in before))
        return needed

    def _written(self) -> Iterator[Quad]:
        """Write the limits of the laws as triples, so that the queries need no lists."""
        for law in self._queries:
            for node in law.declaration.exceptions:
                yield Quad(law.iri, HG["except"], node, LAWS)
            for node in law.declaration.value_classes:
                yield Quad(law.iri, HG.valueClass, node, LAWS)
        for relation in self._transitive:
            yield Quad(relation, HG.axiom, OWL.TransitiveProperty, LAWS)

    def _close(self) -> None:
        """Apply every law whose relations have new facts, until none has."""
        changed = {relation for law in self._positive for relation in law.reads}
        while changed:
            fresh: set[NamedNode] = set()
            for law in self._positive:
                if law.reads & changed and self._apply(law):
                    fresh.add(law.head)
            changed = fresh

    def _apply(self, law: Law) -> int:
        """Add what a law concludes; return how many facts are new."""
        steps = {f"p{index}": step.relation for index, step in enumerate(law.steps)}
        found = set(self.store.construct(self._queries[law], law=law.iri, head=law.head, **steps))
        self.store.bulk_add(triples_to_quads(found, FACTS))
        return len(found)

    def holds(self, subject: NamedNode, relation: NamedNode, object_: Term) -> bool:
        """Say whether the sources entail a fact."""
        return self.store.contains(subject, relation, object_)

    def excluded_by(self, fact: Fact) -> list[NamedNode]:
        """List the axioms by which other facts exclude this one, whatever its own truth."""
        if isinstance(fact.object, Literal):
            return []
        ends = {"s": fact.subject, "relation": fact.relation, "o": fact.object}
        return [
            law.declaration.axiom
            for law in self._negative
            if law.head == fact.relation
            and self.store.ask(self._queries[law], law=law.iri, other=law.steps[0].relation, **ends)
        ]

    def facts(self, relation: NamedNode) -> set[tuple[NamedNode, NamedNode]]:
        """Return the (subject, object) pairs that the sources entail for a relation."""
        quads = self.store.quads(predicate=relation, graph=FACTS)
        return {(quad.subject, quad.object) for quad in quads}  # type: ignore[misc]  # only IRIs are copied
