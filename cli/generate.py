"""`hallugraph generate`: make questions."""

from pathlib import Path
from typing import Any

import click

from .options import json_option, lexicon, plural, relations_option, seed_option, show, store_option
from .progress import bar

RULES = ("stated", "symmetric", "inverse", "transitive", "composite", "negation")


@click.group()
def generate() -> None:
    """Make a benchmark: questions with gold answers and proofs."""


@generate.command("logic")
@click.option("--count", type=click.IntRange(min=1), default=100, show_default=True, envvar="HALLUGRAPH_COUNT",
              help="Number of questions.")  # fmt: skip
@click.option("--title", default="Logic questions", show_default=True, envvar="HALLUGRAPH_BENCHMARK_TITLE",
              help="Title of the benchmark.")  # fmt: skip
@click.option("--rules", multiple=True, envvar="HALLUGRAPH_RULES", type=click.Choice(RULES),
              help="Kind of rule the questions are to rest on; may be given more than once.")  # fmt: skip
@click.option("--domain", "domains", multiple=True, envvar="HALLUGRAPH_DOMAIN",
              help="Domain of knowledge; may be given more than once.")  # fmt: skip
@click.option("--relation", "relations", multiple=True, envvar="HALLUGRAPH_RELATION",
              help="Relation, such as wdt:P47 or P47; may be given more than once.")  # fmt: skip
@click.option("--hops", type=click.IntRange(min=1), default=1, show_default=True, envvar="HALLUGRAPH_HOPS",
              help="Least number of stated facts that a proof rests on: more are harder.")  # fmt: skip
@relations_option
@seed_option
@store_option
@json_option
def logic(  # noqa: PLR0913 - one parameter an option
    count: int,
    title: str,
    rules: tuple[str, ...],
    domains: tuple[str, ...],
    relations: tuple[str, ...],
    hops: int,
    relations_path: Path | None,
    seed: int,
    store_path: Path,
    as_json: bool,
) -> None:
    """Make yes/no questions from stated, derived and refuted facts, balanced and spread (Drowzee)."""
    from ..generators.logic import generate as run
    from ..generators.selection import Wanted
    from ..kg.store import Store

    with Store.open(store_path) as store, bar("making questions") as progress:
        words = lexicon(relations_path, store)
        wanted = Wanted(frozenset(rules), known_domains(domains), known_relations(relations, words), hops)
        progress.step("making questions")
        benchmark = run(store, words, count=count, seed=seed, title=title, wanted=wanted)
    report(benchmark, count, as_json)


@generate.command("temporal")
@click.option("--count", type=click.IntRange(min=1), default=100, show_default=True, envvar="HALLUGRAPH_COUNT",
              help="Number of questions.")  # fmt: skip
@click.option("--title", default="Temporal questions", show_default=True, envvar="HALLUGRAPH_BENCHMARK_TITLE",
              help="Title of the benchmark.")  # fmt: skip
@relations_option
@seed_option
@store_option
@json_option
def temporal(count: int, title: str, relations_path: Path | None, seed: int, store_path: Path, as_json: bool) -> None:
    """Make yes/no questions from dates: before and after, at the same time, while somebody held an office."""
    from ..generators.temporal import generate_temporal
    from ..kg.store import Store

    with Store.open(store_path) as store, bar("making questions") as progress:
        words = lexicon(relations_path, store)
        progress.step("making questions")
        benchmark = generate_temporal(store, words, count=count, seed=seed, title=title)
    report(benchmark, count, as_json)


def report(benchmark: Any, count: int, as_json: bool) -> None:  # noqa: ANN401 - a Benchmark, which is imported late
    """Print what was made of the `count` questions that were asked for."""
    from collections import Counter

    made = len(benchmark.questions)
    answers = Counter(question.expected for question in benchmark.questions)
    kinds = Counter(question.rule for question in benchmark.questions)
    spread = ", ".join(f"{number} {rule}" for rule, number in sorted(kinds.items()))
    line = f"{plural(made, 'question')} ({answers['yes']} yes, {answers['no']} no; {spread})"
    line += " (already in the store)" if benchmark.already else ""
    if made < count:
        line += f"; {count:,} were asked for, but the store has no more facts to ask about"
    show({"benchmark": benchmark.iri.value, "questions": made, "wanted": count, "rules": kinds, "answers": answers},
         as_json, line)  # fmt: skip


def known_domains(names: tuple[str, ...]) -> frozenset[str]:
    """Check the names of domains."""
    from ..kg.domains import DOMAINS
    from ..kg.errors import UnknownNameError

    for name in names:
        if name not in DOMAINS:
            raise UnknownNameError("domain", name, DOMAINS)
    return frozenset(names)


def known_relations(names: tuple[str, ...], words: Any) -> frozenset[Any]:  # noqa: ANN401 - a Lexicon, NamedNodes
    """Read relations as a user writes them; each must be in the lexicon."""
    from ..kg.errors import UsageError
    from ..kg.names import expand

    relations = frozenset(words[node].iri for name in names if (node := expand(name)) is not None)
    if len(relations) < len(set(names)):
        raise UsageError(f"a relation is written wdt:P47, P47 or as a full IRI, not {' '.join(names)}")
    return relations
