"""What Wikidata's metadata of properties adds to the lexicon, and what it may not."""

import json
from zlib import crc32

import pytest
from click.testing import CliRunner, Result
from hypothesis import given
from hypothesis import strategies as st
from pyoxigraph import NamedNode, Quad, RdfFormat, parse

from hallugraph.cli import main
from hallugraph.kg.names import METADATA_GRAPH, OWL, PREFIXES, PROV, RDFS, WD, WDT
from hallugraph.kg.relations import Declaration, Lexicon, Relation, Wording
from hallugraph.kg.store import Store
from hallugraph.reasoning import Prover, derive, rules_of
from hallugraph.reasoning.declared import Declared, as_derived, declared, provenance
from hallugraph.reasoning.metadata import Authority, hints

from .conftest import SOURCE

HEAD = "".join(f"@prefix {name}: <{iri}> .\n" for name, iri in PREFIXES.items())
TRANSITIVE, SYMMETRIC, ASYMMETRIC, REFLEXIVE = (f"wd:Q{n}" for n in (18647515, 18647518, 18647519, 18647521))
SYMMETRIC_C, INVERSE_C, SINGLE_C, DISTINCT_C, CONFLICTS_C = (
    f"wd:Q{n}" for n in (21510862, 21510855, 19474404, 21502410, 21502838)
)
MANDATORY, SUGGESTION = "pq:P2316 wd:Q21502408", "pq:P2316 wd:Q62026391"
WORDS = (Wording("neutral", None, "{s} x {o}", "{s} does not x {o}", "does {s} x {o}?"),)


def is_a(number: int, class_: str) -> str:
    return f"wd:P{number} wdt:P31 {class_} ."


def inverse(one: int, other: int) -> str:
    return f"wd:P{one} wdt:P1696 wd:P{other} ."


def mutual(one: int, other: int) -> str:
    return inverse(one, other) + inverse(other, one)


def sub(one: int, other: int) -> str:
    return f"wd:P{one} wdt:P1647 wd:P{other} ."


def constraint(number: int, type_: str, *qualifiers: str, rank: str = "NormalRank") -> str:
    more = "".join(f" ; {item}" for item in qualifiers)
    node = f"<{PREFIXES['wd']}statement/P{number}-{crc32(f'{type_}{more}'.encode()):x}>"
    about = f"{node} ps:P2302 {type_} ; wikibase:rank wikibase:{rank}{more} ."
    return f"wd:P{number} p:P2302 {node} ; wdt:P2302 {type_} . {about}"


def inverse_constraints(*qualifiers: str) -> str:
    return constraint(1, INVERSE_C, "pq:P2306 wd:P2", *qualifiers) + constraint(
        2, INVERSE_C, "pq:P2306 wd:P1", *qualifiers
    )


def says(number: int, axiom: NamedNode, argument: int | None = None) -> tuple[int, Declaration]:
    return number, Declaration(axiom, "because", WDT[f"P{argument}"] if argument else None)


def lexicon_of(*said: tuple[int, Declaration], size: int = 4) -> Lexicon:
    """Make a lexicon of the relations P1 to P4."""
    return Lexicon(
        Relation(WDT[f"P{n}"], f"p{n}", (), "noun", "society", frozenset(), frozenset(), WORDS, (),
                 tuple(item for number, item in said if number == n))
        for n in range(1, size + 1)
    )  # fmt: skip


def store_of(world, turtle: str, facts: str = "") -> Store:
    store = world([])
    triples = parse(HEAD + turtle + facts, RdfFormat.TURTLE)
    store.add(Quad(t.subject, t.predicate, t.object, SOURCE) for t in triples)
    return store


def read(world, turtle: str, *said: tuple[int, Declaration]) -> Declared:
    with store_of(world, turtle) as store:
        return declared(store, lexicon_of(*said))


def short(node: NamedNode) -> str:
    return node.value.rpartition("/")[2]


def rules(lexicon: Lexicon) -> set[str]:
    """Write rules as `kind head: steps`."""
    return {
        f"{rule.kind} {short(rule.head)}: "
        + " ".join(f"{'^' if s.inverse else ''}{short(s.relation)}" for s in rule.steps)
        for rule in rules_of(lexicon)
    }


