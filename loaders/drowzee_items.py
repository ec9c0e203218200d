"""One item of a published Drowzee file → a question with a fact and the premises that the publication gives.

The fact is read from the evidence only where the question speaks of the same relation. Otherwise the question
itself is the subject: "this question has the answer yes", which rests on the published answer and on nothing else.
"""

import re
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import date
from typing import Any

from pyoxigraph import Literal, NamedNode

from ..kg.describe import ordered_premises
from ..kg.fact import Derived, Fact, Stated
from ..kg.names import OWL, WDT, XSD, content_id
from ..kg.records import Question, YesNo
from ..kg.relations import Lexicon

BENCHMARK = content_id("benchmark", ("drowzee", "published"))
TEMPLATE = "published"

RULES = {
    "Negation Inference": "negation",
    "Symmetric Inference": "symmetric",
    "Inverse Function Inference": "inverse",
    "Transitive Inference": "transitive",
    "Composite Inference": "composite",
}
DOMAINS = {
    "culture": "culture",
    "geography": "geography",
    "health": "health",
    "history": "history",
    "mathematics": "mathematics",
    "natural": "nature",
    "nature": "nature",
    "people": "people",
    "society": "society",
    "technology": "technology",
}
"""The first word of a category → our domain."""

ANSWERS: dict[str, YesNo] = {"yes": "yes", "no": "no", "true": "yes", "false": "no"}

CUES = {
    "genetic association": ("influenc", "genetic"),
    "followed by": ("preced", "followed"),
    "proved by": ("prove",),
    "named after": ("named",),
    "discoverer or inventor": ("discover", "invent"),
}
"""How questions speak of a relation whose own words they do not use."""

NEGATIVE = re.compile(r"\bnot\b|n't\b|\bnothing\b|\bdifferent\b|\bno one\b", re.IGNORECASE)


