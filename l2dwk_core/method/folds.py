"""The folds of a cross-validation: which weighting rows are left out together."""

from __future__ import annotations

import warnings
from dataclasses import dataclass
from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import ArrayLike, NDArray
from sklearn.model_selection import StratifiedGroupKFold, StratifiedKFold

from l2dwk_core.common.arrays import plain_array
from l2dwk_core.common.checks import check_seed, check_whole
from l2dwk_core.common.errors import InputError
from l2dwk_core.common.text import counted
from l2dwk_core.common.types import Indices


@dataclass(frozen=True, eq=False)
class Folds:
    """Repeated partitions of N rows.

    Attributes
    ----------
    repeats
        For each repeat a tuple with the rows of each fold: (n,) ascending positions. In each repeat
        every row is in exactly one fold.
    notes
        One line for each thing that was done differently from what was asked.
    """

    repeats: tuple[tuple[Indices, ...], ...]
    notes: tuple[str, ...] = ()


def stratified_folds(
    labels: NDArray[Any],
    n_folds: int,
    n_repeats: int,
    seed: int,
    groups: ArrayLike | None = None,
) -> Folds:
    """Return folds in which every class has nearly the same share as in all rows.

    Parameters
    ----------
    labels
        (N,) classes, N ≥ 2.
    n_folds
        The number of folds, 2 or more. When the largest class has fewer rows, or there are fewer
        groups, fewer folds are made, with a note. When every class has a single row, the classes
        are ignored.
    n_repeats
        The number of partitions, 1 or more. They are drawn one after another from *seed*.
    groups
        (N,) rows with equal entries stay in one fold.

    Raises
    ------
    InputError
        When an argument is out of range, a group is missing, or there are fewer than two rows or
        groups.
    """
    n = len(labels)
    wanted = check_whole("n_folds", n_folds, 2)
    check_whole("n_repeats", n_repeats, 1)
    check_seed(seed)
    if n < 2:
        raise InputError(
            f"There is {counted(n, 'row')} to choose on; cross-validation needs at least 2. Choose "
            "λ yourself, or bring more rows."
        )
    counts = np.unique(labels, return_counts=True)[1]
    strata = labels if counts.max() > 1 else np.zeros(n)
    limits = [(int(counts.max()), "rows in the largest class") if counts.max() > 1 else (n, "rows")]
    splitter: Any = StratifiedKFold
    blocks = None
    if groups is not None:
        blocks, splitter = _blocks(groups, n), StratifiedGroupKFold
        limits.append((int(blocks.max()) + 1, "groups"))
    most, what = min(limits)
    size = min(wanted, most)
    notes = () if size == wanted else (f"{size} folds instead of {wanted}: {most} {what} only.",)
    repeats = []
    for repeat in range(n_repeats):
        state = int(np.random.default_rng([seed, repeat]).integers(2**31))
        split = splitter(size, shuffle=True, random_state=state)
        with warnings.catch_warnings():
            # A class with fewer rows than folds is in some of the folds only.
            warnings.simplefilter("ignore", UserWarning)
            parts = [part for _, part in split.split(np.zeros((n, 1)), strata, blocks)]
        # With few groups of very different sizes a fold can be empty.
        repeats.append(tuple(part for part in parts if part.size))
    return Folds(tuple(repeats), notes)


def _blocks(groups: ArrayLike, n: int) -> NDArray[np.intp]:
    """Return (N,) the number of the group of each row, from 0."""
    given = plain_array("Groups", groups)
    if given.shape != (n,):
        raise InputError(f"Groups have shape {given.shape}; give one for each of the {n} rows.")
    if n_absent := int(np.count_nonzero(pd.isna(given))):
        raise InputError(
            f"{n_absent} of {n} groups are missing; leave those rows out, or give each a group of "
            "its own."
        )
    blocks, names = pd.factorize(given)  # texts and numbers may be mixed
    if len(names) < 2:
        raise InputError(
            "All rows are in one group, so none can be left out; cross-validation needs at least "
            "2 groups."
        )
    return np.asarray(blocks, dtype=np.intp)
