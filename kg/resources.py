"""Resources: what one graph says of each of its nodes, read in one pass, and the writing of new ones."""

from collections import defaultdict
from collections.abc import Iterator, Mapping

from pyoxigraph import BlankNode, Literal, NamedNode, Quad

from .names import RDF, XSD
from .store import Node, Store

Value = NamedNode | Literal | str | int | float | bool | None


def literal(value: Value) -> NamedNode | Literal | None:
    """Make a term of a Python value; None stays None and means "say nothing"."""
    if value is None or isinstance(value, NamedNode | Literal):
        return value
    if isinstance(value, bool):
        return Literal("true" if value else "false", datatype=XSD.boolean)
    if isinstance(value, int):
        return Literal(str(value), datatype=XSD.integer)
    if isinstance(value, float):
        return Literal(repr(round(value, 6)), datatype=XSD.double)
    return Literal(value)


def describe(
    node: NamedNode,
    graph: NamedNode,
    types: tuple[NamedNode, ...],
    properties: Mapping[NamedNode, Value | tuple[Value, ...]],
) -> Iterator[Quad]:
    """Yield the quads that describe a node; empty texts and None say nothing."""
    for type_ in types:
        yield Quad(node, RDF.type, type_, graph)
    for predicate, values in properties.items():
        for value in values if isinstance(values, tuple) else (values,):
            term = literal(value)
            if term is not None and value != "":
                yield Quad(node, predicate, term, graph)


class Resource:
    """What a graph says of one node."""

    def __init__(self, iri: NamedNode, values: Mapping[NamedNode, list[Node]]) -> None:
        self.iri = iri
        self._values = values

    def all(self, predicate: NamedNode) -> list[Node]:
        """List the values of a predicate in sorted order."""
        return sorted(self._values.get(predicate, ()), key=str)

    def iris(self, predicate: NamedNode) -> list[NamedNode]:
        """List the values that are IRIs, in sorted order."""
        return [value for value in self.all(predicate) if isinstance(value, NamedNode)]

    def node(self, predicate: NamedNode) -> NamedNode | None:
        """Return the first value that is an IRI, or None."""
        return next(iter(self.iris(predicate)), None)

    def text(self, predicate: NamedNode) -> str:
        """Return the first literal as text; empty without one."""
        return next((value.value for value in self.all(predicate) if isinstance(value, Literal)), "")

    def number(self, predicate: NamedNode) -> float | None:
        """Return the first literal as a number; None without one."""
        text = self.text(predicate)
        return float(text) if text else None

    def true(self, predicate: NamedNode, default: bool = True) -> bool:
        """Return the first literal as a truth value."""
        text = self.text(predicate)
        return text in ("true", "1") if text else default


class Resources:
    """All that one graph says, by node."""

    def __init__(self, store: Store, graph: NamedNode) -> None:
        self._nodes: dict[NamedNode | BlankNode, dict[NamedNode, list[Node]]] = defaultdict(lambda: defaultdict(list))
        for quad in store.quads(graph=graph):
            self._nodes[quad.subject][quad.predicate].append(quad.object)  # type: ignore[index, arg-type]

    def get(self, iri: NamedNode) -> Resource:
        """Return what is said of a node, nothing where it is not there."""
        return Resource(iri, self._nodes.get(iri, {}))

    def of_type(self, type_: NamedNode) -> list[Resource]:
        """List the nodes of a type in the order of their IRIs."""
        found = [iri for iri, values in self._nodes.items() if type_ in values.get(RDF.type, ())]
        return [self.get(iri) for iri in sorted(found, key=str) if isinstance(iri, NamedNode)]
