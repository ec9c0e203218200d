"""Endpoints against a real SPARQL server, behind a proxy that misbehaves on request."""

import http.client
import io
import socket
import subprocess
import sys
import threading
import time
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from pyoxigraph import BlankNode, Literal, RdfFormat

from hallugraph.kg.endpoint import Endpoint, prepare
from hallugraph.kg.errors import InputError, UsageError
from hallugraph.kg.names import PREFIXES, WD, WDT, XSD
from hallugraph.kg.store import Store

DATA = b"""
@prefix wd: <http://www.wikidata.org/entity/> .
@prefix wdt: <http://www.wikidata.org/prop/direct/> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
wd:Q142 wdt:P36 wd:Q90 ; rdfs:label "France"@en ; wdt:P1082 68000000 .
wd:Q90 rdfs:label "Paris"@en, "Tricky \\"quote\\" } # ?x"@en ; wdt:P3999 [ rdfs:label "blank" ] .
"""
TEXTS = st.text(st.characters(codec="utf-8", exclude_characters="\x00"), max_size=30)


def free_port():
    with socket.socket() as probe:
        probe.bind(("localhost", 0))
        return probe.getsockname()[1]


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    port = free_port()
    folder = tmp_path_factory.mktemp("server")
    command = [Path(sys.executable).parent / "oxigraph", "serve", "--location", folder, "--bind", f"localhost:{port}"]
    with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as process:
        try:
            wait_for(port)
            post(port, "/store?default", DATA, "text/turtle")
            yield port
        finally:
            process.terminate()


def wait_for(port):
    for _ in range(200):
        with socket.socket() as probe:
            if probe.connect_ex(("localhost", port)) == 0:
                return
        time.sleep(0.05)
    pytest.fail("the server did not start")


def post(port, path, body, kind):
    connection = http.client.HTTPConnection("localhost", port, timeout=20)
    try:
        connection.request("POST", path, body, {"Content-Type": kind})
        assert connection.getresponse().status in (200, 201, 204)
    finally:
        connection.close()


@contextmanager
def proxy(port, *faults):
    """Stand before the server; the first requests meet the faults, one each."""
    left = list(faults)
    seen = []

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self):
            body = self.rfile.read(int(self.headers["Content-Length"]))
            seen.append(dict(self.headers))
            fault = left.pop(0) if left else None
            if isinstance(fault, tuple):
                status, headers = fault
                self.answer(status, headers, b"java.lang.Trouble\n\tat line 1")
                return
            connection = http.client.HTTPConnection("localhost", port, timeout=20)
            connection.request("POST", "/query", body, {k: self.headers[k] for k in ("Content-Type", "Accept")})
            reply = connection.getresponse()
            kind, text = reply.headers["Content-Type"], reply.read()
            connection.close()
            if fault == "cut":
                self.answer(200, {"Content-Type": kind, "Content-Length": str(len(text))}, text[:-20])
            elif fault == "cut quietly":
                self.answer(200, {"Content-Type": kind}, text[:-20])
            elif fault == "page":
                self.answer(200, {"Content-Type": "application/sparql-results+json"}, b'{"hello": 1}')
            else:
                self.answer(reply.status, {"Content-Type": kind}, text)

        def answer(self, status, headers, text):
            self.send_response(status)
            for name, value in headers.items():
                self.send_header(name, value)
            self.end_headers()
            self.wfile.write(text)
            self.close_connection = True

        def log_message(self, *_):
            pass

    with ThreadingHTTPServer(("localhost", 0), Handler) as between:
        thread = threading.Thread(target=between.serve_forever)
        thread.start()
        try:
            yield f"http://localhost:{between.server_port}/query", seen
        finally:
            between.shutdown()
            thread.join()


def endpoint(port, **options):
    return Endpoint(f"http://localhost:{port}/query", **options)


CAPITAL = "SELECT ?o WHERE { ?s wdt:P36 ?o }"


