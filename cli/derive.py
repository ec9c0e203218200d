"""`hallugraph derive`: apply the declared rules to all facts."""

from pathlib import Path
from typing import TYPE_CHECKING

import click

from .options import json_option, lexicon, plural, relations_option, seed_option, show, store_option, table
from .progress import bar

if TYPE_CHECKING:
    from ..reasoning.declared import Declared


@click.command()
@click.option(
    "--near", type=click.IntRange(0, 100), default=3, show_default=True, envvar="HALLUGRAPH_NEAR",
    help="Near misses tried for each fact of a relation that has one value only.",
)  # fmt: skip
@click.option(
    "--wikidata-metadata", is_flag=True, envvar="HALLUGRAPH_WIKIDATA_METADATA",
    help="Add what Wikidata's own metadata of properties, where it is loaded, declares of relations of the lexicon.",
)  # fmt: skip
@relations_option
@seed_option
@store_option
@json_option
def derive(
    near: int, wikidata_metadata: bool, relations_path: Path | None, seed: int, store_path: Path, as_json: bool
) -> None:
    """Derive new facts with Prolog from the declared properties of relations.

    Every derived fact is kept with its rule; `hallugraph explain` shows its proof.
    """
    from ..kg.store import Store
    from ..reasoning import derive as run
    from ..reasoning.declared import declared, provenance

    words = lexicon(relations_path)
    with Store.open(store_path) as store, bar("deriving") as progress:
        found = declared(store, words) if wikidata_metadata else None
        words = found.lexicon if found else words
        report = run(store, words, near=near, seed=seed, progress=progress.step)
        if found:
            store.add(provenance(found))
    rows = [
        {
            "rule": item.rule.kind,
            "relation": words[item.rule.head].label,
            "facts": f"{item.count:,}",
            "": "stopped at the limit" if item.stopped else "",
        }
        for item in report.counts
    ]
    if found and not as_json:
        for conflict in found.conflicts:
            click.echo(f"conflict  {conflict}")
        click.echo(f"Wikidata's metadata: {_summary(found)}")
    if not as_json:
        table(rows, ["rule", "relation", "facts", ""])
    line = f"{plural(report.derived, 'fact')} derived, {plural(report.refuted, 'fact')} refuted"
    line += " (already in the store)" if report.already else f", from {plural(report.facts, 'fact')} read"
    counts = [
        {"rule": item.rule.kind, "relation": item.rule.head.value, "facts": item.count, "stopped": item.stopped}
        for item in report.counts
    ]
    data = {"derived": report.derived, "refuted": report.refuted, "already": report.already, "rules": counts}
    show({**data, **_as_data(found)} if found else data, as_json, line)


def _summary(found: "Declared") -> str:
    added, conflicts = plural(len(found.added), "declaration"), plural(len(found.conflicts), "conflict")
    return f"{added} added, {conflicts}, {plural(len(found.ignored), 'hint')} ignored"


def _as_data(found: "Declared") -> dict[str, object]:
    """Return for machines what was added, what conflicts, and what was ignored and why."""
    return {
        "added": [{"relation": item.relation.value, "reason": item.declaration.reason} for item in found.added],
        "conflicts": [
            {
                "relation": item.second.relation.value,
                "sides": [item.first.reason, item.second.reason],
                "winner": item.winner.reason if item.winner else None,
            }
            for item in found.conflicts
        ],
        "ignored": [
            {"relation": item.hint.relation.value, "hint": item.hint.reason, "reason": item.reason}
            for item in found.ignored
        ],
    }
