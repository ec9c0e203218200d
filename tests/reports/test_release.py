"""Releases: complete, reproducible, checked before they are written, and checkable by anyone."""

import json
import random
import shutil
import subprocess
import sys
from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pyoxigraph import BlankNode, Literal, NamedNode, Quad, RdfFormat, Triple, parse

from hallugraph.kg.describe import answer_quads, model_agent, question_quads, verdict_graph, verdict_quads
from hallugraph.kg.errors import InputError, UsageError
from hallugraph.kg.fact import Derived, Fact, Stated
from hallugraph.kg.names import HG, ID, METADATA_GRAPH, PROV, RDF, RDFS, SCHEMA, WD, WDT, XSD
from hallugraph.kg.records import Answer, Claim, Question, Verdict, Wording, YesNo
from hallugraph.kg.serialize import canonical_hash, jsonld, skolemise, turtle
from hallugraph.kg.shapes import violations
from hallugraph.kg.store import Store
from hallugraph.loaders.drowzee import load_drowzee
from hallugraph.loaders.source import describe_source
from hallugraph.reports.release import Manifest, write_release
from hallugraph.reports.release_graph import release_graph
from hallugraph.reports.verify import verify_release

SOURCE, BENCHMARK, RUN = ID["graph/source/a"], ID["benchmark/b"], ID["run/r"]
RULE, ORACLE = ID["rule/inverse"], ID["agent/oracle/o"]
CC0 = "https://creativecommons.org/publicdomain/zero/1.0/"
NAMES = {"title": "A small benchmark", "licence": CC0, "version": "1.0"}
LABELS = {WD.Q142: "France", WD.Q90: "Paris", WD.Q183: 'Tricky "label" } \\ <b>\n😀', WDT.P1376: "capital of"}


def stated(subject, relation, object_):
    return Fact(subject, relation, object_, evidence=Stated(SOURCE))


CAPITAL = stated(WD.Q142, WDT.P36, WD.Q90)
CAPITAL_OF = Fact(WD.Q90, WDT.P1376, WD.Q142, evidence=Derived(RULE, "inverse", (CAPITAL,)))
NOT_CAPITAL = Fact(WD.Q183, WDT.P36, WD.Q90, False, Derived(RULE, "functional", (CAPITAL,)))
POPULATION = stated(WD.Q90, WDT.P1082, Literal("2165423", datatype=XSD.integer))


def question(text, fact, expected: YesNo = "yes", wording: Wording = "positive"):
    return Question(text, expected, fact, BENCHMARK, "inverse", "t", wording, "geography", 7)


QUESTIONS = [
    question("Is Paris the capital of France?", CAPITAL_OF),
    question("Is Paris not the capital of France?", CAPITAL_OF, "no", "negated"),
    question("Is Paris the capital of\nGermany, \"really\"?", NOT_CAPITAL, "no"),
    question("Do 2,165,423 people live in Paris?", POPULATION),
]  # fmt: skip
ANSWERS = [
    Answer(QUESTIONS[0].id, RUN, "simulated/0.3", "Yes, Paris } is \\ \"the\" capital."),
    Answer(QUESTIONS[1].id, RUN, "simulated/0.3", "", error="timed out"),
]  # fmt: skip
EDGE = Claim(WD.Q90, WDT.P1376, WD.Q142)
INVENTED = Claim(Literal("Paris"), Literal("lies in"), Literal("Asia"), text="Paris lies in Asia.")
VERDICTS = [
    Verdict(
        ANSWERS[0].id, QUESTIONS[0].id, ORACLE, "judged", "wrong-knowledge", "yes", 0.5, 0.25,
        reference_graph=(EDGE,), answer_graph=(INVENTED,), missing_edges=(EDGE,), invented_edges=(INVENTED,),
        missing_nodes=(WD.Q142,), invented_nodes=(Literal("Asia"),), reasons=("one", "two"),
    ),
    Verdict(ANSWERS[1].id, QUESTIONS[1].id, ORACLE, "failed"),
]  # fmt: skip


