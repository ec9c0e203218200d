"""Read what an answer says to a yes/no question: yes, no, unknown, or nothing that can be read.

The order of evidence: how the answer opens, then an explicit verdict later on ("the answer is no"), then a
refusal. An opening and a later verdict that disagree make the answer unreadable, never right or wrong.
"""

import re
from dataclasses import dataclass
from typing import Literal as Choice

from .words import forms

Reading = Choice["yes", "no", "unknown", "unreadable"]


@dataclass(frozen=True)
class Stance:
    """What an answer says. `evidence` is the span it was read from; `reason` says how, in one sentence."""

    reading: Reading
    evidence: str = ""
    reason: str = ""


_YES, _NO, _GOOD, _BAD = (forms("answer", key) for key in ("yes", "no", "good", "bad"))
_ADVERBS = rf"(?:{forms('answer', 'adverb')} )*"
_IS = rf" ?{forms('answer', 'is')} {_ADVERBS}"
_IS_NOT = rf" ?{forms('answer', 'is_not')} {_ADVERBS}"
_THIS = forms("answer", "this")
_TRUE = rf"{_THIS}{_IS}{_GOOD}"
_UNTRUE = rf"{_THIS}(?:{_IS}{_BAD}|{_IS_NOT}{_GOOD})"
_END = r"(?=$|[\s.,;:!)\]}\"'—–-])"
_STOP = r"(?=\s*(?:$|[.,;:!)\]}\"'\n—–-])|\s+(?:because|since|as\b|it|he|she|they|this|that|there|the|i|we|in fact)\b)"


def _pattern(*parts: str, flags: re.RegexFlag = re.IGNORECASE) -> re.Pattern[str]:
    return re.compile("".join(parts), flags)


_BOTH = _pattern(
    r"(?:well,? |it is )?(?:both )?",
    r"(?:yes\s*(?:and|/|or|,|&)\s*no|no\s*(?:and|/|or|,|&)\s*yes|true (?:and|or) false|yes and also no)\b",
)
_OPENING: dict[Reading, re.Pattern[str]] = {
    "no": _pattern(
        rf"(?:(?:no|nope|nah|negative|false|incorrect|wrong|untrue|inaccurate){_STOP}",
        rf"|(?:{forms('answer', 'opening_no')}|{_UNTRUE}){_END})",
    ),
    "yes": _pattern(
        rf"(?:(?:true|correct|right|exactly|affirmative|yes|absolutely|certainly|definitely|of course|sure){_STOP}",
        rf"|(?:{forms('answer', 'opening_yes')}|{_TRUE}){_END})",
    ),
}
_LATER = (
    _pattern(  # "the answer is no"
        r"(?:answer|verdict|conclusion|judge?ment|response)\"?(?:\s+to (?:the|your|this) question)?\s*",
        r"(?:is|would be|should be|must be|has to be|remains|[:=—–-])+\s*",
        r"(?:therefore|thus|hence|then|simply|clearly|a|an|probably|likely)?[\s,:\"'`*]*",
        rf"(?:(?P<yes>{_YES}(?! (?:or|and) no\b){_END})|(?P<no>{_NO}(?! (?:or|and) (?:yes|false)\b){_END}))",
    ),
    _pattern(  # "therefore no", "so this is not correct"
        r"\b(?:therefore|thus|so|hence|consequently|overall|in conclusion|in short|in summary|ultimately)\b,?\s+",
        rf"(?:the answer is )?(?:(?P<yes>(?:yes|true)\b|{_TRUE}(?! that){_END})",
        rf"|(?P<no>(?:no|false)(?=[\s]*[,.;!—–-]|$)|{_UNTRUE}{_END}(?! (?:that|to)\b)))",
    ),
    _pattern(r"(?:^|\n)\s*(?:(?P<yes>yes)|(?P<no>no))\s*[,.:!]"),
    _pattern(  # "I believe it is not true"
        r"i(?:'d| would)? (?:think|believe|guess|say|suppose|assume)(?: that)?(?: the answer is)?[\s:,\"]*",
        rf"(?:(?P<yes>(?:yes|true|{_TRUE}){_END})|(?P<no>(?:no|false|{_UNTRUE}){_END}))",
    ),
    _pattern(  # "wait, that is wrong"
        r"\b(?:wait|actually|correction|on second thought|scratch that|let me correct)\b[^.!?\n]{0,40}?",
        r"\b(?:(?P<yes>yes|correct|true)|(?P<no>no|false|incorrect|wrong))\b",
    ),
)
_UNKNOWN = _pattern(forms("answer", "unknown"))

