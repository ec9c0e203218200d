"""A model that knows the truth and makes faults of known kind: `simulated/RATE`, with RATE from 0 to 1.

With it the whole pipeline runs without a key or a network, and oracles can be measured, because each reply says in
`planted` what is wrong with it. With P the premises (the source facts of the proof) and C the conclusion (the fact
that is asked about, or its negation where it does not hold), an answer is

- correct: yes/no as expected, P and C stated rightly;
- wrong-knowledge: a fact of P stated wrongly, yes/no and C right;
- wrong-inference: all of P right, yes/no wrong and C denied;
- both: a fact of P stated wrongly, yes/no wrong and C denied;
- abstained: an honest refusal; unparsed: no yes/no and no readable statement.

Where a source states what is asked, the premise is the conclusion. To state it wrongly is then to answer
wrongly: such a question has no wrong-knowledge, and its wrong answers are `both`. One exception: to a negated or
antonym wording a model may state the fact rightly and still say the wrong word ("Is it false that X?" "Yes, X"),
which is wrong-inference. `SimulatedModel.possible_faults` says what a question allows.

A wrong statement is the premise with another value of the same relation and class. Premises of functional
relations are preferred, because their other values are false for sure; other values are false as far as
the graph knows.
"""

import random
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from pyoxigraph import NamedNode

from ..kg.entities import CLASSES, Entities
from ..kg.errors import UnknownNameError, UsageError
from ..kg.fact import Fact, Term, source_facts
from ..kg.names import WDT
from ..kg.records import BOTH, CORRECT, WRONG_INFERENCE, WRONG_KNOWLEDGE, Question
from ..kg.wording import Verbaliser, sentence
from .background import Background
from .model import ModelContext, Reply
from .phrases import CONCLUSION_PLACES, LAYOUTS, NOISE, POINT_PLACES, REFUSALS

ABSTAINED, UNPARSED = "abstained", "unparsed"
FAULTS = (WRONG_KNOWLEDGE, WRONG_INFERENCE, BOTH, ABSTAINED, UNPARSED)
ALIAS = re.compile(r"[A-Z][\w'’.&-]+(?: [\w'’.&-]+)*")
"""An alias that reads as a name; catalogue forms such as "Curie, Marie" do not."""

ALIAS_SHARE, EXTRA_SHARE, ANTONYM_SHARE = 0.25, 0.2, 0.2
"""Shares of the answers that use an alias, add a further true fact, deny by an antonym."""


@dataclass(frozen=True)
class Content:
    """What an answer says, before it is worded. `conclusion` is what it says of the fact that is asked about."""

    yes: bool
    conclusion: Fact
    points: tuple[Fact, ...]
    extra: tuple[Fact, ...] = ()


