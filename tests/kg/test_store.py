"""The store: what goes in comes out, and what goes wrong is one clear sentence."""

import io
import subprocess
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pyoxigraph import Literal, NamedNode, Quad, RdfFormat

from hallugraph.kg.errors import InputError, StoreError, StoreLockedError, UsageError
from hallugraph.kg.names import RDFS, WD, WDT, content_id
from hallugraph.kg.sparql import bind
from hallugraph.kg.store import Store

GRAPH = NamedNode("http://example.org/graph")
texts = st.text(st.characters(codec="utf-8", exclude_characters="\x00"), max_size=60)


def quad(s="Q1", p="P1", o="Q2", graph=GRAPH):
    return Quad(WD[s], WDT[p], WD[o], graph)


def test_what_is_added_is_found_by_any_pattern(store):
    store.add([quad(), quad(o="Q3"), quad(s="Q4", graph=WD.G)])
    assert store.objects(WD.Q1, WDT.P1) == [WD.Q2, WD.Q3]
    assert store.subjects(WDT.P1, WD.Q2) == [WD.Q1, WD.Q4]
    assert store.value(WD.Q4, WDT.P1) == WD.Q2
    assert store.contains(WD.Q1, WDT.P1, WD.Q2)
    assert not store.contains(WD.Q1, WDT.P1, WD.Q9)
    assert store.graphs() == [WD.G, GRAPH] if str(WD.G) < str(GRAPH) else [GRAPH, WD.G]
    assert (store.count(), store.count(GRAPH)) == (3, 2)


def test_queries_see_every_graph(store):
    store.add([quad(), quad(s="Q4", graph=WD.G)])
    rows = list(store.select("SELECT ?s { ?s ?p ?o }", p=WDT.P1))
    assert {row["s"] for row in rows} == {WD.Q1, WD.Q4}
    assert store.ask("ASK { ?s wdt:P1 wd:Q2 }", s=WD.Q4)


@given(text=texts)
def test_no_text_leaves_its_place_in_a_query(text):
    with Store.open() as store:
        store.add([Quad(WD.Q1, RDFS.label, Literal(text), GRAPH), Quad(WD.Q2, RDFS.label, Literal("other"), GRAPH)])
        rows = list(store.select("SELECT ?s { ?s rdfs:label ?text }", text=Literal(text)))
        assert [row["s"] for row in rows] == [WD.Q1] or text == "other"


@given(text=texts)
def test_replacing_a_graph_keeps_any_text(text):
    with Store.open() as store:
        store.add([quad()])
        store.replace_graph(GRAPH, [Quad(WD.Q1, RDFS.label, Literal(text), GRAPH)])
        assert [q.object for q in store.quads()] == [Literal(text)]


@pytest.mark.parametrize(
    ("query", "bound"),
    [
        ("SELECT ?o { ?s ?p ?o }", "SELECT ?o { <http://x> ?p ?o }"),
        ("{ $s ?p '?s' }", "{ <http://x> ?p '?s' }"),
        ('{ ?s ?p """a "?s" b""" } # ?s', '{ <http://x> ?p """a "?s" b""" } # ?s'),
        ("{ <http://y?s> ?p ?st }", "{ <http://y?s> ?p ?st }"),
        ("FILTER(1 <?s && ?s> 2)", "FILTER(1 <<http://x> && <http://x>> 2)"),
    ],
)
def test_only_variables_are_bound(query, bound):
    assert bind(query, {"s": NamedNode("http://x")}) == bound


def test_a_bad_line_undoes_the_load_and_is_named(store):
    good = b'<http://a> <http://b> "x" .\n'
    with pytest.raises(InputError, match=r"facts\.nt:2: "):
        stream = io.BytesIO(good + b"<http://a> nonsense .\n")
        stream.name = "facts.nt"
        store.bulk_load(stream, RdfFormat.N_TRIPLES, GRAPH)
    assert store.count() == 0


@pytest.mark.parametrize("query", ["SELECT", "SELECT ?s { ?s ?p }", "DELETE WHERE { ?s ?p ?o }"])
def test_a_bad_query_is_a_usage_error(store, query):
    with pytest.raises(UsageError):
        list(store.select(query))


def test_a_query_of_another_form_is_refused(store):
    with pytest.raises(UsageError, match="not a SELECT"):
        list(store.select("ASK { ?s ?p ?o }"))
    with pytest.raises(UsageError, match="not a CONSTRUCT"):
        store.construct("SELECT ?s { ?s ?p ?o }")


def test_a_store_on_disk_is_there_again(tmp_path):
    with Store.open(tmp_path / "s") as store:
        store.add([quad()])
    with Store.open(tmp_path / "s") as store:
        assert store.count() == 1
    with Store.snapshot(tmp_path / "s") as copy:
        assert copy.count() == 1
    assert [path.name for path in tmp_path.iterdir()] == ["s"], "the snapshot leaves nothing behind"


def test_folders_above_a_store_are_made(tmp_path):
    with Store.open(tmp_path / "a" / "b" / "store") as store:
        store.add([quad()])
    assert (tmp_path / "a" / "b" / "store" / "CURRENT").exists()


def test_a_snapshot_cannot_be_written(tmp_path):
    with Store.open(tmp_path / "s") as store:
        store.add([quad()])
    with Store.snapshot(tmp_path / "s") as copy, pytest.raises(StoreError):
        copy.add([quad(o="Q7")])


def test_a_store_in_use_by_another_process_is_said_so(tmp_path):
    path = tmp_path / "s"
    code = f"import pyoxigraph, sys; s = pyoxigraph.Store({str(path)!r}); print('open', flush=True); sys.stdin.read()"
    with subprocess.Popen([sys.executable, "-c", code], stdin=subprocess.PIPE, stdout=subprocess.PIPE) as owner:
        assert owner.stdout is not None
        owner.stdout.readline()
        for open_ in (Store.open, Store.snapshot):
            with pytest.raises(StoreLockedError, match="another process is using this store"):
                open_(path)
        owner.communicate(b"")


def test_directories_that_are_no_store_are_refused(tmp_path):
    (tmp_path / "file").write_text("x")
    (tmp_path / "full").mkdir()
    (tmp_path / "full" / "thesis.txt").write_text("x")
    with pytest.raises(StoreError, match="a file is in the way"):
        Store.open(tmp_path / "file")
    with pytest.raises(StoreError, match="holds no store"):
        Store.open(tmp_path / "full")
    with pytest.raises(StoreError, match="there is no store here"):
        Store.snapshot(tmp_path / "nowhere")


def test_a_closed_store_says_so(store):
    store.close()
    store.close()
    with pytest.raises(StoreError, match="closed"):
        store.count()


@given(st.lists(texts, max_size=4), st.lists(texts, max_size=4))
def test_content_ids_differ_exactly_when_the_parts_differ(left, right):
    assert (content_id("x", left) == content_id("x", right)) == (left == right)
