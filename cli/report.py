"""`hallugraph report`: rates, tables and the HTML page."""

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from .options import benchmark_option, json_option, lexicon, relations_option, store_option

if TYPE_CHECKING:
    from ..kg.store import Store


@click.command()
@click.option("--html", "html_path", type=click.Path(path_type=Path), envvar="HALLUGRAPH_HTML",
              help="Write the report as one self-contained HTML page, too.")  # fmt: skip
@click.option("--preset", default="default", show_default=True, envvar="HALLUGRAPH_PRESET",
              help="Preset of the oracle whose verdicts are reported.")  # fmt: skip
@click.option("--max-items", type=click.IntRange(min=0), default=200, show_default=True,
              envvar="HALLUGRAPH_MAX_ITEMS", help="Answers shown one by one in the page, failures first.")  # fmt: skip
@benchmark_option
@relations_option
@store_option
@json_option
def report(
    html_path: Path | None,
    preset: str,
    max_items: int,
    benchmark: str | None,
    relations_path: Path | None,
    store_path: Path,
    as_json: bool,
) -> None:
    """Report a benchmark: rates with 95 % intervals by model, domain, rule and relation.

    asked = judged + abstained + unparsed + failed, always.
    """
    from ..kg.catalogue import find
    from ..kg.names import HG
    from ..kg.store import Store

    with Store.open(store_path) as store:
        item = find(store, HG.Benchmark, "benchmark", benchmark, "hallugraph generate logic")
        rows = benchmark_rows(store, item.iri, preset)
        print_report(rows, as_json)
        if html_path is not None:
            write_html(store, lexicon(relations_path, store), rows, item.label, html_path, max_items)


def benchmark_rows(store: "Store", benchmark: Any, preset: str) -> list[Any]:  # noqa: ANN401 - a NamedNode, Rows
    """Read the questions, answers and verdicts of a benchmark and join them."""
    from ..kg.catalogue import items
    from ..kg.describe import read_answers, read_questions, read_verdicts
    from ..kg.errors import UsageError
    from ..kg.names import HG
    from ..reports.rows import join

    runs = {item.iri for item in items(store, HG.Run) if item.used == benchmark}
    judgements = [
        item for item in items(store, HG.Judgement) if item.used in runs and item.parameters.get("preset") == preset
    ]
    newest = {item.used: item for item in judgements}
    if not newest:
        raise UsageError(f"no run of this benchmark is judged with the preset {preset!r}; run  hallugraph judge")
    answers = [answer for run in newest if run for answer in read_answers(store, run)]
    verdicts = [verdict for item in newest.values() for verdict in read_verdicts(store, item.iri)]
    return join(read_questions(store, benchmark), answers, verdicts)


def print_report(rows: list[Any], as_json: bool) -> None:
    """Print the summary on stdout, as tables or as JSON."""
    from rich.console import Console

    from ..reports.agreement import agree
    from ..reports.summary import summarise
    from ..reports.terminal import render

    summary, agreement = summarise(rows), agree(rows)
    if as_json:
        click.echo(summary.to_json())
    else:
        render(summary, agreement, Console())


def _names(store: "Store", words: Any) -> dict[Any, str]:  # noqa: ANN401 - a Lexicon
    """Name the sources by their titles and the rules by what they say, for the proofs of the page."""
    from ..kg.names import DCTERMS, HG, METADATA_GRAPH, RDF
    from ..reasoning import rules_of

    sources = store.subjects(RDF.type, HG.Source, METADATA_GRAPH)
    titles = {graph: store.text(graph, DCTERMS.title, METADATA_GRAPH) for graph in sources}
    return titles | {rule.id: f"“{words[rule.head].label}”" for rule in rules_of(words) if rule.head in words}


def write_html(store: "Store", words: Any, rows: list[Any], title: str, path: Path, max_items: int) -> None:  # noqa: ANN401
    """Write the HTML page, whole or not at all."""
    from importlib.metadata import version

    from ..kg.entities import Entities
    from ..kg.wording import Verbaliser, sentence
    from ..reports.agreement import agree
    from ..reports.html import render_html
    from ..reports.summary import summarise

    verbaliser = Verbaliser(words, Entities.from_store(store))

    named = _names(store, words)

    def label(term: Any) -> str:  # noqa: ANN401 - a term
        return named.get(term) or (verbaliser.relation(term) if term in words else verbaliser.name(term, "raw"))

    def statement(fact: Any) -> str:  # noqa: ANN401 - a Fact or a Claim
        word = verbaliser.statement if fact.holds else verbaliser.negation
        return sentence(word(fact.subject, fact.relation, fact.object))

    page = render_html(
        rows,
        summarise(rows),
        agree(rows),
        label=label,
        statement=statement,
        title=title,
        subtitle="Do the models answer what follows from the facts?",
        version=version("hallugraph"),
        max_items=max_items,
    )
    partial = path.with_name(f".{path.name}.partial")
    try:
        partial.write_text(page, encoding="utf-8")
        partial.replace(path)
    finally:
        partial.unlink(missing_ok=True)
    click.echo(f"report: {path}", err=True)
