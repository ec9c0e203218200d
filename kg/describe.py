"""Records as RDF and back: statements with their proofs, questions, answers and verdicts.

PROV-O says where things come from, EARL what an oracle asserts, rdf:Statement what is claimed. Reading gives
back what was written: `tests/kg/test_describe.py` holds that for every record.
"""

from collections.abc import Iterable, Iterator

from pyoxigraph import Literal, NamedNode, Quad

from .fact import Derived, Fact, Stated, Term, proof, statement_id
from .names import DCTERMS, EARL, HG, PROV, RDF, RDFS, SCHEMA, content_id
from .records import CATEGORIES, CORRECT, Answer, Claim, Question, Verdict
from .resources import Resource, Resources, describe
from .store import Store


def fact_quads(fact: Fact, graph: NamedNode) -> Iterator[Quad]:
    """Yield the statement nodes of a fact and of its whole proof."""
    for step in proof(fact):
        yield from describe(
            step.id,
            graph,
            (RDF.Statement,),
            {
                RDF.subject: step.subject,
                RDF.predicate: step.relation,
                RDF.object: step.object,
                HG.holds: step.holds,
                **_evidence(step),
            },
        )


def _evidence(fact: Fact) -> dict[NamedNode, NamedNode | str | tuple[NamedNode, ...]]:
    if isinstance(fact.evidence, Stated):
        return {PROV.hadPrimarySource: fact.evidence.source}
    if isinstance(fact.evidence, Derived):
        return {
            HG.derivedBy: fact.evidence.rule,
            HG.ruleKind: fact.evidence.kind,
            PROV.wasDerivedFrom: tuple(premise.id for premise in fact.evidence.premises),
        }
    return {}


def question_quads(question: Question) -> Iterator[Quad]:
    """Yield a question with the statement it asks about and its proof, in the graph of its benchmark."""
    yield from describe(
        question.id,
        question.benchmark,
        (HG.Question,),
        {
            SCHEMA.text: question.text,
            HG.expected: question.expected,
            HG.about: question.fact.id,
            HG.ruleKind: question.rule,
            HG.template: question.template,
            HG.polarity: question.wording,
            HG.domain: question.domain,
            HG.seed: question.seed,
            DCTERMS.isPartOf: question.benchmark,
        },
    )
    yield from fact_quads(question.fact, question.benchmark)


def answer_quads(answer: Answer) -> Iterator[Quad]:
    """Yield an answer in the graph of its run."""
    model = model_agent(answer.model)
    yield Quad(model, RDFS.label, Literal(answer.model), answer.run)
    yield from describe(
        answer.id,
        answer.run,
        (HG.Answer,),
        {
            HG.answers: answer.question,
            SCHEMA.text: answer.text,
            HG.error: answer.error,
            HG.planted: answer.planted,
            PROV.wasGeneratedBy: answer.run,
            PROV.wasAttributedTo: model,
        },
    )


def model_agent(name: str) -> NamedNode:
    """Name the agent of a model."""
    return content_id("agent/model", (name,))


def verdict_graph(oracle: NamedNode, run: NamedNode) -> NamedNode:
    """Name the graph that holds an oracle's verdicts on the answers of a run."""
    return content_id("graph/verdicts", (oracle.value, run.value))


EARL_OUTCOMES = {"abstained": EARL.cantTell, "unparsed": EARL.cantTell, "failed": EARL.untested}


