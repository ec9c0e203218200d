"""The graph of a release: all that a benchmark rests on and all that is said of it, and nothing of the day or place.

Two stores that hold the same benchmark, runs and verdicts give the same graph: no times, no blank nodes, no paths.
"""

from collections.abc import Iterable, Iterator

from pyoxigraph import Literal, NamedNode, Quad, Triple

from ..kg.entities import LABELS
from ..kg.errors import UsageError
from ..kg.names import DCAT, DCTERMS, EARL, HG, METADATA_GRAPH, PROV, RDF, RDFS, VOID, compact
from ..kg.relations import Lexicon
from ..kg.resources import Value, describe
from ..kg.serialize import skolemise
from ..kg.store import Store

TIMES = frozenset((PROV.generatedAtTime, PROV.startedAtTime, PROV.endedAtTime, DCTERMS.created, DCTERMS.modified))
"""What changes with the day a thing is done again."""

DESCRIBED = frozenset((PROV.hadPrimarySource, HG.derivedBy, PROV.wasGeneratedBy, PROV.wasAttributedTo, EARL.assertedBy))
"""Predicates whose objects are described in the metadata graph."""

TERMS = frozenset((RDF.subject, RDF.predicate, RDF.object, HG.missingNode, HG.inventedNode))
"""Predicates whose objects are entities and relations, which need a label."""


def release_graph(
    store: Store, benchmark: NamedNode, *, title: str, licence: str, version: str, lexicon: Lexicon | None = None
) -> list[Triple]:
    """Gather the triples of a release in sorted order.

    Raises:
        UsageError: the store holds no question of the benchmark.
    """
    own = _graphs(store, (benchmark,))
    questions = [triple.subject for triple in own if triple.predicate == RDF.type and triple.object == HG.Question]
    if not questions:
        raise UsageError(f"the store holds no question of the benchmark {benchmark.value}; generate some first")
    runs = _graphs_that_say(store, HG.answers, questions)
    answers = _graphs(store, runs)
    answered = [triple.subject for triple in answers if triple.predicate == HG.answers]
    verdicts = _graphs_that_say(store, EARL.subject, answered)
    content = [*own, *answers, *_graphs(store, verdicts)]
    described = {t.object for t in content if t.predicate in DESCRIBED} | {benchmark, *runs, *verdicts}
    gathered = [
        *content,
        *_descriptions(store, (node for node in described if isinstance(node, NamedNode)), benchmark),
        *_labels(store, content, Lexicon.load() if lexicon is None else lexicon),
        *_dataset(benchmark, len(questions), title, licence, version),
    ]
    return skolemise((triple for triple in gathered if triple.predicate not in TIMES), benchmark.value)


def proof_circles(triples: Iterable[Triple]) -> list[str]:
    """List the statements whose proof comes back to them, in sorted order; a proof must not."""
    premises: dict[object, list[object]] = {}
    for triple in triples:
        if triple.predicate == PROV.wasDerivedFrom:
            premises.setdefault(triple.subject, []).append(triple.object)
    # What rests on nothing open is closed; in the end only circles, and what rests on them, are left.
    while closed := [node for node, needs in premises.items() if not any(need in premises for need in needs)]:
        for node in closed:
            del premises[node]
    return sorted(f"{_plain(node)}: its proof goes in a circle" for node in premises)


def _plain(node: object) -> str:
    return compact(node) if isinstance(node, NamedNode) else str(node)


def _graphs(store: Store, graphs: Iterable[NamedNode]) -> list[Triple]:
    return [quad.triple for graph in graphs for quad in store.quads(graph=graph)]


def _graphs_that_say(store: Store, predicate: NamedNode, objects: Iterable[object]) -> list[NamedNode]:
    """List the named graphs in which something has one of the objects under a predicate."""
    found: set[NamedNode] = set()
    for object_ in objects:
        for quad in store.quads(None, predicate, object_):  # type: ignore[arg-type]  # questions and answers are IRIs
            if isinstance(quad.graph_name, NamedNode):
                found.add(quad.graph_name)
    return sorted(found, key=str)


def _descriptions(store: Store, nodes: Iterable[NamedNode], benchmark: NamedNode) -> Iterator[Triple]:
    """Yield what the metadata graph says of nodes and of whatever it names in saying so."""
    queue = sorted(nodes, key=str)
    seen = set(queue)
    for node in queue:
        for quad in store.quads(node, None, None, METADATA_GRAPH):
            if node == benchmark and quad.predicate in (DCTERMS.title, DCTERMS.license, RDFS.label):
                continue  # the release has its own
            yield quad.triple
            if quad.predicate != RDF.type and isinstance(quad.object, NamedNode) and quad.object not in seen:
                seen.add(quad.object)
                queue.append(quad.object)


def _labels(store: Store, content: Iterable[Triple], lexicon: Lexicon) -> Iterator[Triple]:
    """Yield an English label for each entity and relation of a statement."""
    terms = {triple.object for triple in content if triple.predicate in TERMS}
    for term in sorted((term for term in terms if isinstance(term, NamedNode)), key=str):
        relation = lexicon.get(term)
        label = english_label(store, term) or (relation.label if relation else "")
        if label:
            yield Triple(term, RDFS.label, Literal(label, language="en"))


def english_label(store: Store, term: NamedNode) -> str:
    """Return the label of a term, the same one wherever it is stored; empty without one."""
    for predicate in LABELS:
        texts = [quad.object for quad in store.quads(term, predicate) if isinstance(quad.object, Literal)]
        english = [text.value for text in texts if (text.language or "en").lower().partition("-")[0] == "en"]
        names = [" ".join(text.split()) for text in english if text.strip()]
        if names:
            return min(names)
    return ""


def _dataset(benchmark: NamedNode, questions: int, title: str, licence: str, version: str) -> Iterator[Triple]:
    licence_: Value = NamedNode(licence) if licence.startswith(("http://", "https://")) else licence
    properties: dict[NamedNode, Value | tuple[Value, ...]] = {
        DCTERMS.title: title,
        DCTERMS.license: licence_,
        DCAT.version: version,
        VOID.entities: questions,
    }
    quads: Iterable[Quad] = describe(benchmark, benchmark, (DCAT.Dataset, HG.Benchmark), properties)
    return (quad.triple for quad in quads)
