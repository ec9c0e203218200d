"""The store: one Oxigraph directory that holds everything hallugraph knows and does.

This is the only file that uses pyoxigraph's Store. One process owns a store for writing; readers work
on a snapshot. Outside values reach SPARQL as bindings, never as text.
"""

import errno
import shutil
import tempfile
from collections.abc import Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from types import TracebackType
from typing import IO, Self

import pyoxigraph as ox
from pyoxigraph import BlankNode, DefaultGraph, Literal, NamedNode, Quad, RdfFormat, Triple

from .errors import InputError, StoreError, StoreLockedError, UsageError
from .names import PREFIXES
from .sparql import bind

Node = NamedNode | BlankNode | Literal
Row = dict[str, Node]


class Store:
    """An RDF store on disk or in memory; use it as a context manager.

    All reading methods look at every named graph unless one is given.
    """

    def __init__(self, inner: ox.Store, path: Path | None = None, scratch: Path | None = None) -> None:
        self._open: ox.Store | None = inner
        self._scratch = scratch
        self.path = path

    @classmethod
    def open(cls, path: Path | str | None = None) -> Self:
        """Open a store for writing, making it where there is none; without a path, one in memory.

        Raises:
            StoreLockedError: another process owns the store.
            StoreError: the directory cannot be made or read, or holds something else.
        """
        if path is None:
            return cls(ox.Store())
        path = Path(path)
        _refuse_foreign(path)
        with _store_errors(path):
            path.parent.mkdir(parents=True, exist_ok=True)
            return cls(ox.Store(str(path)), path)

    @classmethod
    def snapshot(cls, path: Path | str) -> Self:
        """Open a read-only copy (hard links, no data copied) of a store that no other process owns now."""
        path = Path(path)
        if not (path / "CURRENT").exists():
            raise StoreError(f"{path}: there is no store here; make one with  hallugraph load  or  hallugraph demo")
        scratch = Path(tempfile.mkdtemp(prefix=".snapshot-", dir=path.parent))
        try:
            with _store_errors(path):
                owner = ox.Store(str(path))
                owner.backup(str(scratch / "store"))
                del owner
                return cls(ox.Store.read_only(str(scratch / "store")), path, scratch)
        except BaseException:
            shutil.rmtree(scratch, ignore_errors=True)
            raise

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Write everything to disk and let the directory go."""
        if self._open is None:
            return
        if self.path is not None and self._scratch is None:
            with _store_errors(self.path):
                self._open.flush()
        self._open = None  # Oxigraph holds its lock as long as the object lives
        if self._scratch is not None:
            shutil.rmtree(self._scratch, ignore_errors=True)

    @property
    def _inner(self) -> ox.Store:
        if self._open is None:
            raise StoreError(f"{self.path or 'memory'}: this store is closed")
        return self._open

    # Writing

    def add(self, quads: Iterable[Quad]) -> None:
        """Add quads in one transaction."""
        with _store_errors(self.path):
            self._inner.extend(quads)

    def bulk_add(self, quads: Iterable[Quad]) -> None:
        """Add many quads fast; atomic too, but it costs memory and cannot be seen until it ends."""
        with _store_errors(self.path):
            self._inner.bulk_extend(quads)

    def bulk_load(
        self,
        source: Path | IO[bytes],
        format: RdfFormat,  # noqa: A002 - pyoxigraph's own name
        graph: NamedNode,
        *,
        lenient: bool = False,
        base: str | None = None,
    ) -> None:
        """Load a file or a byte stream into a named graph; one bad line undoes it all.

        Raises:
            InputError: the input is not well-formed; it names file and line.
        """
        name = str(source) if isinstance(source, Path) else getattr(source, "name", "stream")
        try:
            with _store_errors(self.path):
                if isinstance(source, Path):
                    self._inner.bulk_load(
                        path=str(source), format=format, to_graph=graph, lenient=lenient, base_iri=base
                    )
                else:
                    self._inner.bulk_load(source, format, to_graph=graph, lenient=lenient, base_iri=base)
        except SyntaxError as error:
            raise InputError(plain_syntax_message(error), name, error.lineno) from error

    def remove(self, quads: Iterable[Quad]) -> None:
        """Remove quads, each where it is there."""
        with _store_errors(self.path):
            for quad in list(quads):
                self._inner.remove(quad)

    def drop_graph(self, graph: NamedNode) -> None:
        """Remove a named graph with all it holds."""
        with _store_errors(self.path):
            self._inner.remove_graph(graph)

    def replace_graph(self, graph: NamedNode, quads: Iterable[Quad]) -> None:
        """Replace what a named graph holds, in one transaction; meant for graphs of up to some 100,000 quads."""
        # str() of a term is its N-Triples form, so no value can leave its place in the text.
        body = "\n".join(f"{quad.subject} {quad.predicate} {quad.object} ." for quad in quads)
        with _store_errors(self.path):
            self._inner.update(f"DROP SILENT GRAPH {graph} ; INSERT DATA {{ GRAPH {graph} {{ {body} }} }}")

    # Reading

    def quads(
        self,
        subject: NamedNode | BlankNode | None = None,
        predicate: NamedNode | None = None,
        object: Node | None = None,  # noqa: A002 - RDF's own name
        graph: NamedNode | None = None,
    ) -> Iterator[Quad]:
        """Yield the quads that match a pattern; None matches everything."""
        return self._inner.quads_for_pattern(subject, predicate, object, graph)

    def pairs(self, relations: Iterable[NamedNode], graphs: list[NamedNode]) -> Iterator[tuple[NamedNode, list[str]]]:
        """Yield (relation, texts) with the facts between IRIs that the graphs hold, each once.

        The texts are subject, object, subject, object, … as N-Triples writes them. Whole columns of text are several
        times faster than a quad at a time.
        """

        def read(relation: NamedNode) -> bytes:
            found = self._inner.query(f"SELECT ?s ?o WHERE {{ ?s {relation} ?o }}", default_graph=[*graphs])
            return found.serialize(format=ox.QueryResultsFormat.TSV) or b""  # type: ignore[union-attr]  # a SELECT

        relations = list(relations)
        with ThreadPoolExecutor(2) as readers:
            for relation, table in zip(relations, readers.map(read, relations), strict=True):
                yield relation, _iri_pairs(table.decode(), len(graphs) > 1)

    def objects(
        self, subject: NamedNode | BlankNode, predicate: NamedNode, graph: NamedNode | None = None
    ) -> list[Node]:
        """List the distinct objects of (subject, predicate), sorted."""
        found = {quad.object for quad in self.quads(subject, predicate, None, graph)}
        return sorted((node for node in found if not isinstance(node, Triple)), key=str)

    def value(
        self, subject: NamedNode | BlankNode, predicate: NamedNode, graph: NamedNode | None = None
    ) -> Node | None:
        """Return the first object of (subject, predicate) in sorted order, or None."""
        return next(iter(self.objects(subject, predicate, graph)), None)

    def node(
        self, subject: NamedNode | BlankNode, predicate: NamedNode, graph: NamedNode | None = None
    ) -> NamedNode | None:
        """Return the first object of (subject, predicate) that is an IRI, or None."""
        return next((node for node in self.objects(subject, predicate, graph) if isinstance(node, NamedNode)), None)

    def text(self, subject: NamedNode | BlankNode, predicate: NamedNode, graph: NamedNode | None = None) -> str:
        """Return the first object of (subject, predicate) that is a literal, as text; empty without one."""
        found = (node.value for node in self.objects(subject, predicate, graph) if isinstance(node, Literal))
        return next(found, "")

    def subjects(self, predicate: NamedNode, object: Node, graph: NamedNode | None = None) -> list[NamedNode]:  # noqa: A002
        """List the distinct IRIs that have (predicate, object), sorted."""
        found = {quad.subject for quad in self.quads(None, predicate, object, graph)}
        return sorted((node for node in found if isinstance(node, NamedNode)), key=str)

    def contains(self, subject: NamedNode, predicate: NamedNode, object: Node) -> bool:  # noqa: A002
        """Say whether any graph holds a triple."""
        return next(self.quads(subject, predicate, object), None) is not None

    def select(self, sparql: str, **bindings: NamedNode | Literal) -> Iterator[Row]:
        """Run a SELECT query over the union of all graphs; a row leaves out unbound variables."""
        solutions = self._query(sparql, bindings)
        if not isinstance(solutions, ox.QuerySolutions):
            raise UsageError("this is not a SELECT query")
        names = [variable.value for variable in solutions.variables]
        for solution in solutions:
            yield {name: solution[name] for name in names if solution[name] is not None}

    def construct(self, sparql: str, **bindings: NamedNode | Literal) -> Iterator[Triple]:
        """Run a CONSTRUCT query over the union of all graphs."""
        triples = self._query(sparql, bindings)
        if not isinstance(triples, ox.QueryTriples):
            raise UsageError("this is not a CONSTRUCT query")
        return triples

    def ask(self, sparql: str, **bindings: NamedNode | Literal) -> bool:
        """Run an ASK query over the union of all graphs."""
        return bool(self._query(sparql, bindings))

    def _query(
        self, sparql: str, bindings: dict[str, NamedNode | Literal]
    ) -> ox.QuerySolutions | ox.QueryTriples | ox.QueryBoolean:
        try:
            return self._inner.query(bind(sparql, bindings), prefixes=PREFIXES, use_default_graph_as_union=True)
        except SyntaxError as error:
            raise UsageError(f"the query is not well-formed: {plain_syntax_message(error)}") from error

    def graphs(self) -> list[NamedNode]:
        """List the named graphs in the order of their IRIs."""
        return sorted((g for g in self._inner.named_graphs() if isinstance(g, NamedNode)), key=str)

    def count(self, graph: NamedNode | None = None) -> int:
        """Count the quads of the store or of one graph."""
        return len(self._inner) if graph is None else sum(1 for _ in self.quads(graph=graph))

    def dump(self, target: Path | IO[bytes], format: RdfFormat, graph: NamedNode | None = None) -> None:  # noqa: A002
        """Write one graph, or all of them in a format that knows graphs."""
        if not format.supports_datasets and graph is None:
            raise UsageError(f"{format.name} holds one graph only; name the graph")
        output = str(target) if isinstance(target, Path) else target
        source = graph if graph is not None else None
        if source is None:
            self._inner.dump(output, format, prefixes=PREFIXES)
        else:
            self._inner.dump(output, format, from_graph=source, prefixes=PREFIXES)


def triples_to_quads(triples: Iterable[Triple], graph: NamedNode | DefaultGraph) -> Iterator[Quad]:
    """Put triples into a graph."""
    return (Quad(triple.subject, triple.predicate, triple.object, graph) for triple in triples)


def _iri_pairs(table: str, repeated: bool) -> list[str]:
    """Read a TSV table of two columns: its rows of two IRIs in one list."""
    _, _, body = table.partition("\n")
    if repeated or '"' in body or body.count("<") != 2 * body.count("\n"):
        rows = (row for row in body.split("\n") if row.startswith("<") and "\t<" in row)
        body = "".join(f"{row}\n" for row in dict.fromkeys(rows))
    return body.replace("\n", "\t").split("\t")[:-1]


def plain_syntax_message(error: SyntaxError) -> str:
    """Return what a parser says without the position that it repeats."""
    message = str(error.msg)
    if message.startswith("Parser error at line") and ": " in message:
        message = message.split(": ", 1)[1]
    return " ".join(message.split())


def _refuse_foreign(path: Path) -> None:
    """Refuse a directory that holds something else than a store: Oxigraph would mix its files with it."""
    if path.is_file():
        raise StoreError(f"{path}: a file is in the way; name a directory for the store")
    if path.is_dir() and any(path.iterdir()) and not (path / "CURRENT").exists():
        raise StoreError(f"{path}: this directory is not empty and holds no store; name another one")


@contextmanager
def _store_errors(path: Path | None) -> Iterator[None]:
    """Turn what Oxigraph raises into one clear sentence."""
    try:
        yield
    except SyntaxError:
        raise
    except RuntimeError as error:
        if "read-write" not in str(error):
            raise
        raise StoreError(f"{path}: this is a read-only copy of the store") from error
    except OSError as error:
        message = " ".join(str(error).split())
        if "lock" in message.lower():
            raise StoreLockedError(
                f"{path}: another process is using this store; wait for it to end or name another with --store"
            ) from error
        if error.errno == errno.ENOSPC or "No space left" in message:
            raise StoreError(f"{path}: the disk is full; free some space and run the same command again") from error
        raise StoreError(f"{path or 'memory'}: {message.removeprefix('IO error: ')}") from error
