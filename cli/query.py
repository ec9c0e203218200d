"""`hallugraph query`: the named SPARQL queries, and SPARQL of one's own."""

import csv
import json
import sys
from pathlib import Path

import click

from .options import json_option, store_option, table


@click.command()
@click.argument("name", required=False)
@click.argument("values", nargs=-1, metavar="[PARAMETER=VALUE]...")
@click.option("--list", "list_", is_flag=True, envvar="HALLUGRAPH_LIST", help="List the named queries.")
@click.option("--file", "file", type=click.Path(path_type=Path), envvar="HALLUGRAPH_QUERY_FILE",
              help="Run the SELECT query of a file; a header as in queries/ may give it parameters.")  # fmt: skip
@click.option("--csv", "as_csv", is_flag=True, envvar="HALLUGRAPH_CSV", help="Print CSV.")
@click.option("--limit", type=click.IntRange(min=1), envvar="HALLUGRAPH_LIMIT", help="Print the first rows only.")
@store_option
@json_option
def query(  # noqa: PLR0913 - one parameter an option
    name: str | None,
    values: tuple[str, ...],
    list_: bool,
    file: Path | None,
    as_csv: bool,
    limit: int | None,
    store_path: Path,
    as_json: bool,
) -> None:
    """Run a named query, such as `hallugraph query rates`, with its parameters as name=value."""
    from itertools import islice

    from ..kg.errors import InputError, UsageError
    from ..kg.names import compact
    from ..kg.query import named_queries, named_query, parse_query
    from ..kg.store import Store

    if list_:
        rows = [
            {"query": item.name, "parameters": " ".join(p.name for p in item.parameters), "what it tells": item.purpose}
            for item in named_queries().values()
        ]
        _print(rows, ["query", "parameters", "what it tells"], as_json, as_csv)
        return
    if file is not None:
        try:
            chosen = parse_query(file.stem, file.read_text("utf-8"))
        except (OSError, UnicodeDecodeError) as error:
            raise InputError(f"the query cannot be read: {error}", str(file)) from error
        values = values if name is None else (name, *values)
    elif name is None:
        raise UsageError("name a query, or give one with --file; `hallugraph query --list` shows what there is")
    else:
        chosen = named_query(name)
    pairs = dict(_pair(value) for value in values)
    with Store.snapshot(store_path) as store:
        found = islice(chosen.run(store, pairs), limit)
        rows = [{key: compact(term) for key, term in row.items()} for row in found]  # type: ignore[arg-type]
    columns = list(chosen.columns) or list(dict.fromkeys(key for row in rows for key in row))
    _print(rows, columns, as_json, as_csv)


def _pair(value: str) -> tuple[str, str]:
    from ..kg.errors import UsageError

    name, equals, text = value.partition("=")
    if not equals:
        raise UsageError(f"{value!r} is not of the form parameter=value")
    return name, text


def _print(rows: list[dict[str, str]], columns: list[str], as_json: bool, as_csv: bool) -> None:
    if as_json:
        click.echo(json.dumps(rows, ensure_ascii=False))
    elif as_csv:
        writer = csv.DictWriter(sys.stdout, columns, restval="")
        writer.writeheader()
        writer.writerows(rows)
    else:
        table(rows, columns)
