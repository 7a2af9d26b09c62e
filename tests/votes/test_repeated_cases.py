"""A column that names cases with several rows is told, so that rows of a case are kept together."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest

from l2dwk_core.votes.read import read_votes
from l2dwk_core.votes.repeated_cases import NOT_RENAMED
from tests.votes import answers
from tests.votes.made_tables import with_numbers

ADVICE = "take the column as the groups of rows, or name it 'group', to keep them together"
THE_END = f"{ADVICE}. {NOT_RENAMED}"


def repeated(times=3, n_classes=3):
    """Two models on 30 cases, each in several rows, as repeated cross-validation writes them."""
    rng = np.random.default_rng(0)
    truth = np.tile(np.arange(30) % n_classes, times)
    models = np.where(rng.random((len(truth), 2)) < 0.8, truth[:, None], (truth[:, None] + 1) % 3)
    words = np.array(["cat", "dog", "owl"])
    return pd.DataFrame({"rf": words[models[:, 0]], "svm": words[models[:, 1]], "y": words[truth]})


def notes_on(frame, name):
    return [note for note in read_votes(answers.csv(frame)).notes if repr(name) in note]


@pytest.mark.parametrize(
    "name", ["rowIndex", "row_ids", ".row", "index", "inst#", "filename", "sample", "name"]
)
def test_a_column_that_repeats_with_the_cases_gets_the_advice_to_group(name):
    cases = np.tile(np.arange(1, 31), 3)
    if name in ("filename", "name"):
        cases = np.array([f"image {case}.png" for case in cases])
    (note,) = notes_on(repeated().assign(**{name: cases}), name)
    assert "is left out" in note and "Each of its 30 values stands in rows of one class" in note
    assert note.endswith(THE_END)


def test_beside_probabilities_too():
    frame = pd.concat([answers.probability_table().assign(rowIndex=np.arange(150))] * 2)
    (note,) = notes_on(frame, "rowIndex")
    assert note.endswith(THE_END)


def test_cases_that_are_numbered_as_the_classes_are():
    frame = with_numbers(repeated(), {"cat": 1, "dog": 2, "owl": 3})
    (note,) = notes_on(frame.assign(rowIndex=np.tile(np.arange(1, 31), 3)), "rowIndex")
    assert note.endswith(THE_END)


def test_uneven_repeats_as_the_bootstrap_makes_them():
    frame = repeated(6).assign(row_ids=np.tile(np.arange(30), 6))
    frame = frame.sample(frac=0.6, random_state=0)
    (note,) = notes_on(frame, "row_ids")
    assert note.endswith(THE_END)


def test_other_columns_that_repeat_get_no_such_advice():
    """An age does not tell the class; a number of the class does, but there are as many as classes;
    numbers in a fold begin again; a group is named already."""
    frame = repeated()
    others = {
        "age": 20 + np.arange(90) * 7 % 31,
        "y_code": frame["y"].map({"cat": 10, "dog": 20, "owl": 30}),
        "inst#": np.arange(90) % 29,
        "rf_conf": np.tile(np.arange(30) / 64, 3),
    }
    for name, values in others.items():
        assert ADVICE not in "".join(notes_on(frame.assign(**{name: values}), name)), name
    cases = np.tile(np.arange(30), 3)
    assert ADVICE not in "".join(notes_on(frame.assign(nr=cases, group=cases), "nr"))


def test_a_name_that_is_known_gets_the_advice_once():
    (note,) = notes_on(repeated().assign(case_id=np.tile(np.arange(30), 3)), "case_id")
    assert note.count("'group'") == 1


def test_a_note_on_repeated_cases_says_how_to_keep_them_together():
    frame = answers.table().assign(patient_id=np.arange(150) // 3)
    (note,) = [note for note in read_votes(answers.csv(frame)).notes if "'patient_id'" in note]
    assert "Choose" not in note
    assert "or name it 'group', to keep the rows of one case on one side of every split." in note
