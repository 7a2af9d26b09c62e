"""A row of types below the names is no case, and makes no class."""

from __future__ import annotations

import numpy as np
import pandas as pd

from l2dwk_core.votes.findings import findings
from l2dwk_core.votes.read import read_votes
from tests.votes import answers
from tests.votes.made_tables import notes_of

WORDS = (
    "string category factor text class nominal object char varchar character varchar(20) <chr> enum"
)


def made(classes=("no", "yes"), n=40):
    rng = np.random.default_rng(0)
    truth = np.array(classes)[np.arange(n) % len(classes)]
    models = {m: np.where(rng.random(n) < 0.3, classes[0], truth) for m in ("rf", "svm")}
    return pd.DataFrame({"id": np.arange(n), "truth": truth, **models})


def with_first_row(frame, row):
    return pd.concat([pd.DataFrame([row], columns=frame.columns), frame])


def test_a_row_of_types_is_left_out_with_a_note():
    for classes in (("no", "yes"), ("0", "1"), ("setosa", "versicolor", "virginica")):
        frame = made(classes)
        for word in WORDS.split():
            for of_id in ("", "int"):
                table = with_first_row(frame, [of_id, word, word, word])
                read = read_votes(answers.csv(table))
                said = (word, classes, of_id, read.notes)
                assert read.labels.tolist() == frame["truth"].tolist(), said
                assert read.predictions.tolist() == frame[["rf", "svm"]].to_numpy().tolist(), said
                assert read.classes.tolist() == sorted(classes), said
                assert "is left out" in read.notes[0], said


def test_a_class_that_is_named_as_a_type_is_a_class():
    frame = made(("figure", "text"))
    first = frame[frame["truth"] == "text"].iloc[:1].assign(rf="text", svm="text", id="")
    read = read_votes(answers.csv(pd.concat([first, frame])))
    assert read.n_rows == 41


def test_an_end_row_that_alone_has_its_class_is_told():
    frame = made(("no", "yes"))
    cells = {"id": 99, "truth": "unit", "rf": "unit", "svm": "unit"}
    for where, table in (
        ("first", pd.concat([pd.DataFrame([cells]), frame])),
        ("last", pd.concat([frame, pd.DataFrame([cells])])),
    ):
        read = read_votes(answers.csv(table))
        assert "unit" in read.classes.tolist()
        (told,) = [line for line in findings(read) if "row only" in line]
        assert told.startswith(f"Class 'unit' occurs in the {where} row only")
    # One model says otherwise: a rare class.
    rare = pd.concat([frame, pd.DataFrame([cells | {"rf": "no"}])])
    assert not any("row only" in line for line in findings(read_votes(answers.csv(rare))))
    assert "no case" not in notes_of(read_votes(answers.csv(frame)))
