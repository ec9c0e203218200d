"""RDF files: what goes in comes out, and what is wrong with a file leaves the store as it was."""

import bz2
import gzip
import io
import json
import os
import subprocess
import sys
import textwrap
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from pyoxigraph import BlankNode, Literal, NamedNode, Quad, RdfFormat, Triple, serialize

from hallugraph.kg.errors import InputError, StoreError, StoreLockedError, UsageError
from hallugraph.kg.names import DCTERMS, METADATA_GRAPH, PROV, RDFS, SPDX, VOID, WD, WDT
from hallugraph.kg.store import Store
from hallugraph.loaders.rdf import load_rdf
from hallugraph.loaders.source import source_graph, sources

S, P, G = NamedNode("http://x.org/s"), NamedNode("http://x.org/p"), NamedNode("http://x.org/g")
GOOD = b'<http://x.org/s> <http://x.org/p> "one" .\n<http://x.org/s> <http://x.org/p> "two"@en .\n'
BAD_LINE = GOOD + b'<http://x.org/s> <http://x.org/p> "three" \n<http://x.org/s> <http://x.org/p> "four" .\n'

NASTY = (
    '"', "\\", "'''", '"""', "line\nbreak\r\ttab", "<b>&amp;</b><script>", "foo(X) :- bar, \\+ !.", "'a'(b)",
    '" } INSERT DATA { <a:a> <a:a> "', "?x {} # --", "ünï ✓ 日本 😀", "\u200f\u202e", " spaces ", "]]>", "null", "@en",
)  # fmt: skip
TEXTS = st.one_of(st.sampled_from(NASTY), st.text(st.characters(codec="utf-8", exclude_categories=["Cc", "Cs"])))


def write(folder: Path, name: str, data: bytes) -> Path:
    path = folder / name
    pack = {".gz": gzip.compress, ".bz2": bz2.compress}.get(path.suffix, bytes)
    path.write_bytes(pack(data))
    return path


def written(quads, format_):
    target = io.BytesIO()
    rows = quads if format_.supports_datasets else (quad.triple for quad in quads)
    serialize(rows, target, format_)
    return target.getvalue()


def state(store):
    target = io.BytesIO()
    store.dump(target, RdfFormat.N_QUADS)
    return sorted(target.getvalue().splitlines())


def texts(store, report):
    return {quad.object.value for quad in store.quads(S, P, None, report.graph)}


class TestRoundTrip:
    @pytest.mark.parametrize("ending", [".nt", ".nq", ".ttl", ".trig", ".jsonld", ".rdf", ".nt.gz", ".ttl.bz2"])
    def test_formats(self, store, tmp_path, ending):
        format_ = RdfFormat.from_extension(ending.split(".")[1])
        quads = [Quad(S, P, Literal(text)) for text in NASTY] + [Quad(S, P, Literal("x", language="en"))]
        report = load_rdf(store, write(tmp_path, f"data{ending}", written(quads, format_)))
        assert texts(store, report) == {*NASTY, "x"}
        assert (report.read, report.kept, report.skipped, report.bad) == (len(quads), len(quads), 0, 0)

    @pytest.mark.parametrize("format_", [RdfFormat.N_TRIPLES, RdfFormat.TURTLE, RdfFormat.JSON_LD])
    @settings(max_examples=40, suppress_health_check=[HealthCheck.function_scoped_fixture])
    @given(data=st.lists(TEXTS, min_size=1, max_size=5), language=st.sampled_from([None, "en", "zh-hans"]))
    def test_any_text_survives(self, tmp_path, format_, data, language):
        quads = [Quad(S, RDFS.label, Literal(text, language=language)) for text in data]
        path = write(tmp_path, f"data.{format_.file_extension}", written(quads, format_))
        with Store.open(None) as store:
            load_rdf(store, path)
            rows = store.select("SELECT ?label WHERE { ?s rdfs:label ?label }", s=S)
            assert {row["label"] for row in rows} >= {Literal(text, language=language) for text in data}

    def test_labels_written_by_hand(self, store, tmp_path):
        body = {"@id": S.value, P.value: [{"@value": text, "@language": "en"} for text in NASTY]}
        report = load_rdf(store, write(tmp_path, "hand.jsonld", json.dumps(body).encode()))
        assert texts(store, report) == set(NASTY)


