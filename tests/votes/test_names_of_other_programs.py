"""Columns of probabilities are found under the names that other programs give them."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest

from l2dwk_core.common.errors import InputError
from l2dwk_core.votes.read import read_votes
from tests.votes import answers

MODELS = ("rf", "svm")


def made(names, classes, n=60, seed=0):
    """A table of the probabilities of two models; *names* gives the name of a column from the
    model and the class. Also (n, 2, C) the probabilities."""
    rng = np.random.default_rng(seed)
    codes = rng.integers(0, len(classes), n)
    proba = rng.dirichlet(np.ones(len(classes)), (n, 2)).round(4)
    proba[:, :, -1] = 1 - proba[:, :, :-1].sum(axis=2)
    frame = pd.DataFrame(
        {
            names(model, label): proba[:, j, c]
            for j, model in enumerate(MODELS)
            for c, label in enumerate(classes)
        }
    )
    return frame.assign(truth=np.array(classes)[codes]), proba


def check(read, models, classes, proba):
    assert read.models == models
    assert read.classes.tolist() == sorted(classes)
    order = np.argsort(classes)
    np.testing.assert_allclose(read.probabilities, proba[:, :, order], atol=1e-5)


SPECIES = ["setosa", "versicolor", "virginica"]


@pytest.mark.parametrize(
    ("form", "model"),
    [
        ("{model} ({label})", "{model}"),
        ("Random Forest {model} ({label})", "Random Forest {model}"),
        ("P (Species={label}) ({model})", "P (Species) ({model})"),
        ("confidence_{model}({label})", "confidence_{model}"),
        ("{model}[{label}]", "{model}"),
        ('{model} Scored Probabilities for Class "{label}"', "{model} Scored Probabilities"),
        ("{model}_{label}_prob", "{model}"),
        ("{model}.{label} probability", "{model}"),
        ("{label}_{model}", "{model}"),
        ("{label}: {model}", "{model}"),
    ],
    ids=lambda one: one.format(model="m", label="c"),
)
@pytest.mark.parametrize("classes", [SPECIES, ["0", "1"], ["Iris-setosa", "Iris-virginica"]])
def test_classes_under_names_of_other_programs(form, model, classes):
    frame, proba = made(lambda m, c: form.format(model=m, label=c), classes)
    read = read_votes(answers.csv(frame))
    check(read, tuple(model.format(model=m) for m in MODELS), classes, proba)
    (note,) = [note for note in read.notes if "in another way" in note]
    assert f"{form.format(model='rf', label=classes[0])!r} is read as" in note


@pytest.mark.parametrize("form", ["{}_class{}", "{} cls{}", "{}.Class{}"])
@pytest.mark.parametrize("classes", [["0", "1"], ["0", "1", "2"], ["1", "2", "3"]])
def test_the_word_class_before_the_number_of_the_class(form, classes):
    frame, proba = made(form.format, classes)
    check(read_votes(answers.csv(frame)), MODELS, classes, proba)


def test_the_second_of_two_equal_names_in_knime():
    frame, proba = made(lambda m, c: f"P (Species={c})" + (" (#1)" if m == "svm" else ""), SPECIES)
    read = read_votes(answers.csv(frame))
    check(read, ("P (Species)", "P (Species) (#1)"), SPECIES, proba)


@pytest.mark.parametrize("classes", [["0", "1"], ["0", "1", "2"], ["1", "2"]])
@pytest.mark.parametrize("form", ["{}_p{}", "{}.p{}", "{} P{}", "{}_prob{}"])
def test_h2o_with_the_predicted_labels_beside(form, classes):
    frame, proba = made(form.format, classes)
    for predicted in (["rf_predict"], ["rf_predict", "svm_predict"]):
        labels = {name: frame["truth"][::-1].to_numpy() for name in predicted}
        read = read_votes(answers.csv(frame.assign(**labels)))
        check(read, MODELS, classes, proba)
        said = [note for note in read.notes if "is left out: it has predicted labels" in note]
        assert len(said) == len(predicted)


@pytest.mark.parametrize("classes", [["0", "1"], SPECIES])
def test_predicted_labels_and_other_numbers_beside_probabilities_are_left_out(classes):
    frame, proba = made("{}_{}".format, classes)
    frame["rf_pred"] = frame["truth"][::-1].to_numpy()
    frame["scaled_age"] = np.linspace(0, 1, 60)
    frame["rf_maxprob"] = proba[:, 0].max(axis=1)
    read = read_votes(answers.csv(frame))
    check(read, MODELS, classes, proba)
    for name in ("rf_pred", "scaled_age", "rf_maxprob"):
        assert any(f"Column {name!r} is left out" in note for note in read.notes)
    assert any("it holds fractions, but there is no such column" in note for note in read.notes)


@pytest.mark.parametrize(
    ("classes", "written"),
    [
        (["Iris-setosa", "Iris-virginica"], ["Iris.setosa", "Iris.virginica"]),
        (["0", "1", "2"], ["X0", "X1", "X2"]),
        (["class 1", "class 2"], ["class.1", "class.2"]),
        (["class 1", "class 2"], ["class_1", "class_2"]),
        (["<=50K", ">50K"], ["X..50K", "X.50K"]),
        (["FALSE", "TRUE"], ["FALSE.", "TRUE."]),
        (["Iris-setosa", "Iris-virginica"], ["iris_setosa", "iris_virginica"]),
    ],
)
@pytest.mark.parametrize("separator", ["_", "."])
def test_names_of_classes_as_r_writes_them(classes, written, separator):
    as_written = dict(zip(classes, written, strict=True))
    frame, proba = made(lambda m, c: m + separator + as_written[c], classes)
    check(read_votes(answers.csv(frame)), MODELS, classes, proba)


def test_a_class_that_two_labels_would_be_is_not_guessed():
    frame, _ = made("{}_{}".format, ["a b", "a-b", "c"])
    frame.columns = [name.replace("a b", "a.b") for name in frame.columns]
    with pytest.raises(InputError, match="no complete probabilities"):
        read_votes(answers.csv(frame))


@pytest.mark.parametrize(
    ("classes", "names"),
    [
        (SPECIES, SPECIES),
        (["0", "1"], ["p0", "p1"]),
        (["0", "1"], ["X0", "X1"]),
        (["Iris-setosa", "Iris-virginica"], ["Iris.setosa", "Iris.virginica"]),
        (SPECIES, [f"P (Species={c})" for c in SPECIES]),
        (SPECIES, [f"P({c})" for c in SPECIES]),
        (SPECIES, [f"{c}_prob" for c in SPECIES]),
        (SPECIES, [f"{c} probability" for c in SPECIES]),
        (SPECIES, [f"P_{c}" for c in SPECIES]),
        (SPECIES, [f'Scored Probabilities for Class "{c}"' for c in SPECIES]),
        (SPECIES, [f".pred_{c}" for c in SPECIES]),
        (SPECIES, [f"prob.{c}" for c in SPECIES]),
    ],
)
def test_probabilities_of_one_model_beside_its_labels(classes, names):
    frame, proba = made("{}_{}".format, classes)
    frame = frame[[f"rf_{c}" for c in classes]].set_axis(names, axis=1).assign(obs=frame["truth"])
    frame.insert(0, "pred", np.array(classes)[proba[:, 0].argmax(axis=1)])
    frame = frame.assign(rowIndex=range(1, 61), Resample=["Fold1", "Fold2"] * 30)
    read = read_votes(answers.csv(frame))
    assert read.n_models == 1
    assert any(note.startswith("Probabilities of 1 model for") for note in read.notes)
    np.testing.assert_allclose(read.probabilities[:, 0], proba[:, 0], atol=1e-5)
    assert any("'pred' is left out: it has predicted labels" in note for note in read.notes)


def test_columns_named_as_the_classes_that_are_no_probabilities_are_not_read_as_such():
    frame, _ = made("{}_{}".format, SPECIES)
    bare = frame[[f"rf_{c}" for c in SPECIES]].set_axis(SPECIES, axis=1).assign(y=frame["truth"])
    with pytest.raises(InputError, match="no complete probabilities"):
        read_votes(answers.csv(bare.assign(setosa=bare["setosa"] / 2)))
    two = bare.assign(rf=bare["y"][::-1].to_numpy(), svm=bare["y"].to_numpy())
    with pytest.raises(InputError, match="no complete probabilities"):
        read_votes(answers.csv(two))


def test_names_of_two_programs_in_one_table():
    frame, proba = made("{}_{}".format, SPECIES)
    mixed = frame.rename(columns={f"rf_{c}": f"rf ({c})" for c in SPECIES})
    check(read_votes(answers.csv(mixed)), MODELS, SPECIES, proba)
    dots = frame.rename(columns={f"rf_{c}": f"rf.{c}" for c in SPECIES})
    check(read_votes(answers.csv(dots)), MODELS, SPECIES, proba)


def test_a_model_whose_names_are_not_understood_is_not_left_out_in_silence():
    frame, _ = made("{}_{}".format, SPECIES)
    frame = frame.rename(columns={f"rf_{c}": f"rf, {c}, share" for c in SPECIES})
    with pytest.raises(InputError, match="no complete probabilities"):
        read_votes(answers.csv(frame))


def test_columns_of_two_files_side_by_side_under_the_same_names():
    frame, proba = made("{}_{}".format, SPECIES)
    frame.columns = [*[f"p_{c}" for c in SPECIES] * 2, "truth"]
    check(read_votes(answers.csv(frame)), ("model", "model 2"), SPECIES, proba)


@pytest.mark.parametrize("form", ["prob.{}", ".pred_{}", "confidence({})", "P({})", "{}"])
def test_columns_without_the_name_of_a_model_are_those_of_a_model(form):
    frame, proba = made("{}_{}".format, SPECIES)
    names = [form.format(c) for c in SPECIES]
    one = frame[[f"rf_{c}" for c in SPECIES]].set_axis(names, axis=1).assign(y=frame["truth"])
    check(read_votes(answers.csv(one)), ("model",), SPECIES, proba[:, :1])
    for again in (names, [f"{name}.1" for name in names]):
        if form == "{}" or again == names:
            two = frame.set_axis([*names, *again, "truth"], axis=1)
            check(read_votes(answers.csv(two)), ("model", "model 2"), SPECIES, proba)


def test_models_of_one_letter_beside_others_keep_their_names():
    frame, proba = made("{}_{}".format, SPECIES)
    names = [f"{m}_{c}" for m in ("p", "q") for c in SPECIES]
    check(read_votes(answers.csv(frame.set_axis([*names, "truth"], axis=1))), ("p", "q"), SPECIES,
          proba)  # fmt: skip


@pytest.mark.parametrize("between", ["", " "])
def test_numbers_that_weka_writes_before_classes(between):
    frame, _ = made("{}_{}".format, SPECIES)
    number = {label: f"{at + 1}:{between}{label}" for at, label in enumerate(SPECIES)}
    plain = frame[["truth"]].assign(predicted=frame["truth"].to_numpy()[::-1])
    read = read_votes(answers.csv(plain.map(number.get)))
    assert read.classes.tolist() == SPECIES
    assert read.labels.tolist() == plain["truth"].tolist()
    assert read.predictions[:, 0].tolist() == plain["predicted"].tolist()
    (note,) = [note for note in read.notes if "numbers in front of classes are left out" in note]
    first = plain["truth"][0]
    assert f"as in {number[first]!r}: the class is {first!r}" in note
    other = plain.map(number.get)
    other["predicted"] = other["predicted"].replace({number["versicolor"]: "4:versicolor"})
    assert number["setosa"] in read_votes(answers.csv(other)).classes.tolist()
