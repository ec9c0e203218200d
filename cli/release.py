"""`hallugraph release`: publish a benchmark as files, and check such files."""

from pathlib import Path

import click

from .options import benchmark_option, json_option, plural, show, store_option
from .progress import bar


@click.command()
@click.argument("directory", type=click.Path(path_type=Path))
@click.option(
    "--verify",
    is_flag=True,
    envvar="HALLUGRAPH_VERIFY",
    help="Check a release instead of writing one: checksums, hash, shapes, and that all files agree.",
)
@click.option("--title", envvar="HALLUGRAPH_TITLE", help="Title of the release; the benchmark's without it.")
@click.option("--licence", default="https://creativecommons.org/publicdomain/zero/1.0/", show_default=True,
              envvar="HALLUGRAPH_LICENCE", help="Licence of the release, as an IRI.")  # fmt: skip
@benchmark_option
@store_option
@json_option
def release(
    directory: Path,
    verify: bool,
    title: str | None,
    licence: str,
    benchmark: str | None,
    store_path: Path,
    as_json: bool,
) -> None:
    """Write a benchmark with its answers and verdicts to DIRECTORY: Turtle, JSON-LD, JSONL and a manifest.

    The same inputs give the same RDFC-1.0 hash. What does not pass the SHACL shapes is not written.
    """
    if verify:
        check(directory, as_json)
        return
    from dataclasses import asdict
    from importlib.metadata import version

    from ..kg.catalogue import find
    from ..kg.names import HG
    from ..kg.store import Store
    from ..reports.release import write_release

    with Store.open(store_path) as store, bar("writing the release") as progress:
        progress.step("writing the release")
        item = find(store, HG.Benchmark, "benchmark", benchmark, "hallugraph generate logic")
        manifest = write_release(
            store, item.iri, directory, title=title or item.label, licence=licence, version=version("hallugraph")
        )
    held = ", ".join(f"{number:,} {what}" for what, number in manifest.counts.items())
    show(asdict(manifest), as_json, f"release: {directory} ({held}; RDFC-1.0 {manifest.graph[:16]}…)")


def check(directory: Path, as_json: bool) -> None:
    """Verify a release; any problem is a line and exit status 1."""
    from ..kg.errors import InputError
    from ..reports.verify import verify_release

    problems = verify_release(directory)
    if as_json:
        show({"directory": str(directory), "problems": problems}, True, "")
    if problems:
        for problem in problems:
            click.echo(problem, err=True)
        raise InputError(f"this release has {plural(len(problems), 'problem')}", str(directory))
    if not as_json:
        click.echo(f"verified: {directory}")
