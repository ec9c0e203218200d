"""Cut text into tokens, fold them into the keys that names and phrases are compared by, find sentences."""

import re
import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache

from .words import words

_TOKEN = re.compile(r"[^\W\d_]+?(?=n['’]t\b)|n['’]t\b|['’]s\b|[^\W_]+|[^\w\s]|_")
_MARKUP = re.compile(
    r"^[ \t]*(?:[-•>#]+|\*(?=\s)|\(?\d{1,2}[.)](?=\s)|[a-zA-Z]\))|[*_`#]{2,}|`|\*|_(?=\W)|(?<=\W)_", re.MULTILINE
)
_SPLIT = re.compile(r"[.!?]+[\"'”’)\]]*(?=\s|$)|\n+|(?<=[a-z][.!?])(?=[A-Z][a-z])")
_ABBREVIATIONS = words("names", "abbreviations")
_OTHER_LETTERS = str.maketrans({"ø": "o", "ł": "l", "đ": "d", "ð": "d", "þ": "th", "æ": "ae", "œ": "oe", "ı": "i"})


@dataclass(frozen=True, slots=True)
class Token:
    """A word, a clitic ('s, n't) or a sign, with its place in the text and its key."""

    text: str
    key: str
    start: int
    end: int

    @property
    def is_word(self) -> bool:
        """Say whether it is a word or a possessive, not a sign."""
        return self.key[0].isalnum() or self.key == "'s"


def tokenise(text: str) -> list[Token]:
    """Cut a text into tokens.

    >>> [token.key for token in tokenise("Sigur Rós isn't Québec's.")]
    ['sigur', 'ros', 'is', "n't", 'quebec', "'s", '.']
    """
    return [Token(match[0], fold(match[0]), match.start(), match.end()) for match in _TOKEN.finditer(text)]


def without_markup(text: str) -> str:
    """Blank out list marks, headings and emphasis, so that places in the text stay as they are.

    >>> without_markup("1. **Paris** is a city.").split()
    ['Paris', 'is', 'a', 'city.']
    """
    return _MARKUP.sub(lambda match: " " * len(match[0]), text)


@lru_cache(maxsize=200_000)
def fold(word: str) -> str:
    """Fold case, diacritics and typographic signs."""
    if word.isascii():
        return word.lower()
    plain = word.casefold().replace("’", "'").translate(_OTHER_LETTERS)
    decomposed = unicodedata.normalize("NFKD", plain)
    return "".join(sign for sign in decomposed if not unicodedata.combining(sign)) or plain


def sentences(text: str, whole: Iterable[tuple[int, int]] = ()) -> list[tuple[int, int]]:
    """Find the sentences of a text as (start, end); no sentence ends inside a span of `whole` (a name with stops).

    >>> [text[a:b] for text in ["He met Dr. Who. It rained!"] for a, b in sentences(text)]
    ['He met Dr. Who.', 'It rained!']
    """
    inside = {place for start, end in whole for place in range(start, end)}
    found, begin = [], 0
    for match in _SPLIT.finditer(text):
        if match.start() in inside or _is_abbreviation(text, match):
            continue
        _append(found, text, begin, match.end())
        begin = match.end()
    _append(found, text, begin, len(text))
    return found


def _append(found: list[tuple[int, int]], text: str, begin: int, end: int) -> None:
    while begin < end and text[begin].isspace():
        begin += 1
    while end > begin and text[end - 1].isspace():
        end -= 1
    if begin < end:
        found.append((begin, end))


def _is_abbreviation(text: str, match: re.Match[str]) -> bool:
    """Say whether a stop belongs to an initial, an abbreviation or a list number, so that the sentence goes on."""
    if not match[0].startswith("."):
        return False
    word = text[: match.start()].rpartition("\n")[2].split(" ")[-1].lstrip("(\"'“‘")
    if word.isdigit():
        return len(word) <= 2 and text[: match.start()].rpartition("\n")[2].strip() == word
    after = text[match.end() :].lstrip()[:1]
    return (
        word.lower() in _ABBREVIATIONS
        or (len(word) == 1 and word.isupper())
        or ("." in word and len(word) <= 5 and not after.isupper())
    )