def all_quads(day=1, *, path="/home/someone/facts.nt"):
    when = datetime(2024, 1, day, tzinfo=UTC)
    quads = [Quad(*fact.triple, SOURCE) for fact in (CAPITAL, POPULATION)]
    quads += [Quad(iri, RDFS.label, Literal(label, language="en"), SOURCE) for iri, label in LABELS.items()]
    quads += describe_source(SOURCE, path, "ab" * 32, len(quads), "CC0-1.0", "Facts", "rdf", loaded=when)
    quads += [
        Quad(RULE, RDF.type, PROV.Plan, METADATA_GRAPH),
        Quad(RUN, RDF.type, HG.Run, METADATA_GRAPH),
        Quad(RUN, PROV.startedAtTime, Literal(when.isoformat(), datatype=XSD.dateTime), METADATA_GRAPH),
        Quad(RUN, PROV.used, BENCHMARK, METADATA_GRAPH),
        Quad(RUN, PROV.wasAssociatedWith, model_agent("simulated/0.3"), METADATA_GRAPH),
        Quad(BENCHMARK, RDF.type, HG.Benchmark, METADATA_GRAPH),
        Quad(BENCHMARK, RDFS.label, Literal("a working name"), METADATA_GRAPH),
    ]
    for item in QUESTIONS:
        quads += question_quads(item)
    for answer in ANSWERS:
        quads += answer_quads(answer)
    for verdict in VERDICTS:
        quads += verdict_quads(verdict, verdict_graph(ORACLE, RUN))
    return quads


@pytest.fixture
def full(store):
    store.add(all_quads())
    return store


@pytest.fixture
def release(full, tmp_path):
    directory = tmp_path / "release"
    write_release(full, BENCHMARK, directory, **NAMES)
    return directory


def rows(path):
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def files(directory):
    return {path.name: path.read_bytes() for path in directory.iterdir()}


class TestContent:
    def test_a_release_passes_its_own_check(self, release):
        assert verify_release(release) == []

    def test_the_manifest(self, release):
        manifest = Manifest.read(release)
        assert (manifest.title, manifest.version, manifest.seeds) == ("A small benchmark", "1.0", (7,))
        assert manifest.counts == {
            "triples": manifest.counts["triples"], "questions": 4, "statements": 5, "sources": 1,
            "answers": 2, "verdicts": 2, "runs": 1,
        }  # fmt: skip
        assert set(manifest.files) == set(files(release)) - {"manifest.json"}

    def test_questions_carry_their_proofs(self, release):
        first = {row["text"]: row for row in rows(release / "questions.jsonl")}[QUESTIONS[0].text]
        conclusion, premise = first["proof"]
        assert conclusion["subject"] == {"iri": WD.Q90.value, "label": "Paris"}
        assert conclusion["premises"] == [premise["id"]]
        assert premise["source"] == SOURCE.value
        assert (first["expected"], first["wording"], first["seed"]) == ("yes", "positive", 7)

    def test_answers_and_verdicts(self, release):
        answers = {row["id"]: row for row in rows(release / "answers.jsonl")}
        assert answers[ANSWERS[0].id.value]["text"] == ANSWERS[0].text
        assert answers[ANSWERS[1].id.value]["error"] == "timed out"
        assert {row["model"] for row in answers.values()} == {"simulated/0.3"}
        verdicts = {row["id"]: row for row in rows(release / "verdicts.jsonl")}
        assert verdicts[VERDICTS[0].id.value]["node_similarity"] == 0.5
        assert verdicts[VERDICTS[0].id.value]["invented_edges"][0]["text"] == "Paris lies in Asia."
        assert verdicts[VERDICTS[1].id.value]["outcome"] == "failed"

    def test_everything_named_has_a_label_and_sources_are_described(self, release):
        triples = {tuple(quad.triple) for quad in parse(path=str(release / "benchmark.ttl"))}
        for iri, label in LABELS.items():
            assert (iri, RDFS.label, Literal(" ".join(label.split()), language="en")) in triples
        assert (SOURCE, RDF.type, HG.Source) in triples
        assert (RULE, RDF.type, PROV.Plan) in triples

    def test_without_answers_there_is_no_file_of_them(self, store, tmp_path):
        store.add(quad for quad in all_quads() if quad.graph_name in (SOURCE, METADATA_GRAPH, BENCHMARK))
        write_release(store, BENCHMARK, tmp_path / "r", **NAMES)
        assert set(files(tmp_path / "r")) == {"benchmark.ttl", "benchmark.jsonld", "questions.jsonl", "manifest.json"}
        assert verify_release(tmp_path / "r") == []


