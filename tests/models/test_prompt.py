import pytest
from hypothesis import given
from hypothesis import strategies as st

from hallugraph.kg.errors import InputError, UnknownNameError
from hallugraph.models.prompt import Prompt


@given(st.text())
def test_the_question_stands_in_the_prompt_as_it_is(question):
    before, after = Prompt.load("logic").template.split("{question}")
    assert Prompt.load("logic").render(question) == before + question + after


def test_the_logic_prompt_allows_not_knowing_and_asks_for_numbered_knowledge():
    template = Prompt.load("logic").template
    for words in ("Yes, No, or I don't know", "numbered statements", "\n1. ", "\n2. "):
        assert words in template


def test_the_hash_follows_the_text():
    assert Prompt("a", "x {question}").hash == Prompt("b", "x {question}").hash != Prompt("a", "y {question}").hash


def test_unknown_prompt_lists_what_is_there():
    with pytest.raises(UnknownNameError, match="'logic'"):
        Prompt.load("logik")


def test_a_prompt_without_a_place_is_refused():
    with pytest.raises(InputError, match="place"):
        Prompt("mine", "Answer the question.")
