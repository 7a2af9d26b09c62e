"""Classes that are written in two ways are the same where that is meant, and else named."""

from __future__ import annotations

import io

import numpy as np
import pandas as pd
import pytest

from l2dwk_core.common.errors import InputError
from l2dwk_core.votes.findings import findings
from l2dwk_core.votes.read import read_votes
from tests.votes import answers
from tests.votes.made_tables import cases, notes_of, numbered


def test_classes_in_per_cent_stay_texts():
    truth = ["10%", "20%"] * 20
    frame = pd.DataFrame({"a": truth, "b": truth[::-1], "humid": ["45%", "7%"] * 20, "y": truth})
    read = read_votes(answers.csv(frame))
    assert read.models == ("a", "b")
    assert read.classes.tolist() == ["10%", "20%"]


def test_numbers_with_missing_votes_written_as_fractions_are_the_same_classes():
    rng = np.random.default_rng(0)
    truth = rng.integers(0, 3, 60)
    frame = pd.DataFrame({"a": truth, "b": rng.integers(0, 3, 60).astype(float), "y": truth})
    frame.loc[5, "b"] = np.nan  # pandas then writes 1.0 for 1
    read = read_votes(answers.csv(frame))
    assert read.classes.tolist() == ["0", "1", "2"]
    assert read.predictions[0, 1] == str(int(frame.loc[0, "b"]))


@pytest.mark.parametrize(
    "classes",
    [("01", "1", "2"), ("9007199254740993", "9007199254740992", "5")],
    ids=["leading zero", "beyond 2**53"],
)
def test_whole_numbers_that_are_different_classes_are_not_made_equal(classes):
    truth = list(classes) * 20
    odd = ["2.0", *truth[1:]]  # so that the spelling of numbers is compared
    read = read_votes(answers.csv(pd.DataFrame({"a": truth, "b": odd, "y": truth})))
    assert set(read.classes) == {*classes, "2.0"}
    assert read.predictions[:, 0].tolist() == truth
    assert read.labels.tolist() == truth


