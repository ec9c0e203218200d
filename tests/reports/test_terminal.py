import io

import pytest
from rich.console import Console

from hallugraph.reports.agreement import agree
from hallugraph.reports.rows import LABELS
from hallugraph.reports.summary import summarise
from hallugraph.reports.terminal import percent, render

from .build import row, rows


def printed(given, width=100):
    out = io.StringIO()
    render(summarise(given), agree(given), Console(file=out, width=width))
    return out.getvalue()


def cells(text, first):
    return next(line.split() for line in text.splitlines() if line.split()[:1] == [first])


def test_the_outcomes_of_a_model_are_in_its_line():
    assert cells(printed(rows(*LABELS, "correct")), "m")[1:6] == ["8", "5", "1", "1", "1"]


def test_rates_come_with_their_interval():
    text = printed(rows("correct", "both", model="x"))
    assert "50.0 % (9.5–90.5)" in text


def test_what_was_not_judged_is_a_dash():
    assert percent(None) == "–"
    assert "–" in cells(printed(rows("failed")), "m")


def test_the_total_is_shown_where_there_are_several_models():
    several = [row(0, model="a"), row(0, model="b")]
    assert cells(printed(several), "all")[1] == "2"
    with pytest.raises(StopIteration):
        cells(printed(several[:1]), "all")


def test_agreement_is_printed_only_where_labels_were_planted():
    assert "Cohen's kappa" not in printed(rows("correct"))
    assert "Cohen's kappa" in printed(rows("correct", "both", planted="both"))


def test_lines_fit_100_columns_and_no_figure_is_cut():
    names = ("gpt-4o-2024-08-06", "Mistral-7B-Instruct-v0.2", "local/Qwen/Qwen2.5-7B-Instruct")
    domains = ("geography", "technology")
    given = [row(n, label, model=m, domain=d) for n, label in enumerate(LABELS * 30) for m in names for d in domains]
    given = [entry for n, entry in enumerate(given) if n % 2 == 0]
    text = printed(given)
    assert max(map(len, text.splitlines())) <= 100
    assert "…" not in text
    assert cells(text, "all")[1] == str(len(given))


def test_names_with_square_brackets_are_no_markup():
    text = printed([row(0, model="[red]m[/red]", domain="[b]x"), row(1, model="n", domain="[b]x")])
    assert text.count("[red]m[/red]") == 3  # outcomes, categories, head of the domains
    assert text.count("[b]x") == 1
