# pyright: reportOptionalMemberAccess=false
import base64
import hashlib
import json
import re
from dataclasses import replace
from html.parser import HTMLParser

import pytest
from pyoxigraph import Literal

from hallugraph.kg.errors import UsageError
from hallugraph.kg.fact import Derived, Fact
from hallugraph.reports.agreement import agree
from hallugraph.reports.html import most_urgent, render_html
from hallugraph.reports.rows import LABELS
from hallugraph.reports.summary import summarise

from .build import claim, derived, name, row, rows, stated, term, words

HOSTILE = (
    "</script><script>alert('x')</script>\n\"q\" 'a' <img src=x onerror=y> {{ 1 }} </style> "
    "x :- \\+ y(Z), !. ?s <http://e> \u2028 ]]> -->"
)
VOID = {"meta", "input", "br", "hr", "img", "link"}


class Page(HTMLParser):
    """Collect the tags, attributes and text of a page, and check that its elements nest."""

    def __init__(self, text):
        super().__init__()
        self.tags, self.attributes, self.stack, self.data, self.crossed = [], [], [], {}, []
        self.feed(text)
        self.close()

    def handle_starttag(self, tag, attrs):
        self.tags.append(tag)
        self.attributes += [(tag, *pair) for pair in attrs]
        if tag not in VOID:
            self.stack.append(tag)

    def handle_startendtag(self, tag, attrs):
        self.tags.append(tag)
        self.attributes += [(tag, *pair) for pair in attrs]

    def handle_endtag(self, tag):
        if self.stack and self.stack[-1] == tag:
            self.stack.pop()
        else:
            self.crossed.append(tag)

    def handle_data(self, data):
        where = self.stack[-1] if self.stack else ""
        self.data.setdefault(where, []).append(data)

    def text(self, tag):
        return "".join(self.data.get(tag, []))


def page_of(given, label=name, statement=words, **options):
    words_of_page = {"title": "A title", "subtitle": "", "version": "1.0"} | options
    return render_html(given, summarise(given), agree(given), label=label, statement=statement, **words_of_page)  # type: ignore[arg-type]


def mixed(**common):
    return rows(*LABELS, **common)


def items(page):
    return re.findall(r'<details class="item"([^>]*)>', page)


def test_elements_nest_and_all_are_closed():
    page = Page(page_of([*mixed(planted="both"), row(50, model="n", reference_graph=(claim("a", "in", "b"),))]))
    assert page.crossed == []
    assert page.stack == []


def test_nothing_is_loaded_from_elsewhere():
    page = Page(page_of(mixed()))
    assert not {"link", "img", "iframe", "object", "embed", "base"} & set(page.tags)
    assert not [item for item in page.attributes if item[1] in ("src", "srcset", "action", "data", "xlink:href")]
    assert all(value.startswith("#") for _, key, value in page.attributes if key == "href")
    assert not re.search(r"url\(|@import|fetch\(|XMLHttpRequest", page.text("style") + page.text("script"))


def test_hostile_text_injects_no_tag_and_no_attribute():
    fact = derived(stated("a", "in", "b"), stated("b", "in", "c"))

    def build(text):
        odd = type(claim("a", "in", "b"))(claim("a", "in", "b").subject, fact.relation, Literal(text))
        graphs = {"reference_graph": (claim("a", "in", "b"),), "answer_graph": (odd,), "invented_edges": (odd,)}
        reasons = {"reasons": (text,), "missing_edges": (claim("a", "in", "b"),), **graphs}
        parts = {"model": text, "domain": text, "rule": text, "wording": text, "question": text, "text": text}
        whole = [row(0, "both", fact=fact, planted="both", **parts, **reasons)]
        options = {"title": text, "subtitle": text, "version": text, "date": text}
        return Page(page_of(whole, label=lambda _: text, statement=lambda _: text, **options))

    plain, hostile = build("plain"), build(HOSTILE)
    # A longer label takes more lines in a drawing; nothing else may differ.
    assert [tag for tag in hostile.tags if tag not in ("tspan", "title")] == [
        tag for tag in plain.tags if tag not in ("tspan", "title")
    ]
    keys = [item[:2] for item in hostile.attributes if item[0] != "tspan"]
    assert keys == [item[:2] for item in plain.attributes if item[0] != "tspan"]
    assert hostile.crossed == []
    assert HOSTILE in hostile.text("pre")
    assert ("option", "value", HOSTILE) in hostile.attributes


def test_the_figures_are_in_the_page_as_json():
    given = mixed(model=HOSTILE)
    text = re.search(r'<script type="application/json" id="figures">(.*?)</script>', page_of(given), re.S).group(1)
    assert json.loads(text) == summarise(given).to_dict()
    assert "<" not in text


def test_the_security_policy_allows_the_script_of_the_page_only():
    page = page_of(mixed())
    script = re.search(r"<script>(.*?)</script>", page, re.S).group(1)
    digest = base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
    assert f"default-src 'none'; style-src 'unsafe-inline'; script-src 'sha256-{digest}'" in page


