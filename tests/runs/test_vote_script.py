"""The script that applies weights; test_kept_models.py runs it on whole runs."""

from __future__ import annotations

import numpy as np
import pytest

from l2dwk_core.runs.vote_script import vote_script


def vote_of(text):
    space = {}
    exec(compile(text, "script", "exec"), space)
    return space["vote"]


def test_ties_but_for_rounding_go_to_the_first_class():
    assert 0.1 + 0.2 > 0.3
    script = vote_script([(0, "A", 0.1), (1, "B", 0.2), (3, "C", 0.3)], ["no", "yes"], 4)
    answers = vote_of(script)([["yes", "yes", "yes", "no"], ["no", "no", "no", "yes"]])
    assert answers.tolist() == ["no", "no"]


def test_numbers_as_classes_and_names_that_would_end_a_text():
    script = vote_script([(1, 'a"""\n\'x\\', 1.0)], [3, 70], 2)
    assert vote_of(script)(np.array([[3, 70], [70, 3]])).tolist() == [70, 3]


def test_probabilities_are_averaged_by_weight():
    script = vote_script([(0, "A", 0.6), (1, "B", 0.4)], ["a", "b"], 2, "probabilities")
    # 0.6 · 0.4 + 0.4 · 0.9 = 0.6 and 0.6 · 0.9 + 0.4 · 0.3 = 0.66 for "a", where votes say a and b.
    outputs = np.array([[[0.4, 0.6], [0.9, 0.1]], [[0.9, 0.1], [0.3, 0.7]]])
    assert vote_of(script)(outputs).tolist() == ["a", "a"]


def test_predictions_of_which_none_is_a_class_are_refused():
    vote = vote_of(vote_script([(0, "A", 0.6), (1, "B", 0.4)], ["0", "1"], 2))
    with pytest.raises(ValueError, match=r"No prediction is one of \['0', '1'\]"):
        vote([[1, 1], [0, 0]])
    assert vote([["1", ""], ["0", "0"]]).tolist() == ["1", "0"]
    assert vote(np.zeros((0, 2), dtype=object)).tolist() == []
