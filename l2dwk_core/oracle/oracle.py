"""The oracle matrix: predictions and true labels become +1 (right) and −1 (wrong)."""

from __future__ import annotations

import warnings
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, DTypeLike, NDArray

from l2dwk_core.common.arrays import label_array, plain_array
from l2dwk_core.common.checks import check_whole
from l2dwk_core.common.errors import InputError
from l2dwk_core.common.label_spelling import check_spelling
from l2dwk_core.common.text import counted
from l2dwk_core.oracle.counted_table import CountedTable

Codes = NDArray[np.signedinteger[Any]]
Labels = NDArray[Any]

_CELLS = 8_000_000  # votes encoded at a time
_NO_VOTE = (
    "leave those rows out, or put any class there and pass available=, a bool array of the "
    "predictions' shape that is False where there is no vote"
)


@dataclass(frozen=True, eq=False)
class Oracle:
    """Outputs of L members on N rows with known labels.

    Attributes
    ----------
    matrix
        (N, L) int8: ``O_kj = +1`` where member j is right on row k, −1 where wrong, 0 where it may
        not judge the row (Yin, Yang & Hao 2014, Eq. Oracle-Output).
    codes, label_codes
        (N, L) and (N,): predicted and true class as positions in ``classes``.
    classes
        (C,) the distinct labels, sorted.
    available
        (N, L) bool, False where a member trained on the row; None when every vote counts.
    soft
        (N, L) float64 ``2 p(y|x) − 1`` in [−1, 1], or None. Beyond the paper.
    probabilities
        (N, L, C), given with ``soft``.
    """

    matrix: NDArray[np.int8]
    codes: Codes
    label_codes: Codes
    classes: Labels
    available: NDArray[np.bool_] | None = None
    soft: NDArray[np.float64] | None = None
    probabilities: NDArray[np.floating] | None = None

    def __array__(self, dtype: DTypeLike | None = None, copy: bool | None = None) -> NDArray[Any]:
        """Return ``matrix``: an oracle may stand where its matrix is wanted."""
        return np.array(self.matrix, dtype=dtype, copy=True if copy else None)

    @classmethod
    def from_predictions(
        cls, predictions: ArrayLike, labels: ArrayLike, *, available: ArrayLike | None = None
    ) -> Oracle:
        """Return the oracle of predicted labels (N, L) and true labels (N,) of the same kind.

        A member may predict a class that is no label. Rows are matched by position; a warning is
        given where the pandas indexes of the two hold the same names in another order. Raise
        ``InputError`` for empty, ill-shaped or missing values, and for classes that are written in
        two ways ("yes" and "Yes").
        """
        predicted = label_array("Predictions", predictions, _NO_VOTE)
        truth = label_array("Labels", labels)
        if predicted.ndim != 2 or 0 in predicted.shape:
            raise InputError(
                f"Predictions have shape {predicted.shape}; needed is rows × members with at least "
                "one of each."
            )
        if truth.shape != predicted.shape[:1]:
            raise InputError(
                f"Labels have shape {truth.shape}, but the predictions have "
                f"{counted(predicted.shape[0], 'row')}; give one label per row."
            )
        _warn_of_another_order(predictions, labels)
        codes, label_codes, classes = encode_predictions(predicted, truth)
        if classes.dtype.kind in "US":
            check_spelling(classes, classes[np.unique(label_codes)])
        return cls.from_codes(codes, label_codes, classes, available=available)

    @classmethod
    def from_codes(
        cls,
        codes: Codes,
        label_codes: Codes,
        classes: Labels,
        *,
        available: ArrayLike | None = None,
    ) -> Oracle:
        """Return the oracle of class positions, (N, L) and (N,), in a given list of classes
        (C,)."""
        matrix = (codes == label_codes[:, None]).view(np.int8)
        matrix *= 2
        matrix -= 1
        mask = _checked_mask(available, matrix.shape)
        if mask is not None:
            matrix[~mask] = 0
        return cls(matrix, codes, label_codes, classes, mask)

    @classmethod
    def from_probabilities(
        cls, probabilities: ArrayLike, label_codes: ArrayLike, classes: ArrayLike
    ) -> Oracle:
        """Return the oracle of class probabilities (N, L, C). Its ``soft`` is ``2 p(y|x) − 1``.

        Raise ``InputError`` when an entry is outside [0, 1] or a row does not sum to one (1e-4).
        """
        proba = plain_array("Probabilities", probabilities)
        truth, names = np.asarray(label_codes), np.asarray(classes)
        if proba.ndim != 3 or 0 in proba.shape or proba.shape[2] != len(names):
            raise InputError(
                f"Probabilities have shape {proba.shape}; needed is rows × members × "
                f"{len(names)} classes."
            )
        if truth.shape != proba.shape[:1]:
            raise InputError(
                f"Labels have shape {truth.shape}, but the probabilities have "
                f"{counted(proba.shape[0], 'row')}; give one label per row."
            )
        sums_off = float(np.abs(proba.sum(axis=2) - 1.0).max())
        if not (proba.min() >= -1e-6 and proba.max() <= 1 + 1e-6 and sums_off <= 1e-4):
            raise InputError(
                f"Probabilities range over [{proba.min():g}, {proba.max():g}] and miss a sum of 1 "
                f"by up to {sums_off:g}; each member's row must be a distribution over the classes."
            )
        codes = _smallest(proba.argmax(axis=2), len(names))
        hard = cls.from_codes(codes, truth, names)
        right = np.take_along_axis(proba, truth[:, None, None].astype(np.intp), axis=2)[:, :, 0]
        soft = np.clip(2.0 * right.astype(np.float64) - 1.0, -1.0, 1.0)
        return cls(hard.matrix, codes, truth, names, None, soft, proba)

    @classmethod
    def from_matrix(cls, matrix: ArrayLike) -> Oracle:
        """Return the oracle of a bare ±1 matrix (N, L): a two-class problem in which every true
        class is "right".

        Raise ``InputError`` for any other entry, NaN included, and for an empty matrix.
        """
        values = plain_array("Oracle outputs", matrix)
        if values.ndim != 2 or 0 in values.shape:
            raise InputError(
                f"The oracle has shape {values.shape}; needed is rows × members with at least one "
                "of each."
            )
        odd = ~((values == 1) | (values == -1))
        if odd.any():
            row, member = np.argwhere(odd)[0]
            raise InputError(
                f"The oracle holds {values[row, member]!r} at row {row}, member {member}; allowed "
                "are +1 (right) and −1 (wrong)."
            )
        codes = (values > 0).astype(np.int8)
        names = np.array(["wrong", "right"])
        return cls.from_codes(codes, np.ones(len(values), dtype=np.int8), names)

    @property
    def n_rows(self) -> int:
        """Return N, the number of rows."""
        return int(self.matrix.shape[0])

    @property
    def n_members(self) -> int:
        """Return L, the number of members."""
        return int(self.matrix.shape[1])

    @cached_property
    def difficulty(self) -> NDArray[np.float64]:
        """Return the (N,) share of the members that may judge a row and are wrong on it; 0 where
        none may judge it."""
        judges = np.maximum(np.count_nonzero(self.matrix, axis=1), 1)
        shares: NDArray[np.float64] = np.count_nonzero(self.matrix < 0, axis=1) / judges
        return shares

    @cached_property
    def member_accuracy(self) -> NDArray[np.float64]:
        """(L,) share of the rows each member may judge that it is right on; 0 where it judges none.

        In [0, 1].
        """
        judged = np.maximum(np.count_nonzero(self.matrix, axis=0), 1)
        shares: NDArray[np.float64] = np.count_nonzero(self.matrix > 0, axis=0) / judged
        return shares

    def prefix(self, n_members: int) -> Oracle:
        """Return the oracle of the first n members on the same rows. Raise ``InputError`` unless
        1 ≤ n ≤ L."""
        n_members = check_whole("n_members", n_members, 1, self.n_members)
        return self._part(slice(None), slice(n_members))

    def of_members(self, members: NDArray[np.intp]) -> Oracle:
        """The same rows judged by these members only, in this order."""
        return self._part(slice(None), members)

    def of_rows(self, rows: NDArray[np.intp]) -> Oracle:
        """These rows only, in this order; a row may occur more than once."""
        return self._part(rows, slice(None))

    def _part(self, rows: Any, members: Any) -> Oracle:
        def part(table: NDArray[Any]) -> NDArray[Any]:
            return np.ascontiguousarray(table[rows, members])

        return Oracle(
            part(self.matrix),
            part(self.codes),
            self.label_codes[rows],
            self.classes,
            None if self.available is None else part(self.available),
            None if self.soft is None else part(self.soft),
            None if self.probabilities is None else self.probabilities[rows, members],
        )

    @cached_property
    def merged(self) -> CountedTable:
        """Return ``matrix`` with equal rows merged. Margins and Gram sums need each distinct row
        only once."""
        return CountedTable.merged(self.matrix, self._row_keys())

    @cached_property
    def merged_availability(self) -> CountedTable:
        """Return ``available`` as 0 and 1, merged like ``matrix``."""
        if self.available is None:
            raise ValueError("every vote counts: there is no availability to merge")
        return CountedTable.merged(self.available.view(np.int8), self._row_keys())

    def _row_keys(self) -> NDArray[np.uint8]:
        """Return (N, bytes) keys. They are equal for rows with equal votes and availability."""
        parts = _parts(self.matrix.shape)
        bits = np.concatenate([np.packbits(self.matrix[part] > 0, axis=1) for part in parts])
        if self.available is None:
            return bits
        return np.concatenate([bits, np.packbits(self.available, axis=1)], axis=1)


