"""A report as one HTML page that needs nothing else: no request leaves it.

The templates run with autoescape on, and the page's own content security policy allows its one script only (by
its hash), so that text of models and sources stays text.
"""

import base64
import hashlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup
from pyoxigraph import NamedNode

from ..kg.errors import UsageError
from ..kg.fact import Derived, Fact, Stated, Term
from ..kg.names import compact
from ..kg.records import CATEGORIES, CORRECT, OUTCOMES, Claim
from .agreement import Agreement
from .draw import Merged, draw, merge
from .rows import LABELS, Row
from .statistics import Rate
from .summary import Group, Summary

Label = Callable[[Term], str]
Statement = Callable[[Claim | Fact], str]

NAMES = {
    "correct": "Correct",
    "wrong-knowledge": "Wrong knowledge",
    "wrong-inference": "Wrong inference",
    "both": "Both wrong",
    "judged": "Judged",
    "abstained": "Abstained",
    "unparsed": "Unparsed",
    "failed": "Failed",
}
# Faults come first, then what was not judged, then what is right.
URGENCY = {label: place for place, label in enumerate((*CATEGORIES[1:], "failed", "unparsed", "abstained", CORRECT))}


@dataclass(frozen=True)
class Step:
    """A fact of a proof as text; `repeated` tells that its premises are shown further up."""

    text: str
    kind: str
    origin: str
    premises: tuple["Step", ...]
    repeated: bool


@dataclass(frozen=True)
class Item:
    """An answer of the question list, with its proof and the drawing of its graphs."""

    row: Row
    proof: Step
    graph: Merged
    drawing: Markup


def render_html(
    rows: Sequence[Row],
    summary: Summary,
    agreement: Agreement | None,
    *,
    label: Label,
    statement: Statement,
    title: str,
    subtitle: str,
    version: str,
    date: str = "",
    max_items: int = 200,
) -> str:
    """Write a report as one self-contained HTML page.

    `label` names a term; `statement` words a fact or a claim, "not" included where it does not hold. `max_items`
    limits the question list, failures first; the page states how many of how many it shows. The page is a function
    of its arguments: equal arguments give equal bytes. Raises UsageError where `max_items` is negative.
    """
    if max_items < 0:
        raise UsageError(f"max_items must be 0 or more, not {max_items!r}")
    templates = _environment()
    script = _source(templates, "script.html.j2")
    shown = most_urgent(rows, max_items)
    page = templates.get_template("report.html.j2")
    text = page.render(
        title=title,
        subtitle=subtitle,
        version=version,
        date=date,
        style=_source(templates, "style.html.j2"),
        script=script,
        script_hash=base64.b64encode(hashlib.sha256(script.encode()).digest()).decode(),
        summary=summary,
        agreement=agreement,
        figures=summary.to_dict(),
        questions=len({row.question.id for row in rows}),
        items=[_item(row, label, statement) for row in shown],
        total=len(rows),
        label=label,
        named=_named,
        relation_name=lambda iri: label(NamedNode(iri)),
        statement=statement,
    )
    # Half of a surrogate pair, which a model may send, cannot be written to a file.
    return text.encode("utf-8", "replace").decode()


def most_urgent(rows: Sequence[Row], limit: int) -> list[Row]:
    """Return at most `limit` rows: faults, then what was not judged, then correct answers.

    Within these, the answers of all models to the same question stand together.
    """
    order = sorted(
        rows,
        key=lambda row: (not row.hallucinated, URGENCY[row.label] if not row.hallucinated else 0, _place(row)),
    )
    return order[:limit]


def _place(row: Row) -> tuple[str, str, str]:
    return row.question.id.value, row.model, row.answer.run.value


@cache
def _environment() -> Environment:
    environment = Environment(
        loader=PackageLoader(__package__ or "hallugraph.reports", "templates"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters |= {"percent": percent, "short": _short, "named": _named, "compact": compact}
    environment.globals |= {"OUTCOMES": OUTCOMES, "CATEGORIES": CATEGORIES, "LABELS": LABELS, "by_rate": by_rate}
    return environment


def _source(templates: Environment, name: str) -> Markup:
    """Return the text of one of our own templates as it stands; it holds no outside values."""
    return Markup(templates.get_template(name).render())


def percent(value: float | None, digits: int = 1) -> str:
    """Write a fraction as per cent with a no-break space; a dash for None."""
    return "–" if value is None else f"{100 * value:.{digits}f}\N{NO-BREAK SPACE}%"


def by_rate(groups: Sequence[Group]) -> list[Group]:
    """Order groups by their hallucination rate, the highest first; groups without a rate come last."""
    return sorted(groups, key=lambda group: (-_rate(group.hallucination), group.name))


def _rate(rate: Rate | None) -> float:
    return -1.0 if rate is None else rate.value


def _short(value: float | None) -> str:
    return "–" if value is None else f"{value:.3f}"


def _named(name: str) -> str:
    return NAMES.get(name, name)


def _item(row: Row, label: Label, statement: Statement) -> Item:
    graph = merge(row.verdict, label, row.question.fact)
    return Item(row, _step(row.question.fact, label, statement, set()), graph, draw(graph))


def _step(fact: Fact, label: Label, statement: Statement, seen: set[Fact]) -> Step:
    evidence = fact.evidence
    kind = evidence.kind if isinstance(evidence, Derived) else "stated" if isinstance(evidence, Stated) else "unproven"
    origin = (
        evidence.rule if isinstance(evidence, Derived) else evidence.source if isinstance(evidence, Stated) else None
    )
    repeated = fact in seen and bool(fact.premises)
    seen.add(fact)
    premises = () if repeated else tuple(_step(premise, label, statement, seen) for premise in fact.premises)
    return Step(statement(fact), kind, "" if origin is None else label(origin), premises, repeated)
