"""The relation lexicon: how each relation is worded, and which properties license rules about it.

`ontologies/relations.ttl` is the packaged lexicon; users bring their own file in the same vocabulary
(`ontologies/hallugraph.ttl`). A relation that declares nothing takes part in no rule.
"""

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Self

from pyoxigraph import BlankNode, Literal, NamedNode, RdfFormat, Triple, parse

from .errors import InputError, UnknownNameError
from .names import HG, OWL, RDF, RDFS, SCHEMA, SKOS, compact

PACKAGED = Path(__file__).parent.parent / "ontologies" / "relations.ttl"
TEMPORAL = PACKAGED.with_name("temporal.ttl")
"""Relations between times; part of the packaged lexicon in a file of its own."""

PHRASE_KINDS = ("noun", "passive", "active")
TENSES = ("neutral", "past", "present")
PLAIN_AXIOMS = frozenset(
    OWL[f"{name}Property"]
    for name in ("Symmetric", "Asymmetric", "Irreflexive", "Transitive", "Functional", "InverseFunctional")
)
PAIR_AXIOMS = frozenset((OWL.inverseOf, RDFS.subPropertyOf, OWL.propertyDisjointWith))
CHAIN_AXIOM = OWL.propertyChainAxiom
PLACE = re.compile(r"\{([^{}]*)\}")
PLACES = frozenset(end + article for end in "so" for article in ("", ":a", ":the", ":raw"))

_TYPE, _FIRST, _REST, _NIL = RDF.type, RDF.first, RDF.rest, RDF.nil
_RELATION, _PHRASE_KIND, _DOMAIN, _PARAPHRASE = HG.Relation, HG.phraseKind, HG.domain, HG.paraphrase
_WORDING, _TENSE, _SUBJECT_CLASS = HG.wording, HG.tense, HG.subjectClass
_STATEMENT, _NEGATION, _QUESTION, _ANTONYM = HG.statement, HG.negation, HG.question, HG.antonym
_DECLARES, _AXIOM, _ARGUMENT = HG.declares, HG.axiom, HG.argument
_VALUE_CLASS, _EXCEPT, _REASON, _INVERSE = HG.valueClass, HG["except"], RDFS.comment, OWL.inverseOf
_MEMBER = SKOS.member
_ASKED, _UNASKED = HG.asked, HG.unasked
_LABEL, _ALIAS, _SUBJECTS, _OBJECTS = RDFS.label, SKOS.altLabel, SCHEMA.domainIncludes, SCHEMA.rangeIncludes

_Node = NamedNode | BlankNode | Literal | Triple


@dataclass(frozen=True, slots=True)
class Step:
    """One relation of a chain; `inverse` walks it from its object to its subject."""

    relation: NamedNode
    inverse: bool = False


@dataclass(frozen=True, slots=True)
class Declaration:
    """A property of a relation that licenses a rule, with the reason why it holds.

    `argument` is the other relation of an axiom about a pair, `steps` those of a chain. `value_classes` limit a
    functional relation: two values exclude each other only when both are of one of these classes (for an inverse
    functional relation: two subjects). `exceptions` are subjects or values for which the declaration does not hold.
    """

    axiom: NamedNode
    reason: str
    argument: NamedNode | None = None
    steps: tuple[Step, ...] = ()
    value_classes: frozenset[NamedNode] = frozenset()
    exceptions: frozenset[NamedNode] = frozenset()


@dataclass(frozen=True, slots=True)
class Wording:
    """Sentence patterns with the places {s} and {o}; `antonym` is empty where no natural one exists."""

    tense: str
    subject_class: NamedNode | None
    statement: str
    negation: str
    question: str
    antonym: str = ""


@dataclass(frozen=True, slots=True)
class Relation:
    """A relation of the lexicon. Wordings and paraphrases keep the order of the file."""

    iri: NamedNode
    label: str
    aliases: tuple[str, ...]
    phrase_kind: str
    domain: str
    subject_classes: frozenset[NamedNode]
    object_classes: frozenset[NamedNode]
    wordings: tuple[Wording, ...]
    paraphrases: tuple[str, ...]
    declarations: tuple[Declaration, ...]
    asked: bool = True
    """Whether questions are asked about it; False for what is of use in proofs and claims only."""
    unasked: frozenset[NamedNode] = frozenset()
    """Subjects and values with which its wordings would not be English."""

    def declared(self, axiom: NamedNode) -> tuple[Declaration, ...]:
        """Return the declarations of one axiom."""
        return tuple(declaration for declaration in self.declarations if declaration.axiom == axiom)


