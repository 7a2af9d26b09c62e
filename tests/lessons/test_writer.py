"""A written lesson file says the same when it is read."""

from __future__ import annotations

import pytest

from l2dwk_core.lessons.reader import read_lesson
from l2dwk_core.lessons.writer import one_question
from pages.choices.choice import Choice
from pages.lab.own_question import choice_fields
from pages.lessons.rules import RULES, choice_of


@pytest.mark.parametrize(
    "choice",
    [
        Choice(),
        Choice(dataset="zoo", lam=3.0, n_members=21, max_depth=3),
        Choice().with_preset("authors"),
        Choice().with_preset("paper").with_pool("library"),
    ],
)
def test_a_question_is_read_as_it_was_written(choice):
    ask = 'How "many" \\ of {these}?'
    text = one_question(
        ask, "members_kept", choice_fields(choice), ["sparsity"], title="A title",
        limits=(0.0, 21.0, 1.0), control="lam",
    )  # fmt: skip
    (step,) = read_lesson(text, "own", RULES).steps
    assert choice_of(step.choice) == choice
    question = step.question
    assert (question.ask, question.answer, question.high) == (ask, "members_kept", 21.0)
    assert (step.figures, step.control, step.after) == (
        ("sparsity",), "lam", "",
    )  # fmt: skip


def test_the_words_of_a_quantity_become_options():
    text = one_question("Which?", "verdict", {}, ["test_accuracy"], title="A title")
    question = read_lesson(text, "own", RULES).steps[0].question
    assert question.words == ("better", "none", "worse")
    assert question.options[1] == "No difference can be claimed"
