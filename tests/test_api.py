"""The table of contents of `hallugraph` is true, and costs nothing to import."""

import ast
import subprocess
import sys
from pathlib import Path

import pytest

import hallugraph

LIGHT = "import sys, hallugraph; print(*sorted(name for name in sys.modules if name.startswith('hallugraph.')))"


def imported_for_types(source: str) -> set[str]:
    """List the names that a file imports or declares for the type checker only."""
    block = next(node for node in ast.parse(source).body if isinstance(node, ast.If))
    names = {
        alias.asname or alias.name
        for node in ast.walk(block)
        if isinstance(node, ast.ImportFrom)
        for alias in node.names
    }
    return names | {
        node.target.id for node in block.body if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name)
    }


@pytest.mark.parametrize("name", hallugraph.__all__)
def test_every_name_is_there(name):
    assert getattr(hallugraph, name) is not None
    assert name in dir(hallugraph)


def test_type_checkers_see_the_same_names(repo: Path):
    assert imported_for_types((repo / "__init__.py").read_text(encoding="utf-8")) == set(hallugraph.__all__)


def test_an_unknown_name_is_an_attribute_error():
    with pytest.raises(AttributeError, match="no attribute 'nothing'"):
        hallugraph.nothing  # noqa: B018 - reading it is the test


def test_importing_the_root_imports_none_of_its_parts():
    done = subprocess.run([sys.executable, "-c", LIGHT], capture_output=True, text=True, check=True)
    assert done.stdout.split() == []


def test_the_citation_names_this_version(repo: Path):
    assert f"version: {hallugraph.__version__}" in (repo / "CITATION.cff").read_text(encoding="utf-8").splitlines()
