"""Question templates (Drowzee, section 4.3 and table 1): families by phrase kind, positive, negated and antonym."""

from collections.abc import Callable
from dataclasses import dataclass

from ..kg.fact import Fact
from ..kg.records import Wording, YesNo
from ..kg.wording import Verbaliser, sentence

Build = Callable[[Verbaliser, Fact], str | None]


@dataclass(frozen=True)
class Template:
    """A way to ask about a fact.

    "yes" says that the fact holds where `wording` is positive, and that it does not where it is negated or an
    antonym. `build` gives None where the lexicon has no words for it.
    """

    name: str
    wording: Wording
    build: Build


def _direct(words: Verbaliser, fact: Fact) -> str:
    question = words.question(*fact.triple)
    return question[:1].upper() + question[1:]


def _is_it_true(words: Verbaliser, fact: Fact) -> str:
    return f"Is it true that {words.statement(*fact.triple)}?"


def _judge(words: Verbaliser, fact: Fact) -> str:
    return f"{sentence(words.statement(*fact.triple))} Is this statement true?"


def _am_i_right(words: Verbaliser, fact: Fact) -> str:
    return f"I believe that {words.statement(*fact.triple)}. Am I right?"


def _is_it_true_that_not(words: Verbaliser, fact: Fact) -> str:
    return f"Is it true that {words.negation(*fact.triple)}?"


def _judge_negation(words: Verbaliser, fact: Fact) -> str:
    return f"{sentence(words.negation(*fact.triple))} Is this statement true?"


def _wrong_to_say(words: Verbaliser, fact: Fact) -> str:
    return f"It would be wrong to say that {words.statement(*fact.triple)}. Am I right?"


def _is_antonym_true(words: Verbaliser, fact: Fact) -> str | None:
    antonym = words.antonym(*fact.triple)
    return f"Is it true that {antonym}?" if antonym else None


def _judge_antonym(words: Verbaliser, fact: Fact) -> str | None:
    antonym = words.antonym(*fact.triple)
    return f"{sentence(antonym)} Is this statement true?" if antonym else None


TEMPLATES: tuple[Template, ...] = (
    Template("direct", "positive", _direct),
    Template("is-it-true", "positive", _is_it_true),
    Template("judge", "positive", _judge),
    Template("am-i-right", "positive", _am_i_right),
    Template("is-it-true-that-not", "negated", _is_it_true_that_not),
    Template("judge-negation", "negated", _judge_negation),
    Template("wrong-to-say", "negated", _wrong_to_say),
    Template("is-antonym-true", "antonym", _is_antonym_true),
    Template("judge-antonym", "antonym", _judge_antonym),
)


def expected_answer(fact: Fact, template: Template) -> YesNo:
    """Return the gold answer to a template's question about a fact."""
    return "yes" if fact.holds == (template.wording == "positive") else "no"
