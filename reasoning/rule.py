"""Rules as data: what the lexicon's declarations license, each with the name of its kind and its reason.

A rule here is only the declaration's content (relations, steps, classes). What it means is written once, in
`reasoning/rules/*.pl` for Prolog.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from pyoxigraph import NamedNode

from ..kg.names import OWL, RDFS, content_id
from ..kg.relations import Declaration, Lexicon, Relation, Step

POSITIVE_KINDS = ("symmetric", "inverse", "transitive", "subproperty", "composite")
NEGATIVE_KINDS = ("asymmetric", "disjoint", "functional", "inverse-functional")

KINDS: dict[NamedNode, str] = {
    OWL.SymmetricProperty: "symmetric",
    OWL.inverseOf: "inverse",
    OWL.TransitiveProperty: "transitive",
    RDFS.subPropertyOf: "subproperty",
    OWL.propertyChainAxiom: "composite",
    OWL.AsymmetricProperty: "asymmetric",
    OWL.propertyDisjointWith: "disjoint",
    OWL.FunctionalProperty: "functional",
    OWL.InverseFunctionalProperty: "inverse-functional",
}
"""Declared axioms and the kind of rule that each licenses; other axioms are knowledge, not rules."""


@dataclass(frozen=True)
class Rule:
    """A rule that a declaration licenses.

    `head` is the relation of the conclusion and `steps` the premises as a path from its subject to its object; a
    negative rule (`positive` False) concludes that `head` does not hold.
    """

    kind: str
    head: NamedNode
    steps: tuple[Step, ...]
    reason: str
    value_classes: tuple[NamedNode, ...] = ()
    exceptions: tuple[NamedNode, ...] = ()

    @property
    def positive(self) -> bool:
        """Say whether the rule derives facts that hold."""
        return self.kind in POSITIVE_KINDS

    @property
    def id(self) -> NamedNode:
        """Name the rule: a hash of all that it depends on."""
        steps = (f"{'^' if step.inverse else ''}{step.relation.value}" for step in self.steps)
        limits = (node.value for node in (*self.value_classes, *self.exceptions))
        return content_id("rule", (self.kind, self.head.value, *steps, "|", *limits))

    @property
    def paper_kind(self) -> str:
        """Name the rule's kind among the five of Drowzee, section 4.2."""
        if not self.positive:
            return "negation"
        return "composite" if self.kind == "subproperty" else self.kind


def rules_of(lexicon: Lexicon) -> list[Rule]:
    """List the rules that a lexicon licenses, in a fixed order: simple kinds first, then by relation."""
    order = {kind: index for index, kind in enumerate((*POSITIVE_KINDS, *NEGATIVE_KINDS))}
    found = {rule.id: rule for relation in lexicon for item in relation.declarations for rule in _rules(relation, item)}
    return sorted(found.values(), key=lambda rule: (order[rule.kind], rule.head.value, rule.id.value))


def _rules(relation: Relation, declaration: Declaration) -> Iterator[Rule]:
    kind = KINDS.get(declaration.axiom)
    if kind is None:
        return
    own = Step(relation.iri, False)
    limits = {
        "reason": declaration.reason,
        "value_classes": tuple(sorted(declaration.value_classes, key=str)),
        "exceptions": tuple(sorted(declaration.exceptions, key=str)),
    }
    other = declaration.argument
    if kind == "composite":
        yield Rule(kind, relation.iri, declaration.steps, **limits)
    elif kind in ("symmetric", "asymmetric"):
        yield Rule(kind, relation.iri, (Step(relation.iri, True),), **limits)
    elif kind == "transitive":
        yield Rule(kind, relation.iri, (own, own), **limits)
    elif kind in ("functional", "inverse-functional"):
        yield Rule(kind, relation.iri, (own,), **limits)
    elif other is not None and kind == "subproperty":
        yield Rule(kind, other, (own,), **limits)
    elif other is not None and kind == "inverse":
        yield Rule(kind, other, (Step(relation.iri, True),), **limits)
        yield Rule(kind, relation.iri, (Step(other, True),), **limits)
    elif other is not None and kind == "disjoint":
        yield Rule(kind, other, (own,), **limits)
        yield Rule(kind, relation.iri, (Step(other, False),), **limits)
