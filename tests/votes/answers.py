"""Answers of models on iris for tests: cross-validated labels and probabilities of three models."""

from __future__ import annotations

from functools import cache

import numpy as np
import pandas as pd
from sklearn.datasets import load_iris
from sklearn.model_selection import cross_val_predict
from sklearn.naive_bayes import GaussianNB
from sklearn.neighbors import KNeighborsClassifier
from sklearn.tree import DecisionTreeClassifier

from l2dwk_core.votes.votes import Votes

MODELS = ("bayes", "stump", "neighbours")


@cache
def _iris():
    data = load_iris()
    models = (GaussianNB(), DecisionTreeClassifier(max_depth=1), KNeighborsClassifier(7))
    proba = np.stack(
        [
            cross_val_predict(model, data.data, data.target, cv=5, method="predict_proba")
            for model in models
        ],
        axis=1,
    )
    return data.target_names[data.target].astype(str), data.target_names.astype(str), proba


def labels():
    """(150,) true classes."""
    return _iris()[0].copy()


def classes():
    """(3,)."""
    return _iris()[1].copy()


def probabilities():
    """(150, 3, 3) of rows, models, classes."""
    return _iris()[2].copy()


def predictions():
    """(150, 3) classes of the largest probability."""
    return classes()[probabilities().argmax(axis=2)]


def votes(**changes):
    """The record of the labels."""
    given = {
        "name": "iris votes",
        "models": MODELS,
        "predictions": predictions(),
        "labels": labels(),
    }
    return Votes(**(given | changes))


def soft_votes(**changes):
    """The record with probabilities."""
    return votes(probabilities=probabilities(), **changes)


def table(**columns):
    """A data frame: a column a model, and the true label last."""
    return pd.DataFrame(dict(zip(MODELS, predictions().T, strict=True)) | columns).assign(
        label=labels()
    )


def probability_table(separator="_", digits=None):
    """A data frame: a column for each model and class, and the true label last."""
    proba = probabilities() if digits is None else probabilities().round(digits)
    named = {
        f"{model}{separator}{label}": proba[:, j, c]
        for j, model in enumerate(MODELS)
        for c, label in enumerate(classes())
    }
    return pd.DataFrame(named).assign(label=labels())


def csv(frame):
    """The bytes of a CSV file."""
    return frame.to_csv(index=False).encode()


def gaps(share=0.2, seed=0):
    """(150, 3) bool, False for a share of the votes."""
    return np.random.default_rng(seed).random((150, 3)) >= share
