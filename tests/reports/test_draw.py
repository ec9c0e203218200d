# pyright: reportOptionalMemberAccess=false
from itertools import combinations
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pyoxigraph import Literal

from hallugraph.reports.draw import DASHES, Merged, draw, merge
from hallugraph.reports.layout import arrange

from .build import claim, name, row, stated, term

REFERENCE = (claim("a", "in", "b"), claim("b", "in", "c"))
CHANGED = (claim("a", "in", "b"), claim("b", "in", "x"))

graphs = st.integers(2, 8).flatmap(
    lambda count: st.tuples(
        st.just(count),
        st.lists(st.tuples(st.integers(0, count - 1), st.integers(0, count - 1)), min_size=1, max_size=10),
    )
)


def compared(**changes):
    parts = {
        "reference_graph": REFERENCE,
        "answer_graph": CHANGED,
        "missing_edges": REFERENCE[1:],
        "invented_edges": CHANGED[1:],
        "missing_nodes": (term("c"),),
        "invented_nodes": (term("x"),),
    }
    return row(0, "both", **(parts | changes)).verdict


def read(markup):
    return ElementTree.fromstring(markup)


def boxes_of(layout):
    return [*layout.nodes, *(stop for route in layout.routes for stop in route.stops)]


def overlap(first, second):
    beside = abs(first.at - second.at) - (first.breadth + second.breadth) / 2
    above = abs(first.level - second.level) - (first.depth + second.depth) / 2
    return beside < -0.01 and above < -0.01


class TestArrange:
    @given(graphs)
    def test_nothing_overlaps_and_all_is_inside(self, graph):
        count, edges = graph
        layout = arrange([(90.0 + 9 * n, 34.0) for n in range(count)], edges, [(70.0, 18.0)] * len(edges))
        boxes = boxes_of(layout)
        assert not [pair for pair in combinations(boxes, 2) if overlap(*pair)]
        for box in boxes:
            assert box.at - box.breadth / 2 >= -0.01
            assert box.at + box.breadth / 2 <= layout.breadth + 0.01
            assert 0 <= box.level - box.depth / 2 <= box.level + box.depth / 2 <= layout.depth + 0.01

    @given(graphs)
    def test_routes_keep_the_ends_and_the_direction_of_edges(self, graph):
        count, edges = graph
        layout = arrange([(50.0, 30.0)] * count, edges, [(40.0, 15.0)] * len(edges))
        for (start, end), route in zip(edges, layout.routes, strict=True):
            ends = (route.last, route.first) if route.reverse else (route.first, route.last)
            assert ends[0] is layout.nodes[start]
            assert ends[1] is layout.nodes[end]
            assert route.label in route.stops
            assert route.first is route.last or route.first.level < route.label.level < route.last.level

    @given(graphs)
    def test_equal_graphs_are_laid_out_equally(self, graph):
        count, edges = graph
        first, second = (arrange([(50.0, 30.0)] * count, edges, [(40.0, 15.0)] * len(edges)) for _ in range(2))
        assert [(box.at, box.level) for box in boxes_of(first)] == [(box.at, box.level) for box in boxes_of(second)]

    def test_a_chain_goes_straight_down(self):
        layout = arrange([(50.0, 30.0)] * 3, [(0, 1), (1, 2)], [(40.0, 15.0)] * 2)
        assert len({round(box.at, 3) for box in boxes_of(layout)}) == 1
        assert [box.level for box in layout.nodes] == sorted(box.level for box in layout.nodes)

    def test_nothing_has_no_size(self):
        assert arrange([], [], []).breadth == 0


