"""Facts in English: the one place where a triple becomes a sentence.

The patterns come from the relation lexicon, so that what generators write, simulated models say and
claims recognise is one language.
"""

import re
from collections.abc import Callable
from datetime import date

from pyoxigraph import Literal, NamedNode

from .article import PERSON, definite, indefinite, needs_the
from .entities import Entities, Entity
from .fact import Term
from .names import OWL, XSD
from .relations import Lexicon, Relation, Wording

PLACE = re.compile(r"\{([so])(?::(a|the|raw))?\}")
# Not calendar.month_name, which follows the locale.
MONTHS = (
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
)


class Verbaliser:
    """Word triples with the patterns of a lexicon and the names of entities."""

    def __init__(self, lexicon: Lexicon, entities: Entities) -> None:
        self.lexicon = lexicon
        self.entities = entities

    def name(self, term: Term, article: str = "") -> str:
        """Name a term inside a sentence.

        `article` is "" (the name with "the" where English wants it), "a", "the" or "raw" (the bare label).
        """
        if isinstance(term, Literal):
            return value_text(term)
        label = self.entities.label(term)
        if article == "raw":
            return label
        if article == "a":
            return indefinite(label)
        if article == "the":
            return definite(label)
        classes = self.entities.classes(term)
        return definite(label) if needs_the(label, classes) else label

    def variants(self, relation: NamedNode) -> int:
        """Count the ways a statement of the relation can be worded."""
        known = self.lexicon.get(relation)
        return 1 + len(known.paraphrases) if known else 1

    def statement(self, subject: Term, relation: NamedNode, object_: Term, *, variant: int = 0) -> str:
        """Say that a triple holds; variant 0 is the main wording, the next ones are the paraphrases, in a circle."""
        known = self.lexicon.get(relation)
        if known is None:
            return self._plain(subject, relation, object_)
        index = variant % (1 + len(known.paraphrases))
        pattern = self._wording(known, subject, object_).statement if index == 0 else known.paraphrases[index - 1]
        return self._fill(pattern, subject, object_)

    def negation(self, subject: Term, relation: NamedNode, object_: Term) -> str:
        """Say that a triple does not hold."""
        return self._worded(subject, relation, object_, lambda wording: wording.negation)

    def question(self, subject: Term, relation: NamedNode, object_: Term) -> str:
        """Ask whether a triple holds, as a clause that ends with a question mark."""
        return self._worded(subject, relation, object_, lambda wording: wording.question)

    def antonym(self, subject: Term, relation: NamedNode, object_: Term) -> str | None:
        """Say in other words, without a negation, that a triple does not hold; None where the lexicon has none."""
        known = self.lexicon.get(relation)
        pattern = self._wording(known, subject, object_).antonym if known else ""
        return self._fill(pattern, subject, object_) if pattern else None

    def relation(self, relation: Term) -> str:
        """Name a relation: its label in the lexicon, else in the graph."""
        known = self.lexicon.get(relation) if isinstance(relation, NamedNode) else None
        return known.label if known else self.entities.label(relation)

    def _worded(self, subject: Term, relation: NamedNode, object_: Term, form: Callable[[Wording], str]) -> str:
        known = self.lexicon.get(relation)
        if known is None:
            return self._plain(subject, relation, object_)
        return self._fill(form(self._wording(known, subject, object_)), subject, object_)

    def _wording(self, relation: Relation, subject: Term, object_: Term) -> Wording:
        """Choose the wording that fits the subject's class best, then its tense."""
        entity = self.entities.get(subject)
        classes = entity.classes if entity else ()
        fitting = [wording for wording in relation.wordings if wording.subject_class in classes] or [
            wording for wording in relation.wordings if wording.subject_class is None
        ]
        tenses = (
            ("past", "neutral", "present")
            if self._in_the_past(relation, entity, object_)
            else ("neutral", "present", "past")
        )
        return min(fitting or relation.wordings, key=lambda wording: tenses.index(wording.tense))

    def _in_the_past(self, relation: Relation, subject: Entity | None, object_: Term) -> bool:
        """Say whether the relation has ended with one of its ends: a state or, where it binds both alike, a person."""
        value = self.entities.get(object_)
        value_counts = value is not None and (PERSON not in value.classes or _is_symmetric(relation))
        return bool(subject and subject.ended) or bool(value and value.ended and value_counts)

    def _fill(self, pattern: str, subject: Term, object_: Term) -> str:
        def name(match: re.Match[str]) -> str:
            return self.name(subject if match[1] == "s" else object_, match[2] or "")

        filled = PLACE.sub(name, pattern)
        # An article of the pattern meets one of the name: "the the Beatles", "the The Hague".
        filled = re.sub(r"\b(the) the\b", r"\1", filled, flags=re.IGNORECASE)
        return re.sub(r"s's\b", "s'", filled)

    def _plain(self, subject: Term, relation: NamedNode, object_: Term) -> str:
        """Word a relation that the lexicon does not know; read by people in proofs, never used in a question."""
        return f"{self.name(subject)} – {self.entities.label(relation)} – {self.name(object_)}"


def _is_symmetric(relation: Relation) -> bool:
    return any(declaration.axiom == OWL.SymmetricProperty for declaration in relation.declarations)


def sentence(clause: str) -> str:
    """Make a clause a sentence: a capital letter first and a full stop last.

    >>> sentence("the capital of Japan is Tokyo")
    'The capital of Japan is Tokyo.'
    """
    clause = clause.strip()
    capital = clause[:1].upper() + clause[1:]
    return capital if capital.endswith((".", "!", "?")) else f"{capital}."


def value_text(value: Literal) -> str:
    """Write a typed value as a person would: dates with the month's name, numbers with separators.

    >>> value_text(Literal("1879-03-14T00:00:00Z", datatype=XSD.dateTime))
    '14 March 1879'
    >>> value_text(Literal("1215", datatype=XSD.gYear))
    '1215'
    """
    if value.datatype in (XSD.dateTime, XSD.date):
        return _date_text(value.value)
    if value.datatype == XSD.gYear:
        year = value.value.split("+")[0].removesuffix("Z")
        return f"{year.lstrip('-').lstrip('0')} BC" if year.startswith("-") else year.lstrip("0")
    if value.datatype in (XSD.integer, XSD.decimal, XSD.double) and re.fullmatch(r"[+-]?\d{5,}", value.value):
        return f"{int(value.value):,}"
    return value.value


def _date_text(text: str) -> str:
    try:
        day = date.fromisoformat(text.split("T")[0])
    except ValueError:
        return text
    return f"{day.day} {MONTHS[day.month - 1]} {day.year}"
