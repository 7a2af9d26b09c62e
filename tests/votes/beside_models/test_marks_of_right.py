"""Of a model and a column that marks where it is right, the mark is named and not the model."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest

from l2dwk_core.votes.findings import findings
from l2dwk_core.votes.read import read_votes
from tests.votes import answers


def said_of(mark, first=False):
    rng = np.random.default_rng(0)
    truth = rng.integers(0, 2, 150)
    rf, svm = (np.where(rng.random(150) < 0.85, truth, 1 - truth) for _ in range(2))
    frame = pd.DataFrame({"rf": rf, "svm": svm})
    frame.insert(0 if first else 2, mark, (rf == truth).astype(int))
    votes = read_votes(answers.csv(frame.assign(y=truth)))
    assert mark in votes.models
    return [line for line in findings(votes) if "in every row whether" in line]


@pytest.mark.parametrize("first", [True, False])
@pytest.mark.parametrize("mark", ["rf_match", "match_rf", "matched", "rf flag2"])
def test_the_mark_is_named_by_its_name(mark, first):
    (line,) = said_of(mark, first)
    assert line.startswith(f"Model {mark} says in every row whether the model rf is right")


@pytest.mark.parametrize("first", [True, False])
def test_where_no_name_tells_it_is_the_one_that_is_right_by_chance_only(first):
    (line,) = said_of("zork", first)
    assert line.startswith("Model zork says in every row whether the model rf is right")


def test_where_neither_tells_it_is_one_of_the_two():
    truth = np.array([1] * 90 + [0] * 10)
    model = np.where(np.arange(100) % 30 == 0, 0, 1)
    model[90:95] = 0
    frame = pd.DataFrame({"a": model, "b": (model == truth).astype(int), "y": truth})
    lines = [one for one in findings(read_votes(answers.csv(frame))) if "every row whether" in one]
    assert len(lines) == 1


def test_in_a_few_rows_two_models_mark_each_other_by_chance():
    # In 8 rows: b is 1 where a is right, and a is 1 where b is right.
    truth = np.array([1, 1, 1, 1, 0, 0, 1, 1])
    a = np.array([1, 1, 1, 1, 0, 1, 0, 1])
    b = (a == truth).astype(int)
    for repeats, said in ((1, 0), (10, 1)):
        frame = pd.DataFrame({"a": a, "b": b, "c": truth[::-1], "y": truth})
        frame = pd.concat([frame] * repeats)
        lines = findings(read_votes(answers.csv(frame)))
        assert sum("in every row whether" in line for line in lines) == said
    frame = pd.DataFrame({"a": a, "a_match": b, "c": truth[::-1], "y": truth})
    lines = findings(read_votes(answers.csv(frame)))
    assert any(line.startswith("Model a_match says in every row whether") for line in lines)
