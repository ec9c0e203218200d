import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hallugraph.kg.errors import InputError, UsageError
from hallugraph.models.model import ModelContext, Reply, get_model
from hallugraph.models.recorded import NOT_RECORDED, RecordedModel, normalise


@pytest.fixture
def write(tmp_path):
    def write_lines(*lines):
        path = tmp_path / "answers.jsonl"
        path.write_bytes(b"\n".join(x if isinstance(x, bytes) else json.dumps(x).encode() for x in lines) + b"\n")
        return path

    return write_lines


def replies(spec, *questions):
    return list(get_model(f"recorded/{spec}", context=ModelContext()).answer(questions))


def test_matched_by_text_or_identifier_and_missing_ones_are_errors(world, write):
    by_text, by_id, missing = world.questions[:3]
    path = write(
        {"question": f"  {by_text.text.upper()} ", "answer": "Yes.", "planted": "correct"},
        b"",
        {"question": by_id.id.value, "answer": "No.", "model": ""},
    )
    assert replies(path, missing, by_id, by_text) == [
        Reply(missing.id, "", error=NOT_RECORDED),
        Reply(by_id.id, "No."),
        Reply(by_text.id, "Yes.", planted="correct"),
    ]


def test_a_recorded_failure_stays_a_failure(world, write):
    question = world.questions[0]
    path = write({"question": question.text, "error": "timed out"})
    assert replies(path, question) == [Reply(question.id, "", error="timed out")]


def test_one_of_several_models(world, write):
    question = world.questions[0]
    path = write(*({"question": question.text, "answer": name.upper(), "model": name} for name in ("a", "b")))
    assert [reply.text for reply in replies(f"{path}#b", question)] == ["B"]
    assert RecordedModel(path, "a").name == "recorded/answers.jsonl#a"
    with pytest.raises(UsageError, match="#a, #b"):
        RecordedModel(path)
    with pytest.raises(UsageError, match="it has a, b"):
        RecordedModel(path, "c")


def test_parameters_follow_the_content_not_the_place(write, tmp_path):
    path = write({"question": "Q?", "answer": "Yes"})
    copy = tmp_path / "other" / "answers.jsonl"
    copy.parent.mkdir()
    copy.write_bytes(path.read_bytes())
    assert RecordedModel(path).parameters == RecordedModel(copy).parameters
    assert str(tmp_path) not in str(RecordedModel(path).parameters)
    path.write_text('{"question": "Q?", "answer": "No"}', encoding="utf-8")
    assert RecordedModel(path).parameters != RecordedModel(copy).parameters


GOOD = {"question": "Q?", "answer": "Yes"}


@pytest.mark.parametrize(
    ("line", "words"),
    [
        (b"{", "not JSON"),
        (b"[" * 100_000, "not JSON"),
        (b'{"question": "\xff"}', "not UTF-8"),
        ([1], "not a JSON object"),
        ({"answer": "Yes"}, "'question' is missing"),
        ({"question": " ", "answer": "Yes"}, "'question' is missing"),
        ({"question": "R?"}, "'answer' is missing"),
        ({"question": "R?", "answer": 1}, "'answer' is missing or not text"),
        ({"question": "R?", "answer": "Yes", "planted": "wrong"}, "expected one of correct"),
        ({"question": "q? ", "answer": "No"}, "answered on line 1"),
    ],
)
def test_bad_lines_name_file_and_line(write, line, words):
    path = write(GOOD, line)
    with pytest.raises(InputError) as caught:
        RecordedModel(path)
    assert str(caught.value).startswith(f"{path}:2: ")
    assert words in str(caught.value)
    assert "\n" not in str(caught.value)


def test_no_such_file(tmp_path):
    with pytest.raises(InputError, match=r"nowhere\.jsonl: cannot read"):
        RecordedModel.from_name(str(tmp_path / "nowhere.jsonl"))


@given(st.text())
def test_normalising_twice_changes_nothing_more(text):
    assert normalise(f"  {text}\t") == normalise(text)
    assert not normalise(text).startswith(" ")
