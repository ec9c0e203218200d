"""Input files: their format by name, their bytes unpacked as a stream, their checksum.

Whatever is wrong with a file becomes an InputError that names it; nothing is ever read whole.
"""

import bz2
import gzip
import hashlib
import zlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO

from pyoxigraph import RdfFormat

from ..kg.errors import InputError, UsageError

Progress = Callable[[int, int], object]
"""Called now and then with (bytes read so far, bytes in all), both counted before unpacking."""

FORMATS: dict[str, RdfFormat] = {
    ".nt": RdfFormat.N_TRIPLES,
    ".nq": RdfFormat.N_QUADS,
    ".ttl": RdfFormat.TURTLE,
    ".trig": RdfFormat.TRIG,
    ".jsonld": RdfFormat.JSON_LD,
    ".rdf": RdfFormat.RDF_XML,
    ".xml": RdfFormat.RDF_XML,
}
COMPRESSIONS = {".gz": b"\x1f\x8b", ".bz2": b"BZh"}
"""The endings of compressed files and the bytes that such files begin with."""

BLOCK = 1 << 20


def rdf_format(path: Path) -> RdfFormat:
    """Tell the RDF format of a file by its name, whatever compression is on top.

    Raises:
        UsageError: the name has no known ending.
    """
    suffixes = [suffix.lower() for suffix in path.suffixes]
    if suffixes and suffixes[-1] in COMPRESSIONS:
        suffixes.pop()
    if not suffixes or suffixes[-1] not in FORMATS:
        raise UsageError(
            f"{path}: the name does not say which RDF format this is; it must end in "
            f"{', '.join(FORMATS)}, and may be followed by {' or '.join(COMPRESSIONS)}"
        )
    return FORMATS[suffixes[-1]]


def sha256(path: Path) -> str:
    """Return the SHA-256 of a file's bytes in hexadecimal."""
    digest = hashlib.sha256()
    with reading(path), path.open("rb") as file:
        while block := file.read(BLOCK):
            digest.update(block)
    return digest.hexdigest()


@contextmanager
def reading(path: Path) -> Iterator[None]:
    """Turn what goes wrong while a file is opened, read or unpacked into an InputError."""
    try:
        yield
    except FileNotFoundError as error:
        raise InputError("there is no such file; check the path", str(path)) from error
    except IsADirectoryError as error:
        raise InputError("this is a folder; name a file in it", str(path)) from error
    except PermissionError as error:
        raise InputError("no permission to read this file; change its permissions", str(path)) from error
    except EOFError as error:
        raise InputError("the compressed file ends too early; fetch or copy it again", str(path)) from error
    except gzip.BadGzipFile as error:
        raise InputError(f"the compressed data is damaged ({_plain(error)}); fetch it again", str(path)) from error
    except zlib.error as error:
        raise InputError("the compressed data is damaged; fetch or copy the file again", str(path)) from error
    except OSError as error:
        reason = error.strerror or f"the compressed data is damaged ({_plain(error)}); fetch it again"
        raise InputError(reason, str(path)) from error


@contextmanager
def open_input(path: Path) -> Iterator[tuple[IO[bytes], Callable[[], int]]]:
    """Open a file as a stream of unpacked bytes, with a function that says how many bytes of it were read."""
    with reading(path), path.open("rb") as raw:
        ending = path.suffix.lower()
        _check_compression(path, raw.read(4), ending)
        raw.seek(0)
        if ending == ".gz":
            with gzip.GzipFile(fileobj=raw, mode="rb") as unpacked:
                yield unpacked, raw.tell  # type: ignore[misc]  # a GzipFile is a stream of bytes
        elif ending == ".bz2":
            with bz2.BZ2File(raw) as unpacked:
                yield unpacked, raw.tell  # type: ignore[misc]
        else:
            yield raw, raw.tell


def check_compressed(path: Path) -> None:
    """Read a compressed file to its end, where its own checksum lies; raises InputError when it is damaged."""
    if path.suffix.lower() in COMPRESSIONS:
        with open_input(path) as (stream, _), reading(path):
            while stream.read(BLOCK):
                pass


def _check_compression(path: Path, start: bytes, ending: str) -> None:
    """Refuse a file whose name and first bytes disagree on its compression."""
    for suffix, magic in COMPRESSIONS.items():
        if ending == suffix and not start.startswith(magic):
            raise InputError(f"the name ends in {suffix} but the file is not compressed so; rename it", str(path))
        if ending not in COMPRESSIONS and start.startswith(magic):
            raise InputError(f"the file is compressed; rename it so that it ends in {suffix}", str(path))


def _plain(error: OSError) -> str:
    return " ".join(str(error).split())
