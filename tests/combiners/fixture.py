"""The small problem whose answers are known: 20 rows, 8 members, 2 classes."""

from __future__ import annotations

import numpy as np

from l2dwk_core.combiners.combiner_input import CombinerInput
from l2dwk_core.oracle.oracle import Oracle

# One word a row, one letter a member, 1 where it is right.
RIGHT = np.array(
    [
        [int(letter) for letter in word]
        for word in (
            "11100001 01010011 11111101 11011111 01011001 11011110 11101110 10001111 01000111 "
            "11011110 11001110 10111111 00100111 00111111 00001100 00111111 10100111 10101111 "
            "10000011 11111101"
        ).split()
    ]
)
LABELS = np.arange(20) % 2
PREDICTIONS = np.where(RIGHT == 1, LABELS[:, None], 1 - LABELS[:, None])
ORACLE = Oracle.from_predictions(PREDICTIONS, LABELS)
OUTPUTS = np.where(RIGHT == 1, 1.0, -1.0)
INPUTS = CombinerInput(ORACLE)


def random_inputs(
    rng: np.random.Generator, n_rows: int, n_members: int, n_classes: int, *, features: int = 2
) -> CombinerInput:
    """Members of random skill, with class probabilities and features."""
    truth = rng.integers(0, n_classes, n_rows)
    skill = rng.uniform(0.35, 0.95, n_members)
    guess = rng.integers(0, n_classes, (n_rows, n_members))
    codes = np.where(rng.random(guess.shape) < skill, truth[:, None], guess)
    proba = rng.random((n_rows, n_members, n_classes))
    np.put_along_axis(proba, codes[:, :, None], 2.0, axis=2)
    proba /= proba.sum(axis=2, keepdims=True)
    oracle = Oracle.from_codes(codes.astype(np.int16), truth.astype(np.int16), np.arange(n_classes))
    return CombinerInput(oracle, proba.astype(np.float32), rng.random((n_rows, features)))