def verdict_quads(verdict: Verdict, graph: NamedNode) -> Iterator[Quad]:
    """Yield a verdict (an earl:Assertion with its result) and the edges of both graphs."""
    result = NamedNode(f"{verdict.id.value}/result")
    passed = EARL.passed if verdict.category == CORRECT else EARL.failed
    yield from describe(
        verdict.id,
        graph,
        (EARL.Assertion,),
        {
            EARL.subject: verdict.answer,
            EARL.test: verdict.question,
            EARL.assertedBy: verdict.oracle,
            EARL.result: result,
        },
    )
    yield from describe(
        result,
        graph,
        (EARL.TestResult,),
        {
            EARL.outcome: EARL_OUTCOMES.get(verdict.outcome, passed),
            HG.category: HG[verdict.category or verdict.outcome],
            HG.said: verdict.said,
            HG.nodeSimilarity: verdict.node_similarity,
            HG.edgeSimilarity: verdict.edge_similarity,
            HG.nodeContainment: verdict.node_containment,
            HG.edgeContainment: verdict.edge_containment,
            HG.referenceEdge: tuple(claim_id(claim) for claim in verdict.reference_graph),
            HG.answerEdge: tuple(claim_id(claim) for claim in verdict.answer_graph),
            HG.missingEdge: tuple(claim_id(claim) for claim in verdict.missing_edges),
            HG.inventedEdge: tuple(claim_id(claim) for claim in verdict.invented_edges),
            HG.missingNode: verdict.missing_nodes,
            HG.inventedNode: verdict.invented_nodes,
            EARL.info: "\n".join(verdict.reasons),
        },
    )
    # By identifier: claims are equal whatever sentence they were read from, their nodes are not.
    claims = (*verdict.reference_graph, *verdict.answer_graph, *verdict.missing_edges, *verdict.invented_edges)
    for claim in {claim_id(claim): claim for claim in claims}.values():
        yield from claim_quads(claim, graph)


def claim_id(claim: Claim) -> NamedNode:
    """Name an edge: the statement node it equals, or a node of its own with the text it was read from."""
    statement = statement_id(claim.subject, claim.relation, claim.object, claim.holds)
    return content_id("claim", (statement.value, claim.text)) if claim.text else statement


def claim_quads(claim: Claim, graph: NamedNode) -> Iterator[Quad]:
    """Yield the statement node of an edge."""
    yield from describe(
        claim_id(claim),
        graph,
        (RDF.Statement,),
        {
            RDF.subject: claim.subject,
            RDF.predicate: claim.relation,
            RDF.object: claim.object,
            HG.holds: claim.holds,
            SCHEMA.text: claim.text,
        },
    )


# Reading


def read_questions(store: Store, benchmark: NamedNode) -> list[Question]:
    """Read the questions of a benchmark with their whole proofs, in the order of their identifiers."""
    resources = Resources(store, benchmark)
    facts: dict[NamedNode, Fact] = {}
    return [
        Question(
            text=node.text(SCHEMA.text),
            expected="yes" if node.text(HG.expected) == "yes" else "no",
            fact=_read_fact(resources, _required(node, HG.about), facts),
            benchmark=benchmark,
            rule=node.text(HG.ruleKind),
            template=node.text(HG.template),
            wording=node.text(HG.polarity),  # type: ignore[arg-type]  # written from the same type
            domain=node.text(HG.domain),
            seed=int(node.number(HG.seed) or 0),
        )
        for node in resources.of_type(HG.Question)
    ]


def read_fact(store: Store, iri: NamedNode, graph: NamedNode | None = None) -> Fact | None:
    """Read a statement node with its proof from a graph, or the first that has it; None where none does."""
    for quad in sorted(store.quads(iri, RDF.subject, graph=graph), key=lambda quad: str(quad.graph_name)):
        if isinstance(quad.graph_name, NamedNode):
            return _read_fact(_Lazy(store, quad.graph_name), iri, {})
    return None


class _Lazy:
    """The nodes of a graph, each read when it is asked for."""

    def __init__(self, store: Store, graph: NamedNode) -> None:
        self._store = store
        self._graph = graph

    def get(self, iri: NamedNode) -> Resource:
        values: dict[NamedNode, list] = {}
        for quad in self._store.quads(iri, graph=self._graph):
            values.setdefault(quad.predicate, []).append(quad.object)
        return Resource(iri, values)


