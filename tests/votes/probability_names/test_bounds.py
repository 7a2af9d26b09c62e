"""Probabilities written as bounds or with a mark are read as the number, with a note."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest

from l2dwk_core.votes.read import read_votes
from tests.votes import answers


def made(low, high, form="{:.2f}"):
    """True labels 0 and 1 (60), and the probabilities of 1 of two models as text; those of the
    model rf are *low* or *high* in 20 rows each."""
    rng = np.random.default_rng(0)
    truth = rng.integers(0, 2, 60)
    numbers = np.clip(rng.normal(0.3 + 0.4 * truth[:, None], 0.15, (60, 2)), 0.02, 0.98)
    rf, svm = ([form.format(one) for one in column] for column in numbers.T)
    rf[:20], rf[20:40] = [low] * 20, [high] * 20
    return pd.DataFrame({"y": truth, "rf": rf, "svm": svm})


@pytest.mark.parametrize(
    ("low", "high", "numbers"),
    [("<0.1", ">0.9", (0.1, 0.9)), ("≤0.05", "≥0.95", (0.05, 0.95)), ("~0.1", "0.9*", (0.1, 0.9))],
)
def test_bounds_and_marks_are_counted_in_a_note(low, high, numbers):
    read = read_votes(answers.csv(made(low, high)))
    assert np.allclose(read.probabilities[[0, 20], 0, 1], numbers)
    (note,) = [note for note in read.notes if "bounds" in note]
    assert note.startswith("40 probabilities in 1 column ('rf') are bounds or have a mark")
    assert note.endswith((f"{low!r} as {numbers[0]:g}.", f"{high!r} as {numbers[1]:g}."))


def test_bounds_of_per_cents_keep_their_sign():
    frame = made("<1%", ">99%").assign(svm=lambda f: [f"{100 * float(v):.0f}%" for v in f["svm"]])
    frame.loc[40:, "rf"] = [f"{100 * float(v):.0f}%" for v in frame.loc[40:, "rf"]]
    read = read_votes(answers.csv(frame))
    assert np.allclose(read.probabilities[[0, 20], 0, 1], [0.01, 0.99])
    (note,) = [note for note in read.notes if "bounds" in note]
    assert note.endswith(("'<1%' as 1%.", "'>99%' as 99%."))


def test_plain_probabilities_have_no_such_note():
    read = read_votes(answers.csv(made("0.10", "0.90")))
    assert not any("bounds" in note for note in read.notes)
