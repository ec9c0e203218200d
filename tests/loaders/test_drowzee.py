"""Published Drowzee files: every item is a question or is counted with a reason."""

import gzip
import io
import json

import pytest
from pyoxigraph import Literal, RdfFormat

from hallugraph.kg.describe import read_answers, read_questions
from hallugraph.kg.errors import InputError
from hallugraph.kg.fact import Stated, source_facts
from hallugraph.kg.names import METADATA_GRAPH, OWL, RDFS, WDT, XSD
from hallugraph.kg.relations import Declaration, Lexicon, Relation
from hallugraph.loaders.drowzee import load_drowzee
from hallugraph.loaders.drowzee_items import plain_label, speaks_of
from hallugraph.loaders.source import sources

KINDS = {
    "negation": "Negation Inference",
    "inverse": "Inverse Function Inference",
    "transitive": "Transitive Inference",
}


def item(question, answer="Yes.", entity=("A", "B"), evidence=(), kind="inverse", **more):
    return {
        "qid": 1,
        "entity": list(entity),
        "category": "Health and Fitness",
        "reasoning": KINDS.get(kind, kind),
        "question": question,
        "answer": answer,
        "evidence": [list(triple) for triple in evidence],
        **more,
    }


def event(name, begin="1939-09-01", end="1945-09-02"):
    return {"event_name": name, "event_begin": begin, "event_end": end}


FOLLOWED = ("A", "followed by", "B")
INVERSE = ("B", "inverse of followed by", "A")
GROUPS = [("A", "minor planet group", "belt"), ("B", "minor planet group", "belt"), ("A", "minor planet group", "Aten")]
NO_LEXICON = Lexicon()
PROVED = [("B", "proved by", "C"), ("B", "proved by", "D")]


@pytest.fixture
def load(store, tmp_path):
    def loaded(*items, name="questions.json", lexicon=NO_LEXICON, **options):
        path = tmp_path / name
        path.parent.mkdir(exist_ok=True)
        text = json.dumps(list(items)).encode()
        path.write_bytes(gzip.compress(text, mtime=0) if path.suffix == ".gz" else text)
        report = load_drowzee(store, path, lexicon=lexicon, **options)
        assert report.read == report.questions + report.known + sum(report.skipped.values())
        return report

    return loaded


@pytest.fixture
def question(store, load):
    def only(given, **options):
        (found,) = read_questions(store, load(given, **options).benchmark)
        return found

    return only


def labels(store, fact):
    def label(term):
        return term.value if isinstance(term, Literal) else store.value(term, RDFS.label).value

    return tuple(label(term) for term in fact.triple)


def dump(store):
    target = io.BytesIO()
    store.dump(target, RdfFormat.N_QUADS)
    return sorted(target.getvalue().splitlines())


