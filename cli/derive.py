"""`hallugraph derive`: apply the declared rules to all facts."""

from pathlib import Path

import click

from .options import json_option, lexicon, plural, relations_option, seed_option, show, store_option, table
from .progress import bar


@click.command()
@click.option(
    "--near", type=click.IntRange(0, 100), default=3, show_default=True, envvar="HALLUGRAPH_NEAR",
    help="Near misses tried for each fact of a relation that has one value only.",
)  # fmt: skip
@relations_option
@seed_option
@store_option
@json_option
def derive(near: int, relations_path: Path | None, seed: int, store_path: Path, as_json: bool) -> None:
    """Derive new facts with Prolog from the declared properties of relations.

    Every derived fact is kept with its rule; `hallugraph explain` shows its proof.
    """
    from ..kg.store import Store
    from ..reasoning import derive as run

    words = lexicon(relations_path)
    with Store.open(store_path) as store, bar("deriving") as progress:
        report = run(store, words, near=near, seed=seed, progress=progress.step)
    rows = [
        {
            "rule": item.rule.kind,
            "relation": words[item.rule.head].label,
            "facts": f"{item.count:,}",
            "": "stopped at the limit" if item.stopped else "",
        }
        for item in report.counts
    ]
    if not as_json:
        table(rows, ["rule", "relation", "facts", ""])
    line = f"{plural(report.derived, 'fact')} derived, {plural(report.refuted, 'fact')} refuted"
    line += " (already in the store)" if report.already else f", from {plural(report.facts, 'fact')} read"
    counts = [
        {"rule": item.rule.kind, "relation": item.rule.head.value, "facts": item.count, "stopped": item.stopped}
        for item in report.counts
    ]
    data = {"derived": report.derived, "refuted": report.refuted, "already": report.already, "rules": counts}
    show(data, as_json, line)
