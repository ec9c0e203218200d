"""The embedded sample: enough facts, every thing named, and no fact that contradicts another."""

import csv
import gzip
import re
from collections import Counter, defaultdict
from collections.abc import Iterator
from graphlib import TopologicalSorter
from pathlib import Path

import pytest
from pyoxigraph import Literal, NamedNode, RdfFormat, Triple, parse

from hallugraph.kg.names import PREFIXES, RDFS, SCHEMA, SKOS, WD, WDT, local_name

ROOT = Path(__file__).resolve().parents[2]
SAMPLE = ROOT / "examples" / "sample.ttl"
QID_LABELS = ROOT.parent / "shared" / "data" / "wikidata" / "qid_labels_en.tsv.gz"

DOMAINS = {"culture", "geography", "health", "history", "people", "mathematics", "nature", "society", "technology"}
CLASS_OF, SUBCLASS_OF = WDT["P31"], WDT["P279"]
FATHER, MOTHER, CHILD, SIBLING, SPOUSE = (WDT[name] for name in ("P22", "P25", "P40", "P3373", "P26"))
BIRTH, DEATH, BORDER = WDT["P569"], WDT["P570"], WDT["P47"]
DATES = [WDT[name] for name in ("P569", "P570", "P571", "P576", "P577", "P580", "P582", "P585")]
DATE = {
    "dateTime": re.compile(r"\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])T00:00:00Z"),
    "gYear": re.compile(r"\d{4}"),
}
STATEMENT = re.compile(r"https://w3id\.org/hallugraph/sample/statement/(Q\d+)-(P\d+)-\d+")
STATES = {WD["Q3624078"], WD["Q6256"]}
"""The classes of states: sovereign state, country."""


class Graph:
    """The sample as a table of values by subject and predicate."""

    def __init__(self, triples: Iterator[Triple]) -> None:
        self.triples = list(triples)
        self.values: dict[tuple, list] = defaultdict(list)
        for triple in self.triples:
            self.values[triple.subject, triple.predicate].append(triple.object)

    def __call__(self, subject: object, predicate: object) -> list:
        return self.values.get((subject, predicate), [])

    def pairs(self, predicate: NamedNode) -> list[tuple]:
        return [(t.subject, t.object) for t in self.triples if t.predicate == predicate]


@pytest.fixture(scope="module")
def graph() -> Graph:
    return Graph(parse(path=str(SAMPLE), format=RdfFormat.TURTLE))


@pytest.fixture(scope="module")
def facts(graph: Graph) -> list[Triple]:
    return [t for t in graph.triples if t.predicate in WDT and t.predicate != CLASS_OF]


@pytest.fixture(scope="module")
def entities(graph: Graph) -> set[NamedNode]:
    terms = (term for t in graph.triples for term in (t.subject, t.object))
    return {term for term in terms if isinstance(term, NamedNode) and term in WD}


def year(graph: Graph, person: NamedNode, predicate: NamedNode) -> int | None:
    """Return the year of a person's single date, or None where it is unknown."""
    return next((int(value.value[:4]) for value in graph(person, predicate)), None)


def parents(graph: Graph) -> set[tuple[NamedNode, NamedNode]]:
    """Return (parent, child) from father, mother and child statements."""
    stated = {(parent, child) for relation in (FATHER, MOTHER) for child, parent in graph.pairs(relation)}
    return stated | set(graph.pairs(CHILD))


class TestSize:
    def test_there_are_enough_facts_entities_and_relations(self, facts: list[Triple]) -> None:
        assert len(facts) >= 1600
        assert len({fact.subject for fact in facts}) >= 320
        assert len({fact.predicate for fact in facts}) >= 42

    def test_all_domains_have_a_section(self) -> None:
        headings = re.findall(r"^# ---- .+ \| (\w+) ----$", SAMPLE.read_text("utf-8"), re.MULTILINE)
        assert set(headings) == DOMAINS

    def test_no_triple_is_written_twice(self, graph: Graph) -> None:
        assert not [triple for triple, count in Counter(graph.triples).items() if count > 1]

    def test_only_known_namespaces_are_used(self, graph: Graph) -> None:
        known = tuple(PREFIXES.values())
        assert all(triple.predicate.value.startswith(known) for triple in graph.triples)


