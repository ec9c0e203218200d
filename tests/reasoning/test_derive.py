"""Rules against references that are short enough to be plainly right."""

import os
import signal
import sys
import tempfile
import threading
import time
from collections.abc import Iterable
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from pyoxigraph import BlankNode, Literal, Quad

from hallugraph.kg.errors import InputError, ReasoningError
from hallugraph.kg.fact import Derived, Fact, Stated, proof
from hallugraph.kg.names import HG, METADATA_GRAPH, RDF, XSD
from hallugraph.kg.store import Store
from hallugraph.reasoning import Limits, Prover, derive, prolog, rules_of
from hallugraph.reasoning.proofs import graph_levels, refutation_graphs

from .conftest import EX, ex

NODES = [f"n{i}" for i in range(6)]
Pair = tuple[str, str]
pairs = st.sets(st.tuples(st.sampled_from(NODES), st.sampled_from(NODES)), max_size=12)


Triple = tuple[str, str, str]


def plain(term: object) -> str:
    return getattr(term, "value", "").removeprefix(EX)


def derived(store: Store) -> set[Triple]:
    graphs = [graph for graph, level in graph_levels(store).items() if level.rule]
    quads = (quad for graph in graphs for quad in store.quads(graph=graph))
    return {(plain(quad.subject), plain(quad.predicate), plain(quad.object)) for quad in quads}


def refuted(store: Store) -> set[Triple]:
    found = set()
    for graph in refutation_graphs(store):
        for node in store.subjects(HG.holds, Literal("false", datatype=XSD.boolean), graph):
            s, p, o = (plain(store.value(node, part, graph)) for part in (RDF.subject, RDF.predicate, RDF.object))
            found.add((s, p, o))
    return found


def closure(pairs: Iterable[Pair]) -> set[Pair]:
    found = set(pairs)
    while more := {(a, d) for a, b in found for c, d in found if b == c} - found:
        found |= more
    return found


def expected(knows: set[Pair], owns: set[Pair], within: set[Pair], likes: set[Pair]) -> set[Triple]:
    """What the declarations of the small world give, computed without any of our code."""
    knows_all = knows | {(b, a) for a, b in knows}
    facts = {("knows", *pair) for pair in knows_all} | {("ownedBy", b, a) for a, b in owns}
    facts |= {("within", *pair) for pair in closure(within)} | {("minds", *pair) for pair in likes}
    facts |= {("uncle", b, d) for a, b in likes for c, d in knows_all if a == c}
    stated = {("knows", *p) for p in knows} | {("within", *p) for p in within}
    return {(s, p, o) for p, s, o in facts - stated if s != o}