class TestReading:
    def test_select_gives_terms(self, server):
        rows = list(endpoint(server).select("SELECT ?p ?o WHERE { ?s ?p ?o }", s=WD.Q142))
        assert {row["o"] for row in rows} == {
            WD.Q90,
            Literal("France", language="en"),
            Literal("68000000", datatype=XSD.integer),
        }

    def test_unbound_variables_are_left_out(self, server):
        query = "SELECT ?o ?no WHERE { ?s wdt:P36 ?o OPTIONAL { ?o wdt:P36 ?no } }"
        assert list(endpoint(server).select(query)) == [{"o": WD.Q90}]

    def test_ask(self, server):
        assert endpoint(server).ask("ASK { ?s wdt:P36 ?o }", o=WD.Q90) is True
        assert endpoint(server).ask("ASK { ?s wdt:P36 ?o }", o=WD.Q142) is False

    def test_construct(self, server):
        triples = list(endpoint(server).construct("CONSTRUCT { ?o ?p ?s } WHERE { ?s ?p ?o }", p=WDT.P36))
        assert [(t.subject, t.predicate, t.object) for t in triples] == [(WD.Q90, WDT.P36, WD.Q142)]

    def test_empty_construct(self, server):
        assert list(endpoint(server).construct("CONSTRUCT { ?o ?p ?s } WHERE { ?s ?p ?o }", p=WDT.P1)) == []

    def test_blank_nodes_come_back_as_such(self, server):
        (row,) = endpoint(server).select("SELECT ?o WHERE { ?s wdt:P3999 ?o }")
        assert isinstance(row["o"], BlankNode)

    def test_bindings_hold_in_aggregates_and_filters(self, server):
        query = "SELECT (COUNT(*) AS ?n) WHERE { ?s rdfs:label ?l FILTER(STRLEN(?l) > 3 && ?s = ?one) }"
        (row,) = endpoint(server).select(query, one=WD.Q90)
        assert row["n"].value == "2"

    @settings(max_examples=25, suppress_health_check=[HealthCheck.function_scoped_fixture])
    @given(TEXTS)
    def test_any_text_is_bound_as_a_value(self, server, text):
        (row,) = endpoint(server).select("SELECT (?x AS ?y) WHERE { }", x=Literal(text))
        assert row["y"] == Literal(text)

    def test_injection_stays_text(self, server):
        nasty = Literal('x" } # \n DROP ALL ; """ \\" ')
        assert not endpoint(server).ask("ASK { ?s rdfs:label ?l }", l=nasty)


class TestSameAsStore:
    """A query with bindings means the same to a store and to an endpoint."""

    QUERIES = (
        "SELECT ?o WHERE { # a { comment } ?s\n ?s wdt:P36 ?o }",
        'SELECT ?o ("{ ?s" AS ?brace) WHERE { ?s wdt:P36 ?o FILTER(EXISTS { ?s ?p ?o }) }',
        "SELECT ?o (EXISTS { ?s wdt:P36 ?o } AS ?e) WHERE { ?s wdt:P36 ?o }",
        "PREFIX wdt: <http://www.wikidata.org/prop/direct/> SELECT ?o { ?s wdt:P36 ?o }",
        "SELECT (COUNT(*) AS ?n) WHERE { ?s wdt:P36 ?o }",
    )

    @pytest.mark.parametrize("query", QUERIES)
    def test_bindings(self, server, query):
        with Store.open(None) as store:
            store.bulk_load(io.BytesIO(DATA), RdfFormat.TURTLE, WD.g)
            for subject in (WD.Q142, WD.Q90):
                assert list(endpoint(server).select(query, s=subject)) == list(store.select(query, s=subject))


