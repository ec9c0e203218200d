"""Read what an answer says to a yes/no question: yes, no, unknown, or nothing that can be read.

The order of evidence: how the answer opens, then an explicit verdict later on ("the answer is no"), then a
refusal. An opening and a later verdict that disagree make the answer unreadable, never right or wrong.
"""

import re
from dataclasses import dataclass
from typing import Literal as Choice

Reading = Choice["yes", "no", "unknown", "unreadable"]


@dataclass(frozen=True)
class Stance:
    """What an answer says. `evidence` is the span it was read from; `reason` says how, in one sentence."""

    reading: Reading
    evidence: str = ""
    reason: str = ""


_YES_WORDS = r"yes|yeah|yep|yup|affirmative|true|correct|right|exactly|indeed|absolutely|certainly|definitely|of course"
_NO_WORDS = r"no|nope|nah|negative|false|incorrect|wrong|untrue|inaccurate|not true|not correct|not accurate"
_GOOD = r"true|correct|right|accurate|valid|so|the case|a fact"
_BAD = r"false|incorrect|wrong|untrue|inaccurate|mistaken|invalid|not so|a (?:common )?(?:misconception|mistake|myth|error)"
_ADVERB = (
    r"(?:(?:indeed|actually|in fact|quite|entirely|absolutely|completely|simply|also|factually|strictly|partly"
    r"|clearly|definitely|certainly|generally|therefore|thus|hence|perfectly|an?|exactly|really|necessarily) )*"
)
_IS = r"(?:is|was|would be|seems|appears to be|sounds|'s|must be)"
_IS_NOT = (
    r"(?:is not|was not|isn't|wasn't|would not be|wouldn't be|'s not|cannot be|can't be|does not seem|doesn't seem)"
)
_THIS = (
    r"(?:that|this|it|(?:the|this|that|your) (?:above |given |original )?(?:statement|claim|assertion|premise|sentence|proposition)\b"
    r"(?: that)?[^.!?\n]{0,160}?)"
)
_END = r"(?=$|[\s.,;:!)\]}\"'—–-])"
_STOP = r"(?=\s*(?:$|[.,;:!)\]}\"'\n—–-])|\s+(?:because|since|as\b|it|he|she|they|this|that|there|the|i|we|in fact)\b)"

_FINAL_WORD = r"(?P<{}>(?:{})(?! (?:or|and) (?:yes|no|false)\b){})"
_FINAL = [
    re.compile(
        r"(?:answer|verdict|conclusion|judge?ment|response)\"?(?:\s+to (?:the|your|this) question)?\s*"
        r"(?:is|would be|should be|must be|has to be|remains|[:=—–-])+\s*(?:therefore|thus|hence|then|simply|clearly|a|an|probably|likely)?"
        r"[\s,:\"'`*]*(?:"
        + _FINAL_WORD.format("yes", _YES_WORDS, _END)
        + "|"
        + _FINAL_WORD.format("no", _NO_WORDS, _END)
        + ")",
        re.IGNORECASE,
    ),
    re.compile(
        rf"(?:\b(?:therefore|thus|so|hence|consequently|overall|in conclusion|in short|in summary|ultimately)\b,?\s+)"
        rf"(?:the answer is )?(?:(?P<yes>(?:yes|true)\b|{_THIS} {_IS} {_ADVERB}(?:{_GOOD})(?! that){_END})"
        rf"|(?P<no>(?:no|false)(?=[\s]*[,.;!—–-]|$)|{_THIS} (?:{_IS} {_ADVERB}(?:{_BAD})|{_IS_NOT} {_ADVERB}(?:{_GOOD})){_END}(?! (?:that|to)\b)))",
        re.IGNORECASE,
    ),
    re.compile(r"(?:^|\n)\s*(?:(?P<yes>yes)|(?P<no>no))\s*[,.:!]", re.IGNORECASE),
]

