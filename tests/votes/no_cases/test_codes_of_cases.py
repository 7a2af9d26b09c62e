"""Rows with a code of a case such as P001 are cases, though P is the name of a measure too."""

from __future__ import annotations

import numpy as np
import pytest

from l2dwk_core.votes.no_cases.names_of_summaries import names_a_measure
from l2dwk_core.votes.read import read_votes

PREFIXES = ["P", "p", "P-", "P_", "N", "n", "F", "TP", "SD", "CI", "Cases ", "Model ", "Rank ", "S"]


def table(name_of_row, n_rows=120, column="group", last=()):
    rng = np.random.default_rng(4)
    lines = [f"{column},y_true,lr,rf,xgb"]
    for row in range(n_rows):
        truth = int(rng.random() < 0.5)
        shares = np.clip(rng.normal(0.25 + 0.5 * truth, 0.2, 3), 0.01, 0.99)
        lines.append(f"{name_of_row(row)},{truth}," + ",".join(f"{s:.3f}" for s in shares))
    return "\n".join([*lines, *last]).encode()


@pytest.mark.parametrize("prefix", PREFIXES)
@pytest.mark.parametrize("of_one", [1, 2, 3])
@pytest.mark.parametrize("column", ["patient", "group"])
def test_rows_of_coded_cases_stay(prefix, of_one, column):
    votes = read_votes(table(lambda row: f"{prefix}{row // of_one + 1:03d}", column=column))
    assert votes.n_rows == 120


def test_rows_of_coded_cases_stay_beside_empty_codes_and_other_codes():
    assert (
        read_votes(table(lambda row: "" if row == 50 else f"P{row:03d}", column="patient")).n_rows
        == 120
    )
    assert (
        read_votes(
            table(lambda row: f"{'P' if row < 5 else 'C'}{row:03d}", column="patient")
        ).n_rows
        == 120
    )
    assert read_votes(table(lambda row: "NSEW"[row % 4], column="site")).n_rows == 120


@pytest.mark.parametrize("name", ["AUC", "Accuracy (%)", "mean", "F1", "N"])
def test_rows_of_measures_below_coded_cases_are_left_out(name):
    last = (f"{name},,0.81,0.79,0.83",)
    for name_of_row in (lambda row: f"P{row:03d}", lambda row: f"P{row // 2:03d}"):
        assert read_votes(table(name_of_row, column="patient", last=last)).n_rows == 120


def test_one_or_two_letters_and_a_number_are_a_code():
    assert not any(map(names_a_measure, ("P001", "p12", "N1", "SD12", "TP53", "P-p3")))
    assert all(map(names_a_measure, ("F1", "F1 score", "precision1", "N", "n = 60", "p value")))
