"""The relation lexicon: what the packaged one holds, and what is refused in any."""

import gzip
import re
import time
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hallugraph.kg import relations
from hallugraph.kg.domains import DOMAINS
from hallugraph.kg.errors import InputError, UnknownNameError
from hallugraph.kg.names import OWL, PREFIXES, RDFS, REL, WD, WDT, compact
from hallugraph.kg.relations import Declaration, Lexicon, Relation, Step

LEXICON = Lexicon.load()
RELATIONS = [pytest.param(relation, id=compact(relation.iri)) for relation in LEXICON]
PLACE = re.compile(r"\{([so])(?::(?:a|the|raw))?\}")
HEAD = "".join(f"@prefix {prefix}: <{iri}> .\n" for prefix, iri in PREFIXES.items())


def turtle(
    statement: str = "{s} likes {o}",
    question: str = "does {s} like {o}?",
    kind: str = "hg:active",
    extra: str = "",
    iri: str = "rel:likes",
) -> str:
    """Write a lexicon of one relation."""
    return f"""{HEAD}
    {iri} a hg:Relation ; rdfs:label "likes" ; hg:phraseKind {kind} ; hg:domain "people" {extra} ;
        hg:wording [ hg:statement "{statement}" ;
            hg:negation "{{s}} does not like {{o}}" ; hg:question "{question}" ] ."""


def declares(text: str, reason: str = "For a test.") -> str:
    """Write a declaration for `turtle`."""
    return f'; hg:declares [ {text} ; rdfs:comment "{reason}" ]'


def load(tmp_path: Path, text: str) -> Lexicon:
    """Load a lexicon from text."""
    file = tmp_path / "own.ttl"
    file.write_text(text, encoding="utf-8")
    return Lexicon.load(file)


def statements(relation: Relation) -> Iterator[str]:
    """Yield the patterns that say that the relation holds."""
    yield from (wording.statement for wording in relation.wordings)
    yield from relation.paraphrases


def pairs(axiom: relations.NamedNode) -> Iterator[tuple[Relation, Declaration]]:
    """Yield the declarations of one axiom, with their relations."""
    return ((relation, declaration) for relation in LEXICON for declaration in relation.declared(axiom))


class TestPackaged:
    """What every relation of the packaged lexicon has."""

    def test_covers_enough(self) -> None:
        own = [relation for relation in LEXICON if relation.iri in REL]
        composite = [relation for relation in own if relation.declared(OWL.propertyChainAxiom)]
        assert len(LEXICON) - len(own) >= 75
        assert len(composite) >= 12
        assert sum(any(wording.antonym for wording in relation.wordings) for relation in LEXICON) >= 20

    def test_is_in_order_and_can_be_looked_up(self) -> None:
        iris = [relation.iri.value for relation in LEXICON]
        assert iris == sorted(set(iris))
        assert WDT.P36 in LEXICON
        assert LEXICON[WDT.P36] is LEXICON.get(WDT.P36)
        assert LEXICON.get("P36") is None
        with pytest.raises(UnknownNameError, match="wdt:P999999"):
            LEXICON[WDT.P999999]

    def test_loads_fast(self) -> None:
        times = []
        for _ in range(5):
            relations._read.cache_clear()
            start = time.perf_counter()
            Lexicon.load()
            times.append(time.perf_counter() - start)
        assert min(times) < 0.25, "the command line loads it at every start; about 0.04 s is usual"

    @pytest.mark.parametrize("relation", RELATIONS)
    def test_is_worded_in_full(self, relation: Relation) -> None:
        assert relation.label
        assert relation.domain in DOMAINS
        assert any(wording.subject_class is None for wording in relation.wordings)
        assert len(set(relation.paraphrases)) == len(relation.paraphrases) >= 3
        for wording in relation.wordings:
            forms = [wording.statement, wording.negation, wording.question]
            assert len(set(forms)) == 3
            assert wording.question.endswith("?")
            assert not any(form.endswith((".", "?")) for form in (*forms[:2], wording.antonym))
            for pattern in filter(None, (*forms, wording.antonym, *relation.paraphrases)):
                assert sorted(PLACE.findall(pattern)) == ["o", "s"], pattern
                assert pattern == " ".join(pattern.split())
                assert not pattern[0].isupper(), pattern

    @pytest.mark.parametrize("relation", RELATIONS)
    def test_antonyms_are_other_words(self, relation: Relation) -> None:
        for wording in filter(lambda wording: wording.antonym, relation.wordings):
            assert not re.search(r"\bnot\b|n't\b|\bnever\b", wording.antonym), wording.antonym
            assert wording.antonym != wording.negation

    @pytest.mark.parametrize("relation", RELATIONS)
    def test_negations_deny_and_questions_ask(self, relation: Relation) -> None:
        for wording in relation.wordings:
            assert re.search(r"\b(not|never|cannot|no|outside)\b", wording.negation), wording.negation
            assert re.match(r"(is|was|are|were|does|do|did|has|have|can) ", wording.question), wording.question

    def test_no_wording_fits_two_relations(self) -> None:
        users = defaultdict(set)
        for relation in LEXICON:
            for pattern in statements(relation):
                users[pattern].add(relation.iri)
        narrower = {frozenset((relation.iri, item.argument)) for relation, item in pairs(RDFS.subPropertyOf)}
        shared = {pattern: iris for pattern, iris in users.items() if len(iris) > 1 and iris not in narrower}
        assert not shared

    def test_no_wording_fits_another_relation_turned_round(self) -> None:
        users = {pattern: relation.iri for relation in LEXICON for pattern in statements(relation)}
        inverse = {(relation.iri, item.argument) for relation, item in pairs(OWL.inverseOf)}
        symmetric = {(relation.iri, relation.iri) for relation, _ in pairs(OWL.SymmetricProperty)}
        turned = str.maketrans({"s": "o", "o": "s"})
        for pattern, iri in users.items():
            other = users.get(
                PLACE.sub(lambda place: place[0].replace(place[1], place[1].translate(turned), 1), pattern)
            )
            assert other is None or {(iri, other), (other, iri)} & (inverse | symmetric), pattern


