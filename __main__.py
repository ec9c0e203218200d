"""Run the command line: `python -m hallugraph`."""

from .cli import main

if __name__ == "__main__":
    main(prog_name="python -m hallugraph")
