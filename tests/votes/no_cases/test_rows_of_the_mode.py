"""A last row with the most frequent class of each column is no case."""

from __future__ import annotations

import numpy as np
import pandas as pd

from l2dwk_core.votes.read import read_votes
from tests.votes import answers


def made(with_ids, n=30):
    rng = np.random.default_rng(1)
    y = rng.choice(["cat", "dog"], n)
    said = {m: np.where(rng.random(n) < 0.8, y, rng.permutation(y)) for m in ("rf", "svm", "nb")}
    ids = {"id": [f"c{row}" for row in range(n)]} if with_ids else {}
    return pd.DataFrame(ids | {"y": y} | said)


def test_the_row_of_the_mode_is_left_out_with_a_note():
    for with_ids in (True, False):
        frame = made(with_ids)
        for name in ("mode", "Majority", "most common", "Häufigste", "majority_vote"):
            with_row = frame.copy()
            rest = ["cat"] * (frame.shape[1] - 1)
            with_row.loc[len(frame)] = [name, *rest]
            read = read_votes(answers.csv(with_row))
            assert read.n_rows == 30, (name, with_ids)
            assert read.classes.tolist() == ["cat", "dog"], (name, with_ids)
            assert f"1 last row is left out: {name!r} sums up the rows above." in read.notes


def test_such_a_word_elsewhere_is_a_case():
    frame = made(True)
    frame.loc[3, "id"] = "mode"
    assert read_votes(answers.csv(frame)).n_rows == 30
    frame.loc[29, "y"] = "total"  # a class that models know
    frame.loc[5, ["y", "rf"]] = "total"
    assert read_votes(answers.csv(frame)).n_rows == 30
