"""Bad input is diagnosed: what was found, what is allowed, what to do."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

from l2dwk_core.common.errors import InputError
from l2dwk_core.diversity import (
    MEASURES,
    ambiguity_decomposition,
    disagreement_matrix,
    double_fault_matrix,
    good_bad_diversity,
    measure_all,
)

ENTRY_POINTS: dict[str, Callable[..., object]] = {
    "disagreement_matrix": disagreement_matrix,
    "double_fault_matrix": double_fault_matrix,
    "good_bad_diversity": good_bad_diversity,
    "ambiguity_decomposition": ambiguity_decomposition,
    "measure_all": measure_all,
    **{name: m.value for name, m in MEASURES.items() if m.needs == "oracle"},
    **{
        f"{name}.matrix": m.matrix
        for name, m in MEASURES.items()
        if m.needs == "oracle" and m.pairwise
    },
}
WEIGHTED = {
    name: call
    for name, call in ENTRY_POINTS.items()
    if name not in ("good_bad_diversity", "ambiguity_decomposition")
} | {"label_kappa": MEASURES["label_kappa"].value}

BAD_ORACLES = {
    "NaN": (
        [[1.0, float("nan")], [1.0, -1.0]],
        r"holds 1 values other than −1 and \+1 \(first: nan at row 0, member 1\)",
    ),
    "infinity": ([[1.0, np.inf]], r"first: inf at row 0, member 1"),
    "zero": ([[1, -1], [0, 1]], r"first: 0 at row 1, member 0\); a 0 marks a missing vote"),
    "zeros and others": ([[0, 2]], "holds 2 values.*code a right vote as"),
    "bits": ([[1, 0], [1, 1]], "a 0 marks a missing vote"),
    "a fraction": ([[0.5, 1.0]], "first: 0.5"),
    "bytes above 127": (np.array([[255, 1]], np.uint8), "first: 255"),
    "truth values": ([[True, False]], "dtype bool; allowed are the numbers −1 and"),
    "words": ([["+", "-"]], "dtype <U1; allowed are the numbers"),
    "one dimension": ([1, -1], r"oracle has 1 dimensions; give a matrix of shape \(n_samples"),
    "three dimensions": (np.ones((2, 2, 2)), "oracle has 3 dimensions"),
    "no rows": (np.empty((0, 3)), r"oracle has shape \(0, 3\); at least one sample"),
    "no members": (np.empty((3, 0)), r"oracle has shape \(3, 0\); at least one sample"),
}
BAD_WEIGHTS = {
    "too few": (
        [1.0],
        r"weights have shape \(1,\), the oracle has 2 rows; give one weight per row",
    ),
    "a matrix": ([[1.0, 1.0]], r"weights have shape \(1, 2\)"),
    "negative": ([1.0, -0.5], r"holds? 1 negative or non-finite values \(first: -0.5 at row 1\)"),
    "NaN": ([float("nan"), 1.0], r"first: nan at row 0"),
    "infinite": ([np.inf, 1.0], r"first: inf at row 0"),
    "all zero": ([0.0, 0.0], "weights sum to zero, so no row counts"),
    "words": (["a", "b"], "weights have dtype <U1; give numbers"),
}


@pytest.mark.parametrize("entry", ENTRY_POINTS)
@pytest.mark.parametrize("bad", BAD_ORACLES)
def test_bad_oracle(entry: str, bad: str) -> None:
    oracle, message = BAD_ORACLES[bad]
    with pytest.raises(InputError, match=message):
        ENTRY_POINTS[entry](oracle)


@pytest.mark.parametrize("entry", WEIGHTED)
@pytest.mark.parametrize("bad", BAD_WEIGHTS)
def test_bad_weights(entry: str, bad: str) -> None:
    weights, message = BAD_WEIGHTS[bad]
    with pytest.raises(InputError, match=message):
        WEIGHTED[entry]([[1, -1], [-1, 1]], weights)


def test_messages_are_one_line() -> None:
    for oracle, _ in BAD_ORACLES.values():
        with pytest.raises(InputError, match=r"\A[^\n]+\Z"):
            disagreement_matrix(oracle)
