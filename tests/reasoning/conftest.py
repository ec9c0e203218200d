"""A small world: relations of every rule kind, under names that say what they are."""

from collections.abc import Callable, Iterable

import pytest
from pyoxigraph import NamedNode, Quad

from hallugraph.kg.names import HG, METADATA_GRAPH, PREFIXES, WDT
from hallugraph.kg.relations import Lexicon
from hallugraph.kg.resources import describe
from hallugraph.kg.store import Store

EX = "http://example.org/"
SOURCE = NamedNode(EX + "source")

WORDING = (
    'hg:phraseKind hg:noun ; hg:domain "society" ; hg:wording [ hg:statement "{s} %(n)s {o}" ; '
    'hg:negation "{s} does not %(n)s {o}" ; hg:question "does {s} %(n)s {o}?" ] ; '
    'hg:paraphrase "{s} surely %(n)s {o}", "{s} really %(n)s {o}", "{s} always %(n)s {o}"'
)

RELATIONS = {
    "knows": "[ hg:axiom owl:SymmetricProperty ; rdfs:comment 'both ways' ]",
    "owns": "[ hg:axiom owl:inverseOf ; hg:argument ex:ownedBy ; rdfs:comment 'turned' ]",
    "ownedBy": "",
    "within": "[ hg:axiom owl:TransitiveProperty ; rdfs:comment 'nested' ],"
    " [ hg:axiom owl:AsymmetricProperty ; rdfs:comment 'never both ways' ; hg:except ex:loop ]",
    "likes": "[ hg:axiom rdfs:subPropertyOf ; hg:argument ex:minds ; rdfs:comment 'weaker' ]",
    "minds": "",
    "uncle": "[ hg:axiom owl:propertyChainAxiom ; hg:argument ( [ owl:inverseOf ex:likes ] ex:knows ) ;"
    " rdfs:comment 'two steps' ]",
    "born": "[ hg:axiom owl:FunctionalProperty ; hg:valueClass ex:City ; hg:except ex:nowhere ; rdfs:comment 'once' ]",
    "hates": "[ hg:axiom owl:propertyDisjointWith ; hg:argument ex:likes ; rdfs:comment 'not both' ]",
}


def ex(name: str) -> NamedNode:
    return NamedNode(EX + name)


@pytest.fixture(scope="session")
def lexicon(tmp_path_factory) -> Lexicon:
    head = "".join(f"@prefix {name}: <{iri}> .\n" for name, iri in PREFIXES.items()) + f"@prefix ex: <{EX}> .\n"
    body = "".join(
        f'ex:{name} a hg:Relation ; rdfs:label "{name}" ; {WORDING % {"n": name}}'
        + (f" ; hg:declares {axioms} .\n" if axioms else " .\n")
        for name, axioms in RELATIONS.items()
    )
    path = tmp_path_factory.mktemp("lexicon") / "relations.ttl"
    path.write_text(head + body, encoding="utf-8")
    return Lexicon.load(path)


Triples = Iterable[tuple[str, str, str]]


@pytest.fixture
def world() -> Callable[[Triples], Store]:
    """Make a store whose one source states the given triples; `a` is the class relation."""

    def make(triples: Triples) -> Store:
        store = Store.open()
        relation = {"a": WDT.P31}
        store.add(Quad(ex(s), relation.get(p, ex(p)), ex(o), SOURCE) for s, p, o in triples)
        store.add(describe(SOURCE, METADATA_GRAPH, (HG.Source,), {}))
        return store

    return make