# A hundred worker processes would take minutes; ten graphs with cycles find what a hundred do.
@settings(max_examples=10, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(knows=pairs, owns=pairs, within=pairs, likes=pairs)
def test_positive_rules_give_exactly_what_follows(world, lexicon, knows, owns, within, likes):
    stated = {"knows": knows, "owns": owns, "within": within, "likes": likes}
    triples = [(s, name, o) for name, found in stated.items() for s, o in found]
    with world([*triples, ("x", "knows", "y")]) as store:
        derive(store, lexicon)
        assert derived(store) == expected(knows | {("x", "y")}, owns, within, likes)
        prover = Prover(store, rules_of(lexicon))
        for s, p, o in derived(store):
            assert_well_founded(prover.prove(ex(s), ex(p), ex(o)))


def assert_well_founded(fact: Fact | None, above: tuple[Fact, ...] = ()):
    """No fact stands above itself in its proof, and every branch ends at a source."""
    assert fact is not None
    assert fact not in above
    if isinstance(fact.evidence, Derived):
        for premise in fact.premises:
            assert_well_founded(premise, (*above, fact))
    else:
        assert isinstance(fact.evidence, Stated)


def test_a_fact_that_is_stated_is_not_derived_again(world, lexicon):
    with world([("a", "knows", "b"), ("b", "knows", "a")]) as store:
        assert derive(store, lexicon).derived == 0


CITIES = [("rome", "a", "City"), ("oslo", "a", "City"), ("paris", "a", "City"), ("italy", "a", "Land")]


@pytest.mark.parametrize(
    ("case", "triples", "false"),
    [
        ("another city", [("ann", "born", "rome"), ("bob", "born", "oslo")], {("ann", "oslo"), ("bob", "rome")}),
        ("a country is no city", [("ann", "born", "rome"), ("bob", "born", "italy")], set()),
        ("two values stated", [("ann", "born", "rome"), ("ann", "born", "paris"), ("bob", "born", "oslo")],
         {("bob", "rome"), ("bob", "paris")}),
        ("one within the other", [("ann", "born", "rome"), ("bob", "born", "oslo"), ("oslo", "within", "rome")], set()),
        ("an exception", [("ann", "born", "nowhere"), ("bob", "born", "oslo"), ("nowhere", "a", "City")], set()),
    ],
)  # fmt: skip
def test_one_value_excludes_others(world, lexicon, case, triples, false):
    with world([*CITIES, *triples]) as store:
        derive(store, lexicon)
        assert {(s, o) for s, p, o in refuted(store) if p == "born"} == false, case


def test_asymmetric_and_disjoint_relations_refute(world, lexicon):
    with world([("a", "within", "b"), ("loop", "within", "b"), ("a", "likes", "b"), ("b", "hates", "a")]) as store:
        derive(store, lexicon)
        assert refuted(store) == {("b", "within", "a"), ("a", "hates", "b"), ("b", "likes", "a")}


def test_a_refutation_carries_the_facts_that_exclude_it(world, lexicon):
    with world([*CITIES, ("ann", "born", "rome"), ("bob", "born", "oslo")]) as store:
        derive(store, lexicon)
        fact = Prover(store, rules_of(lexicon)).refuted(Fact(ex("ann"), ex("born"), ex("oslo"), holds=False))
        assert fact is not None
        grounds = {(plain(step.subject), plain(step.object)) for step in fact.premises}
        assert grounds == {("ann", "rome"), ("rome", "City"), ("oslo", "City")}
        assert all(isinstance(step.evidence, Stated) for step in list(proof(fact))[1:])


def test_the_same_derivation_is_recognised_and_a_new_source_is_not_missed(world, lexicon):
    with world([("a", "knows", "b")]) as store:
        first = derive(store, lexicon)
        again = derive(store, lexicon)
        assert (first.already, again.already) == (False, True)
        assert again.derived == first.derived == 1
        store.add(
            [Quad(ex("c"), ex("knows"), ex("d"), ex("more")), Quad(ex("more"), RDF.type, HG.Source, METADATA_GRAPH)]
        )
        assert derive(store, lexicon).already is False
        assert derived(store) == {("b", "knows", "a"), ("d", "knows", "c")}


def test_a_closure_that_explodes_stops_at_the_limit_and_says_so(world, lexicon):
    chain = [(f"n{i}", "within", f"n{i + 1}") for i in range(60)]
    with world(chain) as store:
        report = derive(store, lexicon, limits=Limits(facts_per_rule=100))
        stopped = [item for item in report.counts if item.stopped]
        assert [(item.rule.kind, item.count) for item in stopped] == [("transitive", 100)]
        assert len(derived(store)) == 100


def test_without_sources_there_is_nothing_to_do(store, lexicon):
    with pytest.raises(InputError, match="no source"):
        derive(store, lexicon)


def test_a_missing_prolog_says_how_to_install_it(world, lexicon, monkeypatch):
    monkeypatch.setenv("PATH", "/nowhere")
    with world([("a", "knows", "b")]) as store, pytest.raises(ReasoningError, match="apt-get install swi-prolog"):
        derive(store, lexicon)


@pytest.mark.parametrize(
    ("limits", "message"),
    [
        (Limits(timeout=0.01), "did not finish in 0.01 s"),
        (Limits(memory=1_000), "Prolog"),
    ],
)
def test_when_prolog_fails_the_store_is_as_it_was(world, lexicon, limits, message):
    with world([("a", "knows", "b")]) as store:
        before = sorted(map(str, store.quads()))
        with pytest.raises(ReasoningError, match=message):
            derive(store, lexicon, limits=limits)
        assert sorted(map(str, store.quads())) == before
        assert derive(store, lexicon).derived == 1


def test_a_killed_worker_is_named_with_its_rule(tmp_path):
    (tmp_path / "progress.txt").write_text("3\n", encoding="ascii")
    assert prolog._death(-signal.SIGKILL, "") == "was ended by SIGKILL"
    assert prolog._where(tmp_path) == "at rule 3"


def kill_at_work(scratch: Path, killed: list[int]) -> None:
    """Wait until the worker is at a rule, then end it as the system does when memory runs out."""
    for _ in range(3000):
        notes = [note.read_text() for note in scratch.glob("hallugraph-*/positive/progress.txt")]
        workers = [entry for entry in Path("/proc").glob("[0-9]*") if str(scratch).encode() in command_line(entry)]
        if any(note.strip().isdigit() for note in notes) and workers:
            killed.append(int(workers[0].name))
            os.kill(killed[0], signal.SIGKILL)
            return
        time.sleep(0.01)


def command_line(process: Path) -> bytes:
    try:
        return (process / "cmdline").read_bytes()
    except OSError:  # it has ended in the meantime
        return b""


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="finds the worker in /proc")
def test_a_worker_killed_at_work_leaves_the_store_as_it_was(world, lexicon, monkeypatch, tmp_path):
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    killed: list[int] = []
    with world([(f"n{i}", "within", f"n{i + 1}") for i in range(1500)]) as store:
        before = sorted(map(str, store.quads()))
        killer = threading.Thread(target=kill_at_work, args=(tmp_path, killed))
        killer.start()
        with pytest.raises(ReasoningError, match="SIGKILL at the transitive rule of within; the store is as it was"):
            derive(store, lexicon)
        killer.join()
        assert killed
        assert sorted(map(str, store.quads())) == before
        assert derive(store, lexicon, limits=Limits(facts_per_rule=100)).derived == 100


