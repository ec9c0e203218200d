"""The sample that comes with hallugraph: where its files are."""

from pathlib import Path

SAMPLE_LICENCE = "https://creativecommons.org/publicdomain/zero/1.0/"


def sample(name: str = "sample.ttl") -> Path:
    """Return the path of a sample file: `sample.ttl` (facts) or `answers.jsonl` (answers to the demo's questions)."""
    return Path(__file__).parent.parent / "examples" / name