class TestOneGraph:
    def test_graphs_inside_are_folded_and_counted(self, store, tmp_path):
        data = b'<a:s> <a:p> "1" <a:g1> .\n<a:s> <a:p> "1" <a:g2> .\n<a:s> <a:p> "2" .\n'
        report = load_rdf(store, write(tmp_path, "x.nq", data))
        assert (report.read, report.kept, report.skipped, report.graphs) == (3, 2, 1, 2)
        assert set(store.graphs()) == {report.graph, METADATA_GRAPH}

    def test_blank_nodes_of_two_files_stay_apart(self, store, tmp_path):
        for number in (1, 2):
            load_rdf(store, write(tmp_path, f"{number}.nt", b'_:b <a:p> "%d" .\n_:b <a:q> _:b .\n' % number))
        nodes = {quad.subject for quad in store.quads(None, NamedNode("a:p"))}
        assert len(nodes) == 2
        assert all(isinstance(node, BlankNode) and store.quads(node, NamedNode("a:q"), node) for node in nodes)

    def test_triple_terms_are_left_out_and_counted(self, store, tmp_path):
        report = load_rdf(store, write(tmp_path, "x.nt", GOOD + b"<a:s> <a:p> <<( <a:s> <a:p> <a:o> )>> .\n"))
        assert (report.read, report.kept, report.skipped) == (3, 2, 1)
        assert not any(isinstance(quad.object, Triple) for quad in store.quads())


class TestDescription:
    def test_it_says_where_the_graph_comes_from(self, store, tmp_path):
        report = load_rdf(store, write(tmp_path, "x.nt", GOOD), title="A title", licence="https://x.org/licence")
        assert sources(store) == [report.graph] == [source_graph(report.sha256)]

        def said(predicate):
            return [getattr(term, "value", "") for term in store.objects(report.graph, predicate, METADATA_GRAPH)]

        assert said(DCTERMS.title) == ["A title"]
        assert said(DCTERMS.source) == ["x.nt"]
        assert said(DCTERMS.license) == ["https://x.org/licence"]
        assert said(VOID.triples) == ["2"]
        (checksum,) = store.objects(report.graph, SPDX.checksum)
        assert isinstance(checksum, NamedNode)
        assert [value.value for value in store.objects(checksum, SPDX.checksumValue)] == [report.sha256]
        (agent,) = store.objects(report.graph, PROV.wasAttributedTo)
        assert PROV.SoftwareAgent in [quad.object for quad in store.quads(agent)]

    def test_no_path_of_this_machine_is_stored(self, store, tmp_path):
        load_rdf(store, write(tmp_path, "x.nt", GOOD))
        assert not [line for line in state(store) if str(tmp_path).encode() in line]

    def test_loading_again_does_nothing(self, store, tmp_path):
        first = load_rdf(store, write(tmp_path, "x.nt", GOOD))
        before = state(store)
        again = load_rdf(store, write(tmp_path, "the_same_elsewhere.nt", GOOD))
        assert again.already
        assert not first.already
        assert (again.graph, again.kept) == (first.graph, first.kept)
        assert state(store) == before

    def test_a_graph_left_by_a_crash_is_dropped(self, store, tmp_path):
        left = source_graph("0" * 64)
        store.add([Quad(S, P, Literal("half"), left)])
        load_rdf(store, write(tmp_path, "x.nt", GOOD))
        assert left not in store.graphs()
        assert state(store) != []

    def test_graphs_of_others_are_left_alone(self, store, tmp_path):
        store.add([Quad(S, P, Literal("mine"), G)])
        load_rdf(store, write(tmp_path, "x.nt", GOOD))
        assert G in store.graphs()