class TestFaults:
    def test_it_waits_as_long_as_it_is_told(self, server):
        pauses = []
        with proxy(server, (429, {"Retry-After": "7"}), (503, {})) as (url, seen):
            rows = list(Endpoint(url, pause=pauses.append, user_agent="me/1 (me@example.org)").select(CAPITAL))
        assert rows == [{"o": WD.Q90}]
        assert pauses[0] == 7
        assert 1 <= pauses[1] <= 2
        assert [headers["User-Agent"] for headers in seen] == ["me/1 (me@example.org)"] * 3

    def test_pauses_grow_and_are_the_same_for_a_seed(self, server):
        def pauses():
            waited = []
            with proxy(server, *[(500, {})] * 3) as (url, _):
                list(Endpoint(url, pause=waited.append, seed=4).select(CAPITAL))
            return waited

        first = pauses()
        assert first == pauses()
        assert first[0] < first[1] < first[2]

    def test_it_gives_up_in_the_end(self, server):
        with proxy(server, *[(500, {})] * 9) as (url, seen), pytest.raises(InputError) as caught:
            Endpoint(url, retries=2, pause=lambda _: None).select(CAPITAL)
        assert str(caught.value) == (
            f"{url}: the endpoint is busy or failing (HTTP 500); asked 3 times: try again later, or ask for less"
        )
        assert len(seen) == 3

    def test_a_very_long_wait_is_left_to_the_user(self, server):
        with (
            proxy(server, (429, {"Retry-After": "86400"})) as (url, _),
            pytest.raises(InputError, match="asks to wait 86400 s"),
        ):
            Endpoint(url).select(CAPITAL)

    @pytest.mark.parametrize("fault", ["cut", "cut quietly"])
    def test_cut_answers_are_asked_for_again(self, server, fault):
        pauses = []
        with proxy(server, fault, fault) as (url, _):
            rows = list(Endpoint(url, pause=pauses.append).select(CAPITAL))
        assert rows == [{"o": WD.Q90}]
        assert len(pauses) == 2

    def test_cut_graphs_are_never_taken(self, server):
        query = "CONSTRUCT { ?s ?p ?o } WHERE { ?s ?p ?o }"
        with proxy(server, "cut quietly", "cut") as (url, _), pytest.raises(InputError, match="cut off|not whole"):
            Endpoint(url, retries=1, pause=lambda _: None).construct(query)

    def test_no_more_than_the_query_is_wrong(self, server):
        with proxy(server, (403, {})) as (url, seen), pytest.raises(InputError, match=r"HTTP 403\): it refuses"):
            Endpoint(url, pause=lambda _: None).select(CAPITAL)
        assert len(seen) == 1

    def test_a_page_that_is_no_answer(self, server):
        with proxy(server, "page") as (url, _), pytest.raises(InputError, match="not one to a SPARQL query"):
            Endpoint(url).select(CAPITAL)

    def test_a_bad_query_is_said_to_be_one(self, server):
        with pytest.raises(InputError, match="does not understand the query"):
            endpoint(server).select("SELECT ?o WHERE { ?s ?p }")

    def test_a_closed_port(self):
        url = f"http://localhost:{free_port()}/query"
        with pytest.raises(InputError) as caught:
            Endpoint(url, retries=0).select(CAPITAL)
        assert str(caught.value) == (
            f"{url}: the endpoint cannot be reached (Connection refused); asked once: try again later, or ask for less"
        )

    def test_a_silent_server(self):
        with socket.create_server(("localhost", 0)) as silent:
            url = f"http://localhost:{silent.getsockname()[1]}/query"
            with pytest.raises(InputError, match="no answer within 1 s"):
                Endpoint(url, timeout=1, retries=0).select(CAPITAL)


class TestWrongUse:
    @pytest.mark.parametrize("url", ["", "localhost:7878", "ftp://x.org/q", "file:///etc/passwd", "http://"])
    def test_addresses(self, url):
        with pytest.raises(UsageError, match="no address of an endpoint"):
            Endpoint(url)

    def test_forms(self):
        with pytest.raises(UsageError, match="this is not a SELECT query"):
            Endpoint("http://x.org").select("DROP ALL")
        with pytest.raises(UsageError, match="this is not an ASK query"):
            Endpoint("http://x.org").ask("SELECT * { }")

    def test_blank_nodes_cannot_be_bound(self):
        with pytest.raises(UsageError, match="none of our blank nodes"):
            prepare("SELECT * { ?s ?p ?o }", "SELECT", {"s": BlankNode("b")})

    def test_only_prefixes_in_use_are_declared(self):
        query = "PREFIX wd: <http://other/> ASK { ?s rdfs:label 'skos:x' ; wd:a <owl:a> }"
        assert prepare(query, "ASK", {}) == f"PREFIX rdfs: <{PREFIXES['rdfs']}>\n{query}"
