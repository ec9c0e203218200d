"""The border to SWI-Prolog: the only file that talks to it, and that in a process of its own.

SWI-Prolog allows one engine a process and a fatal error in it ends the process, so a job runs in a
worker that reads and writes files of integers in a directory. The worker is this module run as a program.
"""

import os
import shutil
import signal
import subprocess
import sys
from pathlib import Path

from ..kg.errors import ReasoningError

RULES = Path(__file__).parent / "rules"

INSTALL_HINT = (
    "SWI-Prolog is needed for reasoning and was not found; install it with  "
    "apt-get install swi-prolog-nox  (Debian, Ubuntu),  dnf install pl  (Fedora)  or  brew install swi-prolog  (macOS)"
)


def run_job(goal: str, directory: Path, limit: int, *, timeout: float, memory: int) -> None:
    """Run `goal(directory, limit)` of the engine in a worker process.

    `timeout` is in seconds; `memory` is the most that Prolog's stacks and tables may take, in bytes.

    Raises:
        ReasoningError: SWI-Prolog is missing, ran out of time or memory, or died; the message names the rule
            by the number that `directory/declarations.pl` gives it.
    """
    if shutil.which("swipl") is None:
        raise ReasoningError(INSTALL_HINT)
    command = [sys.executable, "-X", "utf8", "-m", __name__, goal, str(directory), str(limit), str(memory)]
    environment = {**os.environ, "PYTHONWARNINGS": "ignore"}
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=timeout, env=environment, check=False)
    except subprocess.TimeoutExpired as error:
        raise ReasoningError(f"Prolog did not finish in {timeout:g} s {_where(directory)}") from error
    if done.returncode != 0:
        raise ReasoningError(f"Prolog {_death(done.returncode, done.stderr)} {_where(directory)}")


def _death(status: int, stderr: str) -> str:
    """Say in a few words how the worker ended."""
    lines = [line.strip() for line in stderr.splitlines() if line.strip()]
    last = lines[-1] if lines else "no message"
    if status < 0:
        return f"was ended by {signal.Signals(-status).name}"
    if "resource_error" in stderr or "stack" in last.lower():
        return f"ran out of memory ({last})"
    return f"failed ({last})"


def _where(directory: Path) -> str:
    """Name the rule that was at work: `rule 12`, which the caller replaces by its name."""
    progress = directory / "progress.txt"
    note = progress.read_text("utf-8").strip() if progress.exists() else ""
    return f"at rule {note}" if note.isdigit() else "while loading"


def _work(goal: str, directory: str, limit: str, memory: str) -> None:
    """Run a job; this is the worker's side."""
    from pyswip import Prolog  # starts the engine, so only ever in the worker

    prolog = Prolog()
    for query in (
        f"set_prolog_flag(stack_limit, {int(memory)})",
        f"set_prolog_flag(table_space, {int(memory)})",
        *(f"consult({_atom(str(path))})" for path in _rule_files()),
        f"{goal}({_atom(directory)}, {int(limit)})",
    ):
        if not list(prolog.query(query, maxresult=1)):
            raise SystemExit(f"the goal failed: {query}")


def _rule_files() -> list[Path]:
    return [RULES / "engine.pl", *sorted(path for path in RULES.glob("*.pl") if path.name != "engine.pl")]


def _atom(text: str) -> str:
    """Quote a text as a Prolog atom."""
    escaped = text.replace("\\", "\\\\").replace("'", "\\'")
    return f"'{escaped}'"


if __name__ == "__main__":
    _work(*sys.argv[1:])