@pytest.mark.parametrize(
    ("case", "turtle", "expected"),
    [
        ("symmetric class", is_a(1, SYMMETRIC), {"symmetric P1: ^P1"}),
        ("asymmetric class", is_a(1, ASYMMETRIC), {"asymmetric P1: ^P1"}),
        ("transitive class", is_a(1, TRANSITIVE), {"transitive P1: P1 P1"}),
        ("another class", is_a(1, "wd:Q18608871"), set()),
        ("subproperty", sub(1, 2), {"subproperty P2: P1"}),
        ("subproperty of itself", sub(1, 1), set()),
        ("inverse both ways", mutual(1, 2), {"inverse P1: ^P2", "inverse P2: ^P1"}),
        ("its own inverse", inverse(1, 1), {"symmetric P1: ^P1"}),
        ("mandatory symmetric", constraint(1, SYMMETRIC_C, MANDATORY), {"symmetric P1: ^P1"}),
        ("mandatory inverse", inverse_constraints(MANDATORY), {"inverse P1: ^P2", "inverse P2: ^P1"}),
        ("class and constraint agree", is_a(1, SYMMETRIC) + constraint(1, SYMMETRIC_C), {"symmetric P1: ^P1"}),
    ],
)  # fmt: skip
def test_what_becomes_a_rule(world, case, turtle, expected):
    found = read(world, turtle)
    assert rules(found.lexicon) == expected, case
    assert (found.conflicts, found.ignored) == ((), ())


@pytest.mark.parametrize(
    ("case", "turtle", "why"),
    [
        ("reflexive", is_a(1, REFLEXIVE), "no rule uses owl:Reflexive"),
        ("inverse one way only", inverse(1, 2), "P2 names nothing"),
        ("inverse of several", inverse(1, 2) + inverse(2, 1) + inverse(2, 3), "P2 names P1 and P3"),
        ("itself and another", inverse(1, 1) + inverse(1, 2), "also names another"),
        ("a normal constraint", constraint(1, SYMMETRIC_C), "only mandatory"),
        ("a suggestion", constraint(1, SYMMETRIC_C, SUGGESTION), "only mandatory"),
        ("both mandatory and suggestion", constraint(1, SYMMETRIC_C, MANDATORY, SUGGESTION), "only mandatory"),
        ("limited to a class", constraint(1, SYMMETRIC_C, MANDATORY, "pq:P2308 wd:Q5", "pq:P2309 wd:Q21503252"),
         "limit it (P2308, P2309)"),
        ("an exception of no name", constraint(1, SYMMETRIC_C, MANDATORY, "pq:P2303 []"), "no entity"),
        ("mandatory on one side", constraint(1, INVERSE_C, "pq:P2306 wd:P2", MANDATORY)
         + constraint(2, INVERSE_C, "pq:P2306 wd:P1"), "only mandatory"),
        ("inverse constraint one way", constraint(1, INVERSE_C, "pq:P2306 wd:P2", MANDATORY), "P2 names nothing"),
        ("inverse of nothing", constraint(1, INVERSE_C, MANDATORY), "names no property"),
        ("mandatory single value", constraint(1, SINGLE_C, MANDATORY), "not what is true"),
        ("mandatory distinct values", constraint(1, DISTINCT_C, MANDATORY), "not what is true"),
        ("mandatory conflicts with", constraint(1, CONFLICTS_C, MANDATORY, "pq:P2306 wd:P2"), "not what is true"),
        ("truthy constraint only", f"wd:P1 wdt:P2302 {SYMMETRIC_C} .", "not loaded"),
        ("a qualified class", is_a(1, SYMMETRIC) + f"wd:P1 p:P31 [ ps:P31 {SYMMETRIC} ; pq:P518 wd:Q5 ] .",
         "qualifiers"),
        ("a relation without words", is_a(9, SYMMETRIC), "not in the lexicon"),
        ("an inverse without words", mutual(1, 9), "not in the lexicon"),
    ],
)  # fmt: skip
def test_what_is_reported_and_never_a_rule(world, case, turtle, why):
    found = read(world, turtle)
    assert rules(found.lexicon) == set(), case
    assert found.conflicts == ()
    assert any(why in item.reason for item in found.ignored), [item.reason for item in found.ignored]


