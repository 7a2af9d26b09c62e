"""A table with a row for each case and model is refused as such, and no other is."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest

from l2dwk_core.common.errors import InputError
from l2dwk_core.votes.read import read_votes
from tests.votes import answers
from tests.votes.made_tables import long_table, with_numbers


@pytest.mark.parametrize("columns", [["case", "model", "pred", "y"], ["algo", "pred", "y"]])
def test_models_one_below_the_other_are_refused(columns):
    rng = np.random.default_rng(2)
    frame = pd.DataFrame({"case": np.repeat(np.arange(20), 3), "model": ["rf", "svm", "nb"] * 20})
    frame["pred"], frame["y"] = rng.choice(["cat", "dog"], (2, 60))
    frame["algo"] = frame["model"]
    if "case" not in columns:
        frame = frame.rename(columns={"algo": "Algorithm"})
        columns = ["Algorithm", "pred", "y"]
    with pytest.raises(InputError, match=r"one below the other.*'rf', 'svm', 'nb'.*in 20 rows"):
        read_votes(answers.csv(frame[columns]))


@pytest.mark.parametrize("name", ["model", "Model name", "who"])
def test_models_one_below_the_other_with_absent_rows_are_refused(name):
    frame = long_table().drop(index=[7, 20]).rename(columns={"who": name})
    with pytest.raises(InputError, match=rf"one below the other: column '{name}'.*19 to 20 rows"):
        read_votes(answers.csv(frame))


def test_probabilities_of_models_one_below_the_other_are_refused():
    frame = long_table().drop(index=7)
    frame["p_cat"] = np.where(frame.pop("pred") == "cat", 0.75, 0.25)
    frame["p_dog"] = 1 - frame["p_cat"]
    with pytest.raises(InputError, match="one below the other: column 'who'"):
        read_votes(answers.csv(frame))


def test_models_with_numbers_as_names_one_below_the_other_are_refused():
    frame = long_table(models=(0, 1)).drop(index=7).rename(columns={"who": "model"})
    frame = with_numbers(frame, {"cat": 0, "dog": 1})
    with pytest.raises(InputError, match="one below the other: column 'model'"):
        read_votes(answers.csv(frame))


def test_rows_of_one_case_with_different_labels_are_no_models_one_below_the_other():
    frame = long_table().drop(index=7)
    frame["y"] = np.random.default_rng(3).choice(["cat", "dog"], len(frame))
    assert read_votes(answers.csv(frame)).models == ("pred",)


def test_scores_with_a_few_ties_name_no_cases():
    for seed in range(20):
        rng = np.random.default_rng(seed)
        truth = rng.integers(0, 2, 60 + 5 * seed)
        score = (0.3 + 0.4 * truth + 0.3 * rng.random(len(truth))).round(3)
        site = rng.choice(["a", "b"], len(truth))
        visit = rng.permutation(np.arange(len(truth)) * 8 // 9)  # a few numbers stand twice
        frame = pd.DataFrame({"site": site, "target": truth, "rf_pred": (score > 0.6) * 1})
        for more in ({"rf_score": score}, {"visit": visit}):
            assert read_votes(answers.csv(frame.assign(**more))).models == ("rf_pred",)
        alone = frame.drop(columns="rf_pred").rename(columns={"site": "gender"})
        alone = alone.assign(has_phone=rng.integers(0, 2, len(truth)), rf_proba=score)
        assert read_votes(answers.csv(alone)).models == ("rf_proba",)
