"""Where what an answer says is at odds with the reference: open world, so only on positive evidence.

A claim conflicts with a premise where it
- *denies* it: the same edge with the other truth;
- *replaces* it: the same relation and one end the same, the other end another thing of the same class. For a relation
  with one value this is a contradiction; for others it counts only where the answer does not state the premise itself;
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
    """A claim at odds with the reference. `truth` is the edge it is at odds with; None where it is known to be false."""

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
            if premise not in stated and self._replaces(claim, premise):
                yield Conflict(claim, premise, "replaced")
            elif not concludes and self._same.is_functional(premise) and self._replaces(claim, premise, subject_only=True):
                yield Conflict(claim, premise, "replaced")
        if known is False and not concludes:
            yield Conflict(claim, None, "false")

    def _states(self, claims: Sequence[Claim], item: Claim, reference: Reference) -> bool:
        """Say whether an answer states an edge.

        A premise that is the conclusion turned around ("Y borders X", so X borders Y) is stated by a claim of its own
        direction only: the conclusion alone states no premise. Without outside knowledge there is no telling.
        """
        matching = [claim for claim in claims if self._same.edges(claim, item)]
        turned = item != reference.conclusion and self._same.edges(item, reference.conclusion)
        if turned and self._knows is not None:
            return any((claim.relation, claim.subject) == (item.relation, item.subject) for claim in matching)
        return bool(matching)

    def _known(self, claim: Claim) -> bool | None:
        """Return what is known of a claim, its truth taken in: True where it is right."""
        if self._knows is None or not isinstance(claim.relation, NamedNode):
            return None
        known = self._knows(claim.subject, claim.relation, claim.object)
        return None if known is None else known == claim.holds

    def _replaces(self, claim: Claim, premise: Claim, *, subject_only: bool = False) -> bool:
        """Say whether a claim puts another thing in the place of one end of a premise."""
        if not (claim.holds and premise.holds) or not self._same.related(claim, premise, up=False):
            return False
        claim, premise = self._same.canonical(claim), self._same.canonical(premise)
        same_subject = bool(self._same.nodes(claim.subject, premise.subject))
        same_object = bool(self._same.nodes(claim.object, premise.object))
        if same_subject and not same_object:
            return self._same.comparable(claim.object, premise.object)
        if subject_only:
            return False
        if same_object and not same_subject:
            return self._same.comparable(claim.subject, premise.subject)
        if self._same.is_symmetric(premise) and not same_object:
            crossed = self._same.nodes(claim.subject, premise.object), self._same.nodes(claim.object, premise.subject)
            return crossed[0] != crossed[1]
        return False