def test_deprecated_constraints_and_other_graphs_say_nothing(world):
    turtle = constraint(1, SYMMETRIC_C, MANDATORY, rank="DeprecatedRank")
    with store_of(world, turtle) as store:
        store.add([Quad(WD.P1, WDT.P31, WD.Q18647518, NamedNode("http://example.org/no-source"))])
        assert list(hints(store)) == []


S, A, T = OWL.SymmetricProperty, OWL.AsymmetricProperty, OWL.TransitiveProperty
F, INV, DISJOINT, SUB = OWL.FunctionalProperty, OWL.inverseOf, OWL.propertyDisjointWith, RDFS.subPropertyOf


@pytest.mark.parametrize(
    ("case", "said", "turtle"),
    [
        ("asymmetric against a class", [says(1, A)], is_a(1, SYMMETRIC)),
        ("symmetric against a class", [says(1, S)], is_a(1, ASYMMETRIC)),
        ("asymmetric against a constraint", [says(1, A)], constraint(1, SYMMETRIC_C, MANDATORY)),
        ("asymmetric against a suggestion", [says(1, A)], constraint(1, SYMMETRIC_C, SUGGESTION)),
        ("another inverse", [says(1, INV, 3)], mutual(1, 2)),
        ("another inverse, said from the other side", [says(3, INV, 1)], inverse(1, 2)),
        ("symmetric against an inverse", [says(1, S)], mutual(1, 2)),
        ("functional against transitive", [says(1, F)], is_a(1, TRANSITIVE)),
        ("transitive against single value", [says(1, T)], constraint(1, SINGLE_C)),
        ("asymmetric against reflexive", [says(1, A)], is_a(1, REFLEXIVE)),
        ("irreflexive against reflexive", [says(1, OWL.IrreflexiveProperty)], is_a(1, REFLEXIVE)),
        ("disjoint against subproperty", [says(2, DISJOINT, 1)], sub(1, 2)),
        ("a symmetric relation under an asymmetric one", [says(1, S), says(2, A)], sub(1, 2)),
        ("the same through another", [says(1, S), says(2, A), says(1, SUB, 3)], sub(3, 2)),
        ("symmetric below an asymmetric one", [says(1, SUB, 2), says(2, A)], is_a(1, SYMMETRIC)),
    ],
)
def test_the_lexicon_wins_and_the_conflict_is_reported(world, case, said, turtle):
    found = read(world, turtle, *said)
    assert rules(found.lexicon) == rules(lexicon_of(*said)), case
    assert found.added == ()
    assert {item.winner for item in found.conflicts} == {item.first for item in found.conflicts} != set()
    for item in found.conflicts:
        assert item.first.authority == Authority.LEXICON
        assert "the lexicon: wdt:P" in str(item)
        assert "Wikidata: P" in str(item)
        assert str(item).endswith("the first counts")


@pytest.mark.parametrize(
    ("case", "turtle", "expected", "counts"),
    [
        ("two classes", is_a(1, SYMMETRIC) + is_a(1, ASYMMETRIC), set(), "neither"),
        ("two classes, and a constraint cannot settle it",
         is_a(1, SYMMETRIC) + is_a(1, ASYMMETRIC) + constraint(1, SYMMETRIC_C, MANDATORY), set(), "neither"),
        ("class before constraint", is_a(1, ASYMMETRIC) + constraint(1, SYMMETRIC_C, MANDATORY),
         {"asymmetric P1: ^P1"}, "the first"),
        ("transitive before single value", is_a(1, TRANSITIVE) + constraint(1, SINGLE_C, MANDATORY),
         {"transitive P1: P1 P1"}, "the first"),
        ("subproperty before conflicts with", sub(1, 2) + constraint(1, CONFLICTS_C, MANDATORY, "pq:P2306 wd:P2"),
         {"subproperty P2: P1"}, "the first"),
        ("inverse property before inverse constraint", mutual(1, 3) + inverse_constraints(MANDATORY),
         {"inverse P1: ^P3", "inverse P3: ^P1"}, "the first"),
        ("what is new may join to a contradiction", is_a(1, SYMMETRIC) + is_a(2, ASYMMETRIC) + sub(1, 2), set(),
         "neither"),
    ],
)  # fmt: skip
def test_wikidata_against_itself(world, case, turtle, expected, counts):
    found = read(world, turtle)
    assert rules(found.lexicon) == expected, case
    assert {str(item).rpartition(": ")[2] for item in found.conflicts} == {f"{counts} counts"}


