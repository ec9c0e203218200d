"""Namespaces and the making of identifiers.

Every identifier that hallugraph makes is an IRI that ends in a hash of the content it names, so the
same content always has the same name: joining, caching and resuming need no counters.
"""

import hashlib
from collections.abc import Iterable

from pyoxigraph import Literal, NamedNode

BASE = "https://w3id.org/hallugraph/"

PREFIXES: dict[str, str] = {
    "hg": f"{BASE}vocab#",
    "id": f"{BASE}id/",
    "rel": f"{BASE}relation/",
    "wd": "http://www.wikidata.org/entity/",
    "wdt": "http://www.wikidata.org/prop/direct/",
    "p": "http://www.wikidata.org/prop/",
    "ps": "http://www.wikidata.org/prop/statement/",
    "pq": "http://www.wikidata.org/prop/qualifier/",
    "wikibase": "http://wikiba.se/ontology#",
    "rdf": "http://www.w3.org/1999/02/22-rdf-syntax-ns#",
    "rdfs": "http://www.w3.org/2000/01/rdf-schema#",
    "owl": "http://www.w3.org/2002/07/owl#",
    "xsd": "http://www.w3.org/2001/XMLSchema#",
    "skos": "http://www.w3.org/2004/02/skos/core#",
    "schema": "http://schema.org/",
    "prov": "http://www.w3.org/ns/prov#",
    "earl": "http://www.w3.org/ns/earl#",
    "dcterms": "http://purl.org/dc/terms/",
    "dcat": "http://www.w3.org/ns/dcat#",
    "void": "http://rdfs.org/ns/void#",
    "spdx": "http://spdx.org/rdf/terms#",
}
"""The prefixes that every query and every Turtle file of hallugraph may use."""


class Namespace:
    """Make IRIs of one namespace by attribute (`RDF.type`) or by item (`WDT["P36"]`)."""

    def __init__(self, prefix: str) -> None:
        self._iri = PREFIXES[prefix]

    def __getitem__(self, name: str) -> NamedNode:
        return NamedNode(self._iri + name)

    def __getattr__(self, name: str) -> NamedNode:
        if name.startswith("__"):
            raise AttributeError(name)
        return NamedNode(self._iri + name)

    def __contains__(self, node: object) -> bool:
        return isinstance(node, NamedNode) and node.value.startswith(self._iri)


HG = Namespace("hg")
ID = Namespace("id")
REL = Namespace("rel")
WD = Namespace("wd")
WDT = Namespace("wdt")
RDF = Namespace("rdf")
RDFS = Namespace("rdfs")
OWL = Namespace("owl")
XSD = Namespace("xsd")
SKOS = Namespace("skos")
SCHEMA = Namespace("schema")
PROV = Namespace("prov")
EARL = Namespace("earl")
DCTERMS = Namespace("dcterms")
DCAT = Namespace("dcat")
VOID = Namespace("void")
SPDX = Namespace("spdx")

METADATA_GRAPH = ID["graph/metadata"]
"""The named graph that describes all other graphs, runs and agents (PROV-O)."""


def content_id(kind: str, parts: Iterable[str]) -> NamedNode:
    """Name a thing by its content: `id:<kind>/<24 hex digits of SHA-256>`.

    `parts` are joined with their lengths, so ("ab", "c") and ("a", "bc") differ.
    """
    digest = hashlib.sha256()
    for part in parts:
        data = part.encode("utf-8", "surrogatepass")
        digest.update(b"%d:" % len(data))
        digest.update(data)
    return ID[f"{kind}/{digest.hexdigest()[:24]}"]


def local_name(node: NamedNode) -> str:
    """Return the part of an IRI after its last `/` or `#`."""
    return node.value.rstrip("/#").replace("#", "/").rpartition("/")[2]


def compact(term: NamedNode | Literal) -> str:
    """Shorten a term for a person to read: `wd:Q90` for a known namespace, a literal's plain value."""
    if isinstance(term, Literal):
        return term.value
    for prefix, iri in PREFIXES.items():
        if term.value.startswith(iri):
            return f"{prefix}:{term.value[len(iri) :]}"
    return term.value


def expand(name: str) -> NamedNode | None:
    """Read `prefix:local`, `<iri>`, `Q90`, `P36` or a full IRI; None where it is none of these."""
    if name.startswith("<") and name.endswith(">"):
        name = name[1:-1]
    prefix, colon, local = name.partition(":")
    if colon and prefix in PREFIXES:
        return NamedNode(PREFIXES[prefix] + local)
    if name[:1] in "QP" and name[1:].isdigit():
        return WD[name] if name[0] == "Q" else WDT[name]
    if colon and ("//" in local or prefix == "urn"):
        try:
            return NamedNode(name)
        except ValueError:
            return None
    return None
