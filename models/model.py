"""What a model is, and how a name such as `openai/gpt-4o` becomes one.

A model answers questions one after the other, in their order, with exactly one `Reply` a question whatever
happens: a call that fails is a reply with an error, never a missing one.
"""

import importlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

from pyoxigraph import NamedNode

from ..kg.errors import UnknownNameError, UsageError
from ..kg.records import Question

if TYPE_CHECKING:
    from ..kg.wording import Verbaliser
    from .background import Background


@dataclass(frozen=True)
class Reply:
    """What came back for a question. `text` is empty where `error` is set; `planted` as in `Answer`."""

    question: NamedNode
    text: str
    error: str = ""
    planted: str = ""


class Model(Protocol):
    """A thing that answers questions."""

    @property
    def name(self) -> str:
        """Name the model as `provider/name`."""
        ...

    @property
    def parameters(self) -> dict[str, str]:
        """Describe the configuration for provenance; never a key or a password."""
        ...

    def answer(self, questions: Sequence[Question]) -> Iterator[Reply]:
        """Yield one reply a question, in the order of the questions, as soon as each is known."""
        ...


@dataclass(frozen=True)
class ModelContext:
    """What a model may need beside its name. Each provider takes what it needs and ignores the rest."""

    verbaliser: "Verbaliser | None" = None
    background: "Background | None" = None
    """Facts to draw plausible falsehoods from (`simulated`)."""
    seed: int = 0
    prompt: str = "logic"
    """Name of a prompt of `models/prompts`."""
    base_url: str = ""
    """Address of an OpenAI-compatible service; empty for the service of OpenAI."""
    api_key_env: str = "OPENAI_API_KEY"
    """Name of the environment variable that holds the key."""
    timeout: float = 60.0
    """Seconds that one call may take."""
    temperature: float | None = 0.0
    """None: not sent, for models that refuse the setting."""
    max_tokens: int | None = None
    retries: int = 3
    """Further attempts after a call that failed."""
    concurrency: int = 4
    """Calls under way at the same time."""


PROVIDERS: dict[str, str] = {
    "local": "",
    "openai": "OpenAIModel",
    "recorded": "RecordedModel",
    "simulated": "SimulatedModel",
}
"""The class of each provider, in the module of the provider's name; imported when it is asked for."""


def get_model(spec: str, *, context: ModelContext, **options: object) -> Model:
    """Make the model that `spec` names: `recorded/FILE`, `simulated/RATE`, `openai/NAME`.

    `options` are those of the provider's `from_name`. Raises `UsageError` for a name that is not `provider/name`,
    `UnknownNameError` for an unknown provider, and what the provider raises.
    """
    provider, _, name = spec.partition("/")
    if provider not in PROVIDERS:
        raise UnknownNameError("model provider", provider, PROVIDERS)
    if not name:
        raise UsageError(f"model {spec!r} has no name: write provider/name, such as openai/gpt-4o or simulated/0.3")
    if provider == "local":
        raise UsageError(
            f"{spec}: models that run inside hallugraph are not there yet; serve the model with an "
            f"OpenAI-compatible server and name it openai/{name} with that server's base URL, "
            "or use recorded/FILE or simulated/RATE"
        )
    module = importlib.import_module(f".{provider}", __package__)
    return getattr(module, PROVIDERS[provider]).from_name(name, context, **options)
