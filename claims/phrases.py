"""Relation phrases: the patterns of the lexicon, folded to skeletons that a sentence is compared with.

A skeleton is what stands before, between and after the two mentions, with tense, auxiliaries, articles and
negation folded away: "{s} was born in {o}" and "X, who was not born in Y" share the middle (BE, born, in).
"""

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from pyoxigraph import NamedNode

from ..kg.names import OWL
from ..kg.relations import Lexicon, Relation
from .tokens import tokenise
from .words import mapping, words

Words = tuple[str, ...]
GAP = "•"
"""Stands for another mention inside a skeleton."""

_BE, _HAVE, NEGATORS, _DROPPED = (words("phrases", key) for key in ("be", "have", "negators", "dropped"))
_FUNCTION = words("phrases", "function")
_COSTLY = words("phrases", "costly") | {GAP}
_IRREGULAR = mapping("phrases", "irregular")
_CLITICS = {"ca": "can", "wo": "will", "sha": "shall"}


@lru_cache(maxsize=100_000)
def stem(word: str) -> str:
    """Fold the regular endings of a word, so that tense and number do not matter.

    >>> [stem(word) for word in ("directed", "directs", "director", "studies", "located", "borders")]
    ['direct', 'direct', 'director', 'study', 'locat', 'border']
    """
    if word in _IRREGULAR:
        return _IRREGULAR[word]
    if len(word) > 4 and word.endswith("ies"):
        return f"{word[:-3]}y"
    if len(word) > 3 and word.endswith("s") and not word.endswith(("ss", "us", "is")):
        word = word[:-2] if word.endswith(("ches", "shes", "sses", "xes")) else word[:-1]
    if len(word) > 4 and word.endswith("ied"):
        return f"{word[:-3]}y"
    for ending in ("ing", "ed"):
        if len(word) > len(ending) + 2 and word.endswith(ending):
            word = word[: -len(ending)]
            return word[:-1] if len(word) > 3 and word[-1] == word[-2] and word[-1] not in "lsz" else word
    return word[:-1] if len(word) > 3 and word.endswith("e") else word


def skeleton(keys: Iterable[str]) -> tuple[Words, int]:
    """Fold words to their skeleton; return it with the number of negations that were taken out."""
    folded: list[str] = []
    negations = 0
    for key in keys:
        if key in NEGATORS:
            negations += 1
            if key == "cannot":
                folded.append("can")
        elif key == "longer" and negations:
            continue  # "no longer"
        elif key in _BE:
            folded.append("BE")
        elif key in _HAVE:
            folded.append("HAVE")
        elif key == "whose":
            folded.append("'s")
        elif key not in _DROPPED and not (len(key) > 4 and key.endswith("ly") and key not in ("family", "italy")):
            folded.append(stem(_CLITICS.get(key, key)))
    return tuple(folded), negations


@dataclass(frozen=True, slots=True)
class Phrase:
    """A skeleton of a relation. `forward`: the subject is the first mention; `holds`: what it says without negation."""

    relation: NamedNode
    before: Words
    middle: Words
    after: Words
    forward: bool
    holds: bool = True
    exact: bool = False
    """Too few words of its own to allow any others in between."""

    @property
    def size(self) -> int:
        """Count its words."""
        return len(self.before) + len(self.middle) + len(self.after)

    @property
    def is_bare(self) -> bool:
        """Say whether it is nothing but "X is Y"."""
        return self.middle == ("BE",) and not self.before and not self.after

    @property
    def names_second(self) -> bool:
        """Say whether it only introduces the second mention as the one talked about ("Canada's capital, Ottawa, …")."""
        return bool(self.before or self.middle[:1] == ("'s",)) and "BE" not in self.middle and not self.after


@dataclass(frozen=True, slots=True)
class Match:
    """A phrase found between two mentions. `cost` counts foreign words; `holds` has the sentence's negations in it."""

    phrase: Phrase
    holds: bool
    cost: int

    @property
    def score(self) -> int:
        """Weigh matched words against foreign ones."""
        return 2 * self.phrase.size - self.cost


