"""`hallugraph generate`: make questions."""

from pathlib import Path

import click

from .options import json_option, lexicon, plural, relations_option, seed_option, show, store_option
from .progress import bar


@click.group()
def generate() -> None:
    """Make a benchmark: questions with gold answers and proofs."""


@generate.command("logic")
@click.option("--count", type=click.IntRange(min=1), default=100, show_default=True, envvar="HALLUGRAPH_COUNT",
              help="Number of questions.")  # fmt: skip
@click.option("--title", default="Logic questions", show_default=True, envvar="HALLUGRAPH_BENCHMARK_TITLE",
              help="Title of the benchmark.")  # fmt: skip
@relations_option
@seed_option
@store_option
@json_option
def logic(count: int, title: str, relations_path: Path | None, seed: int, store_path: Path, as_json: bool) -> None:
    """Make yes/no questions from stated, derived and refuted facts, balanced and spread (Drowzee)."""
    from collections import Counter

    from ..generators.logic import generate as run
    from ..kg.store import Store

    with Store.open(store_path) as store, bar("making questions") as progress:
        progress.step("making questions")
        benchmark = run(store, lexicon(relations_path), count=count, seed=seed, title=title)
    made = len(benchmark.questions)
    answers = Counter(question.expected for question in benchmark.questions)
    rules = Counter(question.rule for question in benchmark.questions)
    spread = ", ".join(f"{number} {rule}" for rule, number in sorted(rules.items()))
    line = f"{plural(made, 'question')} ({answers['yes']} yes, {answers['no']} no; {spread})"
    line += " (already in the store)" if benchmark.already else ""
    if made < count:
        line += f"; {count:,} were asked for, but the store has no more facts to ask about"
    show({"benchmark": benchmark.iri.value, "questions": made, "wanted": count, "rules": rules, "answers": answers},
         as_json, line)  # fmt: skip