class TestNames:
    def test_every_entity_has_one_english_label(self, graph: Graph, entities: set[NamedNode]) -> None:
        labels = {entity: graph(entity, RDFS.label) for entity in entities}
        assert not [entity for entity, found in labels.items() if [x.language for x in found] != ["en"]]

    def test_every_entity_has_one_description(self, graph: Graph, entities: set[NamedNode]) -> None:
        assert not [entity for entity in entities if len(graph(entity, SCHEMA.description)) != 1]

    def test_things_with_the_same_label_differ_in_description(self, graph: Graph, entities: set[NamedNode]) -> None:
        names = Counter(
            (graph(entity, RDFS.label)[0].value, graph(entity, SCHEMA.description)[0].value) for entity in entities
        )
        assert not [name for name, count in names.items() if count > 1]

    def test_no_alias_repeats_its_label(self, graph: Graph) -> None:
        assert not [alias for entity, alias in graph.pairs(SKOS.altLabel) if alias in graph(entity, RDFS.label)]

    def test_every_thing_but_a_class_has_a_class(self, graph: Graph, entities: set[NamedNode]) -> None:
        classes = {upper for relation in (CLASS_OF, SUBCLASS_OF) for _, upper in graph.pairs(relation)}
        classes |= {lower for lower, _ in graph.pairs(SUBCLASS_OF)}
        assert not [entity for entity in entities if not graph(entity, CLASS_OF) and entity not in classes]

    def test_the_class_hierarchy_has_no_cycle(self, graph: Graph) -> None:
        order = TopologicalSorter({lower: graph(lower, SUBCLASS_OF) for lower, _ in graph.pairs(SUBCLASS_OF)})
        assert list(order.static_order())

    def test_ids_mean_what_the_labels_say(self, graph: Graph, entities: set[NamedNode]) -> None:
        if not QID_LABELS.exists():
            pytest.skip(f"the list of Wikidata labels is not at {QID_LABELS}")
        with gzip.open(QID_LABELS, "rt", encoding="utf-8") as lines:
            rows = csv.reader(lines, delimiter="\t", quoting=csv.QUOTE_NONE)
            listed = {row[0]: row[1].strip().casefold() for row in rows}
        wrong = {
            local_name(entity): listed.get(local_name(entity))
            for entity in entities
            if listed.get(local_name(entity))
            not in {name.value.casefold() for key in (RDFS.label, SKOS.altLabel) for name in graph(entity, key)}
        }
        assert wrong == {}


class TestDates:
    def test_dates_are_days_or_years(self, graph: Graph) -> None:
        values = [value for relation in DATES for _, value in graph.pairs(relation)]
        assert len(values) > 500
        assert not [value for value in values if not DATE[local_name(value.datatype)].fullmatch(value.value)]

    def test_only_date_relations_have_literals(self, facts: list[Triple]) -> None:
        assert {fact.predicate for fact in facts if isinstance(fact.object, Literal)} == set(DATES)

    @pytest.mark.parametrize("relation", ["P19", "P20", "P569", "P570", "P22", "P25", "P397"])
    def test_one_value(self, graph: Graph, relation: str) -> None:
        counts = Counter(subject for subject, _ in graph.pairs(WDT[relation]))
        assert not [subject for subject, count in counts.items() if count > 1]

    @pytest.mark.parametrize(("start", "end"), [("P569", "P570"), ("P571", "P576"), ("P580", "P582")])
    def test_start_is_before_end(self, graph: Graph, start: str, end: str) -> None:
        spans = [(value, graph(subject, WDT[end])) for subject, value in graph.pairs(WDT[start])]
        assert not [(first, last) for first, lasts in spans for last in lasts if first.value[:4] > last.value[:4]]

    def test_lives_are_no_longer_than_people_live(self, graph: Graph) -> None:
        lives = [(year(graph, person, BIRTH), year(graph, person, DEATH)) for person, _ in graph.pairs(BIRTH)]
        ages = [death - birth for birth, death in lives if birth is not None and death is not None]
        assert min(ages) >= 18 and max(ages) <= 105

    def test_timed_statements_have_a_triple_and_a_term(self, graph: Graph) -> None:
        names = ((t.subject, t.predicate, t.object) for t in graph.triples if isinstance(t.object, NamedNode))
        nodes = [(*name, match) for name in names if (match := STATEMENT.fullmatch(name[2].value))]
        assert len(nodes) > 40
        for subject, predicate, node, match in nodes:
            assert isinstance(subject, NamedNode)
            assert match.groups() == (local_name(subject), local_name(predicate))
            (value,) = graph(node, NamedNode(PREFIXES["ps"] + match[2]))
            (start,), (end,) = (graph(node, NamedNode(PREFIXES["pq"] + name)) for name in ("P580", "P582"))
            assert value in graph(subject, WDT[match[2]])
            assert start.value < end.value


