"""Labels that hold quotes, line breaks, HTML, Prolog, SPARQL or templates pass through every stage unharmed."""

import json
from html.parser import HTMLParser
from pathlib import Path

from click.testing import CliRunner
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from pyoxigraph import Literal, Quad, RdfFormat, serialize

from hallugraph.cli import main
from hallugraph.kg.describe import read_questions
from hallugraph.kg.names import HG, METADATA_GRAPH, RDF, RDFS, WD, WDT
from hallugraph.kg.store import Store

NASTY = [
    "</script><script>alert(1)</script>", '"><img src=x onerror=alert(1)>', "Robert'); DROP ALL ;--", "a\nb\tc", "\\",
    "halt. :- halt", "f(X) :- shell('rm'), !", "} INSERT DATA { <x> <y> <z> }", "?s ?p ?o", "{{ 7 * 7 }}",
    "{s} and {o}",
    "%s %(x)s", "[bold]x[/bold]", "\u202egnirts", "''' \"\"\"", "é̈ 中文 🦉", "wd:Q1", "${HOME} `ls`", "<http://x> .",
]  # fmt: skip
names = st.one_of(
    st.sampled_from(NASTY),
    st.text(st.characters(codec="utf-8", exclude_categories=["Cc", "Cs", "Cn", "Co"]), min_size=1, max_size=30),
)


class Tags(HTMLParser):
    """Count the elements of a page that could carry a script, and refuse handlers in attributes."""

    def __init__(self) -> None:
        super().__init__()
        self.scripts = 0
        self.handlers: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.scripts += tag in ("script", "img", "iframe", "object")
        self.handlers += [name for name, _ in attrs if name.startswith("on")]


def write_facts(path: Path, labels: list[str]) -> None:
    """Write countries in a ring of borders, each with a capital, under the given names."""
    quads = []
    half = len(labels) // 2
    for number, label in enumerate(labels):
        node = WD[f"Q{number + 1}"]
        quads.append(Quad(node, RDFS.label, Literal(label, language="en")))
        quads.append(Quad(node, WDT.P31, WD.Q515 if number >= half else WD.Q6256))
    for number in range(half):
        quads.append(Quad(WD[f"Q{number + 1}"], WDT.P47, WD[f"Q{(number + 1) % half + 1}"]))
        quads.append(Quad(WD[f"Q{number + 1}"], WDT.P36, WD[f"Q{number + 1 + half}"]))
    path.write_bytes(serialize((quad.triple for quad in quads), format=RdfFormat.N_TRIPLES) or b"")


def run(*words: object) -> str:
    result = CliRunner().invoke(main, [*map(str, words)])
    assert result.exit_code == 0, result.output
    return result.stdout


# Each example runs the whole chain: shrinking a failure would take minutes.
@settings(max_examples=5, phases=[Phase.generate], suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(names, min_size=8, max_size=8, unique_by=lambda name: " ".join(name.split()).casefold()))
def test_labels_pass_through_every_stage(tmp_path_factory, labels):
    folder = tmp_path_factory.mktemp("hostile")
    write_facts(folder / "facts.nt", labels)
    store = ["--store", folder / "store"]
    run("load", "rdf", folder / "facts.nt", "--title", labels[0].strip() or "x", *store)
    run("derive", *store)
    made = CliRunner().invoke(main, [*map(str, ["generate", "logic", "--count", 12, *store])])
    if made.exit_code:
        assert "no fact in the store can be asked about" in made.stderr, "all names are blank"
        return
    run("ask", "--model", "simulated/0.5", *store)
    run("judge", *store)
    run("report", "--html", folder / "r.html", *store)
    run("release", folder / "release", *store)
    assert "verified" in run("release", folder / "release", "--verify")
    page = Tags()
    page.feed((folder / "r.html").read_text("utf-8"))
    assert page.scripts == 2, "the page's own script and its figures, and no other"
    assert page.handlers == []
    check_questions(folder / "store", labels)
    rows = json.loads(run("query", "questions", "--json", *store))
    run("explain", rows[0]["question"], *store)


def check_questions(path: Path, labels: list[str]) -> None:
    """Each question names both ends by their labels, letter by letter but for white space."""
    tidy = [" ".join(label.split()) for label in labels]
    with Store.snapshot(path) as store:
        [benchmark] = store.subjects(RDF.type, HG.Benchmark, METADATA_GRAPH)
        for question in read_questions(store, benchmark):
            for term in (question.fact.subject, question.fact.object):
                label = tidy[int(str(term).rpartition("Q")[2].rstrip(">")) - 1]
                assert label in question.text or label[:1].upper() + label[1:] in question.text
