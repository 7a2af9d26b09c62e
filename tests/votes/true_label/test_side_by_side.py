"""Tables of several models side by side, each with its own true label or names of the cases."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest

from l2dwk_core.common.errors import InputError
from l2dwk_core.votes.read import read_votes
from tests.votes import answers

N = 120
NAMES = [
    ("y_true", "y_pred", "y_true.1", "y_pred.1"),
    ("y_true", "y_pred", "y_true", "y_pred"),
    ("label", "pred", "label_2", "pred_2"),
    ("y_true", "rf", "y_true.1", "svm"),
    ("label", "rf", "label", "svm"),
    ("y_true", "rf", "y_true_2", "svm"),
    ("actual", "predicted_rf", "actual_svm", "predicted_svm"),
    ("actual_rf", "predicted_rf", "actual_svm", "predicted_svm"),
    ("rf_y_true", "rf_y_pred", "svm_y_true", "svm_y_pred"),
    ("y_true_rf", "y_pred_rf", "y_true_svm", "y_pred_svm"),
    ("target_x", "rf", "target_y", "svm"),
]
CLASSES = {"words": ["no", "yes"], "numbers": ["0", "1"], "three": ["a", "b", "c"]}


def two_models(classes, seed=0):
    """True labels (N,) and the predictions of two models, right in about 85 % of the rows."""
    rng = np.random.default_rng(seed)
    truth = rng.choice(classes, N)
    said = [np.where(rng.random(N) < 0.8, truth, rng.choice(classes, N)) for _ in range(2)]
    return truth, said


def table(names, columns):
    """The bytes of a CSV file in which names may come again."""
    frame = pd.DataFrame(np.column_stack(columns))
    return frame.to_csv(index=False, header=list(names)).encode()


@pytest.mark.parametrize("names", NAMES, ids="-".join)
@pytest.mark.parametrize("classes", CLASSES.values(), ids=CLASSES)
def test_true_labels_of_each_model_that_are_equal_are_one(names, classes):
    truth, (one, other) = two_models(classes)
    read = read_votes(table(names, [truth, one, truth, other]))
    assert read.labels.tolist() == truth.tolist()
    assert read.predictions.tolist() == np.column_stack([one, other]).tolist()
    assert any("the same true label" in note for note in read.notes)


@pytest.mark.parametrize("names", NAMES, ids="-".join)
@pytest.mark.parametrize("classes", CLASSES.values(), ids=CLASSES)
def test_true_labels_of_each_model_in_another_order_are_refused(names, classes):
    truth, (one, other) = two_models(classes)
    order = np.random.default_rng(1).permutation(N)
    differ = int((truth != truth[order]).sum())
    with pytest.raises(InputError, match=rf"the same true label.* {differ} of {N} rows.*Join"):
        read_votes(table(names, [truth, one, truth[order], other[order]]))


def test_cells_that_are_empty_in_one_true_label_are_filled_from_the_other():
    truth, (one, other) = two_models(CLASSES["three"])
    first, second = truth.copy(), truth.copy()
    first[:30], one[:30], second[90:], other[90:] = "", "", "", ""
    read = read_votes(table(NAMES[9], [first, one, second, other]))
    assert read.labels.tolist() == truth.tolist()
    assert read.available.sum(axis=0).tolist() == [90, 90]


@pytest.mark.parametrize(
    "names", [("id", "id.1"), ("PassengerId", "PassengerId"), ("image_rf", "image_svm")]
)
@pytest.mark.parametrize("form", ["{}", "img{:04d}.png"])
def test_names_of_the_cases_in_another_order_are_refused(names, form):
    truth, (one, other) = two_models(CLASSES["words"])
    cases = np.array([form.format(number) for number in range(1, N + 1)])
    order = np.argsort(np.arange(1, N + 1).astype(str))
    if form != "{}":
        order = np.random.default_rng(2).permutation(N)
    columns = (names[0], "y_true", "pred_rf", names[1], "pred_svm")
    moved = [cases, truth, one, cases[order], other[order]]
    with pytest.raises(InputError, match=r"the same name of the cases, but differ in .* of 120"):
        read_votes(table(columns, moved))
    same = read_votes(table(columns, [cases, truth, one, cases, other]))
    assert same.models == ("pred_rf", "pred_svm")


def test_pairs_of_cases_and_several_readers_are_no_tables_side_by_side():
    truth, (one, other) = two_models(CLASSES["words"])
    cases = np.array([f"img{number:04d}" for number in range(N)])
    order = np.random.default_rng(3).permutation(N)
    pairs = read_votes(
        table(("image_1", "image_2", "same", "pred_rf", "pred_svm"),
              [cases, cases[order], truth, one, other])
    )  # fmt: skip
    assert pairs.models == ("pred_rf", "pred_svm")
    readers = read_votes(table(("label", "label_1", "label_2"), [truth, one, other]))
    assert readers.models == ("label_1", "label_2")


def test_true_labels_of_two_targets_are_refused_as_such():
    truth, (one, _) = two_models(CLASSES["words"])
    sick, (other, _) = two_models(CLASSES["words"], seed=5)
    names = ("sex_true", "sex_pred", "ill_true", "ill_pred")
    with pytest.raises(InputError, match="several targets"):
        read_votes(table(names, [truth, one, sick, other]))


def test_a_true_label_of_each_class_is_not_taken_for_those_of_models():
    truth, (one, other) = two_models(["cat", "dog"])
    frame = pd.DataFrame(
        {
            **{f"true_{c}": (truth == c).astype(int) for c in ("cat", "dog")},
            "rf": one,
            "svm": other,
        }
    )
    assert read_votes(answers.csv(frame)).labels.tolist() == truth.tolist()
