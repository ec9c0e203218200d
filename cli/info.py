"""`hallugraph info`: versions, what is installed, and what the store holds."""

from pathlib import Path

import click

from .options import json_option, show, store_option, table


@click.command()
@store_option
@json_option
def info(store_path: Path, as_json: bool) -> None:
    """Show versions, the optional parts that are installed, and what the store holds."""
    import shutil
    from importlib.metadata import version
    from importlib.util import find_spec

    extras = {"openai": "openai", "local": "torch", "nlp": "spacy", "embed": "sentence_transformers"}
    data: dict[str, object] = {
        "hallugraph": version("hallugraph"),
        "pyoxigraph": version("pyoxigraph"),
        "swipl": shutil.which("swipl") or "missing: apt-get install swi-prolog-nox",
        "extras": ", ".join(name for name, module in extras.items() if find_spec(module)) or "none",
        "store": str(store_path),
    }
    data.update(_contents(store_path) if (store_path / "CURRENT").exists() else {"quads": "no store there yet"})
    if as_json:
        show(data, True, "")
    else:
        table([{"": key, "value": str(value)} for key, value in data.items()], ["", "value"])


def _contents(path: Path) -> dict[str, object]:
    from ..kg.names import HG, METADATA_GRAPH, RDF
    from ..kg.store import Store

    with Store.snapshot(path) as store:
        kinds = {"sources": HG.Source, "derivations": HG.Derivation, "benchmarks": HG.Benchmark, "runs": HG.Run,
                 "judgements": HG.Judgement}  # fmt: skip
        counts = {name: len(store.subjects(RDF.type, kind, METADATA_GRAPH)) for name, kind in kinds.items()}
        return {"quads": store.count(), **counts}
