"""Predicted labels beside the probabilities of the same model that are not those of the largest
probability: H2O names the class by the threshold with the largest F1 score, not by 0.5."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from l2dwk_core.common.text import counted, short_name, shown
from l2dwk_core.datasets.tables.columns import Column
from l2dwk_core.votes.certain_models import same_model


def labels_unlike(
    columns: Sequence[Column],
    models: Sequence[str],
    classes: Sequence[str],
    shares: NDArray[np.float64],
) -> list[str]:
    """Return a note on each of these unused *columns* that holds the labels of one of the models
    and names another class than the largest probability in some rows. *shares* are (N, L, C)."""
    notes = []
    place = {label: at for at, label in enumerate(classes)}
    for column in columns:
        its = [j for j, model in enumerate(models) if same_model(column.name, model)]
        its = [0] if len(models) == 1 else its
        codes = np.array([*(place.get(level, -1) for level in column.levels), -1])[column.codes]
        if len(its) != 1 or not _holds_labels(column, place):
            continue
        votes = shares[:, its[0]]
        known = (codes >= 0) & ~np.isnan(votes).any(axis=1)
        largest = np.where(known, np.nan_to_num(votes, nan=-1.0).max(axis=1), 0.0)
        own = np.take_along_axis(votes, np.maximum(codes, 0)[:, None], axis=1)[:, 0]
        unlike = known & (own < largest)
        if n := int(unlike.sum()):
            notes.append(
                f"Column {column.name!r} names another class than the largest probability of "
                f"{short_name(models[its[0]])!r} in {n} of {counted(int(known.sum()), 'row')}"
                f"{_threshold(votes[known], codes[known], classes)}. The vote is the class with "
                "the largest probability. To use the labels instead, leave the columns of "
                "probabilities out of the file."
            )
    return notes


def _holds_labels(column: Column, place: dict[str, int]) -> bool:
    known = [level in place for level in column.levels]
    return len(known) > 1 and all(known)  # one value may name the class in question


def _threshold(votes: NDArray[np.float64], codes: NDArray[np.intp], classes: Sequence[str]) -> str:
    """Return from which probability of the second of two classes on the labels name it, in words;
    "" when there are more classes or one threshold does not explain the labels."""
    second = codes == 1
    if len(classes) != 2 or not second.any() or second.all():
        return ""
    least, most = float(votes[second, 1].min()), float(votes[~second, 1].max())
    if least < most:
        return "; no threshold explains this, so it may be that of another model"
    return (
        f": it names {shown(classes[1])} from a probability of {least:.3g} on, not from 0.5 (H2O "
        "takes the threshold with the largest F1 score)"
    )
