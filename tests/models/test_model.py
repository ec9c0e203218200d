import pytest

from hallugraph.kg.errors import UnknownNameError, UsageError
from hallugraph.models.model import ModelContext, get_model


@pytest.mark.parametrize(
    ("spec", "error", "words"),
    [
        ("opena/gpt-4o", UnknownNameError, "'openai'"),
        ("zzz/x", UnknownNameError, "local, openai, recorded, simulated"),
        ("simulated", UsageError, "provider/name"),
        ("simulated/", UsageError, "provider/name"),
        ("", UnknownNameError, "known"),
        ("simulated/much", UsageError, "0 to 1"),
        ("local/Qwen/Qwen2.5-7B", UsageError, "openai/Qwen/Qwen2.5-7B"),
        ("simulated/0.1", UsageError, "store"),
    ],
)
def test_names_that_are_no_models(spec, error, words):
    with pytest.raises(error) as caught:
        get_model(spec, context=ModelContext())
    assert words in str(caught.value)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("rate", ["-0.1", "1.5", "nan"])
def test_rate_out_of_range(world, rate):
    with pytest.raises(UsageError, match="0 to 1"):
        get_model(f"simulated/{rate}", context=world.context())


def test_unknown_fault(world):
    with pytest.raises(UnknownNameError, match="wrong-knowledge"):
        get_model("simulated/1", context=world.context(), faults=["wrong-knowlege"])