@dataclass
class Reader:
    """Turn items into questions; remember the labels and facts that go to the source graph, and what was odd."""

    source: NamedNode
    lexicon: Lexicon
    labels: dict[NamedNode, str] = field(default_factory=dict)
    stated: dict[Fact, None] = field(default_factory=dict)
    notes: Counter[str] = field(default_factory=Counter)

    def __post_init__(self) -> None:
        by_label: dict[str, list[NamedNode]] = {}
        for relation in self.lexicon:
            by_label.setdefault(relation.label, []).append(relation.iri)
        self._known = {label: iris[0] for label, iris in by_label.items() if len(iris) == 1}

    def question(self, item: Mapping[str, Any], expected: YesNo) -> Question:
        """Make a question of an item whose text and answer have been checked."""
        text = item["question"].strip()
        temporal = "events" in item
        kind = "temporal" if temporal else self._kind(item)
        evidence = self._events(item, text) if temporal else self._evidence(item)
        fact = None if temporal else self._fact(item, text, kind, evidence)
        if fact is not None and (fact.holds == (expected == "yes")) == bool(NEGATIVE.search(text)):
            self.notes["the published answer disagrees with the evidence; kept as the publication's word"] += 1
            fact = None
        if fact is None:
            fact = self._published(item, text, expected, kind, evidence)
        return Question(
            text=text,
            expected=expected,
            fact=fact,
            benchmark=BENCHMARK,
            rule=kind,
            template=TEMPLATE,
            wording="positive" if fact.holds == (expected == "yes") else "negated",
            domain="history" if temporal else self._domain(item),
            seed=0,
        )

    # Terms

    def _entity(self, label: str) -> NamedNode:
        """Name an entity by its published label; equal labels are one entity there, so homonyms are merged."""
        label = plain_label(label)
        return self._labelled(content_id("drowzee/entity", (label,)), label)

    def _relation(self, label: str) -> NamedNode:
        label = label.strip()
        return self._known.get(label) or self._own(label)

    def _own(self, label: str) -> NamedNode:
        return self._labelled(content_id("drowzee/relation", (label,)), label)

    def _labelled(self, iri: NamedNode, label: str) -> NamedNode:
        self.labels[iri] = label
        return iri

    def _state(self, subject: NamedNode, relation: NamedNode, object_: NamedNode | Literal) -> Fact:
        fact = Fact(subject, relation, object_, evidence=Stated(self.source))
        self.stated[fact] = None
        return fact

    # What the publication says

    def _kind(self, item: Mapping[str, Any]) -> str:
        reasoning = str(item.get("reasoning", ""))
        if reasoning not in RULES:
            self.notes[f"unknown reasoning {reasoning!r}; kept with the rule kind 'published'"] += 1
        return RULES.get(reasoning, "published")

    def _domain(self, item: Mapping[str, Any]) -> str:
        category = str(item.get("category", ""))
        first = category.lower().partition(" ")[0]
        if first not in DOMAINS:
            self.notes[f"unknown category {category!r}; kept with the domain 'other'"] += 1
        return DOMAINS.get(first, "other")

    def _evidence(self, item: Mapping[str, Any]) -> dict[Fact, str]:
        """Map the evidence of an item to the published labels of its relations."""
        found: dict[Fact, str] = {}
        for triple in item.get("evidence") or ():
            if not (isinstance(triple, list) and len(triple) == 3 and all(map(_is_text, triple))):
                self.notes["evidence that is no triple of texts; left out"] += 1
                continue
            subject, relation, object_ = triple
            fact = self._state(self._entity(subject), self._relation(relation), self._entity(object_))
            found[fact] = relation.strip()
        return found

    def _events(self, item: Mapping[str, Any], text: str) -> dict[Fact, str]:
        """State begin and end of the events; only those that the question names are its evidence."""
        found: dict[Fact, str] = {}
        for event in item["events"] if isinstance(item["events"], list) else ():
            name = event.get("event_name") if isinstance(event, dict) else None
            if not isinstance(name, str) or not name.strip():
                self.notes["event without a name; left out"] += 1
                continue
            facts = self._dates(event, self._entity(name))
            if f"is {name} happen" in text:
                found |= dict.fromkeys(facts, "")
            else:
                self.notes["event that the question does not name; stated, but no premise"] += 1
        return found

    def _dates(self, event: Mapping[str, Any], entity: NamedNode) -> list[Fact]:
        facts = []
        for key, relation, label in (("event_begin", WDT.P580, "start time"), ("event_end", WDT.P582, "end time")):
            day = event.get(key)
            if not _is_date(day):
                self.notes["event date that is no date; left out"] += 1
                continue
            self.labels[relation] = label
            facts.append(self._state(entity, relation, Literal(str(day), datatype=XSD.date)))
        return facts

    # The fact that a question asks about

    def _fact(self, item: Mapping[str, Any], text: str, kind: str, evidence: Mapping[Fact, str]) -> Fact | None:
        """Read the fact from the pair of entities and the evidence; None where the evidence does not say it."""
        pair = item.get("entity")
        relations = set(evidence.values())
        if not (isinstance(pair, list) and len(pair) == 2 and all(map(_is_text, pair)) and len(relations) == 1):
            return None
        label = relations.pop()
        if not speaks_of(text, label):
            return None
        first, second = sorted((self._entity(name) for name in pair), key=str)
        ends = {first, second}
        direct = [fact for fact in evidence if {fact.subject, fact.object} == ends]
        if kind in ("inverse", "symmetric") and direct:
            return self._turned(direct[0], label, kind)
        if kind == "transitive":
            return self._shared(first, second, label, evidence)
        if kind == "negation" and not direct:
            return _negated(ends, evidence)
        return None

    def _turned(self, fact: Fact, label: str, kind: str) -> Fact | None:
        """Turn a fact round: the same relation when symmetric, else its inverse."""
        if not isinstance(fact.object, NamedNode):
            return None
        relation = fact.relation if kind == "symmetric" else self._inverse(fact.relation, label)
        return Fact(fact.object, relation, fact.subject, evidence=Derived(rule_iri(kind), kind, (fact,)))

    def _inverse(self, relation: NamedNode, label: str) -> NamedNode:
        known = self.lexicon.get(relation)
        inverses = [each.argument for each in known.declared(OWL.inverseOf) if each.argument] if known else []
        return inverses[0] if inverses else self._own(f"inverse of {label}")

    def _shared(self, first: NamedNode, second: NamedNode, label: str, evidence: Iterable[Fact]) -> Fact | None:
        """Say that two entities share a value, as the publication's "transitive" questions do."""
        facts = list(evidence)
        values = {fact.object for fact in facts if fact.subject == first}
        values &= {fact.object for fact in facts if fact.subject == second}
        premises = [fact for fact in facts if fact.object in values and fact.subject in (first, second)]
        if not premises:
            return None
        evidence_ = Derived(rule_iri("transitive"), "transitive", ordered_premises(first, premises))
        return Fact(first, self._own(f"same {label}"), second, evidence=evidence_)

    def _published(
        self, item: Mapping[str, Any], text: str, expected: YesNo, kind: str, evidence: Iterable[Fact]
    ) -> Fact:
        """Say no more than the publication: that this question has this answer."""
        self.notes["fact not in the evidence; rests on the published answer alone"] += 1
        node = self._labelled(content_id("drowzee/item", (text,)), text)
        answer = Literal(str(item.get("answer", item.get("res"))).strip())
        premises = (*evidence, self._state(node, self._own("published answer"), answer))
        return Fact(
            node,
            self._own("has the answer"),
            Literal("yes"),
            expected == "yes",
            Derived(rule_iri(kind), kind, ordered_premises(node, premises)),
        )


def _negated(ends: set[NamedNode], evidence: Iterable[Fact]) -> Fact | None:
    """Deny the relation between the subject of the evidence and the other entity, as the publication does."""
    facts = list(evidence)
    subjects = {fact.subject for fact in facts}
    if len(subjects) != 1 or not subjects < ends:
        return None
    subject = next(iter(subjects))
    other = next(iter(ends - subjects))
    premises = ordered_premises(subject, facts)
    return Fact(subject, facts[0].relation, other, False, Derived(rule_iri("negation"), "negation", premises))


def rule_iri(kind: str) -> NamedNode:
    """Name the publication's own rule of a kind."""
    return content_id("drowzee/rule", (kind,))


def speaks_of(text: str, relation: str) -> bool:
    """Say whether a question uses the words of a relation, or one of its cues."""
    text = text.lower()
    if relation in CUES:
        return any(cue in text for cue in CUES[relation])
    return all(word[:5] in text for word in re.findall(r"\w{4,}", relation.lower()))


def plain_label(label: str) -> str:
    """Undo the Prolog spelling of some published labels: `'2060_Chiron'` is 2060 Chiron."""
    label = label.strip()
    if len(label) > 2 and label[0] == label[-1] == "'":
        return label[1:-1].replace("_", " ")
    return label


def _is_text(value: object) -> bool:
    return isinstance(value, str) and bool(value.strip())


def _is_date(value: object) -> bool:
    try:
        date.fromisoformat(str(value))
    except ValueError:
        return False
    return True
