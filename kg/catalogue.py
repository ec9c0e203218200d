"""What is in a store: benchmarks, runs and judgements, as the metadata graph describes them."""

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime

from pyoxigraph import Literal, NamedNode, Quad

from .errors import UnknownNameError, UsageError
from .names import DCTERMS, HG, METADATA_GRAPH, PROV, RDF, RDFS, XSD
from .resources import Value, describe
from .store import Store


@dataclass(frozen=True)
class Item:
    """A described graph: a benchmark, a run or a judgement. `made` is when: the newest is the default."""

    iri: NamedNode
    label: str
    made: str
    used: NamedNode | None
    parameters: Mapping[str, object]


def register(
    store: Store,
    iri: NamedNode,
    type_: NamedNode,
    label: str,
    properties: Mapping[NamedNode, Value | tuple[Value, ...]],
) -> None:
    """Describe a graph in the metadata graph, with the time, in one transaction; once is enough."""
    if store.contains(iri, RDF.type, type_):
        return
    now = Literal(datetime.now(UTC).isoformat(timespec="milliseconds"), datatype=XSD.dateTime)
    quads: list[Quad] = list(
        describe(
            iri, METADATA_GRAPH, (type_, PROV.Entity), {RDFS.label: label, PROV.generatedAtTime: now, **properties}
        )
    )
    store.add(quads)


def items(store: Store, type_: NamedNode) -> list[Item]:
    """List the described graphs of a type, the newest last."""
    return sorted(_items(store, type_), key=lambda item: (item.made, item.iri.value))


def _items(store: Store, type_: NamedNode) -> Iterator[Item]:
    for iri in store.subjects(RDF.type, type_, METADATA_GRAPH):
        yield Item(
            iri,
            store.text(iri, RDFS.label, METADATA_GRAPH) or store.text(iri, DCTERMS.title, METADATA_GRAPH),
            store.text(iri, PROV.generatedAtTime, METADATA_GRAPH),
            store.node(iri, PROV.used, METADATA_GRAPH),
            json.loads(store.text(iri, HG.parameters, METADATA_GRAPH) or "{}"),
        )


def find(store: Store, type_: NamedNode, kind: str, name: str | None, hint: str) -> Item:
    """Return the item that `name` stands for: its IRI, the end of its IRI, or its label; the newest without a name.

    Raises:
        UsageError: there is none at all; `hint` says how to make one.
        UnknownNameError: none is called so.
    """
    known = items(store, type_)
    if not known:
        raise UsageError(f"the store holds no {kind}; make one with  {hint}")
    if name is None:
        return known[-1]
    for item in reversed(known):
        if name in (item.iri.value, item.label) or (
            len(name) >= 6 and item.iri.value.rpartition("/")[2].startswith(name)
        ):
            return item
    raise UnknownNameError(kind, name, [item.iri.value.rpartition("/")[2] for item in known])
