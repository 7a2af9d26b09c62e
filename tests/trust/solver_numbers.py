"""The solver's numbers on given votes, as JSON: what ``versions.py`` compares between environments.

    python tests/trust/solver_numbers.py > numbers.json

The votes are made from whole numbers (a linear congruence), so that they are the same under every
version of every package. It needs what the core needs, and no more.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from l2dwk_core.method.self_training import self_train
from l2dwk_core.method.setting_choices import CHOICES
from l2dwk_core.method.settings import PRESETS, Settings

SIZES = ((12, 5, 2), (60, 21, 3), (150, 101, 5))
"""Rows, members, classes."""
LAMBDAS = (0.0, 0.3, 1.0, 10.0)
KERNELS = (
    {"kernel": "linear", "kernel_form": "joint"},
    {"kernel": "gaussian", "kernel_form": "joint", "sigma": 0.5},
    {"kernel": "gaussian", "kernel_form": "scalar", "sigma": 1.0},
    {"kernel": "polynomial", "kernel_form": "joint", "degree": 2, "constant": 1.0},
    {"kernel": "polynomial", "kernel_form": "scalar", "degree": 3, "constant": 0.5},
)


def numbers() -> dict[str, list[float]]:
    """Return weights, kernel weights, objective and margins of every round, by what they are of."""
    found = {}
    for size, (predictions, labels) in _votes():
        for name, settings in _settings():
            rounds = self_train(predictions, labels, settings).rounds
            for what in ("weights", "alpha", "objective", "margins"):
                values = [getattr(one, what) for one in rounds]
                found[f"{what} | {size} | {name}"] = np.ravel(values).tolist()
    return found


def _votes() -> Iterator[tuple[str, tuple[np.ndarray, np.ndarray]]]:
    for n_rows, n_members, n_classes in SIZES:
        drawn = _whole_numbers(n_rows * (2 * n_members + 2), seed=n_rows).reshape(n_rows, -1)
        labels = drawn[:, 0] % n_classes
        # A member is right on 55 to 75 of 100 rows; otherwise its vote is any class.
        right = drawn[:, 1 : n_members + 1] % 100 < 55 + np.arange(n_members) % 21
        guesses = drawn[:, n_members + 1 : 2 * n_members + 1] % n_classes
        votes = np.where(right, labels[:, None], guesses)
        yield f"{n_rows} rows, {n_members} members", (votes, labels)


def _whole_numbers(n: int, seed: int) -> np.ndarray:
    """Return numbers from 0 to 2³¹ − 1: the upper bits of a congruence, whose lower ones repeat."""
    state, found = seed, []
    for _ in range(n):
        state = (6364136223846793005 * state + 1442695040888963407) % 2**64
        found.append(state >> 33)
    return np.array(found, dtype=np.int64)


def _settings() -> Iterator[tuple[str, Settings]]:
    for preset in PRESETS:
        for lam in LAMBDAS:
            yield f"{preset}, λ = {lam}", Settings.preset(preset, lam=lam)
    for kernel in KERNELS:
        for lam in LAMBDAS:
            said = ", ".join(map(str, kernel.values()))
            yield f"{said}, λ = {lam}", Settings(**kernel, lam=lam, max_rounds=12)
    for choice in ("diversity", "update", "error_set", "error_mass", "damping", "terms"):
        for value in CHOICES[choice]:
            yield f"{choice} = {value}", Settings(**{choice: value}, max_rounds=12)


if __name__ == "__main__":
    json.dump(numbers(), sys.stdout)
