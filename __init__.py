"""Build, run, judge and publish hallucination benchmarks for language models from a knowledge graph.

The names below are the public API. Each is imported on first use, so `import hallugraph` is immediate.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .generators.logic import generate as generate_logic
    from .kg.entities import Entities
    from .kg.errors import HallugraphError
    from .kg.fact import Derived, Fact, Stated
    from .kg.records import Answer, Claim, Question, Verdict
    from .kg.relations import Lexicon
    from .kg.store import Store
    from .kg.wording import Verbaliser
    from .loaders.rdf import load_rdf
    from .loaders.sample import sample
    from .oracles.jaccard import compare
    from .oracles.logic import LogicOracle
    from .reasoning.derive import derive

    __version__: str

__all__ = [
    "Answer",
    "Claim",
    "Derived",
    "Entities",
    "Fact",
    "HallugraphError",
    "Lexicon",
    "LogicOracle",
    "Question",
    "Stated",
    "Store",
    "Verbaliser",
    "Verdict",
    "__version__",
    "compare",
    "derive",
    "generate_logic",
    "load_rdf",
    "sample",
]

_HOMES = {
    "Answer": ("kg.records", "Answer"),
    "Claim": ("kg.records", "Claim"),
    "Derived": ("kg.fact", "Derived"),
    "Entities": ("kg.entities", "Entities"),
    "Fact": ("kg.fact", "Fact"),
    "HallugraphError": ("kg.errors", "HallugraphError"),
    "Lexicon": ("kg.relations", "Lexicon"),
    "LogicOracle": ("oracles.logic", "LogicOracle"),
    "Question": ("kg.records", "Question"),
    "Stated": ("kg.fact", "Stated"),
    "Store": ("kg.store", "Store"),
    "Verbaliser": ("kg.wording", "Verbaliser"),
    "Verdict": ("kg.records", "Verdict"),
    "compare": ("oracles.jaccard", "compare"),
    "derive": ("reasoning.derive", "derive"),
    "generate_logic": ("generators.logic", "generate"),
    "load_rdf": ("loaders.rdf", "load_rdf"),
    "sample": ("loaders.sample", "sample"),
}


def __getattr__(name: str) -> Any:  # noqa: ANN401 - the API holds classes, functions and a text
    """Import a name of the public API on first use."""
    if name == "__version__":
        value = import_module("importlib.metadata").version("hallugraph")
    elif name in _HOMES:
        module, attribute = _HOMES[name]
        value = getattr(import_module(f".{module}", __name__), attribute)
    else:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
