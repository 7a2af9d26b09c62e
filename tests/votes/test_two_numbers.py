"""Columns that add up to 1 are the two classes of one model, never two models."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest

from l2dwk_core.common.errors import InputError
from l2dwk_core.votes.read import read_votes
from tests.votes import answers


def made(forms, classes, models=("rf", "svm"), n=60, seed=0, decimals=3):
    """A table with two columns for each model, named by *forms* of the first and the second class.
    Also (n, L) the probabilities of the second class."""
    rng = np.random.default_rng(seed)
    codes = rng.integers(0, 2, n)
    numbers = (0.5 * rng.random((n, len(models))) + 0.5 * codes[:, None]).round(decimals)
    columns = {}
    for j, model in enumerate(models):
        columns[forms[0].format(model)] = (1 - numbers[:, j]).round(decimals)
        columns[forms[1].format(model)] = numbers[:, j]
    return pd.DataFrame({"y_true": np.array(classes)[codes], **columns}), numbers


def check(read, models, classes, numbers):
    assert read.models == tuple(models)
    assert read.classes.tolist() == list(classes)
    np.testing.assert_allclose(read.probabilities[:, :, 1], numbers, atol=1e-6)


READ = [
    (("{}_0", "{}_1"), ("no", "yes")),
    (("{}_0", "{}_1"), ("False", "True")),
    (("{}_0", "{}_1"), ("cat", "dog")),
    (("{}_1", "{}_2"), ("cat", "dog")),
    (("{}_neg", "{}_pos"), ("0", "1")),
    (("{}_No", "{}_Yes"), ("0", "1")),
    (("{}_False", "{}_True"), ("0", "1")),
    (("{}_benign", "{}_malignant"), ("0", "1")),
    (("prob_0_{}", "prob_1_{}"), ("0", "1")),
    (("P0_{}", "P1_{}"), ("0", "1")),
    (("{}_class0", "{}_class1"), ("0", "1")),
    (("{}_c0", "{}_c1"), ("0", "1")),
    (("{}0", "{}1"), ("0", "1")),
    (("{}0", "{}1"), ("-1", "1")),
    (("{}_0.0", "{}_1.0"), ("0", "1")),
    (("('{}', '0')", "('{}', '1')"), ("0", "1")),
    (("{}No", "{}Yes"), ("0", "1")),
    (("p_cat_{}", "p_dog_{}"), ("Cat", "Dog")),
]


@pytest.mark.parametrize("models", [("rf",), ("rf", "svm")])
@pytest.mark.parametrize(("forms", "classes"), READ)
def test_two_columns_that_add_up_to_1_are_one_model(forms, classes, models):
    frame, numbers = made(forms, classes, models)
    for table in (frame, frame[[*frame.columns[::-1]]]):
        read = read_votes(answers.csv(table))
        order = [models.index(next(m for m in models if m in name)) for name in read.models]
        assert sorted(order) == list(range(len(models)))
        np.testing.assert_allclose(read.probabilities[:, :, 1], numbers[:, order], atol=1e-6)
        assert read.classes.tolist() == list(classes)


@pytest.mark.parametrize(("forms", "classes"), READ[:1] + READ[4:6] + READ[8:16])
def test_the_name_of_the_model_is_what_the_names_share(forms, classes):
    frame, numbers = made(forms, classes)
    read = read_votes(answers.csv(frame))
    check(read, ("rf", "svm"), classes, numbers)


def test_a_note_says_how_the_columns_were_read():
    frame, _ = made(("{}_0", "{}_1"), ("no", "yes"))
    notes = "\n".join(read_votes(answers.csv(frame)).notes)
    assert "'rf_0' and 'rf_1' add up to 1: read as the model 'rf'" in notes
    assert "the classes 'no' and 'yes'; 1 other pair likewise" in notes


def test_the_two_words_alone_are_the_one_model():
    frame, numbers = made(("{}", "{}"), ("0", "1"), ("x",))
    frame = frame.assign(neg=(1 - numbers[:, 0]).round(3), pos=numbers[:, 0]).drop(columns="x")
    check(read_votes(answers.csv(frame)), ("model",), ("0", "1"), numbers)


def test_numbers_that_were_rounded_and_missing_votes():
    frame, numbers = made(("{}_c0", "{}_c1"), ("0", "1"), ("m1", "m2"), decimals=2)
    frame.loc[3, ["m1_c0", "m1_c1"]] = None
    frame.loc[4, "m1_c0"] += 0.01
    frame = frame.round(2)
    read = read_votes(answers.csv(frame))
    assert read.models == ("m1", "m2")
    assert np.argwhere(~read.available).tolist() == [[3, 0]]
    np.testing.assert_allclose(read.probabilities[5:, 0, 1], numbers[5:, 0], atol=1e-6)


def refused():
    frame, _ = made(("{}_bad", "{}_good"), ("0", "1"))
    yield "words", frame, r"'rf_bad' and 'rf_good' .* add up to 1 .*'rf_0' and 'rf_1'"
    words, _ = made(("{}_neg", "{}_pos"), ("abnormal", "normal"))
    yield "other words", words, r"'rf_neg' and 'rf_pos' .* add up to 1"
    yield (
        "two models",
        frame[["y_true", "rf_bad", "rf_good"]].set_axis(["y_true", "rf", "svm"], axis=1),
        r"'rf' and 'svm' .* add up to 1",
    )
    shifted, _ = made(("{}_1", "{}_2"), ("0", "1"))
    yield "1 and 2 of 0 and 1", shifted, r"'rf_1' and 'rf_2' .* add up to 1"
    swapped, _ = made(("{}_1", "{}_0"), ("cat", "dog"))
    yield "the other way round", swapped, r"'rf_0' and 'rf_1' .*larger for the cases of 'cat'"
    one, _ = made(("{}_0", "{}_1"), ("0", "1"))
    yield "one alone", one.drop(columns="svm_0"), r"add up to 1 .*'svm_1' has no such partner"
    wrong = frame.copy()
    wrong.loc[5, "rf_good"] = 0.5
    yield "one wrong row", wrong, r"'rf_bad' and 'rf_good' .* add up to 1"
    certain, _ = made(("{}_c0", "{}_c1"), ("0", "1"))
    certain["svm_c1"] = certain["y_true"].astype(int)
    certain["svm_c0"] = 1 - certain["svm_c1"]
    yield "one always certain", certain, r"'svm_c0' and 'svm_c1' .* add up to 1"
    tenths, _ = made(("{}_0", "{}_1"), ("no", "yes"), decimals=1)
    tenths.loc[:9, ["rf_0", "rf_1"]] = 0.3, 0.8
    yield "0.25 and 0.75 in one decimal", tenths, r"sum to 1\.1"
    marks = (frame.drop(columns="y_true") > 0.5).astype(int).assign(y_true=frame["y_true"])
    yield "marks", marks, r"'rf_bad' and 'rf_good' .* add up to 1"


@pytest.mark.parametrize(
    ("frame", "match"), [r[1:] for r in refused()], ids=[r[0] for r in refused()]
)
def test_columns_that_add_up_to_1_for_no_known_class_are_refused(frame, match):
    with pytest.raises(InputError, match=match):
        read_votes(answers.csv(frame))
