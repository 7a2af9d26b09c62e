"""The script that applies weights; test_kept_models.py runs it on whole runs."""

from __future__ import annotations

import numpy as np
import pandas as pd
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


@pytest.mark.parametrize("answer", [1, "Yes", "other", 0.0])
def test_an_answer_that_is_no_class_is_refused_and_not_taken_for_a_missing_vote(answer):
    vote = vote_of(vote_script([(0, "A", 0.6), (1, "B", 0.4)], ["no", "yes"], 2))
    with pytest.raises(ValueError, match=rf"Model 'B' predicts {answer!r}, which is none of"):
        vote([["no", "yes"], ["yes", answer]])


@pytest.mark.parametrize("missing", ["", None, float("nan")])
def test_a_missing_vote_has_no_weight_and_a_row_without_votes_is_refused(missing):
    vote = vote_of(vote_script([(0, "A", 0.6), (1, "B", 0.4)], ["0", "1"], 2))
    assert vote([[missing, "1"], ["0", missing]]).tolist() == ["1", "0"]
    assert vote(np.zeros((0, 2), dtype=object)).tolist() == []
    with pytest.raises(ValueError, match=r"Row 2 .row 1 is the first. has no vote"):
        vote([["1", "1"], [missing, missing]])


@pytest.mark.parametrize("shape", [(2, 1), (2, 3), (2,)])
def test_columns_of_the_kept_models_alone_are_refused(shape):
    vote = vote_of(vote_script([(0, "A", 1.0)], ["0", "1"], 2))
    with pytest.raises(ValueError, match="give rows × 2 models"):
        vote(np.full(shape, "0"))


@pytest.mark.parametrize("shape", [(2, 1, 2), (2, 3, 2), (2, 2, 3), (2, 2)])
def test_probabilities_of_other_models_or_classes_are_refused(shape):
    vote = vote_of(vote_script([(0, "A", 1.0)], ["0", "1"], 2, "probabilities"))
    with pytest.raises(ValueError, match="give rows × 2 models × 2 classes"):
        vote(np.full(shape, 0.5))


def test_a_missing_probability_of_a_model_with_weight_is_refused():
    vote = vote_of(vote_script([(0, "A", 1.0)], ["0", "1"], 2, "probabilities"))
    outputs = np.array([[[0.1, 0.9], [np.nan, np.nan]], [[0.8, 0.2], [0.5, 0.5]]])
    assert vote(outputs).tolist() == ["1", "0"]  # model 1 has no weight
    outputs[1, 0] = np.nan
    with pytest.raises(ValueError, match=r"Row 2 .row 1 is the first. lacks a probability"):
        vote(outputs)


@pytest.mark.parametrize("dtype", ["string", "Int64", "category", "object"])
def test_missing_votes_of_pandas_types_are_missing(dtype):
    classes = [0, 1] if dtype == "Int64" else ["no", "yes"]
    vote = vote_of(vote_script([(0, "A", 0.6), (1, "B", 0.4)], classes, 2))
    no, yes = classes
    table = pd.DataFrame({"a": [no, None, yes], "b": [yes, yes, None]}).astype(dtype)
    assert vote(table).tolist() == [no, yes, yes]
