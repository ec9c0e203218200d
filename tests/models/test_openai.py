import sys
import time

import pytest

from hallugraph.kg.errors import MissingExtraError, ModelError, UsageError
from hallugraph.models.model import ModelContext, Reply, get_model
from hallugraph.models.prompt import Prompt


@pytest.fixture
def ask(world, service, monkeypatch):
    monkeypatch.setenv("TINY_KEY", "sk-secret")

    def ask_texts(*texts, **settings):
        from dataclasses import replace

        settings = {"timeout": 2.0, "retries": 1, **settings}
        model = get_model("openai/tiny", context=ModelContext(base_url=service.url, api_key_env="TINY_KEY", **settings))
        return model, list(model.answer([replace(world.questions[0], text=text) for text in texts]))

    return ask_texts


def test_sends_prompt_seed_and_temperature(ask, service):
    _, (reply,) = ask("Is it {so}?", seed=5, max_tokens=9)
    path, authorisation, request = service.requests[0]
    assert (path, authorisation) == ("/v1/chat/completions", "Bearer sk-secret")
    assert request == {
        "model": "tiny",
        "messages": [{"role": "user", "content": Prompt.load("logic").render("Is it {so}?")}],
        "seed": 5,
        "temperature": 0.0,
        "max_tokens": 9,
    }
    assert reply.text == "Yes\n1. Is it {so}?"


def test_temperature_can_be_left_out(ask, service):
    ask("Q?", temperature=None)
    assert "temperature" not in service.requests[0][2]


def test_parameters_tell_what_came_back_and_never_the_key(ask, service):
    model, _ = ask("Q?")
    expected = {"returned-model": "tiny-1", "system-fingerprint": "fp_7", "prompt-hash": Prompt.load("logic").hash}
    assert expected.items() <= model.parameters.items()
    assert model.parameters["base-url"].startswith(service.url)
    assert "sk-secret" not in str(model.parameters)


@pytest.mark.parametrize(
    ("text", "calls", "words"),
    [
        ("broken?", 2, "InternalServerError: Error code: 500"),
        ("garbage?", 1, ""),
        ("shapeless?", 1, "sent no text"),
        ("empty?", 1, "sent no text"),
        ("mute?", 1, "sent no text"),
    ],
)
def test_a_failure_is_a_reply_with_one_line(ask, service, text, calls, words):
    _, (before, failed, after) = ask("first?", text, "last?")
    assert (before.error, after.error) == ("", "")
    assert failed.text == ""
    assert failed.error
    assert words in failed.error
    assert "\n" not in failed.error
    assert sum(n for prompt, n in service.calls.items() if text in prompt) == calls


def test_a_busy_service_is_asked_again(ask, service):
    _, (reply,) = ask("busy?")
    assert (reply.text, reply.error) == ("Yes\n1. busy?", "")
    assert list(service.calls.values()) == [2]


def test_a_hanging_service_times_out(ask):
    start = time.monotonic()
    _, (hanging, other) = ask("hanging?", "other?", timeout=0.2, retries=0)
    assert "APITimeoutError" in hanging.error
    assert other.text
    assert time.monotonic() - start < 4


def test_no_service_at_all(world):
    context = ModelContext(base_url="http://127.0.0.1:9/v1", retries=0, timeout=1, api_key_env="NO_SUCH_KEY")
    (reply,) = get_model("openai/tiny", context=context).answer(world.questions[:1])
    assert reply == Reply(world.questions[0].id, "", error="APIConnectionError: Connection error.")


@pytest.mark.parametrize("concurrency", [1, 3])
def test_order_is_kept_and_calls_are_bounded(ask, concurrency):
    texts = [f"q{number}?" for number in range(12)]
    _, replies = ask(*texts, concurrency=concurrency)
    assert [reply.text.rpartition(" ")[2] for reply in replies] == texts


def test_leaving_early_sends_no_more_than_the_window(world, service):
    model = get_model("openai/tiny", context=ModelContext(base_url=service.url, concurrency=2))
    next(model.answer(world.questions))
    assert len(service.requests) <= 3


@pytest.mark.parametrize("url", ["", "https://api.example.org/v1"])
def test_a_key_is_needed_far_away(url, monkeypatch):
    monkeypatch.delenv("OPENAI_API_KEY", raising=False)
    with pytest.raises(ModelError, match="set the environment variable OPENAI_API_KEY"):
        get_model("openai/gpt-4o", context=ModelContext(base_url=url))


@pytest.mark.parametrize(("settings", "words"), [({"concurrency": 0}, "1 or more"), ({"base_url": "my host"}, "http")])
def test_wrong_settings(settings, words):
    with pytest.raises(UsageError, match=words):
        get_model("openai/x", context=ModelContext(**settings))


def test_without_the_package(monkeypatch, service):
    monkeypatch.setitem(sys.modules, "openai", None)
    with pytest.raises(MissingExtraError, match=r"hallugraph\[openai\]"):
        get_model("openai/x", context=ModelContext(base_url=service.url))
