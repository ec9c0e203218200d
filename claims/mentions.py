"""Find entities by their names in text: longest match over an index of labels and aliases.

A homonym keeps all its candidates; who reads the sentence chooses (see `extract.py`). Names that are also
common English words (*It*, *Love*, *May*) count only where the text writes them as names.
"""

import re
from bisect import bisect_left
from collections.abc import Iterable
from dataclasses import dataclass

from pyoxigraph import Literal, NamedNode

from ..kg.entities import Entities
from ..kg.names import REL, WDT, local_name
from .tokens import Token, tokenise
from .values import find_values
from .words import words

FUNCTION_WORDS = words("names", "function")
COMMON_WORDS = FUNCTION_WORDS | words("names", "common")
_BARE, _TITLES, _CONNECTORS = (words("names", key) for key in ("bare", "titles", "connectors"))
_EASY_GAP = re.compile(r"[\s\-–—‑'’.]*")


@dataclass(frozen=True, slots=True)
class Mention:
    """A span of text that names something: entities (`candidates`), a value, or an unknown proper name (neither).

    `first` and `last` are token places; `common` marks a common noun (actor, guitar), which may be an ordinary word.
    """

    start: int
    end: int
    first: int
    last: int
    text: str
    candidates: tuple[NamedNode, ...] = ()
    value: Literal | None = None
    common: bool = False


@dataclass(frozen=True, slots=True)
class _Name:
    iri: NamedNode
    surface: str
    is_label: bool
    capitals: tuple[bool, ...]


class MentionIndex:
    """Labels and aliases by their folded words; built once, about 100,000 names a second."""

    def __init__(self, entities: Entities, ignore: Iterable[NamedNode] = ()) -> None:
        ignored = set(ignore)
        self._names: dict[tuple[str, ...], list[_Name]] = {}
        self._longest: dict[str, int] = {}
        for entity in entities:
            if entity.iri in ignored or is_relation(entity.iri):
                continue
            for place, surface in enumerate(entity.names):
                self._add(entity.iri, surface, is_label=place == 0)

    def _add(self, iri: NamedNode, surface: str, *, is_label: bool) -> None:
        parts = [token for token in tokenise(surface) if token.is_word]
        code = len(surface) < 4 and not is_label and not surface.isupper()
        if not parts or code or (len(parts) == 1 and (len(parts[0].key) == 1 or surface in FUNCTION_WORDS)):
            return
        keys = tuple(word.key for word in parts)
        capitals = tuple(word.text[0].isupper() for word in parts)
        forms = [keys] if any(capitals) else [keys, (*keys[:-1], plural(keys[-1]))]
        for form in forms:
            self._names.setdefault(form, []).append(_Name(iri, surface, is_label, capitals))
            self._longest[form[0]] = max(self._longest.get(form[0], 0), len(form))

    def find(self, text: str, focus: frozenset[NamedNode] = frozenset()) -> list[Mention]:
        """Find the mentions of a text in order, without overlaps; entities of `focus` win where names clash."""
        return self.find_in(text, tokenise(text), focus)

    def find_in(self, text: str, tokens: list[Token], focus: frozenset[NamedNode] = frozenset()) -> list[Mention]:
        """Find mentions in a text that is cut into tokens already."""
        words = [place for place, token in enumerate(tokens) if token.is_word]
        keys = [tokens[place].key for place in words]
        shouting = text.isupper()
        found: list[Mention] = []
        at = 0
        while at < len(words):
            mention = self._longest_at(text, tokens, words, keys, at, focus, shouting)
            if mention is None:
                at += 1
            else:
                found.append(mention)
                while at < len(words) and words[at] <= mention.last:
                    at += 1
        return _with_values_and_unknown(text, tokens, found, focus)

    def _longest_at(
        self,
        text: str,
        tokens: list[Token],
        words: list[int],
        keys: list[str],
        at: int,
        focus: frozenset[NamedNode],
        shouting: bool,
    ) -> Mention | None:
        reach = min(self._longest.get(keys[at], 0), len(words) - at)
        for length in range(reach, 0, -1):
            names = self._names.get(tuple(keys[at : at + length]))
            if not names:
                continue
            span = [tokens[place] for place in words[at : at + length]]
            surface = text[span[0].start : span[-1].end]
            initial = _opens_sentence(text, tokens, words[at])
            fitting = [name for name in names if shouting or _written_as(name, span, surface, initial, focus)]
            if fitting and _gaps_fit(text, span, surface, fitting):
                iris = _ranked(fitting, surface, focus)
                common = not any(any(name.capitals) or name.surface[0].isdigit() for name in fitting)
                last = _with_stop(tokens, words[at + length - 1], fitting)
                start, end = span[0].start, tokens[last].end
                return Mention(start, end, words[at], last, text[start:end], iris, None, common)
        return None


def _with_stop(tokens: list[Token], last: int, names: list[_Name]) -> int:
    """Return the last token of a mention, with the final stop that belongs to its name ("Washington, D.C.")."""
    behind = tokens[last + 1] if last + 1 < len(tokens) else None
    has_stop = behind is not None and behind.key == "." and behind.start == tokens[last].end
    return last + 1 if has_stop and any(name.surface.endswith(".") for name in names) else last


def is_relation(iri: NamedNode) -> bool:
    """Say whether an IRI names a relation: its name is a phrase, not a thing that is talked about."""
    name = local_name(iri)
    return iri in WDT or iri in REL or (name[:1] == "P" and name[1:].isdigit())