class Lexicon:
    """Relations by IRI; iterates over the relations in the order of their IRIs."""

    def __init__(self, relations: Iterable[Relation] = ()) -> None:
        ordered = sorted(relations, key=lambda relation: relation.iri.value)
        self._by_iri = {relation.iri: relation for relation in ordered}

    @classmethod
    def load(cls, path: Path | str | None = None) -> Self:
        """Read a lexicon from Turtle (default: the packaged one); a file that has not changed is read once.

        Raises InputError where the file cannot be read or a relation is incomplete.
        """
        files = (PACKAGED, TEMPORAL) if path is None else (Path(path),)
        return cls(relation for file in files for relation in _relations(file))

    def merge(self, other: "Lexicon") -> "Lexicon":
        """Join two lexicons; where both have a relation, `other` has the word."""
        return Lexicon((self._by_iri | other._by_iri).values())

    def get(self, iri: object) -> Relation | None:
        """Return a relation, or None where the lexicon does not have it."""
        return self._by_iri.get(iri)  # type: ignore[arg-type]  # anything may be asked for

    def __getitem__(self, iri: NamedNode) -> Relation:
        try:
            return self._by_iri[iri]
        except KeyError:
            raise UnknownNameError("relation", compact(iri), map(compact, self._by_iri)) from None

    def __iter__(self) -> Iterator[Relation]:
        return iter(self._by_iri.values())

    def __len__(self) -> int:
        return len(self._by_iri)

    def __contains__(self, iri: object) -> bool:
        return iri in self._by_iri


def _relations(file: Path) -> tuple[Relation, ...]:
    try:
        state = file.stat()
    except OSError as error:
        raise InputError(f"cannot read the relation lexicon: {error.strerror}", str(file)) from error
    return _read(file, state.st_mtime_ns, state.st_size)


@lru_cache(maxsize=16)
def _read(file: Path, _changed: int, _size: int) -> tuple[Relation, ...]:
    """Read a file; time of change and size are part of the key, so that an edited file is read again."""
    try:
        triples = parse(path=str(file), format=RdfFormat.TURTLE)
        return _Reader(str(file), triples).relations()  # type: ignore[arg-type]  # Turtle has no graphs
    except OSError as error:
        raise InputError(f"cannot read the relation lexicon: {error}", str(file)) from error
    except (SyntaxError, ValueError) as error:
        raise InputError(f"not valid Turtle: {error}", str(file), getattr(error, "lineno", None)) from error


