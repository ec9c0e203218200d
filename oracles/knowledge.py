"""What a store knows of a triple: true, false, or neither."""

from pyoxigraph import Literal, NamedNode

from ..kg.fact import Term, statement_id
from ..kg.names import HG, METADATA_GRAPH, RDF, XSD
from ..kg.store import Store


class Knowledge:
    """Look triples up in the sources and derivations of a store; graphs of answers do not count."""

    def __init__(self, store: Store) -> None:
        self._store = store
        false = Literal("false", datatype=XSD.boolean)
        self._refuted = set(store.subjects(HG.holds, false, METADATA_GRAPH))
        kinds = (HG.Source, HG.Derivation)
        self._true = {graph for kind in kinds for graph in store.subjects(RDF.type, kind, METADATA_GRAPH)}
        self._true -= self._refuted

    def __call__(self, subject: Term, relation: NamedNode, object_: Term) -> bool | None:
        """Return True where a source states or a rule derives the triple, False where a rule refutes it, else None."""
        if not isinstance(subject, NamedNode):
            return None
        if any(quad.graph_name in self._true for quad in self._store.quads(subject, relation, object_)):
            return True
        refuted = statement_id(subject, relation, object_, holds=False)
        if any(quad.graph_name in self._refuted for quad in self._store.quads(refuted, RDF.subject)):
            return False
        return None
