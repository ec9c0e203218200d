"""Progress on stderr: nothing where it is no terminal, nothing for what takes less than two seconds."""

import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rich.progress import Progress

DELAY = 2.0
"""Seconds before a bar appears."""


class Bar:
    """A bar that appears when the work takes long; call it with (done, total) or with the name of the step."""

    def __init__(self, title: str, unit: str, progress: "Progress") -> None:
        self._title = title
        self._unit = unit
        self._progress = progress
        self._started = time.monotonic()
        self._task: int | None = None

    def __call__(self, done: int, total: int | None) -> None:
        """Show that `done` of `total` is done; a total of None or 0 is not known."""
        if self._task is None:
            if time.monotonic() - self._started < DELAY:
                return
            self._progress.start()
            self._task = self._progress.add_task(self._title, total=total or None, unit=self._unit)
        self._progress.update(self._task, completed=done, total=total or None)  # type: ignore[arg-type]

    def step(self, name: str) -> None:
        """Show the name of the step that begins now."""
        self._title = name
        if self._task is None:
            self._progress.start()
            self._task = self._progress.add_task(name, total=None, unit=self._unit)
        self._progress.update(self._task, description=name)  # type: ignore[arg-type]


@contextmanager
def bar(title: str, unit: str = "") -> Iterator[Bar]:
    """Offer a progress bar with rate and time left."""
    from rich.console import Console
    from rich.progress import BarColumn, Progress, SpinnerColumn, TextColumn, TimeElapsedColumn, TimeRemainingColumn

    console = Console(stderr=True)
    progress = Progress(
        SpinnerColumn(),
        TextColumn("{task.description}"),
        BarColumn(),
        TextColumn("{task.completed:,.0f} {task.fields[unit]}"),
        TimeElapsedColumn(),
        TimeRemainingColumn(),
        console=console,
        transient=True,
        disable=not console.is_terminal,
    )
    try:
        yield Bar(title, unit, progress)
    finally:
        progress.stop()
