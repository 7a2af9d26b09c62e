"""The numbers of a record that claims are about: how each is computed, and what it is called."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import TypeVar

import numpy as np
import pandas as pd

from l2dwk_core.common.types import Floats

_Real = TypeVar("_Real", float, Floats)

_SETTLED = ("settled", "no_errors", "no_vote_errors")


@dataclass(frozen=True, eq=False)
class ComparedValue:
    """One number.

    Attributes
    ----------
    of
        From records to one number each, from −1 to 1; NaN where there is none.
    middle
        What the number of one method is compared with; None for two methods.
    sign
        1 where a larger number speaks for the claim, −1 where a smaller one does.
    axis
        Title of the axis of a figure.
    noun
        What stands behind a number: "12.5% of the members", "+1.20 points".
    ahead, behind
        Words for a result that speaks for the claim, and for one that speaks against it.
    point
        What a point of the figure shows, and on which side of the line the claim holds.
    title
        Of the figure; ``{words}`` is the least favourable mean, ``{wins}`` on how many datasets
        the first method is ahead.
    """

    of: Callable[[pd.DataFrame], pd.Series]
    middle: float | None
    sign: int
    axis: str
    noun: str
    ahead: str
    behind: str
    point: str
    title: str

    def shown(self, mean: _Real, low: _Real, high: _Real) -> tuple[_Real, _Real, _Real]:
        """Return the number itself with its interval, from differences in favour of the claim."""
        if self.middle is None:
            return mean, low, high
        if self.sign < 0:
            low, high = high, low
        middle, sign = self.middle, self.sign
        return middle + sign * mean, middle + sign * low, middle + sign * high


def _share_kept(records: pd.DataFrame) -> pd.Series:
    return records["kept"] / records["n_members"]


def _settled(records: pd.DataFrame) -> pd.Series:
    reason = records["stop_reason"]
    return reason.isin(_SETTLED).astype(float).where(reason.notna())


def _pair_disagreement(records: pd.DataFrame) -> pd.Series:
    """Return wᵀDw/(1 − Σw²): of two different members drawn with the weights, the share of
    weighting rows on which they disagree. NaN for a single member."""
    different = 1 - 1 / records["effective_number"]
    return records["diversity"] / different.where(different > 1e-9)


def _adaptive_correlation(records: pd.DataFrame) -> pd.Series:
    return _column(records, "correlation_adaptive_disagreement")


def _fixed_correlation(records: pd.DataFrame) -> pd.Series:
    return _column(records, "correlation_fixed_disagreement")


def _column(records: pd.DataFrame, name: str) -> pd.Series:
    """Return a column that a study without records does not have."""
    return records[name] if name in records else pd.Series(np.nan, index=records.index)


COMPARED_VALUES: Mapping[str, ComparedValue] = MappingProxyType(
    {
        "accuracy": ComparedValue(
            lambda records: records["correct"] / records["n_test"],
            None,
            1,
            "difference, percentage points",
            "points",
            "L2DWK ahead",
            "the other ahead",
            "A point is the accuracy of L2DWK minus that of the other method on a dataset; right "
            "of the line L2DWK is better.",
            "L2DWK is better on {wins}; in the setting worst for it the mean difference is {words}",
        ),
        "kept": ComparedValue(
            _share_kept,
            0.5,
            -1,
            "members kept, %",
            "of the members",
            "fewer kept",
            "more kept",
            "A point is the share of the members that L2DWK keeps on a dataset; the line is at one "
            "half.",
            "L2DWK keeps at most {words} on average",
        ),
        "settled": ComparedValue(
            _settled,
            0.5,
            1,
            "runs that settle, %",
            "of the runs",
            "most runs settle",
            "most runs do not",
            "A point is the share of the folds of a dataset in which the loop ends because nothing "
            "changes any more; the line is at one half.",
            "The loop settles in at least {words} on average",
        ),
        "adaptive_correlation": ComparedValue(
            _adaptive_correlation,
            0.0,
            1,
            "rank correlation, %",
            "rank correlation",
            "goes with accuracy",
            "goes against accuracy",
            "A point is the rank correlation of adaptive diversity with test accuracy over random "
            "sub-ensembles of a dataset's members, in percent; right of the line the more diverse "
            "are the more accurate.",
            "Adaptive diversity and accuracy: {words} on average",
        ),
        "adaptive_gain": ComparedValue(
            lambda records: _adaptive_correlation(records) - _fixed_correlation(records),
            0.0,
            1,
            "difference of rank correlations, percentage points",
            "more rank correlation",
            "adaptive diversity goes with accuracy more closely",
            "fixed diversity goes with accuracy more closely",
            "A point is the rank correlation of adaptive diversity with test accuracy minus that "
            "of the same measure on equally weighted rows; right of the line adaptive diversity "
            "goes with accuracy more closely.",
            "Adaptive minus fixed diversity: {words} on average",
        ),
        "diversity": ComparedValue(
            _pair_disagreement,
            None,
            1,
            "difference, percentage points of the rows",
            "points",
            "more diverse",
            "less diverse",
            "A point is how often two different members disagree, drawn with the weights of L2DWK, "
            "minus the same with equal weights; right of the line the weighted members are more "
            "diverse.",
            "Weighted members are more diverse on {wins}; in the setting worst for it the mean "
            "difference is {words}",
        ),
    }
)
"""By the keys of ``l2dwk_core.study.comparisons.COMPARED``."""
