"""A remote SPARQL endpoint with the reading methods of a store: select, construct, ask.

SPARQLWrapper sends a request and nothing more. Here is the rest: bindings that cannot leave their place, patience
with busy servers, and the refusal of answers that were cut off. One request at a time goes to a host.
"""

import http.client
import json
import random
import re
import time
import urllib.error
from collections.abc import Callable, Iterator, Mapping
from email.utils import parsedate_to_datetime
from importlib.metadata import PackageNotFoundError, version
from threading import Lock
from typing import Any
from urllib.parse import urlsplit

from pyoxigraph import BlankNode, Literal, NamedNode, RdfFormat, Triple, parse

from .errors import InputError, UsageError
from .names import PREFIXES
from .sparql import TOKEN, bind
from .store import Node, Row, plain_syntax_message

LONGEST_WAIT = 120.0
"""Seconds that one pause may last; a server that asks for more is left alone."""

BUSY = frozenset({408, 429, 500, 502, 503, 504})
"""The HTTP statuses that may pass when one waits."""

HINTS = {
    401: "it wants a login",
    403: "it refuses this client; name a user agent with an address where its operators can reach you",
    404: "there is no SPARQL service at this address",
    413: "the query is too long for it",
    414: "the query is too long for it",
}

_HOST_LOCKS: dict[str, Lock] = {}


class _Busy(Exception):  # noqa: N818 - a reason to wait, not an error that leaves this file
    """The request may succeed later; `wait` is what the server asks for, in seconds."""

    def __init__(self, reason: str, wait: float | None = None) -> None:
        super().__init__(reason)
        self.wait = wait


class Endpoint:
    """A SPARQL endpoint, for reading.

    Args:
        url: http or https.
        user_agent: who asks; public endpoints refuse clients that do not say how to reach their owner.
        timeout: seconds that the server may be silent.
        retries: how often a request is repeated while the server is busy or cannot be reached.
        backoff: seconds of the first pause; each further one is twice as long, less a random part.
        seed: of the random part.
        pause: what waits.
    """

    def __init__(
        self,
        url: str,
        *,
        user_agent: str | None = None,
        timeout: float = 65,
        retries: int = 4,
        backoff: float = 1.0,
        seed: int = 0,
        pause: Callable[[float], object] = time.sleep,
    ) -> None:
        parts = urlsplit(url)
        if parts.scheme not in ("http", "https") or not parts.hostname:
            raise UsageError(f"{url!r} is no address of an endpoint; it must begin with http:// or https://")
        if timeout <= 0 or retries < 0:
            raise UsageError(f"timeout must be above 0 and retries at least 0, not {timeout} and {retries}")
        self.url = url
        self.user_agent = user_agent or default_user_agent()
        self.timeout = timeout
        self.retries = retries
        self._backoff = backoff
        self._random = random.Random(seed)
        self._pause = pause
        self._lock = _HOST_LOCKS.setdefault(parts.netloc, Lock())

    def select(self, sparql: str, **bindings: Node) -> Iterator[Row]:
        """Run a SELECT query; a row leaves out unbound variables.

        Raises:
            InputError: the endpoint cannot be reached, refuses the query, or sends what cannot be read.
            UsageError: this is no SELECT query, or a binding cannot be sent.
        """
        return iter(self._ask_for("SELECT", sparql, bindings, self._rows))

    def construct(self, sparql: str, **bindings: Node) -> Iterator[Triple]:
        """Run a CONSTRUCT query; raises as `select` does."""
        return iter(self._ask_for("CONSTRUCT", sparql, bindings, self._triples))

    def ask(self, sparql: str, **bindings: Node) -> bool:
        """Run an ASK query; raises as `select` does."""
        return self._ask_for("ASK", sparql, bindings, self._truth)

    # Asking, again where it helps

    def _ask_for(self, form: str, sparql: str, bindings: Mapping[str, Node], read: Callable[[bytes], Any]) -> Any:  # noqa: ANN401
        query = prepare(sparql, form, bindings)
        with self._lock:
            for attempt in range(self.retries + 1):
                try:
                    return read(self._body(query, form))
                except _Busy as busy:
                    self._wait(busy, attempt)
        raise AssertionError("unreachable: the last attempt returns or raises")

    def _wait(self, busy: _Busy, attempt: int) -> None:
        """Pause before the next attempt; raise where there is none."""
        if attempt == self.retries:
            tries = "once" if attempt == 0 else f"{attempt + 1} times"
            raise InputError(f"{busy}; asked {tries}: try again later, or ask for less", self.url) from busy.__cause__
        delay = self._backoff * 2**attempt * (0.5 + self._random.random() / 2)
        if busy.wait is not None:
            if busy.wait > LONGEST_WAIT:
                message = f"{busy} and asks to wait {busy.wait:.0f} s; run the same command again after that"
                raise InputError(message, self.url) from busy.__cause__
            delay = max(busy.wait, 0)
        self._pause(min(delay, LONGEST_WAIT))

    def _body(self, query: str, form: str) -> bytes:
        """Send a query and return the whole answer."""
        from SPARQLWrapper import JSON, POST, TURTLE, SPARQLWrapper  # late: it brings rdflib with it
        from SPARQLWrapper.SPARQLExceptions import SPARQLWrapperException

        wrapper = SPARQLWrapper(self.url, agent=self.user_agent)
        wrapper.setMethod(POST)
        wrapper.setOnlyConneg(True)
        wrapper.setReturnFormat(TURTLE if form == "CONSTRUCT" else JSON)
        wrapper.setTimeout(max(1, round(self.timeout)))
        wrapper.setQuery(query)
        try:
            with wrapper.query().response as response:
                return response.read()
        except SPARQLWrapperException as error:
            raise self._refused(error.__context__, error.args[0] if error.args else "") from error
        except urllib.error.HTTPError as error:
            raise self._refused(error, "") from error
        except http.client.IncompleteRead as error:
            raise _Busy("the answer was cut off") from error
        except TimeoutError as error:
            raise _Busy(f"no answer within {self.timeout:g} s") from error
        except (urllib.error.URLError, http.client.HTTPException, OSError) as error:
            raise _Busy(f"the endpoint cannot be reached ({_reason(error)})") from error

    def _refused(self, error: BaseException | None, said: object) -> Exception:
        """Say what a refusal means; some are reasons to wait."""
        if not isinstance(error, urllib.error.HTTPError):
            return InputError(f"the endpoint refuses the request: {_first_line(said)}", self.url)
        with error:
            if error.code in BUSY:
                return _Busy(f"the endpoint is busy or failing (HTTP {error.code})", _retry_after(error.headers))
            if error.code == 400:
                return InputError(f"the endpoint does not understand the query: {_first_line(said)}", self.url)
            hint = HINTS.get(error.code, "check the address and the query")
            return InputError(f"the endpoint refuses the request (HTTP {error.code}): {hint}", self.url)

    # Reading answers

    def _rows(self, body: bytes) -> list[Row]:
        data = self._json(body, "results")
        return [{name: self._term(value) for name, value in row.items()} for row in data["results"]["bindings"]]

    def _truth(self, body: bytes) -> bool:
        return bool(self._json(body, "boolean")["boolean"])

    def _json(self, body: bytes, key: str) -> dict[str, Any]:
        try:
            data = json.loads(body)
        except ValueError as error:
            raise _Busy(f"the answer is not whole: {_first_line(str(error))}") from error
        if not isinstance(data, dict) or key not in data:
            raise InputError("the answer is not one to a SPARQL query; check the address", self.url)
        return data

    def _triples(self, body: bytes) -> list[Triple]:
        # Turtle has no end mark; a statement has one.
        if body.strip() and not body.rstrip().endswith((b".", b"}")):
            raise _Busy("the answer was cut off")
        try:
            return [quad.triple for quad in parse(body, RdfFormat.TURTLE)]  # type: ignore[union-attr]
        except SyntaxError as error:
            raise _Busy(f"the answer is not whole: {plain_syntax_message(error)}") from error

    def _term(self, value: dict[str, str]) -> Node:
        """Make a term of its form in SPARQL's JSON results."""
        try:
            if value["type"] == "uri":
                return NamedNode(value["value"])
            if value["type"] == "bnode":
                return BlankNode(re.sub(r"\W", "", value["value"]) or "b")
            if value.get("xml:lang"):
                return Literal(value["value"], language=value["xml:lang"])
            datatype = value.get("datatype")
            return Literal(value["value"], datatype=NamedNode(datatype) if datatype else None)
        except (KeyError, TypeError, ValueError) as error:
            raise InputError(f"the answer holds a term that is none: {value!r}", self.url) from error


