"""One number for each model whose name says the first of two classes is turned the right way."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest

from l2dwk_core.common.errors import InputError
from l2dwk_core.votes.read import read_votes
from tests.votes import answers
from tests.votes.made_tables import notes_of


def shares(n=60, seed=0):
    """True classes 0 and 1, and probabilities of 1, (n, 2)."""
    rng = np.random.default_rng(seed)
    truth = rng.integers(0, 2, n)
    return truth, np.clip(0.3 * truth[:, None] + 0.7 * rng.random((n, 2)), 0.01, 0.99).round(3)


def test_names_of_the_first_class():
    truth, its = shares()
    for names in (
        ("1-p_rf", "1-p_svm"),
        ("1 - rf", "svm"),
        ("1-p_rf", "p_svm"),
        ("rf_neg", "svm_pos"),
        ("rf_neg", "svm"),
        ("rf healthy", "svm ill"),
        ("not_churn_rf", "svm"),
    ):
        of_first = ["svm" not in names[0], names[1].startswith("1")]
        given = np.where(of_first, 1 - its, its).round(3)
        frame = pd.DataFrame({"y": truth} | dict(zip(names, given.T, strict=True)))
        read = read_votes(answers.csv(frame))
        np.testing.assert_allclose(read.probabilities[:, :, 1], its, atol=1e-6, err_msg=names[0])
        assert f"{names[0]!r} of '0'" in notes_of(read) or "of the class '0'" in notes_of(read)
        # Where the numbers say otherwise, p was the probability of the first class.
        frame = pd.DataFrame({"y": truth} | dict(zip(names, its.T, strict=True)))
        read = read_votes(answers.csv(frame))
        np.testing.assert_allclose(read.probabilities[:, :, 1], its, atol=1e-6, err_msg=names[0])


def test_one_column_alone():
    truth, its = shares()
    for n in (60, 8):
        frame = pd.DataFrame({"y": truth, "1-p_rf": 1 - its[:, 0]}).round(3)[:n]
        read = read_votes(answers.csv(frame))
        np.testing.assert_allclose(read.probabilities[:, 0, 0], frame["1-p_rf"], atol=1e-6)
    frame = pd.DataFrame({"y": truth, "rf_benign": 1 - its[:, 0]}).round(3)
    with pytest.raises(InputError, match="Say of which class they are the probability"):
        read_votes(answers.csv(frame))
