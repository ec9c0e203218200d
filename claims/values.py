"""Typed values in text: dates, years and numbers become literals that are compared as values, never as text."""

import re
from datetime import date

from pyoxigraph import Literal

from ..kg.names import XSD

_NAMES = ("january", "february", "march", "april", "may", "june", "july", "august", "september", "october", "november")
MONTHS = {name: number for number, month in enumerate((*_NAMES, "december"), 1) for name in (month, month[:3])}
DATES = frozenset((XSD.date, XSD.dateTime, XSD.gYear, XSD.gYearMonth))
_NUMBER_TYPES = (
    "integer",
    "decimal",
    "double",
    "float",
    "int",
    "long",
    "short",
    "nonNegativeInteger",
    "positiveInteger",
)
NUMBERS = frozenset(XSD[name] for name in _NUMBER_TYPES)
_SCALES = {"hundred": 100, "thousand": 1000, "million": 10**6, "billion": 10**9, "trillion": 10**12}
_MONTH = r"(?P<month>(?:jan|feb|mar|apr|may|jun|jul|aug|sept?|oct|nov|dec)[a-z]*)\.?"
_DAY = r"(?P<day>\d{1,2})(?:st|nd|rd|th)?"
_YEAR = r"(?P<year>\d{3,4})"

_FORMS = [
    re.compile(pattern, re.IGNORECASE)
    for pattern in (
        r"\b(?P<year>\d{4})-(?P<day_month>\d{2})-(?P<day>\d{2})(?:T\d{2}:\d{2}:\d{2}Z?)?\b",
        rf"\b{_DAY}(?: of)? {_MONTH},? {_YEAR}\b(?! (?:million|billion))",
        rf"\b{_MONTH} {_DAY},? {_YEAR}\b",
        rf"\b{_MONTH},? (?P<year>\d{{4}})\b",
        r"\b(?P<year>\d{1,4}) (?P<era>BCE?|B\.C\.)(?!\w)",
        r"(?<![\w.,-])(?P<year>[12]\d{3})(?![\w,]*\d|\.\d|\w)",
        r"(?<![\w.])-?(?P<number>\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+(?:\.\d+)?)"
        r"(?: (?P<scale>hundred|thousand|million|billion|trillion))?(?!\w)",
    )
]


def find_values(text: str) -> list[tuple[int, int, Literal]]:
    """Find dates, years and numbers as (start, end, literal), in order, the fuller reading first.

    >>> [value.value for _, _, value in find_values("Born 14 March 1879, died in 1955, 2.5 million copies")]
    ['1879-03-14', '1955', '2500000']
    """
    found: list[tuple[int, int, Literal]] = []
    taken: set[int] = set()
    for form in _FORMS:
        for match in form.finditer(text):
            value = _value(match)
            if value is not None and taken.isdisjoint(range(*match.span())):
                taken.update(range(*match.span()))
                found.append((match.start(), match.end(), value))
    return sorted(found, key=lambda item: item[0])


def _value(match: re.Match[str]) -> Literal | None:
    """Make the literal of a match; None where it is no date after all (31 February)."""
    parts = match.groupdict()
    if parts.get("number"):
        return _number(match[0].replace(",", ""), parts["scale"])
    year = int(parts["year"])
    if parts.get("era"):
        return Literal(f"-{year:04d}", datatype=XSD.gYear)
    month = int(parts["day_month"]) if parts.get("day_month") else _month(parts.get("month"))
    if parts.get("day"):
        return _date(year, month, int(parts["day"]))
    if month:
        return Literal(f"{year:04d}-{month:02d}", datatype=XSD.gYearMonth)
    return None if parts.get("month") else Literal(f"{year:04d}", datatype=XSD.gYear)


def _month(word: str | None) -> int:
    """Number a month's name; 0 where the word is none ("Marching", "Mayor")."""
    lower = (word or "").lower()
    return MONTHS.get(lower) or (9 if lower == "sept" else 0)


def _date(year: int, month: int, day: int) -> Literal | None:
    try:
        return Literal(date(year, month, day).isoformat(), datatype=XSD.date)
    except ValueError:
        return None


def _number(digits: str, scale: str | None) -> Literal:
    number = digits.split(" ")[0]
    if scale:
        amount = float(number) * _SCALES[scale.lower()]
        number = str(int(amount)) if amount.is_integer() else str(amount)
    return Literal(number, datatype=XSD.decimal if "." in number else XSD.integer)
