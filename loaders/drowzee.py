"""The published Drowzee files → a source graph, questions of one benchmark, and recorded answers.

Two kinds of files are read, plain or compressed: questions with evidence triples (with `llm_answer` where a model
answered them) and temporal questions with dated events. The published answers are known to be unreliable.
"""

import json
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from pyoxigraph import Literal, NamedNode, Quad

from ..kg.describe import answer_quads, model_agent, question_quads
from ..kg.errors import InputError
from ..kg.names import HG, METADATA_GRAPH, PROV, RDF, RDFS, SCHEMA, XSD, content_id
from ..kg.records import Answer, Question
from ..kg.relations import Lexicon
from ..kg.resources import describe
from ..kg.store import Store
from .drowzee_items import ANSWERS, BENCHMARK, RULES, Reader, rule_iri
from .files import open_input, sha256
from .source import describe_source, is_described, loader_agent, source_graph

TITLE = "Drowzee: published questions"
COMMENT = (
    "Gold answers are the publication's own and were not checked: readers found about half of the alleged "
    "hallucinations of a sample to have a wrong or undecidable gold answer."
)


@dataclass(frozen=True)
class DrowzeeReport:
    """What became of a file: `read` = `questions` + `known` + the sum of `skipped`."""

    graph: NamedNode
    benchmark: NamedNode
    run: NamedNode | None
    model: str
    path: str
    read: int
    """Items in the file."""
    questions: int
    """Questions new to the store."""
    known: int
    """Questions that were in the store before, such as those of a file of answers."""
    answers: int
    """Answers new to the store."""
    known_answers: int
    evidence: int
    """Distinct facts that the publication states."""
    skipped: Mapping[str, int]
    """Items left out, by reason."""
    notes: Mapping[str, int]
    """What was odd in items that were kept, by kind."""


def load_drowzee(
    store: Store, path: Path | str, *, model: str | None = None, lexicon: Lexicon | None = None
) -> DrowzeeReport:
    """Load one published file; loading it again adds nothing.

    Args:
        store: open for writing.
        path: a `.json` or `.json.gz` file.
        model: who gave the answers; without it, the name of the folder.
        lexicon: relations with one of its labels become that relation; default: the packaged one.

    Raises:
        InputError: the file cannot be read or holds no Drowzee item. The store is as it was.
    """
    path = Path(path)
    digest = sha256(path)
    graph = source_graph(digest)
    items = _read(path)
    reader = Reader(graph, Lexicon.load() if lexicon is None else lexicon)
    skipped: Counter[str] = Counter()
    pairs = list(_questions(items, reader, skipped))
    if not pairs:
        reasons = ", ".join(f"{count} {reason}" for reason, count in sorted(skipped.items())) or "the list is empty"
        raise InputError(f"there is no question with a yes/no answer in this file ({reasons})", str(path))
    name = model or path.resolve().parent.name
    questions = [question for _, question in pairs]
    new = [question for question in questions if not store.contains(question.id, RDF.type, HG.Question)]
    answers = list(_answers(pairs, name, reader.notes))
    new_answers = [answer for answer in answers if _is_new(store, answer, reader.notes)]
    evidence = [] if is_described(store, graph) else list(_source_quads(path, digest, reader))
    described = [*_benchmark_quads(graph), *_run_quads(answers)]
    made = _made(store, (BENCHMARK, *(answer.run for answer in answers[:1])))
    store.add([*evidence, *described, *made, *_record_quads(new, new_answers)])
    return DrowzeeReport(
        graph=graph,
        benchmark=BENCHMARK,
        run=answers[0].run if answers else None,
        model=name if answers else "",
        path=str(path),
        read=len(items),
        questions=len(new),
        known=len(questions) - len(new),
        answers=len(new_answers),
        known_answers=len(answers) - len(new_answers),
        evidence=len(reader.stated),
        skipped=dict(sorted(skipped.items())),
        notes=dict(sorted(reader.notes.items())),
    )


def _read(path: Path) -> list[Any]:
    """Read the list of items of a file."""
    try:
        with open_input(path) as (stream, _):
            data = json.loads(stream.read().decode("utf-8-sig"))
    except UnicodeDecodeError as error:
        line = error.object[: error.start].count(b"\n") + 1
        raise InputError("this is not UTF-8 text; convert the file to UTF-8", str(path), line) from error
    except json.JSONDecodeError as error:
        raise InputError(f"this is not well-formed JSON: {error.msg}", str(path), error.lineno) from error
    except RecursionError as error:
        raise InputError("this JSON is nested too deeply to be a published Drowzee file", str(path)) from error
    if not isinstance(data, list):
        raise InputError(f"a published Drowzee file is a list of questions, not a {type(data).__name__}", str(path))
    return data