class _Reader:
    """Build relations from triples; every complaint names the file and the relation."""

    def __init__(self, source: str, triples: Iterable[Triple]) -> None:
        self._source = source
        self._relation: _Node | None = None
        self._nodes: dict[object, dict[NamedNode, list[_Node]]] = defaultdict(dict)
        for triple in triples:
            self._nodes[triple.subject].setdefault(triple.predicate, []).append(triple.object)

    def relations(self) -> tuple[Relation, ...]:
        """Build every hg:Relation of the file."""
        found = [node for node in self._nodes if _RELATION in self._all(node, _TYPE)]
        return tuple(self._build(node) for node in found)

    def _build(self, node: object) -> Relation:
        if not isinstance(node, NamedNode):
            raise InputError("a relation needs an IRI of its own, not a blank node", self._source)
        self._relation = node
        wordings = tuple(self._wording(part) for part in self._all(node, _WORDING))
        self._need(wordings, "has no hg:wording; give it one with hg:statement, hg:negation and hg:question")
        paraphrases = self._texts(node, _PARAPHRASE)
        for pattern in paraphrases:
            self._check_pattern(pattern)
        return Relation(
            node,
            self._text(node, _LABEL),
            self._texts(node, _ALIAS),
            self._choice(self._name(node, _PHRASE_KIND), PHRASE_KINDS, "hg:phraseKind"),
            self._text(node, _DOMAIN, default=""),
            frozenset(self._iris(node, _SUBJECTS)),
            frozenset(self._iris(node, _OBJECTS)),
            wordings,
            paraphrases,
            tuple(self._declaration(part) for part in self._all(node, _DECLARES)),
            self._text(node, _ASKED, default="true") == "true",
            self._group(node, _UNASKED),
        )

    def _wording(self, node: _Node) -> Wording:
        classes = self._iris(node, _SUBJECT_CLASS)
        statement, negation, question = (self._text(node, part) for part in (_STATEMENT, _NEGATION, _QUESTION))
        antonym = self._text(node, _ANTONYM, default="")
        for pattern in filter(None, (statement, negation, question, antonym)):
            self._check_pattern(pattern, ends_with_mark=pattern is question)
        tense = self._choice(self._text(node, _TENSE, default="neutral"), TENSES, "hg:tense")
        return Wording(tense, classes[0] if classes else None, statement, negation, question, antonym)

    def _declaration(self, node: _Node) -> Declaration:
        axioms = self._iris(node, _AXIOM)
        self._need(len(axioms) == 1, "has a declaration without exactly one hg:axiom")
        axiom, reason = axioms[0], self._text(node, _REASON, default="")
        self._need(reason, f"declares {compact(axiom)} without a reason; say why it holds in rdfs:comment")
        arguments = self._all(node, _ARGUMENT)
        argument, steps = self._arguments(axiom, arguments)
        return Declaration(axiom, reason, argument, steps, self._group(node, _VALUE_CLASS), self._group(node, _EXCEPT))

    def _group(self, node: _Node, predicate: NamedNode) -> frozenset[NamedNode]:
        """Collect nodes; one that is a skos:Collection of the file stands for its members."""
        named = self._iris(node, predicate)
        return frozenset(member for item in named for member in self._iris(item, _MEMBER) or (item,))

    def _arguments(self, axiom: NamedNode, arguments: list[_Node]) -> tuple[NamedNode | None, tuple[Step, ...]]:
        name = compact(axiom)
        if axiom in PLAIN_AXIOMS:
            self._need(not arguments, f"declares {name}, which takes no hg:argument")
            return None, ()
        self._need(axiom in PAIR_AXIOMS or axiom == CHAIN_AXIOM, f"declares {name}, which no rule knows")
        self._need(len(arguments) == 1, f"declares {name}, which needs one hg:argument")
        if axiom == CHAIN_AXIOM:
            steps = tuple(self._step(part) for part in self._list(arguments[0]))
            self._need(len(steps) > 1, f"declares {name} with fewer than two steps; give a list of relations")
            return None, steps
        argument = arguments[0]
        if not isinstance(argument, NamedNode):
            raise self._error(f"declares {name}, whose hg:argument must be a relation")
        return argument, ()

    def _step(self, node: _Node) -> Step:
        if isinstance(node, NamedNode):
            return Step(node)
        inverses = self._iris(node, _INVERSE)
        self._need(len(inverses) == 1, "has a chain with a step that is neither a relation nor [ owl:inverseOf … ]")
        return Step(inverses[0], inverse=True)

    def _list(self, node: _Node) -> Iterator[_Node]:
        seen: set[_Node] = set()
        while node != _NIL and node not in seen:
            seen.add(node)
            first, rest = self._all(node, _FIRST), self._all(node, _REST)
            self._need(len(first) == len(rest) == 1, "has a chain that is not a list of relations")
            yield first[0]
            node = rest[0]

    def _check_pattern(self, pattern: str, *, ends_with_mark: bool = False) -> None:
        places = PLACE.findall(pattern)
        unknown = [place for place in places if place not in PLACES] or set("{}") & set(PLACE.sub("", pattern))
        self._need(not unknown, f"has the pattern {pattern!r} with a place that is none of {sorted(PLACES)}")
        ends = sorted(place[0] for place in places)
        self._need(ends == ["o", "s"], f"has the pattern {pattern!r}, which needs {{s}} and {{o}} once each")
        self._need(not ends_with_mark or pattern.endswith("?"), f"has the question {pattern!r} without a final '?'")
        self._need(not pattern.endswith("."), f"has the pattern {pattern!r} with a final stop; leave it out")

    def _all(self, node: object, predicate: NamedNode) -> list[_Node]:
        return self._nodes[node].get(predicate, []) if node in self._nodes else []

    def _iris(self, node: object, predicate: NamedNode) -> tuple[NamedNode, ...]:
        values = self._all(node, predicate)
        self._need(all(isinstance(value, NamedNode) for value in values), f"needs IRIs after {compact(predicate)}")
        return tuple(value for value in values if isinstance(value, NamedNode))

    def _texts(self, node: object, predicate: NamedNode) -> tuple[str, ...]:
        values = self._all(node, predicate)
        self._need(all(isinstance(value, Literal) for value in values), f"needs texts after {compact(predicate)}")
        return tuple(value.value for value in values if isinstance(value, Literal))

    def _text(self, node: object, predicate: NamedNode, default: str | None = None) -> str:
        texts = self._texts(node, predicate)
        self._need(len(texts) < 2, f"has more than one {compact(predicate)}")
        self._need(texts or default is not None, f"has no {compact(predicate)}")
        return texts[0] if texts else default or ""

    def _name(self, node: object, predicate: NamedNode) -> str:
        names = self._iris(node, predicate)
        self._need(len(names) == 1, f"needs one {compact(predicate)}")
        return compact(names[0]).removeprefix("hg:")

    def _choice(self, value: str, choices: tuple[str, ...], what: str) -> str:
        self._need(value in choices, f"has the {what} {value!r}; known: {', '.join(choices)}")
        return value

    def _need(self, condition: object, complaint: str) -> None:
        if not condition:
            raise self._error(complaint)

    def _error(self, complaint: str) -> InputError:
        name = compact(self._relation) if isinstance(self._relation, NamedNode) else "the lexicon"
        return InputError(f"relation {name} {complaint}", self._source)
