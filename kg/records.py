"""What travels through the pipeline after the facts: question → answer → verdict.

Frozen dataclasses, each with the identifier of what it came from. `kg/describe.py` writes them as RDF
and reads them back; nothing else knows how they look in the store.
"""

from dataclasses import dataclass, field
from functools import cached_property
from typing import Literal as Choice

from pyoxigraph import NamedNode

from .fact import Fact, Term
from .names import content_id

YesNo = Choice["yes", "no"]
Wording = Choice["positive", "negated", "antonym"]
Outcome = Choice["judged", "abstained", "unparsed", "failed"]

OUTCOMES: tuple[Outcome, ...] = ("judged", "abstained", "unparsed", "failed")

CORRECT = "correct"
WRONG_KNOWLEDGE = "wrong-knowledge"
WRONG_INFERENCE = "wrong-inference"
BOTH = "both"
CATEGORIES = (CORRECT, WRONG_KNOWLEDGE, WRONG_INFERENCE, BOTH)
"""Categories of a judged answer: CO, EK, EI and OL of the Drowzee paper (section 4.4, Algorithm 3)."""


@dataclass(frozen=True)
class Question:
    """A yes/no question about one fact.

    `fact` is what is asked about, with its truth and its whole proof; `expected` is the gold answer to `text`:
    it agrees with `fact.holds` for a positive wording and is the opposite for a negated or antonym one.
    """

    text: str
    expected: YesNo
    fact: Fact
    benchmark: NamedNode
    rule: str
    """Kind of the rule that gave the fact: stated, symmetric, inverse, transitive, composite, negation, …"""
    template: str
    wording: Wording
    domain: str
    seed: int

    @cached_property
    def id(self) -> NamedNode:
        """Name the question: a hash of its benchmark, text and gold answer."""
        return content_id("question", (self.benchmark.value, self.text, self.expected))


@dataclass(frozen=True)
class Answer:
    """What a model said to a question. `error` is set, and `text` is empty, where the call failed."""

    question: NamedNode
    run: NamedNode
    model: str
    text: str
    error: str = ""
    planted: str = ""
    """For sample and simulated answers: the category planted in it, `abstained` or `unparsed`; else empty."""

    @cached_property
    def id(self) -> NamedNode:
        """Name the answer: a hash of its run, model and question."""
        return content_id("answer", (self.run.value, self.model, self.question.value))


@dataclass(frozen=True)
class Claim:
    """An edge of an answer's or a reference's graph. Terms that could not be linked are plain literals."""

    subject: Term
    relation: Term
    object: Term
    holds: bool = True
    text: str = field(default="", compare=False)
    """The sentence it was read from; empty in a reference graph."""


@dataclass(frozen=True)
class Verdict:
    """What an oracle says of an answer, with both graphs and what differs between them.

    `outcome` is `judged` where a category was given; `abstained`, `unparsed` and `failed` answers are neither
    right nor wrong. Similarities are in 0..1 and None where no graph was compared.
    """

    answer: NamedNode
    question: NamedNode
    oracle: NamedNode
    outcome: Outcome
    category: str = ""
    said: str = ""
    """What the answer says: yes, no, unknown, or empty where it cannot be read."""
    node_similarity: float | None = None
    edge_similarity: float | None = None
    node_containment: float | None = None
    edge_containment: float | None = None
    reference_graph: tuple[Claim, ...] = ()
    answer_graph: tuple[Claim, ...] = ()
    missing_nodes: tuple[Term, ...] = ()
    invented_nodes: tuple[Term, ...] = ()
    missing_edges: tuple[Claim, ...] = ()
    invented_edges: tuple[Claim, ...] = ()
    reasons: tuple[str, ...] = ()

    @cached_property
    def id(self) -> NamedNode:
        """Name the verdict: a hash of its oracle and answer."""
        return content_id("verdict", (self.oracle.value, self.answer.value))
