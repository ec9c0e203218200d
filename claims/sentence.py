"""A sentence as the matching of phrases sees it: words and nodes in a row, with pronouns resolved to nodes."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace

from pyoxigraph import NamedNode

from .mentions import Mention
from .phrases import GAP
from .tokens import Token
from .words import forms, words

_UNTRUE = forms("sentence", "untrue")
_HEDGES = re.compile(forms("sentence", "hedge"), re.IGNORECASE)
_DENIAL = re.compile(
    rf"^(?:[\w ,']{{0,30}}?)\b(?:it is|it's|it was|it would be|it isn't|that is)? ?(?:simply |therefore |also )?"
    rf"{_UNTRUE}(?: to (?:say|claim|state|think|believe))? that\b",
    re.IGNORECASE,
)
_AFFIRMATION = re.compile(
    r"^[\w ,']{0,30}?\bit is (?:indeed |also )?(?:true|correct|well known|known|a fact|clear) that\b", re.IGNORECASE
)
_DENIED = re.compile(
    r"^(?:\w+,? )?(?:the|this|that|your|any) "
    r"(?:statement|claim|assertion|idea|premise|notion|assumption|suggestion)s?,? that\b"
    rf"(?P<inner>.*),? (?:is|was|are) (?:therefore |thus |simply |also )?{_UNTRUE}\b",
    re.IGNORECASE,
)
BOUNDARIES, HARD_BOUNDARIES = words("sentence", "boundaries"), words("sentence", "hard_boundaries")
_ARTICLED = (["the"], ["a"], ["an"])
_AFTER_NOUN = BOUNDARIES | {"."}
_MARKERS, _AFTER_MARKER = words("sentence", "markers"), words("sentence", "after_marker")
_SUBJECTS, _POSSESSIVES = words("sentence", "pronouns"), words("sentence", "possessives")
_VERBS, _RELATIVES, _ENDS = (words("sentence", key) for key in ("verbs", "relatives", "ends"))
_GENERIC, _EXPLETIVES = words("sentence", "generic"), words("sentence", "expletives")


@dataclass(frozen=True, slots=True)
class Node:
    """A mention in its sentence, or a pronoun that stands for the mentions of `antecedents` (the likeliest first)."""

    mention: Mention | None
    keys: tuple[str, ...]
    soft: bool = False
    """A common noun that may be an ordinary word of a phrase."""
    antecedents: tuple[Mention, ...] = ()

    @property
    def candidates(self) -> tuple[NamedNode, ...]:
        """Return the entities it may stand for."""
        return tuple(iri for reading in self.readings for iri in reading.candidates)

    @property
    def readings(self) -> tuple[Mention, ...]:
        """Return the mentions it may stand for."""
        return (self.mention,) if self.mention else self.antecedents


Unit = str | Node


@dataclass(slots=True)
class Sentence:
    """The units of a sentence, the places of its nodes among them, and whether the whole of it is denied."""

    text: str
    units: list[Unit] = field(default_factory=list)
    denied: bool = False
    nodes: list[int] = field(default_factory=list)
    depths: list[int] = field(default_factory=list)

    def node(self, place: int) -> Node:
        """Return the node at a place."""
        unit = self.units[place]
        if isinstance(unit, str):
            raise TypeError(f"no node at {place}")
        return unit

    def starts_clause(self, place: int) -> bool:
        """Say whether a node is followed by a verb of its own, so that it is no mere member of a list before it."""
        behind = self.units[place + 1] if place + 1 < len(self.units) else ""
        return behind in _VERBS

    def ends_phrase(self, place: int) -> bool:
        """Say whether nothing that belongs to it follows a node: "an American" ends there, "an American actor" not."""
        behind = self.units[place + 1] if place + 1 < len(self.units) else "."
        return isinstance(behind, str) and (behind in BOUNDARIES or behind in _ENDS or not behind[0].isalnum())

    def stretch(self, start: int, end: int, *, depth: int = 0) -> list[str]:
        """Return the words of a stretch; hard nodes show as a gap; what stands in deeper brackets is left out."""
        words: list[str] = []
        for place in range(start, end):
            unit = self.units[place]
            if self.depths[place] > depth:
                continue
            if isinstance(unit, str):
                words.append(unit)
            elif unit.soft:
                words.extend(unit.keys)
            else:
                words.append(GAP)
        return words


def is_hedged(text: str) -> bool:
    """Say whether a sentence is modal, attributed to others, conditional or a question: it claims nothing."""
    return text.rstrip("\"'”) ").endswith("?") or bool(_HEDGES.search(text))


def parse_sentence(
    text: str, tokens: Sequence[Token], mentions: Sequence[tuple[int, Mention]], antecedents: tuple[Mention, ...]
) -> Sentence:
    """Build a sentence. `mentions` are (place of the first token in `tokens`, mention), in order."""
    sentence = Sentence(text)
    skipped, sentence.denied = _opening(text)
    starts = dict(mentions)
    offset = tokens[0].start if tokens else 0
    at = 0
    while at < len(tokens):
        token = tokens[at]
        mention = starts.get(at)
        if mention:
            length = mention.last - mention.first + 1
            keys = tuple(part.key for part in tokens[at : at + length])
            _append(sentence, Node(mention, keys, mention.common))
            at += length
            continue
        if token.start - offset >= skipped and not _is_marker(tokens, at, sentence.units):
            _append_word(sentence, tokens, at, antecedents)
        at += 1
    _harden(sentence)
    return sentence


def _opening(text: str) -> tuple[int, bool]:
    """Return how many characters at the start are a frame ("It is not true that") and whether the frame denies."""
    denial = _DENIAL.match(text)
    if denial:
        return denial.end(), True
    affirmation = _AFFIRMATION.match(text)
    if affirmation:
        return affirmation.end(), False
    denied = _DENIED.match(text)
    if denied:
        return denied.start("inner"), True
    return 0, False


def _is_marker(tokens: Sequence[Token], at: int, units: list[Unit]) -> bool:
    """Say whether a token is the yes or no (with its sign) before the sentence proper."""
    if units:
        return False
    if tokens[at].key in _MARKERS:
        return at + 1 == len(tokens) or tokens[at + 1].key in _AFTER_MARKER or tokens[at + 1].text[0].isupper()
    return tokens[at].key in _AFTER_MARKER or not tokens[at].is_word


def _append(sentence: Sentence, unit: Unit) -> None:
    depth = sentence.depths[-1] if sentence.depths else 0
    if unit in ("(", "["):
        depth += 1
    elif sentence.units and sentence.units[-1] in (")", "]"):
        depth = max(0, depth - 1)
    sentence.units.append(unit)
    sentence.depths.append(depth)


def _append_word(sentence: Sentence, tokens: Sequence[Token], at: int, antecedents: tuple[Mention, ...]) -> None:
    """Append a word; a pronoun or "the city" that stands for something becomes a node."""
    token, units = tokens[at], sentence.units
    key = "'s" if token.key == "'" and units and isinstance(units[-1], Node) else token.key
    starts_clause = not units or units[-1] in BOUNDARIES
    known = _earlier(sentence) or antecedents
    if known and key in _POSSESSIVES and (starts_clause or units[-1] in ("is", "was", "are", "were")):
        _append(sentence, Node(None, (key,), False, known))
        _append(sentence, "'s")
        return
    is_empty = key == "it" and at + 1 < len(tokens) and tokens[at + 1].key in _EXPLETIVES
    if known and starts_clause and key in _SUBJECTS and not is_empty:
        _append(sentence, Node(None, (key,), False, known))
        return
    if known and key in _GENERIC and units and units[-1] in ("the", "this", "that") and _is_subject(tokens, at, units):
        units.pop()
        sentence.depths.pop()
        _append(sentence, Node(None, ("the", key), False, known))
        return
    _append(sentence, key)


def _is_subject(tokens: Sequence[Token], at: int, units: list[Unit]) -> bool:
    """Say whether "the city" stands alone as a subject: at the start of a clause, with a verb behind it."""
    behind = tokens[at + 1].key if at + 1 < len(tokens) else "."
    alone = behind not in ("of", "in", "that", "which", "who", "and", "where") and not (
        at + 1 < len(tokens) and tokens[at + 1].text[0].isupper()
    )
    return alone and behind not in ".,;" and (len(units) == 1 or units[-2] in BOUNDARIES)


def _earlier(sentence: Sentence) -> tuple[Mention, ...]:
    """Return the first mention of this sentence so far: what a pronoun later in it stands for."""
    for unit in sentence.units:
        if isinstance(unit, Node) and not unit.soft:
            return unit.readings
    return ()


def _harden(sentence: Sentence) -> None:
    """Collect the nodes; a common noun before a name or before "of", and an adjective, are words of the sentence."""
    for place, unit in enumerate(sentence.units):
        if isinstance(unit, Node):
            behind = sentence.units[place + 1] if place + 1 < len(sentence.units) else ""
            noun = unit.soft and (behind == "of" or (isinstance(behind, Node) and not behind.soft))
            if noun or _is_adjective(sentence.units, place):
                sentence.units[place] = replace(unit, soft=True)
            else:
                sentence.nodes.append(place)


def _is_adjective(units: list[Unit], place: int) -> bool:
    """Say whether a name stands before a noun: "the Swiss mathematician", "the French painter Claude Monet"."""
    unit = units[place]
    if not isinstance(unit, Node) or unit.soft or unit.mention is None or units[place - 1 : place] not in _ARTICLED:
        return False
    noun = place + 1
    while noun < len(units) and noun < place + 4 and _is_plain(units[noun]):
        noun += 1
    if noun == place + 1:
        return False
    ahead = units[noun] if noun < len(units) else "."
    is_name = isinstance(ahead, Node) and not ahead.soft
    return is_name or (not unit.candidates and len(unit.keys) == 1 and ahead in _AFTER_NOUN)


def _is_plain(unit: Unit) -> bool:
    """Say whether a unit is a common noun or an adjective, as far as words can tell."""
    if isinstance(unit, Node):
        return unit.soft
    return unit.isalpha() and unit not in BOUNDARIES | _ENDS | _VERBS


def clause_starts(sentence: Sentence, first: int, last: int) -> Iterator[int]:
    """Yield the places right after the boundaries between two places: where a clause with a left-out subject begins."""
    for place in range(last - 1, first, -1):
        relative = sentence.units[place] in _RELATIVES or sentence.units[place + 1] in _RELATIVES
        if sentence.units[place] in BOUNDARIES and not relative and sentence.depths[place] == sentence.depths[last]:
            yield place + 1
