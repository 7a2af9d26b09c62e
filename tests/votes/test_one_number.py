"""One probability for each model and case is read as that of the second of two classes."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest

from l2dwk_core.common.errors import InputError
from l2dwk_core.votes.read import read_votes
from tests.votes import answers

MODELS = ("lr", "rf", "svm")


def made(names=MODELS, classes=("0", "1"), of=1, n=80, seed=0):
    """Three models' probabilities of the class *of*, a little larger where it is true. Also (n, 3)
    the probabilities."""
    rng = np.random.default_rng(seed)
    codes = rng.integers(0, 2, n)
    higher = 0.6 * rng.random((n, 3)) * (codes == of)[:, None]
    numbers = (0.4 * rng.random((n, 3)) + higher).round(3)
    frame = pd.DataFrame(dict(zip(names, numbers.T, strict=True)))
    return frame.assign(y=np.array(classes)[codes]), numbers


def check(read, models, classes, numbers, of):
    """*of* is the class whose probability the numbers are."""
    assert read.models == tuple(models)
    assert read.classes.tolist() == sorted(classes)
    place = sorted(classes).index(of)
    np.testing.assert_allclose(read.probabilities[:, :, place], numbers, atol=1e-6)
    np.testing.assert_allclose(read.probabilities.sum(axis=2), 1, atol=1e-6)


@pytest.mark.parametrize(
    "names",
    [
        MODELS,
        ("model_0", "model_1", "model_2"),
        ("fold_1", "fold_2", "fold_3"),
        ("m1", "m2", "m3"),
        ("lr_prob", "rf_prob", "svm_prob"),
    ],
)
@pytest.mark.parametrize("classes", [("0", "1"), ("no", "yes"), ("-1", "1"), ("cat", "dog")])
def test_one_number_each_is_the_probability_of_the_second_class(names, classes):
    frame, numbers = made(names, classes)
    read = read_votes(answers.csv(frame.assign(id=range(80), age=20 + np.arange(80) % 40)))
    check(read, names, classes, numbers, classes[1])
    (note,) = [note for note in read.notes if "one number from 0 to 1" in note]
    assert f"read as the probability of the class {classes[1]!r}" in note
    assert note.startswith(f"Column {names[0]!r} and 2 others")


def test_two_models_that_are_named_as_the_classes_are_numbered():
    frame, numbers = made(("model_0", "model_1", "rest"))
    read = read_votes(answers.csv(frame.drop(columns="rest")))
    check(read, ("model_0", "model_1"), ("0", "1"), numbers[:, :2], "1")


def test_seeds_of_several_models():
    frame, numbers = made(("lr_0", "lr_1", "rf_0"))
    frame["rf_1"] = frame["rf_0"].to_numpy() ** 2
    read = read_votes(answers.csv(frame))
    assert read.models == ("lr_0", "lr_1", "rf_0", "rf_1")
    np.testing.assert_allclose(read.probabilities[:, :3, 1], numbers, atol=1e-6)


@pytest.mark.parametrize("of", [0, 1])
@pytest.mark.parametrize("form", ["{}_{}", "{} ({})", "{}.{}", "P({1}) {0}_{1}"])
def test_a_class_at_the_end_of_all_names_is_the_one_meant(of, form):
    classes = ("neg", "pos")
    frame, numbers = made([form.format(m, classes[of]) for m in MODELS], classes, of)
    read = read_votes(answers.csv(frame))
    assert [model.split()[-1] for model in read.models] == list(MODELS)
    check(read, read.models, classes, numbers, classes[of])


@pytest.mark.parametrize("form", ["{}_1", "{}_p1", "{} (1)"])
def test_a_number_at_the_end_of_all_names_that_is_a_class(form):
    frame, numbers = made([form.format(m) for m in MODELS])
    check(read_votes(answers.csv(frame)), MODELS, ("0", "1"), numbers, "1")


def test_per_cents_and_missing_votes():
    frame, numbers = made()
    for model in MODELS:
        frame[model] = [f"{100 * number:.1f}%" for number in frame[model]]
    frame.loc[3, "rf"] = None
    read = read_votes(answers.csv(frame))
    assert np.argwhere(~read.available).tolist() == [[3, 1]]
    np.testing.assert_allclose(read.probabilities[4:, :, 1], numbers[4:], atol=1e-6)


def test_a_model_that_is_always_certain_stands_beside_its_like():
    frame, numbers = made(("m_0", "m_1", "m_2"))
    frame["m_2"] = numbers[:, 2].round().astype(int)
    read = read_votes(answers.csv(frame))
    check(read, ("m_0", "m_1", "m_2"), ("0", "1"), np.c_[numbers[:, :2], frame["m_2"]], "1")


def test_the_wrong_class_of_two_without_an_order_is_refused():
    frame, _ = made(classes=("abnormal", "normal"), of=0)
    with pytest.raises(InputError, match=r"larger for the cases of 'abnormal'.*'lr_abnormal'"):
        read_votes(answers.csv(frame))
    named = frame.rename(columns={model: f"{model}_abnormal" for model in MODELS})
    assert read_votes(answers.csv(named)).models == MODELS
    # Of 0 and 1 there is no doubt.
    assert read_votes(answers.csv(made(of=0)[0])).models == MODELS


def refused():
    frame, numbers = made()
    yield "certainty", frame.rename(columns={model: f"{model}_conf" for model in MODELS})
    sure = np.maximum(numbers, 1 - numbers)
    yield "never below one half", pd.DataFrame(sure, columns=MODELS).assign(y=frame["y"])
    yield "labels beside", frame.assign(fbs=frame["y"])
    yield "labels against", frame.assign(svm=1 - frame["y"].astype(int))
    yield "other numbers", frame.assign(lab_value=20 + 10 * numbers[:, 0])
    yield "three classes", frame.assign(y=np.arange(80) % 3)


@pytest.mark.parametrize(("what", "frame"), list(refused()), ids=lambda one: str(one)[:12])
def test_fractions_that_may_be_something_else_are_refused(what, frame):
    with pytest.raises(InputError, match="holds fractions, but"):
        read_votes(answers.csv(frame))


def test_probabilities_that_do_not_sum_to_one_are_not_read_as_one_number_each():
    """The columns of the first class are larger where it is true."""
    frame, numbers = made()
    frame = pd.DataFrame({"lr_1": numbers[:, 0], "lr_0": 0.9 - numbers[:, 0]}).assign(y=frame["y"])
    with pytest.raises(InputError, match=r"sum to 0\.9"):
        read_votes(answers.csv(frame))


@pytest.mark.parametrize("classes", [("0", "1"), ("neg", "pos")])
def test_predicted_labels_of_the_same_models_are_left_out(classes):
    frame, numbers = made([f"{model}_{classes[1]}" for model in MODELS], classes)
    labels = {model: frame["y"][::-1].to_numpy() for model in MODELS[:2]}
    read = read_votes(answers.csv(frame.assign(**labels)))
    check(read, MODELS, classes, numbers, classes[1])
    assert sum("it has predicted labels" in note for note in read.notes) == 2


def test_labels_of_another_model_beside_are_named_in_the_refusal():
    frame, _ = made()
    with pytest.raises(InputError, match=r"but not beside predicted labels \('knn'\)"):
        read_votes(answers.csv(frame.assign(knn=1 - frame["y"].astype(int))))


def test_one_number_of_models_one_below_the_other_is_refused():
    frame, _ = made()
    long = frame.melt(id_vars="y", value_vars=list(MODELS), var_name="model", value_name="p")
    with pytest.raises(InputError, match="one below the other"):
        read_votes(answers.csv(long))
