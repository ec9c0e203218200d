"""Rows → the figures of a report: how many answers ended how, by model and by what was asked.

Every group states asked = judged + abstained + unparsed + failed; `summarise` refuses rows for which the
sum does not hold.
"""

import json
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass

from ..kg.errors import InputError
from ..kg.records import CATEGORIES, CORRECT, OUTCOMES
from .rows import Row, check, in_order
from .statistics import Rate

Key = Callable[[Row], str]


@dataclass(frozen=True)
class Group:
    """The figures of the answers that share a model, a domain, a rule or another key.

    The four outcomes add up to `asked`; `correct`, `wrong_knowledge`, `wrong_inference` and `both` add up to
    `judged`. Rates are None where their total is 0.
    """

    name: str
    asked: int
    judged: int
    abstained: int
    unparsed: int
    failed: int
    correct: int
    wrong_knowledge: int
    wrong_inference: int
    both: int
    hallucination: Rate | None
    """Judged answers that are not correct, of the judged ones."""
    hallucination_of_asked: Rate | None
    """The same of all asked: a refusal counts as no hallucination, as in the Drowzee paper (section 5.3.1)."""
    yes_no_accuracy: Rate | None
    """Judged answers whose yes or no is the expected one, of those that say yes or no; proof steps aside."""

    @property
    def hallucinated(self) -> int:
        """Return the number of judged answers that are not correct."""
        return self.judged - self.correct

    def counts(self, labels: Iterable[str]) -> dict[str, int]:
        """Return the counts of outcomes or categories, by their names in `OUTCOMES` or `CATEGORIES`."""
        return {label: getattr(self, label.replace("-", "_")) for label in labels}


@dataclass(frozen=True)
class Summary:
    """The figures of a set of rows; groups are in the order of their names.

    `domain_matrix[m][d]` are the answers of `models[m]` to questions of `domains[d]`, and `rule_matrix[m][r]`
    those to questions of `rules[r]`; cells without questions have `asked` 0. A relation's name is its IRI.
    """

    total: Group
    models: tuple[Group, ...]
    domains: tuple[Group, ...]
    relations: tuple[Group, ...]
    rules: tuple[Group, ...]
    wordings: tuple[Group, ...]
    templates: tuple[Group, ...]
    domain_matrix: tuple[tuple[Group, ...], ...]
    rule_matrix: tuple[tuple[Group, ...], ...]

    def to_dict(self) -> dict:
        """Return the figures as plain values; fractions are rounded to 6 decimals."""
        return _plain(self)

    def to_json(self) -> str:
        """Return the figures as JSON text with sorted keys; equal rows give equal bytes."""
        return json.dumps(self.to_dict(), sort_keys=True, indent=2, ensure_ascii=False) + "\n"


def summarise(rows: Iterable[Row], *, asked: Mapping[str, int] | int | None = None) -> Summary:
    """Count rows into a summary.

    `asked` is the number of questions put to each model (one number for all, or a number by model). Raises
    InputError where a model's rows do not add up to it, and where a verdict cannot be counted. Without it,
    what was asked is what the rows hold.
    """
    rows = in_order(rows)
    check(rows)
    models = _split(rows, _model)
    _check_asked(asked, {name: len(members) for name, members in models.items()})
    domains, rules = _groups(rows, _domain), _groups(rows, _rule)
    return Summary(
        total=_group("all", rows),
        models=_groups(rows, _model),
        domains=domains,
        relations=_groups(rows, _relation),
        rules=rules,
        wordings=_groups(rows, _wording),
        templates=_groups(rows, _template),
        domain_matrix=_matrix(models.values(), _domain, domains),
        rule_matrix=_matrix(models.values(), _rule, rules),
    )


def _model(row: Row) -> str:
    return row.model


def _domain(row: Row) -> str:
    return row.question.domain


def _relation(row: Row) -> str:
    return row.question.fact.relation.value


def _rule(row: Row) -> str:
    return row.question.rule


def _wording(row: Row) -> str:
    return row.question.wording


def _template(row: Row) -> str:
    return row.question.template


def _split(rows: Iterable[Row], key: Key) -> dict[str, list[Row]]:
    found: dict[str, list[Row]] = {}
    for row in rows:
        found.setdefault(key(row), []).append(row)
    return dict(sorted(found.items()))


def _groups(rows: Iterable[Row], key: Key) -> tuple[Group, ...]:
    return tuple(_group(name, members) for name, members in _split(rows, key).items())


def _matrix(lines: Iterable[Sequence[Row]], key: Key, columns: Sequence[Group]) -> tuple[tuple[Group, ...], ...]:
    split = [_split(rows, key) for rows in lines]
    return tuple(tuple(_group(column.name, line.get(column.name, ())) for column in columns) for line in split)


def _group(name: str, rows: Sequence[Row]) -> Group:
    outcomes = Counter(row.verdict.outcome for row in rows)
    judged = [row for row in rows if row.judged]
    categories = Counter(row.verdict.category for row in judged)
    said = [row for row in judged if row.verdict.said in ("yes", "no")]
    faults = len(judged) - categories[CORRECT]
    return Group(
        name=name,
        asked=len(rows),
        **{outcome: outcomes[outcome] for outcome in OUTCOMES},
        **{category.replace("-", "_"): categories[category] for category in CATEGORIES},
        hallucination=Rate.of(faults, len(judged)),
        hallucination_of_asked=Rate.of(faults, len(rows)),
        yes_no_accuracy=Rate.of(sum(row.verdict.said == row.question.expected for row in said), len(said)),
    )


def _check_asked(asked: Mapping[str, int] | int | None, counted: Mapping[str, int]) -> None:
    if asked is None:
        return
    expected = dict.fromkeys(counted, asked) if isinstance(asked, int) else asked
    for model in sorted({*expected, *counted}):
        wanted, have = expected.get(model, 0), counted.get(model, 0)
        if wanted != have:
            raise InputError(
                f"{model!r} was asked {wanted} questions, but {have} are judged, abstained, unparsed or failed; "
                "finish asking and judging its run, then report again"
            )


def _plain(value: object) -> dict:
    def simple(item: object) -> object:
        if isinstance(item, dict):
            return {key: simple(entry) for key, entry in item.items()}
        if isinstance(item, (list, tuple)):
            return [simple(entry) for entry in item]
        return round(item, 6) if isinstance(item, float) else item

    return {key: simple(item) for key, item in asdict(value).items()}  # type: ignore[call-overload]
