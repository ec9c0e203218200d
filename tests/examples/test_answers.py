"""The hand-written sample answers: well formed, about the sample's benchmark, with every kind of fault."""

import json
import re
from collections import Counter
from pathlib import Path

import pytest

from hallugraph.kg.describe import read_answers, read_questions, read_verdicts
from hallugraph.kg.names import HG, METADATA_GRAPH, RDF
from hallugraph.kg.records import CATEGORIES, Question
from hallugraph.kg.store import Store

LABELS = {*CATEGORIES, "abstained", "unparsed"}


@pytest.fixture(scope="module")
def answers(repo: Path) -> list[dict[str, str]]:
    lines = (repo / "examples" / "answers.jsonl").read_text(encoding="utf-8").splitlines()
    return [json.loads(line) for line in lines]


@pytest.fixture(scope="module")
def questions(sample: Path) -> dict[str, Question]:
    with Store.snapshot(sample) as store:
        (benchmark,) = store.subjects(RDF.type, HG.Benchmark, METADATA_GRAPH)
        return {question.text: question for question in read_questions(store, benchmark)}


def test_every_answer_has_text(answers):
    for answer in answers:
        assert list(answer) == ["question", "answer", "model", "planted"]
        assert answer["answer"].strip(), answer
        assert answer["model"] == "hand-written"


def test_no_answer_stands_there_twice(answers):
    assert [text for text, count in Counter(answer["answer"] for answer in answers).items() if count > 1] == []


def test_every_label_has_its_share(answers):
    counts = Counter(answer["planted"] for answer in answers)
    assert set(counts) == LABELS
    assert min(counts.values()) >= 5


def test_readme_counts_the_answers(answers, repo):
    text = (repo / "examples" / "README.md").read_text(encoding="utf-8")
    counts = Counter(answer["planted"] for answer in answers)
    assert {label: int(count) for label, count in re.findall(r"\| `([\w-]+)` +\| +(\d+) \|", text)} == counts
    assert f"{len(answers)} answers" in text


def test_every_question_of_the_benchmark_is_answered_exactly_once(answers, questions):
    assert len(questions) == 100
    assert sorted(answer["question"] for answer in answers) == sorted(questions)


def test_a_leading_yes_or_no_agrees_with_the_label(answers, questions):
    checked = Counter()
    for answer in answers:
        if leading := re.match(r"\W*(yes|no)\b", answer["answer"], re.IGNORECASE):
            right = leading[1].lower() == questions[answer["question"]].expected
            assert right == (answer["planted"] in ("correct", "wrong-knowledge")), answer
            checked[answer["planted"]] += 1
    assert set(checked) == set(CATEGORIES)


def test_wrong_knowledge_is_about_derived_facts(answers, questions):
    """Where a source states what is asked, to state it wrongly is to answer wrongly."""
    rules = {questions[answer["question"]].rule for answer in answers if answer["planted"] == "wrong-knowledge"}
    assert rules
    assert "stated" not in rules


def test_the_readme_tells_how_well_the_oracle_does_on_them(repo, sample_copy):
    from hallugraph.cli.judge import logic_oracle
    from hallugraph.kg.relations import Lexicon
    from hallugraph.models.ask import ask
    from hallugraph.models.model import ModelContext, get_model
    from hallugraph.oracles.judge import judge
    from hallugraph.reports.agreement import agree
    from hallugraph.reports.rows import join

    with Store.open(sample_copy) as store:
        [benchmark] = store.subjects(RDF.type, HG.Benchmark, METADATA_GRAPH)
        model = get_model(f"recorded/{repo / 'examples' / 'answers.jsonl'}", context=ModelContext())
        run = ask(store, model, benchmark).run
        graph = judge(store, logic_oracle(store, Lexicon.load(), "default"), run, benchmark).graph
        rows = join(read_questions(store, benchmark), read_answers(store, run), read_verdicts(store, graph))
    agreement = agree(rows)
    assert agreement is not None
    figures = f"| {agreement.balanced_accuracy:.2f} | {agreement.macro_f1:.2f} |"
    readme = (repo / "README.md").read_text(encoding="utf-8")
    assert figures in next(line for line in readme.splitlines() if "100 answers in free prose" in line)
