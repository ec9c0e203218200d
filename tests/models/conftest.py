"""A small world with its own lexicon, questions of every kind about it, and a chat service on localhost."""

import json
from collections import Counter
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Event, Thread

import pytest
from pyoxigraph import Literal, Quad

from hallugraph.kg.entities import Entities
from hallugraph.kg.fact import Derived, Fact, Stated
from hallugraph.kg.names import ID, OWL, RDFS, SKOS, WD, WDT, XSD
from hallugraph.kg.records import Question, Wording
from hallugraph.kg.relations import Lexicon
from hallugraph.kg.store import Store
from hallugraph.kg.wording import Verbaliser
from hallugraph.models.background import Background
from hallugraph.models.model import ModelContext

LEXICON = """
@prefix hg: <https://w3id.org/hallugraph/vocab#> .
@prefix owl: <http://www.w3.org/2002/07/owl#> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
@prefix wd: <http://www.wikidata.org/entity/> .
@prefix wdt: <http://www.wikidata.org/prop/direct/> .

wdt:P36 a hg:Relation ; rdfs:label "capital" ; hg:phraseKind hg:noun ;
    hg:wording [ hg:statement "the capital of {s} is {o}" ; hg:negation "the capital of {s} is not {o}" ;
        hg:question "is {o} the capital of {s}?" ; hg:antonym "the capital of {s} is a city other than {o}" ] ;
    hg:paraphrase "{o} is the capital of {s}" ;
    hg:declares [ hg:axiom owl:FunctionalProperty ; hg:valueClass wd:Q515 ; rdfs:comment "One capital." ] .
wdt:P1376 a hg:Relation ; rdfs:label "capital of" ; hg:phraseKind hg:noun ;
    hg:wording [ hg:statement "{s} is the capital of {o}" ; hg:negation "{s} is not the capital of {o}" ;
        hg:question "is {s} the capital of {o}?" ] ;
    hg:declares [ hg:axiom owl:inverseOf ; hg:argument wdt:P36 ; rdfs:comment "Two names of one relation." ] .
wdt:P19 a hg:Relation ; rdfs:label "place of birth" ; hg:phraseKind hg:passive ;
    hg:wording [ hg:statement "{s} was born in {o}" ; hg:negation "{s} was not born in {o}" ;
        hg:question "was {s} born in {o}?" ] ;
    hg:paraphrase "{o} is the birthplace of {s}" ;
    hg:declares [ hg:axiom owl:FunctionalProperty ; hg:valueClass wd:Q515 ; rdfs:comment "Born once." ] .
wdt:P569 a hg:Relation ; rdfs:label "date of birth" ; hg:phraseKind hg:passive ;
    hg:wording [ hg:statement "{s} was born on {o}" ; hg:negation "{s} was not born on {o}" ;
        hg:question "was {s} born on {o}?" ] .
wdt:P47 a hg:Relation ; rdfs:label "shares border with" ; hg:phraseKind hg:active ;
    hg:wording [ hg:statement "{s} borders {o}" ; hg:negation "{s} does not border {o}" ;
        hg:question "does {s} border {o}?" ] ;
    hg:declares [ hg:axiom owl:SymmetricProperty ; rdfs:comment "A border has two sides." ] .
wdt:P131 a hg:Relation ; rdfs:label "located in" ; hg:phraseKind hg:passive ;
    hg:wording [ hg:statement "{s} is located in {o}" ; hg:negation "{s} is not located in {o}" ;
        hg:question "is {s} located in {o}?" ; hg:antonym "{s} lies outside {o}" ] ;
    hg:paraphrase "{s} lies in {o}" ;
    hg:declares [ hg:axiom owl:TransitiveProperty ; rdfs:comment "Territories nest." ] .
"""

WORDINGS: tuple[Wording, ...] = ("positive", "negated")
SOURCE, BENCHMARK = ID["graph/world"], ID["benchmark/world"]
CITY, LAND, HUMAN = WD.Q515, WD.Q6256, WD.Q5
NAMES = {
    "Alba": LAND, "Borea": LAND, "Corvia": LAND, "Doria": LAND, "Eltania": LAND, "Fenland": LAND,
    "Albport": CITY, "Borburg": CITY, "Corvin": CITY, "Dorville": CITY, "Eltan": CITY, "Fenton": CITY,
    "Old Quay": CITY, "Ada Moor": HUMAN, "Ben Lund": HUMAN, "Cy Hart": HUMAN, "Dee Finn": HUMAN,
}  # fmt: skip
ALIASES = {"Alba": ["Republic of Alba"], "Albport": ["Seahaven"], "Ada Moor": ["Moor, Ada", "Countess Moor"]}
PLACES = [
    ("Alba", "P36", "Albport"), ("Borea", "P36", "Borburg"), ("Corvia", "P36", "Corvin"), ("Doria", "P36", "Dorville"),
    ("Eltania", "P36", "Eltan"), ("Alba", "P47", "Borea"), ("Corvia", "P47", "Doria"), ("Eltania", "P47", "Fenland"),
    ("Old Quay", "P131", "Albport"), ("Albport", "P131", "Alba"), ("Borburg", "P131", "Borea"),
    ("Corvin", "P131", "Corvia"), ("Dorville", "P131", "Doria"), ("Eltan", "P131", "Eltania"),
    ("Ada Moor", "P19", "Albport"), ("Ben Lund", "P19", "Borburg"), ("Cy Hart", "P19", "Corvin"),
    ("Dee Finn", "P19", "Fenton"),
]  # fmt: skip
DATES = {"Ada Moor": "1815-12-10", "Ben Lund": "1901-02-03", "Cy Hart": "1815-01-01"}