class TestFacts:
    """(kind, question, answer, evidence) → fact, truth, wording, premises."""

    TABLE = [
        ("inverse", "Is B preceded by A?", "Yes.", [FOLLOWED], INVERSE, True, "positive", 1),
        ("inverse", "B is not preceded by A.", "No.", [FOLLOWED], INVERSE, True, "negated", 1),
        ("transitive", "Are A and B in the same minor planet group?", "Yes.", GROUPS, None, True, "positive", 2),
        ("transitive", "Have A and B different minor planet groups?", "No.", GROUPS, None, True, "negated", 2),
        ("negation", "Has A proved B?", "No.", PROVED, ("B", "proved by", "A"), False, "positive", 2),
        ("negation", "A is not the one that proved B.", "Yes.", PROVED, ("B", "proved by", "A"), False, "negated", 2),
    ]  # fmt: skip

    @pytest.mark.parametrize(("kind", "text", "answer", "evidence", "triple", "holds", "wording", "premises"), TABLE)
    def test_read_from_the_evidence(
        self, store, question, kind, text, answer, evidence, triple, holds, wording, premises
    ):
        found = question(item(text, answer, evidence=evidence, kind=kind))
        said = labels(store, found.fact)
        assert said == triple if triple else (sorted(said[::2]), said[1]) == (["A", "B"], "same minor planet group")
        assert (found.fact.holds, found.wording, found.rule, found.domain) == (holds, wording, kind, "health")
        assert len(found.fact.premises) == premises
        assert (found.template, found.seed, found.expected) == ("published", 0, answer[:-1].lower())

    @pytest.mark.parametrize(
        ("kind", "text", "answer", "evidence"),
        [
            ("inverse", "Is it true that A named B?", "Yes.", []),
            ("inverse", "Is it true that A named B?", "No.", [("B", "discoverer or inventor", "A")]),
            ("inverse", "Is B preceded by A?", "No.", [FOLLOWED]),
            ("transitive", "Are A and B in one minor planet group?", "Yes.", GROUPS[:1]),
            ("negation", "Has A proved B?", "No.", [("B", "proved by", "A")]),
            ("negation", "Has A proved B?", "No.", [*PROVED, ("C", "followed by", "D")]),
        ],
    )
    def test_otherwise_only_the_published_answer_is_said(self, store, load, kind, text, answer, evidence):
        report = load(item(text, answer, evidence=evidence, kind=kind))
        (found,) = read_questions(store, report.benchmark)
        assert labels(store, found.fact) == (text, "has the answer", "yes")
        assert (found.fact.holds, found.wording) == (answer == "Yes.", "positive")
        assert (text, "published answer", answer) in [labels(store, fact) for fact in found.fact.premises]
        assert report.notes["fact not in the evidence; rests on the published answer alone"] == 1

    def test_all_premises_are_stated_in_the_source_graph(self, store, load):
        load(item("Is B preceded by A?", evidence=[FOLLOWED]), item("A named B.", evidence=[FOLLOWED]))
        report = load(item("Has A proved B?", "No.", evidence=PROVED, kind="negation"), name="more.json")
        for found in read_questions(store, report.benchmark):
            for fact in source_facts(found.fact):
                assert isinstance(fact.evidence, Stated)
                assert list(store.quads(*fact.triple, fact.evidence.source))

    def test_temporal_questions(self, store, question):
        text = "At year 1940, did Event1 happen; where Event1 is The War happen?"
        found = question({"question": text, "query": "q", "res": "true", "events": [event("The War"), event("Other")]})
        assert (found.rule, found.domain, found.expected) == ("temporal", "history", "yes")
        premises = {(labels(store, fact)[0], fact.relation, fact.object) for fact in found.fact.premises}
        assert ("The War", WDT.P580, Literal("1939-09-01", datatype=XSD.date)) in premises
        assert ("The War", WDT.P582, Literal("1945-09-02", datatype=XSD.date)) in premises
        assert not [row for row in premises if row[0] == "Other"]

    def test_relations_of_the_lexicon_are_used(self, question):
        def relation(iri, label, *declared):
            return Relation(iri, label, (), "noun", "nature", frozenset(), frozenset(), (), (), declared)

        follows = Declaration(OWL.inverseOf, "because", WDT.P155)
        lexicon = Lexicon([relation(WDT.P156, "followed by", follows), relation(WDT.P155, "follows")])
        found = question(item("Is B preceded by A?", evidence=[FOLLOWED]), lexicon=lexicon)
        assert found.fact.relation == WDT.P155
        assert found.fact.premises[0].relation == WDT.P156

    def test_labels_shared_by_two_relations_are_nobodys(self, store, question):
        empty = ((), "noun", "nature", frozenset(), frozenset(), (), (), ())
        lexicon = Lexicon([Relation(iri, "followed by", *empty) for iri in (WDT.P156, WDT.P1)])
        found = question(item("Is B preceded by A?", evidence=[FOLLOWED]), lexicon=lexicon)
        assert labels(store, found.fact.premises[0]) == ("A", "followed by", "B")

    @pytest.mark.parametrize(
        ("published", "plain"), [("'2060_Chiron'", "2060 Chiron"), (" A ", "A"), ("'", "'"), ("Maxwell's", "Maxwell's")]
    )
    def test_labels(self, published, plain):
        assert plain_label(published) == plain

    @pytest.mark.parametrize(
        ("text", "relation", "speaks"),
        [
            ("Have they ['symptoms', 'and', 'signs']?", "symptoms and signs", True),
            ("Are both members of the same minor planet group?", "minor planet group", True),
            ("Did X name Y?", "discoverer or inventor", False),
            ("Has X made influential impact on Y?", "studied by", False),
        ],
    )
    def test_whether_a_question_speaks_of_a_relation(self, text, relation, speaks):
        assert speaks_of(text, relation) is speaks


class TestCounting:
    def test_nothing_is_lost_silently(self, load):
        report = load(
            item("Is B preceded by A?", evidence=[FOLLOWED]),
            item("Is B preceded by A?", evidence=[FOLLOWED]),
            item("Is B preceded by A?", "No.", evidence=[FOLLOWED]),
            item("Is C preceded by A?", "Maybe."),
            item(""),
            {"answer": "Yes."},
            "a text",
        )
        assert (report.read, report.questions) == (7, 1)
        assert report.skipped == {
            "repeated": 1,
            "repeated with the opposite answer": 1,
            "with an answer that is not yes or no": 1,
            "without the text of a question": 3,
        }

    def test_odd_items_are_noted(self, load):
        odd = item("Is B preceded by A?", evidence=[FOLLOWED, ("A", "followed by")], kind="Guess")
        report = load({**odd, "category": "Sports"}, {"question": "At year 1?", "res": "true", "events": [{}]})
        assert set(report.notes) == {
            "evidence that is no triple of texts; left out",
            "unknown reasoning 'Guess'; kept with the rule kind 'published'",
            "unknown category 'Sports'; kept with the domain 'other'",
            "event without a name; left out",
            "fact not in the evidence; rests on the published answer alone",
        }


