"""Print how fast each stage of the main job is: load, derive, generate, ask, judge, report, release.

    python benchmarks/chain.py [FILE] [--count 500]

FILE is any RDF file; without it, the sample that comes with hallugraph. Rates depend on the machine: compare figures of
one run only.
"""

import argparse
import resource
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from hallugraph.cli.ask import model_context
from hallugraph.cli.judge import logic_oracle
from hallugraph.cli.report import benchmark_rows, write_html
from hallugraph.generators.logic import generate
from hallugraph.kg.entities import Entities
from hallugraph.kg.relations import Lexicon
from hallugraph.kg.store import Store
from hallugraph.loaders.rdf import load_rdf
from hallugraph.loaders.sample import SAMPLE_LICENCE, sample
from hallugraph.models.ask import ask
from hallugraph.models.model import get_model
from hallugraph.oracles.judge import judge
from hallugraph.reasoning import derive
from hallugraph.reports.agreement import agree
from hallugraph.reports.release import write_release

ROW = "{:<10}{:>10} {:<10}{:>9.2f} s{:>12,.0f} /s"


def timed(name: str, work: Callable[[], Any], count: Callable[[Any], int], unit: str) -> Any:
    """Run a stage and print its rate."""
    started = time.perf_counter()
    result = work()
    seconds = time.perf_counter() - started
    print(ROW.format(name, f"{count(result):,}", unit, seconds, count(result) / seconds), flush=True)
    return result


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("file", nargs="?", type=Path)
    parser.add_argument("--count", type=int, default=500)
    parser.add_argument("--model", default="simulated/0.3")
    options = parser.parse_args()
    started = time.perf_counter()
    with tempfile.TemporaryDirectory() as scratch:
        run(options.file or sample(), Path(scratch), options.count, options.model)
    peak = max(resource.getrusage(who).ru_maxrss for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)) / 1024
    print(f"\nwhole chain {time.perf_counter() - started:.1f} s, peak memory of one process {peak:,.0f} MB")


def run(file: Path, scratch: Path, questions: int, model: str) -> None:
    words = Lexicon.load()
    with Store.open(scratch / "store") as store:
        timed("load", lambda: load_rdf(store, file), lambda report: report.kept, "triples")
        timed("derive", lambda: derive(store, words), lambda report: report.derived + report.refuted, "facts")
        benchmark = timed("generate", lambda: generate(store, words, count=questions),
                          lambda made: len(made.questions), "questions")  # fmt: skip
        context = model_context(store, words, seed=0)
        asked = timed("ask", lambda: ask(store, get_model(model, context=context), benchmark.iri),
                      lambda report: report.asked, "answers")  # fmt: skip
        entities = len(Entities.from_store(store))
        oracle = timed("index", lambda: logic_oracle(store, words, "default"), lambda _: entities, "entities")
        timed("judge", lambda: judge(store, oracle, asked.run, benchmark.iri), lambda report: report.fresh, "answers")
        rows = benchmark_rows(store, benchmark.iri, "default")
        timed("report", lambda: write_html(store, words, rows, "benchmark", scratch / "r.html", 200),
              lambda _: len(rows), "answers")  # fmt: skip
        release = {"title": "benchmark", "licence": SAMPLE_LICENCE, "version": "0"}
        timed("release", lambda: write_release(store, benchmark.iri, scratch / "release", **release),
              lambda _: len(rows), "answers")  # fmt: skip
        agreement = agree(rows)
        if agreement is not None:
            print(f"\noracle against planted faults: balanced accuracy {agreement.balanced_accuracy:.3f}, "
                  f"macro F1 {agreement.macro_f1:.3f}")  # fmt: skip


if __name__ == "__main__":
    main()
