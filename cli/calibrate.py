"""`hallugraph calibrate`: fit the oracle's thresholds on answers whose faults are known."""

from pathlib import Path

import click

from .judge import benchmark_of, chosen_runs, logic_oracle, run_option
from .options import json_option, lexicon, plural, relations_option, show, store_option, table


@click.command()
@click.option("--preset", default="default", show_default=True, envvar="HALLUGRAPH_PRESET",
              help="Preset whose thresholds are fitted.")  # fmt: skip
@run_option
@relations_option
@store_option
@json_option
def calibrate(preset: str, run_name: str | None, relations_path: Path | None, store_path: Path, as_json: bool) -> None:
    """Try thresholds on answers with planted faults and show how well each tells them apart.

    Use the best with `hallugraph judge --threshold NAME=VALUE`.
    """
    from ..kg.describe import read_answers, read_questions
    from ..kg.store import Store
    from ..oracles.calibrate import calibrate as fit

    with Store.open(store_path) as store:
        oracle = logic_oracle(store, lexicon(relations_path, store), preset)
        pairs = []
        for run in chosen_runs(store, run_name):
            questions = {question.id: question for question in read_questions(store, benchmark_of(run))}
            answers = read_answers(store, run.iri)
            pairs += [(questions[answer.question], answer) for answer in answers if answer.planted]
        result = fit(pairs, oracle)
    rows = [
        {
            "threshold": f"{row.threshold:g}",
            "macro F1": f"{row.macro_f1:.3f}",
            "balanced accuracy": f"{row.balanced_accuracy:.3f}",
            "unread": str(row.unread),
            "": "best" if row == result.best else "",
        }
        for row in result.table
    ]
    if not as_json:
        table(rows, ["threshold", "macro F1", "balanced accuracy", "unread", ""])
    best = " ".join(f"--threshold {name}={value:g}" for name, value in result.thresholds.items())
    line = f"best on {plural(result.answers, 'answer')}: {best}"
    data = {"preset": preset, "thresholds": dict(result.thresholds), "answers": result.answers, "table": rows}
    show(data, as_json, line)