_UNKNOWN = re.compile(
    r"\bi (?:really |honestly |simply |just )?(?:do not|don't|did not|didn't) (?:actually |really )?(?:know|have|possess|recall|recogni[sz]e|remember)\b"
    r"|\b(?:cannot|can not|can't|could not|couldn't|unable to|not able to|not possible to|impossible to|difficult to|hard to|not in a position to)"
    r"(?: \w+ly| accurately| either| be)? (?:verif|determin|confirm|answer|say|tell|judge|provide|find|give|assess|access|establish|ascertain|decide|evaluat"
    r"|comment|respond|known|offer|make a)"
    r"|\b(?:not|un|isn't |am not |'m not )\s?(?:sure|certain|aware|familiar|clear)\b"
    r"|\b(?:there is|there's|there are|there isn't|i have|i've|i find|i found|have|has)? ?(?:no|not any|not enough|n't enough|insufficient|too little|any|limited)"
    r"(?: \w+){0,2} (?:information|data|knowledge|context|evidence|record|idea|details|sources?|basis)\b"
    r"|\b(?:beyond|outside) (?:of )?my (?:knowledge|training|expertise|scope)|\bno idea\b|^(?:unknown|unclear|uncertain|undetermined)\b|\bno one knows\b|\bnobody knows\b|\bwho knows\b"
    r"|\b(?:it is|it's|that is|this is|the answer is|remains|currently) (?:not known|unknown|unclear|uncertain|undetermined|disputed|debatable)\b"
    r"|\b(?:i|we)(?:'d| would)? need (?:more|further|additional)|\bplease (?:provide|clarify|specify|rephrase)|\bmore (?:information|context|details) (?:is|are|would be|about)"
    r"|\bas an ai\b|\bas a (?:large )?language model\b|\bi(?:'m| am)? (?:must |have to )?(?:decline|declining|refuse|sorry)\b|\bi apologi[sz]e\b"
    r"|\bi (?:would )?(?:prefer|rather) not\b|\bi (?:won't|will not|can't|cannot) (?:answer|help|assist|discuss)"
    r"|\bmy (?:knowledge|training data|information) (?:does not|doesn't|is limited|ends|only goes)|\bi (?:lack|have limited)\b|\bi have no\b",
    re.IGNORECASE,
)  # fmt: skip

_BOTH = re.compile(
    r"(?:well,? |it is )?(?:both )?(?:yes\s*(?:and|/|or|,|&)\s*no|no\s*(?:and|/|or|,|&)\s*yes|true (?:and|or) false|yes and also no)\b",
    re.IGNORECASE,
)
_OPENING = [
    (
        "no",
        re.compile(
            rf"(?:(?:no|nope|nah|negative|false|incorrect|wrong|untrue|inaccurate){_STOP}"
            r"|(?:i (?:do not|don't) (?:think|believe) so|i (?:think|believe|guess|am afraid|'m afraid) not"
            r"|(?:absolutely|certainly|definitely|of course|obviously|clearly|probably|indeed|surely) not"
            r"|not (?:quite|exactly|really|at all|true|correct|accurate|to my knowledge|as far as i know|so|the case|that i know of)"
            rf"|{_THIS} ?(?:{_IS} {_ADVERB}(?:{_BAD})|{_IS_NOT} {_ADVERB}(?:{_GOOD}))"
            rf"|it (?:{_IS} {_ADVERB}(?:{_BAD})|{_IS_NOT} {_ADVERB}(?:{_GOOD})) that"
            r"|you(?:'re| are) (?:wrong|mistaken|incorrect|not right|not correct)"
            rf"){_END})",
            re.IGNORECASE,
        ),
    ),
    (
        "yes",
        re.compile(
            rf"(?:(?:true|correct|right|exactly|affirmative|yes|yeah|yep|yup|absolutely|certainly|definitely|of course|sure){_STOP}"
            r"|(?:yes|yeah|indeed|yep)\b"
            r"|(?:i (?:do )?(?:think|believe|guess|suppose) so|(?:almost |most )?(?:certainly|definitely|absolutely) (?:yes|true|correct|so)"
            rf"|{_THIS} ?{_IS} {_ADVERB}(?:{_GOOD})"
            r"|you(?:'re| are) (?:absolutely |quite |indeed )?(?:right|correct)"
            rf"){_END})",
            re.IGNORECASE,
        ),
    ),
]  # fmt: skip
_BELIEF = re.compile(
    rf"i(?:'d| would)? (?:think|believe|guess|say|suppose|assume)(?: that)?(?: the answer is)?[\s:,\"]*"
    rf"(?:(?P<yes>(?:yes|true|{_THIS} {_IS} {_ADVERB}(?:{_GOOD})){_END})"
    rf"|(?P<no>(?:no|false|{_THIS} (?:{_IS} {_ADVERB}(?:{_BAD})|{_IS_NOT} {_ADVERB}(?:{_GOOD}))){_END}))",
    re.IGNORECASE,
)
_REVERSAL = re.compile(
    r"\b(?:wait|actually|correction|on second thought|scratch that|let me correct)\b[^.!?\n]{0,40}?"
    r"\b(?:(?P<yes>yes|correct|true)|(?P<no>no|false|incorrect|wrong))\b",
    re.IGNORECASE,
)