class PhraseIndex:
    """All phrases of a lexicon, looked up by their middle or by one telling word of it."""

    def __init__(self, lexicon: Lexicon) -> None:
        self._exact: dict[Words, list[Phrase]] = defaultdict(list)
        self._by_word: dict[str, list[Phrase]] = defaultdict(list)
        phrases: dict[Phrase, None] = {}
        for relation in lexicon:
            own = list(compile_relation(relation))
            if relation.declared(OWL.SymmetricProperty):
                own += [mutual for phrase in own for mutual in _mutual(phrase)]
            phrases |= dict.fromkeys(own)
        for phrase in phrases:
            self._exact[phrase.middle].append(phrase)
            if not phrase.exact:
                self._by_word[_telling(phrase.middle)].append(phrase)

    def match(
        self,
        before: Sequence[str],
        middle: Sequence[str],
        after: Sequence[str],
        *,
        budget: int = 3,
        is_subject: bool = False,
    ) -> list[Match]:
        """Match the words around and between two mentions; the best first.

        `before` may be long: only its end is read, as only the beginning of `after` is. `budget` limits foreign words.
        Behind a comma ("X, …, was born in Y") a phrase costs more, unless the first mention is the sentence's subject.
        """
        folded, negations = skeleton(_without_relative(middle))
        left, _ = skeleton(before[-8:])
        right, _ = skeleton(after[:8])
        candidates = [(phrase, 0) for phrase in self._exact.get(folded, ())]
        aside = 1 if folded[:1] == (",",) and not is_subject else 0
        for word in dict.fromkeys(folded):
            for phrase in self._by_word.get(word, ()):
                cost = _foreign(phrase.middle, folded) if len(phrase.middle) < len(folded) else None
                if cost is not None and cost <= budget:
                    candidates.append((phrase, cost + aside * (phrase.middle[0] != ",")))
        found = []
        for phrase, cost in candidates:
            around = _around(phrase, left, right)
            if around is not None and cost + around <= budget:
                flips = negations + _negations_around(phrase, before, after)
                found.append(Match(phrase, phrase.holds != bool(flips % 2), cost + around))
        return sorted(found, key=lambda match: (-match.score, match.phrase.relation.value))


def _negations_around(phrase: Phrase, before: Sequence[str], after: Sequence[str]) -> int:
    """Count the negations among the words before and after that the phrase covers ("X and Y have no …")."""
    count = skeleton(before[-len(phrase.before) - 3 :])[1] if phrase.before else 0
    if not phrase.after:
        return count
    covered = len(phrase.after)
    while covered < len(after) and skeleton(after[:covered])[0][-1:] != phrase.after[-1:]:
        covered += 1
    return count + skeleton(after[:covered])[1]


def _without_relative(middle: Sequence[str]) -> Sequence[str]:
    """Drop "who", "which" or "that" after the first mention, with its comma."""
    at = 1 if middle[:1] in ([","], (",",)) else 0
    return middle[at + 1 :] if len(middle) > at + 1 and middle[at] in ("who", "which", "that") else middle


def _around(phrase: Phrase, left: Words, right: Words) -> int | None:
    """Cost of matching what stands before and after; None where it does not match."""
    cost = 0
    if phrase.before:
        part = left[-len(phrase.before) - 1 :]
        if part[-len(phrase.before) :] == phrase.before:
            pass
        elif len(phrase.before) > 1 and _foreign(phrase.before, part) is not None:
            cost += 1
        else:
            return None
    if phrase.after:
        part = right[: len(phrase.after) + 1]
        if part[: len(phrase.after)] != phrase.after:
            if _foreign(phrase.after, part) is None:
                return None
            cost += 1
    return cost


def _foreign(needle: Words, hay: Words) -> int | None:
    """Cost of the words of `hay` that are not in `needle`, where `needle` is a subsequence; else None.

    The words of a phrase are looked for from the end, where the object stands.
    """
    at = len(needle) - 1
    cost = 0
    for word in reversed(hay):
        if at >= 0 and word == needle[at]:
            at -= 1
        elif at == len(needle) - 1 and (word in _COSTLY):
            return None  # the phrase must end at its object
        else:
            cost += 2 if word in _COSTLY and word != "," else 1
    return cost if at < 0 else None


def _telling(words: Words) -> str:
    """Choose the word by which a phrase is looked up: its longest one that is no function word."""
    return max((word for word in words if word not in _FUNCTION), key=len)


_PLACE = re.compile(r"\{([so])(?::\w+)?\}")
_PREPOSITIONS = ("in", "of", "by", "with", "to", "at", "from", "on", "for", "as")


def compile_relation(relation: Relation) -> Iterator[Phrase]:
    """Compile the wordings, paraphrases, label and aliases of a relation, and the usual turns of each."""
    phrases = _compile(relation)
    if not is_dated(relation):
        yield from phrases
        return
    for phrase in phrases:  # "born on 14 March 1879", "born in 1879"
        yield phrase
        if phrase.middle[-1:] == ("on",):
            yield replace(phrase, middle=(*phrase.middle[:-1], "in"))


def is_dated(relation: Relation) -> bool:
    """Say whether the objects of a relation are dates, by its name and wording."""
    return "date" in f"{relation.label} {relation.wordings[0].statement}".split()


def _compile(relation: Relation) -> Iterator[Phrase]:
    for wording in relation.wordings:
        yield from compile_pattern(relation.iri, wording.statement, True)
        yield from compile_pattern(relation.iri, wording.negation, False)
        if wording.antonym:
            yield from compile_pattern(relation.iri, wording.antonym, False)
    for pattern in relation.paraphrases:
        yield from compile_pattern(relation.iri, pattern, True)
    for name in (relation.label, *relation.aliases):
        yield from _named(relation.iri, name)


