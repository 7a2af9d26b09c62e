"""What cannot be read as votes is refused with its reason and the row of the file."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest

from l2dwk_core.common.errors import InputError
from l2dwk_core.votes.read import read_votes
from tests.votes import answers


def shares_without_classes():
    return pd.DataFrame({"svm": [0.2, 0.7, 0.9, 0.4], "label": ["no", "yes", "maybe", "no"]})


def wrong_sum():
    frame = answers.probability_table(digits=3)
    frame.loc[2, "stump_setosa"] += 0.4
    return frame


def negative():
    frame = answers.probability_table()
    frame.loc[2, ["bayes_setosa", "bayes_versicolor", "bayes_virginica"]] = [1.2, -0.2, 0.0]
    return frame


def half_missing():
    frame = answers.probability_table()
    frame.loc[2, "bayes_setosa"] = None
    return frame


def regression():
    rng = np.random.default_rng(0)
    return pd.DataFrame({"svr": rng.normal(size=50), "y": rng.normal(size=50)})


def one_column_less():
    return answers.probability_table().drop(columns="stump_versicolor")


def one_class_more():
    return answers.probability_table().assign(bayes_other=0.0)


def of_one_class():
    frame = answers.probability_table()
    return frame[["bayes_setosa", "stump_setosa", "label"]]


def counts():
    return pd.DataFrame({"a": np.arange(1, 101) % 40, "y": np.arange(100) % 50})


@pytest.mark.parametrize(
    ("frame", "message"),
    [
        (shares_without_classes(), "'svm' of 'table' holds fractions, .* such as 'svm_no'"),
        (one_column_less(), r"there is none named \['stump_versicolor'\]; or"),
        (one_class_more(), r"there is none named \['\w+_other'.*\]; or"),
        (
            of_one_class(),
            r"none named \['bayes_versicolor', 'bayes_virginica', .*\] and 1 more; or",
        ),
        (
            wrong_sum(),
            r"of model 'stump' in row 3 \(row 1 is the first\) sum to 1\.[34].*must be 0 or more",
        ),
        (negative(), r"of model 'bayes' in row 3 \(row 1 is the first\) are \[1\.2, -0\.2, 0\.0\]"),
        (half_missing(), r"of model 'bayes' in row 3 \(row 1 is the first\) are \[nan"),
        (regression(), "'y' holds the value .* numeric target, and combining regressions is not"),
        (counts(), "'y' holds 50 numbers; this is a numeric target"),
        (pd.DataFrame({"m": ["a", "b"] * 20, "y": ["a"] * 40}), "'y' has one class"),
        (
            pd.DataFrame({"m": ["c", "d"] * 20, "y": ["a", "b"] * 20}),
            r"no column that predicts a class of 'y' \(\['a', 'b'\]\)",
        ),
        (
            pd.DataFrame({"m": [0, 1] * 20, "n": [3.5, 2.25] * 20}),
            "No column looks like the true label",
        ),
        (
            pd.DataFrame(
                {"m": ["a", "b"] * 20, "part": ["train", "test"] * 20, "y": ["a", "b"] * 20}
            ),
            "A row's part is 'train'; allowed are weighting and test",
        ),
        (
            pd.DataFrame({"part": ["weighting", "test"] * 9, "group": [1, 2] * 9}),
            "No column looks like the true label",
        ),
        (
            pd.DataFrame({"m": ["a", "b"] * 20, "group": ["", "g"] * 20, "y": ["a", "b"] * 20}),
            "Column 'group' is empty in 20 rows",
        ),
        (
            pd.DataFrame({"m": [f"c{i % 101}" for i in range(303)]}).assign(y=lambda t: t["m"]),
            "'y' has 101 classes; at most 100",
        ),
    ],
)
def test_bad_tables_are_refused_with_their_reason(frame, message):
    with pytest.raises(InputError, match=message):
        read_votes(answers.csv(frame))


def test_the_row_of_a_wrong_sum_is_that_of_the_file():
    frame = wrong_sum()
    frame.loc[0, "label"] = None
    with pytest.raises(InputError, match=r"in row 3 \(row 1 is the first\) sum to"):
        read_votes(answers.csv(frame))


@pytest.mark.parametrize("content", [b"", b"\x00\x01\x02", b"%PDF-1.4", b"a\n1\n2\n"])
def test_what_is_no_table_is_refused_by_the_reader_of_tables(content):
    with pytest.raises(InputError):
        read_votes(content)


def numbers_of_models(make, seed=0):
    """Two models whose numbers speak for the true class yes, and the true labels."""
    rng = np.random.default_rng(seed)
    truth = rng.integers(0, 2, 60)
    columns = {m: make(np.clip(0.5 * truth + 0.5 * rng.random(60), 0.01, 0.99)) for m in ("a", "b")}
    return pd.DataFrame(columns | {"y": np.where(truth == 1, "yes", "no")})


@pytest.mark.parametrize(
    ("make", "hint"),
    [
        (lambda p: (100 * p).round().astype(int), r"per cents of 'yes', write 45% or 0\.45 for 45"),
        (lambda p: (100 * p).round(1), r"per cents of 'yes', write 45% or 0\.45 for 45"),
        (lambda p: np.log(p / (1 - p)).round(3), "scores such as log odds, turn them into prob"),
        (lambda p: np.where(p > 0.5, "correct", "wrong"), "whether a model is right, not which"),
    ],
)
def test_numbers_and_marks_are_refused_with_how_to_write_them(make, hint):
    with pytest.raises(InputError, match=hint):
        read_votes(answers.csv(numbers_of_models(make)))


def test_marks_without_a_true_label_are_refused_as_such():
    frame = numbers_of_models(lambda p: (p > 0.5).astype(int)).drop(columns="y")
    with pytest.raises(InputError, match="'a_correct' seems to say whether a model is right"):
        read_votes(answers.csv(frame.rename(columns="{}_correct".format)))


@pytest.mark.parametrize("name", ["confidence", "max_prob", "certainty"])
@pytest.mark.parametrize("first", [True, False])
def test_a_certainty_that_keeps_models_from_being_read_is_named(name, first):
    rng = np.random.default_rng(0)
    truth = rng.integers(0, 2, 100)
    shares = np.clip(rng.normal(0.3 + 0.4 * truth[:, None], 0.2, (100, 3)), 0.01, 0.99).round(3)
    frame = pd.DataFrame(shares, columns=["lgb", "xgb", "nn"])
    frame.insert(0 if first else 3, name, np.maximum(shares, 1 - shares).max(axis=1).round(3))
    frame["target"] = truth
    with pytest.raises(InputError, match=f"Column 'lgb' of .* Column '{name}' says by its name"):
        read_votes(frame.to_csv(index=False).encode())
    read = read_votes(frame.drop(columns=name).to_csv(index=False).encode())
    assert read.models == ("lgb", "xgb", "nn")