def _read_fact(resources: Resources | _Lazy, iri: NamedNode, facts: dict[NamedNode, Fact]) -> Fact:
    """Read a fact after its premises; `facts` holds what has been read."""
    if iri in facts:
        return facts[iri]
    node = resources.get(iri)
    premises = tuple(_read_fact(resources, premise, facts) for premise in node.iris(PROV.wasDerivedFrom))
    source = node.node(PROV.hadPrimarySource)
    evidence: Stated | Derived | None = Stated(source) if source else None
    subject, object_ = _required(node, RDF.subject), _term(node, RDF.object)
    if premises:
        rule = _required(node, HG.derivedBy)
        evidence = Derived(rule, node.text(HG.ruleKind), ordered_premises(subject, premises))
    fact = Fact(subject, _required(node, RDF.predicate), object_, node.true(HG.holds), evidence)
    facts[iri] = fact
    return fact


def ordered_premises(start: Term, premises: Iterable[Fact]) -> tuple[Fact, ...]:
    """Order premises as one would tell them: from the subject of the conclusion on, each joined to the last.

    RDF keeps no order, so writers and readers both bring premises into this one.
    """
    left = sorted(set(premises), key=lambda fact: fact.id.value)
    ordered: list[Fact] = []
    current: Term = start
    while left:
        best = min(left, key=lambda fact: (current not in fact.triple, not fact.holds, current != fact.subject))
        left.remove(best)
        ordered.append(best)
        current = best.object if best.subject == current else best.subject
    return tuple(ordered)


def read_answers(store: Store, run: NamedNode) -> list[Answer]:
    """Read the answers of a run in the order of their identifiers."""
    resources = Resources(store, run)
    return [
        Answer(
            question=_required(node, HG.answers),
            run=run,
            model=resources.get(_required(node, PROV.wasAttributedTo)).text(RDFS.label),
            text=node.text(SCHEMA.text),
            error=node.text(HG.error),
            planted=node.text(HG.planted),
        )
        for node in resources.of_type(HG.Answer)
    ]


def read_verdicts(store: Store, graph: NamedNode) -> list[Verdict]:
    """Read the verdicts of a graph in the order of their identifiers."""
    resources = Resources(store, graph)
    return [_read_verdict(resources, node) for node in resources.of_type(EARL.Assertion)]


def _read_verdict(resources: Resources, node: Resource) -> Verdict:
    result = resources.get(_required(node, EARL.result))
    concept = _required(result, HG.category).value.rpartition("#")[2]
    judged = concept in CATEGORIES
    reasons = result.text(EARL.info)
    return Verdict(
        answer=_required(node, EARL.subject),
        question=_required(node, EARL.test),
        oracle=_required(node, EARL.assertedBy),
        outcome="judged" if judged else concept,  # type: ignore[arg-type]  # written from the same type
        category=concept if judged else "",
        said=result.text(HG.said),
        node_similarity=result.number(HG.nodeSimilarity),
        edge_similarity=result.number(HG.edgeSimilarity),
        node_containment=result.number(HG.nodeContainment),
        edge_containment=result.number(HG.edgeContainment),
        reference_graph=_claims(resources, result, HG.referenceEdge),
        answer_graph=_claims(resources, result, HG.answerEdge),
        missing_nodes=tuple(result.all(HG.missingNode)),  # type: ignore[arg-type]  # never blank nodes
        invented_nodes=tuple(result.all(HG.inventedNode)),  # type: ignore[arg-type]
        missing_edges=_claims(resources, result, HG.missingEdge),
        invented_edges=_claims(resources, result, HG.inventedEdge),
        reasons=tuple(reasons.split("\n")) if reasons else (),
    )


def _claims(resources: Resources, result: Resource, predicate: NamedNode) -> tuple[Claim, ...]:
    nodes = [resources.get(iri) for iri in result.iris(predicate)]
    return tuple(
        Claim(
            _term(node, RDF.subject),
            _term(node, RDF.predicate),
            _term(node, RDF.object),
            node.true(HG.holds),
            node.text(SCHEMA.text),
        )
        for node in nodes
    )


def _term(node: Resource, predicate: NamedNode) -> Term:
    for value in node.all(predicate):
        if isinstance(value, NamedNode | Literal):
            return value
    raise LookupError(f"{node.iri} has no {predicate}")


def _required(node: Resource, predicate: NamedNode) -> NamedNode:
    value = node.node(predicate)
    if value is None:
        raise LookupError(f"{node.iri} has no {predicate}")
    return value
