# pyright: reportOptionalMemberAccess=false
import pytest
from hypothesis import given
from hypothesis import strategies as st

from hallugraph.kg.errors import InputError
from hallugraph.kg.records import CATEGORIES
from hallugraph.reports.agreement import PLANTABLE, agree
from hallugraph.reports.rows import LABELS

from .build import row

pairs = st.lists(st.tuples(st.sampled_from(PLANTABLE), st.sampled_from(LABELS)), min_size=1, max_size=30)


def planted(*cases):
    return [row(number, found, planted=label) for number, (label, found) in enumerate(cases)]


def compare(*cases):
    agreement = agree(planted(*cases))
    assert agreement is not None
    return agreement


def test_without_planted_labels_there_is_no_agreement():
    assert agree([row(0), row(1, "both")]) is None


def test_rows_without_a_planted_label_are_left_out():
    assert agree([row(0), row(1, "both", planted="both")]).total == 1


def test_an_unknown_label_is_refused():
    with pytest.raises(InputError, match="planted label 'wrong'"):
        agree([row(0, planted="wrong")])


def test_the_confusion_table_counts_planted_by_found():
    found = compare(("correct", "both"), ("correct", "both"), ("abstained", "failed"))
    place = found.labels.index
    assert found.confusion[place("correct")][place("both")] == 2
    assert found.confusion[place("abstained")][place("failed")] == 1
    assert found.total == 3


def test_telling_faulty_from_sound():
    found = compare(
        ("both", "wrong-knowledge"),  # a fault of another kind is still a fault
        ("both", "correct"),
        ("correct", "correct"),
        ("correct", "wrong-inference"),
        ("correct", "correct"),
        ("correct", "correct"),
    )
    assert found.sensitivity.value == 1 / 2
    assert found.specificity.value == 3 / 4
    assert found.balanced_accuracy == 5 / 8


@pytest.mark.parametrize("open_end", ["abstained", "unparsed", "failed"])
def test_an_answer_left_open_is_an_error_for_sound_and_faulty_alike(open_end):
    found = compare(("both", open_end), ("both", "both"), ("correct", open_end), ("correct", "correct"))
    assert (found.sensitivity.count, found.sensitivity.total) == (1, 2)
    assert (found.specificity.count, found.specificity.total) == (1, 2)


def test_abstained_and_unparsed_are_counted_apart():
    found = compare(("abstained", "abstained"), ("unparsed", "correct"), ("correct", "correct"))
    assert (found.apart.count, found.apart.total) == (1, 2)
    assert (found.sensitivity, found.balanced_accuracy) == (None, None)


def test_macro_f1_with_and_without_the_open_labels():
    found = compare(("correct", "correct"), ("both", "abstained"), ("abstained", "abstained"))
    # correct 1, both 0, abstained 2·1 / (1 + 2)
    assert found.macro_f1 == pytest.approx(1 / 2)
    assert found.macro_f1_all == pytest.approx((1 + 0 + 2 / 3) / 3)


def test_kappa_of_a_worked_case():
    found = compare(
        *[("correct", "correct")] * 4, *[("both", "both")] * 3, *[("correct", "both")] * 2, ("both", "correct")
    )
    # observed 0.7; chance 0.6 * 0.5 + 0.4 * 0.5
    assert found.kappa == pytest.approx((0.7 - 0.5) / 0.5)


@given(pairs)
def test_figures_stay_in_their_bounds(cases):
    found = compare(*cases)
    shares = [found.balanced_accuracy, found.macro_f1, found.macro_f1_all, *(score for _, score in found.f1)]
    assert all(0 <= share <= 1 for share in shares if share is not None)
    assert found.kappa is None or -1 <= found.kappa <= 1
    counted = [rate.total for rate in (found.sensitivity, found.specificity, found.apart) if rate]
    assert sum(counted) == len(cases) == found.total


@given(st.lists(st.sampled_from(PLANTABLE), min_size=1, max_size=20))
def test_perfect_agreement_is_one(labels):
    found = compare(*((label, label) for label in labels))
    assert found.accuracy.value == 1
    assert found.macro_f1_all == 1
    assert found.macro_f1 == (1 if set(labels) & set(CATEGORIES) else None)
    assert found.kappa == (1 if len(set(labels)) > 1 else None)


@given(pairs, st.randoms(use_true_random=False))
def test_the_order_of_the_rows_does_not_matter(cases, random):
    given_rows = planted(*cases)
    assert agree(given_rows) == agree(random.sample(given_rows, len(given_rows)))