def _questions(
    items: Iterable[Any], reader: Reader, skipped: Counter[str]
) -> Iterator[tuple[Mapping[str, Any], Question]]:
    """Yield each item that is a question, with that question; count the others by reason."""
    expected_of: dict[str, str] = {}
    for item in items:
        text = item.get("question") if isinstance(item, dict) else None
        if not isinstance(text, str) or not text.strip():
            skipped["without the text of a question"] += 1
            continue
        text = text.strip()
        expected = ANSWERS.get(str(item.get("answer", item.get("res"))).strip().rstrip(".").lower())
        if expected is None:
            skipped["with an answer that is not yes or no"] += 1
        elif text in expected_of:
            same = expected_of[text] == expected
            skipped["repeated" if same else "repeated with the opposite answer"] += 1
        else:
            expected_of[text] = expected
            yield item, reader.question(item, expected)


def _answers(pairs: Iterable[tuple[Mapping[str, Any], Question]], model: str, notes: Counter[str]) -> Iterator[Answer]:
    """Yield the recorded answers; one that is empty is kept as a failed call."""
    run = content_id("run", (BENCHMARK.value, model, "published"))
    for item, question in pairs:
        if "llm_answer" not in item:
            continue
        text = item["llm_answer"].strip() if isinstance(item["llm_answer"], str) else ""
        if not text:
            notes["empty answer; kept as a failed call"] += 1
        yield Answer(question.id, run, model, text, "" if text else "the published file holds no answer")


def _is_new(store: Store, answer: Answer, notes: Counter[str]) -> bool:
    """Say whether an answer is not in the store; another answer to the same question never replaces the first."""
    if not store.contains(answer.id, RDF.type, HG.Answer):
        return True
    if answer.text and not store.contains(answer.id, SCHEMA.text, Literal(answer.text)):
        notes["another answer of this model to the same question is in the store; the first is kept"] += 1
    return False


def _source_quads(path: Path, digest: str, reader: Reader) -> Iterator[Quad]:
    """Yield the evidence with its labels, and the description of the source."""
    graph = reader.source
    content = [Quad(fact.subject, fact.relation, fact.object, graph) for fact in reader.stated]
    content += [Quad(iri, RDFS.label, Literal(label, language="en"), graph) for iri, label in reader.labels.items()]
    yield from content
    moment = datetime.now(UTC)
    title = f"Drowzee: {path.name}"
    count = len(set(content))
    yield from describe_source(graph, path.name, digest, count, None, title, "drowzee", loaded=moment, comment=COMMENT)


def _benchmark_quads(source: NamedNode) -> Iterator[Quad]:
    """Describe the benchmark and the publication's rules."""
    properties = {
        RDFS.label: TITLE,
        RDFS.comment: COMMENT,
        PROV.wasDerivedFrom: source,
        PROV.wasAttributedTo: loader_agent("drowzee"),
    }
    yield from describe(BENCHMARK, METADATA_GRAPH, (HG.Benchmark, PROV.Entity), properties)
    for kind in (*RULES.values(), "temporal", "published"):
        comment = "A rule of the Drowzee publication, taken over with its answers and not checked."
        described = {RDFS.label: f"Drowzee's {kind} rule", HG.ruleKind: kind, RDFS.comment: comment}
        yield from describe(rule_iri(kind), METADATA_GRAPH, (PROV.Plan,), described)


def _run_quads(answers: list[Answer]) -> Iterator[Quad]:
    """Describe the run that the recorded answers make up."""
    for answer in answers[:1]:
        agent = model_agent(answer.model)
        properties = {
            RDFS.label: f"Published answers of {answer.model}",
            PROV.used: BENCHMARK,
            PROV.wasAssociatedWith: agent,
        }
        yield from describe(answer.run, METADATA_GRAPH, (HG.Run, PROV.Activity), properties)
        yield from describe(agent, METADATA_GRAPH, (PROV.SoftwareAgent,), {RDFS.label: answer.model})


def _made(store: Store, graphs: Iterable[NamedNode]) -> Iterator[Quad]:
    """Say when a benchmark and a run were first made."""
    now = Literal(datetime.now(UTC).isoformat(timespec="milliseconds"), datatype=XSD.dateTime)
    for graph in graphs:
        if store.value(graph, PROV.generatedAtTime, METADATA_GRAPH) is None:
            yield Quad(graph, PROV.generatedAtTime, now, METADATA_GRAPH)


def _record_quads(questions: Iterable[Question], answers: Iterable[Answer]) -> Iterator[Quad]:
    for question in questions:
        yield from question_quads(question)
    for answer in answers:
        yield from answer_quads(answer)
