"""The English words that claims are read by, from `words.toml`."""

import tomllib
from pathlib import Path
from typing import Any

_DATA: dict[str, Any] = tomllib.loads((Path(__file__).parent / "words.toml").read_text(encoding="utf-8"))


def words(section: str, key: str) -> frozenset[str]:
    """Return a list of words."""
    return frozenset(_DATA[section][key].split())


def mapping(section: str, key: str) -> dict[str, str]:
    """Return a table of words."""
    return dict(_DATA[section][key])


def forms(section: str, key: str) -> str:
    """Return regular expressions joined to one group of alternatives."""
    return f"(?:{'|'.join(_DATA[section][f'{key}_forms'])})"
