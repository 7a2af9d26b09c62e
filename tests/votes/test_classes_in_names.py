"""Names that end with different classes, and columns of one model beside its prediction."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest

from l2dwk_core.common.errors import InputError
from l2dwk_core.votes.dataset import votes_dataset
from l2dwk_core.votes.read import read_votes
from tests.votes import answers
from tests.votes.made_tables import notes_of


def made(classes=("no", "yes"), n=80, seed=3):
    """True labels, and (n, 3) the probabilities of the second class."""
    rng = np.random.default_rng(seed)
    codes = rng.integers(0, 2, n)
    numbers = (0.4 * codes[:, None] + 0.6 * rng.random((n, 3))).round(3)
    return np.array(classes)[codes], numbers


@pytest.mark.parametrize("classes", [("no", "yes"), ("0", "1"), ("benign", "malignant")])
@pytest.mark.parametrize("form", ["{}_{}", "{}: {}", "prob_{1}_{0}"])
def test_each_name_ends_with_its_own_class(classes, form):
    truth, numbers = made(classes)
    first, second = classes
    columns = {
        form.format("svm", second): numbers[:, 0],
        form.format("nb", first): (1 - numbers[:, 1]).round(3),
        form.format("rf", second): numbers[:, 2],
    }
    frame = pd.DataFrame({"y": truth, **columns})
    for table in (frame, frame[frame.columns[::-1]]):
        read = read_votes(answers.csv(table))
        order = [read.models.index(model) for model in ("svm", "nb", "rf")]
        np.testing.assert_allclose(read.probabilities[:, order, 1], numbers, atol=1e-6)
        assert "read as the probability of the class that its name says" in notes_of(read)
    # A name without a class leaves it open.
    frame = frame.rename(columns={frame.columns[1]: "knn"})
    if classes != ("0", "1"):
        with pytest.raises(InputError, match="holds fractions, but"):
            read_votes(answers.csv(frame))


def test_numbers_at_the_end_that_count_the_models_are_no_classes():
    truth, numbers = made(("0", "1"))
    frame = pd.DataFrame({"y": truth, "svm_0": numbers[:, 0], "nb_1": numbers[:, 1]})
    read = read_votes(answers.csv(frame))
    assert read.models == ("svm_0", "nb_1")
    np.testing.assert_allclose(read.probabilities[:, :, 1], numbers[:, :2], atol=1e-6)


def test_labels_under_such_names_are_labels():
    truth, numbers = made()
    said = np.where(numbers > 0.5, "yes", "no")
    frame = pd.DataFrame({"y": truth, "svm_yes": said[:, 0], "nb_no": said[:, 1]})
    read = read_votes(answers.csv(frame))
    assert read.models == ("svm_yes", "nb_no") and read.probabilities is None
    assert (read.predictions == said[:, :2]).all()


def test_marks_of_0_and_1_under_such_names_say_the_class():
    truth, numbers = made()
    says_yes = numbers > 0.5
    marks = {"svm_yes": says_yes[:, 0].astype(int), "nb_no": (~says_yes[:, 1]).astype(int)}
    read = read_votes(answers.csv(pd.DataFrame({"y": truth, **marks})))
    assert read.models == ("svm", "nb")
    assert (read.predictions == np.where(says_yes, "yes", "no")[:, :2]).all()


OF_ONE_MODEL = [
    ("p0", "p1", "predict"), ("prob_0", "prob_1", "pred"), ("c0", "c1", "predicted"),
    ("proba_0", "proba_1", "y_pred"), ("p_no", "p_yes", "prediction"), ("no", "yes", "pred"),
    ("P(0)", "P(1)", "label_pred"), ("Class0", "Class1", "Predicted"), ("score0", "score1", "pred"),
]  # fmt: skip


def of_one_model(names, classes, share):
    """Columns of both probabilities and of the prediction, and the predictions."""
    said = np.array(classes)[(share > 0.5).astype(int)]
    columns = ((1 - share).round(3), share, said)
    return pd.DataFrame(dict(zip(names, columns, strict=True))), said


@pytest.mark.parametrize("names", OF_ONE_MODEL)
@pytest.mark.parametrize("classes", [("0", "1"), ("no", "yes"), ("False", "True")])
def test_probabilities_of_both_classes_and_the_prediction_are_one_model(names, classes):
    truth, numbers = made(classes)
    frame, said = of_one_model(names, classes, numbers[:, 0])
    frame["y"] = truth
    for table in (frame, frame[frame.columns[::-1]]):
        read = read_votes(answers.csv(table))
        assert read.n_models == 1
        assert (read.predictions[:, 0] == said).all()
        assert any(note.startswith("There is one model") for note in votes_dataset(read).notes)


@pytest.mark.parametrize("names", OF_ONE_MODEL)
@pytest.mark.parametrize("classes", [("0", "1"), ("no", "yes")])
def test_of_a_model_that_is_always_certain_they_are_one_model_or_refused(names, classes):
    truth, numbers = made(classes)
    frame, _ = of_one_model(names, classes, numbers[:, 0].round().astype(int))
    try:
        assert read_votes(answers.csv(frame.assign(y=truth))).n_models == 1
    except InputError:
        with pytest.raises(InputError, match="they are one model's probabilities"):
            read_votes(answers.csv(frame.assign(y=truth)))


def test_labels_beside_probabilities_of_another_model_are_still_refused():
    truth, numbers = made()
    frame = pd.DataFrame({"p0": (1 - numbers[:, 0]).round(3), "p1": numbers[:, 0]})
    frame["svm"], frame["y"] = truth[::-1], truth
    with pytest.raises(InputError, match="holds fractions, but"):
        read_votes(answers.csv(frame))
