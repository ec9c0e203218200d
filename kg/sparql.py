"""Outside values in SPARQL: bound as terms, never pasted as text."""

import re
from collections.abc import Mapping

from pyoxigraph import Literal, NamedNode

TOKEN = re.compile(
    r'"""(?:[^"\\]|\\.|"(?!""))*"""|' + r"'''(?:[^'\\]|\\.|'(?!''))*'''|"
    r'"(?:[^"\\\n\r]|\\.)*"|' + r"'(?:[^'\\\n\r]|\\.)*'|"
    r'<[^<>"{}|^`\\\s]*>|#[^\n\r]*|[?$](?P<variable>\w+)',
    re.DOTALL,
)
"""What may hold a question mark that is no variable: strings, IRIs, comments; and the variables themselves."""


def bind(query: str, bindings: Mapping[str, NamedNode | Literal]) -> str:
    """Put terms in the place of variables, wherever they stand outside strings, IRIs and comments.

    A bound variable may not be projected: it is a parameter of the query, not a column of its answer.

    >>> bind('SELECT ?o { ?s ?p ?o . FILTER(?o != "?s") }', {"s": NamedNode("http://example.org/a")})
    'SELECT ?o { <http://example.org/a> ?p ?o . FILTER(?o != "?s") }'
    """

    def term(match: re.Match[str]) -> str:
        name = match["variable"]
        # str() of a term is its N-Triples form: quotes and line breaks are escaped, so it cannot leave its place.
        return str(bindings[name]) if name in bindings else match[0]

    return TOKEN.sub(term, query) if bindings else query
