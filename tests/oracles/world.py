"""A small world of facts, with questions about them whose proofs are written out by hand."""

from pyoxigraph import NamedNode

from hallugraph.kg.entities import Entities, Entity
from hallugraph.kg.fact import Derived, Fact, Stated
from hallugraph.kg.names import ID, REL, WD, WDT
from hallugraph.kg.records import Question, Wording, YesNo
from hallugraph.kg.relations import Lexicon

COUNTRY, STATE, CITY, PERSON, FILM, CONTINENT = WD.Q6256, WD.Q56061, WD.Q515, WD.Q5, WD.Q11424, WD.Q5107
CLASSES = {
    COUNTRY: "England|Syria|Austria|Canada|United States of America/United States|Spain",
    STATE: "Bihar",
    CITY: "London|Vienna|Milan|Salzburg|Damascus|Aleppo|Patna|Islamabad|Burbank|San Francisco|Madrid|Toronto",
    PERSON: "Joseph Haydn/Haydn|John Ritter|Natalie Cole|Nat King Cole|Nick Jonas|Kevin Jonas|David Fincher"
    "|Steven Spielberg|Bing Crosby|Ella Cole",
    FILM: "Zodiac",
    CONTINENT: "Asia|Africa",
    WD.Q3918: "Slade School of Fine Art",
}
ENTITIES = Entities(
    Entity(WD[f"Q{70000 + 100 * group + place}"], names.split("/")[0], tuple(names.split("/")[1:]), (kind,))
    for group, (kind, row) in enumerate(CLASSES.items())
    for place, names in enumerate(row.split("|"))
)
LEXICON = Lexicon.load()
SOURCE, RULE, BENCHMARK = ID["graph/source/test"], ID["rule/test"], ID["graph/benchmark/test"]


def named(label: str) -> NamedNode:
    """Return the entity of a label."""
    return ENTITIES.by_label[label][0]


def stated(subject: str, relation: NamedNode, object_: str) -> Fact:
    """Make a fact that a source states."""
    return Fact(named(subject), relation, named(object_), evidence=Stated(SOURCE))


def derived(subject: str, relation: NamedNode, object_: str, *premises: Fact, holds: bool = True) -> Fact:
    """Make a fact that follows from premises."""
    return Fact(named(subject), relation, named(object_), holds, Derived(RULE, "test", premises))


def asked(fact: Fact, expected: YesNo, wording: Wording = "positive") -> Question:
    """Make a question about a fact."""
    return Question(f"{fact.id.value}?", expected, fact, BENCHMARK, "test", "test", wording, "test", 0)


_LONDON = stated("Slade School of Fine Art", WDT.P131, "London")
_ENGLAND = stated("London", WDT.P131, "England")
_SIBLING = stated("Kevin Jonas", WDT.P3373, "Nick Jonas")
_VIENNA = stated("Joseph Haydn", WDT.P20, "Vienna")
_BURBANK = stated("John Ritter", WDT.P19, "Burbank")
_PATNA = stated("Bihar", WDT.P36, "Patna")
_FATHER = stated("Nat King Cole", WDT.P40, "Natalie Cole")
_DIRECTOR = stated("Zodiac", WDT.P57, "David Fincher")
_CITIZEN = stated("David Fincher", WDT.P27, "United States of America")

QUESTIONS = {
    "slade": asked(derived("Slade School of Fine Art", WDT.P131, "England", _LONDON, _ENGLAND), "yes"),
    "haydn": asked(derived("Joseph Haydn", WDT.P20, "Milan", _VIENNA, holds=False), "no"),
    "haydn-not": asked(derived("Joseph Haydn", WDT.P20, "Milan", _VIENNA, holds=False), "yes", "negated"),
    "ritter": asked(derived("John Ritter", WDT.P19, "San Francisco", _BURBANK, holds=False), "no"),
    "bihar": asked(derived("Bihar", WDT.P36, "Islamabad", _PATNA, holds=False), "no"),
    "damascus": asked(stated("Syria", WDT.P36, "Damascus"), "yes"),
    "damascus-not": asked(stated("Syria", WDT.P36, "Damascus"), "no", "negated"),
    "jonas": asked(derived("Nick Jonas", WDT.P3373, "Kevin Jonas", _SIBLING), "yes"),
    "cole": asked(derived("Natalie Cole", WDT.P40, "Nat King Cole", _FATHER, holds=False), "no"),
    "zodiac": asked(derived("Zodiac", REL.directorCitizenship, "United States of America", _DIRECTOR, _CITIZEN), "yes"),
}
