"""networkx views of facts and claims."""

from collections.abc import Iterable

import networkx as nx

from .fact import Fact
from .records import Claim


def graph_of(facts: Iterable[Fact | Claim]) -> nx.MultiDiGraph:
    """Return facts as a directed multigraph.

    Nodes are the terms; an edge has its relation as key and attribute `relation`, and its truth as `holds`.
    """
    graph = nx.MultiDiGraph()
    for fact in facts:
        graph.add_edge(
            fact.subject, fact.object, key=(fact.relation, fact.holds), relation=fact.relation, holds=fact.holds
        )
    return graph