class SimulatedModel:
    """Answer from the proofs of the questions, with faults."""

    def __init__(
        self,
        rate: float,
        verbaliser: Verbaliser,
        background: Background,
        seed: int = 0,
        faults: Sequence[str] = FAULTS,
    ) -> None:
        """Make a model that plants one of `faults`, drawn evenly, in a share `rate` of the answers."""
        if not 0 <= rate <= 1:
            raise UsageError(f"the rate of simulated faults is {rate}; expected 0 to 1, such as simulated/0.3")
        for fault in faults:
            if fault not in FAULTS:
                raise UnknownNameError("fault", fault, FAULTS)
        self.name = f"simulated/{rate:g}"
        self.parameters = {"rate": f"{rate:g}", "seed": str(seed), "faults": " ".join(faults)}
        self._rate, self._seed, self._faults = rate, seed, tuple(faults)
        self._verbaliser, self._background = verbaliser, background

    @classmethod
    def from_name(cls, name: str, context: ModelContext, faults: Sequence[str] = FAULTS) -> "SimulatedModel":
        """Read the rate from the name. Raises `UsageError` where it is no number or the context lacks the facts."""
        try:
            rate = float(name)
        except ValueError as error:
            raise UsageError(f"simulated/{name} has no rate; write one from 0 to 1, as in simulated/0.3") from error
        if context.verbaliser is None or context.background is None:
            raise UsageError("a simulated model answers from the facts of a store; open one first")
        return cls(rate, context.verbaliser, context.background, context.seed, faults)

    def answer(self, questions: Sequence[Question]) -> Iterator[Reply]:
        """Yield a reply a question; what a question gets depends on nothing but the seed and the question."""
        for question in questions:
            planted = self._draw(question)
            yield Reply(question.id, self._text(question, planted), planted=planted)

    def possible_faults(self, question: Question) -> list[str]:
        """List the faults that can be planted in an answer to a question, in the order of `FAULTS`."""
        possible = {ABSTAINED, UNPARSED}
        if not question.fact.premises:
            possible |= {BOTH} if question.wording == "positive" else {BOTH, WRONG_INFERENCE}
        else:
            possible.add(WRONG_INFERENCE)
            if self._falsehood(question) is not None:
                possible |= {WRONG_KNOWLEDGE, BOTH}
            if _refuted(question.fact) is not None:
                possible.add(BOTH)
        return [fault for fault in FAULTS if fault in possible]

    def _draw(self, question: Question) -> str:
        rng = self._rng(question, "fault")
        if rng.random() >= self._rate:
            return CORRECT
        possible = [fault for fault in self.possible_faults(question) if fault in self._faults]
        return rng.choice(possible) if possible else CORRECT

    def _rng(self, question: Question, purpose: str) -> random.Random:
        """Make a generator for one purpose, so that one decision never shifts another."""
        return random.Random(f"{self._seed}|{purpose}|{question.id.value}")

    def _text(self, question: Question, planted: str) -> str:
        rng = self._rng(question, "wording")
        if planted in (ABSTAINED, UNPARSED):
            return self._saying_nothing(question, planted, rng)
        content = self._content(question, planted)
        return self._lay_out(replace(content, extra=self._extra(content, question, rng)), rng)

    def _saying_nothing(self, question: Question, planted: str, rng: random.Random) -> str:
        fact = question.fact
        subject = self._verbaliser.name(fact.subject)
        text = rng.choice(REFUSALS if planted == ABSTAINED else NOISE)
        text = text.replace("{subject}", subject).replace("{half}", subject[: max(3, len(subject) // 2)].strip())
        statement = self._verbaliser.statement(*fact.triple)
        return text.replace("{statement}.", _stop(statement)).replace("{statement}", statement)

    # What is said

    def _content(self, question: Question, planted: str) -> Content:
        fact = question.fact
        wrong_word = planted in (WRONG_INFERENCE, BOTH)
        yes = (question.expected == "yes") != wrong_word
        if not fact.premises:
            return self._stated(question, planted, yes)
        conclusion = _denied(fact) if wrong_word else fact
        points = tuple(source_facts(fact))
        if planted in (WRONG_KNOWLEDGE, BOTH):
            points = self._falsified(question, points, planted)
        return Content(yes, conclusion, points)

    def _stated(self, question: Question, planted: str, yes: bool) -> Content:
        """Say something of a fact that a source states: premise and conclusion are one."""
        fact = question.fact
        if planted != BOTH:
            return Content(yes, fact, (fact,))
        falsehood = self._falsehood(question)
        return Content(yes, _denied(fact), () if falsehood is None else (falsehood[1],))

    def _falsified(self, question: Question, points: tuple[Fact, ...], planted: str) -> tuple[Fact, ...]:
        refuted = _refuted(question.fact) if planted == BOTH else None
        falsehood = (refuted, _denied(question.fact)) if refuted is not None else self._falsehood(question)
        if falsehood is None:
            return points
        true, false = falsehood
        # What class the true value is of has no place beside another value.
        kept = (point for point in points if not (point.relation in CLASSES and point.subject == true.object))
        return tuple(false if point == true else point for point in kept)

    def _falsehood(self, question: Question) -> tuple[Fact, Fact] | None:
        """Choose a premise and a false variant of it; None where the graph offers none."""
        rng = self._rng(question, "falsehood")
        facts = source_facts(question.fact)
        avoid = {term for fact in (question.fact, *facts) for term in (fact.subject, fact.object)}
        candidates = [fact for fact in facts if fact.holds and fact.relation in self._verbaliser.lexicon]
        rng.shuffle(candidates)
        possible: list[tuple[Fact, Fact]] = []
        for fact in candidates:
            for value in self._background.alternatives(fact, rng, avoid):
                false = Fact(fact.subject, fact.relation, value)
                if self._background.excludes(fact, value):
                    return fact, false
                possible.append((fact, false))
        return possible[0] if possible else None

    def _extra(self, content: Content, question: Question, rng: random.Random) -> tuple[Fact, ...]:
        """Choose a further true fact, at times, that neither repeats, corrects nor entails what is said."""
        if rng.random() >= EXTRA_SHARE:
            return ()
        sources = source_facts(question.fact)
        said = {(fact.subject, fact.relation) for fact in (question.fact, *sources)}
        terms = {term for fact in (*content.points, *sources) for term in (fact.subject, fact.object)}
        about = self._background.about(question.fact.subject)
        free = [fact for fact in about if (fact.subject, fact.relation) not in said and fact.object not in terms]
        return (rng.choice(free),) if free else ()

    # How it is said

    def _lay_out(self, content: Content, rng: random.Random) -> str:
        verbaliser = self._renamed(content, rng)
        points = [clause for fact in content.points if (clause := self._clause(fact, verbaliser, rng))]
        extra = [clause for fact in content.extra if (clause := self._clause(fact, verbaliser, rng))]
        conclusion = self._clause(content.conclusion, verbaliser, rng) or ""
        sentences = [sentence(clause) for clause in points + extra]
        # Two facts may read the same: "the capital of X is Y" and, of the inverse, "Y is the capital of X".
        same = content.conclusion in content.points or conclusion in points
        layout = rng.choice(_layouts(bool(points), same))
        return layout.format(
            yes="Yes" if content.yes else "No",
            lower="yes" if content.yes else "no",
            right="Correct" if content.yes else "Incorrect",
            that="That is correct" if content.yes else "That is not correct",
            conclusion=conclusion,
            concluded=_stop(conclusion),
            sentence=sentence(conclusion),
            because=" and ".join(points),
            prose=" ".join(sentences),
            numbered=_list(sentences, "{}. "),
            parenthesised=_list(sentences, "{}) "),
            bullets=_list(sentences, "- "),
            starred=_list(sentences, "* "),
        )

    def _clause(self, fact: Fact, verbaliser: Verbaliser, rng: random.Random) -> str | None:
        """Word a fact; None for a relation that has no words."""
        if fact.relation not in verbaliser.lexicon:
            return _class_clause(fact, verbaliser)
        if fact.holds:
            return verbaliser.statement(*fact.triple, variant=rng.randrange(verbaliser.variants(fact.relation)))
        antonym = verbaliser.antonym(*fact.triple) if rng.random() < ANTONYM_SHARE else None
        return antonym or verbaliser.negation(*fact.triple)

    def _renamed(self, content: Content, rng: random.Random) -> Verbaliser:
        """Return a verbaliser that calls one of the entities by an alias, at times."""
        facts = (content.conclusion, *content.points, *content.extra)
        terms: dict[Term, None] = dict.fromkeys(term for fact in facts for term in (fact.subject, fact.object))
        entities = {term: entity for term in terms if (entity := self._verbaliser.entities.get(term)) is not None}
        choices = [
            (term, alias) for term, entity in entities.items() for alias in entity.aliases if self._readable(alias)
        ]
        if not choices or rng.random() >= ALIAS_SHARE:
            return self._verbaliser
        term, alias = rng.choice(choices)
        entities[term] = replace(entities[term], label=alias)
        return Verbaliser(self._verbaliser.lexicon, Entities(entities.values()))

    def _readable(self, alias: str) -> bool:
        return len(alias) > 3 and self._bearers[alias.casefold()] == 1 and ALIAS.fullmatch(alias) is not None

    @cached_property
    def _bearers(self) -> Counter[str]:
        """Count the entities that bear each name."""
        return Counter(
            name for entity in self._verbaliser.entities for name in {name.casefold() for name in entity.names}
        )


def _denied(fact: Fact) -> Fact:
    return Fact(*fact.triple, holds=not fact.holds)


def _refuted(fact: Fact) -> Fact | None:
    """Return the premise that rules a false fact out by another value of the same relation, if that is its proof."""
    if fact.holds:
        return None
    same = (premise for premise in source_facts(fact) if premise.holds and premise.triple[:2] == fact.triple[:2])
    return next(same, None)


def _class_clause(fact: Fact, verbaliser: Verbaliser) -> str | None:
    """Word what something is; lexicons seldom have this relation."""
    verb = "is" if fact.holds else "is not"
    if fact.relation in CLASSES and isinstance(fact.object, NamedNode):
        return f"{verbaliser.name(fact.subject)} {verb} {verbaliser.name(fact.object, 'a')}"
    if fact.relation == WDT.P279:
        return f"{verbaliser.name(fact.subject, 'a')} {verb} a kind of {verbaliser.name(fact.object, 'raw')}"
    return None


def _layouts(with_points: bool, same: bool) -> list[str]:
    """List the layouts that fit: with points or without; one of both where points and conclusion are the `same`."""
    fitting = []
    for layout in LAYOUTS:
        points = any(place in layout for place in POINT_PLACES)
        conclusion = any(place in layout for place in CONCLUSION_PLACES)
        reasons = "{because}" in layout
        if (points != conclusion and not reasons) if with_points and same else points == with_points:
            fitting.append(layout)
    return fitting


def _list(sentences: Sequence[str], mark: str) -> str:
    return "\n".join(mark.format(number) + text for number, text in enumerate(sentences, start=1))


def _stop(clause: str) -> str:
    return clause if clause.endswith((".", "!", "?")) else f"{clause}."
