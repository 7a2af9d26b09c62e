"""Columns for each model and class, in parts of 1 or in per cent, are read as probabilities."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest

from l2dwk_core.common.errors import InputError
from l2dwk_core.votes.probability_columns import probability_columns
from l2dwk_core.votes.read import read_votes
from tests.votes import answers
from tests.votes.made_tables import notes_of


@pytest.mark.parametrize("separator", ["_", ": ", ":", "|", ".", "__", "-", "/", " "])
def test_probabilities_with_every_separator(separator):
    read = read_votes(answers.csv(answers.probability_table(separator)))
    assert read.models == answers.MODELS
    assert read.classes.tolist() == answers.classes().tolist()
    np.testing.assert_allclose(read.probabilities, answers.probabilities(), atol=1e-6)
    np.testing.assert_array_equal(read.predictions, answers.predictions())
    shown = f"separated by {separator!r}: column 'bayes{separator}setosa' is the class 'setosa'"
    assert shown in notes_of(read)


def test_a_class_may_hold_the_separator_and_one_may_be_no_label():
    names = [f"m_{j}_{label}" for j in (1, 2) for label in ("iris_a", "iris_b", "c")]
    found = probability_columns(names, ["iris_a", "iris_b"])
    assert found.classes == ("c", "iris_a", "iris_b")
    assert found.columns["m_2"] == ("m_2_c", "m_2_iris_a", "m_2_iris_b")


@pytest.mark.parametrize(
    "names", [[], ["a_x", "b_x"], ["a_x", "a_y", "b_x"], ["a_x", "a_y", "b"], ["ax", "ay"]]
)
def test_names_that_do_not_part_into_models_and_classes(names):
    assert probability_columns(names, ["x", "y"]) is None


def test_rounded_probabilities_are_rescaled_and_noted():
    frame = answers.probability_table(digits=3)
    frame.loc[0, ["bayes_setosa", "bayes_versicolor", "bayes_virginica"]] = [0.333] * 3
    read = read_votes(answers.csv(frame))
    np.testing.assert_allclose(read.probabilities[0, 0], 1 / 3, atol=1e-6)
    assert "sums to 1 up to rounding only (by 0.001 at most): rescaled" in notes_of(read)


@pytest.mark.parametrize("form", ["{:.0%}", "{:.1%}", "{:.0%} ", "{:.2%}"])
def test_probabilities_in_per_cent_are_read_as_parts_of_one(form):
    shares = np.random.default_rng(0).integers(0, 101, (50, 2)) / 100
    truth = ["no", "yes"] * 25
    frame = pd.DataFrame({"y": truth})
    for place, model in enumerate(("svm", "tree")):
        frame[f"{model}_yes"] = [form.format(share) for share in shares[:, place]]
        frame[f"{model}_no"] = [form.format(1 - share) for share in shares[:, place]]
    read = read_votes(answers.csv(frame))
    np.testing.assert_allclose(read.probabilities[:, :, 1], shares, atol=1e-7)
    assert "45% is 0.45" in notes_of(read)
    less = frame.drop(columns="tree_no")
    with pytest.raises(InputError, match=r"there is none named \['tree_no'\]"):
        read_votes(answers.csv(less))


@pytest.mark.parametrize("classes", [("0", "1", "2"), ("no", "perhaps", "yes")])
@pytest.mark.parametrize(("decimals", "sign"), [(0, ""), (1, ""), (0, "%"), (1, "%")])
def test_per_cents_of_a_vote_that_sum_to_100_up_to_rounding_are_probabilities(
    classes, decimals, sign
):
    exact = np.random.default_rng(0).dirichlet([1, 1, 1], (60, 2))
    exact[0] = [[0.3333, 0.3333, 0.3334], [1.0, 0.0, 0.0]]  # 99 or 99.9 per cent, and 100
    frame = pd.DataFrame({"label": [classes[i % 3] for i in range(60)], "age": range(30, 90)})
    for place, model in enumerate(("svm", "rf")):
        for k, name in enumerate(classes):
            frame[f"{model}_{name}"] = [f"{100 * p:.{decimals}f}{sign}" for p in exact[:, place, k]]
    read = read_votes(answers.csv(frame), name="v")
    assert read.models == ("svm", "rf") and read.classes.tolist() == list(classes)
    np.testing.assert_allclose(read.probabilities, exact, atol=0.02 * 10.0**-decimals)
    np.testing.assert_allclose(read.probabilities.sum(axis=2), 1, atol=1e-6)
    np.testing.assert_allclose(read.probabilities[0, 0], 1 / 3, atol=1e-6)
    said = notes_of(read)
    assert f"45{sign} is 0.45" in said and "to 100 up to rounding only" in said
    assert "'age' is left out" in said


def test_per_cents_that_are_not_complete_are_refused_as_such():
    frame = pd.DataFrame({"svm_no": [30, 60], "svm_yes": [70, 40], "rf_no": [20, 10]}).assign(
        label=["no", "yes"]
    )
    with pytest.raises(InputError, match=r"from 0 to 100.*there is no column 'rf_yes'"):
        read_votes(answers.csv(frame))
    frame = frame.assign(rf_yes=[20, 30])
    with pytest.raises(InputError, match="have to sum to 100"):
        read_votes(answers.csv(frame))


def test_numbers_that_are_a_class_by_chance_are_no_predicted_labels():
    rng = np.random.default_rng(0)
    truth = rng.integers(0, 3, 60)
    frame = pd.DataFrame(
        {f"{m}_{c}": rng.integers(0, 101, 60) for m in ("svm", "tree") for c in (0, 1)}
    )
    with pytest.raises(InputError, match=r"as per cents they are not complete.*'svm_2'"):
        read_votes(answers.csv(frame.assign(truth=truth)))
    read = read_votes(answers.csv(frame.assign(knn=truth[::-1], truth=truth)))
    assert read.models == ("knn",)
    assert "of its 60 values are a class; the classes are '" in notes_of(read)


def test_rounded_thirds_are_rescaled():
    frame = pd.DataFrame(
        {f"{m}_{c}": [0.33 + 0.01 * (c == "a"), 0.33] for m in ("svm", "rf") for c in "abc"}
    ).assign(label=["a", "b"])
    read = read_votes(answers.csv(pd.concat([frame] * 20)))
    assert np.allclose(read.probabilities.sum(axis=2), 1)
    assert "sum to 1 up to rounding only (by 0.01 at most): rescaled to 1" in notes_of(read)


def test_models_called_zero_and_one_are_no_probabilities():
    rng = np.random.default_rng(1)
    frame = pd.DataFrame(
        {f"{name}_{seed}": rng.integers(0, 2, 40) for name in ("svm", "tree") for seed in (0, 1)}
    ).assign(y=rng.integers(0, 2, 40))
    read = read_votes(answers.csv(frame))
    assert read.models == ("svm_0", "svm_1", "tree_0", "tree_1")
    assert read.probabilities is None


def test_labels_beside_probabilities_are_left_out_with_the_reason():
    frame = answers.probability_table().assign(forest=answers.predictions()[:, 0])
    read = read_votes(answers.csv(frame))
    assert read.models == answers.MODELS
    assert (
        "Column 'forest' is left out: it has predicted labels where the others have probabilities"
    ) in notes_of(read)


def test_classes_in_names_of_columns_may_differ_by_letter_case():
    frame = answers.probability_table()
    written = frame.rename(columns={c: c.replace("_v", "_V") for c in frame.columns})
    read = read_votes(answers.csv(written))
    assert read.models == answers.MODELS and read.classes.tolist() == answers.classes().tolist()
    np.testing.assert_allclose(read.probabilities, answers.probabilities(), atol=1e-6)
    assert "6 column names write a class in another way" in notes_of(read)
    assert "'bayes_Versicolor' is read as 'bayes_versicolor'" in notes_of(read)
