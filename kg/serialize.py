"""Small graphs as files: canonical hash, Turtle, JSON-LD under our own context, and rdflib for what needs it.

Meant for graphs of the size of a release; every writer gives the same bytes for the same triples.
"""

import hashlib
import io
import json
import re
from collections import defaultdict
from collections.abc import Iterable, Mapping
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pyoxigraph import (
    BlankNode,
    CanonicalizationAlgorithm,
    Dataset,
    Literal,
    NamedNode,
    Quad,
    RdfFormat,
    Triple,
    parse,
    serialize,
)

from .errors import InputError
from .names import RDF, XSD, content_id
from .store import plain_syntax_message
from .turtle import write_turtle

if TYPE_CHECKING:
    from rdflib import Graph
    from rdflib.term import Node

WHOLE = re.compile(r"0|-?[1-9][0-9]{0,13}")
"""Whole numbers that every JSON reader keeps as they are."""

CONTEXT = Path(__file__).parent.parent / "ontologies" / "context.jsonld"


def canonical_lines(triples: Iterable[Triple]) -> list[str]:
    """Return the triples as sorted N-Quads lines after RDFC-1.0, which names blank nodes by what is said of them."""
    dataset = Dataset(Quad(triple.subject, triple.predicate, triple.object) for triple in triples)
    dataset.canonicalize(CanonicalizationAlgorithm.RDFC_1_0)
    target = io.BytesIO()
    serialize(dataset, target, RdfFormat.N_QUADS)
    return sorted(target.getvalue().decode().splitlines(keepends=True))


def canonical_hash(triples: Iterable[Triple]) -> str:
    """Return the SHA-256 of the canonical N-Quads, in hexadecimal."""
    return hashlib.sha256("".join(canonical_lines(triples)).encode()).hexdigest()


def skolemise(triples: Iterable[Triple], name: str) -> list[Triple]:
    """Give blank nodes IRIs that depend on the graph and `name` only; return the triples in sorted order."""
    triples = list(triples)
    if any(isinstance(term, BlankNode) for triple in triples for term in (triple.subject, triple.object)):
        lines = "".join(canonical_lines(triples)).encode()
        triples = [quad.triple for quad in parse(lines, RdfFormat.N_QUADS)]

    def named(term: Any) -> Any:  # noqa: ANN401 - any term
        return content_id("blank", (name, term.value)) if isinstance(term, BlankNode) else term

    return in_order(Triple(named(each.subject), each.predicate, named(each.object)) for each in triples)


def in_order(triples: Iterable[Triple]) -> list[Triple]:
    """Return the distinct triples in the one order that all writers use."""
    return sorted(set(triples), key=lambda each: (str(each.subject), str(each.predicate), str(each.object)))


def turtle(triples: Iterable[Triple]) -> bytes:
    """Write Turtle with the known prefixes."""
    return write_turtle(in_order(triples)).encode()


def read(path: Path, format_: RdfFormat) -> list[Triple]:
    """Read a file of triples.

    Raises:
        InputError: it is missing or not well-formed.
    """
    try:
        return [quad.triple for quad in parse(path.read_bytes(), format_)]
    except SyntaxError as error:
        message = f"this is not well-formed {format_.name}: {plain_syntax_message(error)}"
        raise InputError(message, str(path), error.lineno) from error
    except OSError as error:
        raise InputError(error.strerror or str(error), str(path)) from error


def jsonld(triples: Iterable[Triple]) -> bytes:
    """Write JSON-LD 1.1 with the packaged context inside: one object a subject, in the order of the IRIs.

    Raises:
        InputError: a value cannot be written so that it comes back; nothing known does this.
    """
    ordered = in_order(triples)
    data = Context.packaged().document(ordered)
    text = (json.dumps(data, ensure_ascii=False, indent=1) + "\n").encode()
    back = [quad.triple for quad in parse(text, RdfFormat.JSON_LD)]
    if canonical_hash(back) != canonical_hash(ordered):
        raise InputError("these triples do not survive JSON-LD; look for IRIs that begin with a prefix", "JSON-LD")
    return text


