"""Put the questions of a benchmark to a model and keep every answer, as a run that can be taken up again."""

import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import islice

from pyoxigraph import NamedNode, Quad

from ..kg.catalogue import register
from ..kg.describe import answer_quads, model_agent, read_answers, read_questions
from ..kg.names import HG, METADATA_GRAPH, PROV, RDFS, content_id
from ..kg.records import Answer
from ..kg.resources import describe
from ..kg.store import Store
from .model import Model, Reply

CHUNK = 64
"""Answers written in one transaction: what is lost, at most, when the process is killed."""


@dataclass(frozen=True)
class AskReport:
    """What a run holds now: questions asked, answers new in this call, and calls that failed."""

    run: NamedNode
    model: str
    asked: int
    fresh: int
    failed: int


def ask(
    store: Store,
    model: Model,
    benchmark: NamedNode,
    *,
    limit: int | None = None,
    progress: Callable[[int, int], None] = lambda _done, _total: None,
) -> AskReport:
    """Ask what is not answered yet and write the answers as they come.

    `limit` asks the first questions only. Calls that failed before are tried again; everything else is kept, so the
    same call again asks nothing. `progress` gets (answers done, answers to do).
    """
    questions = read_questions(store, benchmark)[:limit]
    run = run_id(benchmark, model)
    _register(store, run, benchmark, model)
    before = {answer.question: answer for answer in read_answers(store, run)}
    todo = [question for question in questions if question.id not in before or before[question.id].error]
    done = 0
    replies = model.answer(todo)
    while chunk := list(islice(replies, CHUNK)):
        _write(store, run, model.name, before, chunk)
        done += len(chunk)
        progress(done, len(todo))
    wanted = {question.id for question in questions}
    answers = [answer for answer in read_answers(store, run) if answer.question in wanted]
    return AskReport(run, model.name, len(answers), done, sum(1 for answer in answers if answer.error))


def run_id(benchmark: NamedNode, model: Model) -> NamedNode:
    """Name a run by all that its answers depend on."""
    return content_id("graph/run", (benchmark.value, model.name, json.dumps(model.parameters, sort_keys=True)))


def _write(store: Store, run: NamedNode, name: str, before: dict[NamedNode, Answer], replies: list[Reply]) -> None:
    """Write answers; the failed call that an answer takes the place of goes."""
    stale = [before[reply.question] for reply in replies if reply.question in before]
    store.remove(quad for answer in stale for quad in store.quads(answer.id, graph=run))
    store.add(quad for reply in replies for quad in answer_quads(_answer(run, name, reply)))


def _answer(run: NamedNode, name: str, reply: Reply) -> Answer:
    return Answer(reply.question, run, name, reply.text, reply.error, reply.planted)


def _register(store: Store, run: NamedNode, benchmark: NamedNode, model: Model) -> None:
    agent = model_agent(model.name)
    store.add(_agent_quads(agent, model.name))
    register(
        store,
        run,
        HG.Run,
        model.name,
        {
            PROV.used: benchmark,
            PROV.wasAssociatedWith: agent,
            HG.parameters: json.dumps(model.parameters, sort_keys=True),
        },
    )


def _agent_quads(agent: NamedNode, name: str) -> Iterator[Quad]:
    return describe(agent, METADATA_GRAPH, (PROV.SoftwareAgent,), {RDFS.label: name})