def test_two_words_of_wikidata_may_contradict_the_lexicon_together(world):
    """Each alone would do; as nothing says which is wrong, neither counts."""
    turtle = is_a(1, SYMMETRIC) + sub(1, 3) + sub(3, 2)
    assert rules(read(world, turtle).lexicon) == {"symmetric P1: ^P1", "subproperty P3: P1", "subproperty P2: P3"}
    found = read(world, turtle, says(2, A))
    assert rules(found.lexicon) == {"asymmetric P2: ^P2"}
    assert any(item.winner and item.winner.authority == Authority.LEXICON for item in found.conflicts)


def test_silence_of_the_lexicon_on_transitivity_counts_where_it_says_something_else(world):
    for said in ([says(1, INV, 2)], [says(2, INV, 1)], [says(1, A)]):
        found = read(world, is_a(1, TRANSITIVE), *said)
        assert rules(found.lexicon) == rules(lexicon_of(*said))
        assert "not that it is transitive" in found.ignored[0].reason


def test_what_the_lexicon_declares_keeps_its_own_reason_and_exceptions(world):
    own = Declaration(S, "my reason", exceptions=frozenset([WD.Q7]))
    found = read(world, is_a(1, SYMMETRIC) + constraint(1, SYMMETRIC_C, MANDATORY, "pq:P2303 wd:Q8"), (1, own))
    assert found.lexicon[WDT.P1].declarations == (own,)
    assert (found.added, found.conflicts, found.ignored) == ((), (), ())


def test_added_declarations_carry_reason_exceptions_and_grounds(world):
    turtle = is_a(1, SYMMETRIC) + constraint(2, SYMMETRIC_C, MANDATORY, "pq:P2303 wd:Q8", "pq:P2303 wd:Q9")
    with store_of(world, turtle) as store:
        first, second = declared(store, lexicon_of()).added
        assert first.declaration.reason == "Wikidata: P1 is an instance of symmetric Wikidata property (Q18647518)"
        assert second.declaration.reason == "Wikidata: P2 has a mandatory symmetric constraint (Q21510862)"
        assert second.declaration.exceptions == {WD.Q8, WD.Q9}
        assert (first.authority, second.authority) == (Authority.PROPERTY, Authority.MANDATORY)
        assert first.grounds == (Quad(WD.P1, WDT.P31, WD.Q18647518, SOURCE),)
        assert all(quad in set(store.quads()) for quad in second.grounds)


LINES = [
    *(is_a(n, class_) for n in (1, 2) for class_ in (TRANSITIVE, SYMMETRIC, ASYMMETRIC, REFLEXIVE)),
    *(make(n, m) for n in (1, 2, 3) for m in (1, 2, 9) for make in (inverse, sub)),
    *(constraint(n, kind, MANDATORY) for n in (1, 2) for kind in (SYMMETRIC_C, SINGLE_C)),
    constraint(1, SYMMETRIC_C, SUGGESTION),
    inverse_constraints(MANDATORY),
]  # fmt: skip
SAID = [
    *(says(n, axiom) for n in (1, 2, 3) for axiom in (S, A, T, F)),
    *(says(n, axiom, m) for n, m in ((1, 2), (2, 3), (3, 1)) for axiom in (INV, SUB, DISJOINT)),
]
WORLD = st.lists(st.sampled_from(LINES), max_size=10), st.lists(st.sampled_from(SAID), max_size=5)


def is_possible(lexicon: Lexicon) -> bool:
    """Say whether no symmetric relation implies an asymmetric one."""
    pairs = {(r.iri, r.iri) for r in lexicon}
    pairs |= {(r.iri, item.argument) for r in lexicon for item in r.declared(SUB)}
    while more := {(a, d) for a, b in pairs for c, d in pairs if b == c} - pairs:
        pairs |= more
    axioms = {(r.iri, item.axiom) for r in lexicon for item in r.declarations}
    return not any({(low, S), (high, A)} <= axioms for low, high in pairs)


