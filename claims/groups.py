"""Coordination: mentions joined by commas, "and", "or", "not", "rather than" share the phrase of one of them."""

from dataclasses import dataclass, field

from .phrases import Match
from .sentence import Sentence

_JOINED = {
    ("and",), ("or",), ("&",), (",", "and"), (",", "or"), ("as", "well", "as"), (",", "as", "well", "as"),
    ("along", "with"), ("together", "with"), ("and", "also"),
}  # fmt: skip
_SECOND_OPPOSED = {
    (",", "not"), ("not",), ("and", "not"), (",", "and", "not"), (",", "but", "not"), ("but", "not"),
    ("rather", "than"), (",", "rather", "than"), ("instead", "of"), (",", "instead", "of"), ("as", "opposed", "to"),
}  # fmt: skip
_NEITHER = {("nor",), (",", "nor")}
_FIRST_OPPOSED = {("but",), (",", "but"), ("but", "rather"), (",", "but", "rather")}
_ARTICLES = ("the", "a", "an", "both", "in", "by", "of", "to", "with", "from", "on")


@dataclass(slots=True)
class Groups:
    """The coordinated nodes of a sentence: for each place, the members of its group in order, and which are opposed."""

    members: dict[int, list[int]] = field(default_factory=dict)
    opposed: dict[int, bool] = field(default_factory=dict)

    def before(self, place: int, member: int) -> list[int]:
        """Return the members of the group of `member` that stand before a place."""
        return [other for other in self.members.get(member, ()) if other < place]

    def after(self, place: int) -> list[int]:
        """Return the members of the group that stand after a place."""
        return [member for member in self.members.get(place, ()) if member > place]

    def flip(self, place: int) -> bool:
        """Say whether a member is the denied one of its group ("Ottawa, not Toronto"; "not Toronto but Ottawa")."""
        return self.opposed.get(place, False)

    def same_clause(self, first: int, second: int, match: Match) -> bool:
        """Say whether two nodes are members of one group, so that no phrase but "X and Y are …" can join them."""
        return second in self.members.get(first, ()) and match.phrase.middle != ("and",)


def find_groups(sentence: Sentence) -> Groups:
    """Find the groups of coordinated nodes. Commas alone make no group ("Paris, France")."""
    groups = Groups()
    run: list[int] = []
    joined = False
    nodes = sentence.nodes
    for index, place in enumerate(nodes):
        run.append(place)
        between = _between(sentence, place, nodes[index + 1]) if index + 1 < len(nodes) else None
        if between in _SECOND_OPPOSED or between in _FIRST_OPPOSED:
            first = between in _FIRST_OPPOSED
            _store(groups, [*run, nodes[index + 1]], [*([first] * len(run)), not first])
            run, joined = [], False
        elif between in _NEITHER:
            _store(groups, [*run, nodes[index + 1]], [True] * (len(run) + 1))
            run, joined = [], False
        elif between in _JOINED:
            joined = True
        elif between != (",",):
            if joined:
                _store(groups, run, [False] * len(run))
            run, joined = [], False
    return groups


def _between(sentence: Sentence, first: int, second: int) -> tuple[str, ...] | None:
    """Return the words between two nodes without articles; a repeated preposition is no obstacle."""
    if sentence.depths[first] != sentence.depths[second]:
        return None
    words = [unit if isinstance(unit, str) else "•" for unit in sentence.units[first + 1 : second]]
    while words and words[-1] in _ARTICLES:
        words.pop()
    return tuple(words)


def _store(groups: Groups, run: list[int], opposed: list[bool]) -> None:
    if len(run) > 1:
        for place, is_opposed in zip(run, opposed, strict=True):
            groups.members.setdefault(place, list(run))
            groups.opposed.setdefault(place, is_opposed)
