"""A made graph of the size that the Drowzee paper reports, under Wikidata's names so that the packaged lexicon applies.

Places nest (P131) and touch (P47), classes nest (P279) and type everything (P31), people have parents, children,
brothers and sisters and spouses, films have casts. The other triples are drawn at random: how often a relation is
used falls as Zipf's law has it, and a few objects are much more used than the others.
"""

import random
from collections.abc import Iterator
from itertools import chain, zip_longest
from pathlib import Path

from hallugraph.kg.names import OWL, PREFIXES, RDF
from hallugraph.kg.relations import Lexicon
from hallugraph.reasoning import Rule, rules_of

ENTITIES = 54_483
TRIPLES = 1_647_206
SHARES = {"class": 0.05, "place": 0.20, "person": 0.45, "film": 0.06, "thing": 0.24}
CAST = 7
GENERATIONS = 5
CITY, COUNTRY = "Q515", "Q6256"

# Kind of subject, kind of object, and relations; ranks for Zipf's law go round the rows.
DRAWN = [
    ("person", "thing", "P106 P27 P69 P463 P166 P1412 P108 P101 P102 P54 P140 P103 P39 P1303 P641 P172 P1344 P264"),
    ("thing", "thing", "P136 P527 P138 P921 P1889 P460 P366 P2283 P186 P144 P828 P306 P1056 P780 P2176 P1995 P452"),
    ("film", "person", "P57 P58 P86 P162 P344 P1040 P2515 P175"),
    ("thing", "place", "P495 P159 P276 P291 P740 P840 P1071 P551 P706 P937 P1427 P2341 P3842"),
    ("thing", "person", "P50 P112 P170 P178 P61 P84 P800 P127 P169 P287 P371 P676 P943 P1028 P488"),
    ("person", "person", "P737 P184 P802 P1327 P451 P3448 P1290 P2632 P607"),
    ("place", "place", "P190 P530 P403 P974 P206 P421 P150"),
]
Facts = Iterator[tuple[str, str, str]]


def write_graph(path: Path, share: float = 1.0, seed: int = 0) -> int:
    """Write a share of the graph as N-Triples in a fixed order; return how many triples."""
    rng = random.Random(seed)
    kinds = _entities(round(ENTITIES * share))
    facts = dict.fromkeys(_structure(kinds, rng))
    wanted = round(TRIPLES * share)
    for fact in _drawn(kinds, wanted - len(facts), rng):
        facts[fact] = None
        if len(facts) == wanted:
            break
    wd, wdt = PREFIXES["wd"], PREFIXES["wdt"]
    with path.open("w", encoding="ascii") as out:
        out.writelines(f"<{wd}{subject}> <{wdt}{relation}> <{wd}{object_}> .\n" for subject, relation, object_ in facts)
    return len(facts)


def _entities(count: int) -> dict[str, list[str]]:
    kinds, first = {}, 10_000_000
    for kind, share in SHARES.items():
        kinds[kind] = [f"Q{first + i}" for i in range(round(count * share))]
        first += len(kinds[kind])
    return kinds


def _structure(kinds: dict[str, list[str]], rng: random.Random) -> Facts:
    classes, places, films = kinds["class"], kinds["place"], kinds["film"]
    for index, name in enumerate(classes[1:], 1):
        yield name, "P279", classes[index // 3]
    for index, name in enumerate(places[1:], 1):
        yield name, "P131", places[index // 4]
        yield name, "P47", places[index - 1]
        yield name, "P17", places[index % 50]
    for name in chain(kinds["person"], films, kinds["thing"]):
        yield name, "P31", rng.choice(classes)
    for index, name in enumerate(places):
        yield name, "P31", COUNTRY if index < 50 else CITY
    for film in films:
        for _ in range(CAST):
            yield film, "P161", rng.choice(kinds["person"])
    yield from _families(kinds["person"], places, rng)


def _families(people: list[str], places: list[str], rng: random.Random) -> Facts:
    """People in generations; each has a father and a mother of the generation before."""
    size = len(people) // GENERATIONS
    for index, name in enumerate(people):
        yield name, "P19", rng.choice(places)
        yield name, "P20", rng.choice(places)
        if index % 2 and rng.random() < 0.6:
            yield name, "P26", people[index - 1]
        if index >= size:
            couple = index - size - (index - size) % 4
            father, mother = people[couple], people[couple + 1]
            yield name, "P22", father
            yield name, "P25", mother
            yield father, "P40", name
            if (index - size) % 4:
                yield name, "P3373", people[index - 1]


def _drawn(kinds: dict[str, list[str]], count: int, rng: random.Random) -> Facts:
    """Draw facts without end: `count` by the weights of the relations, then the same again."""
    rows = [[(name, subject, object_) for name in names.split()] for subject, object_, names in DRAWN]
    ranked = [item for rank in zip_longest(*rows) for item in rank if item]
    weights = [1 / (rank + 3) for rank in range(len(ranked))]
    while True:
        for name, subject, object_ in rng.choices(ranked, weights, k=count):
            objects = kinds[object_]
            yield rng.choice(kinds[subject]), name, objects[int(len(objects) * rng.random() ** 3)]


AXIOMS = {"symmetric": OWL.SymmetricProperty, "transitive": OWL.TransitiveProperty}


def write_axioms(path: Path, source: Path) -> None:
    """Write the graph followed by the lexicon's rules as OWL, for an OWL reasoner."""
    rules = [rule for rule in rules_of(Lexicon.load()) if rule.positive]
    with path.open("w", encoding="ascii") as out, source.open(encoding="ascii") as facts:
        out.writelines(facts)
        for number, rule in enumerate(rules):
            out.writelines(f"{line} .\n" for line in _axiom(number, rule))


def _axiom(number: int, rule: Rule) -> Iterator[str]:
    first = rule.steps[0].relation
    if rule.kind in AXIOMS:
        yield f"{rule.head} {RDF.type} {AXIOMS[rule.kind]}"
    elif rule.kind == "inverse":
        yield f"{first} {OWL.inverseOf} {rule.head}"
    elif rule.kind == "subproperty":
        yield f"{first} <{PREFIXES['rdfs']}subPropertyOf> {rule.head}"
    else:
        nodes = [f"_:r{number}s{index}" for index in range(len(rule.steps))]
        yield f"{rule.head} {OWL.propertyChainAxiom} {nodes[0]}"
        for index, (node, step) in enumerate(zip(nodes, rule.steps, strict=True)):
            target = step.relation
            if step.inverse:
                target = f"<{step.relation.value}-turned>"
                yield f"{target} {OWL.inverseOf} {step.relation}"
            yield f"{node} {RDF.first} {target}"
            yield f"{node} {RDF.rest} {nodes[index + 1] if index + 1 < len(nodes) else RDF.nil}"
