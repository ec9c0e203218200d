"""Releases: a benchmark with all it rests on, in a folder that anyone can check and rebuild to the same hash.

`benchmark.ttl` and `benchmark.jsonld` hold the same graph, the `.jsonl` files its tables, `manifest.json` the
counts and checksums. A folder is written as a whole or not at all, and only when it passes every check.
"""

import hashlib
import json
import os
import shutil
import tempfile
from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

from pyoxigraph import NamedNode, Triple

from ..kg.errors import HallugraphError, InputError, UsageError
from ..kg.names import EARL, HG, PROV, RDF
from ..kg.serialize import canonical_hash, jsonld, turtle
from ..kg.shapes import violations
from ..kg.store import Store
from .release_graph import proof_circles, release_graph
from .release_rows import Tables

FORMAT = "hallugraph-release-1"
MANIFEST = "manifest.json"
TURTLE = "benchmark.ttl"
JSONLD = "benchmark.jsonld"
KINDS = {"seeds": list, "counts": dict, "files": dict}
SHOWN = 3
"""How many problems an error shows."""


@dataclass(frozen=True)
class Manifest:
    """What a release says of itself."""

    benchmark: str
    title: str
    licence: str
    version: str
    tool: str
    seeds: tuple[int, ...]
    counts: Mapping[str, int]
    graph: str
    """SHA-256 of the graph's canonical N-Quads (RDFC-1.0)."""
    files: Mapping[str, str]
    """File name → SHA-256."""
    format: str = FORMAT

    def to_json(self) -> bytes:
        """Write the manifest as the file of a release."""
        return (json.dumps(asdict(self), ensure_ascii=False, indent=2) + "\n").encode()

    @classmethod
    def read(cls, directory: Path) -> "Manifest":
        """Read the manifest of a release.

        Raises:
            InputError: there is none, or it is not one of ours.
        """
        path = directory / MANIFEST
        try:
            data = json.loads(path.read_text(encoding="utf-8"))
        except FileNotFoundError as error:
            raise InputError("there is no manifest here; name the folder of a release", str(path)) from error
        except (OSError, ValueError) as error:
            raise InputError(f"this manifest cannot be read: {error}", str(path)) from error
        if not isinstance(data, dict) or data.get("format") != FORMAT:
            raise InputError(f"this is not a manifest of the format {FORMAT}", str(path))
        if set(data) != {each.name for each in fields(cls)}:
            raise InputError("this manifest lacks a field or has one too many", str(path))
        if not all(isinstance(data[name], kind) for name, kind in KINDS.items()):
            raise InputError(
                "this manifest's seeds are no list, or its counts or files no object",
                str(path),
            )
        return cls(**{**data, "seeds": tuple(data["seeds"])})


def write_release(
    store: Store, benchmark: NamedNode, directory: Path | str, *, title: str, licence: str, version: str
) -> Manifest:
    """Check a benchmark and write it as a release.

    Args:
        store: holds the benchmark, its sources, and whatever runs and verdicts there are.
        benchmark: the named graph of the questions.
        directory: new, empty, or a release that is then replaced.
        title: what people call the release.
        licence: an IRI, or a name such as `CC0-1.0`.
        version: of the release.

    Raises:
        UsageError: the directory holds something else, an argument is empty, or there is no question.
        InputError: the graph lacks something that a release must hold; nothing is written.
        HallugraphError: the directory cannot be written.
    """
    directory = Path(directory)
    _check_arguments(directory, title=title, licence=licence, version=version)
    triples = release_graph(store, benchmark, title=title, licence=licence, version=version)
    problems = violations(triples) + proof_circles(triples)
    if problems:
        more = f"; and {len(problems) - SHOWN} more" if len(problems) > SHOWN else ""
        raise InputError(f"the benchmark cannot be released: {'; '.join(problems[:SHOWN])}{more}")
    tables = Tables(triples)
    files = {TURTLE: turtle(triples), JSONLD: jsonld(triples), **tables.files()}
    manifest = Manifest(
        benchmark=benchmark.value,
        title=title,
        licence=licence,
        version=version,
        tool=f"hallugraph {tool_version()}",
        seeds=tuple(sorted({question.seed for question in tables.questions})),
        counts=count(triples),
        graph=canonical_hash(triples),
        files={name: digest(data) for name, data in files.items()},
    )
    _write(directory, {**files, MANIFEST: manifest.to_json()})
    return manifest


def count(triples: list[Triple]) -> dict[str, int]:
    """Count what a release holds."""
    kinds = {
        "questions": HG.Question,
        "statements": RDF.Statement,
        "sources": HG.Source,
        "answers": HG.Answer,
        "verdicts": EARL.Assertion,
    }
    typed = [triple.object for triple in triples if triple.predicate == RDF.type]
    answers = {triple.subject for triple in triples if triple.predicate == HG.answers}
    runs = {t.object for t in triples if t.predicate == PROV.wasGeneratedBy and t.subject in answers}
    return {"triples": len(triples), **{name: typed.count(kind) for name, kind in kinds.items()}, "runs": len(runs)}


def digest(data: bytes) -> str:
    """Return the SHA-256 of bytes in hexadecimal."""
    return hashlib.sha256(data).hexdigest()


def tool_version() -> str:
    """Return the version of hallugraph."""
    try:
        return version("hallugraph")
    except PackageNotFoundError:
        return "unknown"


def _check_arguments(directory: Path, **texts: str) -> None:
    for name, text in texts.items():
        if not text.strip():
            raise UsageError(f"a release needs a {name}; give one")
    licence = texts["licence"]
    if licence.startswith(("http://", "https://")) and any(sign in licence for sign in ' <>"{}|\\^`'):
        raise UsageError(f"{licence!r} is no valid IRI of a licence; write it without spaces")
    if directory.exists() and not directory.is_dir():
        raise UsageError(f"{directory}: a file is in the way; name a folder for the release")
    if directory.is_dir() and any(directory.iterdir()) and not _is_release(directory):
        raise UsageError(f"{directory}: this folder is not empty and holds no release; name another one")


def _is_release(directory: Path) -> bool:
    try:
        Manifest.read(directory)
    except InputError:
        return False
    return True


def _write(directory: Path, files: Mapping[str, bytes]) -> None:
    """Write files into a new folder beside the target, then put it in the target's place."""
    try:
        directory.parent.mkdir(parents=True, exist_ok=True)
        scratch = Path(tempfile.mkdtemp(prefix=f".{directory.name}-", dir=directory.parent))
        try:
            fresh = scratch / "new"
            fresh.mkdir()  # with the permissions of a usual folder, unlike the scratch folder
            for name, data in files.items():
                with (fresh / name).open("wb") as file:
                    file.write(data)
                    file.flush()
                    os.fsync(file.fileno())
            if directory.exists():
                directory.rename(scratch / "old")
            fresh.rename(directory)
        finally:
            shutil.rmtree(scratch, ignore_errors=True)
    except OSError as error:
        raise HallugraphError(f"{directory}: the release cannot be written: {error.strerror or error}") from error
