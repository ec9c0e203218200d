"""Answers that were recorded before, as a model: `recorded/FILE` or `recorded/FILE#MODEL`.

The file is JSON Lines in UTF-8, one answer a line:

    {"question": "Was Ada born in London?", "answer": "Yes. …", "model": "gpt-4o", "planted": "correct"}

`question` is the text of the question (letter case and spaces do not matter) or its identifier, which wins where
a file has both. `model`, `planted` and `error` are optional; a line with an `error` is a call that failed.
"""

import hashlib
import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from ..kg.errors import InputError, UsageError
from ..kg.records import CATEGORIES, Question
from .model import ModelContext, Reply

NOT_RECORDED = "no recorded answer"
PLANTED = ("", *CATEGORIES, "abstained", "unparsed")


@dataclass(frozen=True)
class Record:
    """A line of the file."""

    question: str
    answer: str
    model: str = ""
    planted: str = ""
    error: str = ""


class RecordedModel:
    """Answer from a file."""

    def __init__(self, path: Path, model: str | None = None) -> None:
        """Read the file; `model` picks one model's answers.

        Raises `InputError` with file and line for what cannot be read or stands there twice, and `UsageError`
        where the file has answers of several models and none was picked.
        """
        data = _read(path)
        records = list(_unique(path, data))
        models = sorted({record.model for record in records})
        if model is None and len(models) > 1:
            names = ", ".join(f"#{name}" for name in models if name)
            raise UsageError(f"{path} has answers of several models: add one of {names} to the name of the file")
        if model is not None and model not in models:
            raise UsageError(f"{path} has no answers of the model {model!r}; it has {', '.join(filter(None, models))}")
        self._records = {record.question: record for record in records if model is None or record.model == model}
        self.name = f"recorded/{path.name}" + (f"#{model}" if model else "")
        self.parameters = {
            "file": path.name,
            "sha256": hashlib.sha256(data).hexdigest(),
            "model": model or "".join(models),
            "answers": str(len(self._records)),
        }

    @classmethod
    def from_name(cls, name: str, context: ModelContext | None = None) -> "RecordedModel":  # noqa: ARG003 - a file is enough
        """Read `FILE` or `FILE#MODEL`; a file whose own name has a `#` is found first."""
        path, hash_sign, model = name.rpartition("#")
        if not hash_sign or Path(name).exists():
            return cls(Path(name))
        return cls(Path(path), model)

    def answer(self, questions: Sequence[Question]) -> Iterator[Reply]:
        """Yield the recorded answers; a question without one gets the error `no recorded answer`."""
        for question in questions:
            record = self._records.get(question.id.value) or self._records.get(normalise(question.text))
            if record is None:
                yield Reply(question.id, "", error=NOT_RECORDED)
            else:
                yield Reply(question.id, "" if record.error else record.answer, record.error, record.planted)


def normalise(text: str) -> str:
    """Bring a question to the form in which it is looked up: lower case, single spaces."""
    return " ".join(text.casefold().split())


def _read(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError as error:
        raise InputError(f"cannot read the recorded answers: {error.strerror}", str(path)) from error


def _unique(path: Path, data: bytes) -> Iterator[Record]:
    """Yield the records of a file; raise `InputError` where a model answers a question twice."""
    seen: dict[tuple[str, str], int] = {}
    for number, line in enumerate(data.split(b"\n"), start=1):
        if not line.strip():
            continue
        record = _parse(line, str(path), number)
        first = seen.setdefault((record.model, record.question), number)
        if first != number:
            raise InputError(f"this question was answered on line {first}; keep one answer", str(path), number)
        yield record


def _parse(line: bytes, source: str, number: int) -> Record:
    try:
        value = json.loads(line.decode("utf-8-sig" if number == 1 else "utf-8"))
    except UnicodeDecodeError as error:
        raise InputError("the line is not UTF-8 text", source, number) from error
    except (json.JSONDecodeError, RecursionError) as error:
        reason = error.msg if isinstance(error, json.JSONDecodeError) else "nested too deeply"
        raise InputError(f"the line is not JSON ({reason}); write one object a line", source, number) from error
    if not isinstance(value, dict):
        raise InputError("the line is not a JSON object with question and answer", source, number)
    texts = {key: _text(value, key, source, number) for key in ("question", "answer", "model", "planted", "error")}
    if texts["planted"] not in PLANTED:
        raise InputError(f"planted is {texts['planted']!r}; expected one of {', '.join(PLANTED[1:])}", source, number)
    question = texts["question"].strip()
    texts["question"] = question if question.startswith(("http:", "https:")) else normalise(question)
    return Record(**texts)


def _text(value: dict[str, object], key: str, source: str, number: int) -> str:
    required = key == "question" or (key == "answer" and not value.get("error"))
    text = value.get(key)
    if text is None and not required:
        return ""
    if not isinstance(text, str) or (key == "question" and not text.strip()):
        raise InputError(f"{key!r} is missing or not text; each line needs question and answer", source, number)
    return text
