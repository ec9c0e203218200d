"""The reference graph and the graph of an answer, merged into one drawing (SVG).

What is in both graphs is told from what is missing in the answer and from what the answer invents by colour and
by line style. All text is escaped by `Markup.format`; nothing else writes into the drawing.
"""

import textwrap
import unicodedata
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from markupsafe import Markup
from pyoxigraph import Literal

from ..kg.fact import Fact, Term
from ..kg.records import Claim, Verdict
from .layout import Box, Layout, Route, arrange

Label = Callable[[Term], str]
Point = tuple[float, float]

MATCHED, MISSING, INVENTED = "matched", "missing", "invented"
DASHES = {MATCHED: "", MISSING: "6 4", INVENTED: "1.5 4"}
PREFERRED_WIDTH = 600.0
NODE_TEXT, EDGE_TEXT, LINE_HEIGHT = 13.0, 11.5, 1.25
MARGIN, ARROW = 6.0, 7.0


@dataclass(frozen=True)
class Node:
    """A node of the merged graph; `status` is matched, missing or invented."""

    text: str
    status: str
    value: bool
    """True for a number, a date or unlinked text; False for an entity."""


@dataclass(frozen=True)
class Edge:
    """An edge of the merged graph between the nodes at the places `start` and `end`."""

    start: int
    end: int
    text: str
    status: str
    asked: bool
    """True for the fact that the question is about."""


@dataclass(frozen=True)
class Merged:
    """The reference graph and the graph of an answer as one."""

    nodes: tuple[Node, ...]
    edges: tuple[Edge, ...]

    def count(self, status: str) -> int:
        """Return the number of edges with a status."""
        return sum(edge.status == status for edge in self.edges)


def merge(verdict: Verdict, label: Label, asked: Fact | None = None) -> Merged:
    """Merge the two graphs of a verdict.

    Matched edges are drawn once, with the terms of the reference. A term of the answer whose label equals that of
    a term of the reference is drawn as the same node.
    """
    missing = set(verdict.missing_edges) if verdict.answer_graph else set(verdict.reference_graph)
    invented = set(verdict.invented_edges) if verdict.reference_graph else set(verdict.answer_graph)
    reference = [(claim, MISSING if claim in missing else MATCHED) for claim in _unique(verdict.reference_graph)]
    added = [(claim, INVENTED) for claim in _unique(verdict.answer_graph) if claim in invented]
    absent = set(verdict.missing_nodes) if verdict.answer_graph else _terms(verdict.reference_graph)
    known = _terms(verdict.reference_graph)
    places: dict[str, int] = {}
    nodes: list[Node] = []

    def place(term: Term) -> int:
        text = _text(term, label)
        key = text.casefold()
        if key not in places:
            places[key] = len(nodes)
            status = MISSING if term in absent else MATCHED if term in known else _status(term, verdict)
            nodes.append(Node(text, status, isinstance(term, Literal)))
        return places[key]

    edges = []
    for claim, status in reference + added:
        start, end = place(claim.subject), place(claim.object)
        text = _text(claim.relation, label)
        same = asked is not None and (claim.subject, claim.relation, claim.object) == asked.triple
        edges.append(Edge(start, end, text if claim.holds else f"NOT {text}", status, same))
    return Merged(tuple(nodes), tuple(edges))


def draw(graph: Merged) -> Markup:
    """Draw a merged graph as an SVG element, across or down, whichever suits a column of 600 pixels.

    The element holds classes only (`matched`, `missing`, `invented`) for its colours, and dash patterns for its
    line styles. Gives empty markup for a graph without edges.
    """
    if not graph.edges:
        return Markup()
    boxes = [_size(_wrap(node.text, 20), NODE_TEXT, 12.0, 8.0) for node in graph.nodes]
    labels = [_size(_wrap(edge.text, 18), EDGE_TEXT, 2.0, 2.0) for edge in graph.edges]
    ends = [(edge.start, edge.end) for edge in graph.edges]
    down = arrange(boxes, ends, labels)
    across = arrange([_turn(size) for size in boxes], ends, [_turn(size) for size in labels])
    flat = _cost(across.depth, across.breadth) < _cost(down.breadth, down.depth)
    return _svg(graph, across if flat else down, flat)