RDF_XML = b'<?xml version="1.0"?>\n<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns:x="http://x.org/">\n'
PACKED = gzip.compress(b"".join(b'<a:s> <a:p> "%d" .\n' % number for number in range(20000)))
BAD_FILES = [
    ("lines.nt", BAD_LINE, ":4: this is not well-formed N-Triples: Quads must be followed by a dot"),
    ("bytes.nt", GOOD + b'<a:s> <a:p> "\xff" .\n', ":3: this is not UTF-8 text; convert the file to UTF-8"),
    ("bytes.ttl", b"\n\n<a:s> <a:p> '\xe9' .\n", ":3: this is not UTF-8 text; convert the file to UTF-8"),
    (
        "bytes.rdf",
        RDF_XML + b"<rdf:Description x:p='\xff'/></rdf:RDF>",
        ":3: this is not well-formed XML",
    ),
    ("iri.nt", b"<not an iri> <a:p> <a:o> .\n", ":1: this is not well-formed N-Triples: Invalid IRI"),
    ("relative.ttl", b"<here> <a:p> <a:o> .\n", ":1: this is not well-formed Turtle: No scheme"),
    ("page.ttl", b"<!DOCTYPE html><html><body>", ":1: this is not well-formed Turtle: "),
    ("turtle.nt", b"@prefix a: <a:> .\na:s a:p a:o .\n", ":1: this is not well-formed N-Triples: "),
    ("json.ttl", b'{"@id": "a:s"}', ":1: this is not well-formed Turtle: "),
    ("cut.jsonld", b'{"@id": "a:s", "a:p": "d"', ":1: this is not well-formed JSON-LD: "),
    ("remote.jsonld", b'{"@context": "https://x.org/", "@id": "a:s"}', ": the JSON-LD context is on another server"),
    (
        "cut.rdf",
        RDF_XML + b"<rdf:Description rdf:about='a:s' x:p='1'/>\n",
        ":4: this is not well-formed XML: no element",
    ),
    ("other.xml", b"<html><body/></html>", "this is not well-formed RDF/XML: "),
    ("empty.nt", b"", ": there is no triple in this file; check that it is the right one"),
    ("comment.ttl", b"# nothing\n@prefix a: <a:> .\n", ": there is no triple in this file; check"),
]
BAD_PACKS = [
    ("cut.nt.gz", PACKED[:-3000], ": the compressed file ends too early; fetch or copy it again"),
    ("header.nt.gz", PACKED[:5], ": the compressed file ends too early; fetch or copy it again"),
    ("damaged.nt.gz", PACKED[:3000] + b"damage" + PACKED[3006:], ": the compressed data is damaged"),
    ("sum.nt.gz", PACKED[:-8] + b"12345678", ": the compressed data is damaged (CRC check failed"),
    ("plain.nt.gz", GOOD, ": the name ends in .gz but the file is not compressed so; rename it"),
    ("plain.nt.bz2", GOOD, ": the name ends in .bz2 but the file is not compressed so; rename it"),
    ("empty.nt.gz", b"", ": the name ends in .gz but the file is not compressed so; rename it"),
    ("packed.nt", PACKED, ": the file is compressed; rename it so that it ends in .gz"),
    ("cut.nt.bz2", bz2.compress(GOOD * 999)[:-20], ": the compressed file ends too early; fetch or copy it again"),
    (
        "damaged.nt.bz2",
        bz2.compress(GOOD)[:-9] + b"damage!!!",
        ": the compressed data is damaged (Invalid",
    ),
]


class TestBadInput:
    """Each error is one line that names the file, and leaves the store as it was."""

    @pytest.fixture
    def full(self, store, tmp_path):
        load_rdf(store, write(tmp_path, "before.nt", b"<a:a> <a:b> <a:c> .\n"))
        return store

    def refused(self, store, path, message):
        before = state(store)
        with pytest.raises(InputError) as caught:
            load_rdf(store, path)
        assert str(caught.value).startswith(f"{path}:")
        assert message in str(caught.value)
        assert "\n" not in str(caught.value)
        assert state(store) == before

    @pytest.mark.parametrize(("name", "data", "message"), BAD_FILES, ids=[row[0] for row in BAD_FILES])
    def test_files(self, full, tmp_path, name, data, message):
        self.refused(full, write(tmp_path, name, data), message)

    @pytest.mark.parametrize(("name", "data", "message"), BAD_PACKS, ids=[row[0] for row in BAD_PACKS])
    def test_compressed_files(self, full, tmp_path, name, data, message):
        (tmp_path / name).write_bytes(data)
        self.refused(full, tmp_path / name, message)

    def test_missing(self, full, tmp_path):
        self.refused(full, tmp_path / "none.nt", ": there is no such file; check the path")

    def test_folder(self, full, tmp_path):
        (tmp_path / "folder.nt").mkdir()
        self.refused(full, tmp_path / "folder.nt", ": this is a folder; name a file in it")

    @pytest.mark.skipif(os.geteuid() == 0, reason="root may read everything")
    def test_unreadable(self, full, tmp_path):
        path = write(tmp_path, "secret.nt", GOOD)
        path.chmod(0)
        self.refused(full, path, ": no permission to read this file; change its permissions")

    @pytest.mark.parametrize("name", ["data.csv", "data", "data.gz", "data.nt.zip"])
    def test_unknown_endings(self, full, tmp_path, name):
        with pytest.raises(UsageError) as caught:
            load_rdf(full, write(tmp_path, name, GOOD))
        assert str(caught.value) == (
            f"{tmp_path / name}: the name does not say which RDF format this is; it must end in .nt, .nq, .ttl, .trig,"
            " .jsonld, .rdf, .xml, and may be followed by .gz or .bz2"
        )

    def test_licence_with_spaces(self, full, tmp_path):
        with pytest.raises(UsageError, match="no valid IRI of a licence"):
            load_rdf(full, write(tmp_path, "x.nt", GOOD), licence="https://x.org/ my licence")


