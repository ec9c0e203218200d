"""The documentation tells the truth: what exists is documented, examples run, links lead somewhere."""

import importlib.util
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import click
import pytest

from hallugraph.cli import main

REPO = Path(__file__).resolve().parent.parent
DOCS = [REPO / "README.md", REPO / "CHANGELOG.md", *sorted((REPO / "docs").rglob("*.md"))]
QUERIES = sorted(path.stem for path in (REPO / "queries").glob("*.rq"))
README_BLOCKS = re.findall(
    r"^```python\n(.*?)^```", (REPO / "README.md").read_text(encoding="utf-8"), re.DOTALL | re.MULTILINE
)


def commands(command: click.Command, name: str = "hallugraph") -> Iterator[tuple[str, click.Command]]:
    """Yield each command below a group with its full name."""
    if isinstance(command, click.Group):
        context = click.Context(command)
        for verb in command.list_commands(context):
            inner = command.get_command(context, verb)
            if inner is not None:
                yield f"{name} {verb}", inner
                yield from commands(inner, f"{name} {verb}")


def options() -> Iterator[tuple[str, click.Option]]:
    """Yield each option of each command, with the command's name."""
    for name, command in [("hallugraph", main), *commands(main)]:
        for option in command.params:
            if isinstance(option, click.Option) and option.name not in ("help", "version"):
                yield name, option


def sections(path: Path) -> dict[str, str]:
    """Cut a page at its headings: the heading's text, without marks of code, to what stands below it."""
    parts = re.split(r"^#+ (.*)$", path.read_text(encoding="utf-8"), flags=re.MULTILINE)
    return {heading.replace("`", "").strip(): body for heading, body in zip(parts[1::2], parts[2::2], strict=True)}


def variables(option: click.Option) -> list[str]:
    """List the environment variables that set an option."""
    return [option.envvar] if isinstance(option.envvar, str) else list(option.envvar or ())


@pytest.mark.parametrize("name", [name for name, _ in commands(main)])
def test_every_command_is_documented(name: str):
    assert name in sections(REPO / "docs" / "commands.md")


@pytest.mark.parametrize(("name", "option"), [pytest.param(n, o, id=f"{n} --{o.name}") for n, o in options()])
def test_every_option_and_its_variable_is_documented(name: str, option: click.Option):
    page = (REPO / "docs" / "commands.md").read_text(encoding="utf-8")
    longest = max(option.opts, key=len)
    assert re.search(rf"{re.escape(longest)}\b", page), f"{name} {longest}"
    assert variables(option), f"{name} {longest} has no HALLUGRAPH_* variable"
    assert all(variable.startswith("HALLUGRAPH_") and variable in page for variable in variables(option))


def test_the_reference_pages_are_what_the_code_says():
    spec = importlib.util.spec_from_file_location("make_reference", REPO / "docs" / "make_reference.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    for path, text in module.pages().items():
        assert path.read_text(encoding="utf-8") == text, f"{path.name} is out of date: run  make docs"


def test_there_are_queries():
    assert QUERIES


@pytest.mark.parametrize("name", QUERIES)
def test_every_query_is_documented(name: str):
    assert name in sections(REPO / "docs" / "queries.md")


def test_readme_has_examples():
    assert README_BLOCKS


@pytest.mark.parametrize("block", README_BLOCKS, ids=[f"block {number}" for number in range(1, len(README_BLOCKS) + 1)])
def test_readme_examples_run(block: str, tmp_path: Path):
    environment = {name: value for name, value in os.environ.items() if not name.startswith("HALLUGRAPH_")}
    done = subprocess.run(
        [sys.executable, "-c", block], cwd=tmp_path, env=environment, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize("path", DOCS, ids=lambda path: path.relative_to(REPO).as_posix())
def test_links_lead_somewhere(path: Path):
    text = re.sub(r"^```.*?^```", "", path.read_text(encoding="utf-8"), flags=re.DOTALL | re.MULTILINE)
    links = re.findall(r"\]\((?!\w+:|#)([^)\s#]+)", text)
    assert [link for link in links if not (path.parent / link).exists()] == []
