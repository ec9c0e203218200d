"""`hallugraph judge`: compare every answer with the proof of its question."""

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from .options import json_option, lexicon, plural, relations_option, show, store_option
from .progress import bar

if TYPE_CHECKING:
    from ..kg.catalogue import Item
    from ..kg.store import Store

run_option = click.option(
    "--run", "run_name", envvar="HALLUGRAPH_RUN", help="Identifier or model name of a run; all runs without it."
)


@click.command()
@click.option("--oracle", type=click.Choice(["logic"]), default="logic", show_default=True, envvar="HALLUGRAPH_ORACLE",
              help="The judge.")  # fmt: skip
@click.option("--preset", default="default", show_default=True, envvar="HALLUGRAPH_PRESET",
              help="Thresholds and rule: default, or paper for Algorithm 3 of Drowzee to the letter.")  # fmt: skip
@click.option("--threshold", "thresholds", multiple=True, metavar="NAME=VALUE", envvar="HALLUGRAPH_THRESHOLD",
              help="Change a threshold of the preset; may be given more than once.")  # fmt: skip
@run_option
@relations_option
@store_option
@json_option
def judge(
    oracle: str,
    preset: str,
    thresholds: tuple[str, ...],
    run_name: str | None,
    relations_path: Path | None,
    store_path: Path,
    as_json: bool,
) -> None:
    """Judge the answers of all runs, or of one. Verdicts that are there already are kept."""
    from ..kg.store import Store
    from ..oracles.judge import judge as judge_run

    with Store.open(store_path) as store:
        made = logic_oracle(store, lexicon(relations_path, store), preset, thresholds)
        for run in chosen_runs(store, run_name):
            with bar(f"judging {run.label}", "answers") as progress:
                report = judge_run(store, made, run.iri, benchmark_of(run), progress=progress)
            line = f"{run.label}: {plural(report.total, 'verdict')} by {oracle} ({preset}), {report.fresh:,} new"
            show({"judgement": report.graph.value, "run": run.iri.value, "model": run.label, "verdicts": report.total,
                  "new": report.fresh}, as_json, line)  # fmt: skip


def chosen_runs(store: "Store", name: str | None) -> "list[Item]":
    """List the runs that a command works on: one that is named, or all."""
    from ..kg.catalogue import find, items
    from ..kg.names import HG

    hint = "hallugraph ask --model simulated/0.3"
    one = find(store, HG.Run, "run", name, hint)
    return [one] if name else items(store, HG.Run)


def benchmark_of(run: "Item") -> Any:  # noqa: ANN401 - a NamedNode
    """Return the benchmark that a run answers."""
    from ..kg.errors import StoreError

    if run.used is None:
        raise StoreError(f"run {run.iri.value} does not say which benchmark it answers; ask again with  hallugraph ask")
    return run.used


def logic_oracle(store: "Store", words: Any, preset: str, thresholds: tuple[str, ...] = ()) -> Any:  # noqa: ANN401
    """Make the logic oracle of a store: its names and phrases, and what it knows to be true or false."""
    from ..kg.entities import Entities
    from ..oracles.knowledge import Knowledge
    from ..oracles.logic import LogicOracle

    return LogicOracle(
        words, Entities.from_store(store), preset=preset, thresholds=dict(_pairs(thresholds)), knows=Knowledge(store)
    )


def _pairs(thresholds: tuple[str, ...]) -> Iterator[tuple[str, float]]:
    from ..kg.errors import UsageError

    for item in thresholds:
        name, _, value = item.partition("=")
        try:
            yield name, float(value)
        except ValueError as error:
            raise UsageError(f"threshold {item!r} is not of the form name=0.8") from error