def default_user_agent() -> str:
    """Return what hallugraph calls itself."""
    try:
        return f"hallugraph/{version('hallugraph')} (https://w3id.org/hallugraph/)"
    except PackageNotFoundError:
        return "hallugraph (https://w3id.org/hallugraph/)"


def prepare(sparql: str, form: str, bindings: Mapping[str, Node]) -> str:
    """Put bindings into a query, as a store does, and declare those of our prefixes that it uses.

    Raises:
        UsageError: the query is of another form, or a binding is a blank node.
    """
    plain = TOKEN.sub(" ", sparql)
    found = re.search(r"\b(SELECT|CONSTRUCT|ASK|DESCRIBE)\b", plain, re.IGNORECASE)
    if found is None or found[1].upper() != form:
        raise UsageError(f"this is not {'an' if form == 'ASK' else 'a'} {form} query")
    terms: dict[str, NamedNode | Literal] = {}
    for name, term in bindings.items():
        if isinstance(term, BlankNode):
            raise UsageError(f"{name!r} cannot be bound to {term}: an endpoint knows none of our blank nodes")
        terms[name] = term
    declared = set(re.findall(r"\bPREFIX\s+([\w-]*):", plain, re.IGNORECASE))
    used = set(re.findall(r"(?<![\w:-])([\w-]+):", plain)) - declared
    prologue = "".join(f"PREFIX {prefix}: <{iri}>\n" for prefix, iri in PREFIXES.items() if prefix in used)
    return prologue + bind(sparql, terms)


def _retry_after(headers: Any) -> float | None:  # noqa: ANN401 - an email.message.Message
    """Read the seconds or the date of a Retry-After header."""
    value = (headers.get("Retry-After") or "").strip()
    if value.isdigit():
        return float(value)
    try:
        return parsedate_to_datetime(value).timestamp() - time.time() if value else None
    except ValueError:
        return None


def _reason(error: BaseException) -> str:
    reason = getattr(error, "reason", None) or error
    return getattr(reason, "strerror", None) or _first_line(str(reason)) or type(error).__name__


def _first_line(said: object) -> str:
    text = said.decode("utf-8", "replace") if isinstance(said, bytes) else str(said)
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    return lines[0][:200] if lines else "it gives no reason"
