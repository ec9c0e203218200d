"""What an answer says: yes, no, unknown, or nothing that can be read."""

import gzip
import json
from collections import Counter
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hallugraph.claims.answer import read_answer

YES = """
Yes|**Yes**|yes.|YES|Yes!|Yes, because both are cities.|That is correct|Correct.|True|You are right
You're absolutely right.|That's right!
Indeed, Ottawa is the capital.|Certainly, Ottawa is the capital.|Of course.|Sure.|Absolutely!|Definitely.
I think so.|It is true that X is Y.
The answer is yes.|Answer: Yes|Final answer: **Yes**|It's correct.|I would say yes.|As far as I know, yes.
Well, yes.|Hello! Yes.
Based on the information available, yes.|Sure! Here is my answer to the question:\\nYes, because both are cities.
Yes, I am not sure why you ask.
I cannot verify this, but I believe the answer is yes.|Ottawa is a city. Therefore, the answer is yes.
<think>no?</think>Yes.
As an AI, I have no view. However, the answer would be: Yes, because it is so.|{"answer": "yes", "why": "it is"}
"""
NO = """
No|no.|NO!|**No**|(No)|"No."|1. No.|Nope|Answer: No|False.|Incorrect.|Wrong!|Not quite|Not to my knowledge.
Certainly not.|That's wrong.
No, that is wrong.|It is not true that Toronto is the capital.|The statement is false.
The claim that Toronto is the capital of Canada is incorrect.
You're mistaken.|This isn't correct.|that is not right|That is a common misconception. Ottawa is.|I don't think so.
I would say that it is not true.
To my knowledge, no.|Ottawa is a city. Therefore, the answer is no.|Certainly! Here is my answer: No, it is not.
{"answer": "no"}
No, there is no information that suggests so.
Let us see.\\n1. Ottawa is a city.\\n\\nHence Toronto is not, so the answer is **no**.
"""
UNKNOWN = """
I'm not sure|I don't know.|I do not know whether this is so.|I cannot verify this.
There is no information about that.|No one knows.|Unknown.
As an AI, I do not have opinions.|No information is available on this.|It is impossible to determine.
I'm sorry, but I can't answer that.
Unfortunately, I don't have enough information to answer.|The answer is unknown.|I have no idea.
There isn't enough evidence to say.|Unsure
I am unable to confirm this; please check a trusted source.
It is unclear to me whether this is so; I cannot give a definite answer.
I do not have any information about where he was born.
I'm afraid I can't confirm whether the EU and Jordan have diplomatic relations.
"""
UNREADABLE = """
Yes and no.|Yes or no? Hard to decide.|Oui, bien sûr.|Sí.|是的|asdf qwer|It depends.|Neither.|No country borders it.
Right now I am busy.
Correct me if I am wrong, but it is a city|Toronto isn't the capital.|Yes, it was. However, the final answer is: No
Yes, because:\\nx y z.\\nNo, because:\\nfoo|Thank you for your question. How can I help you today?|1.\\n2.|…|-
"""


def cases(reading: str, table: str) -> list[tuple[str, str]]:
    return [(text.replace("\\n", "\n"), reading) for line in table.strip().splitlines() for text in line.split("|")]


@pytest.mark.parametrize(
    ("text", "reading"),
    [*cases("yes", YES), *cases("no", NO), *cases("unknown", UNKNOWN), *cases("unreadable", UNREADABLE)],
)
def test_reads(text: str, reading: str):
    assert read_answer(text).reading == reading


@pytest.mark.parametrize("text", ["", "   ", "\n", "**", "<think>yes</think>"])
def test_says_nothing(text: str):
    assert read_answer(text).reading == "unreadable"


@pytest.mark.parametrize(
    ("text", "evidence"),
    [("**No**, it is not.", "No"), ("So the answer is yes.", "answer is yes"), ("I don't know.", "I don't know")],
)
def test_names_its_evidence(text: str, evidence: str):
    stance = read_answer(text)
    assert evidence in stance.evidence
    assert stance.reason


@given(st.text())
def test_reads_any_text(text: str):
    assert read_answer(text).reading in ("yes", "no", "unknown", "unreadable")


@given(
    st.sampled_from(["Yes", "No"]),
    st.sampled_from(["", "**", "_", '"', "# "]),
    st.sampled_from([".", ",", "!", "\n", ":"]),
)
def test_marks_do_not_matter(word: str, mark: str, sign: str):
    assert read_answer(f"{mark}{word}{mark}{sign} Ottawa lies in Canada.").reading == word.lower()


def test_real_answers_that_open_with_yes_or_no_are_read_so(shared_data: Path):
    """Answers of gpt-4, chatgpt and mistral nearly always open with the word; what is left open is a conflict."""
    readings: Counter[str] = Counter()
    for name in ("gpt-4", "chatgpt", "mistral-7b-instruct"):
        for path in sorted((shared_data / "drowzee_answers" / name).glob("*.json.gz")):
            for row in json.loads(gzip.decompress(path.read_bytes())):
                text = row["llm_answer"].strip()
                if text.startswith(("Yes", "No,")):
                    reading = read_answer(text).reading
                    readings["right" if reading == text.split(",")[0].split()[0].lower() else reading] += 1
    assert readings["yes"] == readings["no"] == readings["unknown"] == 0
    assert readings["unreadable"] < 0.01 * readings.total()
