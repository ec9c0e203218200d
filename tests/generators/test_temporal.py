"""Questions from the dates of the sample: balanced, proven, readable, and judged like any others."""

import json
from collections import Counter

import pytest
from click.testing import CliRunner
from pyoxigraph import Literal, NamedNode, Quad

from hallugraph.cli import main
from hallugraph.generators.temporal import USES, generate_temporal
from hallugraph.kg.describe import read_questions
from hallugraph.kg.errors import InputError
from hallugraph.kg.fact import Derived, Stated, source_facts
from hallugraph.kg.names import HG, METADATA_GRAPH, RDF, RDFS, REL, WD, content_id
from hallugraph.kg.store import Store
from hallugraph.loaders.rdf import load_rdf
from hallugraph.reasoning.temporal import RULES


@pytest.fixture(scope="module")
def store(repo):
    with Store.open(None) as opened:
        load_rdf(opened, repo / "examples" / "sample.ttl", title="sample")
        yield opened


@pytest.fixture(scope="module")
def questions(store):
    return generate_temporal(store, count=120).questions


def test_half_of_the_answers_are_yes_in_every_wording(questions):
    assert Counter(question.expected for question in questions) == {"yes": 60, "no": 60}
    for wording in ("positive", "negated", "antonym"):
        answers = Counter(question.expected for question in questions if question.wording == wording)
        assert min(answers["yes"], answers["no"]) > 0.2 * answers.total()


def test_every_relation_is_asked_about(questions):
    relations = Counter(question.fact.relation for question in questions)
    assert set(relations) == {REL[name] for name in RULES}
    assert max(relations.values()) <= 15
    assert {question.rule for question in questions} == {"temporal"}
    assert len({question.text for question in questions}) == 120


def test_no_thing_is_asked_about_all_the_time(questions):
    uses = Counter(end for question in questions for end in (question.fact.subject, question.fact.object))
    assert max(uses.values()) <= 2 * 2 * USES  # for each hundred or part of it, true and false


def test_every_gold_answer_follows_from_truth_and_wording(questions):
    for question in questions:
        says_so = question.fact.holds == (question.wording == "positive")
        assert question.expected == ("yes" if says_so else "no")


def test_every_proof_is_one_step_from_the_source(questions, store):
    for question in questions:
        assert isinstance(question.fact.evidence, Derived)
        assert question.fact.evidence.kind == "temporal"
        assert store.contains(question.fact.evidence.rule, HG.concludes, question.fact.relation)
        for leaf in source_facts(question.fact):
            assert isinstance(leaf.evidence, Stated)
            assert next(store.quads(*leaf.triple, leaf.evidence.source), None) is not None


def test_questions_read_like_english(questions):
    for question in questions:
        assert question.text.endswith("?")
        assert question.text[0].isupper()
        assert not any(mark in question.text for mark in ("{", "}", "  ", "http", "Q1"))
    texts = [question.text for question in questions if question.fact.relation == REL.releasedWhile]
    assert any(" was released while " in text or " released while " in text for text in texts)
    assert all(" was " in text.partition(" while ")[2] for text in texts)


def test_what_is_written_is_read_back(questions, store):
    benchmark = questions[0].benchmark
    assert {item.id: item for item in read_questions(store, benchmark)} == {item.id: item for item in questions}
    statements = {fact.subject for item in questions for fact in source_facts(item.fact) if "/statement/" in str(fact)}
    assert statements
    assert all(store.text(statement, RDFS.label, benchmark) for statement in statements)


def test_same_input_same_benchmark(questions, store, repo):
    again = generate_temporal(store, count=120)
    assert again.already
    assert {item.id for item in again.questions} == {item.id for item in questions}
    with Store.open(None) as other:
        load_rdf(other, repo / "examples" / "sample.ttl", title="sample")
        assert [item.id for item in generate_temporal(other, count=120).questions] == [item.id for item in questions]
        seeded = {item.text for item in generate_temporal(other, count=120, seed=1).questions}
    assert len(seeded & {item.text for item in questions}) < 60


def test_a_store_without_dates_is_refused():
    with Store.open(None) as empty:
        with pytest.raises(InputError, match="hallugraph load"):
            generate_temporal(empty)
        source = content_id("graph/source", ("none",))
        empty.add([Quad(source, RDF.type, HG.Source, METADATA_GRAPH), Quad(WD.Q1, RDF.type, WD.Q2, source)])
        with pytest.raises(InputError, match="no dates"):
            generate_temporal(empty)


def test_names_that_two_things_share_are_not_asked_about(repo):
    with Store.open(None) as twice:
        load_rdf(twice, repo / "examples" / "sample.ttl", title="sample")
        texts = {question.text for question in generate_temporal(twice, count=60).questions}
        name = next(name for name in ("Avatar", "Psycho", "Vertigo", "Rebecca") if any(name in text for text in texts))
        other = NamedNode("http://example.org/other")
        source = content_id("graph/source", ("other",))
        label = Literal(name, language="en")
        twice.add([Quad(source, RDF.type, HG.Source, METADATA_GRAPH), Quad(other, RDFS.label, label, source)])
        assert not any(name in question.text for question in generate_temporal(twice, count=60).questions)


def test_the_whole_chain(tmp_path, repo):
    """The simulated model plants faults in its answers, and the oracle finds them by the dates of the proof."""

    def run(*words):
        result = CliRunner().invoke(main, [*map(str, words), "--store", str(tmp_path / "store")])
        assert result.exit_code == 0, result.output
        return result.stdout

    run("load", "rdf", repo / "examples" / "sample.ttl")
    assert json.loads(run("generate", "temporal", "--count", 60, "--json"))["answers"] == {"yes": 30, "no": 30}
    run("ask", "--model", "simulated/0.5")
    run("judge")
    [model] = json.loads(run("report", "--json"))["models"]
    assert model["asked"] == 60 == model["judged"] + model["abstained"] + model["unparsed"] + model["failed"]
    run("release", tmp_path / "release")
    run("release", tmp_path / "release", "--verify")
    [first, *_] = json.loads(run("query", "questions", "rule=temporal", "--json"))
    tree = run("explain", first["question"].rpartition("/")[2])
    assert "[temporal]" in tree
    assert "[stated by " in tree
    with Store.snapshot(tmp_path / "store") as store:
        rows = store.select(
            "SELECT ?planted ?category WHERE { GRAPH ?run { ?answer hg:planted ?planted } "
            "GRAPH ?verdicts { ?verdict earl:subject ?answer ; earl:result/hg:category ?category } }"
        )
        found = [str(row["category"].value).rpartition("#")[2] == row["planted"].value for row in rows]
    assert len(found) == 60
    assert sum(found) >= 57