class Context:
    """A JSON-LD context, used to write: prefixes, and terms with the type of their values."""

    def __init__(self, context: Mapping[str, Any]) -> None:
        self.context = context
        self._prefixes = {iri: name for name, iri in context.items() if isinstance(iri, str) and iri[-1] in "/#"}
        self._terms = {self._full(term["@id"]): name for name, term in context.items() if isinstance(term, dict)}

    @classmethod
    def packaged(cls) -> "Context":
        """Read the context that the package brings."""
        return cls(json.loads(CONTEXT.read_text(encoding="utf-8"))["@context"])

    def document(self, triples: Iterable[Triple]) -> dict[str, Any]:
        """Write triples without blank nodes as one document."""
        subjects: dict[str, dict[str, list[Any]]] = defaultdict(lambda: defaultdict(list))
        for triple in triples:
            node = subjects[self.compact(str(triple.subject)[1:-1])]
            if triple.predicate == RDF.type and isinstance(triple.object, NamedNode):
                node["type"].append(self.compact(triple.object.value))
                continue
            name = self._terms.get(triple.predicate.value) or self.compact(triple.predicate.value)
            node[name].append(self._value(triple.object, self._coercions.get(name, {})))
        graph = [{"id": iri, **{name: _single(each) for name, each in node.items()}} for iri, node in subjects.items()]
        return {"@context": self.context, "@graph": graph}

    def compact(self, iri: str) -> str:
        """Shorten an IRI with the longest prefix that fits."""
        fitting = [prefix for prefix in self._prefixes if iri.startswith(prefix) and not iri.startswith(f"{prefix}//")]
        if not fitting:
            return iri
        prefix = max(fitting, key=len)
        return f"{self._prefixes[prefix]}:{iri[len(prefix) :]}"

    @cached_property
    def _coercions(self) -> dict[str, Mapping[str, str]]:
        return {name: term for name, term in self.context.items() if isinstance(term, dict)}

    def _full(self, name: str) -> str:
        prefix, _, local = name.partition(":")
        return f"{self.context[prefix]}{local}"

    def _value(self, term: Any, coercion: Mapping[str, str]) -> Any:  # noqa: ANN401 - JSON
        """Write a value, bare where the context says the rest."""
        if isinstance(term, NamedNode):
            iri = self.compact(term.value)
            return iri if coercion.get("@type") == "@id" else {"id": iri}
        if not isinstance(term, Literal):
            raise InputError(f"{term} has no place in a release", "JSON-LD")
        if term.language:
            bare = term.language == coercion.get("@language")
            return term.value if bare else {"@value": term.value, "@language": term.language}
        type_ = self.compact(term.datatype.value)
        if type_ == coercion.get("@type"):
            return term.value
        if type_ == "xsd:string":
            return {"@value": term.value} if {"@type", "@language"} & coercion.keys() else term.value
        native = None if coercion.get("@type") else _native(term)
        return {"@value": term.value, "@type": type_} if native is None else native


def _native(term: Literal) -> bool | int | None:
    """Return a truth value or a whole number that JSON writes as RDF does."""
    if term.datatype == XSD.boolean and term.value in ("true", "false"):
        return term.value == "true"
    if term.datatype == XSD.integer and WHOLE.fullmatch(term.value):
        return int(term.value)
    return None


def _single(values: list[Any]) -> Any:  # noqa: ANN401 - JSON
    return values[0] if len(values) == 1 else values


def to_rdflib(triples: Iterable[Triple]) -> "Graph":
    """Copy triples to an rdflib graph in memory, every literal exactly as it is written."""
    import rdflib  # late: it takes a third of a second

    nodes: dict[str, Node] = {}

    def node(term: Any) -> "Node":  # noqa: ANN401 - any term
        key = str(term)
        if key not in nodes:
            nodes[key] = _rdflib_term(term)
        return nodes[key]

    graph = rdflib.Graph()
    for triple in triples:
        graph.add((node(triple.subject), node(triple.predicate), node(triple.object)))
    return graph


def _rdflib_term(term: Any) -> "Node":  # noqa: ANN401 - any term
    import rdflib

    if isinstance(term, NamedNode):
        return rdflib.URIRef(term.value)
    if isinstance(term, BlankNode):
        return rdflib.BNode(term.value)
    if term.language:
        return rdflib.Literal(term.value, lang=term.language)
    plain = term.datatype == XSD.string
    return rdflib.Literal(term.value, datatype=None if plain else rdflib.URIRef(term.datatype.value), normalize=False)