@given(*WORLD)
def test_nothing_of_the_lexicon_is_lost_and_nothing_impossible_is_added(lines, said):
    lexicon = lexicon_of(*said)
    store = Store.open()
    triples = parse(HEAD + "".join(lines), RdfFormat.TURTLE)
    store.add(Quad(t.subject, t.predicate, t.object, SOURCE) for t in triples)
    store.add([Quad(SOURCE, NamedNode(PREFIXES["rdf"] + "type"), NamedNode(PREFIXES["hg"] + "Source"), METADATA_GRAPH)])
    found = declared(store, lexicon)
    new = {(item.relation, item.declaration) for item in found.added}
    assert [relation.iri for relation in found.lexicon] == [relation.iri for relation in lexicon]
    for relation in lexicon:
        now = found.lexicon[relation.iri]
        assert now.declarations[: len(relation.declarations)] == relation.declarations
        assert {(relation.iri, item) for item in now.declarations[len(relation.declarations) :]} <= new
        assert now.wordings
        axioms = {item.axiom for item in now.declarations}
        assert not {S, A} <= axioms or {S, A} <= {item.axiom for item in relation.declarations}
        assert (F in axioms) == bool(relation.declared(F))
    assert is_possible(found.lexicon) or not is_possible(lexicon)
    assert set(rules_of(lexicon)) <= set(rules_of(found.lexicon))
    assert all(item.grounds and item.declaration.reason.startswith("Wikidata: P") for item in found.added)
    assert declared(store, lexicon).added == found.added


FACTS = "wd:Q1 wdt:P1 wd:Q2 . wd:Q3 wdt:P2 wd:Q4 . wd:Q8 wdt:P2 wd:Q5 ."


def test_derive_uses_the_rules_and_their_origin_is_kept(world):
    turtle = is_a(1, SYMMETRIC) + constraint(2, SYMMETRIC_C, MANDATORY, "pq:P2303 wd:Q8")
    lexicon = lexicon_of()
    with store_of(world, turtle, FACTS) as store:
        assert as_derived(store, lexicon) is lexicon
        found = declared(store, lexicon)
        assert derive(store, found.lexicon).derived == 2
        store.add(provenance(found))
        again = as_derived(store, lexicon)
        assert rules(again) == {"symmetric P1: ^P1", "symmetric P2: ^P2"}
        fact = Prover(store, rules_of(again)).prove(WD.Q2, WDT.P1, WD.Q1)
        assert fact is not None
        rule = fact.evidence.rule  # type: ignore[union-attr]
        assert store.objects(rule, PROV.wasDerivedFrom, METADATA_GRAPH) == [SOURCE]
        assert "Q18647518" in store.text(rule, RDFS.comment, METADATA_GRAPH)
        assert not store.contains(WD.Q5, WDT.P2, WD.Q8), "an exception"


def run(*words: object) -> Result:
    result = CliRunner().invoke(main, list(map(str, words)))
    assert result.exit_code == 0, result.output
    return result


def test_the_command_reads_metadata_only_when_it_is_asked_to(tmp_path):
    source, store = tmp_path / "source.ttl", ("--store", tmp_path / "store")
    facts = "wd:Q90 wdt:P127 wd:Q142 . wd:Q1 wdt:P47 wd:Q2 ."
    source.write_text(HEAD + is_a(361, TRANSITIVE) + is_a(47, ASYMMETRIC) + sub(127, 276) + facts, encoding="utf-8")
    run("load", "rdf", source, *store)
    plain = json.loads(run("derive", "--json", *store).stdout)
    assert "added" not in plain
    found = json.loads(run("derive", "--wikidata-metadata", "--json", *store).stdout)
    assert found["derived"] == plain["derived"] + 1
    assert [item["relation"] for item in found["added"]] == [WDT.P127.value]
    assert [item["relation"] for item in found["ignored"]] == [WDT.P361.value]
    assert found["conflicts"][0]["winner"].startswith("the lexicon: wdt:P47 owl:SymmetricProperty")
    text = run("derive", "--wikidata-metadata", *store).stdout
    assert "conflict  wdt:P47: the lexicon" in text
    assert "1 declaration added, 1 conflict, 1 hint ignored" in text