def test_equal_rows_give_equal_bytes():
    assert page_of(mixed()) == page_of(mixed())


def test_the_sum_of_outcomes_is_shown():
    text = re.sub(r"<[^>]+>", "", page_of(mixed()))
    assert "7 asked = 4 judged + 1 abstained + 1 unparsed + 1 failed" in text


def test_title_subtitle_date_and_version_are_shown():
    page = Page(page_of(mixed(), title="T1", subtitle="S2", date="D3", version="V4"))
    assert "T1" in page.data["h1"]
    assert "D3" in page.data["time"]
    assert "S2" in page.text("p")
    assert "V4" in page.text("p")


def test_every_answer_is_in_the_list_with_its_keys():
    given = mixed()
    found = items(page_of(given))
    assert len(found) == len(given)
    assert sum("hallucinated" in item for item in found) == 3
    for label in LABELS:
        assert any(f'data-result="{label}' in item for item in found)


@pytest.mark.parametrize(("limit", "words"), [(3, "Showing 3 of 7"), (7, "All 7 answers"), (0, "Showing 0 of 7")])
def test_a_limit_is_stated(limit, words):
    page = page_of(mixed(), max_items=limit)
    assert len(items(page)) == limit
    assert words in page


def test_a_negative_limit_is_refused():
    with pytest.raises(UsageError, match="max_items"):
        page_of(mixed(), max_items=-1)


def test_faults_come_first_then_what_was_not_judged():
    order = [entry.label for entry in most_urgent(mixed(), 7)]
    assert set(order[:3]) == {"wrong-knowledge", "wrong-inference", "both"}
    assert order[3:] == ["failed", "unparsed", "abstained", "correct"]


def test_the_order_of_the_rows_does_not_matter():
    given = mixed()
    assert most_urgent(given, 4) == most_urgent(given[::-1], 4)


def test_the_proof_goes_down_to_the_sources():
    fact = derived(derived(stated("a", "in", "b"), stated("b", "in", "c")), stated("c", "in", "d"))
    page = Page(page_of([row(0, fact=fact)]))
    says = [text for text in page.data["span"] if " in " in text]
    assert [text for text in says if re.fullmatch(r"\w in \w", text)] == [
        "a in d",
        "a in c",
        "a in b",
        "b in c",
        "c in d",
    ]
    assert sum("stated · source/test" in text for text in page.data["span"]) == 3


def test_a_premise_that_is_used_twice_is_unfolded_once():
    shared = derived(stated("a", "in", "b"), stated("b", "in", "c"))
    whole = Fact(
        shared.subject, shared.relation, term("z"), True, Derived(shared.relation, "composite", (shared, shared))
    )
    page = page_of([row(0, fact=whole)])
    assert page.count("shown above") == 1
    assert page.count(">b in c<") == 1


def test_a_failed_call_shows_its_error():
    failed = row(0, "failed", text="")
    failed = replace(failed, answer=replace(failed.answer, error="timeout after 60 s"))
    assert "timeout after 60 s" in Page(page_of([failed])).text("pre")


def test_half_a_character_does_not_stop_the_page():
    assert "half ? of it" in page_of([row(0, text="half \ud83d of it")]).encode().decode()


def test_agreement_is_shown_only_where_labels_were_planted():
    assert 'id="agreement"' not in page_of(mixed())
    assert 'id="agreement"' in page_of(mixed(planted="both"))


def test_a_cell_without_judged_answers_is_grey():
    page = page_of([row(0, domain="people"), row(1, "failed", domain="nature"), row(2, "abstained", domain="nature")])
    assert re.search(r'<td class="empty" title="m · nature: none judged of 2 asked">', page)
    assert re.search(r'<td class="h0" title="m · people: 0 of 1 judged', page)


def test_a_report_on_nothing_is_a_page():
    page = Page(page_of([]))
    assert page.crossed == []
    assert "0 asked" in re.sub(r"\s+", " ", page_of([]).replace("<b>", "").replace("</b>", ""))


def test_five_hundred_answers_stay_below_three_megabytes():
    fact = derived(derived(stated("a", "in", "b"), stated("b", "in", "c")), stated("c", "in", "d"))
    reference = tuple(claim(*ends) for ends in (("a", "in", "b"), ("b", "in", "c"), ("c", "in", "d"), ("a", "in", "d")))
    answer = (*reference[:3], claim("a", "in", "x"))
    graphs = {"reference_graph": reference, "answer_graph": answer}
    differ = {"missing_edges": reference[3:], "invented_edges": answer[3:], "reasons": ("an edge is invented",)}
    given = [row(n, "both", fact=fact, text="Yes. " + "I know this. " * 40, **graphs, **differ) for n in range(500)]
    page = page_of(given, max_items=500)
    assert len(items(page)) == 500
    assert len(page.encode()) < 3_000_000
