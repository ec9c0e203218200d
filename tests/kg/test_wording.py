"""Names and values in English."""

import pytest
from pyoxigraph import Literal, Quad

from hallugraph.kg.article import definite, indefinite, needs_the
from hallugraph.kg.entities import Entities, Entity
from hallugraph.kg.names import RDFS, SKOS, WD, WDT, XSD
from hallugraph.kg.relations import Lexicon
from hallugraph.kg.store import Store
from hallugraph.kg.wording import Verbaliser, sentence, value_text

G = WD.graph


@pytest.mark.parametrize(
    ("name", "the"),
    [
        ("Netherlands", True), ("United States of America", True), ("Soviet Union", True), ("Czech Republic", True),
        ("University of Oxford", True), ("Royal Society", True), ("Battle of Hastings", True), ("Vietnam War", True),
        ("1964 Summer Olympics", True), ("World Trade Organization", True),
        ("Labour Party", True), ("House of Habsburg", True), ("Philippines", True),
        ("France", False), ("Harvard University", False), ("World War II", False), ("Isle of Man", True),
        ("Lake Geneva", False), ("New York City", False), ("The Hague", False), ("jazz", False),
        ("John of Gaunt", False),
    ],
)  # fmt: skip
def test_names_that_take_the(name, the):
    assert needs_the(name) is the


def test_people_and_works_never_take_an_article():
    assert not needs_the("Emperor of the Union", (WD.Q5,))
    assert not needs_the("Lord of War", (WD.Q11424,))
    assert needs_the("Rhine", (WD.Q4022,))


@pytest.mark.parametrize(
    ("noun", "article"),
    [("actor", "an"), ("politician", "a"), ("university teacher", "a"), ("engineer", "an"), ("historian", "a"),
     ("hour", "an"), ("European", "a"), ("FBI agent", "an"), ("umbrella", "an"), ("unit", "a"), ("one-act play", "a")],
)  # fmt: skip
def test_a_or_an_by_sound(noun, article):
    assert indefinite(noun) == f"{article} {noun}"


def test_definite_adds_no_second_article():
    assert definite("The Beatles") == "The Beatles"


@pytest.mark.parametrize(
    ("value", "datatype", "text"),
    [
        ("1879-03-14T00:00:00Z", XSD.dateTime, "14 March 1879"), ("2001-12-01", XSD.date, "1 December 2001"),
        ("1215", XSD.gYear, "1215"), ("-0044", XSD.gYear, "44 BC"), ("1234567", XSD.integer, "1,234,567"),
        ("1999", XSD.integer, "1999"), ("-0044-03-15T00:00:00Z", XSD.dateTime, "-0044-03-15T00:00:00Z"),
    ],
)  # fmt: skip
def test_values_as_a_person_writes_them(value, datatype, text):
    assert value_text(Literal(value, datatype=datatype)) == text


def test_sentences_begin_and_end():
    assert sentence("is it so?") == "Is it so?"
    assert sentence("it is so") == "It is so."


def entity(number, label, *classes):
    return Entity(WD[number], label, (), tuple(WD[name] for name in classes))


@pytest.fixture(scope="module")
def words():
    known = [
        entity("Q1", "Netherlands", "Q6256"), entity("Q2", "Amsterdam", "Q515"), entity("Q3", "Germany", "Q6256"),
        entity("Q4", "Marie Curie", "Q5"), entity("Q5x", "chemist"), entity("Q6", "St. James", "Q5"),
    ]  # fmt: skip
    return Verbaliser(Lexicon.load(), Entities(known))


def test_patterns_are_filled_with_articles(words):
    assert words.statement(WD.Q1, WDT.P36, WD.Q2) == "the capital of the Netherlands is Amsterdam"
    assert words.question(WD.Q3, WDT.P47, WD.Q1) == "does Germany share a border with the Netherlands?"
    assert "not" in words.negation(WD.Q3, WDT.P47, WD.Q1)


def test_every_variant_names_both_ends(words):
    for variant in range(words.variants(WDT.P36)):
        clause = words.statement(WD.Q1, WDT.P36, WD.Q2, variant=variant)
        assert "Netherlands" in clause and "Amsterdam" in clause


def test_possessives_of_names_in_s(words):
    clauses = [words.statement(WD.Q1, WDT.P36, WD.Q2, variant=n) for n in range(words.variants(WDT.P36))]
    assert not any("s's" in clause for clause in clauses)
    assert any("Netherlands' capital" in clause for clause in clauses)


def test_an_unknown_relation_is_still_readable(words):
    assert words.statement(WD.Q1, WDT.P9999999, WD.Q2) == "the Netherlands – wdt:P9999999 – Amsterdam"


def test_entities_are_read_with_labels_aliases_classes_and_endings():
    with Store.open() as store:
        text = [
            (RDFS.label, Literal("Ada\n Lovelace", language="en")),
            (RDFS.label, Literal("Ada Lovelacová", language="cs")),
            (SKOS.altLabel, Literal("Ada", language="en-GB")),
            (WDT.P31, WD.Q5),
            (WDT.P20, WD.Q84),
        ]
        store.add(Quad(WD.Q7259, predicate, value, G) for predicate, value in text)
        store.add([Quad(WD.Q9, SKOS.altLabel, Literal("nameless"), G)])
        entities = Entities.from_store(store)
    ada = entities.get(WD.Q7259)
    assert ada == Entity(WD.Q7259, "Ada Lovelace", ("Ada",), (WD.Q5,), "", True)
    assert WD.Q9 not in entities, "an alias alone is no label"
    assert entities.label(WD.Q9) == "wd:Q9"
    assert [item.iri for item in entities] == [WD.Q7259]