def iri(name):
    return WD[f"Q{1000 + list(NAMES).index(name)}"]


def stated(subject, relation, object_, holds=True):
    return Fact(iri(subject), WDT[relation], iri(object_), holds, Stated(SOURCE))


def derived(kind, *premises, subject, relation, object_, holds=True):
    return Fact(iri(subject), WDT[relation], iri(object_), holds, Derived(ID[f"rule/{kind}"], kind, premises))


def _turned(kind, row, relation):
    return derived(kind, stated(*row), subject=row[2], relation=relation, object_=row[0])


def question(fact, wording: Wording = "positive", text="", rule="stated"):
    expected = "yes" if fact.holds == (wording == "positive") else "no"
    return Question(
        text or f"{wording} {fact.id.value}?", expected, fact, BENCHMARK, rule, "t", wording, "geography", 0
    )


@dataclass
class World:
    store: Store
    entities: Entities
    verbaliser: Verbaliser
    background: Background
    questions: list[Question]

    def context(self, **settings):
        return ModelContext(verbaliser=self.verbaliser, background=self.background, **settings)


def _questions():
    ada, quay = stated("Ada Moor", "P19", "Albport"), stated("Old Quay", "P131", "Albport")
    port = stated("Albport", "P131", "Alba")
    facts = [
        *(stated(*row) for row in PLACES),
        *(_turned("symmetric", row, "P47") for row in PLACES if row[1] == "P47"),
        *(_turned("inverse", row, "P1376") for row in PLACES if row[1] == "P36"),
        derived("transitive", quay, port, subject="Old Quay", relation="P131", object_="Alba"),
        derived("functional", ada, subject="Ada Moor", relation="P19", object_="Corvin", holds=False),
        stated("Ben Lund", "P19", "Eltan", holds=False),
    ]
    return [question(fact, wording) for fact in facts for wording in WORDINGS]


@pytest.fixture(scope="session")
def world(tmp_path_factory):
    path: Path = tmp_path_factory.mktemp("lexicon") / "relations.ttl"
    path.write_text(LEXICON, encoding="utf-8")
    store = Store.open(None)
    quads = [Quad(*stated(*row).triple, SOURCE) for row in PLACES]
    quads += [Quad(iri(name), WDT.P569, Literal(day, datatype=XSD.date), SOURCE) for name, day in DATES.items()]
    quads += [Quad(iri(name), WDT.P31, class_, SOURCE) for name, class_ in NAMES.items()]
    quads += [Quad(iri(name), RDFS.label, Literal(name, language="en"), SOURCE) for name in NAMES]
    quads += [
        Quad(iri(name), SKOS.altLabel, Literal(a, language="en"), SOURCE) for name in ALIASES for a in ALIASES[name]
    ]
    quads += [Quad(CITY, RDFS.label, Literal("city"), SOURCE), Quad(WDT.P36, OWL.sameAs, WDT.P36, SOURCE)]
    store.add(quads)
    lexicon, entities = Lexicon.load(path), Entities.from_store(store)
    verbaliser = Verbaliser(lexicon, entities)
    return World(store, entities, verbaliser, Background(store, lexicon, entities), _questions())


@dataclass
class Service:
    """A chat service that does what a word of the question tells it to."""

    url: str = ""
    requests: list = field(default_factory=list)
    calls: Counter = field(default_factory=Counter)
    stop: Event = field(default_factory=Event)

    def reply(self, text):
        """Return status and body for a prompt."""
        self.calls[text] += 1
        if "busy" in text and self.calls[text] == 1:
            return 429, b'{"error": {"message": "slow down"}}'
        if "broken" in text:
            return 500, b'{"error": {"message": "broken\\nfor ever"}}'
        if "hanging" in text:
            self.stop.wait(5)
        bodies = {"garbage": b"{not json", "shapeless": b'["no", "choices"]', "empty": b'{"choices": []}'}
        bodies["mute"] = completion(None)
        for word, body in bodies.items():
            if word in text:
                return 200, body
        return 200, completion("Yes\n1. " + text.rpartition("Question: ")[2])


def completion(content):
    message = {"role": "assistant", "content": content}
    choice = {"index": 0, "finish_reason": "stop", "message": message}
    value = {"id": "1", "object": "chat.completion", "created": 0, "model": "tiny-1", "system_fingerprint": "fp_7"}
    return json.dumps(value | {"choices": [choice]}).encode()


@pytest.fixture
def service():
    state = Service()

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self):  # noqa: N802 - http.server's name
            request = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            state.requests.append((self.path, self.headers["Authorization"], request))
            status, body = state.reply(request["messages"][0]["content"])
            self.send_response(status)
            for name, value in (("Content-Type", "application/json"), ("retry-after-ms", "1")):
                self.send_header(name, value)
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *args):
            """Keep quiet."""

    class Server(ThreadingHTTPServer):
        def handle_error(self, request, client_address):
            """Expect clients that hang up."""

    with Server(("127.0.0.1", 0), Handler) as server:
        state.url = f"http://127.0.0.1:{server.server_port}/v1"
        thread = Thread(target=server.serve_forever, args=(0.01,))
        thread.start()
        yield state
        state.stop.set()
        server.shutdown()
        thread.join()
