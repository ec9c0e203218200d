"""The layout of the sources: what may import what, how long things may be, and what lies in the root."""

import ast
import fnmatch
import graphlib
import re
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from itertools import chain
from pathlib import Path

import pytest

REPO = Path(__file__).resolve().parent.parent
PACKAGES = sorted(path.parent.name for path in REPO.glob("*/__init__.py"))
SOURCES = sorted(chain(REPO.glob("*.py"), *(REPO.glob(f"{package}/**/*.py") for package in PACKAGES)))
CHECKED = sorted([*SOURCES, *REPO.glob("tests/**/*.py"), *REPO.glob("benchmarks/**/*.py")])

ALL = {*PACKAGES, "root"}
MAY_IMPORT = {
    "kg": set(),
    "loaders": {"kg"},
    "reasoning": {"kg"},
    "models": {"kg"},
    "claims": {"kg"},
    "generators": {"kg", "reasoning", "models", "claims"},
    "oracles": {"kg", "claims", "models"},
    "reports": {"kg"},
    "cli": ALL,
    "root": ALL,
}
"""Beside itself, each sub-package may import these of ours. `root` is what lies in the root folder."""

BORDERS = {
    "SPARQLWrapper": "kg/endpoint.py",
    "pyshacl": "kg/shapes.py",
    "pyswip": "reasoning/*.py",
    "openai": "models/*.py",
    "spacy": "claims/*.py",
    "stanza": "claims/*.py",
    "sentence_transformers": "*/embed*.py",
    "transformers": "models/*.py",
    "torch": "models/*.py",
}
"""A foreign system and the only files that may import it."""

EXTRAS = {"accelerate", "bitsandbytes", "openai", "sentence_transformers", "spacy", "stanza", "torch", "transformers"}
"""Optional parts: imported inside the functions that need them."""

SLOW = EXTRAS | {"SPARQLWrapper", "networkx", "pyshacl", "pyswip", "rdflib"}
"""What `--help` must not import."""

ROOT = {
    *PACKAGES,
    *("benchmarks", "docs", "examples", "ontologies", "queries", "tests"),
    *(
        ".ci",
        ".git",
        ".gitattributes",
        ".gitignore",
        "MANIFEST.in",
        "Makefile",
        "PKG-INFO",
        "pyproject.toml",
        "setup.cfg",
    ),
    *("CHANGELOG.md", "CITATION.cff", "LICENSE", "README.md", "__init__.py", "__main__.py", "py.typed"),
}
"""What may lie in the root folder (`PKG-INFO` and `setup.cfg` in a source distribution only)."""

TEXTS = {
    "",
    ".cff",
    ".css",
    ".html",
    ".in",
    ".j2",
    ".json",
    ".jsonl",
    ".jsonld",
    ".md",
    ".pl",
    ".py",
    ".rq",
    ".toml",
    ".ttl",
    ".txt",
}
UNWANTED = re.compile(
    r"(?<![\w.:/-])/(?:work|root|tmp/bash_jobs)/|pypi\.(?:org|io)|pythonhosted\.|npmjs\.|deb\.debian\."
)

HELP = "import sys; from hallugraph.cli import main; main(['--help'], standalone_mode=False); print(*sys.modules)"


def relative(path: Path) -> str:
    """Name a file from the root of the repository."""
    return path.relative_to(REPO).as_posix()


def owner(module: tuple[str, ...]) -> str:
    """Name the sub-package that a module, as path from the root, belongs to."""
    return module[0] if module and module[0] in PACKAGES else "root"


def module_of(path: Path) -> tuple[str, ...]:
    """Turn a file into the path of its module: `kg/fact.py` into ("kg", "fact")."""
    parts = path.relative_to(REPO).with_suffix("").parts
    return parts[:-1] if parts[-1] == "__init__" else parts


def own_imports(path: Path, nodes: Iterator[ast.AST]) -> Iterator[tuple[str, ...]]:
    """Yield the modules of ours that relative imports among `nodes` name."""
    package = path.relative_to(REPO).parent.parts
    for node in nodes:
        if isinstance(node, ast.ImportFrom) and node.level:
            base = (*package[: len(package) - node.level + 1], *(node.module or "").split("."))
            base = tuple(part for part in base if part)
            for alias in node.names:
                inner = (*base, alias.name)
                yield (
                    inner
                    if REPO.joinpath(*inner).is_dir() or REPO.joinpath(*inner).with_suffix(".py").is_file()
                    else base
                )


