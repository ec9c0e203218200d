"""Models behind an OpenAI-compatible service: `openai/NAME`, at any base URL.

The only file that knows the `openai` package, which is an extra and imported when a model is made.
"""

import ipaddress
import os
from collections import deque
from collections.abc import Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from threading import Lock
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit, urlunsplit

from ..kg.errors import MissingExtraError, ModelError, UsageError
from ..kg.records import Question
from .model import ModelContext, Reply
from .prompt import Prompt

if TYPE_CHECKING:
    from openai import OpenAI

ERROR_LENGTH = 300


class OpenAIModel:
    """Ask a service over HTTP, several questions at a time."""

    def __init__(self, name: str, context: ModelContext) -> None:
        """Prepare the client; nothing is sent yet.

        Raises `MissingExtraError` without the `openai` package, and `ModelError` where a service that is not
        local has no key.
        """
        if context.concurrency < 1:
            raise UsageError(f"concurrency is {context.concurrency}; expected 1 or more")
        if context.base_url and not context.base_url.startswith(("http://", "https://")):
            raise UsageError(f"the base URL is {context.base_url!r}; expected one that starts with http:// or https://")
        self.name = f"openai/{name}"
        self._model = name
        self._context = context
        self._prompt = Prompt.load(context.prompt)
        self._key = _key(context)
        self._client = _client(context, self._key)
        self._returned: dict[str, set[str]] = {}
        self._lock = Lock()

    @classmethod
    def from_name(cls, name: str, context: ModelContext) -> "OpenAIModel":
        """Make the model that the service calls `name`."""
        return cls(name, context)

    @property
    def parameters(self) -> dict[str, str]:
        """Return what was asked for and, after the first answer, the model and fingerprint that came back."""
        context = self._context
        asked = {
            "base-url": _without_password(str(self._client.base_url)),
            "prompt": self._prompt.name,
            "prompt-hash": self._prompt.hash,
            "temperature": "" if context.temperature is None else str(context.temperature),
            "seed": str(context.seed),
            "max-tokens": "" if context.max_tokens is None else str(context.max_tokens),
        }
        with self._lock:
            returned = {key: ", ".join(sorted(values)) for key, values in sorted(self._returned.items())}
        return {key: value for key, value in (asked | returned).items() if value}

    def answer(self, questions: Sequence[Question]) -> Iterator[Reply]:
        """Yield replies in the order of the questions, with at most `concurrency` calls under way."""
        pool = ThreadPoolExecutor(self._context.concurrency, thread_name_prefix="hallugraph-ask")
        waiting: deque[Future[Reply]] = deque()
        try:
            for question in questions:
                if len(waiting) == self._context.concurrency:
                    yield waiting.popleft().result()
                waiting.append(pool.submit(self._reply, question))
            while waiting:
                yield waiting.popleft().result()
        finally:
            pool.shutdown(wait=True, cancel_futures=True)

    def _reply(self, question: Question) -> Reply:
        from openai import OpenAIError

        try:
            completion = self._ask(question.text)
        # A service may send anything with status 200; the package then fails on the shape of it.
        except (OpenAIError, ValueError, TypeError, AttributeError, LookupError) as error:
            return Reply(question.id, "", error=self._one_line(error))
        text = _text(completion)
        if not text:
            return Reply(question.id, "", error="the service sent no text in its answer")
        self._note(completion)
        return Reply(question.id, text)

    def _ask(self, question: str) -> object:
        context = self._context
        settings: dict[str, Any] = {"seed": context.seed}
        if context.temperature is not None:
            settings["temperature"] = context.temperature
        if context.max_tokens is not None:
            settings["max_tokens"] = context.max_tokens
        message: Any = {"role": "user", "content": self._prompt.render(question)}
        return self._client.chat.completions.create(model=self._model, messages=[message], **settings)

    def _note(self, completion: object) -> None:
        for key, attribute in (("returned-model", "model"), ("system-fingerprint", "system_fingerprint")):
            value = getattr(completion, attribute, None)
            if isinstance(value, str) and value:
                with self._lock:
                    self._returned.setdefault(key, set()).add(value)

    def _one_line(self, error: Exception) -> str:
        text = " ".join(f"{type(error).__name__}: {error}".split()).replace(self._key, "***")
        return text if len(text) <= ERROR_LENGTH else text[: ERROR_LENGTH - 1] + "…"


def _client(context: ModelContext, key: str) -> "OpenAI":
    try:
        from openai import OpenAI
    except ImportError as error:
        raise MissingExtraError("asking an OpenAI-compatible service", "openai") from error
    address = context.base_url or None
    return OpenAI(api_key=key, base_url=address, timeout=context.timeout, max_retries=context.retries)


def _key(context: ModelContext) -> str:
    key = os.environ.get(context.api_key_env, "").strip()
    if key:
        return key
    if is_local(context.base_url):
        return "no-key-needed"
    raise ModelError(
        f"no API key: set the environment variable {context.api_key_env}, or give the base URL of a local server"
    )


def is_local(url: str) -> bool:
    """Tell whether an address is on this machine or a private network, where servers ask for no key.

    >>> [is_local(url) for url in ("http://localhost:8000/v1", "http://192.168.1.7/v1", "https://api.openai.com/v1")]
    [True, True, False]
    """
    host = urlsplit(url).hostname or ""
    try:
        return ipaddress.ip_address(host).is_private
    except ValueError:
        return host == "localhost" or host.endswith((".localhost", ".local"))


def _text(completion: object) -> str:
    """Return the text of a completion; a refusal of the service is the model's text too."""
    choices = getattr(completion, "choices", None)
    message = getattr(choices[0], "message", None) if isinstance(choices, list) and choices else None
    for attribute in ("content", "refusal"):
        text = getattr(message, attribute, None)
        if isinstance(text, str) and text.strip():
            return text
    return ""


def _without_password(url: str) -> str:
    parts = urlsplit(url)
    return urlunsplit(parts._replace(netloc=parts.netloc.rpartition("@")[2], query="", fragment=""))
