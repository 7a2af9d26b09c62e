"""Datasets that are a rule or a random process, generated from their published definition.

Random ones use a fixed seed and only three methods of NumPy's PCG64 generator, so that every
machine makes the same rows; a test holds their checksums.

Sources: Siegler 1976 (balance scale), Pazzani 1991 (balloons), Breiman, Friedman, Olshen & Stone,
*Classification and Regression Trees*, 1984, pp. 43-49 (LED display) and pp. 49-55 (waveforms).
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import product

import numpy as np
import pandas as pd

Made = tuple[pd.DataFrame, np.ndarray]
"""The columns and the labels of a dataset's rows."""

GENERATORS: dict[str, Callable[[], Made]] = {}
"""Every generator by its function's name, which the key ``generator`` of a facts file gives."""


def generator(function: Callable[[], Made]) -> Callable[[], Made]:
    """Enter a function in `GENERATORS` and return it."""
    GENERATORS[function.__name__] = function
    return function


LED_ROWS = 3200
WAVE_ROWS = 5000
SEED = 1984  # the year of Breiman et al.; any would do, but it must not change

# Lit segments of the digits 0-9: top, upper left, upper right, middle, lower left, lower right,
# bottom.
SEGMENTS = (
    "1110111", "0010010", "1011101", "1011011", "0111010",
    "1101011", "1101111", "1010010", "1111111", "1111011",
)  # fmt: skip
SEGMENT_NAMES = (
    "top", "upper_left", "upper_right", "middle", "lower_left", "lower_right", "bottom",
)  # fmt: skip


@generator
def balance_scale() -> Made:
    """Return all 5⁴ scales. The side with the larger weight × distance goes down.

    Return four numeric columns with values 1–5 and the classes L (left), R (right), B (balanced);
    625 rows, each possible one once.
    """
    names = ["left_weight", "left_distance", "right_weight", "right_distance"]
    X = pd.DataFrame(list(product(range(1, 6), repeat=4)), columns=names, dtype=float)
    tilt = X.left_weight * X.left_distance - X.right_weight * X.right_distance
    return X, np.select([tilt > 0, tilt < 0], ["L", "R"], "B")


@generator
def balloons() -> Made:
    """Return Pazzani's four concept-learning files, one after the other: 20 + 20 + 20 + 16 rows.

    Each holds the 16 combinations of colour × size × act × age, the first three also repeat the
    four that their rule is about. The same row carries different classes in different files, so
    that no classifier can be right on all 76.
    """
    levels = (("YELLOW", "PURPLE"), ("SMALL", "LARGE"), ("STRETCH", "DIP"), ("ADULT", "CHILD"))
    every = list(product(*levels))
    rows: list[tuple[str, ...]] = []
    inflated: list[bool] = []
    for file in range(4):
        repeated = [
            [row for row in every if row[2:] == ("DIP", "CHILD")],
            [row for row in every if row[2:] == ("STRETCH", "ADULT")],
            [row for row in every if row[:2] == ("YELLOW", "SMALL")],
            [],
        ][file]
        for row in every + repeated:
            stretch, adult = row[2] == "STRETCH", row[3] == "ADULT"
            yellow_small = row[:2] == ("YELLOW", "SMALL")
            rows.append(row)
            inflated.append(
                (
                    adult or stretch,
                    adult and stretch,
                    yellow_small,
                    yellow_small or (adult and stretch),
                )[file]
            )
    X = pd.DataFrame(rows, columns=["colour", "size", "act", "age"]).astype("category")
    return X, np.where(inflated, "T", "F")


@generator
def led7() -> Made:
    """Return rows of the LED display without random bits; see `_led`."""
    return _led(0)


@generator
def led24() -> Made:
    """Return rows of the LED display with 17 random bits; see `_led`."""
    return _led(17)


def _led(n_random: int) -> Made:
    """Return digits on a seven-segment display whose segments each fail with probability 0.1.

    Digits are equally likely; `n_random` fair random bits without information are appended. LED-24
    with its 17 random bits continues LED-7: the first seven columns are the same. Bayes accuracy:
    74 %.
    """
    stream = np.random.Generator(np.random.PCG64(SEED))
    lit = np.array([[segment == "1" for segment in digit] for digit in SEGMENTS])
    digits = stream.integers(0, 10, LED_ROWS)
    bits = lit[digits] ^ (stream.random((LED_ROWS, 7)) < 0.1)
    names = [*SEGMENT_NAMES, *(f"random_{i}" for i in range(1, n_random + 1))]
    bits = np.hstack([bits, stream.random((LED_ROWS, n_random)) < 0.5])
    text = np.where(bits, "1", "0")
    levels = pd.CategoricalDtype(["0", "1"])
    X = pd.DataFrame(
        {name: pd.Categorical(text[:, i], dtype=levels) for i, name in enumerate(names)}
    )
    return X, digits.astype(str)


@generator
def wave21() -> Made:
    """Return random mixtures of two of three triangular waves, with noise: x = u·hₐ + (1−u)·h_b +
    ε.

    h₁, h₂, h₃ are 6 high with their tops at 11, 15 and 7; u ~ U(0, 1) for a row, ε ~ N(0, 1) for a
    cell; class 0 mixes h₂ with h₃, 1 mixes h₁ with h₃, 2 mixes h₁ with h₂, equally likely. Values
    are rounded to two decimals as in UCI's file. Bayes accuracy: 86 %.
    """
    stream = np.random.Generator(np.random.PCG64(SEED))
    at = np.arange(1, 22)
    waves = np.array([np.maximum(6 - np.abs(at - top), 0) for top in (11, 15, 7)])
    pairs = np.array([(1, 2), (0, 2), (0, 1)])
    classes = stream.integers(0, 3, WAVE_ROWS)
    share = stream.random((WAVE_ROWS, 1))
    first, second = waves[pairs[classes, 0]], waves[pairs[classes, 1]]
    values = share * first + (1 - share) * second + stream.standard_normal((WAVE_ROWS, 21))
    X = pd.DataFrame(np.round(values, 2), columns=[f"x{i}" for i in at])
    return X, classes.astype(str)
