"""What every model must hold, whatever answers."""

import json

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from hallugraph.models.model import get_model


@pytest.fixture(params=["recorded", "simulated", "openai"])
def make(request, world, service, tmp_path):
    """Return a function that makes the same model anew."""
    spec = {"simulated": "simulated/0.7", "openai": "openai/tiny"}.get(request.param)
    if spec is None:
        path = tmp_path / "answers.jsonl"
        lines = [json.dumps({"question": q.text, "answer": f"Yes {n}"}) for n, q in enumerate(world.questions[::2])]
        path.write_text("\n".join(lines), encoding="utf-8")
        spec = f"recorded/{path}"
    return lambda **settings: get_model(spec, context=world.context(base_url=service.url, **settings))


class TestEveryModel:
    def test_one_reply_a_question_in_order(self, make, world):
        replies = list(make().answer(world.questions))
        assert [reply.question for reply in replies] == [question.id for question in world.questions]
        assert all(bool(reply.text) != bool(reply.error) for reply in replies)

    def test_same_seed_same_replies(self, make, world):
        assert list(make(seed=3).answer(world.questions)) == list(make(seed=3).answer(world.questions))

    @settings(max_examples=5, suppress_health_check=[HealthCheck.function_scoped_fixture])
    @given(data=st.data())
    def test_order_and_company_do_not_matter(self, make, world, data):
        chosen = data.draw(
            st.lists(st.sampled_from(world.questions), unique_by=lambda question: question.id, max_size=6)
        )
        model = make()
        alone = {reply.question: reply for reply in model.answer(world.questions)}
        assert list(model.answer(chosen)) == [alone[question.id] for question in chosen]

    def test_no_questions(self, make):
        assert list(make().answer([])) == []

    def test_name_and_parameters_are_text(self, make):
        model = make()
        provider, slash, name = model.name.partition("/")
        assert provider in ("recorded", "simulated", "openai")
        assert slash
        assert name
        assert all(isinstance(part, str) for item in model.parameters.items() for part in item)

    def test_a_repeated_question_is_answered_twice(self, make, world):
        first, second = make().answer([world.questions[0]] * 2)
        assert first == second
