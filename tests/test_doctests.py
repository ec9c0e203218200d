"""The examples in docstrings run. Modules are imported by name, so that none is imported twice."""

import doctest
import importlib
import pkgutil

import pytest

import hallugraph

MODULES = [
    "hallugraph",
    *sorted(
        module.name
        for module in pkgutil.walk_packages(hallugraph.__path__, "hallugraph.")
        if module.name != "hallugraph.__main__"
    ),
]
FLAGS = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE


def examples(name: str) -> list[doctest.DocTest]:
    """List the docstrings with examples of a module."""
    return [test for test in doctest.DocTestFinder().find(importlib.import_module(name)) if test.examples]


@pytest.mark.parametrize("name", MODULES)
def test_examples_run(name: str):
    runner = doctest.DocTestRunner(optionflags=FLAGS)
    said: list[str] = []
    for test in examples(name):
        runner.run(test, out=said.append)
    assert runner.failures == 0, "".join(said)


def test_there_are_examples():
    assert sum(len(examples(name)) for name in MODULES) > 0
