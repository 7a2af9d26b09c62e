"""A table of answers is read from every format, with its gaps, parts and groups."""

from __future__ import annotations

import io

import numpy as np
import pytest

from l2dwk_core.votes.read import read_votes
from tests.votes import answers
from tests.votes.made_tables import notes_of


def as_excel(frame):
    out = io.BytesIO()
    frame.to_excel(out, index=False)
    return out.getvalue()


def as_parquet(frame):
    out = io.BytesIO()
    frame.to_parquet(out)
    return out.getvalue()


@pytest.mark.parametrize(
    "written",
    [
        answers.csv,
        lambda frame: frame.to_csv(index=False, sep="\t").encode(),
        lambda frame: frame.to_csv(index=False, sep=";").encode(),
        as_excel,
        as_parquet,
    ],
    ids=["csv", "tsv", "semicolons", "excel", "parquet"],
)
def test_labels_in_every_format(written):
    read = read_votes(written(answers.table()), name="mine")
    assert read.models == answers.MODELS
    np.testing.assert_array_equal(read.predictions, answers.predictions())
    np.testing.assert_array_equal(read.labels, answers.labels())
    assert read.available is None and read.probabilities is None
    assert "column 'label', by its name" in notes_of(read)


def test_a_path_gives_its_name(tmp_path):
    path = tmp_path / "mine.csv"
    path.write_bytes(answers.csv(answers.table()))
    assert read_votes(path).name == "mine"


def test_empty_cells_are_missing_votes():
    frame = answers.table()
    frame.loc[[3, 4], "bayes"] = None
    read = read_votes(answers.csv(frame))
    expected = np.ones((150, 3), dtype=bool)
    expected[[3, 4], 0] = False
    np.testing.assert_array_equal(read.available, expected)


def test_empty_probabilities_are_missing_votes():
    frame = answers.probability_table()
    frame.loc[7, ["stump_setosa", "stump_versicolor", "stump_virginica"]] = None
    read = read_votes(answers.csv(frame))
    assert np.argwhere(~read.available).tolist() == [[7, 1]]


def test_part_and_group_are_read_whatever_their_case():
    part = np.where(np.arange(150) % 3 == 0, "Test", "weighting")
    frame = answers.table().assign(Part=part, GROUP=np.arange(150) // 2)
    read = read_votes(answers.csv(frame))
    assert read.models == answers.MODELS
    assert read.part.tolist() == [text.lower() for text in part]
    assert np.unique(read.group).size == 75


def test_rows_without_a_true_label_are_left_out():
    frame = answers.table()
    frame.loc[[0, 9], "label"] = None
    read = read_votes(answers.csv(frame))
    assert read.n_rows == 148
    assert "2 rows are left out: no true label." in notes_of(read)
