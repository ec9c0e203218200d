"""The second engine against Prolog, and tampered questions against the check."""

import csv
import dataclasses
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from pyoxigraph import Literal, NamedNode, Quad

from hallugraph.kg.catalogue import find
from hallugraph.kg.describe import question_quads, read_questions
from hallugraph.kg.fact import Derived, Fact, Stated, source_facts
from hallugraph.kg.names import HG, OWL, RDF, RDFS, WD, WDT, XSD
from hallugraph.kg.records import Question
from hallugraph.kg.relations import Declaration, Lexicon, Relation, Step
from hallugraph.kg.store import Store
from hallugraph.loaders.rdf import load_rdf
from hallugraph.reasoning import derive
from hallugraph.reasoning.check import CheckReport, check
from hallugraph.reasoning.check_sparql import Entailment
from hallugraph.reasoning.proofs import graph_levels, refutation_graphs

from .conftest import SOURCE, ex

NODES = [f"n{index}" for index in range(5)]
NAMES = [f"r{index}" for index in range(4)]
CITY = ex("City")
PAIRED = [OWL.inverseOf, RDFS.subPropertyOf, OWL.propertyDisjointWith]
CLASSED = [OWL.propertyChainAxiom, OWL.FunctionalProperty, OWL.InverseFunctionalProperty]
PLAIN = [OWL.SymmetricProperty, OWL.TransitiveProperty, OWL.AsymmetricProperty]

names = st.sampled_from(NAMES)
nodes = st.sampled_from(NODES)
exceptions = st.frozensets(nodes.map(ex), max_size=1)
steps = st.lists(st.builds(Step, names.map(ex), st.booleans()), min_size=2, max_size=3).map(tuple)


@st.composite
def declarations(draw: st.DrawFn) -> Declaration:
    """Draw any declaration that the engines know, with exceptions and, where they may stand, classes."""
    axiom = draw(st.sampled_from([*PAIRED, *CLASSED, *PLAIN]))
    return Declaration(
        axiom,
        "drawn",
        ex(draw(names)) if axiom in PAIRED else None,
        draw(steps) if axiom == OWL.propertyChainAxiom else (),
        frozenset([CITY]) if axiom in CLASSED and draw(st.booleans()) else frozenset(),
        draw(exceptions),
    )


def relation(name: str, declared: list[Declaration]) -> Relation:
    return Relation(ex(name), name, (), "noun", "society", frozenset(), frozenset(), (), (), tuple(declared))


lexicons = st.fixed_dictionaries(
    {name: st.lists(declarations(), max_size=2, unique_by=lambda item: item.axiom) for name in NAMES}
).map(lambda drawn: Lexicon(relation(name, declared) for name, declared in drawn.items()))
graphs = st.sets(st.tuples(nodes, names, nodes), min_size=1, max_size=12)


def known_to_prolog(store: Store, iri: NamedNode) -> set[tuple[NamedNode, NamedNode]]:
    """Return the pairs that the sources state and that Prolog derived."""
    quads = (quad for graph in graph_levels(store) for quad in store.quads(predicate=iri, graph=graph))
    pairs = ((quad.subject, quad.object) for quad in quads)
    return {(s, o) for s, o in pairs if isinstance(s, NamedNode) and isinstance(o, NamedNode)}


def refuted_by_prolog(store: Store) -> Iterator[Fact]:
    false = Literal("false", datatype=XSD.boolean)
    for graph in refutation_graphs(store):
        for node in store.subjects(HG.holds, false, graph):
            subject, relation, object_ = (store.node(node, part) for part in (RDF.subject, RDF.predicate, RDF.object))
            assert subject is not None and relation is not None and object_ is not None  # noqa: PT018
            yield Fact(subject, relation, object_, holds=False)


def assert_engines_agree(store: Store, lexicon: Lexicon) -> Entailment:
    entailment = Entailment(store, lexicon, [relation.iri for relation in lexicon])
    for relation in lexicon:
        assert entailment.facts(relation.iri) == known_to_prolog(store, relation.iri), relation.label
    for fact in refuted_by_prolog(store):
        assert entailment.excluded_by(fact), fact
        assert not entailment.holds(*fact.triple), fact
    return entailment


