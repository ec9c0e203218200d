"""Prompts: text files of `models/prompts` with the place `{question}`."""

import hashlib
from dataclasses import dataclass
from functools import cached_property
from importlib import resources

from ..kg.errors import InputError, UnknownNameError

PLACE = "{question}"


@dataclass(frozen=True)
class Prompt:
    """A prompt with its name; `hash` tells two versions of one prompt apart."""

    name: str
    template: str

    def __post_init__(self) -> None:
        if PLACE not in self.template:
            raise InputError(f"prompt {self.name!r} has no place {PLACE} for the question; add one")

    @classmethod
    def load(cls, name: str) -> "Prompt":
        """Read a packaged prompt. Raises `UnknownNameError` where there is none of that name."""
        texts = {file.name.removesuffix(".txt"): file for file in _FOLDER.iterdir() if file.name.endswith(".txt")}
        if name not in texts:
            raise UnknownNameError("prompt", name, texts)
        return cls(name, texts[name].read_text(encoding="utf-8").strip())

    def render(self, question: str) -> str:
        """Put the question in its place, as it stands: braces in it are text."""
        return self.template.replace(PLACE, question)

    @cached_property
    def hash(self) -> str:
        """Return the first 24 hex digits of the SHA-256 of the template."""
        return hashlib.sha256(self.template.encode("utf-8")).hexdigest()[:24]


_FOLDER = resources.files(__package__ or "hallugraph.models") / "prompts"
