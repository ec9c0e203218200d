"""A summary as tables for the terminal, readable at 80 columns."""

from collections.abc import Sequence

from rich import box
from rich.console import Console, RenderableType
from rich.table import Table
from rich.text import Text

from ..kg.records import CATEGORIES, OUTCOMES
from .agreement import Agreement
from .statistics import Rate
from .summary import Group, Summary

NONE = "–"
LONGEST_NAME = 20
"""Names of models longer than this are folded."""


def render(summary: Summary, agreement: Agreement | None, console: Console) -> None:
    """Print the tables of a summary, and of the agreement with planted labels where there is one."""
    tables: list[RenderableType] = [_models(summary), _categories(summary), _matrix(summary)]
    tables += [_groups("Rule", summary.rules), _groups("Wording", summary.wordings)]
    if agreement is not None:
        tables += [_confusion(agreement), _scores(agreement)]
    for table in tables:
        console.print(table)
        console.print()


def percent(rate: Rate | None) -> str:
    """Write a rate as per cent with its interval; a dash where nothing was counted."""
    if rate is None:
        return NONE
    return f"{100 * rate.value:.1f} % ({100 * rate.low:.1f}–{100 * rate.high:.1f})"


def _table(title: str, first: str, columns: Sequence[str], *, width: int = 0) -> Table:
    """Make a table whose first column keeps `width` characters, however narrow the terminal."""
    style = {"box": box.SIMPLE_HEAD, "pad_edge": False, "collapse_padding": True}
    table = Table(title=title, title_justify="left", title_style="bold", **style)
    table.add_column(first, overflow="fold", min_width=width or None)
    for column in columns:
        table.add_column(column, justify="right", no_wrap=any(sign in column for sign in "(/"))
    return table


def _name_width(summary: Summary) -> int:
    """Return the room that the names of the models take, up to a limit where they are folded."""
    return min(LONGEST_NAME, max((len(group.name) for group in summary.models), default=0))


def _models(summary: Summary) -> Table:
    columns = ["Asked", *(outcome.capitalize() for outcome in OUTCOMES), "Yes/no"]
    title = "Answers by model: asked = judged + abstained + unparsed + failed"
    table = _table(title, "Model", columns, width=_name_width(summary))
    for group in (*summary.models, *_total(summary)):
        counts = map(str, group.counts(OUTCOMES).values())
        table.add_row(Text(group.name), str(group.asked), *counts, _short(group.yes_no_accuracy))
    return table


def _categories(summary: Summary) -> Table:
    columns = ["Wrong (95 %)", *(name.replace("-", "\n") for name in CATEGORIES)]
    table = _table("What the judged answers are", "Model", columns, width=_name_width(summary))
    for group in (*summary.models, *_total(summary)):
        counts = map(str, group.counts(CATEGORIES).values())
        table.add_row(Text(group.name), percent(group.hallucination), *counts)
    return table


def _matrix(summary: Summary) -> Table:
    # Models head the columns only where they are few: there are about nine domains.
    table = _table("Hallucinated answers by domain, of the judged ones", "Domain", [])
    for group in summary.models:
        table.add_column(Text(group.name, overflow="fold"), justify="right")
    for place, domain in enumerate(summary.domains):
        cells = [line[place] for line in summary.domain_matrix]
        table.add_row(Text(domain.name), *(_counted(cell.hallucinated, cell.judged) for cell in cells))
    return table


def _groups(name: str, groups: Sequence[Group]) -> Table:
    table = _table(f"By {name.lower()}", name, ["Asked", "Judged", "Hallucinated (95 %)", "Yes/no right"])
    for group in groups:
        rates = percent(group.hallucination), _short(group.yes_no_accuracy)
        table.add_row(Text(group.name), str(group.asked), str(group.judged), *rates)
    return table


def _confusion(agreement: Agreement) -> Table:
    heads = [label.replace("-", " ") for label in agreement.labels]
    table = _table("Planted labels (rows) against found ones (columns)", "Planted", heads)
    for place, (label, line) in enumerate(zip(heads, agreement.confusion, strict=True)):
        if any(line):
            table.add_row(label, *(Text(str(n), "bold" if i == place else "") for i, n in enumerate(line)))
    return table


def _scores(agreement: Agreement) -> Table:
    table = _table("Agreement with the planted labels", "Measure", ["Value"])
    table.add_row("Accuracy (95 %)", percent(agreement.accuracy))
    table.add_row("Faulty answers found", percent(agreement.sensitivity))
    table.add_row("Sound answers left alone", percent(agreement.specificity))
    table.add_row("Balanced accuracy", _number(agreement.balanced_accuracy))
    table.add_row("Abstained and unparsed told apart", percent(agreement.apart))
    table.add_row("Macro F1, four categories", _number(agreement.macro_f1))
    table.add_row("Macro F1, all labels", _number(agreement.macro_f1_all))
    table.add_row("Cohen's kappa", _number(agreement.kappa))
    return table


def _total(summary: Summary) -> tuple[Group, ...]:
    return (summary.total,) if len(summary.models) > 1 else ()


def _short(rate: Rate | None) -> str:
    return NONE if rate is None else f"{100 * rate.value:.1f} %"


def _counted(count: int, total: int) -> str:
    return f"{100 * count / total:.1f} % ({count}/{total})" if total else NONE


def _number(value: float | None) -> str:
    return NONE if value is None else f"{value:.3f}"
