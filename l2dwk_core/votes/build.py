"""The record of votes made from arrays of a file, which may have gaps and rounded sums."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from l2dwk_core.common.arrays import label_array, plain_array
from l2dwk_core.common.errors import InputError
from l2dwk_core.common.text import agreeing, counted, shown
from l2dwk_core.datasets.tables.limits import MAX_CLASSES
from l2dwk_core.votes.votes import Votes

ROUNDING = 1e-3
"""When a sum of probabilities differs from 1 by no more than this, the probabilities are taken as
rounded and are rescaled."""

_SILENT = 1e-6  # the rounding of float32
_LARGEST_WHOLE = 2**53  # above it different whole numbers are the same float64
REGRESSION = (
    "this is a numeric target, and combining regressions is not what L2DWK does: cut it into "
    "classes before the models are fitted"
)


def votes_of(
    name: str,
    labels: Any,
    *,
    predictions: Any = None,
    probabilities: Any = None,
    models: Sequence[str] | None = None,
    classes: Any = None,
    available: Any = None,
    part: Any = None,
    group: Any = None,
    row_numbers: NDArray[np.intp] | None = None,
    notes: Sequence[str] = (),
) -> Votes:
    """Return the record of votes made from these arrays. See ``Votes`` for their shapes.

    A prediction that is NaN or an empty text is a missing vote. So is a row of probabilities that
    are all NaN. Without predictions the predicted class is the one with the largest probability, of
    equal ones the first. Probabilities whose sum differs from 1 by at most ``ROUNDING`` are
    rescaled to the sum 1, with a note when the difference is larger than the rounding of float32.

    *classes* are the classes of the probabilities, in their order. Default: the true labels,
    sorted. Models without names are named by number. *row_numbers* (N,) are the numbers of the rows
    in the file, from 1. Error messages use them when rows of the file were left out.

    Raise ``InputError`` when a sum differs from 1 by more (the message names the row and the
    model), when the true label is a measured number instead of a class, when there are more than
    100 classes, and in the cases named at ``Votes``.
    """
    truth = _labels(labels)
    said = list(notes)
    cast = None if available is None else plain_array("Marks of votes (available)", available)
    proba = None
    names: Any = None
    if classes is not None:
        names = _without_fractions(label_array("Classes", classes))
        if names.ndim != 1:
            raise InputError(f"Classes have shape {names.shape}; list each class once.")
    if probabilities is not None:
        cube = _cube(probabilities, len(truth))
        if names is None and truth.dtype.kind in "US":
            order_taken = shown(np.unique(truth)[:3].tolist())
            said.append(
                "No classes are named, so the probabilities are taken to be in the alphabetical "
                f"order of the labels, which begins with {order_taken}; if they are in another "
                "order, name the classes in it (classes)."
            )
        names = _classes_of(names, truth, cube.shape[2])
        order = np.argsort(names, kind="stable")
        names, cube = names[order], cube[:, :, order]
        models = _named(models, cube.shape[1])
        proba, given = _rescaled(cube, models, cast, row_numbers, said)
        cast = _both(cast, given)
        if predictions is None:
            said += _ties(proba, names)
            predictions = names[np.where(np.isnan(proba), -1.0, proba).argmax(axis=2)]
    elif predictions is None:
        raise InputError(f"{name!r} has neither predictions nor probabilities; give one of them.")
    filled, voted = _filled(predictions, truth)
    votes = Votes(
        name,
        _named(models, filled.shape[1] if filled.ndim == 2 else 0),
        filled,
        truth,
        names,
        proba,
        _both(cast, voted),
        part,
        group,
        tuple(said),
        row_numbers=row_numbers,
    )
    if votes.classes.size > MAX_CLASSES:
        raise InputError(
            f"{name!r} has {votes.classes.size} classes; at most {MAX_CLASSES} are allowed. Join "
            "rare classes before the models are fitted."
        )
    return votes


def check_no_regression(labels: NDArray[Any]) -> None:
    """Raise ``InputError`` when a true label is a fraction."""
    if labels.dtype.kind == "f":
        fractions = labels[np.isfinite(labels) & (labels != np.floor(labels))]
        if fractions.size:
            raise InputError(f"Labels hold the value {float(fractions[0]):g}; {REGRESSION}.")


def _labels(labels: Any) -> NDArray[Any]:
    found = plain_array("Labels", labels)
    if found.ndim != 1:
        raise InputError(f"Labels have shape {found.shape}; give one label per row.")
    check_no_regression(found)
    return _without_fractions(label_array("Labels", found))


def _without_fractions(labels: NDArray[Any]) -> NDArray[Any]:
    """Return whole numbers as integers, so that 1.0 is the class 1."""
    if labels.dtype.kind != "f":
        return labels
    if (large := labels[np.abs(labels) > _LARGEST_WHOLE]).size:
        raise InputError(
            f"A class is {float(large.flat[0]):g}; as a number with a fraction part it is exact up "
            f"to {_LARGEST_WHOLE:,} only. Give such classes as whole numbers (int64) or as text."
        )
    return labels.astype(np.int64)


def _filled(predictions: Any, truth: NDArray[Any]) -> tuple[NDArray[Any], NDArray[np.bool_] | None]:
    """Return the predictions with gaps filled by some class, and a mask that is True where a vote
    was given."""
    found = plain_array("Predictions", predictions)
    if found.dtype.kind == "f":
        gaps = np.isnan(found)
        if (np.isfinite(found) & (found != np.floor(found))).any():
            first = float(found[np.isfinite(found) & (found != np.floor(found))][0])
            raise InputError(
                f"Predictions hold the value {first:g}; give predicted classes here, and "
                "class probabilities as probabilities, rows × models × classes."
            )
    elif found.dtype.kind == "U":
        gaps = found == ""
    else:
        return found, None
    if gaps.any():
        if (
            truth.size == 0
            or found.ndim != 2
            or found.dtype.kind != ("f" if truth.dtype.kind in "iu" else "U")
        ):
            return found, ~gaps  # the record raises the error
        found = np.where(gaps, truth[0], found)
    return _without_fractions(label_array("Predictions", found)), ~gaps


def _cube(probabilities: Any, n_rows: int) -> NDArray[np.floating[Any]]:
    found = plain_array("Probabilities", probabilities)
    if found.ndim != 3 or 0 in found.shape or found.dtype.kind not in "biuf":
        raise InputError(
            f"Probabilities have shape {found.shape} and type {found.dtype}; needed are real "
            "numbers of rows × models × classes, at least one of each."
        )
    if len(found) != n_rows:
        raise InputError(
            f"There are probabilities for {counted(len(found), 'row')} but "
            f"{counted(n_rows, 'label')}; give one label per row."
        )
    return found if found.dtype.kind == "f" else found.astype(np.float32)


def _classes_of(classes: NDArray[Any] | None, truth: NDArray[Any], n_classes: int) -> NDArray[Any]:
    found = np.unique(truth) if classes is None else classes
    if found.size != n_classes:
        where = "occur as labels" if classes is None else "are named"
        raise InputError(
            f"Probabilities are given for {counted(n_classes, 'class', 'classes')}, but "
            f"{found.size} {where}; name the classes in the order of the probabilities (classes)."
        )
    return found


def _rescaled(
    cube: NDArray[np.floating[Any]],
    models: Sequence[str],
    available: NDArray[np.bool_] | None,
    row_numbers: NDArray[np.intp] | None,
    notes: list[str],
) -> tuple[NDArray[np.float32], NDArray[np.bool_]]:
    """Return probabilities that sum to 1, NaN where a vote is missing, and a mask that is True
    where a vote was given."""
    voted = np.asarray(~np.isnan(cube).all(axis=2))
    # For a mask of another shape or type the record raises the error.
    if available is not None and available.shape == voted.shape and available.dtype == np.bool_:
        voted &= available
    sums = cube.sum(axis=2, dtype=np.float64)
    off = np.abs(sums - 1.0)
    bad = voted & (~(off <= ROUNDING + _SILENT) | (cube < -_SILENT).any(axis=2))
    if bad.any():
        row, model = np.argwhere(bad)[0]
        number = row + 1 if row_numbers is None else row_numbers[row]
        values = cube[row, model]
        found = (
            f"sum to {sums[row, model]:g}"
            if np.isfinite(values).all() and values.min() >= -_SILENT
            else f"are {shown([round(float(value), 6) for value in values])}"
        )
        raise InputError(
            f"The probabilities of model {models[model]!r} in row {number:,} (row 1 is the "
            f"first) {found}; those of one vote must be 0 or more and sum to 1 "
            f"({counted(int(bad.sum()), 'vote')} like that)."
        )
    if rounded := int(np.count_nonzero(voted & (off > _SILENT))):
        notes.append(
            f"The probabilities of {counted(rounded, 'vote')} {agreeing(rounded, 'sums', 'sum')} "
            f"to 1 up to rounding only (by {off[voted].max():.1g} at most): rescaled to 1."
        )
    scaled = np.clip(cube, 0.0, None) / np.where(voted, sums, 1.0)[:, :, None]
    scaled[~voted] = np.nan
    return scaled.astype(np.float32), voted


def _ties(proba: NDArray[np.float32], classes: NDArray[Any]) -> list[str]:
    """Return a note on votes in which two classes or more have the largest probability."""
    largest = proba == proba.max(axis=2, keepdims=True)
    tied = largest.sum(axis=2) > 1
    if not (n := int(tied.sum())):
        return []
    which = "the first of them"
    if classes.size == 2:
        which = f"{shown(str(classes[0]))}, the first"
    share = float(proba[tied].max(axis=1)[0])
    return [
        f"{counted(n, 'vote')} {agreeing(n, 'gives', 'give')} several classes the same largest "
        f"probability{f', {share:g}' if classes.size == 2 else ''}: counted as {which}."
    ]


def _both(
    mask: NDArray[np.bool_] | None, other: NDArray[np.bool_] | None
) -> NDArray[np.bool_] | None:
    if mask is None or other is None:
        found = other if mask is None else mask
        return None if found is None or (found.dtype == np.bool_ and found.all()) else found
    return mask if mask.shape != other.shape or mask.dtype != np.bool_ else mask & other


def _named(models: Sequence[str] | None, n_models: int) -> tuple[str, ...]:
    if models is None:
        return tuple(f"model {j}" for j in range(n_models))
    return tuple(str(model) for model in models)
