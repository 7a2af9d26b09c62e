"""Probabilities named by a class that stands first, or that a sign tells from another class."""

from __future__ import annotations

import numpy as np
import pandas as pd

from l2dwk_core.votes.read import read_votes
from tests.votes import answers


def shares(n_classes, n_models, n=60, seed=0):
    """True classes as numbers, and probabilities (n, models, classes) with three decimals."""
    rng = np.random.default_rng(seed)
    truth = rng.integers(0, n_classes, n)
    weights = 1000 * rng.dirichlet(np.ones(n_classes), (n, n_models)) + 1
    weights[np.arange(n), :, truth] += 700
    parts = np.round(1000 * weights / weights.sum(axis=2, keepdims=True))
    parts[..., -1] = 1000 - parts[..., :-1].sum(axis=2)
    return truth, parts / 1000


FORMS = ("prob_{c}_rater_{m}", "p{c}_rater_{m}", "class_{c}_net {m}", "p.{c}.reader.{m}")


def test_the_number_of_a_class_before_a_numbered_model():
    for n_classes, models in ((2, (1, 2, 3)), (2, (0, 1)), (3, (0, 1, 2)), (3, (1, 2)), (2, (1,))):
        truth, its = shares(n_classes, len(models))
        for form in (
            "prob_{c}_rater_{m}",
            "p{c}_rater_{m}",
            "class_{c}_net {m}",
            "p.{c}.reader.{m}",
        ):
            columns = {
                form.format(c=c, m=m): its[:, j, c]
                for j, m in enumerate(models)
                for c in range(n_classes)
            }
            frame = pd.DataFrame({"label": truth, **columns})
            read = read_votes(answers.csv(frame))
            said = form, n_classes, models, read.models
            assert read.n_models == len(models) and len(set(read.models)) == len(models), said
            np.testing.assert_allclose(read.probabilities, its, atol=1e-6, err_msg=str(said))
            if n_classes > 2:
                continue
            for c in (0, 1):
                one = frame[["label", *(form.format(c=c, m=m) for m in models)]]
                read = read_votes(answers.csv(one))
                np.testing.assert_allclose(read.probabilities, its, atol=1e-6, err_msg=str(said))


def test_classes_that_differ_by_a_sign():
    forms = "rf_{} rf:{} P({}) prob_{} {}_rf prob_{}_rf rf[{}] {}".split()
    forms.append("proba({}) rf")
    for classes in (("<30", ">30"), ("<30", ">30", "NO"), ("5+", "5-", "none")):
        truth, its = shares(len(classes), 1)
        for form in forms:
            frame = pd.DataFrame({"readmitted": np.array(classes)[truth]})
            for c, label in enumerate(classes):
                frame[form.format(label)] = its[:, 0, c]
            read = read_votes(answers.csv(frame))
            said = form, classes
            assert read.labels.tolist() == frame["readmitted"].tolist(), said
            order = [classes.index(label) for label in read.classes.tolist()]
            np.testing.assert_allclose(
                read.probabilities[:, 0], its[:, 0][:, order], atol=1e-6, err_msg=str(said)
            )
