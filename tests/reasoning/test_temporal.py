"""What follows from dates: decided pairs, their proofs, and what is left open."""

from itertools import product

import pytest
from pyoxigraph import BlankNode, Literal, NamedNode, Quad

from hallugraph.kg.fact import Fact, Stated, source_facts
from hallugraph.kg.interval import Interval, before, during, overlaps
from hallugraph.kg.names import HG, METADATA_GRAPH, PREFIXES, RDF, REL, WD, WDT, XSD, content_id
from hallugraph.kg.relations import Lexicon
from hallugraph.kg.store import Store
from hallugraph.loaders.rdf import load_rdf
from hallugraph.reasoning.prolog import RULES
from hallugraph.reasoning.temporal import REACH, sole_offices, temporal_facts
from hallugraph.reasoning.temporal import RULES as NAMES
from hallugraph.reasoning.times import read_times

SOURCE = content_id("graph/source", ("times",))
PRESIDENT, PAINTER, PERSON, FILM = WD.Q11696, WD.Q1028181, WD.Q5, WD.Q11424


def date(text: str) -> Literal:
    """Make a literal of the type that fits the text: a year or a day."""
    return Literal(text, datatype=XSD.gYear if len(text.lstrip("-")) == 4 else XSD.date)


class World:
    """Write small worlds of dated things."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self.say(SOURCE, RDF.type, HG.Source, METADATA_GRAPH)

    def say(self, subject: NamedNode, relation: NamedNode, object_: object, graph: NamedNode = SOURCE) -> None:
        self.store.add([Quad(subject, relation, object_, graph)])  # type: ignore[arg-type]

    def person(self, name: str, born: str = "", died: str = "", kind: NamedNode = PERSON) -> NamedNode:
        person = WD[name]
        self.say(person, WDT.P31, kind)
        self.say(person, WDT.P106, PAINTER)
        for relation, text in ((WDT.P569, born), (WDT.P570, died)):
            if text:
                self.say(person, relation, date(text))
        return person

    def film(self, name: str, released: str, director: NamedNode | None = None) -> NamedNode:
        film = WD[name]
        self.say(film, WDT.P31, FILM)
        self.say(film, WDT.P577, date(released))
        if director:
            self.say(film, WDT.P57, director)
        return film

    def term(
        self, holder: NamedNode, start: str, end: str, office: NamedNode = PRESIDENT, number: int = 1
    ) -> NamedNode:
        statement = NamedNode(f"{holder.value}-{number}")
        self.say(holder, WDT.P39, office)
        self.say(holder, NamedNode(f"{PREFIXES['p']}P39"), statement)
        self.say(statement, NamedNode(f"{PREFIXES['ps']}P39"), office)
        for name, text in (("P580", start), ("P582", end)):
            if text:
                self.say(statement, NamedNode(f"{PREFIXES['pq']}{name}"), date(text))
        return statement

    def facts(self, relation: str = "") -> dict[tuple[str, NamedNode, object], Fact]:
        found = temporal_facts(self.store, near=2 * REACH)
        return {
            (fact.relation.value.rpartition("/")[2], fact.subject, fact.object): fact
            for fact in found
            if relation in ("", fact.relation.value.rpartition("/")[2])
        }


@pytest.fixture
def world(store: Store) -> World:
    return World(store)


@pytest.mark.parametrize(
    ("first", "second", "expected"),
    [
        ("1564-02-15", "1643-01-04", True),
        ("1643-01-04", "1564-02-15", False),
        ("1564", "1565", None),
        ("1564", "1566", True),
        ("1564", "1564-06-01", None),
        ("1564-06-01", "1564-06-10", None),
        ("1564-06-01", "1564-06-20", True),
        ("-0044", "0014", True),
        ("nonsense", "1643", None),
    ],
)
def test_births_are_ordered_only_where_their_precision_allows(world, first, second, expected):
    one, other = world.person("Q1", first), world.person("Q2", second)
    fact = world.facts().get(("bornBefore", one, other))
    assert (fact.holds if fact else None) is expected


@pytest.mark.parametrize(
    ("lives", "expected"),
    [
        ((("1809-02-12", "1882-04-19"), ("1809-02-12", "1865-04-15")), True),
        ((("1564-02-15", "1642-01-08"), ("1643-01-04", "1727-03-31")), False),
        ((("1600", "1650"), ("1650", "1700")), None),
        ((("1600", "1650-03-01"), ("1649-06-01", "")), True),
        ((("1900-01-05", ""), ("1850-01-05", "1950-01-05")), True),
        ((("1850-01-05", ""), ("1900-01-05", "1950-01-05")), None),
        ((("", "1642-01-08"), ("1643-01-04", "")), False),
    ],
)
def test_lives_overlap_or_not_for_certain(world, lives, expected):
    one, other = (world.person(f"Q{number}", *life) for number, life in enumerate(lives, start=1))
    found = [world.facts().get(("livedAtTheSameTimeAs", *ends)) for ends in ((one, other), (other, one))]
    assert {fact.holds for fact in found if fact} == ({expected} if expected is not None else set())


def test_an_unknown_date_is_no_date(world):
    one, other = world.person("Q1", "1850"), world.person("Q2", "1900")
    world.say(one, WDT.P569, BlankNode())
    assert world.facts() == {}
    assert set(read_times(world.store).events["birth"]) == {other}


def test_sources_that_differ_must_agree_on_the_order(world):
    one, other = world.person("Q1", "1850"), world.person("Q2", "1900")
    world.say(one, WDT.P569, date("1860"))
    fact = world.facts()["bornBefore", one, other]
    assert {premise.object.value for premise in fact.premises} == {"1850", "1860", "1900"}
    world.say(one, WDT.P569, date("1910"))
    assert ("bornBefore", one, other) not in world.facts()


def test_a_proof_is_what_the_sources_state(world):
    director = world.person("Q1", "1930")
    film = world.film("Q2", "1975", director)
    term = world.term(world.person("Q3", "1913"), "1974-08-09", "1977-01-20")
    facts = world.facts()
    shown = facts["hadAFilmReleasedWhile", director, term]
    released = facts["releasedWhile", film, term]
    assert shown.holds and released.holds
    for fact in (shown, released):
        assert fact.evidence.kind == "temporal"
        for premise in source_facts(fact):
            assert premise.evidence == Stated(SOURCE)
            assert world.store.contains(*premise.triple)
    names = {premise.relation.value.rpartition("/")[2] for premise in shown.premises}
    assert names == {"P57", "P577", "P39", "P580", "P582"}


@pytest.mark.parametrize(
    ("released", "expected"),
    [
        ("1975", True),
        ("1974", None),  # some days of the year are outside the term, and some of those of the next
        ("1974-08-10", None),  # the day after it began: two may have held the office, and calendars differ
        ("1974-09-10", True),
        ("1980", False),
        ("1990", None),  # nobody is known to have held the office
    ],
)
def test_outside_a_term_only_where_another_held_the_office(world, released, expected):
    film = world.film("Q1", released)
    term = world.term(world.person("Q2"), "1974-08-09", "1977-01-20")
    other = world.term(world.person("Q3"), "1977-01-20", "1981-01-20")
    fact = world.facts().get(("releasedWhile", film, term))
    assert (fact.holds if fact else None) is expected
    if expected is False:
        assert {premise.subject for premise in fact.premises} >= {film, term, other}


def test_offices_of_several_holders_exclude_nothing(world):
    office = WD.Q4416090
    film = world.film("Q1", "1980")
    term = world.term(world.person("Q2"), "1974-08-09", "1977-01-20", office)
    later = world.term(world.person("Q3"), "1977-01-20", "1983-01-20", office)
    facts = world.facts("releasedWhile")
    assert ("releasedWhile", film, term) not in facts
    assert facts["releasedWhile", film, later].holds


@pytest.mark.parametrize(("start", "end"), [("", "1977-01-20"), ("1974-08-09", ""), ("soon", "1977")])
def test_terms_need_both_ends(world, start, end):
    world.film("Q1", "1976")
    world.term(world.person("Q2"), start, end)
    assert world.facts("releasedWhile") == {}


def test_two_terms_of_one_person_are_not_asked_about(world):
    holder = world.person("Q2")
    world.film("Q1", "1976")
    world.term(holder, "1974", "1978")
    world.term(holder, "1984", "1988", number=2)
    assert read_times(world.store).terms == {}


def test_nobody_is_born_while_in_office_himself(world):
    holder = world.person("Q2", "1976")
    world.term(holder, "1970", "1980")
    assert world.facts("bornWhile") == {}


def test_fictional_people_are_no_people(world):
    world.person("Q1", "1850", kind=WD.Q95074)
    world.person("Q2", "1950", kind=WD.Q95074)
    assert world.facts() == {}


def test_same_input_same_output(world):
    for number in range(12):
        world.person(f"Q{number}", f"{1850 + 7 * number}", f"{1900 + 5 * number}")
    first, again, other = (temporal_facts(world.store, seed=seed, near=1) for seed in (0, 0, 1))
    assert [fact.id for fact in first] == [fact.id for fact in again]
    assert {fact.id for fact in first} != {fact.id for fact in other}
    assert len(first) <= 3 * 12


def test_sole_offices_are_declared() -> None:
    assert PRESIDENT in sole_offices()


def test_every_relation_of_the_rules_has_words() -> None:
    lexicon = Lexicon.load()
    text = (RULES / "time.pl").read_text(encoding="utf-8")
    for name in NAMES:
        assert f"{name}," in text
        assert not lexicon[REL[name]].asked


@pytest.fixture(scope="module")
def sample_facts(repo):
    with Store.open(None) as store:
        load_rdf(store, repo / "examples" / "sample.ttl", title="sample")
        yield temporal_facts(store), read_times(store)


def test_a_second_engine_agrees_on_the_sample(sample_facts):
    """Decide every fact of the sample again from its premises alone, in Python."""
    facts, times = sample_facts
    assert len(facts) > 1000
    events = times.events

    def life(person: NamedNode) -> Interval:
        return Interval.between(events["birth"].get(person), events["death"].get(person))

    def term(statement: NamedNode) -> Interval:
        return Interval.between(times.terms[statement].start, times.terms[statement].end)

    orders = {
        "bornBefore": ("birth", "birth"),
        "diedBefore": ("death", "death"),
        "foundedBefore": ("founding", "founding"),
        "foundedBeforeTheEndOf": ("founding", "ending"),
        "releasedBefore": ("release", "release"),
    }
    whiles = {"bornWhile": "birth", "diedWhile": "death", "foundedWhile": "founding", "releasedWhile": "release"}
    decided = set()
    for fact in facts:
        name = fact.relation.value.rpartition("/")[2]
        one, other = fact.subject, fact.object
        if name in orders:
            left, right = (events[what][end] for what, end in zip(orders[name], (one, other), strict=True))
            assert before(left, right) is fact.holds
        elif name in whiles:
            assert during(events[whiles[name]][one], term(other)) is fact.holds
        elif name == "livedAtTheSameTimeAs":
            assert overlaps(life(one), life(other)) is fact.holds
        else:
            films = [item.subject for item in times.films[one]]
            assert fact.holds and any(during(events["release"][film], term(other)) for film in films)
        decided.add((name, fact.holds))
    assert decided == {
        *product((*orders, *whiles, "livedAtTheSameTimeAs"), (True, False)),
        ("hadAFilmReleasedWhile", True),
    }
