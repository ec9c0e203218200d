"""Write docs/commands.md and docs/queries.md from the commands and the queries themselves: `make docs`."""

from __future__ import annotations

import inspect
import re
from pathlib import Path
from typing import TYPE_CHECKING

import click

from hallugraph.cli import main
from hallugraph.kg.query import NamedQuery, named_queries

if TYPE_CHECKING:
    from collections.abc import Iterator

HERE = Path(__file__).resolve().parent

COMMANDS_HEAD = """# Commands

Every option can also be set by the environment variable beside it. Data goes to standard output, progress and
messages to standard error. Exit status: 0 done, 1 failed, 2 wrong usage.

A store is a directory that one process at a time may write; `query` and `explain` read a snapshot of it.
"""

QUERIES_HEAD = """# Queries

The SPARQL queries that come with hallugraph; `hallugraph query NAME parameter=value` runs one, with `--json` or `--csv`
for machines. Each is a file of `queries/`, and `hallugraph query --file FILE` runs one of your own, with the same kind
of header.
"""


def commands(command: click.Command, name: str = "hallugraph") -> Iterator[tuple[str, click.Command]]:
    """Yield every command with its full name, groups before what is in them."""
    if name != "hallugraph":
        yield name, command
    if isinstance(command, click.Group):
        for verb, inner in command.commands.items():
            yield from commands(inner, f"{name} {verb}")


def command_section(name: str, command: click.Command) -> str:
    """Describe a command: what it does, how it is called, and its options."""
    context = click.Context(command, info_name=name)
    usage = " ".join([name, *command.collect_usage_pieces(context)])
    text = re.sub(r"(?<!\n)\n(?!\n)", " ", inspect.cleandoc(command.help or ""))
    rows = [option_row(option) for option in command.params if isinstance(option, click.Option)]
    table = "\n".join(["| option | variable | what it sets |", "|---|---|---|", *rows]) if rows else ""
    return f"## {name}\n\n{text}\n\n    {usage}\n\n{table}".rstrip()


def option_row(option: click.Option) -> str:
    """Describe an option in a row of a table."""
    value = "" if option.is_flag else f" {option.make_metavar(click.Context(click.Command('x')))}"
    default = f" Default: `{option.default}`." if option.show_default and option.default not in (None, "") else ""
    flag = f"`{max(option.opts, key=len)}{value}`".replace("|", "\\|")
    return f"| {flag} | `{option.envvar}` | {(option.help or '').strip()}{default} |"


def query_section(query: NamedQuery) -> str:
    """Describe a query: purpose, parameters, columns."""
    parameters = []
    for item in query.parameters:
        default = "must be given" if item.default is None else f"`{item.default}`"
        parameters.append(f"| `{item.name}` | {item.type} | {default} | {item.purpose} |")
    columns = [f"| `{name}` | {purpose} |" for name, purpose in query.columns.items()]
    parts = [f"## {query.name}", query.purpose]
    if parameters:
        parts.append("\n".join(["| parameter | type | default | what it is |", "|---|---|---|---|", *parameters]))
    parts.append("\n".join(["| column | what it tells |", "|---|---|", *columns]))
    return "\n\n".join(parts)


def pages() -> dict[Path, str]:
    """Return the text of each page."""
    described = [command_section(name, command) for name, command in commands(main)]
    queries = [query_section(query) for query in named_queries().values()]
    return {
        HERE / "commands.md": "\n\n".join([COMMANDS_HEAD.rstrip(), *described]) + "\n",
        HERE / "queries.md": "\n\n".join([QUERIES_HEAD.rstrip(), *queries]) + "\n",
    }


if __name__ == "__main__":
    for path, text in pages().items():
        path.write_text(text, encoding="utf-8")
