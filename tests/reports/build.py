"""Tiny builders of rows: what a test does not name is filled in."""

from typing import Any

from pyoxigraph import Literal, NamedNode

from hallugraph.kg.fact import Derived, Fact, Stated
from hallugraph.kg.names import ID, REL, WD, WDT, compact, content_id
from hallugraph.kg.records import CATEGORIES, Answer, Claim, Question, Verdict
from hallugraph.reports.rows import Row

SOURCE = ID["source/test"]
BENCHMARK = ID["benchmark/test"]


def term(name: str) -> NamedNode:
    return WD[name.replace(" ", "_")]


def stated(subject: str, relation: str, object_: str) -> Fact:
    return Fact(term(subject), WDT[relation.replace(" ", "_")], term(object_), True, Stated(SOURCE))


def derived(first: Fact, second: Fact, kind: str = "transitive") -> Fact:
    return Fact(first.subject, first.relation, second.object, True, Derived(REL[kind], kind, (first, second)))


def claim(subject: str, relation: str, object_: str, holds: bool = True) -> Claim:
    return Claim(term(subject), WDT[relation.replace(" ", "_")], term(object_), holds)


def row(
    number: int = 0,
    label: Any = "correct",
    *,
    model: str = "m",
    domain: str = "geography",
    rule: str = "stated",
    wording: Any = "positive",
    planted: str = "",
    said: str = "yes",
    question: str = "",
    text: str = "Yes.",
    fact: Fact | None = None,
    **verdict: Any,
) -> Row:
    """Build the row of an answer that ended as `label`: a category, or an outcome without one."""
    fact = fact or stated("Paris", "P131", "France")
    asked = Question(question or f"Question {number}?", "yes", fact, BENCHMARK, rule, "t", wording, domain, 0)
    answer = Answer(asked.id, content_id("run", (model,)), model, text, planted=planted)
    judged = label in CATEGORIES
    found = Verdict(
        answer.id,
        asked.id,
        ID["oracle/test"],
        "judged" if judged else label,
        label if judged else "",
        said if judged else "",
        **verdict,
    )
    return Row(asked, answer, found)


def rows(*labels: str, **common: Any) -> list[Row]:
    return [row(number, label, **common) for number, label in enumerate(labels)]


def name(item: NamedNode | Literal) -> str:
    return compact(item).partition(":")[2] or compact(item)


def words(item: Claim | Fact) -> str:
    return f"{'' if item.holds else 'not '}{name(item.subject)} {name(item.relation)} {name(item.object)}"