class TestReproducible:
    def test_the_same_bytes_from_another_store_on_another_day(self, release, tmp_path):
        quads = all_quads(day=20, path="C:\\Users\\other\\facts.nt")
        random.Random(3).shuffle(quads)
        with Store.open(tmp_path / "store") as other:
            other.add([*quads, Quad(WD.Q1, RDFS.label, Literal("unrelated"), ID["graph/other"])])
            write_release(other, BENCHMARK, tmp_path / "again", **NAMES)
        assert files(tmp_path / "again") == files(release)

    def test_the_same_bytes_from_another_process(self, full, release, tmp_path):
        dump = tmp_path / "dump.nq"
        full.dump(dump, RdfFormat.N_QUADS)
        script = (
            "import sys; from pyoxigraph import NamedNode, RdfFormat, parse\n"
            "from hallugraph.kg.store import Store; from hallugraph.reports.release import write_release\n"
            "store = Store.open(None); store.add(parse(path=sys.argv[1]))\n"
            f"write_release(store, NamedNode({BENCHMARK.value!r}), sys.argv[2], **{NAMES!r})"
        )
        subprocess.run([sys.executable, "-c", script, dump, tmp_path / "again"], check=True, timeout=120)
        assert files(tmp_path / "again") == files(release)

    def test_no_time_no_path_no_blank_node(self, release):
        text = (release / "benchmark.ttl").read_text(encoding="utf-8")
        assert "2024" not in text
        assert "someone" not in text
        assert "_:" not in text
        assert "[" not in text.replace("[]", "")

    def test_blank_nodes_get_names_of_their_content(self):
        def shaped(name):
            node = BlankNode(name)
            return [Triple(WD.Q1, WDT.P1, node), Triple(node, WDT.P2, Literal("x"))]

        assert skolemise(shaped("one"), "n") == skolemise(shaped("two"), "n")
        assert not [t for t in skolemise(shaped("one"), "n") if isinstance(t.object, BlankNode)]


TEXT = st.text(st.characters(codec="utf-8"), max_size=20)
ODD_NAMES = ("question/1", "a//b", "1/./2", "x/../y", "-", "", "a%20b", "1.5", "a/b", "x:y", "?q", "#f", "a.")
IRI = st.one_of(
    st.sampled_from([RDF.type, WDT.P36, HG.about, HG.seed, HG.holds, SCHEMA.text, RDFS.label, NamedNode("urn:x:y")]),
    st.builds(lambda space, name: space[name], st.sampled_from([ID, WD]), st.sampled_from(ODD_NAMES)),
)
LITERAL = st.one_of(
    TEXT.map(Literal),
    st.builds(lambda text, tag: Literal(text, language=tag), TEXT, st.sampled_from(["en", "de", "zh-hans"])),
    st.builds(
        lambda text, kind: Literal(text, datatype=kind),
        st.sampled_from(["1", "01", "-0", "true", "1.0", "1E5", "2024-01-01", "99999999999999999999", "", "ab"]),
        st.sampled_from([XSD.integer, XSD.boolean, XSD.double, XSD.date, XSD.hexBinary, XSD.decimal, HG.odd]),
    ),
)


