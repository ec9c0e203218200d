"""Presets of the oracles: rule and thresholds, from `presets.toml`."""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path

from ..kg.errors import UnknownNameError, UsageError

FILE = Path(__file__).parent / "presets.toml"


@dataclass(frozen=True)
class Preset:
    """A rule with its thresholds, and what these were fitted on."""

    name: str
    rule: str
    thresholds: Mapping[str, float]
    fitted_on: str


def load_preset(name: str, thresholds: Mapping[str, float] | None = None) -> Preset:
    """Return a preset, with some of its thresholds changed. Raises UnknownNameError and UsageError (not 0 to 1)."""
    presets = _presets()
    if name not in presets:
        raise UnknownNameError("preset", name, presets)
    preset = presets[name]
    for key, value in (thresholds or {}).items():
        if key not in preset.thresholds:
            raise UnknownNameError(f"threshold of preset {name!r}", key, preset.thresholds)
        if not 0 <= value <= 1:
            raise UsageError(f"threshold {key!r} is {value}; expected 0 to 1")
    return replace(preset, thresholds={**preset.thresholds, **(thresholds or {})})


@cache
def _presets() -> dict[str, Preset]:
    tables = tomllib.loads(FILE.read_text(encoding="utf-8"))
    return {
        name: Preset(
            name,
            table["rule"],
            {key: float(value) for key, value in table.items() if isinstance(value, int | float)},
            table["fitted_on"],
        )
        for name, table in tables.items()
    }