class TestMerge:
    def test_edges_are_matched_missing_or_invented(self):
        merged = merge(compared(), name)
        assert [(edge.text, edge.status) for edge in merged.edges] == [
            ("in", "matched"),
            ("in", "missing"),
            ("in", "invented"),
        ]
        assert {node.text: node.status for node in merged.nodes} == {
            "a": "matched",
            "b": "matched",
            "c": "missing",
            "x": "invented",
        }

    def test_an_answer_that_equals_the_reference_matches_everywhere(self):
        merged = merge(
            compared(answer_graph=REFERENCE, missing_edges=(), invented_edges=(), missing_nodes=(), invented_nodes=()),
            name,
        )
        assert merged.count("matched") == len(merged.edges) == 2
        assert {node.status for node in merged.nodes} == {"matched"}

    def test_without_an_answer_graph_the_reference_is_missing(self):
        merged = merge(row(0, "abstained", reference_graph=REFERENCE).verdict, name)
        assert merged.count("missing") == len(merged.edges) == 2
        assert {node.status for node in merged.nodes} == {"missing"}

    def test_without_a_reference_the_answer_is_invented(self):
        merged = merge(row(0, "both", answer_graph=REFERENCE).verdict, name)
        assert merged.count("invented") == len(merged.edges) == 2

    def test_unlinked_text_with_the_same_label_is_the_same_node(self):
        odd = claim("a", "near", "b")
        text = type(odd)(Literal("A"), odd.relation, odd.object)
        merged = merge(compared(answer_graph=(*CHANGED, text), invented_edges=(*CHANGED[1:], text)), name)
        assert [node.text for node in merged.nodes] == ["a", "b", "c", "x"]

    def test_the_fact_asked_about_is_marked(self):
        merged = merge(compared(), name, stated("a", "in", "b"))
        assert [edge.asked for edge in merged.edges] == [True, False, False]

    def test_what_does_not_hold_says_so(self):
        denied = claim("a", "in", "b", holds=False)
        merged = merge(row(0, "both", answer_graph=(denied,)).verdict, name)
        assert merged.edges[0].text == "NOT in"


class TestDraw:
    def test_a_graph_without_edges_is_not_drawn(self):
        assert draw(Merged((), ())) == ""

    def test_every_node_and_edge_is_drawn_in_its_class(self):
        groups = [item.get("class", "").split()[:2] for item in read(draw(merge(compared(), name))).iter("g")]
        assert groups.count(["n", "matched"]) == 2
        assert [groups.count(["e", status]) for status in DASHES] == [1, 1, 1]

    def test_the_kinds_differ_in_line_style_too(self):
        drawn = read(draw(merge(compared(), name)))
        styles = {
            group.get("class"): group.find("path").get("stroke-dasharray", "")
            for group in drawn
            if "e" in group.get("class", "").split()
        }
        assert styles == {"e matched": "", "e missing": DASHES["missing"], "e invented": DASHES["invented"]}
        assert len(set(DASHES.values())) == 3

    @pytest.mark.parametrize(
        "text",
        [
            "<script>alert(1)</script>",
            "a \"b\" 'c'",
            "line\nbreak",
            "x :- \\+ y(Z), !.",
            "?s ?p <http://x>",
            "\x00\x1b",
            "",
            "{0} {}",
        ],
    )
    def test_any_label_stays_text(self, text):
        verdict = compared(invented_nodes=(Literal(text),))
        drawn = read(draw(merge(verdict, lambda item: text if item == term("x") else name(item))))
        assert {item.tag for item in drawn.iter()} <= {"svg", "title", "g", "path", "polygon", "rect", "text", "tspan"}
        words = " ".join(text.replace("\x00", " ").replace("\x1b", " ").split()) or "(empty)"
        seen = "".join(span.text or "" for span in drawn.iter("tspan"))
        assert words.replace(" ", "") in seen.replace(" ", "")

    def test_long_labels_are_cut_but_kept_as_a_title(self):
        long = "a very long name that goes on and on " * 4
        drawn = read(draw(merge(compared(), lambda item: long if item == term("a") else name(item))))
        node = next(text for text in drawn.iter("text") if text.find("title") is not None)
        assert len(node.findall("tspan")) == 3
        assert node.find("title").text == long.strip()

    def test_a_loop_and_a_pair_of_opposite_edges_are_drawn(self):
        edges = (claim("a", "knows", "a"), claim("a", "met", "b"), claim("b", "met", "a"))
        drawn = read(draw(merge(row(0, "both", answer_graph=edges).verdict, name)))
        assert len(list(drawn.iter("polygon"))) == 3

    def test_a_star_is_drawn_across_to_stay_narrow(self):
        edges = tuple(claim("the hub of a star", "leads to", f"place number {n}") for n in range(7))
        drawn = read(draw(merge(row(0, "both", answer_graph=edges).verdict, name)))
        assert float(drawn.get("width", "inf")) < 600