def foreign_imports(nodes: Iterator[ast.AST]) -> Iterator[str]:
    """Yield the top-level names of the packages that absolute imports among `nodes` name."""
    for node in nodes:
        if isinstance(node, ast.Import):
            yield from (alias.name.partition(".")[0] for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and not node.level:
            yield (node.module or "").partition(".")[0]


def at_import(tree: ast.AST) -> Iterator[ast.AST]:
    """Yield the nodes that run when a module is imported: not those in functions or for the type checker only."""
    for node in ast.iter_child_nodes(tree):
        typing_only = isinstance(node, ast.If) and "TYPE_CHECKING" in ast.unparse(node.test)
        if not typing_only and not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda):
            yield node
            yield from at_import(node)


def length(function: ast.FunctionDef | ast.AsyncFunctionDef) -> int:
    """Count the lines of a function, docstring and all."""
    return (function.end_lineno or function.lineno) - function.lineno + 1


def parse(path: Path) -> ast.Module:
    """Parse a source file."""
    return ast.parse(path.read_text(encoding="utf-8"), filename=str(path))


def texts() -> Iterator[Path]:
    """Yield the text files that are ours."""
    for name in sorted(ROOT - {".git"}):
        path = REPO / name
        files = [path] if path.is_file() else sorted(path.rglob("*"))
        yield from (
            file for file in files if file.is_file() and file.suffix in TEXTS and "__pycache__" not in file.parts
        )


def test_listed_packages_are_the_folders():
    settings = tomllib.loads((REPO / "pyproject.toml").read_text(encoding="utf-8"))
    nested = {
        ".".join(path.parent.relative_to(REPO).parts)
        for package in PACKAGES
        for path in REPO.glob(f"{package}/**/__init__.py")
    }
    assert settings["tool"]["setuptools"]["packages"] == [
        "hallugraph",
        *(f"hallugraph.{name}" for name in sorted(nested)),
    ]
    assert set(PACKAGES) == set(MAY_IMPORT) - {"root"}


@pytest.mark.parametrize("path", SOURCES, ids=relative)
def test_imports_follow_the_layers(path: Path):
    home = owner(module_of(path))
    assert "hallugraph" not in foreign_imports(ast.walk(parse(path))), "inside the package, import relatively"
    imported = {owner(module) for module in own_imports(path, ast.walk(parse(path)))}
    assert imported <= MAY_IMPORT[home] | {home}


def test_no_module_imports_itself_in_a_circle():
    graph = {module_of(path): set(own_imports(path, at_import(parse(path)))) - {module_of(path)} for path in SOURCES}
    assert len(list(graphlib.TopologicalSorter(graph).static_order())) >= len(SOURCES)


@pytest.mark.parametrize("path", SOURCES, ids=relative)
def test_foreign_systems_stay_behind_their_border(path: Path):
    tree = parse(path)
    strays = [
        name for name in foreign_imports(ast.walk(tree)) if not fnmatch.fnmatch(relative(path), BORDERS.get(name, "*"))
    ]
    assert strays == []
    assert EXTRAS.isdisjoint(foreign_imports(at_import(tree))), (
        "import optional parts inside the function that needs them"
    )


@pytest.mark.parametrize("path", sorted({*SOURCES} - {REPO / "kg" / "store.py"}), ids=relative)
def test_only_the_store_opens_stores(path: Path):
    for node in ast.walk(parse(path)):
        assert not (
            isinstance(node, ast.ImportFrom)
            and node.module == "pyoxigraph"
            and "Store" in {alias.name for alias in node.names}
        )
        assert not (isinstance(node, ast.Attribute) and ast.unparse(node) == "pyoxigraph.Store")


@pytest.mark.parametrize("path", CHECKED, ids=relative)
def test_files_and_functions_are_short(path: Path):
    assert len(path.read_text(encoding="utf-8").splitlines()) <= 400
    functions = [node for node in ast.walk(parse(path)) if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)]
    assert [node.name for node in functions if length(node) >= 60] == []


def test_root_is_tidy():
    ignored = [
        line.strip("/")
        for line in (REPO / ".gitignore").read_text(encoding="utf-8").splitlines()
        if line[:1] not in ("", "#")
    ]
    lying = {
        path.name for path in REPO.iterdir() if not any(fnmatch.fnmatch(path.name, pattern) for pattern in ignored)
    }
    assert lying - ROOT == set()


def test_texts_name_no_machine_and_no_registry():
    found = [
        f"{relative(path)}: {match[0]}"
        for path in texts()
        for match in UNWANTED.finditer(path.read_text(encoding="utf-8"))
    ]
    assert found == []


def test_help_imports_nothing_slow():
    done = subprocess.run([sys.executable, "-c", HELP], capture_output=True, text=True, check=True)
    assert "Usage:" in done.stdout
    assert SLOW.isdisjoint(done.stdout.splitlines()[-1].split())
