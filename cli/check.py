"""`hallugraph check`: derive the gold answers of a benchmark again with a second engine and compare."""

from pathlib import Path

import click

from .options import benchmark_option, json_option, lexicon, plural, relations_option, show, store_option, table
from .progress import bar


@click.command()
@click.option("--limit", type=click.IntRange(min=1), envvar="HALLUGRAPH_LIMIT", help="Check the first questions only.")
@benchmark_option
@relations_option
@store_option
@json_option
@click.pass_context
def check(
    context: click.Context,
    limit: int | None,
    benchmark: str | None,
    relations_path: Path | None,
    store_path: Path,
    as_json: bool,
) -> None:
    """Check every gold answer with a second engine, in SPARQL from the sources alone.

    Exit status 1 where any question disagrees. Questions that rest on rules that the lexicon does not declare,
    such as those of a published benchmark, cannot be checked and are counted apart.
    """
    from ..kg.catalogue import find
    from ..kg.names import HG
    from ..kg.store import Store
    from ..reasoning.check import check as run

    with Store.snapshot(store_path) as store, bar("checking") as progress:
        item = find(store, HG.Benchmark, "benchmark", benchmark, "hallugraph generate logic")
        report = run(store, item.iri, lexicon(relations_path, store), limit=limit, progress=progress.step)
    found = [
        {"question": each.question.value, "text": each.text, "reason": each.reason} for each in report.disagreements
    ]
    if found and not as_json:
        rows = [{**row, "question": row["question"].rpartition("/")[2]} for row in found]
        table(rows, ["question", "text", "reason"])
    line = f"{plural(report.checked, 'question')} checked: {report.agreed:,} agree, {len(found):,} disagree"
    line += f"; {report.skipped:,} not checkable" if report.skipped else ""
    data = {"benchmark": report.benchmark.value, "checked": report.checked, "agreed": report.agreed,
            "disagreements": found, "not_checkable": report.skipped}  # fmt: skip
    show(data, as_json, line)
    if found:
        context.exit(1)
