"""A layered layout of small directed graphs, with a place for every edge label.

The steps are those of K. Sugiyama, S. Tagawa, M. Toda, "Methods for visual understanding of hierarchical system
structures", IEEE SMC 11 (1981) 109-125: break cycles, assign layers, order each layer, assign coordinates. An edge
label is laid out like a node between its ends, so that labels overlap neither each other nor a node. Meant for
graphs of up to about 20 edges; equal input gives equal output.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field

SWEEPS = 8
STRAIGHT = 60.0
"""How much more a straight line counts inside an edge, from stop to stop, than at its ends."""
BREADTH_GAP, DEPTH_GAP = 18.0, 20.0


@dataclass
class Box:
    """A thing to place: a node, an edge label or a bend. Sizes and places in pixels; places are centres.

    `breadth` runs along a layer and `depth` across the layers.
    """

    breadth: float
    depth: float
    layer: int = 0
    band: float = 0.0
    """The depth of its whole layer; edges run straight inside it and curve between the layers only."""
    stop: bool = False
    at: float = 0.0
    level: float = 0.0
    near: list["Box"] = field(default_factory=list, repr=False)
    """The boxes of the next layers above and below that an edge joins to this one."""


@dataclass(frozen=True)
class Route:
    """The way of an edge from the upper to the lower layer: its end nodes, and what it passes through.

    `label` is one of `stops`. `reverse` tells that the edge points from the last node to the first; for a loop
    both ends are the same node.
    """

    first: Box
    last: Box
    stops: tuple[Box, ...]
    label: Box
    reverse: bool


@dataclass(frozen=True)
class Layout:
    """Placed nodes and routed edges, in the order of the input, and the size of the whole in pixels."""

    nodes: tuple[Box, ...]
    routes: tuple[Route, ...]
    breadth: float
    depth: float


Edge = tuple[int, int]
Size = tuple[float, float]


def arrange(nodes: Sequence[Size], edges: Sequence[Edge], labels: Sequence[Size]) -> Layout:
    """Place nodes of the given sizes (breadth, depth), and the label of each edge (from node, to node)."""
    boxes = [Box(*size) for size in nodes]
    downward, reverse = _without_cycles(len(nodes), edges)
    for box, layer in zip(boxes, _layers(len(nodes), downward), strict=True):
        box.layer = 2 * layer
    routes = [
        _route(boxes[start], boxes[end], size, turned)
        for (start, end), size, turned in zip(downward, labels, reverse, strict=True)
    ]
    layers = _ordered(boxes, routes)
    for _ in range(3 * SWEEPS):
        for layer in (*layers, *reversed(layers)):
            _settle(layer)
    breadth = _normalise(layers)
    depth = _set_levels(layers)
    return Layout(tuple(boxes), tuple(routes), breadth, depth)


def _without_cycles(count: int, edges: Sequence[Edge]) -> tuple[list[Edge], list[bool]]:
    """Turn the edges that would close a cycle, walking from the first node on."""
    state = [0] * count  # 0 not seen, 1 on the current path, 2 done
    turned = [False] * len(edges)

    def walk(node: int) -> None:
        state[node] = 1
        for index, (start, end) in enumerate(edges):
            if start == node and end != node:
                turned[index] = state[end] == 1
                if state[end] == 0:
                    walk(end)
        state[node] = 2

    for node in range(count):
        if state[node] == 0:
            walk(node)
    downward = [(end, start) if turn else (start, end) for (start, end), turn in zip(edges, turned, strict=True)]
    return downward, turned


def _layers(count: int, edges: Sequence[Edge]) -> list[int]:
    """Give each node the length of the longest way to it; then pull sources down to their nearest end."""
    layer = [0] * count
    real = [(start, end) for start, end in edges if start != end]
    for _ in range(count):
        for start, end in real:
            layer[end] = max(layer[end], layer[start] + 1)
    for node in range(count):
        ends = [layer[end] for start, end in real if start == node]
        if ends and all(end != node for _, end in real):
            layer[node] = min(ends) - 1
    return layer


def _route(start: Box, end: Box, size: Size, turned: bool) -> Route:
    """Make the stops of an edge: its label in the middle odd layer, a bend in every other layer it crosses."""
    label = Box(*size, layer=start.layer + 1, stop=True)
    if start is end:
        start.near.append(label)
        label.near.append(start)
        return Route(start, end, (label,), label, turned)
    label.layer = (start.layer + end.layer) // 2 // 2 * 2 + 1
    label.layer = label.layer if label.layer < end.layer else label.layer - 2
    between = range(start.layer + 1, end.layer)
    stops = [label if layer == label.layer else Box(10.0, 0.0, layer=layer, stop=True) for layer in between]
    chain = [start, *stops, end]
    for upper, lower in zip(chain, chain[1:], strict=False):
        upper.near.append(lower)
        lower.near.append(upper)
    return Route(start, end, tuple(stops), label, turned)


def _ordered(nodes: Sequence[Box], routes: Sequence[Route]) -> list[list[Box]]:
    """Order each layer by the mean place of its neighbours; keep the order with the fewest crossings."""
    boxes = [*nodes, *(stop for route in routes for stop in route.stops)]
    last = max((box.layer for box in boxes), default=0)
    layers = [[box for box in boxes if box.layer == layer] for layer in range(last + 1)]
    for layer in layers:
        _number(layer)
    best, fewest = [list(layer) for layer in layers], _crossings(layers)
    for sweep in range(SWEEPS):
        step = 1 if sweep % 2 == 0 else -1
        for layer in layers[::step]:
            layer.sort(key=lambda box, step=step: _mean_place(box, box.layer - step))
            _number(layer)
        crossings = _crossings(layers)
        if crossings < fewest:
            best, fewest = [list(layer) for layer in layers], crossings
    for layer in best:
        _number(layer)
    return best


def _number(layer: Sequence[Box]) -> None:
    for place, box in enumerate(layer):
        box.at = float(place)


def _mean_place(box: Box, layer: int) -> float:
    places = [other.at for other in box.near if other.layer == layer]
    return sum(places) / len(places) if places else box.at


def _crossings(layers: Sequence[Sequence[Box]]) -> int:
    count = 0
    for layer in layers:
        ways = [(box.at, other.at) for box in layer for other in box.near if other.layer == box.layer + 1]
        count += sum((a - c) * (b - d) < 0 for i, (a, b) in enumerate(ways) for c, d in ways[i + 1 :])
    return count


def _settle(layer: Sequence[Box]) -> None:
    """Move each box as near as its neighbours' mean as the order and the gaps of its layer allow.

    This is isotonic least squares: pool neighbouring boxes that would overlap, and centre the pool.
    """
    offsets, edge = [], 0.0
    for previous, box in zip([None, *layer], layer, strict=False):
        edge += 0.0 if previous is None else (previous.breadth + box.breadth) / 2 + BREADTH_GAP
        offsets.append(edge)
    pools: list[list[float]] = []  # [sum of weighted wishes, sum of weights, number of boxes]
    for box, offset in zip(layer, offsets, strict=True):
        weights = [STRAIGHT if box.stop and other.stop else 1.0 for other in box.near] or [1.0]
        places = [other.at for other in box.near] or [box.at]
        wish = sum(weight * (at - offset) for weight, at in zip(weights, places, strict=True))
        pools.append([wish, sum(weights), 1])
        while len(pools) > 1 and pools[-2][0] / pools[-2][1] > pools[-1][0] / pools[-1][1]:
            pools[-2:] = [[a + b for a, b in zip(*pools[-2:], strict=True)]]
    starts = [total / weight for total, weight, number in pools for _ in range(int(number))]
    for box, start, offset in zip(layer, starts, offsets, strict=True):
        box.at = start + offset


def _normalise(layers: Sequence[Sequence[Box]]) -> float:
    boxes = [box for layer in layers for box in layer]
    low = min((box.at - box.breadth / 2 for box in boxes), default=0.0)
    for box in boxes:
        box.at -= low
    return max((box.at + box.breadth / 2 for box in boxes), default=0.0)


def _set_levels(layers: Sequence[Sequence[Box]]) -> float:
    top = 0.0
    for layer in layers:
        depth = max((box.depth for box in layer), default=0.0)
        for box in layer:
            box.level, box.band = top + depth / 2, depth
        top += depth + DEPTH_GAP
    return max(0.0, top - DEPTH_GAP)
