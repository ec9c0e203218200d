"""When two nodes and two edges are the same."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pyoxigraph import Literal, NamedNode

from hallugraph.kg.entities import Entities, Entity
from hallugraph.kg.names import REL, WD, WDT, XSD
from hallugraph.kg.records import Claim
from hallugraph.kg.relations import Lexicon
from hallugraph.oracles.equivalence import Equivalence, same_value

PARIS, FRANCE, SPAIN, EINSTEIN, CHILD = WD.Q90, WD.Q142, WD.Q29, WD.Q937, WD.Q123371
ENTITIES = Entities(
    [
        Entity(PARIS, "Paris", ("City of Light",)),
        Entity(FRANCE, "France"),
        Entity(SPAIN, "Spain"),
        Entity(EINSTEIN, "Albert Einstein"),
        Entity(CHILD, "Hans Albert Einstein"),
    ]
)
SAME = Equivalence(Lexicon.load(), ENTITIES)


@pytest.mark.parametrize(
    ("left", "right", "layer"),
    [
        (PARIS, PARIS, "entity"),
        (PARIS, FRANCE, ""),
        (PARIS, Literal("the city of light"), "alias"),
        (Literal("Einstein"), EINSTEIN, "alias"),
        (Literal("Albert"), EINSTEIN, ""),
        (Literal("Gotham"), PARIS, ""),
        (Literal("The Hague"), Literal("the hague"), "alias"),
        (Literal("Gotham"), Literal("Metropolis"), ""),
        (Literal("1,000"), Literal("1000", datatype=XSD.integer), "value"),
        (Literal("1000", datatype=XSD.integer), Literal("1000.0", datatype=XSD.decimal), "value"),
    ],
)
def test_nodes(left: NamedNode | Literal, right: NamedNode | Literal, layer: str):
    assert SAME.nodes(left, right).layer == SAME.nodes(right, left).layer == layer


def test_layers_can_be_switched_off():
    strict = Equivalence(Lexicon.load(), ENTITIES, layers=("entity",))
    assert strict.nodes(PARIS, PARIS)
    assert not strict.nodes(PARIS, Literal("Paris"))
    assert not strict.nodes(Literal("1", datatype=XSD.integer), Literal("1.0", datatype=XSD.decimal))


@pytest.mark.parametrize(
    ("left", "right", "agree"),
    [
        ("1879-03-14", "1879-03-14T00:00:00Z", True),
        ("1879", "1879-03-14", True),
        ("1879-03", "1879-03-14", True),
        ("1879-04", "1879-03-14", False),
        ("1880", "1879-03-14", False),
        ("-0044", "0044", False),
    ],
)
def test_dates_agree_as_far_as_both_go(left: str, right: str, agree: bool):
    kinds = {4: XSD.gYear, 5: XSD.gYear, 7: XSD.gYearMonth, 10: XSD.date}
    one, two = (Literal(text, datatype=kinds.get(len(text), XSD.dateTime)) for text in (left, right))
    assert same_value(one, two) is same_value(two, one) is agree


@given(st.integers(-(10**9), 10**9), st.integers(-(10**9), 10**9))
def test_numbers_are_compared_as_numbers(left: int, right: int):
    one, two = Literal(str(left), datatype=XSD.integer), Literal(f"{right}.00", datatype=XSD.decimal)
    assert same_value(one, two) is (left == right)


@pytest.mark.parametrize(
    ("left", "right", "same"),
    [
        (Claim(FRANCE, WDT.P36, PARIS), Claim(FRANCE, WDT.P36, Literal("Paris")), True),
        (Claim(FRANCE, WDT.P36, PARIS), Claim(FRANCE, WDT.P36, PARIS, holds=False), False),
        (Claim(FRANCE, WDT.P36, PARIS), Claim(PARIS, WDT.P36, FRANCE), False),
        (Claim(FRANCE, WDT.P36, PARIS), Claim(PARIS, WDT.P1376, FRANCE), True),
        (Claim(FRANCE, WDT.P47, SPAIN), Claim(SPAIN, WDT.P47, FRANCE), True),
        (Claim(CHILD, WDT.P22, EINSTEIN), Claim(CHILD, REL.parent, EINSTEIN), True),
        (Claim(CHILD, REL.parent, EINSTEIN), Claim(CHILD, WDT.P22, EINSTEIN), False),
        (Claim(CHILD, REL.parent, EINSTEIN, holds=False), Claim(CHILD, WDT.P22, EINSTEIN, holds=False), True),
        (Claim(CHILD, REL.parent, EINSTEIN), Claim(EINSTEIN, WDT.P40, CHILD), True),
        (Claim(FRANCE, Literal("loves"), SPAIN), Claim(FRANCE, Literal("Loves"), SPAIN), True),
        (Claim(FRANCE, Literal("loves"), SPAIN), Claim(FRANCE, WDT.P47, SPAIN), False),
    ],
)
def test_edges(left: Claim, right: Claim, same: bool):
    """The left says what the right says, or says it more exactly (a father is a parent)."""
    assert SAME.edges(left, right) is same
