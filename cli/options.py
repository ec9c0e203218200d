"""Options that several verbs share, and how they print."""

import json
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

import click

DEFAULT_STORE = "hallugraph-store"

store_option = click.option(
    "--store",
    "store_path",
    type=click.Path(path_type=Path),
    default=DEFAULT_STORE,
    show_default=True,
    envvar="HALLUGRAPH_STORE",
    help="Directory of the store.",
)
json_option = click.option("--json", "as_json", is_flag=True, envvar="HALLUGRAPH_JSON", help="Print JSON for machines.")
seed_option = click.option(
    "--seed", type=int, default=0, show_default=True, envvar="HALLUGRAPH_SEED", help="Seed of every choice."
)
benchmark_option = click.option(
    "--benchmark", envvar="HALLUGRAPH_BENCHMARK", help="Identifier or title of the benchmark; the newest without it."
)
relations_option = click.option(
    "--relations",
    "relations_path",
    type=click.Path(path_type=Path),
    envvar="HALLUGRAPH_RELATIONS",
    help="Turtle file with relations of your own, beside those that come with hallugraph.",
)


def lexicon(path: Path | None, store: Any = None) -> Any:  # noqa: ANN401 - a Lexicon, a Store
    """Load the lexicon, with the user's relations in it where a file is named.

    With a store, it is the one that the store's facts were derived with: Wikidata's own metadata may have a part in it.
    """
    from ..kg.relations import Lexicon
    from ..reasoning.declared import as_derived

    found = Lexicon.load().merge(Lexicon.load(path)) if path else Lexicon.load()
    return found if store is None else as_derived(store, found)


def show(data: Mapping[str, object], as_json: bool, line: str) -> None:
    """Print a result on stdout: as JSON, or as the one line that a person reads."""
    click.echo(json.dumps(data, ensure_ascii=False, default=str) if as_json else line)


def table(rows: Iterable[Mapping[str, str]], columns: list[str]) -> None:
    """Print rows as a table that fits the terminal; full width where the output is no terminal."""
    from rich import box
    from rich.console import Console
    from rich.table import Table

    console = Console()
    grid = Table(box=box.SIMPLE_HEAD)
    for column in columns:
        grid.add_column(column, overflow="fold")
    for row in rows:
        grid.add_row(*(_plain(row.get(column, "")) for column in columns))
    console.print(grid)


def _plain(value: str) -> Any:  # noqa: ANN401 - rich's Text
    from rich.text import Text

    return Text(value)


def plural(count: int, noun: str) -> str:
    """Write a count with its noun.

    >>> plural(1, "fact"), plural(1200, "answer"), plural(2, "match")
    ('1 fact', '1,200 answers', '2 matches')
    """
    ending = "" if count == 1 else "es" if noun.endswith(("s", "x", "ch")) else "s"
    return f"{count:,} {noun}{ending}"