def encode_predictions(predicted: Labels, truth: Labels) -> tuple[Codes, Codes, Labels]:
    """Return predictions and labels as positions in their common sorted list of classes.

    One pass per class is many times faster than sorting all N × L predictions. Raise ``InputError``
    for labels of two types.
    """
    text, numbers = "US", "biuf"
    kinds = predicted.dtype.kind, truth.dtype.kind
    if (kinds[0] in text and kinds[1] in numbers) or (kinds[0] in numbers and kinds[1] in text):
        raise InputError(
            f"Predictions are of type {predicted.dtype} but labels of type {truth.dtype}, so none "
            "would ever be right; use one type for predictions and labels."
        )
    parts = _parts(predicted.shape)
    classes = np.unique(truth)
    # Sorting is slow. With few classes it is quicker to compare with each class.
    others = [np.unique(_unknown(predicted[part], classes)) for part in parts]
    classes = np.unique(np.concatenate([classes, *others]))
    codes: Codes = np.empty(predicted.shape, dtype=np.min_scalar_type(-max(len(classes), 2)))
    for part in parts:
        codes[part] = _positions(predicted[part], classes)
    return codes, np.searchsorted(classes, truth).astype(codes.dtype), classes


def _warn_of_another_order(predictions: Any, labels: Any) -> None:
    first: Any = getattr(predictions, "index", None)
    second: Any = getattr(labels, "index", None)  # of a list it is a method
    if not (hasattr(first, "equals") and hasattr(second, "equals")) or first.equals(second):
        return
    if first.is_unique and second.is_unique and len(first.intersection(second)) == len(first):
        warnings.warn(
            "The index of the labels has the names of the predictions' index in another order. "
            "Rows are matched by position, as in scikit-learn; to match them by name give "
            "labels.loc[predictions.index].",
            UserWarning,
            stacklevel=4,
        )


