"""The reference graph of a question: the proof of its fact, as edges that an answer is compared with."""

from dataclasses import dataclass
from functools import cached_property

from pyoxigraph import NamedNode

from ..kg.entities import CLASSES
from ..kg.fact import Fact, Term, proof, source_facts
from ..kg.names import WDT
from ..kg.records import Claim, Question
from .equivalence import Equivalence

_CLASS_RELATIONS = frozenset((*CLASSES, WDT.P279))


def edge(fact: Fact) -> Claim:
    """Return a fact as an edge of a reference graph."""
    return Claim(fact.subject, fact.relation, fact.object, fact.holds)


@dataclass(frozen=True)
class Reference:
    """What a sound answer rests on.

    `premises` are the stated facts of the proof. `optional` edges count where an answer states them and are not
    missed where it does not: intermediate derived facts, and what class a thing is of.
    """

    conclusion: Claim
    premises: tuple[Claim, ...]
    optional: tuple[Claim, ...]

    @classmethod
    def of(cls, question: Question) -> "Reference":
        """Take the reference graph from a question's proof."""
        conclusion = edge(question.fact)
        sources = dict.fromkeys(edge(fact) for fact in source_facts(question.fact))
        about_classes = conclusion.relation in _CLASS_RELATIONS
        premises = tuple(item for item in sources if about_classes or item.relation not in _CLASS_RELATIONS)
        required = {conclusion, *premises}
        steps = dict.fromkeys(edge(fact) for fact in proof(question.fact))
        return cls(conclusion, premises, tuple(item for item in steps if item not in required))

    @cached_property
    def is_stated(self) -> bool:
        """Say whether the conclusion itself is what a source states, so that premise and conclusion are one."""
        return self.conclusion in self.premises

    @cached_property
    def required(self) -> tuple[Claim, ...]:
        """Return the conclusion and the premises, each once."""
        return tuple(dict.fromkeys((self.conclusion, *self.premises)))

    @cached_property
    def edges(self) -> tuple[Claim, ...]:
        """Return all edges: required and optional."""
        return (*self.required, *self.optional)

    @cached_property
    def focus(self) -> frozenset[NamedNode]:
        """Return the entities and relations the question is about: they win where names clash."""
        terms = (term for item in self.edges for term in (item.subject, item.relation, item.object))
        return frozenset(term for term in terms if isinstance(term, NamedNode))

    def stated_in(self, claims: tuple[Claim, ...], same: Equivalence) -> tuple[Claim, ...]:
        """Return the edges to compare an answer with: the required ones and the optional ones it states."""
        stated = (item for item in self.optional if any(same.edges(claim, item) for claim in claims))
        return distinct((*self.required, *stated), same)


def distinct(edges: tuple[Claim, ...], same: Equivalence) -> tuple[Claim, ...]:
    """Return the edges that say different things: of "X borders Y" and "Y borders X" only the first."""
    kept: list[Claim] = []
    for item in edges:
        if not any(same.same_triple(item, other) and item.holds == other.holds for other in kept):
            kept.append(item)
    return tuple(kept)


def nodes(edges: tuple[Claim, ...]) -> tuple[Term, ...]:
    """Return the nodes of a graph, each once, in order."""
    return tuple(dict.fromkeys(term for item in edges for term in (item.subject, item.object)))
