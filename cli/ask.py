"""`hallugraph ask`: put a benchmark's questions to a model."""

from pathlib import Path

import click

from .options import benchmark_option, json_option, lexicon, plural, relations_option, seed_option, show, store_option
from .progress import bar


@click.command()
@click.option("--model", "spec", required=True, envvar="HALLUGRAPH_MODEL",
              help="provider/name: simulated/0.3, recorded/answers.jsonl, openai/gpt-4o.")  # fmt: skip
@click.option("--limit", type=click.IntRange(min=1), envvar="HALLUGRAPH_LIMIT", help="Ask the first questions only.")
@click.option("--base-url", default="", envvar="HALLUGRAPH_BASE_URL",
              help="Address of an OpenAI-compatible server.")  # fmt: skip
@click.option("--api-key-env", default="OPENAI_API_KEY", show_default=True, envvar="HALLUGRAPH_API_KEY_ENV",
              help="Environment variable that holds the key.")  # fmt: skip
@click.option("--temperature", type=float, default=0.0, show_default=True, envvar="HALLUGRAPH_TEMPERATURE",
              help="Sampling temperature.")  # fmt: skip
@click.option("--max-tokens", type=click.IntRange(min=1), envvar="HALLUGRAPH_MAX_TOKENS", help="Longest answer.")
@click.option("--timeout", type=float, default=60.0, show_default=True, envvar="HALLUGRAPH_TIMEOUT",
              help="Seconds that one call may take.")  # fmt: skip
@click.option("--retries", type=click.IntRange(0, 20), default=3, show_default=True, envvar="HALLUGRAPH_RETRIES",
              help="Further attempts after a call that failed.")  # fmt: skip
@click.option("--concurrency", type=click.IntRange(1, 256), default=4, show_default=True,
              envvar="HALLUGRAPH_CONCURRENCY", help="Calls under way at the same time.")  # fmt: skip
@benchmark_option
@relations_option
@seed_option
@store_option
@json_option
def ask(  # noqa: PLR0913 - one parameter an option
    spec: str,
    limit: int | None,
    benchmark: str | None,
    relations_path: Path | None,
    seed: int,
    store_path: Path,
    as_json: bool,
    **settings: object,
) -> None:
    """Ask a model and keep every answer. The same command again asks only what is missing."""
    from ..kg.catalogue import find
    from ..kg.names import HG
    from ..kg.store import Store
    from ..models.ask import ask as run
    from ..models.model import get_model

    with Store.open(store_path) as store:
        item = find(store, HG.Benchmark, "benchmark", benchmark, "hallugraph generate logic")
        model = get_model(spec, context=model_context(store, lexicon(relations_path, store), seed, **settings))
        with bar(f"asking {model.name}", "answers") as progress:
            report = run(store, model, item.iri, limit=limit, progress=progress)
    line = f"{report.model}: {plural(report.asked, 'answer')}, {report.fresh:,} new"
    line += (
        f", {plural(report.failed, 'call')} failed (run the same command to try them again)" if report.failed else ""
    )
    show(
        {"run": report.run.value, "model": report.model, "asked": report.asked, "new": report.fresh,
         "failed": report.failed}, as_json, line,
    )  # fmt: skip


def model_context(store, words, seed: int, **settings: object):  # noqa: ANN001, ANN201 - imported late
    """Gather what models may need."""
    from ..kg.entities import Entities
    from ..kg.wording import Verbaliser
    from ..models.background import Background
    from ..models.model import ModelContext

    entities = Entities.from_store(store)
    return ModelContext(
        verbaliser=Verbaliser(words, entities),
        background=Background(store, words, entities),
        seed=seed,
        **settings,  # type: ignore[arg-type]  # the options of the command are its fields
    )
