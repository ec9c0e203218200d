"""Turtle for people to read and compare: the same triples always give the same bytes.

Oxigraph's own writer orders prefixes by chance, and escapes each slash in a name.
"""

import re
from collections.abc import Iterable, Iterator
from itertools import groupby

from pyoxigraph import Literal, NamedNode, Triple

from .names import PREFIXES, RDF, XSD

LOCAL = re.compile(r"[A-Za-z_][\w-]*", re.ASCII)
RELATIVE = re.compile(r"[A-Za-z0-9][\w+-]*(/[A-Za-z0-9][\w.+-]*)*", re.ASCII)
"""What can stand after the base without being read as anything else than a path."""

BASE = PREFIXES["id"]


def write_turtle(ordered: Iterable[Triple]) -> str:
    """Write triples that stand in order; those of one subject must be neighbours.

    >>> print(write_turtle([Triple(NamedNode(BASE + "question/1"), RDF.type, NamedNode("http://example.org/q"))]))
    @base <https://w3id.org/hallugraph/id/> .
    <BLANKLINE>
    <question/1> a <http://example.org/q> .
    <BLANKLINE>
    """
    used: set[str] = set()
    blocks = [_block(list(group), used) for _, group in groupby(ordered, lambda triple: triple.subject)]
    head = [f"@base <{BASE}> ."]
    head += [f"@prefix {prefix}: <{iri}> ." for prefix, iri in PREFIXES.items() if prefix in used]
    return "\n".join(head) + "\n\n" + "\n".join(blocks)


def _block(triples: list[Triple], used: set[str]) -> str:
    """Write the triples of one subject, its types first."""
    ordered = sorted(triples, key=lambda triple: triple.predicate != RDF.type)
    groups = groupby(ordered, lambda triple: triple.predicate)
    lines = [f"{_verb(verb, used)} {', '.join(_objects(group, used))}" for verb, group in groups]
    body = " ;\n    ".join(lines)
    return f"{_term(triples[0].subject, used)} {body} .\n"


def _objects(triples: Iterable[Triple], used: set[str]) -> Iterator[str]:
    return (_term(triple.object, used) for triple in triples)


def _verb(predicate: NamedNode, used: set[str]) -> str:
    return "a" if predicate == RDF.type else _term(predicate, used)


def _term(term: object, used: set[str]) -> str:
    if isinstance(term, NamedNode):
        return _iri(term.value, used)
    if isinstance(term, Literal):
        return _literal(term, used)
    return str(term)


def _iri(iri: str, used: set[str]) -> str:
    if iri.startswith(BASE) and RELATIVE.fullmatch(iri, len(BASE)):
        return f"<{iri[len(BASE) :]}>"
    for prefix, start in PREFIXES.items():
        if iri.startswith(start) and LOCAL.fullmatch(iri, len(start)):
            used.add(prefix)
            return f"{prefix}:{iri[len(start) :]}"
    return str(NamedNode(iri))


def _literal(literal: Literal, used: set[str]) -> str:
    """Write a literal; str() of a plain one is its N-Triples form, in which all that could end it is escaped."""
    text = str(Literal(literal.value))
    if literal.language:
        return f"{text}@{literal.language}"
    if literal.datatype == XSD.string:
        return text
    if literal.datatype == XSD.boolean and literal.value in ("true", "false"):
        return literal.value
    if literal.datatype == XSD.integer and re.fullmatch(r"-?[0-9]+", literal.value):
        return literal.value
    return f"{text}^^{_iri(literal.datatype.value, used)}"
