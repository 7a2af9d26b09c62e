"""The true label is found among models by its name, or as the only column that may be none."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest

from l2dwk_core.common.errors import InputError
from l2dwk_core.votes.read import read_votes
from tests.votes import answers
from tests.votes.made_tables import notes_of

READERS = ("Anna", "Bert", "Cleo")


def made(name, models, place=1, classes=("0", "1"), n=80, seed=0):
    """A table with the true label at a place among models, and its labels."""
    rng = np.random.default_rng(seed)
    truth = rng.choice(classes, n)
    items = [(model, np.where(rng.random(n) < 0.75, truth, rng.choice(classes, n)))
             for model in models]  # fmt: skip
    items.insert(place, (name, truth))
    return pd.DataFrame(dict(items)), truth.tolist()


NAMES = [
    *["vital_status", "consensus", "adjudicated", "final", "final_diagnosis", "Enddiagnose"],
    *["gold", "reference", "ground_truth", "panel", "expert", "histology", "biopsy", "outcome"],
    *["death", "survived", "status", "case_status", "Vitalstatus", "death_30d"],
    *["in_hospital_death", "Endbefund", "Referenzstandard", "Konsensdiagnose", "Todesfall"],
    *["endgültige Diagnose", "Rezidiv", "Ereignis", "décès", "rechute", "diagnostic final"],
    *["statut vital", "état"],
    *["estado vital", "muerte", "recaída", "consenso", "stato in vita", "decesso", "esito"],
    *["óbito", "desfecho", "overleden", "ziekte", "död", "återfall", "endelig diagnose", "zgon"],
    *["human_label", "manual annotation", "committee decision", "relapse", "remission", "y_obs"],
    *["dx", "answer", "answer_key", "Antwort", "Истина"],
]  # fmt: skip


def test_a_name_of_the_truth_among_readers():
    for number, name in enumerate(NAMES):
        place = number % 3
        frame, truth = made(name, READERS, place)
        read = read_votes(answers.csv(frame))
        assert read.models == READERS, (name, place)
        assert read.labels.tolist() == truth, (name, place)
        assert f"The true label is column {name!r}, by its name." in read.notes, (name, place)


def test_names_that_only_look_alike_do_not_tell_the_truth():
    for name in ("final layer", "final_model", "Anna status", "marital_status", "HER2 status"):
        frame, _ = made(name, ("reader a", "reader b", "reader c"))
        with pytest.raises(InputError, match="may be the true label, or a model"):
            read_votes(answers.csv(frame))


@pytest.mark.parametrize(
    "models", [("rf", "svm", "nb"), ("pred_a", "pred_b"), ("model_1", "model_2")]
)
@pytest.mark.parametrize("classes", [("0", "1"), ("cat", "dog", "emu")])
def test_the_only_column_that_is_not_named_as_a_model_is_the_truth_anywhere(models, classes):
    frame, truth = made("animal", models, 1, classes)
    read = read_votes(answers.csv(frame))
    assert read.models == models
    assert read.labels.tolist() == truth
    assert "the only one whose values others predict" in notes_of(read)


def test_of_two_such_columns_the_one_that_models_agree_with_is_the_truth():
    frame, truth = made("animal", ("rf", "svm", "nb"), 1)
    frame["fbs"] = (np.arange(80) // 3 % 2).astype(str)
    read = read_votes(answers.csv(frame))
    assert read.labels.tolist() == truth
    assert "fbs" in read.models  # named in a note, as it agrees by chance only
    assert "Read as predictions of 4 models" in notes_of(read)


def test_two_names_that_are_equally_good_are_both_offered():
    frame, truth = made("biopsy", READERS, 1)
    frame.insert(3, "histology", frame["Anna"].to_numpy())
    read = read_votes(answers.csv(frame))
    assert read.labels.tolist() == truth
    assert (
        "column 'biopsy', by its name; 'histology' would fit as well by its name: name another as "
        "the target if that is the label"
    ) in notes_of(read)
    assert "Column 'histology' has a usual name of true labels too" in notes_of(read)
    other = read_votes(answers.csv(frame), target="histology")
    assert other.labels.tolist() == frame["histology"].tolist()


def test_events_that_differ_by_a_number_are_several_models():
    frame, truth = made("outside", ("event_1", "event_2", "event_3"), 3)
    assert read_votes(answers.csv(frame)).labels.tolist() == truth


@pytest.mark.parametrize("name", ["stage", "quality", "gender", "Schweregrad"])
def test_what_describes_a_case_can_be_what_models_predict(name):
    frame, truth = made(name, ("rf", "svm"), 0)
    read = read_votes(answers.csv(frame))
    assert read.models == ("rf", "svm")
    assert read.labels.tolist() == truth


def test_what_describes_a_case_is_no_truth_beside_one():
    frame, truth = made("animal", ("rf", "svm"), 0)
    frame["sex"] = frame["svm"].to_numpy()[::-1]
    # It agrees with the models by more than chance, but much less than the other.
    frame["stage"] = np.where(np.arange(80) % 3, frame["sex"], truth)
    read = read_votes(answers.csv(frame))
    assert read.models == ("rf", "svm")
    assert read.labels.tolist() == truth
    frame["stage"] = np.where(np.arange(80) % 5, truth, frame["sex"])
    with pytest.raises(InputError, match="Columns 'animal' and 'stage' may be the true label"):
        read_votes(answers.csv(frame))


@pytest.mark.parametrize("name", ["category", "result", "species"])
def test_a_usual_name_above_values_of_its_own_gives_way_to_another_truth(name):
    frame, truth = made("consensus", READERS)
    frame.insert(0, name, np.array(["sports", "news", "arts"])[np.arange(80) % 3])
    assert read_votes(answers.csv(frame)).labels.tolist() == truth
    # Without another truth it stays the label, and the refusal names it.
    with pytest.raises(InputError, match=f"predicts a class of '{name}'"):
        read_votes(answers.csv(frame.rename(columns={"consensus": "Dora"})))


def test_language_models_are_named_as_models():
    frame, truth = made("stars", ("gpt-4", "bert", "llama-3-70b"), 1)
    assert read_votes(answers.csv(frame)).labels.tolist() == truth