_THINKING = re.compile(r"<think(?:ing)?>.*?</think(?:ing)?>", re.IGNORECASE | re.DOTALL)
_MARKUP = re.compile(r"[*_`#>~|{}\[\]]+|^\s*[-•]\s+|^\s*\(?(?:\d{1,2}|[a-d])[.)]\s+", re.MULTILINE)
_PREAMBLE = re.compile(
    r"\s*(?:(?:sure|certainly|of course|absolutely|okay|ok|great|thank you|thanks|hello|hi|good question|great question|well|hmm|hm"
    r"|interesting question|ah|oh|alright|let's see|let me think|let me see)\b[^.!?:,\n\w]*[.!,:\n]+\s*"
    r"|(?:here(?:'s| is| are)|this is|below is) (?:my|the|an?) [^:\n]{0,40}?(?:answer|response|judge?ment|reply|reasoning)\b[^\n]*?[:\n]\s*"
    r"|(?:based on|according to|given|from|to|as far as) (?:the |my |what |all |available |i )[^,.\n]{0,80},\s*"
    r"|(?:my |the |final |short |direct )*(?:answer|verdict|response|judge?ment|conclusion)\"?\s*(?:is|would be|[:=—–-])+\s*"
    r"|(?:in short|in fact|actually|simply put|in a word|a|q|unfortunately|to be honest|honestly|frankly)\s*[:,]\s*)",
    re.IGNORECASE,
)  # fmt: skip
_POLITE = re.compile(
    r"\s*(?:sure|certainly|of course|absolutely)\b[\s.!,:]*(?=here\b|i(?:'d| would| can| will)\b|let me\b)",
    re.IGNORECASE,
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
        polite = _POLITE.match(plain) or _PREAMBLE.match(plain)
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
    for reading, pattern in _OPENING:
        match = pattern.match(plain)
        if match:
            return Stance(reading, match.group().strip(), f"opens with {_clip(match.group())!r}")  # type: ignore[arg-type]
    return None


def _final(plain: str, start: int) -> Stance | None:
    """Read the last explicit verdict after `start`; readings that disagree among themselves give the last one."""
    found = [
        (match.start(), reading, match.group())
        for pattern in (*_FINAL, _BELIEF, _REVERSAL)
        for match in pattern.finditer(plain, start)
        for reading in ("yes", "no")
        if match[reading]
    ]
    if not found:
        return None
    _, reading, evidence = max(found)
    return Stance(reading, _clip(evidence), f"concludes with {_clip(evidence)!r}")  # type: ignore[arg-type]


def _clip(text: str, length: int = 60) -> str:
    """Shorten a span for a reason: one line, at most `length` characters."""
    line = " ".join(text.split())
    return line if len(line) <= length else line[: length - 1] + "…"