def test_classes_keep_their_spelling_beside_numbers_that_are_no_classes():
    truth = ["01", "02"] * 20
    frame = pd.DataFrame({"a": truth, "age": np.arange(40) // 2 + 20, "y": truth})
    assert read_votes(answers.csv(frame)).classes.tolist() == ["01", "02"]


def test_a_true_label_that_is_written_in_two_ways_is_one_class():
    frame = pd.DataFrame({"a": ["1", "2"] * 20, "y": ["1", "2", "1.0", "2.0"] * 10})
    read = read_votes(answers.csv(frame))
    assert read.classes.tolist() == ["1", "2"]
    assert (read.predictions[:, 0] == read.labels).all()


def test_codes_written_as_numbers_by_one_model_are_the_same_classes():
    truth = ["01", "02", "10"] * 20
    frame = pd.DataFrame({"a": truth, "b": [str(int(code)) for code in truth], "y": truth})
    read = read_votes(answers.csv(frame))
    assert read.classes.tolist() == ["01", "02", "10"]
    assert (read.predictions == read.labels[:, None]).all()


LABELS = [
    *[("0", "<30", ">30"), ("0", "<1", ">1"), ("0", "1", "2", "3", ">3"), ("<1", "1", "2", ">2")],
    *[("<10", "10", "20", ">20"), ("0", "1", "2", ">=2"), ("0", "2", "≥2"), ("1", "2", "~2")],
    *[("1", "2", "2*"), ("1", "1†", "2"), ("1", "2", "2 (a)"), ("1", "100", "1e2")],
]


@pytest.mark.parametrize("labels", LABELS, ids=" ".join)
@pytest.mark.parametrize("excel", [False, True])
def test_labels_with_a_bound_or_a_mark_are_classes_of_their_own(labels, excel):
    rng = np.random.default_rng(4)
    truth = np.array([*labels] * 12)
    frame = pd.DataFrame({"id": np.arange(len(truth))})
    for reader in ("R1", "R2", "R3"):
        said = rng.choice(labels, len(truth))
        frame[reader] = np.where(rng.random(len(truth)) < 0.7, truth, said)
    frame["truth"] = truth
    file = io.BytesIO()
    if excel:
        frame.to_excel(file, index=False)
    read = read_votes(file.getvalue() if excel else answers.csv(frame), name="v")
    assert set(read.classes) == set(labels)
    assert read.labels.tolist() == truth.tolist()
    assert (read.predictions == frame[["R1", "R2", "R3"]].to_numpy()).all()


@pytest.mark.parametrize("marked", ["2*", ">2", "2†", "2 (a)", "2e0"])
def test_a_mark_of_one_model_alone_is_kept_and_named(marked):
    truth = ["01", "02"] * 30
    marks = [marked, *truth[1:9], marked, *truth[10:]]
    whole = [f"{int(label)}.0" for label in truth]  # so that numbers are written in several ways
    read = read_votes(cases(truth, marks, whole))
    assert set(read.labels) == {"01", "02"}
    assert (read.predictions[:, 1] == read.labels).all()
    assert np.flatnonzero(read.predictions[:, 0] != read.labels).tolist() == [0, 9]
    assert read.predictions[0, 0] == marked
    assert any(f"'{marked}' is predicted but no row's true label" in f for f in findings(read))


@pytest.mark.parametrize(
    ("truth", "predicted"),
    [(["no", "perhaps", "yes"], ["0", "1", "2"]), (["yes", "no"], ["1", "0"]),
     (["1", "0"], ["yes", "no"])],
)  # fmt: skip
def test_predictions_that_are_written_in_another_way_than_the_labels_show_both(truth, predicted):
    rows = [i * 7 % 5 % len(truth) for i in range(60)]
    written = [predicted[i] for i in rows]
    with pytest.raises(InputError) as found:
        read_votes(cases([truth[i] for i in rows], written, written[::-1]))
    said = str(found.value)
    labels, given = said.split(", but 'm0' holds ")
    assert all(f"'{word}'" in labels for word in truth)
    assert all(f"'{word}'" in given for word in predicted)
    part = cases([truth[i] for i in rows], written, [truth[i] for i in rows])
    (note,) = [one for one in read_votes(part).notes if "'m0' is left out" in one]
    assert all(f"'{word}'" in note for word in (*truth, *predicted))


@pytest.mark.parametrize(
    ("truth", "written"), [(["True", "False"], ["TRUE", "FALSE"]), (["yes", "no"], [" YES", "No "])]
)
def test_classes_that_differ_by_letter_case_are_the_same(truth, written):
    codes = [i * 7 % 3 % 2 for i in range(60)]
    other = [i * 5 % 4 % 2 for i in range(60)]
    read = read_votes(
        cases([truth[c] for c in codes], [truth[c] for c in other], [written[c] for c in other]),
        name="v.csv",
    )
    assert read.models == ("m0", "m1")
    np.testing.assert_array_equal(read.predictions[:, 1], [truth[c] for c in other])
    assert sorted(read.classes) == sorted(truth)
    assert f"{written[1].strip()!r} for {truth[1]!r}" in notes_of(read)
    assert "'m0' writes" not in notes_of(read)


def test_classes_that_differ_by_letter_case_among_themselves_are_kept_apart():
    truth = ["a", "A", "b"] * 20
    read = read_votes(cases(truth, ["A", "a", "B"] * 20), name="v.csv")
    np.testing.assert_array_equal(read.predictions[:, 0], ["A", "a", "b"] * 20)
    # Two values of the model that would become one class: neither is changed.
    read = read_votes(cases(["a", "b", "b"] * 20, ["b", "B", "a"] * 20), name="v.csv")
    np.testing.assert_array_equal(read.predictions[:, 0], ["b", "B", "a"] * 20)
    assert "letter case" not in notes_of(read)


def test_labels_in_other_words_beside_a_score_are_named():
    codes = numbered(3)
    frame = pd.DataFrame(
        {
            "gold": np.array(["neg", "neu", "pos"])[codes["y"]],
            "label": [f"LABEL_{code}" for code in codes["svm"]],
            "score": np.linspace(0.4, 1, 60),
        }
    )
    with pytest.raises(InputError, match="but 'label' holds 'LABEL_"):
        read_votes(answers.csv(frame))


@pytest.mark.parametrize("sign", ["\u200b", "\ufeff", "\u2060", "\u200e", "\u00ad", "\u200d"])
@pytest.mark.parametrize("where", ["label", "rf"])
def test_characters_that_are_not_seen_make_no_other_class(sign, where):
    rng = np.random.default_rng(0)
    truth = rng.choice(["No", "Yes"], 60)
    models = {m: np.where(rng.random(60) < 0.8, truth, "No") for m in ("rf", "svm")}
    frame = pd.DataFrame({**models, "label": truth})
    plain = read_votes(answers.csv(frame))
    frame.loc[::2, where] = [value.replace("Yes", f"Yes{sign}") for value in frame[where][::2]]
    read = read_votes(answers.csv(frame))
    assert read.classes.tolist() == ["No", "Yes"]
    assert (read.predictions == plain.predictions).all()
    assert (read.labels == plain.labels).all()
    assert any(f"column {where!r} have characters that are not seen" in n for n in read.notes)
