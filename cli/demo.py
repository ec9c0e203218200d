"""`hallugraph demo`: the whole chain on the sample that comes with hallugraph."""

import time
from pathlib import Path

import click

from .options import plural
from .progress import bar

COUNT = 100
"""Questions of the sample benchmark; the recorded answers are to these questions, made with seed 0."""


@click.command()
@click.option("--directory", type=click.Path(path_type=Path), default="hallugraph-demo", show_default=True,
              envvar="HALLUGRAPH_DEMO", help="Where the store, the report and the release go.")  # fmt: skip
def demo(directory: Path) -> None:
    """Run the whole chain on real facts: load, derive, generate, ask, judge, report, release.

    Needs no key, no GPU, no server and no download.
    """
    started = time.monotonic()
    directory.mkdir(parents=True, exist_ok=True)
    run(directory)
    click.echo(f"\nDone in {time.monotonic() - started:.1f} s. Open {directory / 'report.html'} in a browser, or try")
    click.echo(f"  hallugraph query rates --store {directory / 'store'}")
    click.echo(f"  hallugraph query hallucinations --store {directory / 'store'}")


def run(directory: Path) -> None:
    """Run the chain on the sample; everything lands in `directory`."""
    from importlib.metadata import version

    from ..generators.logic import generate
    from ..kg.relations import Lexicon
    from ..kg.store import Store
    from ..loaders.rdf import load_rdf
    from ..loaders.sample import SAMPLE_LICENCE, sample
    from ..models.ask import ask
    from ..models.model import get_model
    from ..oracles.judge import judge
    from ..reasoning import derive
    from ..reports.release import write_release
    from .ask import model_context
    from .judge import logic_oracle
    from .release import check
    from .report import benchmark_rows, print_report, write_html

    words = Lexicon.load()
    with Store.open(directory / "store") as store:
        with bar("running the sample") as progress:
            source = load_rdf(store, sample(), title="hallugraph sample of Wikidata", licence=SAMPLE_LICENCE)
            click.echo(f"load      {plural(source.kept, 'triple')} of real Wikidata facts")
            derived = derive(store, words, progress=progress.step)
            click.echo(f"derive    {plural(derived.derived, 'fact')} that follow, "
                       f"{plural(derived.refuted, 'fact')} that are excluded")  # fmt: skip
            benchmark = generate(store, words, count=COUNT, title="hallugraph sample")
            click.echo(f"generate  {plural(len(benchmark.questions), 'question')} with proofs, such as: "
                       f"{benchmark.questions[0].text}")  # fmt: skip
            context = model_context(store, words, seed=0)
            oracle = logic_oracle(store, words, "default")
            for spec in (f"recorded/{sample('answers.jsonl')}", "simulated/0.3"):
                progress.step(f"asking {spec.rpartition('/')[2]}")
                asked = ask(store, get_model(spec, context=context), benchmark.iri)
                judge(store, oracle, asked.run, benchmark.iri)
                click.echo(f"ask       {asked.model}: {plural(asked.asked, 'answer')}, judged")
        rows = benchmark_rows(store, benchmark.iri, "default")
        print_report(rows, as_json=False)
        write_html(store, words, rows, "hallugraph sample", directory / "report.html", max_items=200)
        release = directory / "release"
        write_release(
            store,
            benchmark.iri,
            release,
            title="hallugraph sample",
            licence=SAMPLE_LICENCE,
            version=version("hallugraph"),
        )
    check(release, as_json=False)
