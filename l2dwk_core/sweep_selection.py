"""What a value chosen on the weighting rows is worth on rows that took no part.

The best of many values looks good on the rows it was chosen on. Here it is chosen split by split on
the weighting rows and scored on the test rows, beside the uniform vote of the same members.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy.stats import t as student

from l2dwk_core.errors import InputError
from l2dwk_core.sweeps import Outcome, Sweep

Floats = NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class Selection:
    """One chosen value for each split.

    Attributes
    ----------
    places
        (splits,) position of the chosen value in the plan.
    values
        (splits,) the value itself.
    chosen, uniform, hindsight
        (splits,) test accuracy of the weighted vote at the chosen value, of the uniform vote of the
        same members, and of the weighted vote at the value that is best on the test rows
        themselves, which nobody can know beforehand.
    better, equal, worse
        Splits in which the chosen value has more, as many, or fewer test rows right than the
        uniform vote.
    low, high
        95 % interval for the mean difference to the uniform vote, ``corrected_interval``; NaN with
        one split.
    """

    places: NDArray[np.intp]
    values: Floats
    chosen: Floats
    uniform: Floats
    hindsight: Floats
    better: int
    equal: int
    worse: int
    low: float
    high: float

    @property
    def differences(self) -> Floats:
        """(splits,) chosen minus uniform."""
        return self.chosen - self.uniform

    @property
    def no_better(self) -> int:
        """Splits in which choosing a value won nothing over the uniform vote."""
        return self.equal + self.worse


def choose(outcomes: Sequence[Outcome]) -> int:
    """Position of the outcome with most right votes on the weighting rows.

    Ties: fewest members with weight, then the first.
    """
    return min(
        range(len(outcomes)),
        key=lambda i: (-outcomes[i].weighting_accuracy, outcomes[i].n_selected, i),
    )


def selection(sweep: Sweep) -> Selection:
    """The value chosen on each split's weighting rows and what it gives on its test rows."""
    places = [choose(split) for split in sweep.outcomes]
    picked = [split[p].accuracy for split, p in zip(sweep.outcomes, places, strict=True)]
    gained = np.array([a.l2dwk.correct - a.uniform.correct for a in picked])
    chosen = np.array([a.l2dwk.accuracy for a in picked])
    uniform = np.array([a.uniform.accuracy for a in picked])
    low, high = corrected_interval(chosen - uniform, sweep.n_training, sweep.n_test)
    return Selection(
        np.array(places),
        np.array(sweep.plan.values)[places],
        chosen,
        uniform,
        sweep.grid("l2dwk").max(axis=1),
        int((gained > 0).sum()),
        int((gained == 0).sum()),
        int((gained < 0).sum()),
        low,
        high,
    )


def corrected_interval(
    values: ArrayLike, n_training: int, n_test: int, level: float = 0.95
) -> tuple[float, float]:
    """Interval for the mean over random splits of the same rows.

    ``mean ± t √((1/R + n_test/n_training) s²)``, s² the sample variance of the R values and t the
    quantile of Student's distribution with R − 1 degrees of freedom. Splits share rows, so the
    usual 1/R alone makes intervals far too short. Source: Nadeau & Bengio 2003.

    Parameters
    ----------
    values
        (R,) one number for each split.
    n_training, n_test
        Rows in the two parts, both at least 1.

    Returns
    -------
    low, high; both NaN when R < 2.

    Raises
    ------
    InputError
        For row counts below 1.
    """
    if n_training < 1 or n_test < 1:
        raise InputError(
            f"There are {n_training} training and {n_test} test rows; at least 1 of each is needed."
        )
    each = np.asarray(values, dtype=float)
    if each.size < 2:
        return float("nan"), float("nan")
    spread = np.sqrt((1.0 / each.size + n_test / n_training) * each.var(ddof=1))
    reach = float(student.ppf((1.0 + level) / 2.0, each.size - 1) * spread)
    mean = float(each.mean())
    return mean - reach, mean + reach