class TestLenient:
    def test_bad_lines_are_left_out_and_counted(self, store, tmp_path):
        data = BAD_LINE + b'_:b <a:p> "\xff" .\nnonsense\n# a comment\n<a b> <a:p> "odd IRI" .\n'
        report = load_rdf(store, write(tmp_path, "x.nt", data), strict=False)
        assert (report.read, report.kept, report.bad) == (4, 4, 3)

    def test_blank_nodes_hold_together_across_blocks(self, store, tmp_path):
        data = b"".join(b'_:same <a:p> "%d" .\n' % number for number in range(2500))
        report = load_rdf(store, write(tmp_path, "x.nt", data), strict=False)
        assert len({quad.subject for quad in store.quads(graph=report.graph)}) == 1

    def test_broken_turtle_is_still_refused(self, store, tmp_path):
        with pytest.raises(InputError, match="not well-formed Turtle"):
            load_rdf(store, write(tmp_path, "x.ttl", BAD_LINE), strict=False)


class TestProgress:
    @pytest.mark.parametrize("ending", [".nt", ".nt.gz"])
    def test_it_ends_at_the_size_of_the_file(self, store, tmp_path, ending):
        data = b"".join(b'<a:s> <a:p> "%d" .\n' % number for number in range(50000))
        path = write(tmp_path, f"x{ending}", data)
        calls = []
        load_rdf(store, path, progress=lambda done, total: calls.append((done, total)))
        done = [call[0] for call in calls]
        assert len(calls) >= 3
        assert done == sorted(done)
        assert calls[-1] == (path.stat().st_size, path.stat().st_size)


class TestDisk:
    """What the machine does to a store on disk."""

    def test_another_process_owns_the_store(self, tmp_path):
        owner = "import sys; from hallugraph.kg.store import Store\n"
        owner += "with Store.open(sys.argv[1]): print('open', flush=True); sys.stdin.read()"
        command = [sys.executable, "-c", owner, str(tmp_path / "store")]
        with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
            assert process.stdout is not None
            assert process.stdout.readline() == b"open\n"
            with pytest.raises(StoreLockedError) as caught:
                Store.open(tmp_path / "store")
            process.communicate()
        assert str(caught.value) == (
            f"{tmp_path / 'store'}: another process is using this store; "
            "wait for it to end or name another with --store"
        )
        with Store.open(tmp_path / "store") as store:
            assert load_rdf(store, write(tmp_path, "x.nt", GOOD)).kept == 2

    def test_no_room_left(self, tmp_path):
        """A limit on the size of files stands for a full disk: the load fails in one line and nothing stays."""
        data = b"".join(b'<a:s%d> <a:p> "%s" .\n' % (n, os.urandom(40).hex().encode()) for n in range(60000))
        path = write(tmp_path, "big.nt", data)
        script = textwrap.dedent("""
            import resource, signal, sys
            from hallugraph.kg.errors import StoreError
            from hallugraph.kg.store import Store
            from hallugraph.loaders.rdf import load_rdf
            signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
            with Store.open(sys.argv[1]) as store:
                resource.setrlimit(resource.RLIMIT_FSIZE, (200_000, resource.RLIM_INFINITY))
                try:
                    load_rdf(store, sys.argv[2])
                except StoreError as error:
                    print(error)
        """)
        command = [sys.executable, "-c", script, str(tmp_path / "store"), str(path)]
        result = subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)
        assert len(result.stdout.splitlines()) == 1, result.stderr
        assert str(tmp_path / "store") in result.stdout
        with Store.open(tmp_path / "store") as store:
            assert store.count() == 0
            assert load_rdf(store, path).kept == 60000


class TestRealData:
    def test_the_labelled_triples(self, store, shared_data):
        report = load_rdf(store, shared_data / "wikidata" / "codex_labelled.nt.gz")
        assert (report.read, report.kept, report.bad) == (74887, 74858, 0)
        assert store.contains(WD.Q1000, WDT.P30, WD.Q15)

    def test_store_errors_are_no_input_errors(self):
        assert not issubclass(StoreError, InputError)
