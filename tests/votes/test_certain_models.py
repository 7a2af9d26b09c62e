"""A model that answers only 0 and 1, such as a fully grown tree, among probabilities."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest

from l2dwk_core.common.errors import InputError
from l2dwk_core.votes.read import read_votes
from tests.votes import answers
from tests.votes.made_tables import notes_of


def made(names, classes=("0", "1"), of=1, n=80, seed=0, form="{:.1f}"):
    """Probabilities of the class *of*; those of the last name are 0 and 1."""
    rng = np.random.default_rng(seed)
    codes = rng.integers(0, 2, n)
    numbers = 0.4 * rng.random((n, len(names))) + 0.6 * (codes == of)[:, None] * rng.random((n, 1))
    numbers = numbers.round(3)
    numbers[:, -1] = np.where(rng.random(n) < 0.9, codes == of, codes != of)
    frame = pd.DataFrame(dict(zip(names, numbers.T, strict=True)))
    frame[names[-1]] = [form.format(number) for number in numbers[:, -1]]
    return frame.assign(y=np.array(classes)[codes]), numbers


def check(frame, models, numbers, of=1):
    read = read_votes(answers.csv(frame))
    assert read.models == models
    np.testing.assert_allclose(read.probabilities[:, :, of], numbers, atol=1e-6)
    return read


@pytest.mark.parametrize("form", ["{:.1f}", "{:.0f}", "{:.0%}"])
@pytest.mark.parametrize("classes", [("0", "1"), ("healthy", "sick")])
@pytest.mark.parametrize("of", [0, 1])
def test_with_the_class_in_the_name_as_in_the_others(classes, of, form):
    names = [f"{model}_{classes[of]}" for model in ("rf", "svm", "stump")]
    frame, numbers = made(names, classes, of, form=form)
    if form == "{:.0%}":
        for name in names[:2]:
            frame[name] = [f"{100 * number:.1f}%" for number in frame[name]]
    read = check(frame, ("rf", "svm", "stump"), numbers, of)
    assert f"Column {names[-1]!r} holds only 0 and 1: read as the probabilities" in notes_of(read)


@pytest.mark.parametrize("classes", [("0", "1"), ("healthy", "sick")])
@pytest.mark.parametrize(
    "names",
    [
        ("rf", "tree"),
        ("cnn", "resnet", "tree"),
        ("rf_prob", "mine_prob"),
        ("p_rf", "p_svm", "p_mine"),
        ("rf_prob", "svm_prob", "tree"),
        ("m_1", "m_2", "m_3"),
    ],
)
def test_by_a_word_or_a_number_or_as_an_estimator_in_the_same_direction(names, classes):
    frame, numbers = made(names, classes)
    check(frame, names, numbers)


@pytest.mark.parametrize("names", [("rf", "diabetic"), ("rf", "svm", "y_pred")])
def test_other_columns_of_0_and_1_are_not_read_as_probabilities(names):
    frame, _ = made(names)
    with pytest.raises(InputError, match="not beside predicted labels"):
        read_votes(answers.csv(frame))
    words, _ = made(names, ("healthy", "sick"))
    assert read_votes(answers.csv(words)).models == names[:-1]


@pytest.mark.parametrize("label", ["rf", "rf_pred", "svm_label"])
def test_labels_of_a_model_with_probabilities_are_not_read_as_those_of_another(label):
    names = ("rf_prob", "svm_prob", label)
    frame, _ = made(names)
    assert read_votes(answers.csv(frame)).probabilities is None
    words, numbers = made(names, ("healthy", "sick"))
    check(words, names[:2], numbers[:, :2])


def test_an_estimator_against_the_direction_of_the_others_is_refused():
    frame, numbers = made(("rf", "tree"))
    for others in (1 - numbers[:, -1], np.arange(80) % 2):
        with pytest.raises(InputError, match="not beside predicted labels"):
            read_votes(answers.csv(frame.assign(tree=others.astype(int))))
    frame, _ = made(("rf", "tree"), of=0)
    with pytest.raises(InputError, match="not beside predicted labels"):
        read_votes(answers.csv(frame))


def test_a_score_beside_labels_of_models_is_no_probability():
    frame, _ = made(("score", "tree"))
    read = read_votes(answers.csv(frame.assign(svm=frame["y"])))
    assert read.models == ("tree", "svm") and read.probabilities is None


def test_a_mark_of_right_answers_is_no_model():
    frame, _ = made(("rf", "svm", "svm_correct"), ("healthy", "sick"))
    assert read_votes(answers.csv(frame)).models == ("rf", "svm")
