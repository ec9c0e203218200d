"""Named queries: the `.rq` files of `queries/`, each with its purpose, parameters and columns in its header.

    # What the query tells, in one line.
    # param: model  text      simulated/0.3   what it is for
    # column: rate            what it means

A parameter has a type (iri, text, integer, number) and a default, or `-` where it must be given.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from importlib import resources

from pyoxigraph import Literal, NamedNode

from .errors import UnknownNameError, UsageError
from .names import XSD, expand
from .store import Row, Store

HEADER = re.compile(r"^# (?P<key>param|column): +(?P<rest>.+)$")
DATATYPES = {"text": XSD.string, "integer": XSD.integer, "number": XSD.decimal}


@dataclass(frozen=True)
class Parameter:
    """A parameter of a query. `default` is None where it must be given."""

    name: str
    type: str
    default: str | None
    purpose: str

    def term(self, value: str) -> NamedNode | Literal:
        """Make a term of what a user wrote.

        Raises:
            UsageError: the value is not of the parameter's type.
        """
        if self.type == "iri":
            node = expand(value)
            if node is None:
                raise UsageError(f"{self.name}={value!r} is not an IRI; write <http://…>, wd:Q90 or id:…")
            return node
        pattern = {"integer": r"[+-]?\d+", "number": r"[+-]?\d+(\.\d+)?"}.get(self.type, ".*")
        if not re.fullmatch(pattern, value, re.DOTALL):
            raise UsageError(f"{self.name}={value!r} is not of type {self.type}")
        return Literal(value, datatype=DATATYPES[self.type])


@dataclass(frozen=True)
class NamedQuery:
    """A query with what its header says."""

    name: str
    purpose: str
    parameters: tuple[Parameter, ...]
    columns: Mapping[str, str]
    text: str

    def run(self, store: Store, values: Mapping[str, str]) -> Iterator[Row]:
        """Run the query with the given parameter values.

        Raises:
            UsageError: a parameter is unknown, missing, or of another type.
        """
        known = {parameter.name: parameter for parameter in self.parameters}
        for name in values:
            if name not in known:
                raise UnknownNameError(f"parameter of {self.name}", name, known)
        bindings = {}
        for parameter in self.parameters:
            value = values.get(parameter.name, parameter.default)
            if value is None:
                raise UsageError(f"{self.name} needs {parameter.name}: {parameter.purpose}")
            bindings[parameter.name] = parameter.term(value)
        return store.select(self.text, **bindings)


@cache
def named_queries() -> Mapping[str, NamedQuery]:
    """Return the queries that come with hallugraph, by name."""
    folder = resources.files(__name__.partition(".")[0]) / "queries"
    files = sorted((item for item in folder.iterdir() if item.name.endswith(".rq")), key=lambda item: item.name)
    return {query.name: query for query in (parse_query(file.name[:-3], file.read_text("utf-8")) for file in files)}


def named_query(name: str) -> NamedQuery:
    """Return one query by its name.

    Raises:
        UnknownNameError: there is none of that name.
    """
    queries = named_queries()
    if name not in queries:
        raise UnknownNameError("query", name, queries)
    return queries[name]


def parse_query(name: str, text: str) -> NamedQuery:
    """Read a query file: purpose on the first line, then parameters and columns."""
    lines = text.splitlines()
    parameters: list[Parameter] = []
    columns: dict[str, str] = {}
    for line in lines[1:]:
        match = HEADER.match(line)
        if match and match["key"] == "param":
            label, type_, default, purpose = match["rest"].split(maxsplit=3)
            parameters.append(Parameter(label, type_, None if default == "-" else default, purpose))
        elif match:
            label, purpose = match["rest"].split(maxsplit=1)
            columns[label] = purpose
    return NamedQuery(name, lines[0].removeprefix("# ").strip(), tuple(parameters), columns, text)
