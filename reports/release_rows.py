"""The tables of a release as JSON lines, read from its graph, so that they cannot disagree with it."""

import json
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from pyoxigraph import Literal, NamedNode, Quad, Triple

from ..kg.describe import read_questions, read_verdicts
from ..kg.fact import Derived, Fact, Stated, Term, proof
from ..kg.names import DCAT, HG, PROV, RDF, RDFS, SCHEMA
from ..kg.records import Claim, Question, Verdict
from ..kg.resources import Resources
from ..kg.store import Store

Row = Mapping[str, Any]


class Tables:
    """Questions, answers and verdicts of a release's graph, each in the order of their identifiers."""

    def __init__(self, triples: Iterable[Triple]) -> None:
        triples = list(triples)
        found = [t.subject for t in triples if t.predicate == RDF.type and t.object == DCAT.Dataset]
        self.benchmark = next((node for node in found if isinstance(node, NamedNode)), NamedNode("urn:none"))
        self._store = Store.open(None)
        # Everything lies in one graph, under the benchmark's name: that is where the readers look.
        self._store.add(Quad(each.subject, each.predicate, each.object, self.benchmark) for each in triples)
        self._resources = Resources(self._store, self.benchmark)
        self.questions = read_questions(self._store, self.benchmark)
        self.verdicts = read_verdicts(self._store, self.benchmark)

    def files(self) -> dict[str, bytes]:
        """Return the tables by file name; one without rows is left out, save the questions."""
        tables = {
            "questions.jsonl": [self._question(question) for question in self.questions],
            "answers.jsonl": list(self._answers()),
            "verdicts.jsonl": [self._verdict(verdict) for verdict in self.verdicts],
        }
        return {name: _lines(rows) for name, rows in tables.items() if rows or name == "questions.jsonl"}

    def _question(self, question: Question) -> Row:
        return {
            "id": question.id.value,
            "text": question.text,
            "expected": question.expected,
            "rule": question.rule,
            "template": question.template,
            "wording": question.wording,
            "domain": question.domain,
            "seed": question.seed,
            "fact": question.fact.id.value,
            "proof": [self._step(fact) for fact in proof(question.fact)],
        }

    def _step(self, fact: Fact) -> Row:
        row: dict[str, Any] = {"id": fact.id.value, **self._triple(fact.subject, fact.relation, fact.object)}
        row["holds"] = fact.holds
        if isinstance(fact.evidence, Stated):
            row["source"] = fact.evidence.source.value
        elif isinstance(fact.evidence, Derived):
            row["rule"] = fact.evidence.rule.value
            row["kind"] = fact.evidence.kind
            row["premises"] = [premise.id.value for premise in fact.premises]
        return row

    def _triple(self, subject: Term, relation: Term, object_: Term) -> Row:
        return {"subject": self._term(subject), "relation": self._term(relation), "object": self._term(object_)}

    def _term(self, term: Term) -> Row:
        if isinstance(term, Literal):
            return {"value": term.value, "datatype": term.datatype.value}
        label = self._resources.get(term).text(RDFS.label)
        return {"iri": term.value, "label": label} if label else {"iri": term.value}

    def _answers(self) -> Iterator[Row]:
        for node in self._resources.of_type(HG.Answer):
            question, run, model = (node.node(p) for p in (HG.answers, PROV.wasGeneratedBy, PROV.wasAttributedTo))
            yield {
                "id": node.iri.value,
                "question": question.value if question else "",
                "run": run.value if run else "",
                "model": self._resources.get(model).text(RDFS.label) if model else "",
                "text": node.text(SCHEMA.text),
                "error": node.text(HG.error),
                "planted": node.text(HG.planted),
            }

    def _verdict(self, verdict: Verdict) -> Row:
        return {
            "id": verdict.id.value,
            "answer": verdict.answer.value,
            "question": verdict.question.value,
            "oracle": verdict.oracle.value,
            "outcome": verdict.outcome,
            "category": verdict.category,
            "said": verdict.said,
            "node_similarity": verdict.node_similarity,
            "edge_similarity": verdict.edge_similarity,
            "node_containment": verdict.node_containment,
            "edge_containment": verdict.edge_containment,
            "missing_nodes": [self._term(term) for term in verdict.missing_nodes],
            "invented_nodes": [self._term(term) for term in verdict.invented_nodes],
            "missing_edges": [self._claim(claim) for claim in verdict.missing_edges],
            "invented_edges": [self._claim(claim) for claim in verdict.invented_edges],
            "reasons": list(verdict.reasons),
        }

    def _claim(self, claim: Claim) -> Row:
        row = {**self._triple(claim.subject, claim.relation, claim.object), "holds": claim.holds}
        return {**row, "text": claim.text} if claim.text else row


def _lines(rows: Iterable[Row]) -> bytes:
    return "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows).encode()
