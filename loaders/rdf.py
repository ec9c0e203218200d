"""RDF files → one named graph each, named by the content of the file and described in the metadata graph.

A file is in the store as a whole or not at all. Loading it again does nothing.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from itertools import islice
from pathlib import Path
from typing import IO
from xml.parsers import expat

from pyoxigraph import BlankNode, DefaultGraph, NamedNode, Quad, RdfFormat, Triple, parse

from ..kg.errors import HallugraphError, InputError, UsageError
from ..kg.names import METADATA_GRAPH, VOID, expand, local_name
from ..kg.store import Store, plain_syntax_message
from .files import Progress, check_compressed, open_input, rdf_format, reading, sha256
from .source import describe_source, drop_unfinished, is_described, source_graph

REPORT_EVERY = 20_000
LINE_FORMATS = (RdfFormat.N_TRIPLES, RdfFormat.N_QUADS)
LINES_AT_ONCE = 1_000


@dataclass(frozen=True)
class LoadReport:
    """What became of a file: `read` = `kept` + `skipped`; `bad` lines could not be read at all."""

    graph: NamedNode
    path: str
    read: int
    """Statements in the file."""
    kept: int
    """Distinct triples in the graph."""
    skipped: int
    """Repeated statements, and RDF 1.2 triple terms, which the rest of the tools cannot read."""
    bad: int
    """Lines that are not well-formed; always 0 when strict."""
    sha256: str
    already: bool = False
    """The file was in the store before; nothing was done and only `kept` is known."""
    graphs: int = 0
    """Named graphs inside the file that were folded into the one graph."""


def load_rdf(
    store: Store,
    path: Path | str,
    *,
    strict: bool = True,
    title: str | None = None,
    licence: str | None = None,
    progress: Progress | None = None,
) -> LoadReport:
    """Load an RDF file into a graph of its own.

    Args:
        store: open for writing.
        path: ends in .nt, .nq, .ttl, .trig, .jsonld, .rdf or .xml, and perhaps .gz or .bz2.
        strict: refuse the file at its first error. Otherwise IRIs and language tags are not checked and, in
            N-Triples and N-Quads, lines that are not well-formed are left out and counted.
        title: what people call the source.
        licence: an IRI or a name.
        progress: called now and then with (bytes read, bytes in all).

    Raises:
        InputError: the file cannot be read; it names file and line. The store is as it was.
        StoreError: the store cannot be written. The store is as it was.
        UsageError: the name of the file does not say its format, or the licence is no valid IRI.
    """
    path = Path(path)
    format_ = rdf_format(path)
    _check_licence(licence)
    digest = sha256(path)
    graph = source_graph(digest)
    if is_described(store, graph):
        kept = store.value(graph, VOID.triples, METADATA_GRAPH)
        return LoadReport(graph, str(path), 0, int(kept.value) if kept else 0, 0, 0, digest, already=True)
    drop_unfinished(store)
    counts: Counter[str] = Counter()
    graphs: set[object] = set()
    if format_ == RdfFormat.RDF_XML:
        _check_xml(path)
    with open_input(path) as (stream, position):
        statements = _statements(path, stream, format_, strict, counts)
        reported = _reported(statements, position, path.stat().st_size, progress)
        store.bulk_add(_folded(reported, graph, counts, graphs))
    return _finish(store, path, digest, counts, len(graphs), title, licence)


def _finish(
    store: Store, path: Path, digest: str, counts: Counter[str], graphs: int, title: str | None, licence: str | None
) -> LoadReport:
    """Describe what was loaded; nothing stays in the store when that fails or there is nothing to describe."""
    graph = source_graph(digest)
    kept = store.count(graph)
    if not kept:
        raise InputError("there is no triple in this file; check that it is the right one", str(path))
    try:
        store.add(describe_source(graph, path.name, digest, kept, licence, title, "rdf", loaded=datetime.now(UTC)))
    except HallugraphError:
        store.drop_graph(graph)
        raise
    read = counts["read"]
    return LoadReport(graph, str(path), read, kept, read - kept, counts["bad"], digest, graphs=graphs)


def _folded(statements: Iterable[Quad], graph: NamedNode, counts: Counter[str], graphs: set[object]) -> Iterator[Quad]:
    """Put statements into one graph; count them, note the graphs they had, leave out triple terms."""
    plain = DefaultGraph()
    own = local_name(graph)
    for statement in statements:
        counts["read"] += 1
        if statement.graph_name != plain:
            graphs.add(statement.graph_name)
        subject, object_ = statement.subject, statement.object
        # Blank nodes get the name of the source, so that `_:b0` of one file is never `_:b0` of another.
        if isinstance(subject, BlankNode):
            subject = BlankNode(f"{own}{subject.value}")
        if isinstance(object_, BlankNode):
            object_ = BlankNode(f"{own}{object_.value}")
        if not isinstance(object_, Triple):
            yield Quad(subject, statement.predicate, object_, graph)


def _reported(
    statements: Iterable[Quad], position: Callable[[], int], size: int, progress: Progress | None
) -> Iterator[Quad]:
    """Pass statements on and report progress every now and then."""
    for number, statement in enumerate(statements):
        if progress is not None and number % REPORT_EVERY == 0:
            progress(min(position(), size), size)
        yield statement
    if progress is not None:
        progress(size, size)


def _statements(
    path: Path, stream: IO[bytes], format_: RdfFormat, strict: bool, counts: Counter[str]
) -> Iterator[Quad]:
    """Yield the statements of a stream; errors name the file and the line."""
    with reading(path):
        if not strict and format_ in LINE_FORMATS:
            yield from _lenient_lines(stream, format_, counts)
            return
        try:
            yield from parse(stream, format_, lenient=not strict)  # type: ignore[misc]
        except SyntaxError as error:
            check_compressed(path)  # damaged data looks like a syntax error until the checksum at its end
            raise InputError(_explain(error, format_), str(path), error.lineno) from error


def _lenient_lines(stream: IO[bytes], format_: RdfFormat, counts: Counter[str]) -> Iterator[Quad]:
    """Parse lines, many at once while they are good and one by one where they are not."""
    while lines := list(islice(stream, LINES_AT_ONCE)):
        try:
            yield from list(parse(b"".join(lines), format_, lenient=True))
        except SyntaxError:
            for line in lines:
                try:
                    yield from list(parse(line, format_, lenient=True))
                except SyntaxError:
                    counts["bad"] += 1


def _check_xml(path: Path) -> None:
    """Refuse XML that is not well-formed: the RDF parser takes a file that was cut off for a whole one."""
    parser = expat.ParserCreate()
    with open_input(path) as (stream, _), reading(path):
        try:
            parser.ParseFile(stream)
        except expat.ExpatError as error:
            check_compressed(path)
            reason = expat.errors.messages.get(error.code, "") or str(error)
            raise InputError(f"this is not well-formed XML: {reason}", str(path), error.lineno) from error


def _explain(error: SyntaxError, format_: RdfFormat) -> str:
    message = plain_syntax_message(error)
    if "UTF-8" in message:
        return "this is not UTF-8 text; convert the file to UTF-8"
    if "LoadDocumentCallback" in message:
        return "the JSON-LD context is on another server, which is never asked; put the context into the file"
    return f"this is not well-formed {format_.name}: {message}"


def _check_licence(licence: str | None) -> None:
    if licence and licence.startswith(("http://", "https://")) and expand(f"<{licence}>") is None:
        raise UsageError(f"{licence!r} is no valid IRI of a licence; write it without spaces")
