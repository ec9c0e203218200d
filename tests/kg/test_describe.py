"""Records as RDF: reading gives back what was written."""

from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st
from pyoxigraph import Literal

from hallugraph.kg.describe import (
    answer_quads,
    fact_quads,
    ordered_premises,
    question_quads,
    read_answers,
    read_fact,
    read_questions,
    read_verdicts,
    verdict_quads,
)
from hallugraph.kg.fact import Derived, Fact, Stated, proof, source_facts
from hallugraph.kg.graph import graph_of
from hallugraph.kg.names import ID, WD, WDT, XSD
from hallugraph.kg.records import CATEGORIES, OUTCOMES, Answer, Claim, Question, Verdict
from hallugraph.kg.store import Store

SOURCE, RULE, BENCHMARK, RUN, ORACLE, GRAPH = (ID[f"test/{name}"] for name in "sruboj")
texts = st.text(st.characters(codec="utf-8", exclude_characters="\x00"), max_size=40)
nodes = st.integers(1, 6).map(lambda number: WD[f"Q{number}"])
values = st.one_of(nodes, texts.map(Literal), st.integers(0, 3000).map(lambda y: Literal(str(y), datatype=XSD.gYear)))
relations = st.integers(1, 3).map(lambda number: WDT[f"P{number}"])
stated = st.builds(Fact, nodes, relations, values, st.just(True), st.just(Stated(SOURCE)))


@st.composite
def facts(draw, depth=2):
    """Build a fact with a proof whose statements are all different, as proofs from a store are."""
    used: set = set()

    def make(level):
        base = draw(stated.filter(lambda fact: fact.id not in used))
        used.add(base.id)
        if level == 0 or draw(st.booleans()):
            return base
        premises = [make(level - 1) for _ in range(draw(st.integers(1, 2)))]
        evidence = Derived(RULE, "composite", ordered_premises(base.subject, premises))
        return Fact(base.subject, base.relation, base.object, level < depth or draw(st.booleans()), evidence)

    return make(depth)


def same_proof(left: Fact, right: Fact) -> bool:
    return (
        left == right
        and type(left.evidence) is type(right.evidence)
        and (not isinstance(left.evidence, Stated) or left.evidence == right.evidence)
        and len(left.premises) == len(right.premises)
        and all(same_proof(a, b) for a, b in zip(left.premises, right.premises, strict=True))
    )


@given(facts())
def test_a_fact_comes_back_with_its_whole_proof(fact):
    with Store.open() as store:
        store.add(fact_quads(fact, GRAPH))
        read = read_fact(store, fact.id)
        assert read is not None
        assert same_proof(read, fact)
        assert read_fact(store, WD.Q99) is None


@given(facts(), texts, st.sampled_from(["yes", "no"]), st.sampled_from(["positive", "negated", "antonym"]))
def test_a_question_comes_back(fact, text, expected, wording):
    question = Question(text, expected, fact, BENCHMARK, "inverse", "noun/direct", wording, "people", 7)
    with Store.open() as store:
        store.add(question_quads(question))
        [read] = read_questions(store, BENCHMARK)
        assert read == question
        assert same_proof(read.fact, fact)
        sparql = "SELECT ?f { ?q hg:about/prov:wasDerivedFrom* ?f }"
        reached = {row["f"] for row in store.select(sparql, q=question.id)}
        assert reached == {step.id for step in proof(fact)}, "SPARQL walks the whole proof"


@given(texts, texts, st.sampled_from(["", "correct", "both"]))
def test_an_answer_comes_back(text, error, planted):
    answer = Answer(WD.Q1, RUN, "simulated/0.3", text, error, planted)
    with Store.open() as store:
        store.add(answer_quads(answer))
        assert read_answers(store, RUN) == [answer]


claims = st.builds(
    Claim, values, st.one_of(relations, texts.map(Literal)), values, st.booleans(), st.sampled_from(["", "So."])
)
unit = st.one_of(st.none(), st.integers(0, 6).map(lambda n: n / 6).map(lambda x: round(x, 6)))


@given(
    st.sampled_from(OUTCOMES), st.sampled_from(CATEGORIES), unit, unit, st.lists(claims, max_size=3, unique=True),
    st.lists(texts.filter(str.strip).map(lambda text: " ".join(text.split()) or "x"), max_size=2),
)  # fmt: skip
def test_a_verdict_comes_back(outcome, category, nodes_, edges, graph, reasons):
    verdict = Verdict(
        answer=WD.Q1, question=WD.Q2, oracle=ORACLE, outcome=outcome,
        category=category if outcome == "judged" else "", said="no",
        node_similarity=nodes_, edge_similarity=edges, reference_graph=tuple(graph),
        answer_graph=(*graph[:1], *(replace(claim, text="Thus.") for claim in graph)),
        missing_edges=tuple(graph[1:]), missing_nodes=(WD.Q1,), reasons=tuple(reasons),
    )  # fmt: skip
    with Store.open() as store:
        store.add(verdict_quads(verdict, GRAPH))
        [read] = read_verdicts(store, GRAPH)
        assert set(read.reference_graph) == set(graph)
        assert {(claim, claim.text) for claim in read.answer_graph} == {(c, c.text) for c in verdict.answer_graph}
        assert set(read.missing_edges) == set(graph[1:])
        plain = ("outcome", "category", "said", "node_similarity", "edge_similarity", "missing_nodes", "reasons")
        assert [getattr(read, name) for name in plain] == [getattr(verdict, name) for name in plain]


def fact(s, o, *premises):
    evidence = Derived(RULE, "transitive", premises) if premises else Stated(SOURCE)
    return Fact(WD[s], WDT.P131, WD[o], evidence=evidence)


def test_source_facts_are_the_leaves_of_the_proof():
    first, second, third = fact("Q1", "Q2"), fact("Q2", "Q3"), fact("Q3", "Q4")
    whole = fact("Q1", "Q4", fact("Q1", "Q3", first, second), third)
    assert set(source_facts(whole)) == {first, second, third}
    assert next(proof(whole)) == whole


def test_premises_are_told_in_the_order_of_the_path():
    path = [fact("Q1", "Q2"), fact("Q2", "Q3"), fact("Q3", "Q4")]
    assert list(ordered_premises(WD.Q1, reversed(path))) == path


def test_two_facts_are_equal_whatever_their_evidence():
    assert fact("Q1", "Q2") == fact("Q1", "Q2", fact("Q1", "Q5"))
    assert fact("Q1", "Q2").id != Fact(WD.Q1, WDT.P131, WD.Q2, holds=False).id


def test_the_networkx_view_has_nodes_edges_and_truth():
    graph = graph_of([fact("Q1", "Q2"), fact("Q2", "Q3"), Fact(WD.Q1, WDT.P131, WD.Q3, holds=False)])
    assert set(graph.nodes) == {WD.Q1, WD.Q2, WD.Q3}
    assert sorted(data["holds"] for *_, data in graph.edges(data=True)) == [False, True, True]
