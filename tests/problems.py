"""Oracles and class problems to test on, the awkward ones on purpose."""

from __future__ import annotations

import numpy as np
from hypothesis import strategies as st

SHAPES = (
    "random",
    "tied members",
    "perfect member",
    "always wrong member",
    "complementary pair",
    "one row",
    "one member",
    "all right",
    "all wrong",
    "equal rows",
    "accurate",
)


def oracle(shape, seed, n_rows=10, n_members=6):
    """A ±1 float matrix of one of the ``SHAPES``."""
    rng = np.random.default_rng(seed)
    n_rows = 1 if shape == "one row" else n_rows
    n_members = 1 if shape == "one member" else n_members
    accuracy = 0.8 if shape == "accurate" else 0.6
    matrix = np.where(rng.random((n_rows, n_members)) < accuracy, 1.0, -1.0)
    if shape == "tied members":
        matrix[:, n_members // 2 :] = matrix[:, : n_members - n_members // 2]
    elif shape == "perfect member":
        matrix[:, rng.integers(n_members)] = 1.0
    elif shape == "always wrong member":
        matrix[:, rng.integers(n_members)] = -1.0
    elif shape == "complementary pair" and n_members > 1:
        matrix[:, 1] = -matrix[:, 0]
    elif shape in ("all right", "all wrong"):
        matrix[:] = 1.0 if shape == "all right" else -1.0
    elif shape == "equal rows":
        matrix[n_rows // 3 :] = matrix[0]
    return matrix


@st.composite
def oracles(draw, max_rows=12, max_members=8):
    """±1 matrices, half of them degenerate."""
    return oracle(
        draw(st.sampled_from(SHAPES)),
        draw(st.integers(0, 2**32 - 1)),
        draw(st.integers(1, max_rows)),
        draw(st.integers(1, max_members)),
    )


def class_problem(seed, n_rows=40, n_members=10, n_classes=3, accuracy=0.6):
    """``(predictions, labels)`` as class positions; every class occurs among the labels."""
    rng = np.random.default_rng(seed)
    labels = np.concatenate([np.arange(n_classes), rng.integers(0, n_classes, n_rows - n_classes)])
    hard = rng.random(n_rows) < 0.3  # rows that most members miss
    chance = np.where(hard, accuracy / 2, accuracy)[:, None]
    guesses = rng.integers(0, n_classes, (n_rows, n_members))
    right = rng.random((n_rows, n_members)) < chance
    return np.where(right, labels[:, None], guesses), labels


def probabilities(seed, labels, n_members, n_classes):
    """(N, L, C) distributions that lean towards the truth."""
    rng = np.random.default_rng(seed)
    proba = rng.dirichlet(np.ones(n_classes), (len(labels), n_members))
    proba += (
        0.5
        * (rng.random((len(labels), n_members, 1)) < 0.7)
        * np.eye(n_classes)[labels][:, None, :]
    )
    return proba / proba.sum(axis=2, keepdims=True)


def as_class_problem(matrix):
    """A two-class problem with this oracle: every label is 1, a wrong vote says 0."""
    return (np.asarray(matrix) > 0).astype(int), np.ones(len(matrix), dtype=int)


def kernel_choices():
    """One settings dictionary for each kernel, form and some parameters."""
    return [
        {"kernel": "linear", "kernel_form": "scalar"},
        {"kernel": "gaussian", "kernel_form": "scalar", "sigma": 0.7},
        {"kernel": "polynomial", "kernel_form": "scalar", "degree": 3, "constant": -0.5},
        {"kernel": "polynomial", "kernel_form": "scalar", "degree": 2, "constant": 2.0},
        {"kernel": "linear", "kernel_form": "joint"},
        {"kernel": "gaussian", "kernel_form": "joint", "sigma": 1.0},
        {"kernel": "gaussian", "kernel_form": "joint", "sigma": 0.4},
        {"kernel": "polynomial", "kernel_form": "joint", "degree": 2, "constant": 1.0},
        {"kernel": "polynomial", "kernel_form": "joint", "degree": 2, "constant": 0.0},
        {"kernel": "polynomial", "kernel_form": "joint", "degree": 3, "constant": 0.5},
    ]
