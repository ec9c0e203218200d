"""The nine domains of knowledge (Drowzee, figure 5a) and the classes whose members belong to each."""

from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache
from pathlib import Path
from typing import Self

from pyoxigraph import Literal, NamedNode, RdfFormat, parse

from .errors import InputError
from .names import HG, SKOS

PACKAGED = Path(__file__).parent.parent / "ontologies" / "domains.ttl"

DOMAINS = ("people", "history", "geography", "culture", "health", "nature", "technology", "mathematics", "society")
"""The domains in the order that decides between equally near ones: the most particular classes come first."""

Superclasses = Mapping[NamedNode, tuple[NamedNode, ...]] | Callable[[NamedNode], Iterable[NamedNode]]


class Domains:
    """Root classes and the domain of each."""

    def __init__(self, roots: Mapping[NamedNode, str]) -> None:
        self._roots = dict(roots)

    @classmethod
    def load(cls, path: Path | str | None = None) -> Self:
        """Read the domains from Turtle (default: the packaged file); raises InputError where that is not possible."""
        return cls(_read(Path(path) if path else PACKAGED))

    def of(self, classes: Iterable[NamedNode], superclasses: Superclasses) -> str | None:
        """Return the domain of the root class that is nearest above `classes`; None where there is none.

        `superclasses` gives the direct superclasses of a class (wdt:P279), as a mapping or a function.
        """
        above = superclasses if callable(superclasses) else lambda node: superclasses.get(node, ())
        level, seen = list(classes), set(classes)
        while level:
            found = {self._roots[node] for node in level if node in self._roots}
            if found:
                return min(found, key=DOMAINS.index)
            level = [parent for node in level for parent in above(node) if parent not in seen and not seen.add(parent)]
        return None

    def roots(self, domain: str) -> tuple[NamedNode, ...]:
        """Return the root classes of a domain, in the order of their IRIs."""
        found = (node for node, name in self._roots.items() if name == domain)
        return tuple(sorted(found, key=lambda node: node.value))


@lru_cache(maxsize=4)
def _read(file: Path) -> dict[NamedNode, str]:
    try:
        triples = [(t.subject, t.predicate, t.object) for t in parse(path=str(file), format=RdfFormat.TURTLE)]
    except OSError as error:
        raise InputError(f"cannot read the domains: {error.strerror or error}", str(file)) from error
    except (SyntaxError, ValueError) as error:
        raise InputError(f"not valid Turtle: {error}", str(file), getattr(error, "lineno", None)) from error
    names = {s: o.value for s, p, o in triples if p == SKOS.notation and isinstance(o, Literal)}
    unknown = sorted(set(names.values()) - set(DOMAINS))
    if unknown:
        raise InputError(f"unknown domain {unknown[0]!r}; known: {', '.join(DOMAINS)}", str(file))
    roots: dict[NamedNode, str] = {}
    for subject, predicate, value in triples:
        if predicate != HG.rootClass or not isinstance(value, NamedNode):
            continue
        if subject not in names:
            raise InputError(f"{subject} has root classes but no skos:notation", str(file))
        if roots.setdefault(value, names[subject]) != names[subject]:
            raise InputError(f"{value} is a root class of two domains", str(file))
    return roots