class TestConsistency:
    def test_nobody_is_their_own_ancestor(self, graph: Graph) -> None:
        children = defaultdict(set)
        for parent, child in parents(graph):
            children[parent].add(child)
        assert len(list(TopologicalSorter(children).static_order())) > 50

    def test_parents_are_born_before_their_children(self, graph: Graph) -> None:
        ages = [
            child_birth - parent_birth
            for parent, child in parents(graph)
            if (parent_birth := year(graph, parent, BIRTH)) and (child_birth := year(graph, child, BIRTH))
        ]
        assert len(ages) > 25
        assert min(ages) >= 15 and max(ages) <= 75

    def test_nobody_is_child_and_sibling_or_spouse(self, graph: Graph) -> None:
        for relation in (SIBLING, SPOUSE):
            pairs = set(graph.pairs(relation))
            assert pairs
            assert not pairs & {pair for parent, child in parents(graph) for pair in ((parent, child), (child, parent))}
            assert not [pair for pair in pairs if pair[0] == pair[1]]

    def test_borders_join_two_states_and_half_of_them_wait_for_symmetry(self, graph: Graph) -> None:
        pairs = {
            (a, b) for a, b in graph.pairs(BORDER) if all(STATES & set(graph(state, CLASS_OF)) for state in (a, b))
        }
        assert pairs == set(graph.pairs(BORDER))
        assert not [pair for pair in pairs if pair[0] == pair[1]]
        borders = {frozenset(pair) for pair in pairs}
        one_way = [pair for pair in pairs if pair[::-1] not in pairs]
        assert 0.4 <= len(one_way) / len(borders) <= 0.6

    @pytest.mark.parametrize(("relation", "inverse"), [("P155", "P156"), ("P1365", "P1366"), ("P397", "P398")])
    def test_a_relation_and_its_inverse_do_not_contradict(self, graph: Graph, relation: str, inverse: str) -> None:
        forward, backward = set(graph.pairs(WDT[relation])), set(graph.pairs(WDT[inverse]))
        assert forward and backward
        assert not forward & backward
        assert not [pair for pair in forward if pair[::-1] in forward]

    @pytest.mark.parametrize("relation", ["P131", "P361", "P527", "P156", "P155", "P737", "P1066"])
    def test_ordering_relations_have_no_cycle(self, graph: Graph, relation: str) -> None:
        steps = defaultdict(set)
        for subject, value in graph.pairs(WDT[relation]):
            steps[subject].add(value)
        assert list(TopologicalSorter(steps).static_order())

    def test_capitals_lie_in_their_countries(self, graph: Graph) -> None:
        country = WDT["P17"]
        wrong = [
            (state, city)
            for state, city in graph.pairs(WDT["P36"])
            if WD["Q3624078"] in graph(state, CLASS_OF) and state not in graph(city, country)
        ]
        assert wrong == []