def _turn(size: tuple[float, float]) -> tuple[float, float]:
    return size[1], size[0]


def _cost(width: float, height: float) -> tuple[float, float]:
    return max(0.0, width - PREFERRED_WIDTH), height


def _unique(claims: Iterable[Claim]) -> list[Claim]:
    return list(dict.fromkeys(claims))


def _terms(claims: Iterable[Claim]) -> set[Term]:
    return {term for claim in claims for term in (claim.subject, claim.object)}


def _status(term: Term, verdict: Verdict) -> str:
    invented = term in verdict.invented_nodes or not verdict.reference_graph
    return INVENTED if invented else MATCHED


def _text(term: Term, label: Label) -> str:
    """Return a term's label on one line, without characters that a page cannot hold."""
    text = term.value if isinstance(term, Literal) else label(term)
    clean = "".join(" " if unicodedata.category(sign) in ("Cc", "Cs", "Zl", "Zp") else sign for sign in text)
    return " ".join(clean.split()) or "(empty)"


def _wrap(text: str, width: int, lines: int = 3) -> list[str]:
    return textwrap.wrap(text, width, max_lines=lines, placeholder=" …") or ["…"]


def _measure(text: str, size: float) -> float:
    """Estimate the width of a line in pixels, on the wide side of usual system fonts."""
    wide = sum(unicodedata.east_asian_width(sign) in "WF" for sign in text)
    capital = sum(sign.isupper() or sign in "mwMW@%" for sign in text)
    return size * (0.56 * len(text) + 0.5 * wide + 0.14 * capital)


def _size(lines: Sequence[str], size: float, pad_x: float, pad_y: float) -> tuple[float, float]:
    width = max(_measure(line, size) for line in lines)
    return round(width + 2 * pad_x, 1), round(len(lines) * size * LINE_HEIGHT + 2 * pad_y, 1)


def _svg(graph: Merged, layout: Layout, flat: bool) -> Markup:
    breadth, depth = layout.breadth + 2 * MARGIN, layout.depth + 2 * MARGIN
    width, height = (depth, breadth) if flat else (breadth, depth)
    ports = _ports(layout.routes)
    parts = [
        _edge(edge, route, ports[index], flat)
        for index, (edge, route) in enumerate(zip(graph.edges, layout.routes, strict=True))
    ]
    parts += [_node(node, box, flat) for node, box in zip(graph.nodes, layout.nodes, strict=True)]
    title = ", ".join(f"{graph.count(status)} {status}" for status in (MATCHED, MISSING, INVENTED))
    return Markup('<svg class="graph" viewBox="0 0 {0} {1}" width="{0}" height="{1}" role="img">{2}{3}</svg>').format(
        _n(width), _n(height), Markup("<title>Edges: {}</title>").format(title), Markup().join(parts)
    )


def _ports(routes: Sequence[Route]) -> list[tuple[float, float]]:
    """Spread the ends of edges along the sides of their nodes: the places where each route leaves and arrives."""
    sides: dict[tuple[int, bool], list[tuple[float, int, bool]]] = {}
    owners: dict[tuple[int, bool], Box] = {}
    for index, route in enumerate(routes):
        loop = route.first is route.last
        for box, lower, stop, last in (
            (route.first, True, route.stops[0], False),
            (route.last, loop, route.stops[-1], True),
        ):
            owners[id(box), lower] = box
            sides.setdefault((id(box), lower), []).append((stop.at + (0.1 if loop and last else 0.0), index, last))
    places: dict[tuple[int, bool], float] = {}
    for key, ends in sides.items():
        box = owners[key]
        step = min(18.0, 0.8 * box.breadth / len(ends))
        for order, (_, index, last) in enumerate(sorted(ends)):
            places[index, last] = box.at + (order - (len(ends) - 1) / 2) * step
    return [(places[index, False], places[index, True]) for index in range(len(routes))]