class TestForms:
    @given(st.lists(st.builds(Triple, IRI, IRI, st.one_of(IRI, LITERAL)), min_size=1, max_size=12))
    def test_both_forms_give_the_graph_back(self, triples):
        for data, format_ in ((turtle(triples), RdfFormat.TURTLE), (jsonld(triples), RdfFormat.JSON_LD)):
            back = [quad.triple for quad in parse(data, format_)]
            assert canonical_hash(back) == canonical_hash(triples)

    def test_rdflib_reads_the_turtle_too(self, release):
        import rdflib

        found = rdflib.Graph().parse(release / "benchmark.ttl")
        assert len(found) == Manifest.read(release).counts["triples"]


def tamper(name, old, new):
    def change(directory):
        path = directory / name
        data = path.read_text(encoding="utf-8")
        assert old in data
        path.write_text(data.replace(old, new, 1), encoding="utf-8")

    return change


def add_file(directory):
    (directory / "extra.txt").write_text("x")


def remove_file(directory):
    (directory / "answers.jsonl").unlink()


TAMPERED = [
    (tamper("questions.jsonl", '"expected": "no"', '"expected": "yes"'),
     ["questions.jsonl: its SHA-256 is not the one in manifest.json", ": disagrees with benchmark.ttl"]),
    (tamper("benchmark.jsonld", '"Paris"', '"London"'),
     ["benchmark.jsonld: its SHA-256", "benchmark.jsonld: differs from benchmark.ttl: 1 triples missing, 1 added"]),
    (tamper("benchmark.ttl", 'hg:expected "no"', 'hg:expected "yes"'),
     ["benchmark.ttl: its SHA-256", "benchmark.ttl: the RDFC-1.0 hash", "does not follow from the statement"]),
    (tamper("benchmark.ttl", 'hg:expected "no"', 'hg:expected "maybe"'),
     ["a question needs one expected answer, yes or no (found 'maybe')"]),
    (tamper("benchmark.ttl", "@prefix", "@prefixx"), ["benchmark.ttl: cannot be read"]),
    (tamper("manifest.json", '"questions": 4', '"questions": 5'),
     ["manifest.json: says 5 questions, but benchmark.ttl holds 4"]),
    (tamper("manifest.json", '"version": "1.0"', '"version": "2.0"'),
     ["manifest.json: its version '2.0' is not the one"]),
    (tamper("benchmark.jsonld", "{", "["), ["benchmark.jsonld: cannot be read"]),
    (tamper("benchmark.ttl", "prov:hadPrimarySource <graph/source/a>", "hg:x 1"),
     ["must be stated by a source or derived"]),
    (add_file, ["extra.txt: not listed in manifest.json"]),
    (remove_file, ["answers.jsonl: listed in manifest.json but missing"]),
]  # fmt: skip


class TestVerify:
    @pytest.mark.parametrize(("change", "expected"), TAMPERED)
    def test_it_finds_what_was_changed(self, release, change, expected):
        change(release)
        problems = verify_release(release)
        for message in expected:
            assert [problem for problem in problems if message in problem], problems
        assert not [problem for problem in problems if "\n" in problem]

    @pytest.mark.parametrize(
        ("text", "message"),
        [
            (None, "there is no manifest here"),
            ("{", "this manifest cannot be read"),
            ("{}", "not a manifest of the format"),
            ('{"format": "hallugraph-release-1"}', "lacks a field"),
        ],
    )
    def test_folders_that_are_no_release(self, tmp_path, text, message):
        if text is not None:
            (tmp_path / "manifest.json").write_text(text)
        with pytest.raises(InputError, match=message):
            verify_release(tmp_path)


