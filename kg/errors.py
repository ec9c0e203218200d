"""The errors of hallugraph. Each message says what went wrong, where, and what to do.

HallugraphError            every error a user may meet; the command line prints it as one line
├── UsageError             wrong words on the command line or in a call (exit status 2)
│   └── UnknownNameError   a name that is not there; the message lists the nearest ones
├── MissingExtraError      an optional part is not installed; the message says how to install it
├── StoreError             the store cannot be opened, read or written
│   └── StoreLockedError   another process owns it
├── InputError             a file or an endpoint gives what cannot be read (names file and line)
├── ReasoningError         SWI-Prolog is missing or died (names the rule)
└── ModelError             a model cannot be reached or answers with an error
"""

import difflib
from collections.abc import Iterable


class HallugraphError(Exception):
    """Base of all errors that a user may meet."""

    exit_status = 1


class UsageError(HallugraphError):
    """Wrong words on the command line or wrong arguments in a call."""

    exit_status = 2


class UnknownNameError(UsageError):
    """A name that is not there."""

    def __init__(self, kind: str, name: str, known: Iterable[str]) -> None:
        choices = sorted(known)
        near = difflib.get_close_matches(name, choices, n=3, cutoff=0.5)
        hint = f"did you mean {' or '.join(map(repr, near))}?" if near else f"known: {', '.join(choices) or 'none'}"
        super().__init__(f"there is no {kind} {name!r}; {hint}")


class MissingExtraError(HallugraphError):
    """An optional part that is not installed."""

    def __init__(self, what: str, extra: str) -> None:
        super().__init__(f"{what} needs an optional part: install it with  pip install 'hallugraph[{extra}]'")


class StoreError(HallugraphError):
    """The store cannot be opened, read or written."""


class StoreLockedError(StoreError):
    """Another process owns the store."""


class InputError(HallugraphError):
    """A file or an endpoint gives something that cannot be read.

    `source` is the file or address; `line` counts from 1 and is None where there is none.
    """

    def __init__(self, message: str, source: str | None = None, line: int | None = None) -> None:
        where = "" if source is None else f"{source}: " if line is None else f"{source}:{line}: "
        super().__init__(where + message)
        self.source = source
        self.line = line


class ReasoningError(HallugraphError):
    """SWI-Prolog is missing, failed or died."""


class ModelError(HallugraphError):
    """A model cannot be reached or answers with an error."""
