"""The command line: `hallugraph VERB`. Each verb has a file; this one gathers them and prints errors as one line."""

import errno
import sys
from typing import Any

import click

from ..kg.errors import HallugraphError
from . import ask, calibrate, check, demo, derive, explain, generate, info, judge, load, query, release, report


class OneLineErrors(click.Group):
    """A group whose commands never show a traceback for a user's mistake."""

    def invoke(self, context: click.Context) -> Any:  # noqa: ANN401 - click's own signature
        """Run the command; a known error becomes one line on stderr and its exit status."""
        try:
            return super().invoke(context)
        except HallugraphError as error:
            _complain(str(error))
            context.exit(error.exit_status)
        except BrokenPipeError:
            sys.stderr.close()  # the reader of our output has gone; nobody is left to tell
            context.exit(1)
        except OSError as error:
            reason = "the disk is full" if error.errno == errno.ENOSPC else error.strerror or str(error)
            _complain(f"{error.filename}: {reason}" if error.filename else reason)
            context.exit(1)


def _complain(message: str) -> None:
    click.echo(f"hallugraph: {' '.join(message.split())}", err=True)


@click.group(cls=OneLineErrors, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100})
@click.version_option(package_name="hallugraph", message="hallugraph %(version)s")
def main() -> None:
    """Build, run, judge and publish hallucination benchmarks from a knowledge graph.

    Start with  hallugraph demo ; then load, derive, generate, ask, judge, report, release.
    """


for command in (
    demo.demo,
    load.load,
    derive.derive,
    generate.generate,
    check.check,
    ask.ask,
    judge.judge,
    calibrate.calibrate,
    report.report,
    query.query,
    explain.explain,
    release.release,
    info.info,
):
    main.add_command(command)

__all__ = ["main"]