_THINKING = re.compile(r"<think(?:ing)?>.*?</think(?:ing)?>", re.IGNORECASE | re.DOTALL)
_MARKUP = re.compile(r"[*_`#>~|{}\[\]]+|^\s*[-•]\s+|^\s*\(?(?:\d{1,2}|[a-d])[.)]\s+", re.MULTILINE)
_POLITE = (
    _pattern(
        r"\s*(?:sure|certainly|of course|absolutely)\b[\s.!,:]*",
        r"(?=here\b|i(?:'d| would| can| will)\b|let me\b)",
    ),
    _pattern(r"\s*", forms("answer", "polite")),
)


def read_answer(text: str) -> Stance:
    """Read the yes or no of an answer; `unknown` for a refusal, `unreadable` where there is neither or both."""
    plain = _plain(text)
    if not plain:
        return Stance("unreadable", "", "the answer is empty")
    opening = _opening(plain)
    later = _final(plain, len(opening.evidence) if opening else 0)
    if opening and opening.reading in ("yes", "no"):
        if later and later.reading != opening.reading:
            return Stance(
                "unreadable", later.evidence, f"opens with {opening.evidence!r} and ends with {later.evidence!r}"
            )
        return opening
    if opening:
        return opening
    if later:
        return later
    refusal = _UNKNOWN.search(plain)
    if refusal:
        return Stance("unknown", _clip(refusal.group()), "declines or says that it does not know")
    return Stance("unreadable", _clip(plain), "says neither yes nor no")


def _plain(text: str) -> str:
    """Drop reasoning traces, Markdown, typographic quotes and polite openings."""
    plain = _THINKING.sub(" ", text).replace("’", "'").replace("“", '"').replace("”", '"')
    plain = _MARKUP.sub(" ", plain)
    plain = re.sub(r"[ \t]+", " ", plain).strip(" \t\n\"'()")
    for _ in range(6):
        polite = _POLITE[0].match(plain) or _POLITE[1].match(plain)
        if not polite or not plain[polite.end() :].strip(" .!\n\"'"):
            return plain
        shorter = plain[polite.end() :].strip(" \t\n\"',:")
        if _one_word_verdict(plain) and not _opening(shorter) and not _final(shorter, 0):
            return plain  # "Certainly, Ottawa is the capital": the opening itself is the answer
        plain = shorter
    return plain


def _one_word_verdict(plain: str) -> bool:
    return bool(re.match(r"(?:certainly|of course|absolutely)\b\s*[,.!](?! here| i\b)", plain, re.IGNORECASE))


def _opening(plain: str) -> Stance | None:
    """Read the first words; None where they are neither a yes, a no nor a refusal."""
    if _BOTH.match(plain):
        return Stance("unreadable", _clip(plain), "says both yes and no")
    for reading, pattern in _OPENING.items():
        match = pattern.match(plain)
        if match:
            return Stance(reading, match.group().strip(), f"opens with {_clip(match.group())!r}")
    return None


def _final(plain: str, start: int) -> Stance | None:
    """Read the last explicit verdict after `start`; readings that disagree among themselves give the last one."""
    matches = [match for pattern in _LATER for match in pattern.finditer(plain, start)]
    if not matches:
        return None
    last = max(matches, key=lambda match: match.start())
    evidence = _clip(last.group())
    return Stance("yes" if last["yes"] else "no", evidence, f"concludes with {evidence!r}")


def _clip(text: str, length: int = 60) -> str:
    """Shorten a span for a reason: one line, at most `length` characters."""
    line = " ".join(text.split())
    return line if len(line) <= length else line[: length - 1] + "…"
