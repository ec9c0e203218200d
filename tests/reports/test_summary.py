# pyright: reportOptionalMemberAccess=false
import json
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hallugraph.kg.errors import InputError, UsageError
from hallugraph.kg.records import CATEGORIES, OUTCOMES
from hallugraph.reports.rows import LABELS, Row, join
from hallugraph.reports.summary import summarise

from .build import row, rows

MIXED = ("correct", "correct", "both", "wrong-knowledge", "abstained", "unparsed", "failed")
drawn = st.lists(
    st.tuples(st.sampled_from(LABELS), st.sampled_from("ab"), st.sampled_from(["people", "nature"])), max_size=25
)


def build(cases):
    return [row(number, label, model=model, domain=domain) for number, (label, model, domain) in enumerate(cases)]


def test_every_outcome_and_category_is_counted_once():
    total = summarise(rows(*MIXED)).total
    assert total.counts(OUTCOMES) == {"judged": 4, "abstained": 1, "unparsed": 1, "failed": 1}
    assert total.counts(CATEGORIES) == {"correct": 2, "wrong-knowledge": 1, "wrong-inference": 0, "both": 1}
    assert total.asked == 7
    assert total.hallucinated == 2


def test_rates_are_of_judged_and_of_asked():
    total = summarise(rows(*MIXED)).total
    assert (total.hallucination.count, total.hallucination.total) == (2, 4)
    assert (total.hallucination_of_asked.count, total.hallucination_of_asked.total) == (2, 7)


def test_a_group_without_judged_answers_has_no_rate():
    total = summarise(rows("abstained", "failed")).total
    assert total.hallucination is None
    assert total.yes_no_accuracy is None
    assert total.hallucination_of_asked.value == 0


def test_no_rows_are_a_summary_of_nothing():
    summary = summarise([])
    assert (summary.total.asked, summary.models, summary.total.hallucination) == (0, (), None)


def test_yes_no_accuracy_looks_at_the_answer_only():
    found = summarise([row(0, said="yes"), row(1, "wrong-inference", said="yes"), row(2, "both", said="no")])
    assert (found.total.yes_no_accuracy.count, found.total.yes_no_accuracy.total) == (2, 3)


def test_yes_no_accuracy_leaves_out_answers_that_say_neither():
    assert summarise([row(0, said="yes"), row(1, said="unknown")]).total.yes_no_accuracy.total == 1


def test_the_matrix_has_a_cell_for_every_pair():
    summary = summarise([row(0, model="b", domain="people"), row(1, "both", model="a", domain="nature")])
    assert [group.name for group in summary.models] == ["a", "b"]
    assert [group.name for group in summary.domains] == ["nature", "people"]
    assert [[cell.asked for cell in line] for line in summary.domain_matrix] == [[1, 0], [0, 1]]
    assert summary.domain_matrix[0][0].hallucination.value == 1
    assert summary.domain_matrix[0][1].hallucination is None


def test_groups_follow_the_question():
    summary = summarise([row(0, rule="inverse", wording="negated"), row(1, rule="stated")])
    assert [group.name for group in summary.rules] == ["inverse", "stated"]
    assert [group.name for group in summary.wordings] == ["negated", "positive"]
    assert [group.name for group in summary.relations] == ["http://www.wikidata.org/prop/direct/P131"]
    assert [group.name for group in summary.templates] == ["t"]


@given(drawn)
def test_sums_hold_in_every_group(cases):
    summary = summarise(build(cases))
    cells = [cell for line in (*summary.domain_matrix, *summary.rule_matrix) for cell in line]
    for group in (summary.total, *summary.models, *summary.domains, *summary.rules, *cells):
        assert group.asked == sum(group.counts(OUTCOMES).values())
        assert group.judged == sum(group.counts(CATEGORIES).values())
    for groups in (summary.models, summary.domains, summary.rules, [c for line in summary.domain_matrix for c in line]):
        assert sum(group.asked for group in groups) == len(cases)


@given(drawn, st.randoms(use_true_random=False))
def test_the_order_of_the_rows_does_not_matter(cases, random):
    given_rows = build(cases)
    shuffled = random.sample(given_rows, len(given_rows))
    assert summarise(given_rows).to_json() == summarise(shuffled).to_json()


def test_json_is_sorted_and_rounded():
    text = summarise(rows("correct", "both", "correct")).to_json()
    value = json.loads(text)
    assert value["total"]["hallucination"] == {"count": 1, "total": 3, "low": 0.061492, "high": 0.79234}
    assert text == json.dumps(value, sort_keys=True, indent=2) + "\n"


@pytest.mark.parametrize("asked", [3, {"m": 3}, {"m": 2, "silent": 1}, {}])
def test_a_sum_that_does_not_hold_is_refused(asked):
    with pytest.raises(InputError, match=r"was asked \d questions, but \d are judged"):
        summarise(rows("correct", "both"), asked=asked)


@pytest.mark.parametrize("asked", [2, {"m": 2}, {"m": 2, "silent": 0}, None])
def test_a_sum_that_holds_is_accepted(asked):
    assert summarise(rows("correct", "both"), asked=asked).total.asked == 2


def test_two_verdicts_on_an_answer_are_refused():
    first = row(0)
    second = replace(first, verdict=replace(first.verdict, category="both"))
    with pytest.raises(UsageError, match="two verdicts; choose one oracle"):
        summarise([first, second])


@pytest.mark.parametrize(
    "change", [{"category": ""}, {"category": "odd"}, {"outcome": "abstained"}, {"outcome": "odd", "category": ""}]
)
def test_a_verdict_that_cannot_be_counted_is_refused(change):
    good = row(0)
    with pytest.raises(InputError, match="has outcome"):
        summarise([replace(good, verdict=replace(good.verdict, **change))])


class TestJoin:
    def test_joins_what_belongs_together_in_order(self):
        whole = [row(number, model=model) for model in "ba" for number in (1, 0)]
        questions = {entry.question.id: entry.question for entry in whole}.values()
        joined = join(questions, [entry.answer for entry in whole], [entry.verdict for entry in reversed(whole)])
        assert [entry.model for entry in joined] == ["a", "a", "b", "b"]
        assert set(joined) == set(whole)
        assert all(isinstance(entry, Row) and entry.verdict.answer == entry.answer.id for entry in joined)

    def test_refuses_an_answer_without_verdict(self):
        one = row(0)
        with pytest.raises(InputError, match="has no verdict; judge its run first"):
            join([one.question], [one.answer], [])

    def test_refuses_an_answer_without_question(self):
        one = row(0)
        with pytest.raises(InputError, match="no known question"):
            join([], [one.answer], [one.verdict])
