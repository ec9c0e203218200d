"""What every family of questions shares: the benchmark, its name, and how it is kept."""

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from pyoxigraph import NamedNode, Quad

from ..kg.catalogue import register
from ..kg.describe import question_quads, read_questions
from ..kg.names import DCTERMS, HG, PROV, RDF, content_id
from ..kg.records import Question
from ..kg.relations import Relation
from ..kg.store import Store


@dataclass(frozen=True)
class Benchmark:
    """A named graph of questions. `wanted` is the number asked for; there may be fewer facts."""

    iri: NamedNode
    questions: tuple[Question, ...]
    wanted: int
    already: bool = False


def benchmark_id(graphs: Iterable[NamedNode], relations: Iterable[Relation], settings: Iterable[str]) -> NamedNode:
    """Name a benchmark by all that its questions depend on: facts, words and settings."""
    words = [
        text
        for relation in relations
        for wording in relation.wordings
        for text in (wording.statement, wording.negation, wording.question, wording.antonym)
    ]
    return content_id("graph/benchmark", [*(graph.value for graph in graphs), *words, *settings])


def kept(store: Store, iri: NamedNode, count: int) -> Benchmark | None:
    """Read a benchmark that is there already; None where it is not."""
    if not store.contains(iri, RDF.type, HG.Benchmark):
        return None
    return Benchmark(iri, tuple(read_questions(store, iri)), count, already=True)


def keep(
    store: Store,
    benchmark: Benchmark,
    *,
    title: str,
    seed: int,
    sources: Iterable[NamedNode],
    parameters: Mapping[str, object],
    beside: Iterable[Quad] = (),
) -> Benchmark:
    """Write a benchmark, and what must be known `beside` its questions; its description comes last, as a whole."""
    store.drop_graph(benchmark.iri)
    store.add(quad for question in benchmark.questions for quad in question_quads(question))
    store.add(beside)
    properties = {
        DCTERMS.title: title,
        HG.seed: seed,
        PROV.wasDerivedFrom: tuple(sources),
        HG.parameters: json.dumps({**parameters, "count": benchmark.wanted, "seed": seed}, sort_keys=True),
    }
    register(store, benchmark.iri, HG.Benchmark, title, properties)
    return benchmark
