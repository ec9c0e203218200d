"""Judge the answers of a run and keep every verdict with the oracle and its parameters."""

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Protocol

from pyoxigraph import NamedNode

from ..kg.catalogue import register
from ..kg.describe import read_answers, read_questions, read_verdicts, verdict_graph, verdict_quads
from ..kg.names import HG, METADATA_GRAPH, PROV, RDFS
from ..kg.records import Answer, Question, Verdict
from ..kg.resources import describe
from ..kg.store import Store

CHUNK = 128
"""Verdicts written in one transaction."""


class Oracle(Protocol):
    """A judge of answers: one question and one answer in, one verdict with its reasons out."""

    @property
    def iri(self) -> NamedNode:
        """Name the oracle with its parameters."""
        ...

    @property
    def name(self) -> str:
        """Name the oracle for a person."""
        ...

    @property
    def parameters(self) -> Mapping[str, object]:
        """Describe what verdicts depend on: preset, thresholds, version."""
        ...

    def judge(self, question: Question, answer: Answer) -> Verdict:
        """Judge an answer."""
        ...


@dataclass(frozen=True)
class JudgeReport:
    """What the judgement of a run holds now."""

    graph: NamedNode
    run: NamedNode
    total: int
    fresh: int


def judge(
    store: Store,
    oracle: Oracle,
    run: NamedNode,
    benchmark: NamedNode,
    *,
    progress: Callable[[int, int], None] = lambda _done, _total: None,
) -> JudgeReport:
    """Judge every answer of a run that this oracle has not judged yet; a changed answer is judged again.

    A call that failed gets a verdict too: `failed`, neither right nor wrong.
    """
    questions = {question.id: question for question in read_questions(store, benchmark)}
    answers = read_answers(store, run)
    graph = verdict_graph(oracle.iri, run)
    before = {verdict.answer: verdict for verdict in read_verdicts(store, graph)}
    # An answer keeps its name when a failed call is tried again, so "failed" is looked at anew.
    todo = [answer for answer in answers if answer.id not in before or before[answer.id].outcome == "failed"]
    for start in range(0, len(todo), CHUNK):
        verdicts = [_verdict(oracle, questions[answer.question], answer) for answer in todo[start : start + CHUNK]]
        stale = [before[verdict.answer] for verdict in verdicts if verdict.answer in before]
        results = (NamedNode(f"{verdict.id.value}/result") for verdict in stale)
        store.remove(quad for node in results for quad in store.quads(node, graph=graph))
        store.add(quad for verdict in verdicts for quad in verdict_quads(verdict, graph))
        progress(start + len(verdicts), len(todo))
    _register(store, oracle, graph, run)
    return JudgeReport(graph, run, len(answers), len(todo))


def _verdict(oracle: Oracle, question: Question, answer: Answer) -> Verdict:
    if answer.error:
        return Verdict(answer.id, question.id, oracle.iri, "failed", reasons=(f"no answer: {answer.error}",))
    return oracle.judge(question, answer)


def _register(store: Store, oracle: Oracle, graph: NamedNode, run: NamedNode) -> None:
    parameters = json.dumps(dict(oracle.parameters), sort_keys=True)
    store.add(
        describe(
            oracle.iri,
            METADATA_GRAPH,
            (PROV.SoftwareAgent,),
            {RDFS.label: oracle.name, HG.parameters: parameters},
        )
    )
    register(
        store,
        graph,
        HG.Judgement,
        oracle.name,
        {PROV.used: run, PROV.wasAssociatedWith: oracle.iri, HG.parameters: parameters},
    )
