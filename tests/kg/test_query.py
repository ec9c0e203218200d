"""Named queries: every file says what it tells, takes and gives."""

import pytest
from pyoxigraph import Literal, NamedNode, Quad

from hallugraph.kg.errors import UnknownNameError, UsageError
from hallugraph.kg.names import WD, compact, expand
from hallugraph.kg.query import named_queries, named_query, parse_query
from hallugraph.kg.store import Store

QUERIES = sorted(named_queries())
TEXT = """# What it tells.
# param: s  iri  -  a subject
# param: n  integer  3  a number
# column: o  an object
SELECT ?o { ?s ?p ?o }"""


@pytest.mark.parametrize("name", QUERIES)
def test_every_query_runs_and_gives_the_columns_of_its_header(name, store):
    query = named_query(name)
    values = {item.name: "wd:Q1" for item in query.parameters if item.default is None}
    assert list(query.run(store, values)) == [] or name == "accounting"
    assert query.purpose.endswith(".")
    assert query.columns
    select = query.text.partition("WHERE")[0]
    assert all(f"?{column}" in select for column in query.columns)


def test_parameters_are_typed_and_required(store):
    query = parse_query("test", TEXT)
    store.add([Quad(WD.Q1, WD.P, WD.Q2, WD.G)])
    assert [row["o"] for row in query.run(store, {"s": "wd:Q1"})] == [WD.Q2]
    for values, message in [
        ({}, "needs s"), ({"s": "not an iri"}, "is not an IRI"), ({"s": "wd:Q1", "n": "x"}, "not of type integer"),
    ]:  # fmt: skip
        with pytest.raises(UsageError, match=message):
            list(query.run(store, values))
    with pytest.raises(UnknownNameError, match="no parameter of test 'x'"):
        list(query.run(store, {"x": "1"}))


def test_an_unknown_query_lists_the_nearest():
    with pytest.raises(UnknownNameError, match="did you mean 'sources'"):
        named_query("source")


@pytest.mark.parametrize(
    ("name", "iri"),
    [("wd:Q1", WD.Q1), ("Q1", WD.Q1), ("P36", NamedNode("http://www.wikidata.org/prop/direct/P36")),
     ("<http://x/y>", NamedNode("http://x/y")), ("http://x/y", NamedNode("http://x/y")), ("nonsense", None),
     ("http://x/ y", None), ("Quebec", None)],
)  # fmt: skip
def test_names_of_terms(name, iri):
    assert expand(name) == iri


def test_short_forms():
    assert compact(WD.Q1) == "wd:Q1"
    assert compact(Literal("x")) == "x"
    assert compact(NamedNode("http://elsewhere/x")) == "http://elsewhere/x"


def test_the_store_is_left_as_it_was():
    with Store.open() as store:
        list(named_query("sources").run(store, {}))
        assert store.count() == 0