class TestAnswers:
    ANSWERED = item("Is B preceded by A?", evidence=[FOLLOWED], llm_answer="Yes, because ...")

    def test_they_join_the_questions(self, store, load):
        first = load(item("Is B preceded by A?", evidence=[FOLLOWED]))
        report = load(self.ANSWERED, name="gpt-4/health.json.gz")
        assert (report.known, report.questions, report.answers, report.model) == (1, 0, 1, "gpt-4")
        (answer,) = read_answers(store, report.run)
        (question,) = read_questions(store, first.benchmark)
        assert (answer.question, answer.text, answer.error) == (question.id, "Yes, because ...", "")

    def test_the_model_can_be_named(self, store, load):
        report = load(self.ANSWERED, model="openai/gpt-4")
        assert [answer.model for answer in read_answers(store, report.run)] == ["openai/gpt-4"]

    def test_empty_answers_are_failures(self, store, load):
        report = load(item("Is B preceded by A?", evidence=[FOLLOWED], llm_answer=" "))
        (answer,) = read_answers(store, report.run)
        assert (answer.text, answer.error) == ("", "the published file holds no answer")

    def test_a_second_answer_never_replaces_the_first(self, store, load):
        load(self.ANSWERED, name="m/a.json")
        report = load({**self.ANSWERED, "llm_answer": "No."}, name="m/b.json")
        assert (report.answers, report.known_answers) == (0, 1)
        assert [answer.text for answer in read_answers(store, report.run)] == ["Yes, because ..."]
        assert sum(report.notes.values()) == 1

    def test_loading_again_adds_nothing(self, store, load):
        load(self.ANSWERED)
        before = dump(store)
        report = load(self.ANSWERED)
        assert (report.questions, report.answers, report.known, report.known_answers) == (0, 0, 1, 1)
        assert dump(store) == before


class TestDescription:
    def test_readers_are_warned(self, store, load):
        report = load(item("Is B preceded by A?", evidence=[FOLLOWED]))
        assert sources(store) == [report.graph]
        for described in (report.graph, report.benchmark):
            (comment,) = store.objects(described, RDFS.comment, METADATA_GRAPH)
            assert comment.value.startswith("Gold answers are the publication's own and were not checked")


class TestBadInput:
    @pytest.mark.parametrize(
        ("data", "message"),
        [
            (b"[", ":1: this is not well-formed JSON: Expecting value"),
            (b"\n\n[{]", ":3: this is not well-formed JSON: Expecting property name"),
            (b'[\n"\xff"]', ":2: this is not UTF-8 text; convert the file to UTF-8"),
            (b"{}", ": a published Drowzee file is a list of questions, not a dict"),
            (b"[]", ": there is no question with a yes/no answer in this file (the list is empty)"),
            (b"[3]", ": there is no question with a yes/no answer in this file (1 without the text of a question)"),
            (b"[" * 200000, ": this JSON is nested too deeply"),
        ],
    )
    def test_one_line_and_the_store_unchanged(self, store, tmp_path, data, message):
        path = tmp_path / "x.json"
        path.write_bytes(data)
        with pytest.raises(InputError) as caught:
            load_drowzee(store, path)
        assert str(caught.value).startswith(f"{path}{message}")
        assert "\n" not in str(caught.value)
        assert store.count() == 0

    def test_missing(self, store, tmp_path):
        with pytest.raises(InputError, match="there is no such file"):
            load_drowzee(store, tmp_path / "none.json")


class TestRealData:
    def test_every_published_item_is_a_question(self, store, shared_data):
        reports = [load_drowzee(store, path) for path in sorted((shared_data / "drowzee").glob("*.json"))]
        assert [report.read for report in reports] == [334, 194, 244, 911]
        assert not any(report.skipped for report in reports)
        assert len(read_questions(store, reports[0].benchmark)) == 1683

    def test_every_published_answer_is_kept(self, store, shared_data):
        paths = sorted((shared_data / "drowzee_answers" / "gpt-4").glob("*.json.gz"))
        reports = [load_drowzee(store, path) for path in paths]
        assert [report.answers for report in reports] == [334, 194, 244]
        assert {report.model for report in reports} == {"gpt-4"}
        run = reports[0].run
        assert run is not None
        assert len(read_answers(store, run)) == 772
