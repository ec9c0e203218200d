"""What is known of entities apart from facts: labels, aliases, classes, and whether they have ended."""

from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import cached_property
from typing import Self

from pyoxigraph import Literal, NamedNode

from .names import RDF, RDFS, SCHEMA, SKOS, WD, WDT, compact
from .store import Store

LABELS = (RDFS.label, SKOS.prefLabel, SCHEMA.name)
"""Where a label is looked for, in this order; every class has one of them in common vocabularies."""

ALIASES = (SKOS.altLabel, SCHEMA.alternateName)
DESCRIPTIONS = (SCHEMA.description, RDFS.comment)
CLASSES = (WDT.P31, RDF.type)
ENDED_CLASSES = frozenset(WD[name] for name in ("Q3024240", "Q28171280", "Q1790360"))
"""Historical country, ancient civilization, colonial empire: what is of them has ended."""

ENDINGS = (WDT.P570, WDT.P20, WDT.P509, WDT.P119, WDT.P1196, WDT.P576, WDT.P582)
"""Relations that only something that has ended can have: death, its place and cause, a grave, dissolution."""


@dataclass(frozen=True)
class Entity:
    """A node of the graph as a person knows it. `ended` is True only where the graph says so."""

    iri: NamedNode
    label: str
    aliases: tuple[str, ...] = ()
    classes: tuple[NamedNode, ...] = ()
    description: str = ""
    ended: bool = False

    @property
    def names(self) -> tuple[str, ...]:
        """Return the label and then the aliases."""
        return (self.label, *self.aliases)


@dataclass
class _Gathered:
    """The parts of an entity while the store is read."""

    labels: dict[int, set[str]] = field(default_factory=lambda: defaultdict(set))
    aliases: set[str] = field(default_factory=set)
    classes: set[NamedNode] = field(default_factory=set)
    descriptions: set[str] = field(default_factory=set)
    ended: bool = False

    def entity(self, iri: NamedNode) -> Entity | None:
        if not self.labels:
            return None
        best = min(self.labels)
        label = min(self.labels[best])
        others = {name for names in self.labels.values() for name in names} | self.aliases
        return Entity(
            iri,
            label,
            tuple(sorted(others - {label})),
            tuple(sorted(self.classes, key=str)),
            min(self.descriptions, default=""),
            self.ended or bool(self.classes & ENDED_CLASSES),
        )


class Entities:
    """All labelled entities of a store, in the order of their IRIs."""

    def __init__(self, entities: Iterable[Entity] = ()) -> None:
        self._by_iri = {entity.iri: entity for entity in sorted(entities, key=lambda entity: entity.iri.value)}

    @classmethod
    def from_store(cls, store: Store, language: str = "en") -> Self:
        """Read every entity that has a label in `language` (or one without a language)."""
        gathered: dict[NamedNode, _Gathered] = defaultdict(_Gathered)
        for rank, predicate in enumerate(LABELS):
            for iri, text in _texts(store, predicate, language):
                gathered[iri].labels[rank].add(text)
        for iri, text in _all_texts(store, ALIASES, language):
            gathered[iri].aliases.add(text)
        for iri, text in _all_texts(store, DESCRIPTIONS, language):
            gathered[iri].descriptions.add(text)
        _gather_classes(store, gathered)
        return cls(entity for iri, parts in gathered.items() if (entity := parts.entity(iri)) is not None)

    def get(self, iri: object) -> Entity | None:
        """Return an entity, or None where nothing is known of it."""
        return self._by_iri.get(iri)  # type: ignore[arg-type]  # anything may be asked for

    def label(self, term: NamedNode | Literal) -> str:
        """Return the label of an entity; the short form of the IRI, or the text of a literal, without one."""
        entity = self.get(term)
        return entity.label if entity else compact(term)

    def classes(self, term: object) -> tuple[NamedNode, ...]:
        """Return the classes of an entity; none where it is not known."""
        entity = self.get(term)
        return entity.classes if entity else ()

    @cached_property
    def by_label(self) -> dict[str, tuple[NamedNode, ...]]:
        """Map each label to the entities that carry it: more than one for homonyms."""
        found: dict[str, list[NamedNode]] = defaultdict(list)
        for entity in self:
            found[entity.label].append(entity.iri)
        return {label: tuple(iris) for label, iris in found.items()}

    def __iter__(self) -> Iterator[Entity]:
        return iter(self._by_iri.values())

    def __len__(self) -> int:
        return len(self._by_iri)

    def __contains__(self, iri: object) -> bool:
        return iri in self._by_iri


def _texts(store: Store, predicate: NamedNode, language: str) -> Iterator[tuple[NamedNode, str]]:
    """Yield (entity, text) of one predicate in `language`; language variants such as en-GB count, no tag does too."""
    for quad in store.quads(predicate=predicate):
        text = quad.object
        if not isinstance(quad.subject, NamedNode) or not isinstance(text, Literal):
            continue
        tag = (text.language or language).lower()
        if (tag == language or tag.startswith(f"{language}-")) and text.value.strip():
            yield quad.subject, " ".join(text.value.split())


def _all_texts(store: Store, predicates: Iterable[NamedNode], language: str) -> Iterator[tuple[NamedNode, str]]:
    for predicate in predicates:
        yield from _texts(store, predicate, language)


def _gather_classes(store: Store, gathered: dict[NamedNode, _Gathered]) -> None:
    """Note the classes of entities and which of them have ended."""
    for predicate in CLASSES:
        for quad in store.quads(predicate=predicate):
            if isinstance(quad.subject, NamedNode) and isinstance(quad.object, NamedNode):
                gathered[quad.subject].classes.add(quad.object)
    for predicate in ENDINGS:
        for quad in store.quads(predicate=predicate):
            if isinstance(quad.subject, NamedNode):
                gathered[quad.subject].ended = True
