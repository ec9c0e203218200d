"""Check a release against itself: checksums, both graphs, canonical hash, shapes, counts, tables, gold answers."""

from collections.abc import Iterator
from pathlib import Path

from pyoxigraph import RdfFormat, Triple

from ..kg.errors import InputError
from ..kg.fact import Fact, proof
from ..kg.names import DCAT, DCTERMS
from ..kg.serialize import canonical_hash, canonical_lines, read
from ..kg.shapes import violations
from .release import JSONLD, MANIFEST, TURTLE, Manifest, count, digest
from .release_graph import proof_circles
from .release_rows import Tables


def verify_release(directory: Path | str) -> list[str]:
    """List what is wrong with a release, one line a problem that names the file; empty when nothing is.

    Raises:
        InputError: the folder holds no release at all.
    """
    directory = Path(directory)
    manifest = Manifest.read(directory)
    problems = list(_check_files(directory, manifest))
    try:
        triples = read(directory / TURTLE, RdfFormat.TURTLE)
    except InputError as error:
        return [*problems, f"{TURTLE}: cannot be read: {error}"]
    problems += _check_jsonld(directory, triples)
    problems += _check_manifest(manifest, triples)
    shapes = [f"{TURTLE}: {line}" for line in violations(triples) + proof_circles(triples)]
    # Tables are made of what the shapes promise, so they are compared only where the promise is kept.
    return [*problems, *(shapes or _check_tables(directory, manifest, Tables(triples)))]


def _check_files(directory: Path, manifest: Manifest) -> Iterator[str]:
    """Compare the files with the manifest's list of checksums."""
    there = {path.name for path in directory.iterdir()} - {MANIFEST}
    for name, expected in sorted(manifest.files.items()):
        if not (name in there and (directory / name).is_file()):
            yield f"{name}: listed in {MANIFEST} but missing"
        elif digest((directory / name).read_bytes()) != expected:
            yield f"{name}: its SHA-256 is not the one in {MANIFEST}; the file was changed"
    for name in sorted(there - manifest.files.keys()):
        yield f"{name}: not listed in {MANIFEST}"


def _check_jsonld(directory: Path, triples: list[Triple]) -> Iterator[str]:
    """Compare both forms of the graph."""
    try:
        other = read(directory / JSONLD, RdfFormat.JSON_LD)
    except InputError as error:
        yield f"{JSONLD}: cannot be read: {error}"
        return
    left, right = set(canonical_lines(triples)), set(canonical_lines(other))
    if left != right:
        yield f"{JSONLD}: differs from {TURTLE}: {len(left - right)} triples missing, {len(right - left)} added"


def _check_manifest(manifest: Manifest, triples: list[Triple]) -> Iterator[str]:
    if canonical_hash(triples) != manifest.graph:
        yield f"{TURTLE}: the RDFC-1.0 hash of its graph is not the one in {MANIFEST}"
    own = (DCTERMS.title, DCTERMS.license, DCAT.version)
    said = {getattr(triple.object, "value", "") for triple in triples if triple.predicate in own}
    for name in ("title", "licence", "version"):
        if getattr(manifest, name) not in said:
            yield f"{MANIFEST}: its {name} {getattr(manifest, name)!r} is not the one in {TURTLE}"
    found = count(triples)
    for name in sorted(found.keys() | manifest.counts.keys()):
        if found.get(name) != manifest.counts.get(name):
            yield f"{MANIFEST}: says {manifest.counts.get(name)} {name}, but {TURTLE} holds {found.get(name)}"


def _check_tables(directory: Path, manifest: Manifest, tables: Tables) -> Iterator[str]:
    """Compare the tables with the graph, and each gold answer with its fact and proof."""
    if tables.benchmark.value != manifest.benchmark:
        yield f"{MANIFEST}: names the benchmark {manifest.benchmark}, but {TURTLE} holds {tables.benchmark.value}"
    files = tables.files()
    for name, data in files.items():
        path = directory / name
        if path.exists() and path.read_bytes() != data:
            yield f"{name}:{_first_difference(path.read_bytes(), data)}: disagrees with {TURTLE}"
        elif not path.exists() and name not in manifest.files:
            yield f"{name}: missing, though {TURTLE} holds its rows"
    for question in tables.questions:
        fits = (question.expected == "yes") == question.fact.holds
        if fits != (question.wording == "positive"):
            yield f"{TURTLE}: {question.id.value}: the expected answer does not follow from the statement"
        if not all(_is_known(fact) for fact in proof(question.fact)):
            yield f"{TURTLE}: {question.id.value}: its proof does not end in statements of sources"


def _is_known(fact: Fact) -> bool:
    return fact.evidence is not None


def _first_difference(left: bytes, right: bytes) -> int:
    """Return the number of the first line in which two files differ."""
    pairs = enumerate(zip(left.splitlines(), right.splitlines(), strict=False), 1)
    shorter = min(len(left.splitlines()), len(right.splitlines()))
    return next((number for number, (one, other) in pairs if one != other), shorter + 1)