def _comparable(predicted: Labels, classes: Labels) -> bool:
    return len(classes) <= 64 and predicted.dtype.kind in "iufb"


def _unknown(predicted: Labels, classes: Labels) -> Labels:
    """Return predictions that are none of the classes, as far as they can be found at low cost."""
    if not _comparable(predicted, classes):
        return predicted
    known = predicted == classes[0]
    for label in classes[1:]:
        known |= predicted == label
    rest: Labels = predicted[~known]
    return rest


def _positions(predicted: Labels, classes: Labels) -> NDArray[Any]:
    """Return the position of each prediction in the sorted classes, which contain all
    predictions."""
    if not _comparable(predicted, classes):
        return np.asarray(np.searchsorted(classes, predicted))
    codes: NDArray[np.int8] = np.zeros(predicted.shape, dtype=np.int8)
    for code, label in enumerate(classes[1:], start=1):
        same_code = (predicted == label).view(np.int8)
        codes += same_code if code == 1 else same_code * np.int8(code)
    return codes


def _parts(shape: tuple[int, ...]) -> list[slice]:
    """Return slices of rows with so few cells each that intermediate arrays stay small."""
    step = max(1, _CELLS // shape[1])
    return [slice(start, start + step) for start in range(0, shape[0], step)]


def _smallest(codes: NDArray[np.intp], n_classes: int) -> Codes:
    return codes.astype(np.min_scalar_type(-max(n_classes, 2)))


def _checked_mask(available: ArrayLike | None, shape: tuple[int, ...]) -> NDArray[np.bool_] | None:
    if available is None:
        return None
    mask = plain_array("Marks of who may judge (available)", available)
    if mask.shape != shape or mask.dtype != np.bool_:
        raise InputError(
            f"available has shape {mask.shape} and type {mask.dtype}; needed is bool of shape "
            f"{shape}, True where a member may judge a row."
        )
    if not mask.any():
        raise InputError(
            "No member may judge any row; use a hold-out, or more bagged members so that some rows "
            "are out of bag."
        )
    return mask