class TestDeclarations:
    """The properties that the packaged lexicon declares do not contradict each other."""

    @pytest.mark.parametrize("relation", RELATIONS)
    def test_have_reasons_and_known_relations(self, relation: Relation) -> None:
        for declaration in relation.declarations:
            assert declaration.reason.endswith(".")
            assert len(declaration.reason.split()) >= 3
            used = [step.relation for step in declaration.steps]
            used += [declaration.argument] if declaration.argument else []
            assert all(iri in LEXICON for iri in used), used
            assert declaration.argument != relation.iri

    @pytest.mark.parametrize("relation", RELATIONS)
    def test_do_not_clash(self, relation: Relation) -> None:
        axioms = {declaration.axiom for declaration in relation.declarations}
        assert not {OWL.SymmetricProperty, OWL.AsymmetricProperty} <= axioms
        assert not {OWL.TransitiveProperty, OWL.FunctionalProperty} <= axioms
        assert not {OWL.SymmetricProperty, OWL.inverseOf} <= axioms

    def test_inverses_agree(self) -> None:
        inverse = defaultdict(set)
        for relation, declaration in pairs(OWL.inverseOf):
            inverse[relation.iri].add(declaration.argument)
            inverse[declaration.argument].add(relation.iri)
        assert {len(others) for others in inverse.values()} == {1}

    def test_narrower_relations_are_never_disjoint_from_the_wider(self) -> None:
        wider = {(relation.iri, item.argument) for relation, item in pairs(RDFS.subPropertyOf)}
        disjoint = {(relation.iri, item.argument) for relation, item in pairs(OWL.propertyDisjointWith)}
        assert not wider & (disjoint | {(there, here) for here, there in disjoint})

    def test_unsound_rules_of_the_published_code_are_absent(self) -> None:
        transitive = {relation.iri for relation, _ in pairs(OWL.TransitiveProperty)}
        assert transitive == {WDT.P131, WDT.P171, WDT.P279, REL.ancestor}
        functional = {relation.iri for relation, _ in pairs(OWL.FunctionalProperty)}
        assert functional == {WDT[f"P{number}"] for number in (19, 20, 22, 25, 30, 36, 569, 570)}

    @pytest.mark.parametrize("name", ["P19", "P20", "P30", "P36"])
    def test_values_of_places_exclude_each_other_within_classes_only(self, name: str) -> None:
        (declaration,) = LEXICON[WDT[name]].declared(OWL.FunctionalProperty)
        assert declaration.value_classes
        assert declaration.exceptions
        assert WD.Q6256 not in declaration.value_classes, "a city and its country are both right"

    def test_groups_of_exceptions_are_their_members(self) -> None:
        (capital,) = LEXICON[WDT.P36].declared(OWL.FunctionalProperty)
        assert {WD.Q258, WD.Q43287} <= capital.exceptions
        assert not any("/group/" in node.value for node in capital.exceptions)


