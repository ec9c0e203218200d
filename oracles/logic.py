"""Judge answers to yes/no questions by graphs (Drowzee, section 4.4, Algorithm 3), and say why.

Two graphs are built: of the answer (by `claims`) and of the proof of the asked fact. Node and edge Jaccard
similarity and the containment of the answer in the reference are always computed and kept. What decides depends on
the preset:

- `default` (rule "conflict"): *wrong knowledge* is a premise stated wrongly, on positive evidence; *wrong inference*
  is a wrong yes/no or a wrong concluding statement; *both* is both. Where a source states what is asked, premise and
  conclusion are one, so a wrong answer to it is both, unless the fact itself is stated rightly beside it. What is
  neither in the reference nor at odds with it is no fault. Refusals are abstained.
- `paper` (rule "jaccard"): Algorithm 3 to the letter. Both similarities below their thresholds: both; edges only:
  wrong inference; nodes only: wrong knowledge; else correct. Refusals count as correct, as in its step 1.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property

from pyoxigraph import NamedNode

from ..claims.answer import Stance, read_answer
from ..claims.extract import Extractor
from ..kg.entities import Entities
from ..kg.errors import HallugraphError
from ..kg.fact import Term
from ..kg.names import ID, content_id
from ..kg.records import BOTH, CORRECT, WRONG_INFERENCE, WRONG_KNOWLEDGE, Answer, Claim, Question, Verdict
from ..kg.relations import Lexicon
from ..kg.wording import Verbaliser
from .conflicts import Conflict, Conflicts, Knows
from .equivalence import LAYERS, Equivalence
from .jaccard import Comparison, compare
from .presets import Preset, load_preset
from .reference import Reference, distinct, nodes

VERSION = "1"
NO_RUN = ID["run/none"]


@dataclass(frozen=True)
class Measurement:
    """All that is known of an answer before thresholds decide: what it says, both graphs, and what is at odds."""

    stance: Stance
    reference: Reference
    claims: tuple[Claim, ...]
    """What the text claims."""
    graph: tuple[Claim, ...]
    """The claims, and what a bare yes or no says."""
    expected: tuple[Claim, ...]
    """The edges of the reference that the graph was compared with."""
    edges: Comparison[Claim]
    nodes: Comparison[Term]
    conflicts: tuple[Conflict, ...]
    conclusion_right: bool | None
    """Whether the answer concludes rightly; None where it concludes nothing."""
    conclusion_reasons: tuple[str, ...]
    states_fact: bool
    """Whether the text states the asked fact itself rightly."""

    @property
    def knowledge_score(self) -> float:
        """Return the share of the premises that the answer is at odds with; a false claim beside them counts as one."""
        wrong = {conflict.truth or conflict.claim for conflict in self.conflicts}
        return min(1.0, len(wrong) / max(1, len(self.reference.premises)))


class LogicOracle:
    """Judge answers against the proofs of their questions. Build it once: it indexes all names and phrases."""

    name = "logic"

    def __init__(
        self,
        lexicon: Lexicon,
        entities: Entities,
        *,
        preset: str = "default",
        thresholds: Mapping[str, float] | None = None,
        knows: Knows | None = None,
        layers: tuple[str, ...] = LAYERS,
    ) -> None:
        """Make an oracle.

        `thresholds` override those of the preset by name; `knows` says of a triple whether it is known to be true
        (True), false (False) or neither (None), derived facts included. Raises UnknownNameError for an unknown
        preset or threshold.
        """
        self.preset: Preset = load_preset(preset, thresholds or {})
        self.layers = layers
        self.extractor = Extractor(lexicon, entities)
        self.same = Equivalence(lexicon, entities, layers)
        self._conflicts = Conflicts(self.same, knows)
        self._words = Verbaliser(lexicon, entities)

    @cached_property
    def parameters(self) -> dict[str, str]:
        """Return the settings that verdicts depend on."""
        thresholds = {name: f"{value:g}" for name, value in self.preset.thresholds.items()}
        return {"preset": self.preset.name, "rule": self.preset.rule, **thresholds, "layers": " ".join(self.layers)}

    @cached_property
    def iri(self) -> NamedNode:
        """Name the oracle by its settings."""
        settings = (f"{key}={value}" for key, value in sorted(self.parameters.items()))
        return content_id("oracle", (self.name, VERSION, *settings))

    def judge(self, question: Question, answer: Answer | str) -> Verdict:
        """Judge one answer. What fails here is a verdict with outcome `failed` and the reason, never a category."""
        if isinstance(answer, str):
            answer = Answer(question.id, NO_RUN, "", answer)
        verdict = Verdict(answer.id, question.id, self.iri, "failed")
        if answer.error:
            return replace(verdict, reasons=(f"the model gave no answer: {answer.error}",))
        try:
            measurement = self.measure(question, answer.text)
            return self._verdict(verdict, measurement)
        except HallugraphError as error:
            return replace(verdict, reasons=(f"the oracle failed: {error}",))

    # What is measured

    def measure(self, question: Question, text: str) -> Measurement:
        """Read an answer and compare it with the reference; no threshold is looked at."""
        stance = read_answer(text)
        reference = Reference.of(question)
        claims = self.extractor.read(text, reference.focus).claims if stance.reading != "unknown" else ()
        about = [claim for claim in claims if self.same.same_triple(claim, reference.conclusion)]
        said = () if about else self._said(question, stance, reference)
        graph = distinct((*claims, *said), self.same)
        expected = reference.stated_in(graph, self.same)
        right, reasons = self._conclusion(question, stance, reference, claims, about)
        return Measurement(
            stance,
            reference,
            claims,
            graph,
            expected,
            compare(graph, expected, self.same.edges),
            compare(nodes(graph), nodes(expected), lambda left, right: bool(self.same.nodes(left, right))),
            tuple(self._conflicts.find(claims, reference)),
            right,
            reasons,
            any(claim.holds == reference.conclusion.holds for claim in about),
        )

    def _said(self, question: Question, stance: Stance, reference: Reference) -> tuple[Claim, ...]:
        """Return what a yes or no says of the asked fact, as an edge."""
        if stance.reading not in ("yes", "no"):
            return ()
        agrees = stance.reading == question.expected
        return (replace(reference.conclusion, holds=reference.conclusion.holds == agrees),)

    def _conclusion(
        self,
        question: Question,
        stance: Stance,
        reference: Reference,
        claims: tuple[Claim, ...],
        about: list[Claim],
    ) -> tuple[bool | None, tuple[str, ...]]:
        """Say whether an answer concludes rightly, by its yes or no and by its concluding statement."""
        reasons = []
        verdicts: list[bool] = []
        if stance.reading in ("yes", "no"):
            verdicts.append(stance.reading == question.expected)
            reasons.append(f"answers {stance.reading}, expected {question.expected}")
        if about:
            verdicts.append(about[-1].holds == reference.conclusion.holds)
            reasons.append(f"concludes “{self._clause(about[-1])}”, which is {'true' if verdicts[-1] else 'false'}")
        if not verdicts and self._implies(claims, reference):
            verdicts.append(True)
            reasons.append("states every premise, which implies the conclusion")
        return (all(verdicts) if verdicts else None), tuple(reasons)

    def _implies(self, claims: tuple[Claim, ...], reference: Reference) -> bool:
        return bool(reference.premises) and all(
            any(self.same.edges(claim, premise) for claim in claims) for premise in reference.premises
        )

    # What is decided

    def _verdict(self, verdict: Verdict, measurement: Measurement) -> Verdict:
        stance = measurement.stance
        verdict = replace(verdict, said=stance.reading if stance.reading != "unreadable" else "")
        if stance.reading == "unknown":
            return self._refusal(verdict, stance)
        verdict = _with_graphs(verdict, measurement)
        category = self.categorise(measurement)
        if not category:
            return replace(verdict, outcome="unparsed", reasons=(f"cannot be read: {stance.reason}",))
        return replace(verdict, outcome="judged", category=category, reasons=tuple(self._reasons(measurement)))

    def _refusal(self, verdict: Verdict, stance: Stance) -> Verdict:
        reason = f"{stance.reason}: “{stance.evidence}”"
        if self.preset.rule == "jaccard":
            return replace(
                verdict, outcome="judged", category=CORRECT, reasons=(f"{reason}; a refusal counts as correct",)
            )
        return replace(verdict, outcome="abstained", reasons=(reason,))

    def categorise(self, measurement: Measurement, thresholds: Mapping[str, float] | None = None) -> str:
        """Return the category of a measured answer; empty where it cannot be read."""
        thresholds = self.preset.thresholds if thresholds is None else thresholds
        if self.preset.rule == "jaccard":
            if not measurement.graph:
                return ""
            return algorithm_3(measurement.edges.similarity, measurement.nodes.similarity, thresholds)
        return _by_conflict(measurement, thresholds["knowledge"])

    def _reasons(self, measurement: Measurement) -> list[str]:
        if self.preset.rule == "jaccard":
            edges, node_values = measurement.edges.similarity, measurement.nodes.similarity
            limits = self.preset.thresholds
            return [
                f"edge similarity {edges:.2f} is {_side(edges, limits['edges'])} {limits['edges']:g}",
                f"node similarity {node_values:.2f} is {_side(node_values, limits['nodes'])} {limits['nodes']:g}",
            ]
        return [*measurement.conclusion_reasons, *map(self._explain, measurement.conflicts)]

    def _explain(self, conflict: Conflict) -> str:
        if conflict.truth is None:
            return f"says “{self._clause(conflict.claim)}”, which is known to be false"
        return f"says “{self._clause(conflict.claim)}” where the truth is “{self._clause(conflict.truth)}”"

    def _clause(self, claim: Claim) -> str:
        """Word an edge for a reason."""
        relation = claim.relation
        if not isinstance(relation, NamedNode):
            return f"{self._words.name(claim.subject)} {relation.value} {self._words.name(claim.object)}"
        word = self._words.statement if claim.holds else self._words.negation
        return word(claim.subject, relation, claim.object)  # type: ignore[arg-type]  # a text is worded as it is


def algorithm_3(edge_similarity: float, node_similarity: float, thresholds: Mapping[str, float]) -> str:
    """Return the category by Algorithm 3 of the Drowzee paper, lines 10 to 17."""
    edges_low, nodes_low = edge_similarity < thresholds["edges"], node_similarity < thresholds["nodes"]
    if edges_low and nodes_low:
        return BOTH
    if edges_low:
        return WRONG_INFERENCE
    return WRONG_KNOWLEDGE if nodes_low else CORRECT


def _by_conflict(measurement: Measurement, limit: float) -> str:
    wrong_knowledge = measurement.knowledge_score > limit
    right = measurement.conclusion_right
    if right is None:
        return WRONG_KNOWLEDGE if wrong_knowledge else ""
    if right:
        return WRONG_KNOWLEDGE if wrong_knowledge else CORRECT
    if measurement.reference.is_stated and not measurement.states_fact:
        return BOTH
    return BOTH if wrong_knowledge else WRONG_INFERENCE


def _side(value: float, limit: float) -> str:
    return "below" if value < limit else "not below"


def _with_graphs(verdict: Verdict, measurement: Measurement) -> Verdict:
    edges, node_match = measurement.edges, measurement.nodes
    return replace(
        verdict,
        node_similarity=node_match.similarity,
        edge_similarity=edges.similarity,
        node_containment=node_match.containment,
        edge_containment=edges.containment,
        reference_graph=measurement.expected,
        answer_graph=measurement.graph,
        missing_nodes=node_match.right_only,
        invented_nodes=node_match.left_only,
        missing_edges=edges.right_only,
        invented_edges=edges.left_only,
    )