def plural(word: str) -> str:
    """Make the regular plural of an English noun.

    >>> [plural(word) for word in ("novelist", "city", "church", "businesswoman")]
    ['novelists', 'cities', 'churches', 'businesswomen']
    """
    if word.endswith("y") and word[-2:-1] not in "aeiou":
        return f"{word[:-1]}ies"
    if word.endswith(("s", "x", "ch", "sh")):
        return f"{word}es"
    return f"{word[:-3]}men" if word.endswith("man") else f"{word}s"


def _opens_sentence(text: str, tokens: list[Token], place: int) -> bool:
    before = place - 1
    while before >= 0 and tokens[before].key in "\"'“‘(*-•":
        before -= 1
    return before < 0 or tokens[before].key in ".!?:;" or "\n" in text[tokens[before].end : tokens[place].start]


def _written_as(name: _Name, span: list[Token], surface: str, initial: bool, focus: frozenset[NamedNode]) -> bool:
    """Say whether the text writes a name as a name: with its capitals, and not as an ordinary word."""
    if not any(name.capitals):
        return True
    words = zip(name.capitals, span, strict=False)
    if any(capital and token.text[0].islower() for capital, token in words):
        return name.iri in focus and len(surface) > 3 and span[0].key not in COMMON_WORDS
    if len(span) > 1:
        return True
    key = span[0].key
    if name.surface.isupper() and len(key) <= 4:
        return surface.isupper()
    return not (key in COMMON_WORDS and (initial or surface != name.surface)) or (
        name.iri in focus and key not in _BARE
    )


def _gaps_fit(text: str, span: list[Token], surface: str, names: list[_Name]) -> bool:
    """Allow spaces, hyphens, stops and apostrophes between the words of a name; other signs only where it has them."""
    if all(_EASY_GAP.fullmatch(text, left.end, right.start) for left, right in zip(span, span[1:], strict=False)):
        return True
    squeezed = re.sub(r"\s+", "", surface).casefold()
    return any(squeezed == re.sub(r"\s+", "", name.surface).rstrip(".)!?").casefold() for name in names)


def _ranked(names: list[_Name], surface: str, focus: frozenset[NamedNode]) -> tuple[NamedNode, ...]:
    """Keep the best candidates: those in the focus, else by exact label, label, alias."""
    inside = {name.iri: None for name in names if name.iri in focus}
    if inside:
        return tuple(inside)
    labels = {name.iri: None for name in names if name.is_label and name.surface == surface}
    labels = labels or {name.iri: None for name in names if name.is_label}
    return tuple(labels or {name.iri: None for name in names})


def _with_values_and_unknown(
    text: str, tokens: list[Token], found: list[Mention], focus: frozenset[NamedNode]
) -> list[Mention]:
    """Add typed values and unknown proper names to what the index found."""
    taken = {place for mention in found for place in range(mention.first, mention.last + 1)}
    starts = [token.start for token in tokens]
    for start, end, value in find_values(text) if any(sign.isdigit() for sign in text) else ():
        places = range(bisect_left(starts, start), bisect_left(starts, end))
        if places and not taken.intersection(places):
            found.append(Mention(start, end, places[0], places[-1], text[start:end], value=value))
            taken.update(places)
    return _with_unknown(text, tokens, sorted(found, key=lambda mention: mention.first), taken, focus)


def _with_unknown(
    text: str, tokens: list[Token], found: list[Mention], taken: set[int], focus: frozenset[NamedNode]
) -> list[Mention]:
    single = {m.first: m for m in found if m.first == m.last and m.candidates and not m.common}
    joinable = {place for place, m in single.items() if focus.isdisjoint(m.candidates)}
    swallowed: set[int] = set()
    unknown: list[Mention] = []
    place = 0
    while place < len(tokens):
        last = _unknown_end(text, tokens, place, taken - joinable)
        if last is None:
            place += 1
            continue
        if any(inside not in taken for inside in range(place, last + 1)):
            swallowed.update(range(place, last + 1))
            start, end = tokens[place].start, tokens[last].end
            unknown.append(Mention(start, end, place, last, text[start:end]))
        place = last + 1
    kept = [mention for mention in found if mention.first not in swallowed]
    return sorted((*kept, *unknown), key=lambda mention: mention.first)


def _unknown_end(text: str, tokens: list[Token], place: int, taken: set[int]) -> int | None:
    """Return the last token of the capitalised span that begins at `place`, or None where none begins."""
    first = tokens[place]
    if place in taken or not _is_name_word(first) or first.key in _TITLES:
        return None
    if first.key in COMMON_WORDS and _opens_sentence(text, tokens, place):
        return None
    last = at = place
    while at + 1 < len(tokens) and at + 1 not in taken:
        at += 1
        token, gap = tokens[at], tokens[at].start - tokens[at - 1].end
        if _is_name_word(token) and token.key not in FUNCTION_WORDS:
            last = at
        elif not (token.key in _CONNECTORS or (token.text in "-–'’." and gap == 0 and last == at - 1)):
            break
        if token.text == "." and len(tokens[at - 1].text) > 2:
            break
    opens = _opens_sentence(text, tokens, place)
    return (
        None if first.key == "i" or (opens and last == place and first.text.isalpha() and len(first.text) < 3) else last
    )


def _is_name_word(token: Token) -> bool:
    return token.text[0].isupper() and token.text[0].isalpha()