def _edge(edge: Edge, route: Route, ports: tuple[float, float], flat: bool) -> Markup:
    legs = _loop(route, ports) if route.first is route.last else _legs(route, ports)
    tip = legs[0][0] if route.reverse else legs[-1][-1]
    # The line ends where the arrow head begins.
    upward = route.reverse or route.first is route.last
    back = (tip[0], tip[1] + (ARROW if upward else -ARROW))
    legs[0][0], legs[-1][-1] = (back, legs[-1][-1]) if route.reverse else (legs[0][0], back)
    head = [tip, (back[0] - ARROW / 2, back[1]), (back[0] + ARROW / 2, back[1])]
    return Markup('<g class="e {}{}"><path d="{}"{}/><polygon points="{}"/>{}</g>').format(
        edge.status,
        " asked" if edge.asked else "",
        "".join(_leg(leg, flat) for leg in legs),
        _dash(edge.status),
        " ".join(_xy(point, flat) for point in head),
        _lines(edge.text, 18, EDGE_TEXT, route.label, flat),
    )


def _legs(route: Route, ports: tuple[float, float]) -> list[list[Point]]:
    """Return a leg from each box of a route to the next: border, edge of the layer, edge of the next, border."""
    chain = [(ports[0], route.first), *((stop.at, stop) for stop in route.stops), (ports[1], route.last)]
    return [
        [
            (at, upper.level + upper.depth / 2),
            (at, upper.level + upper.band / 2),
            (to, lower.level - lower.band / 2),
            (to, lower.level - lower.depth / 2),
        ]
        for (at, upper), (to, lower) in zip(chain, chain[1:], strict=False)
    ]


def _loop(route: Route, ports: tuple[float, float]) -> list[list[Point]]:
    """Return two legs, from a node to the label below it and back."""
    node, label = route.first, route.label
    border, top = node.level + node.depth / 2, label.level - label.depth / 2
    ways = [(port, label.at + side * label.breadth / 4) for port, side in zip(ports, (-1, 1), strict=True)]
    (away, left), (home, right) = ways
    out = [(away, border), (away, border), (left, top), (left, top)]
    return [out, [(right, top), (right, top), (home, border), (home, border)]]


def _leg(points: Sequence[Point], flat: bool) -> str:
    start, curve, straight, end = points
    middle = (curve[1] + straight[1]) / 2
    parts = [f"M{_xy(start, flat)}", "" if start == curve else f"L{_xy(curve, flat)}"]
    parts.append(f"C{_xy((curve[0], middle), flat)} {_xy((straight[0], middle), flat)} {_xy(straight, flat)}")
    parts.append("" if straight == end else f"L{_xy(end, flat)}")
    return "".join(parts)


def _dash(status: str) -> Markup:
    return Markup(' stroke-dasharray="{}"').format(DASHES[status]) if DASHES[status] else Markup()


def _node(node: Node, box: Box, flat: bool) -> Markup:
    width, height = (box.depth, box.breadth) if flat else (box.breadth, box.depth)
    x, y = _centre(box, flat)
    rect = Markup('<rect x="{}" y="{}" width="{}" height="{}" rx="{}"{}/>').format(
        _n(x - width / 2), _n(y - height / 2), _n(width), _n(height), 2 if node.value else 9, _dash(node.status)
    )
    return Markup('<g class="n {}">{}{}</g>').format(node.status, rect, _lines(node.text, 20, NODE_TEXT, box, flat))


def _lines(text: str, width: int, size: float, box: Box, flat: bool) -> Markup:
    lines = _wrap(text, width)
    x, y = _centre(box, flat)
    step = size * LINE_HEIGHT
    first = y - step * (len(lines) - 1) / 2 + size * 0.35
    spans = Markup().join(
        Markup('<tspan x="{}" y="{}">{}</tspan>').format(_n(x), _n(first + index * step), line)
        for index, line in enumerate(lines)
    )
    whole = Markup("<title>{}</title>").format(text) if "…" in lines[-1] else ""
    return Markup("<text>{}{}</text>").format(whole, spans)


def _centre(box: Box, flat: bool) -> Point:
    at, level = box.at + MARGIN, box.level + MARGIN
    return (level, at) if flat else (at, level)


def _xy(point: Point, flat: bool) -> str:
    at, level = point[0] + MARGIN, point[1] + MARGIN
    x, y = (level, at) if flat else (at, level)
    return f"{_n(x)},{_n(y)}"


def _n(value: float) -> str:
    return f"{value:.1f}".removesuffix(".0")
