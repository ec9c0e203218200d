"""What a fact is: a triple that holds or does not hold, and how that is known.

A fact is stated by a source or derived by a rule from other facts. A derived fact holds its premises,
so it is its own proof: `proof(fact)` walks it down to the statements of the sources.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property

from pyoxigraph import Literal, NamedNode

from .names import content_id

Term = NamedNode | Literal


@dataclass(frozen=True)
class Stated:
    """The evidence of a fact that a source states. `source` is the named graph of the source."""

    source: NamedNode


@dataclass(frozen=True)
class Derived:
    """The evidence of a fact that a rule derives from `premises` (at least one)."""

    rule: NamedNode
    kind: str
    premises: tuple["Fact", ...]


@dataclass(frozen=True)
class Fact:
    """A triple with its truth (`holds`) and its evidence.

    Two facts are equal when triple and truth are equal, whatever their evidence: evidence says how a
    fact is known, not what it says.
    """

    subject: NamedNode
    relation: NamedNode
    object: Term
    holds: bool = True
    evidence: Stated | Derived | None = field(default=None, compare=False, repr=False)

    @cached_property
    def id(self) -> NamedNode:
        """Name the statement node: a hash of triple and truth."""
        return statement_id(self.subject, self.relation, self.object, self.holds)

    @property
    def triple(self) -> tuple[NamedNode, NamedNode, Term]:
        """Return (subject, relation, object)."""
        return (self.subject, self.relation, self.object)

    @property
    def premises(self) -> tuple["Fact", ...]:
        """Return the immediate premises; none for a stated fact."""
        return self.evidence.premises if isinstance(self.evidence, Derived) else ()


def statement_id(subject: Term, relation: Term, object_: Term, holds: bool = True) -> NamedNode:
    """Name the statement node of a triple; the terms may be text (literals) in the graph of an answer."""
    return content_id("statement", (str(subject), str(relation), str(object_), "" if holds else "not"))


def proof(fact: Fact) -> Iterator[Fact]:
    """Yield the facts of a proof, each once, the conclusion first and premises before their own premises."""
    seen: set[Fact] = set()
    queue = [fact]
    while queue:
        current = queue.pop(0)
        if current not in seen:
            seen.add(current)
            yield current
            queue.extend(current.premises)


def source_facts(fact: Fact) -> list[Fact]:
    """Return the stated facts that a proof rests on, in the order of the proof."""
    return [step for step in proof(fact) if not step.premises]
