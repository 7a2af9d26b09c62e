"""The record of one method on one fold."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from typing import Any

import numpy as np
from numpy.typing import NDArray

from l2dwk_core.common.types import Floats

KEY = ("dataset", "pool", "weighting", "method", "repeat", "fold")
"""The fields that tell one record of a study from all others."""
TIMES = ("seconds_members", "seconds_fit", "seconds_predict")
"""The fields that differ from run to run."""
_PREFIX = {
    "weighting_measures": "weighting_",
    "test_measures": "test_",
    "correlations": "correlation_",
}


@dataclass(frozen=True)
class StudyRecord:
    """One method on one fold.

    Attributes
    ----------
    dataset, pool, weighting, method, repeat, fold
        Which: names as in ``StudyRecipe``; repeat and fold are counted from 0. ``weighting`` is the
        way that was used. A whole ensemble has its own kind as ``pool``, and "none".
    seed
        Of the members and the draws in this fold.
    n_training, n_weighting, n_test
        Rows for training in this fold, rows that judge the members, and test rows.
    n_members
        Members there were.
    correct
        Test rows classified rightly; None when the method failed.
    balanced_accuracy
        Mean recall of the classes in the test part, in [0, 1].
    log_loss
        Mean −ln p of the true class, p at least 1e-6, for methods whose answers are probabilities;
        None for shares of votes.
    kept, effective_number
        Members with weight, and 1/Σw².
    diversity, adaptive_diversity
        wᵀD_dis w of the weighted members on the weighting rows, in [0, ½]: equally weighted rows,
        and under the kernel weights α of the returned round (None for methods without them).
        With missing votes a margin is taken over the votes there are.
    rounds, stop_reason
        Of the self-training; None for other methods.
    chosen_lambda, chosen_kernel, chosen_rounds
        What the method chose by cross-validation within the training rows.
    right
        Which test rows are classified rightly, as hexadecimal digits: a bit a row, the first row
        first, filled up with zeros to a whole byte.
    unanswered
        Which test rows no member with weight has a vote on, written like ``right``; they count as
        wrong. Empty when every row has an answer.
    test_groups
        For each test row the number of its group, with blanks between: "0 0 1". Empty when rows are
        single cases.
    failure
        Why there is no result; empty when there is one.
    seconds_members
        Training of the members and their answers, which all methods of the task share.
    seconds_fit, seconds_predict
        For the weights, and for the weighted vote on the test rows.
    weighting_measures, test_measures
        By name, the diversity measures of the members with weight on these rows; None where
        undefined. Empty with missing votes, or when they were not asked for.
    correlations
        Over random sub-ensembles of all members: the rank correlation of their accuracy on the test
        rows with each diversity measure on the weighting rows, equally weighted ("fixed_…") and
        under the kernel weights of the method ("adaptive_…"; see ``accuracy_correlations``). Empty
        for methods without kernel weights, with missing votes, or when they were not asked for.
    """

    dataset: str
    pool: str
    weighting: str
    method: str
    repeat: int
    fold: int
    seed: int
    n_training: int
    n_weighting: int
    n_test: int
    n_members: int
    correct: int | None = None
    balanced_accuracy: float | None = None
    log_loss: float | None = None
    kept: int | None = None
    effective_number: float | None = None
    diversity: float | None = None
    adaptive_diversity: float | None = None
    rounds: int | None = None
    stop_reason: str | None = None
    chosen_lambda: float | None = None
    chosen_kernel: str | None = None
    chosen_rounds: int | None = None
    right: str = ""
    unanswered: str = ""
    test_groups: str = ""
    failure: str = ""
    seconds_members: float = 0.0
    seconds_fit: float = 0.0
    seconds_predict: float = 0.0
    weighting_measures: Mapping[str, float | None] = field(default_factory=dict)
    test_measures: Mapping[str, float | None] = field(default_factory=dict)
    correlations: Mapping[str, float | None] = field(default_factory=dict)

    @property
    def key(self) -> tuple[str | int, ...]:
        """Return the values of the fields in ``KEY``."""
        return tuple(getattr(self, name) for name in KEY)

    @property
    def accuracy(self) -> float:
        """Return the share of right test rows, NaN when the method failed."""
        return float("nan") if self.correct is None else self.correct / self.n_test

    def as_row(self) -> dict[str, Any]:
        """Return the fields with one column for each measure: the row of an export."""
        row = {f.name: getattr(self, f.name) for f in fields(self)}
        for name, prefix in _PREFIX.items():
            row |= {f"{prefix}{measure}": value for measure, value in row.pop(name).items()}
        return row


def bits_of(right: NDArray[np.bool_]) -> str:
    """Return (N,) truth values as hexadecimal digits."""
    return np.packbits(right).tobytes().hex()


def rows_right(bits: str, n_rows: int) -> NDArray[np.bool_]:
    """Return the (N,) truth values of ``bits_of``."""
    packed = np.frombuffer(bytes.fromhex(bits), dtype=np.uint8)
    return np.unpackbits(packed, count=n_rows).astype(bool)


def numbers_of(groups: NDArray[Any]) -> str:
    """Return (N,) labels of groups as numbers from 0, with blanks between."""
    return " ".join(map(str, np.unique(groups, return_inverse=True)[1]))


def only_one_right(first: str, second: str) -> tuple[int, int]:
    """Return on how many rows only the first is right, and on how many only the second, both the
    digits of ``bits_of`` for the same rows."""
    one, other = int(first, 16), int(second, 16)
    return (one & ~other).bit_count(), (other & ~one).bit_count()


def rounded(value: float | None, digits: int = 6) -> float | None:
    """Return the value to so many decimals, None for NaN. So a repeated study has the same text."""
    return None if value is None or np.isnan(value) else round(float(value), digits)


def effective_number(weights: Floats) -> float:
    """Return 1/Σw² of the weights scaled to sum 1; 0 when all are 0."""
    total = float(weights.sum())
    return 0.0 if total == 0 else total**2 / float(weights @ weights)
