"""Figures above or below the votes are no case: they are left out, with a note."""

from __future__ import annotations

import io
from itertools import cycle

import pandas as pd
import pytest

from l2dwk_core.votes.read import read_votes
from tests.votes.made_tables import notes_of

KEYS = ["id", "rf", "svm", "truth"]
NAMES = ["Accuracy", "F1", "Kappa", "Error rate", "Weight", "Trefferquote (%)", ""]
FIGURES = [("0.85", "0.8", "1"), ("85%", "80%", "100%"), ("60", "60", "60"), ("51", "48", "60")]


def cases(form="0/1", key="c{}", n=60):
    """The cells of n cases, each a row, with labels 0 and 1, no and yes, or probabilities of 1."""
    rows = []
    for k in range(n):
        said = (k % 2 ^ (k % 7 == 0), k % 2 ^ (k % 5 == 0))
        if form == "probabilities":
            votes = [f"{0.2 + 0.5 * one + 0.001 * (k % 90):.3f}" for one in said]
        else:
            votes = [("no", "yes")[one] if form == "words" else str(one) for one in said]
        truth = ("no", "yes")[k % 2] if form == "words" else str(k % 2)
        rows.append([key.format(k + 1), *votes, truth])
    return rows


def csv(rows, keys=KEYS):
    return "\n".join(",".join(row) for row in [keys, *rows]).encode()


def are_equal(read, plain):
    return (
        read.models == plain.models
        and read.labels.tolist() == plain.labels.tolist()
        and read.predictions.tolist() == plain.predictions.tolist()
        and (read.probabilities is None) == (plain.probabilities is None)
    )


@pytest.mark.parametrize("form", ["0/1", "words", "probabilities"])
@pytest.mark.parametrize("key", ["c{}", "{}", "PAT-{}/A"])
def test_figures_beside_a_name_of_their_own_are_left_out(form, key):
    rows = cases(form, key)
    plain = read_votes(csv(rows))
    assert plain.n_rows == 60
    for name, figures in zip(NAMES, cycle(FIGURES), strict=False):
        row = [name, *figures]
        more = ["AUC" if name else "", "0.71", "0.66", figures[-1]]
        for changed in ([*rows, row], [row, *rows], [*rows, row, more, more], [more, *rows, row]):
            read = read_votes(csv(changed))
            assert are_equal(read, plain), (name, changed[0], changed[-1])
            assert "left out" in notes_of(read)


@pytest.mark.parametrize("form", ["0/1", "words"])
@pytest.mark.parametrize("figures", FIGURES)
def test_figures_without_a_column_of_names(form, figures):
    rows = [row[1:] for row in cases(form)]
    plain = read_votes(csv(rows, KEYS[1:]))
    assert plain.n_rows == 60
    assert are_equal(read_votes(csv([*rows, list(figures)], KEYS[1:])), plain)
    assert are_equal(read_votes(csv([list(figures), *rows], KEYS[1:])), plain)


def test_in_excel_too():
    rows = [[row[0], *map(int, row[1:])] for row in cases()]
    frame = pd.DataFrame([*rows, ["Sensitivity", 0.85, 0.8, 1]], columns=KEYS)
    data = io.BytesIO()
    frame.to_excel(data, index=False)
    read = read_votes(data.getvalue(), name="votes.xlsx")
    assert read.n_rows == 60 and read.probabilities is None and read.models == ("rf", "svm")


def test_the_note_names_the_rows():
    read = read_votes(csv([*cases(), ["Acc", "0.85", "0.8", ""], ["N", "60", "60", "60"]]))
    assert (
        "2 last rows are left out: 'Acc', 'N' sum up the votes of the other rows. If they are "
        "cases, name and write the row as the others are."
    ) in read.notes


@pytest.mark.parametrize(
    "last", [["c61", "2", "2", "2"], ["c61", "0", "1", "1"], ["", "1", "1", "0"]]
)
def test_a_case_stays(last):
    assert read_votes(csv([*cases(), last])).n_rows == 61


def test_a_case_with_another_name_stays_where_labels_are_words():
    assert read_votes(csv([*cases("words"), ["control", "no", "yes", "no"]])).n_rows == 61
    assert read_votes(csv([*cases("words"), ["control", "maybe", "no", "maybe"]])).n_rows == 61


def test_a_vote_of_a_rare_number_stays_without_names():
    rows = [row[1:] for row in cases()]
    read = read_votes(csv([*rows, ["2", "2", "2"]], KEYS[1:]))
    assert read.n_rows == 61 and read.classes.tolist() == ["0", "1", "2"]


@pytest.mark.parametrize("name", ["Accuracy", "log loss", ""])
@pytest.mark.parametrize("truth", ["60", ""])
def test_a_row_below_probabilities_of_each_class(name, truth):
    keys = ["id", "truth", "rf_no", "rf_yes"]
    rows = [[key, truth, f"{1 - float(share):.3f}", share] for key, share, _, truth in
            cases("probabilities")]  # fmt: skip
    rows = [[key, ("no", "yes")[int(truth)], *shares] for key, truth, *shares in rows]
    read = read_votes(csv([*rows, [name, truth, "0.61", "0.58"]], keys))
    assert read.models == ("rf",) and read.n_rows == 60
