import random

import pytest
from pyoxigraph import Literal

from hallugraph.kg.fact import Fact
from hallugraph.kg.names import WD, WDT, XSD


@pytest.fixture
def node(world):
    by_label = world.entities.by_label
    return lambda name: by_label[name][0]


@pytest.mark.parametrize(
    ("subject", "relation", "object_", "known"),
    [
        ("Alba", "P36", "Albport", True),
        ("Albport", "P1376", "Alba", True),  # inverse
        ("Borea", "P47", "Alba", True),  # symmetric
        ("Old Quay", "P131", "Alba", True),  # transitive
        ("Old Quay", "P131", "Borea", False),
        ("Alba", "P131", "Old Quay", False),
        ("Alba", "P36", "Borburg", False),
    ],
)
def test_known(world, node, subject, relation, object_, known):
    assert world.background.known(node(subject), WDT[relation], node(object_)) is known


def test_alternatives_are_of_the_class_false_and_free(world, node):
    fact = Fact(node("Ada Moor"), WDT.P19, node("Albport"))
    avoid = {node("Corvin")}
    found = set(world.background.alternatives(fact, random.Random(0), avoid))
    assert found == {node("Borburg"), node("Fenton")}
    assert all(world.background.excludes(fact, value) for value in found)


def test_a_relation_with_many_values_excludes_nothing(world, node):
    assert not world.background.excludes(Fact(node("Alba"), WDT.P47, node("Borea")), node("Corvia"))


def test_values_of_another_class_do_not_exclude_each_other(world, node):
    assert not world.background.excludes(Fact(node("Ada Moor"), WDT.P19, node("Albport")), node("Alba"))


def test_dates_of_the_same_year_are_no_alternatives(world, node):
    fact = Fact(node("Ada Moor"), WDT.P569, Literal("1815-12-10", datatype=XSD.date))
    assert [value.value for value in world.background.alternatives(fact, random.Random(0))] == ["1901-02-03"]


def test_nothing_is_known_about_strangers(world):
    stranger = Fact(WD.Q1, WDT.P19, WD.Q2)
    assert world.background.about(WD.Q1) == []
    assert list(world.background.alternatives(stranger, random.Random(0))) == []


def test_about_lists_what_can_be_said(world, node):
    assert [fact.relation for fact in world.background.about(node("Ada Moor"))] == [WDT.P19, WDT.P569]