class TestOwnLexicon:
    """Lexicons of users."""

    def test_is_read_whole(self, tmp_path: Path) -> None:
        chain = "hg:axiom owl:propertyChainAxiom ; hg:argument ( wdt:P26 [ owl:inverseOf wdt:P40 ] ) ; hg:except wd:Q1"
        relation = load(tmp_path, turtle(extra=declares(chain, "It is so.")))[REL.likes]
        assert relation.phrase_kind == "active"
        assert relation.wordings[0].tense == "neutral"
        assert relation.declarations == (
            Declaration(
                OWL.propertyChainAxiom,
                "It is so.",
                steps=(Step(WDT.P26), Step(WDT.P40, inverse=True)),
                exceptions=frozenset({WD.Q1}),
            ),
        )

    def test_an_edited_file_is_read_again(self, tmp_path: Path) -> None:
        assert load(tmp_path, turtle())[REL.likes].wordings[0].statement == "{s} likes {o}"
        assert load(tmp_path, turtle("{s} is fond of {o}"))[REL.likes].wordings[0].statement == "{s} is fond of {o}"

    def test_merge_prefers_the_other(self, tmp_path: Path) -> None:
        own = load(tmp_path, turtle("{s} rules from {o}", iri="wdt:P36"))
        merged = LEXICON.merge(own)
        assert len(merged) == len(LEXICON)
        assert merged[WDT.P36].label == "likes"
        assert LEXICON.merge(Lexicon())[WDT.P36].label == own.merge(LEXICON)[WDT.P36].label == "capital"

    @pytest.mark.parametrize(
        ("text", "complaint"),
        [
            (turtle(kind="hg:verb"), "hg:phraseKind 'verb'"),
            (turtle(kind='"noun"'), "needs IRIs after hg:phraseKind"),
            (turtle("{s} likes it"), "needs {s} and {o} once each"),
            (turtle("{s} likes {o} and {o}"), "needs {s} and {o} once each"),
            (turtle("{s} likes {o:an}"), "place that is none of"),
            (turtle("{s} likes {o} {"), "place that is none of"),
            (turtle("{s} likes {o}."), "final stop"),
            (turtle(question="does {s} like {o}"), "without a final '\\?'"),
            (turtle(extra='; hg:paraphrase "{o} is liked"'), "needs {s} and {o} once each"),
            (turtle(extra=declares("hg:axiom owl:ReflexiveProperty")), "owl:ReflexiveProperty, which no rule knows"),
            (turtle(extra=declares("hg:axiom owl:SymmetricProperty", "")), "without a reason"),
            (turtle(extra=declares("hg:except wd:Q1")), "exactly one hg:axiom"),
            (turtle(extra=declares("hg:axiom owl:inverseOf")), "needs one hg:argument"),
            (turtle(extra=declares('hg:axiom owl:inverseOf ; hg:argument "P1"')), "must be a relation"),
            (turtle(extra=declares("hg:axiom owl:SymmetricProperty ; hg:argument wdt:P1")), "takes no hg:argument"),
            (
                turtle(extra=declares("hg:axiom owl:propertyChainAxiom ; hg:argument ( wdt:P1 )")),
                "fewer than two steps",
            ),
            (turtle(extra=declares("hg:axiom owl:propertyChainAxiom ; hg:argument wdt:P1")), "not a list"),
            (
                turtle(extra=declares("hg:axiom owl:propertyChainAxiom ; hg:argument ( wdt:P1 [] )")),
                "neither a relation",
            ),
            (f'{HEAD} rel:likes a hg:Relation ; rdfs:label "likes" ; hg:phraseKind hg:noun .', "no hg:wording"),
            (turtle(extra='; rdfs:label "loves"'), "more than one rdfs:label"),
        ],
    )
    def test_incomplete_relations_are_refused(self, tmp_path: Path, text: str, complaint: str) -> None:
        with pytest.raises(InputError, match=f"own.ttl: relation rel:likes .*{complaint}"):
            load(tmp_path, text)

    def test_relations_need_a_name(self, tmp_path: Path) -> None:
        with pytest.raises(InputError, match="IRI of its own"):
            load(tmp_path, turtle(iri="[]"))

    def test_broken_and_missing_files_are_named(self, tmp_path: Path) -> None:
        with pytest.raises(InputError, match=r"own\.ttl:1: not valid Turtle"):
            load(tmp_path, "this is no Turtle")
        with pytest.raises(InputError, match="none.ttl: cannot read"):
            Lexicon.load(tmp_path / "none.ttl")


@given(st.text(st.sampled_from("{}so:athe raw?."), max_size=24))
def test_patterns_are_accepted_exactly_when_well_formed(pattern: str) -> None:
    reader = relations._Reader("own.ttl", ())
    places = PLACE.findall(pattern)
    rest = PLACE.sub("", pattern)
    good = sorted(places) == ["o", "s"] and "{" not in rest and "}" not in rest and not pattern.endswith(".")
    if good:
        reader._check_pattern(pattern)
    else:
        with pytest.raises(InputError):
            reader._check_pattern(pattern)


def test_property_ids_mean_what_the_data_says(shared_data: Path) -> None:
    labelled = shared_data / "wikidata" / "codex_labelled.nt.gz"
    label_line = re.compile(r'<[^>]*/(P\d+)> <http://www\.w3\.org/2000/01/rdf-schema#label> "([^"]*)"')
    with gzip.open(labelled, "rt", encoding="utf-8") as lines:
        text = lines.read()
    used = set(re.findall(r"^<[^>]*> <http://www\.wikidata\.org/prop/direct/(P\d+)>", text, re.MULTILINE))
    missing = sorted(name for name in used if WDT[name] not in LEXICON)
    assert len(used) > 50
    assert not missing
    found = {name: label for name, label in label_line.findall(text) if WDT[name] in LEXICON}
    assert len(found) > 50
    for name, label in found.items():
        relation = LEXICON[WDT[name]]
        names = re.findall(r"\w{3,}", " ".join((relation.label, *relation.aliases)).lower())
        assert set(names) & set(re.findall(r"\w{3,}", label.lower())), (name, label)
