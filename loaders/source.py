"""Source graphs: where each named graph of facts comes from, in PROV-O, DCTERMS, VoID and SPDX terms.

A source graph counts as loaded once it is described; one without description was left by a crash.
"""

from datetime import datetime
from importlib.metadata import PackageNotFoundError, version

from pyoxigraph import Literal, NamedNode, Quad

from ..kg.names import DCTERMS, HG, ID, METADATA_GRAPH, PROV, RDF, RDFS, SPDX, VOID, XSD, content_id
from ..kg.resources import Value, describe
from ..kg.store import Store

SOURCE_GRAPHS = ID["graph/source/"].value


def source_graph(sha256: str) -> NamedNode:
    """Name the graph of a source by the SHA-256 of its bytes."""
    return content_id("graph/source", (sha256,))


def loader_agent(loader: str) -> NamedNode:
    """Name the agent of a loader at the version that runs."""
    return ID[f"agent/loader/{loader}/{tool_version()}"]


def tool_version() -> str:
    """Return the version of hallugraph."""
    try:
        return version("hallugraph")
    except PackageNotFoundError:
        return "unknown"


def describe_source(
    graph: NamedNode,
    path_name: str,
    sha256: str,
    triples: int,
    licence: str | None,
    title: str | None,
    loader: str,
    *,
    loaded: datetime | None = None,
    comment: str = "",
) -> list[Quad]:
    """Describe a source graph in the metadata graph.

    Args:
        graph: the source graph.
        path_name: the name of the file; a path is cut to its last part, which is the same on every machine.
        sha256: of the file's bytes, in hexadecimal.
        triples: how many distinct triples the graph holds.
        licence: an IRI or a name, such as `CC0-1.0`.
        title: what people call the source; the name of the file without one.
        loader: which loader read it.
        loaded: when. Left out of releases, which must not change with the day.
        comment: what a reader of the source must know.
    """
    name = path_name.replace("\\", "/").rpartition("/")[2]
    checksum = NamedNode(f"{graph.value}/checksum")
    agent = loader_agent(loader)
    return [
        *describe(
            graph,
            METADATA_GRAPH,
            (HG.Source, PROV.Entity),
            {
                DCTERMS.title: title or name,
                DCTERMS.source: name,
                DCTERMS.license: _licence(licence),
                RDFS.comment: comment,
                VOID.triples: triples,
                SPDX.checksum: checksum,
                PROV.wasAttributedTo: agent,
                PROV.generatedAtTime: _time(loaded),
            },
        ),
        *describe(
            checksum,
            METADATA_GRAPH,
            (SPDX.Checksum,),
            {SPDX.algorithm: SPDX.checksumAlgorithm_sha256, SPDX.checksumValue: _hex(sha256)},
        ),
        *describe(
            agent,
            METADATA_GRAPH,
            (PROV.SoftwareAgent,),
            {RDFS.label: f"hallugraph {loader} loader", DCTERMS.hasVersion: tool_version()},
        ),
    ]


def sources(store: Store) -> list[NamedNode]:
    """List the described source graphs in the order of their IRIs."""
    found = {quad.subject for quad in store.quads(None, RDF.type, HG.Source, METADATA_GRAPH)}
    return sorted((graph for graph in found if isinstance(graph, NamedNode)), key=str)


def is_described(store: Store, graph: NamedNode) -> bool:
    """Say whether a source graph is there and whole."""
    return next(store.quads(graph, RDF.type, HG.Source, METADATA_GRAPH), None) is not None


def drop_unfinished(store: Store) -> int:
    """Drop the source graphs that have no description, left by a crash; return how many there were."""
    unfinished = [
        graph for graph in store.graphs() if graph.value.startswith(SOURCE_GRAPHS) and not is_described(store, graph)
    ]
    for graph in unfinished:
        store.drop_graph(graph)
    return len(unfinished)


def _licence(licence: str | None) -> Value:
    if licence and licence.startswith(("http://", "https://")):
        return NamedNode(licence)
    return licence


def _time(moment: datetime | None) -> Value:
    return None if moment is None else Literal(moment.isoformat(timespec="seconds"), datatype=XSD.dateTime)


def _hex(digest: str) -> Value:
    return Literal(digest, datatype=XSD.hexBinary)
