"""Probabilities of the other of two classes are not read as those of the class 1."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest

from l2dwk_core.common.errors import InputError
from l2dwk_core.votes.findings import findings
from l2dwk_core.votes.read import read_votes
from tests.votes import answers


def made(names, target, of, n=80, seed=0, effect=0.6, classes=("0", "1")):
    """Probabilities of the class *of*, larger where it is true."""
    rng = np.random.default_rng(seed)
    codes = rng.integers(0, 2, n)
    shape = n, len(names)
    numbers = (1 - effect) * rng.random(shape) + effect * (
        0.7 + 0.3 * rng.random(shape)
    ) * (codes == of)[:, None]  # fmt: skip
    frame = pd.DataFrame(dict(zip(names, numbers.round(3).T, strict=True)))
    return frame.assign(**{target: np.array(classes)[codes]})


def check_read(frame, of, models, classes=("0", "1")):
    """The numbers are the probabilities of the class *of*."""
    read = read_votes(answers.csv(frame))
    assert read.models == models and read.classes.tolist() == list(classes)
    numbers = frame.iloc[:, : len(models)].to_numpy()
    np.testing.assert_allclose(read.probabilities[:, :, of], numbers, atol=1e-6)
    return read


OPPOSITES = [
    (("alive_rf", "alive_svm"), "died"),
    (("rf_benign", "svm_benign"), "malignant"),
    (("rf_no_churn", "svm_no_churn"), "Churn"),
    (("P(nonfraud) rf", "P(nonfraud) svm"), "is_fraud"),
    (("überlebt_rf", "überlebt_svm"), "verstorben"),
    (("died_prob",), "survived"),
]


@pytest.mark.parametrize(("names", "target"), OPPOSITES)
@pytest.mark.parametrize("of", [0, 1])
def test_the_opposite_of_the_target_in_all_names_is_refused(names, target, of):
    frame = made(names, target, of)
    with pytest.raises(InputError, match=f"the opposite of the true label {target!r}"):
        read_votes(answers.csv(frame), target)


@pytest.mark.parametrize("of", [0, 1])
def test_with_the_class_behind_the_names_they_are_read(of):
    frame = made(("alive_rf", "alive_svm"), "died", of).rename(
        columns={name: f"{name}_{of}" for name in ("alive_rf", "alive_svm")}
    )
    check_read(frame, of, ("alive_rf", "alive_svm"))


@pytest.mark.parametrize("classes", [("0", "1"), ("no", "yes")])
@pytest.mark.parametrize("word", ["benign", "healthy", "setosa"])
def test_a_word_that_is_no_class_is_refused_where_the_numbers_are_of_the_other(word, classes):
    names = (f"rf_{word}", f"svm_{word}")
    frame = made(names, "y", 0, classes=classes)
    with pytest.raises(InputError, match=f"{word!r}, which is no class of 'y'.*'_{classes[0]}'"):
        read_votes(answers.csv(frame))
    named = frame.rename(columns={name: f"{name}_{classes[0]}" for name in names})
    check_read(named, 0, names, classes)
    check_read(made(names, "y", 1, classes=classes), 1, names, classes)


def test_words_of_models_and_probabilities_are_no_class():
    names = ("prob_rf_oof", "prob_svm_oof")
    check_read(made(names, "y", 0), 1, names)


def test_a_word_shared_by_chance_is_no_class_where_the_numbers_are_unclear():
    names = ("rf_large", "svm_large")
    frame = made(names, "y", 0, effect=0.0, seed=1)
    check_read(frame, 1, names)


def test_a_finding_says_that_probabilities_may_be_those_of_the_other_class():
    names = ("rf", "svm")
    found = findings(read_votes(answers.csv(made(names, "y", 0))))
    (line,) = [line for line in found if "Every model is right less often than chance" in line]
    assert "They may be probabilities of the other class" in line and "'rf_0'" in line
    assert not any("rows are in the order" in line for line in found)
    assert not any("less often than chance" in line
                   for line in findings(read_votes(answers.csv(made(names, "y", 1)))))  # fmt: skip


def test_a_finding_on_labels_of_the_other_class():
    codes = np.random.default_rng(0).integers(0, 2, 80)
    frame = pd.DataFrame({"y": codes, "rf": 1 - codes, "svm": 1 - codes})
    frame.loc[:7, "rf"] = codes[:8]
    found = "\n".join(findings(read_votes(answers.csv(frame))))
    assert "(10.0% at most); with the opposite class 90.0% or more of its votes" in found
    assert "The predictions may name the other class" in found
    one_good = frame.assign(svm=codes).drop(index=0)
    assert "opposite class" not in "\n".join(findings(read_votes(answers.csv(one_good))))
