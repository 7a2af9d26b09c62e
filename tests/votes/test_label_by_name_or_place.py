"""The column of true labels is found by its usual name, else by its place."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest

from l2dwk_core.common.errors import InputError
from l2dwk_core.datasets.tables.roles import CLASS_NAMES
from l2dwk_core.votes.read import read_votes
from tests.votes import answers
from tests.votes.made_tables import long_table, notes_of, numbered


@pytest.mark.parametrize("name", ["y", "True", "target", "Class", "truth", "y_true", "true label"])
def test_a_label_by_its_name(name):
    frame = answers.table().rename(columns={"label": name})
    frame = frame[[name, *answers.MODELS]]
    assert read_votes(answers.csv(frame)).models == answers.MODELS


@pytest.mark.parametrize("name", CLASS_NAMES)
def test_a_usual_name_of_a_class_in_a_table_is_one_in_votes_too(name):
    frame = answers.table()[["label", *answers.MODELS]]
    read = read_votes(answers.csv(frame.rename(columns={"label": name.title()})))
    assert read.models == answers.MODELS
    np.testing.assert_array_equal(read.labels, answers.labels())


@pytest.mark.parametrize(("place", "where"), [(3, "last"), (0, "first")])
def test_a_label_by_its_place(place, where):
    frame = answers.table().rename(columns={"label": "flower"})
    columns = list(answers.MODELS)
    columns.insert(place, "flower")
    frame = frame[columns]
    if place == 0:  # behind it a column that cannot be meant
        frame = frame.assign(length=np.linspace(4, 8, 150))
    read = read_votes(answers.csv(frame))
    assert read.models == answers.MODELS
    assert f"'flower', the {where} one" in notes_of(read)


def test_the_label_can_be_named():
    read = read_votes(answers.csv(answers.table()), target="bayes")
    np.testing.assert_array_equal(read.labels, answers.predictions()[:, 0])
    assert read.models == ("stump", "neighbours", "label")
    with pytest.raises(InputError, match="Unknown column 'bays'"):
        read_votes(answers.csv(answers.table()), target="bays")


@pytest.mark.parametrize(
    ("names", "truth"),
    [(("label", "y_true"), "y_true"), (("class", "gold"), "gold"), (("y", "actual"), "actual"),
     (("target", "ground truth"), "ground truth"), (("pred", "obs"), "obs"),
     (("label", "y"), "label"), (("label", "expected"), "expected"),
     (("label", "corrected_label"), "corrected_label"),
     (("label", "trueLabel"), "trueLabel"), (("Class", "Gold-Standard"), "Gold-Standard"),
     (("reference", "label"), "label")],
)  # fmt: skip
def test_the_strongest_name_is_the_true_label(names, truth):
    frame = numbered()[["svm", "y", "rf"]].set_axis([*names, "rf"], axis=1)
    read = read_votes(answers.csv(frame))
    (other,) = [name for name in names if name != truth]
    assert f"The true label is column {truth!r}" in notes_of(read)
    assert read.models == tuple(name for name in frame.columns if name != truth)
    if other != "pred":
        assert f"Column {other!r} has a usual name of true labels too" in notes_of(read)


@pytest.mark.parametrize("name", ["pred", "Prediction", "svm_predicted", "fold"])
def test_predictions_are_never_the_true_label_by_their_place(name):
    frame = numbered()[["y", "rf", "svm"]].set_axis(["animal", "rf", name], axis=1)
    assert "column 'animal', the first one" in notes_of(read_votes(answers.csv(frame)))
    frame = frame.rename(columns={"animal": "nn_pred"})
    with pytest.raises(InputError, match="No column looks like the true label"):
        read_votes(answers.csv(frame))


def test_a_column_of_models_is_never_the_true_label_by_its_place():
    frame = long_table()[["who", "pred"]].rename(columns={"who": "model"})
    with pytest.raises(InputError, match="No column looks like the true label"):
        read_votes(answers.csv(frame))


def scored(columns):
    """Texts with a label and its score, as pipelines of language models write them."""
    frame = numbered()
    texts = [f"text number {i}" for i in range(60)]
    scores = 0.5 + np.arange(60) / 128
    return pd.DataFrame({"text": texts, **columns(frame), "score": scores})


def test_a_label_with_a_score_is_the_prediction_beside_what_is_expected():
    words = np.array(["neg", "pos"])
    for name in ("expected", "gold", "true"):
        frame = scored(lambda f, name=name: {name: words[f["y"]], "label": words[f["svm"]]})
        read = read_votes(answers.csv(frame))
        assert read.models == ("label",)
        assert f"The true label is column {name!r}, by its name" in notes_of(read)
        assert "Column 'label' has a usual name of true labels too" in notes_of(read)
    frame = scored(lambda f: {"human": words[f["y"]], "label": words[f["svm"]]})
    read = read_votes(answers.csv(frame))
    assert read.models == ("human",)
    assert "'label' may be the predicted label: if so, name 'human' as the target" in notes_of(read)
    assert read_votes(answers.csv(frame), target="human").models == ("label",)
    frame = frame.rename(columns={"human": "predicted"})
    assert "may be the predicted" not in notes_of(read_votes(answers.csv(frame)))


@pytest.mark.parametrize(
    ("beside", "said"),
    [
        ({}, "the only one of words."),
        ({"age": np.arange(60) % 40 + 20}, "the only one of words."),
        ({"sex": ["m", "f"] * 30}, "whose name and values can be those of the true label."),
        ({"split": ["val", "test"] * 30}, "whose name and values can be those of the true label."),
        (
            {"note": [f"seen on day {i}" for i in range(60)]},
            "whose name and values can be those of the true label.",
        ),
    ],
)
def test_words_beside_probabilities_are_said_to_be_the_only_ones_where_they_are(beside, said):
    truth = numbered()["y"].to_numpy()
    shares = [np.clip(truth * 0.3 + step, 0, 1) for step in (np.arange(60) / 90, np.sqrt(0.01))]
    course = np.array(["recurrent", "stable"])[truth]
    models = {"rf": shares[0], "svm": shares[1] + np.arange(60) / 100}
    read = read_votes(answers.csv(pd.DataFrame({**beside, "course": course, **models})))
    (note,) = [line for line in read.notes if line.startswith("The true label is")]
    assert note.startswith("The true label is column 'course', the only one of words")
    assert note.endswith(said)


@pytest.mark.parametrize("models", [("pred_lr", "pred_rf", "pred_svm"), ("lr", "rf", "svm")])
@pytest.mark.parametrize("property_name", ["status", "outcome", "result"])
def test_a_property_called_as_a_truth_is_none_where_the_models_predict_another(
    models, property_name
):
    rng = np.random.default_rng(3)
    relapse = rng.integers(0, 2, 120)
    other = np.where(rng.random(120) < 0.6, relapse, 1 - relapse)
    predicted = {m: np.where(rng.random(120) < 0.9, relapse, 1 - relapse) for m in models}
    frame = pd.DataFrame({"age": rng.integers(30, 80, 120), property_name: other, "meno": relapse})
    content = answers.csv(frame.assign(**predicted))
    with pytest.raises(InputError, match=f"'meno' and '{property_name}' may be the true label"):
        read_votes(content)
    votes = read_votes(content, target="meno")
    np.testing.assert_array_equal(votes.labels, relapse.astype(str))
    # Where the models predict that column, its name tells it.
    swapped = answers.csv(frame.assign(meno=other, **{property_name: relapse}).assign(**predicted))
    np.testing.assert_array_equal(read_votes(swapped).labels, relapse.astype(str))