class TestRefusals:
    """Nothing is written when something is wrong."""

    def refused(self, store, tmp_path, error, message, **names):
        with pytest.raises(error, match=message) as caught:
            write_release(store, BENCHMARK, tmp_path / "r", **(NAMES | names))
        assert "\n" not in str(caught.value)
        assert not (tmp_path / "r").exists()
        assert not list(tmp_path.glob(".r-*"))

    def test_no_question(self, store, tmp_path):
        self.refused(store, tmp_path, UsageError, "no question of the benchmark")

    @pytest.mark.parametrize("name", ["title", "licence", "version"])
    def test_empty_arguments(self, full, tmp_path, name):
        self.refused(full, tmp_path, UsageError, f"a release needs a {name}", **{name: " "})

    def test_licence_with_spaces(self, full, tmp_path):
        self.refused(full, tmp_path, UsageError, "no valid IRI of a licence", licence="https://x.org/a b")

    def test_a_source_without_description(self, full, tmp_path):
        full.remove(list(full.quads(SOURCE, RDF.type, None, METADATA_GRAPH)))
        self.refused(full, tmp_path, InputError, "the source of a statement is not described")

    def test_a_fact_without_evidence(self, full, tmp_path):
        full.add(question_quads(question("Why?", Fact(WD.Q1, WDT.P1, WD.Q2))))
        self.refused(full, tmp_path, InputError, "must be stated by a source or derived by a rule")

    def test_a_proof_in_a_circle(self, full, tmp_path):
        full.remove(list(full.quads(CAPITAL.id, PROV.hadPrimarySource)))
        full.add(
            Quad(CAPITAL.id, predicate, object_, BENCHMARK)
            for predicate, object_ in (
                (PROV.wasDerivedFrom, CAPITAL_OF.id),
                (HG.derivedBy, RULE),
                (HG.ruleKind, Literal("inverse")),
            )
        )
        self.refused(full, tmp_path, InputError, "its proof goes in a circle")

    def test_an_answer_to_two_questions(self, full, tmp_path):
        full.add([Quad(ANSWERS[0].id, HG.answers, QUESTIONS[2].id, RUN)])
        self.refused(full, tmp_path, InputError, "an answer belongs to one question of the release")

    def test_a_folder_of_something_else(self, full, tmp_path):
        (tmp_path / "r").mkdir()
        (tmp_path / "r" / "thesis.tex").write_text("years of work")
        with pytest.raises(UsageError, match="not empty and holds no release"):
            write_release(full, BENCHMARK, tmp_path / "r", **NAMES)
        assert files(tmp_path / "r") == {"thesis.tex": b"years of work"}

    def test_a_file_in_the_way(self, full, tmp_path):
        (tmp_path / "r").write_text("x")
        with pytest.raises(UsageError, match="a file is in the way"):
            write_release(full, BENCHMARK, tmp_path / "r", **NAMES)

    def test_an_old_release_is_replaced_whole(self, full, release):
        write_release(full, BENCHMARK, release, **(NAMES | {"version": "2.0"}))
        assert Manifest.read(release).version == "2.0"
        assert verify_release(release) == []
        assert [path.name for path in release.parent.iterdir() if path.name.startswith(".")] == []

    def test_an_empty_folder_is_used(self, full, tmp_path):
        (tmp_path / "r").mkdir()
        write_release(full, BENCHMARK, tmp_path / "r", **NAMES)
        assert verify_release(tmp_path / "r") == []


class TestRealData:
    def test_published_questions_can_be_released(self, store, shared_data, tmp_path):
        report = load_drowzee(store, shared_data / "drowzee" / "math_dataset.json")
        load_drowzee(store, shared_data / "drowzee_answers" / "gpt-4" / "math.json.gz")
        manifest = write_release(store, report.benchmark, tmp_path / "r", **NAMES)
        assert (manifest.counts["questions"], manifest.counts["answers"]) == (194, 194)
        assert verify_release(tmp_path / "r") == []
        shutil.rmtree(tmp_path / "r")


def test_the_graph_of_a_release_conforms(full):
    assert violations(release_graph(full, BENCHMARK, title="T", licence=CC0, version="1")) == []
