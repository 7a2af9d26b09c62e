"""A small run, and what figures need of it, for the tests of figures."""

from __future__ import annotations

import numpy as np
import pytest

from l2dwk_core.datasets.splits import Score
from l2dwk_core.method.self_training import self_train
from l2dwk_core.method.settings import Settings
from l2dwk_core.method.trace import Trace
from l2dwk_core.oracle.oracle import Oracle
from l2dwk_core.runs.accuracy import Accuracy
from l2dwk_core.runs.plane import AccuracyDiversityPath, PairCloud
from tests.traces import C, L, N


@pytest.fixture(scope="module")
def votes() -> tuple[np.ndarray, np.ndarray]:
    """Members right with a chance that differs from row to row, else a random class."""
    rng = np.random.default_rng(7)
    labels = rng.integers(0, C, N)
    ease = rng.beta(1.2, 1.0, N)
    right = rng.random((N, L)) < ease[:, None]
    return np.where(right, labels[:, None], rng.integers(0, C, (N, L))), labels


@pytest.fixture(scope="module")
def oracle(votes) -> Oracle:
    return Oracle.from_predictions(*votes)


@pytest.fixture(scope="module")
def trace(votes) -> Trace:
    return self_train(*votes, Settings(lam=2.0))


@pytest.fixture(scope="module")
def difficulty(oracle) -> np.ndarray:
    return (oracle.matrix < 0).mean(axis=1)


@pytest.fixture(scope="module")
def path(trace) -> AccuracyDiversityPath:
    return AccuracyDiversityPath(
        "weighting",
        np.array([r.diversity for r in trace.rounds]),
        np.array([1 - r.error for r in trace.rounds]),
        np.array([(1 + r.margins.mean()) / 2 for r in trace.rounds]),
    )


@pytest.fixture(scope="module")
def cloud(oracle) -> PairCloud:
    pairs = np.column_stack(np.triu_indices(L, 1))
    matrix = oracle.matrix.astype(float)
    first, second = matrix[:, pairs[:, 0]], matrix[:, pairs[:, 1]]
    return PairCloud(
        "weighting",
        pairs,
        (first != second).mean(axis=0),
        ((first > 0).mean(axis=0) + (second > 0).mean(axis=0)) / 2,
    )


@pytest.fixture(scope="module")
def accuracy() -> Accuracy:
    def score(correct: int) -> Score:
        return Score.of(np.arange(100) < correct, np.ones(100, dtype=bool))

    return Accuracy(
        score(72), score(70), score(78), score(61), 4, better=6, worse=4, better_all=3, worse_all=9
    )
