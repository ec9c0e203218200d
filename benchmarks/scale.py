"""Print what reasoning costs on a made graph of the size that the Drowzee paper reports, and what other engines need.

    python benchmarks/scale.py [--rivals / --no-rivals] [--refutations 2000]

Every measurement runs in a process of its own. Rates depend on the machine: compare figures of one run only. The other
engines are needed here only:  pip install reasonable duckdb nemo-python
"""

import argparse
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import replace
from importlib import import_module
from pathlib import Path

from _made import write_axioms, write_graph

from hallugraph.kg.names import OWL, WDT
from hallugraph.kg.relations import Lexicon
from hallugraph.kg.store import Store
from hallugraph.loaders.rdf import load_rdf
from hallugraph.reasoning import Limits, derive
from hallugraph.reasoning.rule import KINDS, POSITIVE_KINDS

NESTED = (WDT.P131, WDT.P279)
"""The transitive relations with stated facts; the closure of these is what the other engines are timed on."""


def ours(facts: Path, scratch: Path, refutations: int) -> None:
    """Load, derive what holds, then derive everything, each into the store on disk."""
    positive = {axiom for axiom, kind in KINDS.items() if kind in POSITIVE_KINDS}
    words = Lexicon.load()
    holding = Lexicon(
        replace(item, declarations=tuple(found for found in item.declarations if found.axiom in positive))
        for item in words
    )
    with Store.open(scratch / "store") as store:
        started = time.perf_counter()
        load_rdf(store, facts)
        loaded = time.perf_counter()
        report = derive(store, holding)
        reasoned = time.perf_counter()
        report = derive(store, words, limits=Limits(refutations_per_rule=refutations))
    done = time.perf_counter()
    both = report.facts + report.derived
    print(f"load {loaded - started:6.1f} s; reasoning alone {reasoned - loaded:6.1f} s "
          f"({(reasoned - loaded) / both * 1e6:.2f} µs a fact: {report.facts:,} read, {report.derived:,} derived); "
          f"with refutation {done - reasoned:6.1f} s ({report.refuted:,} refuted); "
          f"everything {loaded - started + done - reasoned:6.1f} s")  # fmt: skip


def reasonable(facts: Path, scratch: Path, _: int) -> None:
    engine = import_module("reasonable")
    write_axioms(scratch / "owl.ttl", facts)
    started = time.perf_counter()
    reasoner = engine.PyReasoner()
    reasoner.load_file(str(scratch / "owl.ttl"))
    found = reasoner.reason()
    print(f"load and close {time.perf_counter() - started:6.1f} s, {len(found):,} triples in memory, no provenance")


def pairs(facts: Path) -> list[tuple[int, str, str]]:
    """Read the facts of the nested relations: (place in NESTED, subject, object)."""
    names = {str(relation): number for number, relation in enumerate(NESTED)}
    rows = (line.split() for line in facts.open(encoding="ascii"))
    return [(names[row[1]], row[0][1:-1], row[2][1:-1]) for row in rows if row[1] in names]


def closure_duckdb(facts: Path, scratch: Path, _: int) -> None:
    duckdb = import_module("duckdb")
    table = scratch / "edges.csv"
    table.write_text("".join(f"{p},{s},{o}\n" for p, s, o in pairs(facts)), encoding="ascii")
    started = time.perf_counter()
    query = ("WITH RECURSIVE c(p, s, o) AS (SELECT * FROM e UNION SELECT c.p, c.s, e.o FROM c JOIN e "
             "ON c.p = e.p AND c.o = e.s) SELECT count(*) FROM c")  # fmt: skip
    base = duckdb.connect()
    base.execute(f"CREATE TABLE e AS SELECT * FROM read_csv('{table}', header=false, names=['p', 's', 'o'])")
    row = base.execute(query).fetchone()
    print(f"closure {time.perf_counter() - started:6.2f} s, {row[0] if row else 0:,} pairs")


def closure_nemo(facts: Path, _scratch: Path, _: int) -> None:
    nemo = import_module("nmo_python")
    text = "".join(f"e({p}, <{s}>, <{o}>) .\n" for p, s, o in pairs(facts))
    rules = "c(?p, ?s, ?o) :- e(?p, ?s, ?o) .\nc(?p, ?s, ?o) :- c(?p, ?s, ?m), e(?p, ?m, ?o) .\n@output c .\n"
    started = time.perf_counter()
    engine = nemo.NemoEngine(nemo.load_string(text + rules))
    engine.reason()
    count = sum(1 for _ in engine.result("c"))
    print(f"closure {time.perf_counter() - started:6.2f} s, {count:,} pairs")


def closure_oxigraph(facts: Path, _scratch: Path, _: int) -> None:
    with Store.open() as store:
        load_rdf(store, facts)
        started = time.perf_counter()
        count = sum(1 for relation in NESTED for _ in store.select(f"SELECT ?s ?o WHERE {{ ?s {relation}+ ?o }}"))
        print(f"closure {time.perf_counter() - started:6.2f} s, {count:,} pairs")


def closure_ours(facts: Path, scratch: Path, _: int) -> None:
    axioms = (OWL.TransitiveProperty,)
    words = Lexicon(
        replace(item, declarations=tuple(found for found in item.declarations if found.axiom in axioms))
        for item in Lexicon.load()
    )
    with Store.open(scratch / "store") as store:
        load_rdf(store, facts)
        started = time.perf_counter()
        report = derive(store, words)
    print(f"closure {time.perf_counter() - started:6.2f} s, {report.derived:,} pairs beside the stated, in the store")


Work = Callable[[Path, Path, int], None]
RIVALS: dict[str, Work] = {
    "reasonable": reasonable,
    "hallugraph (transitive rules)": closure_ours,
    "Nemo": closure_nemo,
    "DuckDB": closure_duckdb,
    "Oxigraph": closure_oxigraph,
}


def measure(work: str, facts: Path, refutations: int) -> None:
    """Run one measurement here and print its peak memory; a missing engine is said in one line."""
    with tempfile.TemporaryDirectory() as scratch:
        try:
            (RIVALS | {"hallugraph": ours})[work](facts, Path(scratch), refutations)
        except ModuleNotFoundError as error:
            print(f"left out: {error.name} is not installed; pip install reasonable duckdb nemo-python")
            return
    # A child counts its parent's pages until it runs its own program, so its figure is an upper bound.
    own, worker = (resource.getrusage(who).ru_maxrss / 1024
                   for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))  # fmt: skip
    print(f"  peak memory {own:,.0f} MB" + (f", Prolog at most {worker:,.0f} MB" if worker > 1 else ""))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rivals", action=argparse.BooleanOptionalAction, default=True)
    parser.add_argument("--refutations", type=int, default=2_000, help="the most facts that a rule may refute")
    parser.add_argument("--measure", nargs=2, metavar=("WORK", "FACTS"), help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.measure:
        measure(options.measure[0], Path(options.measure[1]), options.refutations)
        return
    with tempfile.TemporaryDirectory() as scratch:
        facts = Path(scratch) / "facts.nt"
        limit = ["--refutations", str(options.refutations)]
        for part in (8, 4, 2, 1):
            print(f"== hallugraph, 1/{part}: {write_graph(facts, 1 / part):,} triples", flush=True)
            subprocess.run([sys.executable, __file__, "--measure", "hallugraph", str(facts), *limit], check=True)
        for name in RIVALS if options.rivals else ():
            print(f"== {name}", flush=True)
            subprocess.run([sys.executable, __file__, "--measure", name, str(facts)], check=False)


if __name__ == "__main__":
    main()
