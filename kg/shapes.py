"""SHACL: what a release must hold, checked with pySHACL on a graph in memory."""

import logging
from collections.abc import Iterable
from functools import lru_cache
from pathlib import Path
from typing import Any

from pyoxigraph import Triple

from .names import PREFIXES
from .serialize import to_rdflib

PACKAGED = Path(__file__).parent.parent / "ontologies" / "shapes.ttl"


def violations(triples: Iterable[Triple], shapes: Path = PACKAGED) -> list[str]:
    """List what a graph lacks, one line a violation, sorted; empty when it conforms."""
    import pyshacl  # late: it brings rdflib with it

    logging.getLogger("pyshacl").setLevel(logging.ERROR)
    conforms, report, _ = pyshacl.validate(
        to_rdflib(triples), shacl_graph=_read_shapes(shapes), inference="none", inplace=True
    )
    return [] if conforms else sorted(set(_lines(report)))


@lru_cache(maxsize=4)
def _read_shapes(path: Path) -> Any:  # noqa: ANN401 - an rdflib graph; naming it would import rdflib
    import rdflib

    return rdflib.Graph().parse(path, format="turtle")


def _lines(report: Any) -> Iterable[str]:  # noqa: ANN401 - an rdflib graph
    from rdflib import RDF, SH

    for result in report.subjects(RDF.type, SH.ValidationResult):
        messages = sorted(str(message) for message in report.objects(result, SH.resultMessage))
        value = report.value(result, SH.value)
        found = "" if value is None else f" (found {_short(str(value))!r})"
        yield f"{_short(str(report.value(result, SH.focusNode)))}: {messages[0]}{found}"


def _short(text: str) -> str:
    for prefix, iri in PREFIXES.items():
        if text.startswith(iri):
            return f"{prefix}:{text[len(iri) :]}"
    return text if len(text) <= 80 else f"{text[:77]}..."
