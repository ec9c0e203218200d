"""`hallugraph explain`: the proof of a question, verdict or fact, as a tree down to the sources."""

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from .options import json_option, lexicon, relations_option, store_option

if TYPE_CHECKING:
    from pyoxigraph import NamedNode
    from rich.tree import Tree

    from ..kg.fact import Fact
    from ..kg.store import Store
    from ..kg.wording import Verbaliser


@click.command()
@click.argument("names", nargs=-1, required=True, metavar="ID | SUBJECT RELATION OBJECT")
@click.option("--all", "all_proofs", is_flag=True, envvar="HALLUGRAPH_ALL",
              help="Show every independent proof that the store has, the shortest first.")  # fmt: skip
@relations_option
@store_option
@json_option
def explain(
    names: tuple[str, ...], all_proofs: bool, relations_path: Path | None, store_path: Path, as_json: bool
) -> None:
    """Show why something is so: the rules and premises it rests on, down to the statements of the sources.

    ID is a question, answer, verdict or statement: its IRI, or the end of it from six characters on. A fact may be
    named by its terms: `hallugraph explain wd:Q64 wdt:P131 wd:Q183`.
    """
    from ..kg.entities import Entities
    from ..kg.store import Store
    from ..kg.wording import Verbaliser

    with Store.snapshot(store_path) as store:
        words = lexicon(relations_path, store)
        title, fact = _find(store, words, names)
        verbaliser = Verbaliser(words, Entities.from_store(store))
        found = _all_proofs(store, words, fact) if all_proofs else [fact]
        if as_json:
            import json

            data: dict[str, object] = {"about": title, "proof": _as_dict(fact, verbaliser)}
            if all_proofs:
                data["proofs"] = [_as_dict(item, verbaliser) for item in found]
            click.echo(json.dumps(data, ensure_ascii=False))
            return
        from rich.console import Console
        from rich.text import Text

        console = Console()
        if title:
            console.print(Text(title))
        for item in found:
            console.print(_tree(item, verbaliser, store))


def _all_proofs(store: "Store", words: Any, fact: "Fact") -> list["Fact"]:  # noqa: ANN401 - a Lexicon
    """Find the other proofs of a fact that holds; a refuted one has the proof that it has."""
    from ..reasoning import Prover, rules_of

    return (Prover(store, rules_of(words)).proofs(*fact.triple) if fact.holds else []) or [fact]


def _find(store: "Store", words: Any, names: tuple[str, ...]) -> tuple[str, "Fact"]:  # noqa: ANN401 - a Lexicon
    """Return what is explained, in words, and the fact."""
    from ..kg.describe import read_fact
    from ..kg.errors import UnknownNameError, UsageError
    from ..kg.names import expand
    from ..reasoning import Prover, rules_of

    if len(names) == 3:
        subject, relation, object_ = (_iri(name) for name in names)
        found = Prover(store, rules_of(words)).prove(subject, relation, object_)
        if found is None:
            raise UsageError(f"no source states {' '.join(names)} and no rule derives it; that does not make it false")
        return "", found
    if len(names) != 1:
        raise UsageError("name one identifier, or a subject, a relation and an object")
    node = expand(names[0]) or _by_ending(store, names[0])
    if node is None:
        raise UnknownNameError("question, verdict or statement", names[0], [])
    lines, statement = _about(store, node)
    fact = read_fact(store, statement)
    if fact is None:
        raise UnknownNameError("question, verdict or statement", names[0], [])
    return "\n".join(lines), fact


def _about(store: "Store", node: "NamedNode") -> tuple[list[str], "NamedNode"]:
    """Follow a verdict to its answer, an answer to its question, a question to its statement; gather what they say."""
    from ..kg.names import EARL, HG, SCHEMA

    answer = store.node(node, EARL.subject) or node
    question = store.node(answer, HG.answers) or answer
    statement = store.node(question, HG.about)
    if statement is None:
        return [], node
    lines = [f"{store.text(question, SCHEMA.text)} – {store.text(question, HG.expected)}"]
    if answer != question:
        lines.append(f"Answer: {store.text(answer, SCHEMA.text)}")
    return lines, statement


def _iri(name: str) -> Any:  # noqa: ANN401 - a NamedNode
    from ..kg.errors import UsageError
    from ..kg.names import expand

    node = expand(name)
    if node is None:
        raise UsageError(f"{name!r} is not an IRI; write <http://…>, wd:Q90, Q90 or P36")
    return node


def _by_ending(store: "Store", ending: str) -> Any:  # noqa: ANN401 - a NamedNode or None
    """Find a question, answer, verdict or statement by the end of its IRI."""
    from ..kg.names import EARL, HG, RDF

    if len(ending) < 6:
        return None
    for type_ in (HG.Question, EARL.Assertion, HG.Answer, RDF.Statement):
        for node in store.subjects(RDF.type, type_):
            if node.value.rpartition("/")[2].startswith(ending):
                return node
    return None


def _tree(fact: "Fact", words: "Verbaliser", store: "Store", tree: "Tree | None" = None) -> "Tree":
    from rich.text import Text
    from rich.tree import Tree

    line = Text(_sentence(fact, words))
    line.append(f"  {_ground(fact, store)}", style="dim")
    branch = Tree(line) if tree is None else tree.add(line)
    for premise in fact.premises:
        _tree(premise, words, store, branch)
    return branch


def _sentence(fact: "Fact", words: "Verbaliser") -> str:
    from ..kg.wording import sentence

    word = words.statement if fact.holds else words.negation
    return sentence(word(*fact.triple))


def _ground(fact: "Fact", store: "Store") -> str:
    """Say in brackets how a fact is known."""
    from ..kg.fact import Derived, Stated
    from ..kg.names import DCTERMS

    if isinstance(fact.evidence, Derived):
        return f"[{fact.evidence.kind}]"
    if isinstance(fact.evidence, Stated):
        return f"[stated by {store.text(fact.evidence.source, DCTERMS.title) or fact.evidence.source.value}]"
    return ""


def _as_dict(fact: "Fact", words: "Verbaliser") -> dict[str, object]:
    from ..kg.fact import Derived, Stated

    data: dict[str, object] = {"statement": _sentence(fact, words), "id": fact.id.value, "holds": fact.holds}
    data["triple"] = [str(term) for term in fact.triple]
    if isinstance(fact.evidence, Stated):
        data["source"] = fact.evidence.source.value
    if isinstance(fact.evidence, Derived):
        data["rule"] = {"kind": fact.evidence.kind, "id": fact.evidence.rule.value}
        data["premises"] = [_as_dict(premise, words) for premise in fact.premises]
    return data