def compile_pattern(iri: NamedNode, pattern: str, holds: bool) -> Iterator[Phrase]:
    """Compile one pattern and its turns ("X is the N of Y": "Y's N is X", "the N of Y is X", "X, the N of Y")."""
    first, second = _PLACE.finditer(pattern)
    parts = (pattern[: first.start()], pattern[first.end() : second.start()], pattern[second.end() :])
    folded = [skeleton(token.key for token in tokenise(part)) for part in parts]
    negations = sum(count for _, count in folded)
    base = holds if negations % 2 == 0 else not holds
    before, middle, after = (words for words, _ in folded)
    forward = first[1] == "s"
    yield from _phrase(iri, before, middle, after, forward, base)
    yield from _turns(iri, before, middle, after, forward, base)


def _named(iri: NamedNode, name: str) -> Iterator[Phrase]:
    """Compile a relation's name: "located in", "shares border with" (verbs), "capital" (noun)."""
    words, _ = skeleton(token.key for token in tokenise(name))
    if len(words) > 1 and words[-1] in _PREPOSITIONS:
        yield from _phrase(iri, (), ("BE", *words), (), True, True)
        yield from _phrase(iri, (), words, (), True, True)
    elif words == ("BE",):
        yield from _phrase(iri, (), words, (), True, True)
    elif words and words[0] not in ("BE", "HAVE"):
        yield from _noun(iri, words, holder_is_subject=True, holds=True)


def _turns(iri: NamedNode, before: Words, middle: Words, after: Words, forward: bool, holds: bool) -> Iterator[Phrase]:
    """Yield the other turns of a pattern that names a role: N of HOLDER is VALUE; and reduced relative clauses."""
    if after:
        return
    if not before and len(middle) > 2 and middle[0] == "BE" and middle[-1] == "of":
        yield from _noun(iri, middle[1:-1], holder_is_subject=not forward, holds=holds)
    elif not before and len(middle) > 2 and middle[0] == "'s" and middle[-1] == "BE":
        yield from _noun(iri, middle[1:-1], holder_is_subject=forward, holds=holds)
    elif len(before) > 1 and before[-1] == "of" and middle == ("BE",):
        yield from _noun(iri, before[:-1], holder_is_subject=forward, holds=holds)
    elif not before and middle[:1] == ("BE",) and any(word not in _FUNCTION for word in middle[1:]):
        yield from _phrase(iri, (), middle[1:], (), forward, holds)


def _mutual(phrase: Phrase) -> Iterator[Phrase]:
    """Yield "X and Y border each other" for the phrase "X borders Y" of a symmetric relation."""
    if phrase.before or phrase.after or phrase.exact or GAP in phrase.middle:
        return
    verb = phrase.middle
    endings: list[Words] = [(*verb, "each", "other"), (*verb, "on", "another")]
    if verb[-1] in ("with", "to"):
        endings.append(verb[:-1])
    for ending in endings:
        yield Phrase(phrase.relation, (), ("and",), ending, phrase.forward, phrase.holds, exact=True)


def _noun(iri: NamedNode, noun: Words, *, holder_is_subject: bool, holds: bool) -> Iterator[Phrase]:
    """Yield all turns of "the NOUN of HOLDER is VALUE"."""
    if noun[0] == "one" and len(noun) > 2 and noun[1] == "of":
        noun = noun[2:]
    turns = (
        ((*noun, "of"), ("BE",), (), True),
        ((), ("'s", *noun, "BE"), (), True),
        ((), ("HAVE", *noun), (), True),
        ((), ("HAVE",), ("as", *noun), True),
        ((), ("HAVE",), ("as", "its", *noun), True),
        ((), ("HAVE",), ("as", "his", *noun), True),
        ((), ("'s", *noun, ","), (), True),
        ((), ("'s", *noun), (), True),
        ((*noun, "of"), (",",), (), True),
        ((), ("BE", *noun, "of"), (), False),
        ((), ("BE", "name", *noun, "of"), (), False),
        ((), (*noun, "of"), (), False),
        ((), (",", *noun, "of"), (), False),
        ((), ("serv", "as", *noun, "of"), (), False),
        ((), ("becom", *noun, "of"), (), False),
        ((), ("BE",), ("'s", *noun), False),
        ((), (",",), ("'s", *noun), False),
    )
    for before, middle, after, holder_first in turns:
        yield from _phrase(iri, before, middle, after, holder_first == holder_is_subject, holds)


def _phrase(iri: NamedNode, before: Words, middle: Words, after: Words, forward: bool, holds: bool) -> Iterator[Phrase]:
    content = [word for word in middle if word not in _FUNCTION]
    if content or before or after or middle:
        yield Phrase(iri, before, middle, after, forward, holds, exact=not content or "," in (middle[0], middle[-1]))