@pytest.mark.parametrize("graphs", [["one"], ["one", "two"]])
def test_pairs_give_each_fact_between_iris_once(store, graphs):
    texts = [Literal("a\tb"), Literal("<x>"), Literal("5", datatype=XSD.integer), ex("100%25s")]
    store.add(Quad(ex("a"), ex("p"), term, ex(graph)) for graph in ("one", "two", "three") for term in texts)
    store.add([Quad(BlankNode("b"), ex("p"), ex("a"), ex("one")), Quad(ex("a"), ex("p"), BlankNode("b"), ex("one"))])
    found = dict(store.pairs([ex("p"), ex("none")], [ex(graph) for graph in graphs]))
    assert found == {ex("p"): [str(ex("a")), str(ex("100%25s"))], ex("none"): []}


def test_names_with_percent_signs_come_back_as_they_were(world, lexicon):
    with world([("100%25s", "knows", "b%20d")]) as store:
        derive(store, lexicon)
        assert derived(store) == {("b%20d", "knows", "100%25s")}


def test_every_derivation_is_described(world, lexicon):
    with world([("a", "knows", "b"), ("a", "owns", "b")]) as store:
        derive(store, lexicon)
        described = store.subjects(RDF.type, HG.Derivation, METADATA_GRAPH)
        assert {graph for graph in store.graphs() if "derived" in graph.value} == set(described)
        assert len(described) == 2


def test_independent_proofs_are_found_shortest_first_and_never_circular(world, lexicon):
    triples = [("x", "likes", "a"), ("x", "knows", "b"), ("y", "likes", "a"), ("b", "knows", "y"), ("b", "knows", "x")]
    with world(
        [*triples, ("a", "within", "b"), ("b", "within", "c"), ("a", "within", "d"), ("d", "within", "c")]
    ) as store:
        derive(store, lexicon)
        prover = Prover(store, rules_of(lexicon))
        proofs = prover.proofs(ex("a"), ex("within"), ex("c"))
        assert [{plain(step.object) for step in fact.premises} for fact in proofs] in (
            [{"b", "c"}, {"d", "c"}], [{"d", "c"}, {"b", "c"}],
        )  # fmt: skip
        stated, *turned = prover.proofs(ex("x"), ex("knows"), ex("b"))
        assert isinstance(stated.evidence, Stated)
        assert [fact.evidence.kind for fact in turned if isinstance(fact.evidence, Derived)] == ["symmetric"]
        for fact in (*proofs, stated, *turned):
            assert_well_founded(fact)
        assert prover.proofs(ex("a"), ex("within"), ex("nowhere")) == []
