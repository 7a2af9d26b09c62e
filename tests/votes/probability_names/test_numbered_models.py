"""Models whose names are a number and words of predictions keep that number."""

from __future__ import annotations

import numpy as np
import pytest

from l2dwk_core.votes.read import read_votes
from tests.votes import answers
from tests.votes.test_names_of_other_programs import check, made

CAT, PETS = ["cat", "dog"], ["bird", "cat", "dog"]


@pytest.mark.parametrize("classes", [CAT, PETS], ids=["two", "three"])
@pytest.mark.parametrize("first", [0, 1, 3])
@pytest.mark.parametrize(
    "form",
    ["model_{}_{}", "{}_{}", "Model {}: {}", "p{}_{}", "pred_{}_{}", "score_{}_{}"],
)
def test_the_number_in_a_name_is_that_of_the_model(form, first, classes):
    frame, proba = made("{}_{}".format, classes)
    names = [form.format(number, label) for number in (first, first + 1) for label in classes]
    read = read_votes(answers.csv(frame.set_axis([*names, "truth"], axis=1)))
    check(read, (f"model {first}", f"model {first + 1}"), classes, proba)


def test_the_class_before_the_numbered_model():
    frame, proba = made("{}_{}".format, CAT)
    names = [f"{label}_model{number}" for number in (1, 2) for label in CAT]
    read = read_votes(answers.csv(frame.set_axis([*names, "truth"], axis=1)))
    check(read, ("model 1", "model 2"), CAT, proba)


def test_numbers_of_r_for_names_that_came_before_count_from_the_second():
    frame, proba = made("{}_{}".format, CAT)
    names = [f"{stem}_{label}" for stem in ("prob", "prob1") for label in CAT]
    read = read_votes(answers.csv(frame.set_axis([*names, "truth"], axis=1)))
    check(read, ("model", "model 2"), CAT, proba)


def test_a_name_without_a_number_beside_a_larger_one_is_none_of_r():
    frame, proba = made("{}_{}".format, CAT)
    names = [f"{stem}_{label}" for stem in ("model", "model_2") for label in CAT]
    read = read_votes(answers.csv(frame.set_axis([*names, "truth"], axis=1)))
    check(read, ("model", "model 2"), CAT, proba)
    assert np.allclose(read.probabilities[:, 1], proba[:, 1], atol=1e-5)
