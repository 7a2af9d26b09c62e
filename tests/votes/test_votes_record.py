"""What the record of votes accepts, and how it says what is wrong."""

from __future__ import annotations

import numpy as np
import pytest

from l2dwk_core.common.errors import InputError
from l2dwk_core.votes.votes import Votes

LABELS = np.array(["a", "b", "a", "c"])
PREDICTIONS = np.array([["a", "b"], ["b", "b"], ["b", "a"], ["c", "a"]])
EVEN = np.full((4, 2, 3), 1 / 3)


def votes(**changes):
    given = {"name": "v", "models": ("m", "n"), "predictions": PREDICTIONS, "labels": LABELS}
    return Votes(**(given | changes))


def test_classes_are_the_labels_and_what_is_predicted():
    made = votes(labels=["a", "b", "a", "a"])
    assert made.classes.tolist() == ["a", "b", "c"]
    assert (made.n_rows, made.n_models) == (4, 2)
    assert made.available is None and made.probabilities is None


def test_a_class_that_never_occurs_is_kept():
    assert votes(classes=["a", "b", "c", "d"]).classes.tolist() == ["a", "b", "c", "d"]


def test_a_missing_vote_brings_no_class():
    mask = np.array([[True, True], [True, True], [True, True], [False, True]])
    made = votes(labels=["a", "b", "a", "a"], available=mask)
    assert made.classes.tolist() == ["a", "b"]


def test_probabilities_become_float32_and_need_not_agree_with_predictions():
    made = votes(probabilities=EVEN)
    assert made.probabilities.dtype == np.float32
    assert made.predictions[3, 0] == "c"


def test_probabilities_of_a_missing_vote_are_not_looked_at():
    mask = np.ones((4, 2), dtype=bool)
    mask[1, 0] = False
    proba = EVEN.copy()
    proba[1, 0] = np.nan
    assert votes(probabilities=proba, available=mask).available[1].tolist() == [False, True]
    with pytest.raises(InputError, match=r"model 'm' in row 2 \(row 1 is the first\) sum to nan"):
        votes(probabilities=proba)


def test_a_mask_that_hides_nothing_is_none():
    assert votes(available=np.ones((4, 2), dtype=bool)).available is None


def test_codes_are_positions_in_the_classes():
    made = votes(classes=["_", "a", "b", "c"])
    np.testing.assert_array_equal(made.classes[made.codes], PREDICTIONS)
    np.testing.assert_array_equal(made.classes[made.label_codes], LABELS)


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"predictions": LABELS}, r"Predictions have shape \(4,\); needed is rows × models"),
        ({"predictions": PREDICTIONS[:, :0]}, r"Predictions have shape \(4, 0\)"),
        ({"predictions": np.empty((0, 2), dtype=int), "labels": []}, r"shape \(0, 2\)"),
        ({"labels": LABELS[:3]}, r"Labels have shape \(3,\), .* for 4 rows; give one label per"),
        ({"labels": [0, 1, 0, 2]}, "so none would ever be right; use one type"),
        ({"labels": ["a", None, "a", "c"]}, "1 of 4 labels is missing"),
        ({"predictions": np.full((4, 2), 0.5), "labels": [0, 1, 0, 2]}, "hold the value 0.5"),
        ({"models": ("m",)}, "1 name but predictions of 2 models"),
        ({"models": ("m", "m")}, "'m' is the name of 2 models"),
        ({"models": ("m", "")}, "give each model a name of its own"),
        ({"models": "mn"}, "models is 'mn'"),
        ({"classes": ["a", "b"]}, "'c' is a label or a prediction, but not one of the classes"),
        ({"classes": ["c", "b", "a"]}, "give each once, in ascending order"),
        (
            {"predictions": np.full((4, 2), "a"), "labels": ["a"] * 4},
            "There is 1 class; needed are 2",
        ),
        ({"probabilities": EVEN[:, :, :2]}, r"Probabilities have shape \(4, 2, 2\)"),
        ({"probabilities": EVEN.astype(str)}, "needed are real numbers"),
        (
            {"probabilities": 2 * EVEN},
            r"Probabilities of model 'm' in row 1 \(row 1 is the first\) sum to 2",
        ),
        ({"probabilities": EVEN + np.array([0.5, -0.5, 0])}, "smallest -0.166667"),
        ({"available": np.ones((4, 2))}, "available has shape .* and type float64"),
        ({"available": np.ones((4, 1), dtype=bool)}, r"available has shape \(4, 1\)"),
        ({"available": np.array([[True, False]] * 4)}, r"1 model \(first number 1\) never voted"),
        ({"part": ["test"] * 3}, r"Parts have shape \(3,\)"),
        ({"part": ["test", "train", "test", "test"]}, "'train'; allowed are weighting and test"),
        ({"part": ["test"] * 4}, "No row's part is 'weighting'"),
        ({"group": [1, 2, 3]}, r"Groups have shape \(3,\)"),
        ({"group": [1, 2, 0.5, 4]}, "hold the value 0.5; give the groups as text or whole numbers"),
        ({"group": ["g", "", "h", ""]}, r"Groups: 2 of 4 are empty \(first in row 2; row 1 is"),
        ({"labels": ["a", "b", "", "c"]}, r"Labels: 1 of 4 are empty \(first in row 3; row 1 is"),
    ],
)
def test_what_does_not_fit_is_refused_with_its_reason(changes, message):
    with pytest.raises(InputError, match=message):
        votes(**changes)
