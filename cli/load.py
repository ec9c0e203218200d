"""`hallugraph load`: bring an outside source into the store."""

from pathlib import Path

import click

from .options import json_option, plural, show, store_option
from .progress import bar


@click.group()
def load() -> None:
    """Load a source into a named graph of its own, with its provenance."""


@load.command("rdf")
@click.argument("files", nargs=-1, required=True, type=click.Path(path_type=Path))
@click.option("--title", envvar="HALLUGRAPH_TITLE", help="What people call the source; the file's name without it.")
@click.option("--licence", envvar="HALLUGRAPH_LICENCE", help="Licence of the source, as an IRI or a name.")
@click.option(
    "--lenient",
    is_flag=True,
    envvar="HALLUGRAPH_LENIENT",
    help="Skip and count bad lines instead of refusing the file.",
)
@store_option
@json_option
def rdf(
    files: tuple[Path, ...], title: str | None, licence: str | None, lenient: bool, store_path: Path, as_json: bool
) -> None:
    """Load RDF files (.nt .nq .ttl .trig .jsonld .rdf, also .gz and .bz2).

    A file is loaded as a whole or not at all; a file that is there already is recognised by its checksum.
    """
    from dataclasses import asdict

    from ..kg.store import Store
    from ..loaders.rdf import load_rdf

    with Store.open(store_path) as store:
        for path in files:
            with bar(f"loading {path.name}", "bytes") as progress:
                report = load_rdf(store, path, strict=not lenient, title=title, licence=licence, progress=progress)
            line = f"{path}: {plural(report.kept, 'triple')}"
            line += " (already in the store)" if report.already else ""
            line += f", {report.skipped:,} skipped" if report.skipped else ""
            line += f", {plural(report.bad, 'bad line')} left out" if report.bad else ""
            show(asdict(report), as_json, line)


@load.command("drowzee")
@click.argument("files", nargs=-1, required=True, type=click.Path(path_type=Path))
@click.option("--model", envvar="HALLUGRAPH_MODEL_NAME", help="Name of the model whose answers the files hold.")
@store_option
@json_option
def drowzee(files: tuple[Path, ...], model: str | None, store_path: Path, as_json: bool) -> None:
    """Load published Drowzee files: questions, evidence and, where they have them, answers (.json, .json.gz).

    Their gold answers are the publication's own and known to be unreliable; the benchmark says so.
    """
    from dataclasses import asdict

    from ..kg.store import Store
    from ..loaders.drowzee import load_drowzee

    with Store.open(store_path) as store:
        for path in files:
            report = load_drowzee(store, path, model=model)
            skipped = ", ".join(f"{count:,} {reason}" for reason, count in report.skipped.items())
            line = f"{path}: {plural(report.questions, 'question')}, {plural(report.answers, 'answer')}"
            line += f"; {plural(report.known, 'question')} were there already" if report.known else ""
            show(asdict(report), as_json, line + (f"; skipped: {skipped}" if skipped else ""))
