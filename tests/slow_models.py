"""Classifiers that fail, sleep or memorise; processes import them from here."""

from __future__ import annotations

import time

import numpy as np
from sklearn.base import BaseEstimator, ClassifierMixin


class Failing(ClassifierMixin, BaseEstimator):
    """Cannot be fitted on ``rows`` rows; else always answers the lowest class."""

    def __init__(self, rows: int | None = None) -> None:
        self.rows = rows

    def fit(self, X, y):
        if self.rows is None or len(y) == self.rows:
            raise ValueError(f"{len(y)} rows are\n not for me")
        self.classes_ = np.unique(y)
        return self

    def predict(self, X):
        return np.full(len(X), self.classes_[0])


class Sleeping(Failing):
    """Takes ``seconds`` to be fitted, in one piece."""

    def __init__(self, seconds: float = 60.0) -> None:
        self.seconds = seconds

    def fit(self, X, y):
        time.sleep(self.seconds)
        self.classes_ = np.unique(y)
        return self


class Memorising(ClassifierMixin, BaseEstimator):
    """Knows each row it was shown by its first column, and answers −1 to strangers."""

    def fit(self, X, y):
        self.known_ = dict(zip(X[:, 0].tolist(), y.tolist(), strict=True))
        self.classes_ = np.unique(y)
        return self

    def predict(self, X):
        return np.array([self.known_.get(value, self.classes_[0]) for value in X[:, 0].tolist()])
