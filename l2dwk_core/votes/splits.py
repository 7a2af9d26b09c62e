"""The split of given votes into rows that judge the models and rows that test the ensemble."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray
from sklearn.model_selection import GroupShuffleSplit, StratifiedGroupKFold

from l2dwk_core.common.checks import check_seed
from l2dwk_core.common.errors import InputError
from l2dwk_core.common.text import agreeing, counted, short_name
from l2dwk_core.common.types import Indices
from l2dwk_core.datasets.splits import Split, SplitUse, check_share, split_rows
from l2dwk_core.votes.findings import classes_in_test_only
from l2dwk_core.votes.votes import Votes

_DRAWS = 20  # draws of whole groups; the one with the best class shares is used
_USE = SplitUse("row", "used to judge the models", "set aside for testing")
GROUP_NOTE = (
    "A group counts as one case where a difference is tested. The difference itself is one of "
    "rows: a group with more rows counts for more, and it holds for groups of these sizes."
)
"""What is said where rows belong to groups."""


def split_votes(votes: Votes, fraction: float, seed: int) -> Split:
    """Return the split into rows that judge the models and rows that test the ensemble.

    When there is a ``votes.part``, it decides. Otherwise a share *fraction* of the rows is drawn
    for testing with *seed*: stratified by the true label, or in whole groups when there is a
    ``votes.group``. Of 20 draws of groups (scikit-learn's ``GroupShuffleSplit``) the one is used
    whose test rows come nearest to that share of every class. The notes of the split say how it was
    made, and what a difference is where rows belong to groups.

    Raise ``InputError`` when the share or the seed is out of range, or the rows cannot be split.
    """
    check_share(fraction, "test_fraction")
    check_seed(seed)
    if votes.part is not None:
        test = votes.part == "test"
        note = (
            f"The given parts decide: {counted(int((~test).sum()), 'row')} "
            f"for weighting, {int(test.sum())} for testing; the seed changes nothing of that."
        )
        split = Split(np.flatnonzero(~test), np.flatnonzero(test), (note, *_separated(votes, test)))
    elif votes.group is not None:
        split = _split_groups(votes, fraction, seed)
    else:
        drawn = split_rows(votes.labels, fraction, seed, _USE)
        note = (
            f"{len(drawn.second_rows)} of {votes.n_rows} rows were drawn for testing by seed "
            f"{seed}, each class in proportion; the others judge the models."
        )
        split = Split(drawn.first_rows, drawn.second_rows, (note, *drawn.notes))
    only = classes_in_test_only(votes, split.second_rows)
    groups = () if votes.group is None else (GROUP_NOTE,)
    return Split(split.first_rows, split.second_rows, (*split.notes, *groups, *only))


def group_folds(
    labels: NDArray[Any], group: NDArray[Any], folds: int, seed: int
) -> Iterator[tuple[Indices, Indices]]:
    """Yield, for each fold, the rows to learn from and the rows to test.

    Groups are kept whole, and the class shares of the folds are as equal as the groups allow
    (scikit-learn's ``StratifiedGroupKFold``). Raise ``InputError`` when there are fewer groups than
    folds.
    """
    n_groups = np.unique(group).size
    if n_groups < folds:
        raise InputError(
            f"{folds} folds need at least {folds} groups; there "
            f"{'is' if n_groups == 1 else 'are'} {n_groups}. Choose fewer folds, or leave the "
            "groups out if rows may be separated."
        )
    codes = np.unique(labels, return_inverse=True)[1]
    splitter = StratifiedGroupKFold(folds, shuffle=True, random_state=seed)
    for first, second in splitter.split(np.zeros((len(codes), 1)), codes, group):
        if second.size == 0:
            raise InputError(
                f"{folds} folds cannot be made of {n_groups} groups of such different sizes; "
                "choose fewer folds."
            )
        yield first, second


def _separated(votes: Votes, test: NDArray[np.bool_]) -> tuple[str, ...]:
    """Return a note on groups that have rows in both of the given parts; empty when there is no
    such group."""
    if votes.group is None:
        return ()
    both = np.intersect1d(votes.group[test], votes.group[~test])
    if not both.size:
        return ()
    return (
        f"{counted(both.size, 'group')} ({short_name(both[0])!r} first) "
        f"{agreeing(both.size, 'has', 'have')} rows of both parts, so test rows are not new cases "
        "to the weights: the accuracy may be too high.",
    )


def _split_groups(votes: Votes, fraction: float, seed: int) -> Split:
    group = np.unique(np.asarray(votes.group), return_inverse=True)[1]
    n_groups = int(group.max()) + 1
    if n_groups < 2:
        raise InputError(
            "All rows are of one group, which no split may separate; give groups of fewer rows, or "
            "none, or say in part which rows are for testing."
        )
    size = min(max(round(fraction * n_groups), 1), n_groups - 1)
    splitter = GroupShuffleSplit(_DRAWS, test_size=size, random_state=int(seed))
    draws = list(splitter.split(np.zeros((len(group), 1)), groups=group))
    n_classes = votes.classes.size
    wanted = fraction * np.bincount(votes.label_codes, minlength=n_classes)

    def distance(test: Indices) -> float:
        found = np.bincount(votes.label_codes[test], minlength=n_classes)
        return float(np.abs(found - wanted).sum())

    first, test = min(draws, key=lambda draw: distance(draw[1]))
    note = (
        f"{size} of {n_groups} groups ({counted(len(test), 'row')} of {votes.n_rows}) were drawn "
        f"for testing by seed {seed}; the rows of a group stay together."
    )
    return Split(np.sort(first), np.sort(test), (note,))
