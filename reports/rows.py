"""The input of every report: one row an answer, with its question and its verdict."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from ..kg.errors import InputError, UsageError
from ..kg.records import CATEGORIES, CORRECT, OUTCOMES, Answer, Question, Verdict

JUDGED = "judged"
LABELS = CATEGORIES + OUTCOMES[1:]
"""Every way an answer can end: the categories of judged answers, then abstained, unparsed, failed."""


@dataclass(frozen=True)
class Row:
    """An answer with the question it answers and the verdict it got."""

    question: Question
    answer: Answer
    verdict: Verdict

    @property
    def model(self) -> str:
        """Return the name of the model that answered."""
        return self.answer.model

    @property
    def judged(self) -> bool:
        """Tell whether the oracle gave a category; other answers are neither right nor wrong."""
        return self.verdict.outcome == JUDGED

    @property
    def hallucinated(self) -> bool:
        """Tell whether the answer was judged and found at fault."""
        return self.judged and self.verdict.category != CORRECT

    @property
    def label(self) -> str:
        """Return how the answer ended, one of `LABELS`."""
        return self.verdict.category if self.judged else self.verdict.outcome


def join(questions: Iterable[Question], answers: Iterable[Answer], verdicts: Iterable[Verdict]) -> list[Row]:
    """Join what belongs together into rows, ordered by model, question and run.

    Raises InputError where an answer lacks its question or its verdict, and UsageError where an answer has
    two verdicts: nothing is dropped and nothing is counted twice.
    """
    asked = {question.id: question for question in questions}
    given = _by_answer(verdicts)
    rows = []
    for answer in answers:
        if answer.question not in asked:
            raise InputError(f"the answer {answer.id.value} belongs to no known question; load its benchmark first")
        if answer.id not in given:
            raise InputError(f"the answer {answer.id.value} of {answer.model!r} has no verdict; judge its run first")
        rows.append(Row(asked[answer.question], answer, given[answer.id]))
    return in_order(rows)


def in_order(rows: Iterable[Row]) -> list[Row]:
    """Sort rows by model, question and run, so that no report depends on the order of its input."""
    return sorted(rows, key=lambda row: (row.model, row.question.id.value, row.answer.run.value))


def check(rows: Sequence[Row]) -> None:
    """Raise InputError or UsageError where a verdict cannot be counted or an answer would count twice."""
    _by_answer(row.verdict for row in rows)
    for row in rows:
        verdict = row.verdict
        known = CATEGORIES if row.judged else ("",)
        if verdict.outcome not in OUTCOMES or verdict.category not in known:
            raise InputError(
                f"the verdict {verdict.id.value} has outcome {verdict.outcome!r} and category {verdict.category!r}; "
                f"expected judged with one of {', '.join(CATEGORIES)}, or {', '.join(OUTCOMES[1:])} with none"
            )


def _by_answer(verdicts: Iterable[Verdict]) -> dict:
    found = {}
    for verdict in verdicts:
        if verdict.answer in found:
            raise UsageError(f"the answer {verdict.answer.value} has two verdicts; choose one oracle to report on")
        found[verdict.answer] = verdict
    return found
