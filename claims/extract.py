"""Text → claims, with the relation lexicon and the names of entities; no model and no parser.

Each sentence is searched for mentions; the words between, before and after two mentions are compared with the
phrases of the lexicon. Where no phrase fits, the words between are kept as an unlinked relation (a literal), so
that what an answer says is never dropped silently.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from pyoxigraph import Literal, NamedNode

from ..kg.entities import Entities
from ..kg.fact import Term
from ..kg.records import Claim
from ..kg.relations import Lexicon, Relation
from .groups import Groups, find_groups
from .mentions import Mention, MentionIndex
from .phrases import Match, PhraseIndex, is_dated
from .sentence import HARD_BOUNDARIES, Node, Sentence, clause_starts, is_hedged, parse_sentence
from .tokens import sentences, tokenise, without_markup
from .values import DATES

_REACH = 5
"""How many mentions back the first mention of a phrase may lie."""

_LONGEST_LINK = 90
"""Characters of an unlinked relation; a longer stretch of text is no relation between two mentions."""


@dataclass(frozen=True, slots=True)
class Extraction:
    """The claims of a text and how many of its sentences were left out as hedged (modal, attributed, questions).

    A claim that several sentences make is there several times.
    """

    claims: tuple[Claim, ...]
    hedged: int
    sentences: int


@dataclass(frozen=True, slots=True)
class _Found:
    """A phrase between the nodes at two places."""

    first: int
    second: int
    match: Match
    flipped: bool = False


class Extractor:
    """Read claims from text. Build it once: it indexes every name and every phrase."""

    def __init__(self, lexicon: Lexicon, entities: Entities) -> None:
        self.lexicon = lexicon
        self.entities = entities
        self.mentions = MentionIndex(entities, ignore=(relation.iri for relation in lexicon))
        self.phrases = PhraseIndex(lexicon)

    def claims(self, text: str, focus: frozenset[NamedNode] = frozenset()) -> list[Claim]:
        """Return the claims of a text in order, each once; entities and relations of `focus` win where names clash."""
        return list(dict.fromkeys(self.read(text, focus).claims))

    def read(self, text: str, focus: frozenset[NamedNode] = frozenset()) -> Extraction:
        """Read the claims of a text and count the hedged sentences."""
        text = without_markup(text)
        tokens = tokenise(text)
        mentions = self.mentions.find_in(text, tokens, focus)
        spans = sentences(text, [(mention.start, mention.end) for mention in mentions])
        claims: list[Claim] = []
        antecedents: tuple[Mention, ...] = ()
        hedged = 0
        for start, end in spans:
            places = [place for place, token in enumerate(tokens) if start <= token.start < end]
            own = [mention for mention in mentions if start <= mention.start < end]
            if is_hedged(text[start:end]):
                hedged += 1
            elif places:
                inside = [(mention.first - places[0], mention) for mention in own]
                part = tokens[places[0] : places[-1] + 1]
                sentence = parse_sentence(text[start:end], part, inside, antecedents)
                claims += dict.fromkeys(self._sentence_claims(sentence, focus))
            antecedents = tuple(mention for mention in own if not mention.common and not mention.value) or antecedents
        return Extraction(tuple(claims), hedged, len(spans))

    def _sentence_claims(self, sentence: Sentence, focus: frozenset[NamedNode]) -> Iterator[Claim]:
        groups = find_groups(sentence)
        found = self._best_matches(sentence, groups, focus)
        linked = [claim for item in _extended(found, groups, sentence) for claim in self._claim(sentence, item, focus)]
        yield from linked or self._unlinked(sentence)

    def _best_matches(self, sentence: Sentence, groups: Groups, focus: frozenset[NamedNode]) -> list[_Found]:
        """Find for each node the phrase that ends at it best."""
        best: list[_Found] = []
        subject = sentence.nodes[0] if sentence.nodes else 0
        for index, second in enumerate(sentence.nodes):
            ranked: list[tuple[float, int, str, _Found]] = []
            for item in self._matches(sentence, index, subject):
                fit = self._fit(sentence, item, focus)
                if fit is not None and item.match.score > 0 and not groups.same_clause(item.first, second, item.match):
                    relation = item.match.phrase.relation
                    rank = item.match.score + fit + (0.5 if relation in focus else 0)
                    ranked.append((-rank, second - item.first, relation.value, item))
            if ranked:
                chosen = min(ranked, key=lambda row: row[:3])[3]
                best.append(chosen)
                if chosen.first == subject and chosen.match.phrase.names_second:
                    subject = second
        return best

    def _matches(self, sentence: Sentence, index: int, subject: int) -> Iterator[_Found]:
        """Yield every phrase that may end at a node: from a mention before it, or with its subject left out."""
        second = sentence.nodes[index]
        depth = sentence.depths[second]
        after = sentence.stretch(second + 1, min(second + 10, len(sentence.units)), depth=depth)
        for first in reversed(sentence.nodes[max(0, index - _REACH) : index]):
            if sentence.depths[first] > depth or _same(sentence.node(first), sentence.node(second)):
                continue
            before = sentence.stretch(_clause_begin(sentence, first), first, depth=sentence.depths[first])
            middle = sentence.stretch(first + 1, second, depth=depth)
            for match in self.phrases.match(before, middle, after, is_subject=first == subject):
                yield _Found(first, second, match)
        if subject < second and not _same(sentence.node(subject), sentence.node(second)):
            for start in clause_starts(sentence, subject, second):
                middle = sentence.stretch(start, second, depth=depth)
                if not middle:
                    continue
                for lead in ([], ["is"]):
                    for match in self.phrases.match((), [*lead, *middle], after, budget=2):
                        yield _Found(subject, second, replace(match, cost=match.cost + 1 + 2 * len(lead)))

    def _fit(self, sentence: Sentence, item: _Found, focus: frozenset[NamedNode]) -> float | None:
        """Rate how the classes of two nodes fit a relation; None where they cannot be its ends."""
        relation = self.lexicon[item.match.phrase.relation]
        first, second = sentence.node(item.first), sentence.node(item.second)
        subject, object_ = (first, second) if item.match.phrase.forward else (second, first)
        ends = (self._class_fit(subject, relation.subject_classes), self._class_fit(object_, relation.object_classes))
        if is_dated(relation) != _is_date(object_) or any(reading.value for reading in subject.readings):
            return None
        wanted = relation.iri in focus
        if item.match.phrase.is_bare:
            stands_alone = sentence.ends_phrase(max(item.first, item.second))
            fits = ends[1] > 0 or (object_.soft and (wanted or ends[1] == 0))
            return sum(ends) if stands_alone and fits else None
        for node, fit in zip((subject, object_), ends, strict=True):
            if node.soft and fit <= 0 and not wanted and focus.isdisjoint(node.candidates):
                return None
        return sum(ends)

    def _class_fit(self, node: Node, classes: frozenset[NamedNode]) -> float:
        """Return 1 for a node of these classes, -3 for one of others, 0 where nothing is known."""
        if not classes:
            return 0.5 if node.soft else 0
        known = [self.entities.classes(iri) for reading in node.readings for iri in reading.candidates]
        if any(classes.intersection(own) for own in known):
            return 1
        return -3 if any(known) or any(reading.value for reading in node.readings) else 0

    def _claim(self, sentence: Sentence, item: _Found, focus: frozenset[NamedNode]) -> Iterator[Claim]:
        phrase = item.match.phrase
        relation = self.lexicon[phrase.relation]
        first, second = sentence.node(item.first), sentence.node(item.second)
        subject, object_ = (first, second) if phrase.forward else (second, first)
        ends = (
            self._term(subject, relation.subject_classes, focus),
            self._term(object_, relation.object_classes, focus),
        )
        if ends[0] != ends[1]:
            holds = item.match.holds ^ item.flipped ^ sentence.denied
            yield Claim(ends[0], relation.iri, ends[1], holds, sentence.text)

    def _term(self, node: Node, classes: frozenset[NamedNode], focus: frozenset[NamedNode]) -> Term:
        """Choose what a node stands for: a value, the one fitting candidate, else its text."""
        fitting = [
            (reading, iri)
            for reading in node.readings
            for iri in reading.candidates
            if classes.intersection(self.entities.classes(iri))
        ]
        reading = fitting[0][0] if fitting else node.readings[0]
        if reading.value is not None:
            return reading.value
        own = [iri for iri in reading.candidates if not fitting or (reading, iri) in fitting]
        inside = [iri for iri in own if iri in focus]
        chosen = inside or own
        return chosen[0] if len(chosen) == 1 or inside else Literal(reading.text)

    def _unlinked(self, sentence: Sentence) -> Iterator[Claim]:
        """Yield an edge with the words between for each two neighbouring mentions."""
        hard = [place for place in sentence.nodes if not sentence.node(place).soft]
        for first, second in zip(hard, hard[1:], strict=False):
            words = _text_between(sentence, first, second)
            if any(word.isalpha() for word in words) and words not in (["and"], [",", "and"], ["or"]):
                subject = self._term(sentence.node(first), frozenset(), frozenset())
                object_ = self._term(sentence.node(second), frozenset(), frozenset())
                link = " ".join(words)
                if len(link) <= _LONGEST_LINK and subject != object_ and not _is_value(sentence.node(first)):
                    yield Claim(subject, Literal(link), object_, not sentence.denied, sentence.text)


def _clause_begin(sentence: Sentence, place: int) -> int:
    """Return where the clause of a place begins, at most eight units before it."""
    for start in range(place - 1, max(0, place - 8) - 1, -1):
        if sentence.units[start] in HARD_BOUNDARIES:
            return start + 1
    return max(0, place - 8)


def _same(left: Node, right: Node) -> bool:
    """Say whether two nodes are the same mention again: no phrase joins a thing with itself."""
    if left.mention is None or right.mention is None:
        return False
    shared = left.mention.candidates and left.mention.candidates == right.mention.candidates
    return bool(shared) or left.mention.text == right.mention.text


def _is_date(node: Node) -> bool:
    return any(reading.value is not None and reading.value.datatype in DATES for reading in node.readings)


def _is_value(node: Node) -> bool:
    return any(reading.value for reading in node.readings)


def _text_between(sentence: Sentence, first: int, second: int) -> list[str]:
    words: list[str] = []
    for unit in sentence.units[first + 1 : second]:
        words.extend((unit,) if isinstance(unit, str) else unit.keys)
    return words


def _extended(found: Sequence[_Found], groups: Groups, sentence: Sentence) -> list[_Found]:
    """Extend phrases to the other members of coordinated mentions ("X borders A, B and C")."""
    begins = {item.first for item in found}
    ends = {item.second for item in found}
    extended: dict[_Found, None] = {}
    for item in found:
        firsts = [item.first]
        if item.match.phrase.middle != ("and",):
            others = (place for place in groups.before(item.second, item.first) if place != item.first)
            firsts += [place for place in others if place not in ends]
        seconds = [item.second]
        for place in groups.after(item.second):
            if place in ends or place in begins or sentence.starts_clause(place):
                break
            seconds.append(place)
        for first in firsts:
            for second in seconds:
                flipped = groups.flip(first) ^ groups.flip(second) ^ groups.flip(item.second)
                extended[_Found(first, second, item.match, flipped)] = None
    return list(extended)


__all__ = ["Extraction", "Extractor", "Relation"]
