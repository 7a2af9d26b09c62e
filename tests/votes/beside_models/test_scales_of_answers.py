"""Whole numbers that say how sure or who answered, and constants of the class, are no models."""

from __future__ import annotations

import numpy as np
import pandas as pd

from l2dwk_core.votes.read import read_votes
from tests.votes import answers
from tests.votes.made_tables import notes_of


def test_scales_and_constants_are_left_out():
    rng = np.random.default_rng(0)
    truth = rng.integers(1, 6, 60)
    models = {
        m: np.where(rng.random(60) < 0.7, truth, rng.integers(1, 6, 60)) for m in ("a1", "b1")
    }
    for name in ("confidence", "certainty", "experience", "reader_id", "years of experience"):
        frame = pd.DataFrame({"truth": truth, **models, name: rng.integers(1, 6, 60)})
        read = read_votes(answers.csv(frame))
        assert read.models == ("a1", "b1"), name
        assert f"Column {name!r} is left out" in notes_of(read)
    for name in ("POSITIVE_CLASS", "pos_label", "positive"):
        read = read_votes(answers.csv(pd.DataFrame({"truth": truth, **models, name: 1})))
        assert read.models == ("a1", "b1"), name
    # These may be models.
    for name in ("reader_1", "expert 2", "yes_model"):
        frame = pd.DataFrame({"truth": truth, **models, name: rng.permutation(models["a1"])})
        assert name in read_votes(answers.csv(frame)).models


def test_names_of_pandas_and_of_one_model():
    rng = np.random.default_rng(0)
    for classes in (("0", "1"), ("no", "yes"), ("a", "b", "c")):
        proba = rng.dirichlet(np.ones(len(classes)), (40, 2)).round(3)
        proba[..., -1] = 1 - proba[..., :-1].sum(axis=2)
        columns = {
            f"('{model}', '{label}')": proba[:, m, j]
            for m, model in enumerate(("rf", "svm"))
            for j, label in enumerate(classes)
        }
        truth = np.array(classes)[np.arange(40) % len(classes)]
        read = read_votes(answers.csv(pd.DataFrame({"truth": truth, **columns})))
        assert read.models == ("rf", "svm")
        np.testing.assert_allclose(read.probabilities, proba, atol=1e-6)
    one = pd.DataFrame({"obs": truth, **dict(zip(classes, proba[:, 0].T, strict=True))})
    notes = notes_of(read_votes(answers.csv(one)))
    assert "3 columns are named by a class alone: they hold the probabilities of one model" in notes