# Each example starts two Prolog processes; a few a run add up over the runs.
@settings(max_examples=12, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(lexicon=lexicons, triples=graphs, cities=st.sets(nodes))
def test_both_engines_say_the_same_of_any_lexicon(world, lexicon, triples, cities):
    with world([*triples, *((node, "a", "City") for node in cities)]) as store:
        derive(store, lexicon, near=100)
        entailment = assert_engines_agree(store, lexicon)
        refuted = set(refuted_by_prolog(store))
        for fact in (Fact(ex(s), ex(p), ex(o), holds=False) for s in NODES for p in NAMES for o in NODES):
            axioms = {OWL.AsymmetricProperty, OWL.propertyDisjointWith} & set(entailment.excluded_by(fact))
            assert (fact in refuted) or not axioms or entailment.holds(*fact.triple), fact


def test_an_exception_of_one_declaration_does_not_bind_another(world):
    symmetric = Declaration(OWL.SymmetricProperty, "both ways", exceptions=frozenset([ex("n1")]))
    inverse = Declaration(OWL.inverseOf, "turned", ex("r1"), exceptions=frozenset([ex("n0")]))
    lexicon = Lexicon([relation("r0", [symmetric, inverse]), relation("r1", [])])
    with world([("n1", "r1", "n2")]) as store:
        derive(store, lexicon)
        assert assert_engines_agree(store, lexicon).facts(ex("r0")) == {(ex("n2"), ex("n1"))}


def test_a_class_may_be_derived_later_than_the_other_premises(world):
    chain = (Step(ex("r1")), Step(ex("r2")))
    classed = Declaration(OWL.propertyChainAxiom, "two steps", steps=chain, value_classes=frozenset([CITY]))
    towns = Declaration(OWL.propertyChainAxiom, "classes", steps=(Step(WDT.P31), Step(WDT.P279)))
    classes = dataclasses.replace(relation("class", [towns]), iri=WDT.P31)
    lexicon = Lexicon([relation("r0", [classed]), classes])
    with world([("n0", "r1", "n1"), ("n1", "r2", "n2"), ("n2", "a", "Town")]) as store:
        store.add([Quad(ex("Town"), WDT.P279, CITY, SOURCE)])
        derive(store, lexicon)
        assert assert_engines_agree(store, lexicon).facts(ex("r0")) == {(ex("n0"), ex("n2"))}


def only_benchmark(store: Store) -> NamedNode:
    return find(store, HG.Benchmark, "benchmark", None, "").iri


def recheck(store: Store) -> CheckReport:
    return check(store, only_benchmark(store))


@pytest.fixture
def tampered(sample_copy: Path) -> Iterator[Store]:
    """Return the sample's store, open for tampering."""
    with Store.open(sample_copy) as store:
        yield store


def question_with(store: Store, fits: Callable[[Question], bool]) -> Question:
    return next(question for question in read_questions(store, only_benchmark(store)) if fits(question))


def retell(store: Store, question: Question, **changes: object) -> Question:
    """Put a changed question, with its proof, in the place of a question."""
    changed = dataclasses.replace(question, **changes)  # type: ignore[arg-type]
    store.remove(store.quads(question.id))
    store.add(question_quads(changed))
    return changed


def other(answer: str) -> str:
    return "no" if answer == "yes" else "yes"


def is_derived(question: Question) -> bool:
    return question.fact.holds and isinstance(question.fact.evidence, Derived)


def assert_found(store: Store, question: Question, reason: str):
    report = recheck(store)
    assert [(item.question, item.text) for item in report.disagreements] == [(question.id, question.text)]
    assert reason in report.disagreements[0].reason
    assert (report.checked, report.agreed, report.skipped) == (100, 99, 0)


def test_the_sample_agrees(sample):
    with Store.snapshot(sample) as store:
        assert recheck(store) == CheckReport(only_benchmark(store), 100, 100, (), 0)
        assert check(store, only_benchmark(store), limit=7).checked == 7


def test_a_wrong_expected_answer_is_found(tampered):
    question = question_with(tampered, is_derived)
    changed = retell(tampered, question, expected=other(question.expected))
    assert_found(tampered, changed, "the expected answer is")


@pytest.mark.parametrize(
    ("fits", "reason"),
    [(is_derived, "the sources entail the fact"), (lambda question: not question.fact.holds, "does not follow")],
    ids=["a fact that holds is denied", "a fact that does not hold is asserted"],
)
def test_a_flipped_truth_is_found(tampered, fits, reason):
    question = question_with(tampered, fits)
    fact = dataclasses.replace(question.fact, holds=not question.fact.holds)
    assert_found(tampered, retell(tampered, question, fact=fact, expected=other(question.expected)), reason)


@pytest.mark.parametrize("holds", [True, False])
def test_a_swapped_object_is_found(tampered, holds):
    question = question_with(tampered, lambda item: item.fact.holds == holds and bool(item.fact.premises))
    fact = dataclasses.replace(question.fact, object=ex("elsewhere"))
    reason = "does not follow" if holds else "nothing in the sources excludes"
    assert_found(tampered, retell(tampered, question, fact=fact), reason)


def test_a_text_about_something_else_is_found(tampered):
    question = question_with(tampered, is_derived)
    assert_found(tampered, retell(tampered, question, text="Is the sky blue?"), "does not name")


def test_a_statement_changed_in_place_is_found(tampered):
    question = question_with(tampered, is_derived)
    statement = Quad(question.fact.id, RDF.object, question.fact.object, question.benchmark)
    tampered.remove([statement])
    tampered.add([Quad(question.fact.id, RDF.object, ex("elsewhere"), question.benchmark)])
    found = {item.question: item.reason for item in recheck(tampered).disagreements}
    assert "its identifier is not" in found[question.id]


def test_a_missing_source_triple_is_found(tampered):
    question = question_with(tampered, is_derived)
    premise = source_facts(question.fact)[0]
    tampered.remove(tampered.quads(*premise.triple, premise.evidence.source))  # type: ignore[union-attr]
    found = {item.question: item.reason for item in recheck(tampered).disagreements}
    assert "is not stated by its source" in found[question.id]
    assert "does not follow from the sources" in found[question.id]


def test_rules_that_are_not_ours_are_counted_apart(tampered):
    question = question_with(tampered, is_derived)
    assert isinstance(question.fact.evidence, Derived)
    evidence = dataclasses.replace(question.fact.evidence, rule=ex("rule-of-a-publication"))
    fact = dataclasses.replace(question.fact, evidence=evidence)
    # One statement node serves all questions that rest on the fact, so the old rule must go.
    tampered.remove(tampered.quads(fact.id, HG.derivedBy, graph=question.benchmark))
    retell(tampered, question, fact=fact)
    report = recheck(tampered)
    assert (report.checked, report.agreed, report.disagreements) == (99, 99, ())
    assert report.skipped == 1


def test_sources_that_contradict_a_gold_answer_are_found(world, lexicon):
    fact = Fact(ex("a"), ex("within"), ex("b"), evidence=Stated(SOURCE))
    question = Question("Is a within b?", "yes", fact, ex("benchmark"), "stated", "", "positive", "society", 0)
    for turned, reasons in ((("b", "within", "c"), 0), (("b", "within", "a"), 1)):
        with world([("a", "within", "b"), turned]) as store:
            store.add(question_quads(question))
            report = check(store, ex("benchmark"), lexicon)
            assert len(report.disagreements) == reasons
            assert all("exclude it" in item.reason for item in report.disagreements)


@pytest.fixture(scope="module")
def codex(shared_data: Path) -> Iterator[Store]:
    """Return 206,205 real facts with all that Prolog derives from them."""
    with Store.open() as store:
        load_rdf(store, shared_data / "wikidata" / "codex_m_triples.nt.gz", title="CoDEx")
        derive(store)
        yield store


def test_both_engines_say_the_same_of_real_facts(codex):
    entailment = assert_engines_agree(codex, Lexicon.load())
    assert entailment.store.count() > 350_000


def test_no_known_falsehood_follows_from_real_facts(codex, shared_data):
    with (shared_data / "wikidata" / "codex_hard_negatives.tsv").open(encoding="utf-8", newline="") as lines:
        false = [(WD[row["s"]], WDT[row["p"]], WD[row["o"]]) for row in csv.DictReader(lines, delimiter="\t")]
    entailment = Entailment(codex, Lexicon.load(), {relation for _, relation, _ in false})
    assert len(false) > 3_000
    assert [triple for triple in false if entailment.holds(*triple)] == []
