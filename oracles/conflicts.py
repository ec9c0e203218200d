"""Where what an answer says is at odds with the reference: open world, so only on positive evidence.

A claim conflicts with a premise where it
- *denies* it: the same edge with the other truth;
- *replaces* it: the same relation and one end the same, the other end another thing of the same class. For a relation
  with one value this is a contradiction; for others it counts only where the answer states no premise of that
  relation and end, so that it stands in its place;
or where it is *known to be false*. A claim that is known to be true, and one that the reference is silent about,
conflict with nothing.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from pyoxigraph import NamedNode

from ..kg.fact import Term
from ..kg.records import Claim
from .equivalence import Equivalence
from .reference import Reference

Knows = Callable[[Term, NamedNode, Term], bool | None]
"""Says of a triple: known to be true, known to be false, or not known (None)."""


@dataclass(frozen=True, slots=True)
class Conflict:
    """A claim at odds with the reference. `truth` is what it is at odds with; None where it is known to be false."""

    claim: Claim
    truth: Claim | None
    kind: str
    """denied, replaced or false."""


class Conflicts:
    """Find the conflicts of an answer's claims with a reference."""

    def __init__(self, same: Equivalence, knows: Knows | None = None) -> None:
        self._same = same
        self._knows = knows

    def find(self, claims: Sequence[Claim], reference: Reference) -> list[Conflict]:
        """Return at most one conflict a claim, in the order of the claims; none for claims about the conclusion.

        One exception: a claim that states the conclusion wrongly replaces a premise that the answer leaves out.
        """
        linked = [claim for claim in claims if isinstance(claim.relation, NamedNode)]
        stated = [item for item in reference.edges if self._states(linked, item, reference)]
        found = []
        for claim in linked:
            conflict = next(self._conflicts(claim, reference, stated), None)
            if conflict is not None:
                found.append(conflict)
        return found

    def _conflicts(self, claim: Claim, reference: Reference, stated: Sequence[Claim]) -> Iterator[Conflict]:
        if any(self._same.edges(claim, item) for item in reference.edges):
            return
        concludes = self._same.same_triple(claim, reference.conclusion)
        for item in reference.edges:
            if not concludes and self._same.same_triple(claim, item):
                yield Conflict(claim, item, "denied")
        known = self._known(claim)
        if known or (concludes and reference.is_stated):
            return
        for premise in reference.premises:
            kept = self._kept_end(claim, premise)
            left_out = kept and not any(_serves(item, premise, kept, reference) for item in stated)
            if left_out or (kept and not concludes and self._same.excludes(premise, kept)):
                yield Conflict(claim, premise, "replaced")
        if known is False and not concludes:
            yield Conflict(claim, None, "false")

    def _states(self, claims: Sequence[Claim], item: Claim, reference: Reference) -> bool:
        """Say whether an answer states an edge.

        A premise that is the conclusion turned around ("Y borders X", so X borders Y) needs a sentence beside that of
        the conclusion. Without outside knowledge there is no telling whether another value is just a further one.
        """
        matching = sum(self._same.edges(claim, item) for claim in claims)
        turned = item != reference.conclusion and self._same.edges(item, reference.conclusion)
        return matching > (1 if turned and self._knows is not None else 0)

    def _known(self, claim: Claim) -> bool | None:
        """Return what is known of a claim, its truth taken in: True where it is right."""
        if self._knows is None or not isinstance(claim.relation, NamedNode):
            return None
        known = self._knows(claim.subject, claim.relation, claim.object)
        return None if known is None else known == claim.holds

    def _kept_end(self, claim: Claim, premise: Claim) -> str:
        """Return the end of a premise that a claim keeps while it puts another thing at the other end; else empty."""
        reading = self._same.reading(claim, premise) if claim.holds and premise.holds else None
        if reading is None:
            return ""
        own = self._same.canonical(premise)
        is_turned = own.relation != premise.relation
        claim = reading
        ends = [(claim.subject, own.subject, claim.object, own.object)]
        if self._same.is_symmetric(premise):
            ends.append((claim.object, own.subject, claim.subject, own.object))
        for left, left_truth, right, right_truth in ends:
            same_left, same_right = self._same.nodes(left, left_truth), self._same.nodes(right, right_truth)
            if same_left and not same_right and self._same.comparable(right, right_truth):
                return "object" if is_turned else "subject"
            if same_right and not same_left and self._same.comparable(left, left_truth):
                return "subject" if is_turned else "object"
        return ""


def _serves(item: Claim, premise: Claim, kept: str, reference: Reference) -> bool:
    """Say whether a stated edge is a premise, or one of several alike that serves as well (another common symptom).

    It does not where the end that differs is what the question is about.
    """
    other = "object" if kept == "subject" else "subject"
    asked = (reference.conclusion.subject, reference.conclusion.object)
    alike = item.relation == premise.relation and getattr(item, kept) == getattr(premise, kept)
    return item == premise or (alike and getattr(premise, other) not in asked)
