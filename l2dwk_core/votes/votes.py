"""The record of the answers of models on cases whose class is known."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from l2dwk_core.common.arrays import label_array, plain_array
from l2dwk_core.common.errors import InputError
from l2dwk_core.common.text import counted, shown
from l2dwk_core.oracle.oracle import encode_predictions
from l2dwk_core.pools.recipe import MAX_MEMBERS
from l2dwk_core.votes.no_cases.training_rows import TrainingRows

PARTS = ("weighting", "test")
"""The two parts of the rows: a row either judges the models or tests the ensemble."""

SUM_TOLERANCE = 1e-4
"""Largest allowed difference between 1 and the sum of the probabilities of one vote."""

MAX_CLASSES = 32_767
"""The largest number of classes: a position in the list of classes takes two bytes."""


@dataclass(frozen=True, eq=False)
class Votes:
    """Answers of L models on N cases, with the true labels.

    Attributes
    ----------
    name
        The name of the votes, for example the name of the file.
    models
        L different names.
    predictions
        (N, L) predicted labels: text or whole numbers. Where a vote is missing, any value may be
        given; it is replaced by the first true label.
    labels
        (N,) true labels, of the same kind.
    classes
        (C,) all labels that occur, sorted, C ≥ 2. When None is given, these are the true labels
        and the predicted labels.
    probabilities
        (N, L, C) float32 class probabilities in the order of ``classes``. They sum to 1 for each
        row of each model. None when only labels are known. Where a vote is missing they are
        ignored. The class with the largest probability need not be the predicted class, because
        some models predict by another rule.
    available
        (N, L) bool, False where a vote is missing; None when no vote is missing.
    part
        (N,) one of ``PARTS`` for each row; None when no parts are given.
    group
        (N,) labels of rows that belong together, for example those of one person. Such rows are
        never separated by a split. None without groups.
    cases_column
        The column of the file that names cases with several rows each and was not used, as it is
        not named group; "" without one. Claims then say that the rows are not independent.
    training
        The rows that a column of the file names as those of the models' training; None without such
        a column. ``findings`` compares the accuracies there and elsewhere.
    row_numbers
        (N,) the number of each row in its file, where the first case is 1; None when no row of the
        file was left out: 1 … N.
    notes
        Remarks on what was found or changed when the votes were read, one line each.
    codes, label_codes
        (N, L) and (N,) int16: predictions and labels as positions in ``classes``. They are
        computed, not given.

    Raises
    ------
    InputError
        When there are no rows or no models, shapes or kinds do not fit together, names are
        repeated, labels are missing or are not classes, or values are not probabilities.
    """

    name: str
    models: tuple[str, ...]
    predictions: NDArray[Any]
    labels: NDArray[Any]
    classes: NDArray[Any] = None  # type: ignore[assignment]
    probabilities: NDArray[np.float32] | None = None
    available: NDArray[np.bool_] | None = None
    part: NDArray[np.str_] | None = None
    group: NDArray[Any] | None = None
    notes: tuple[str, ...] = ()
    cases_column: str = ""
    training: TrainingRows | None = None
    row_numbers: NDArray[np.intp] | None = None
    codes: NDArray[np.int16] = field(init=False)
    label_codes: NDArray[np.int16] = field(init=False)

    def __post_init__(self) -> None:
        predictions = label_array("Predictions", self.predictions, "mark them in available")
        if predictions.ndim != 2 or 0 in predictions.shape:
            raise InputError(
                f"Predictions have shape {predictions.shape}; needed is rows × models with at "
                "least one of each."
            )
        labels = _without_gaps("Labels", label_array("Labels", self.labels))
        n_rows = len(predictions)
        _check_length("Labels", labels, n_rows, "label")
        self._set("name", str(self.name))
        self._set("models", _checked_models(self.models, predictions.shape[1]))
        self._set("predictions", predictions)
        self._set("labels", labels)
        if self.available is not None:
            mask = _checked_mask(self.available, predictions.shape)
            self._set("available", mask)
            if mask is not None:  # a missing vote adds no class
                self._set("predictions", np.where(mask, predictions, labels[:1]))
        self._encode()
        if self.probabilities is not None:
            self._set("probabilities", self._checked_probabilities())
        if self.part is not None:
            self._set("part", _checked_part(self.part, n_rows))
        if self.group is not None:
            group = _checked_groups(self.group)
            _check_length("Groups", group, n_rows, "group")
            self._set("group", group)
        if self.row_numbers is not None:
            _check_length("Row numbers", self.row_numbers, n_rows, "number")
        self._set("notes", tuple(self.notes))

    @property
    def n_rows(self) -> int:
        """Return the number N of rows."""
        return int(self.predictions.shape[0])

    @property
    def n_models(self) -> int:
        """Return the number L of models."""
        return int(self.predictions.shape[1])

    @property
    def n_test_rows(self) -> int:
        """Return the number of rows whose part is "test"; 0 when rows are not parted."""
        return 0 if self.part is None else int(np.count_nonzero(self.part == "test"))

    @property
    def n_cast(self) -> NDArray[np.intp]:
        """Return (L,) the number of rows on which each model voted."""
        if self.available is None:
            return np.full(self.n_models, self.n_rows)
        return np.asarray(np.count_nonzero(self.available, axis=0))

    @property
    def n_missing(self) -> int:
        """Return the number of missing votes."""
        return self.n_rows * self.n_models - int(self.n_cast.sum())

    def numbers_of(self, rows: NDArray[np.intp]) -> NDArray[np.intp]:
        """Return the numbers in the file of these rows, where the first case is 1."""
        return rows + 1 if self.row_numbers is None else self.row_numbers[rows]

    def of_rows(self, rows: NDArray[np.intp]) -> Votes:
        """Return the votes on these rows, with the same classes.

        When only one part is left among the rows, the result has no parts. Raise ``InputError``
        when some model voted on none of the rows.
        """
        part = None if self.part is None else self.part[rows]
        return replace(
            self,
            predictions=self.predictions[rows],
            labels=self.labels[rows],
            probabilities=None if self.probabilities is None else self.probabilities[rows],
            available=None if self.available is None else self.available[rows],
            part=part if part is not None and np.unique(part).size == len(PARTS) else None,
            group=None if self.group is None else self.group[rows],
            training=None if self.training is None else self.training.of_rows(rows),
            row_numbers=self.numbers_of(rows),
        )

    def _set(self, name: str, value: Any) -> None:
        object.__setattr__(self, name, value)

    def _encode(self) -> None:
        """Compute the classes, and the positions of predictions and labels in them."""
        codes, label_codes, found = encode_predictions(self.predictions, self.labels)
        classes = found
        if self.classes is not None:
            given = label_array("Classes", self.classes)
            classes = np.unique(given)
            strange = np.setdiff1d(found, classes)
            if strange.size:
                raise InputError(
                    f"{shown(strange[0].item())} is a label or a prediction, but not one of the "
                    f"classes {shown(classes.tolist())}; list all of them."
                )
            if given.shape != classes.shape or np.any(classes != given):
                raise InputError(
                    f"Classes are {shown(given.tolist())}; give each once, in ascending order."
                )
        if not 2 <= classes.size <= MAX_CLASSES:
            raise InputError(
                f"There {'is' if classes.size == 1 else 'are'} "
                f"{counted(classes.size, 'class', 'classes')}; needed are 2 to {MAX_CLASSES:,}."
            )
        place = np.searchsorted(classes, found).astype(np.int16)
        self._set("classes", classes)
        self._set("codes", place[codes])
        self._set("label_codes", place[label_codes])

    def _checked_probabilities(self) -> NDArray[np.float32]:
        given = plain_array("Probabilities", self.probabilities)
        wanted = (*self.predictions.shape, self.classes.size)
        if given.shape != wanted or given.dtype.kind not in "biuf":
            raise InputError(
                f"Probabilities have shape {given.shape} and type {given.dtype}; needed are real "
                f"numbers of shape {wanted}: rows × models × classes."
            )
        proba = np.ascontiguousarray(given, dtype=np.float32)
        sums = proba.sum(axis=2)
        # A comparison with NaN is False, so NaN is refused as well.
        fine = (np.abs(sums - 1.0) <= SUM_TOLERANCE) & (proba >= -1e-6).all(axis=2)
        if self.available is not None:
            fine |= ~self.available
        if not fine.all():
            row, model = np.argwhere(~fine)[0]
            raise InputError(
                f"Probabilities of model {self.models[model]!r} in row {row + 1:,} (row 1 is the "
                f"first) sum to {sums[row, model]:g} (smallest {proba[row, model].min():g}); each "
                "vote must be a distribution over the classes, with sum 1. Leave the model out, or "
                "use predicted labels alone, without probabilities."
            )
        return proba


def _without_gaps(what: str, values: NDArray[Any]) -> NDArray[Any]:
    """Return the values. Raise ``InputError`` when one is an empty text: an empty prediction is a
    missing vote, so an empty label is no class."""
    if values.dtype.kind in "US" and (empty := values == values.dtype.type()).any():
        raise InputError(
            f"{what}: {int(empty.sum()):,} of {values.size:,} are empty (first in row "
            f"{int(empty.reshape(-1).argmax()) + 1:,}; row 1 is the first); leave those rows out "
            "or fill them."
        )
    return values


def _checked_groups(group: Any) -> NDArray[Any]:
    found = plain_array("Groups", group, "give every row a group")
    if found.dtype.kind == "f" and (found[np.isfinite(found)] % 1 != 0).any():
        first = float(found[np.isfinite(found) & (found % 1 != 0)].flat[0])
        raise InputError(
            f"Groups hold the value {first:g}; give the groups as text or whole numbers."
        )
    return _without_gaps("Groups", label_array("Groups", found, "give every row a group"))


def _check_length(what: str, values: NDArray[Any], n_rows: int, noun: str) -> None:
    if values.shape != (n_rows,):
        raise InputError(
            f"{what} have shape {values.shape}, but there are predictions for "
            f"{counted(n_rows, 'row')}; give one {noun} per row."
        )


def _checked_models(models: Any, n_models: int) -> tuple[str, ...]:
    if isinstance(models, str) or not isinstance(models, Iterable):
        raise InputError(f"models is {shown(models)}; give a name for each model.")
    names = tuple(str(name) for name in models)
    if len(names) != n_models:
        raise InputError(
            f"There are {counted(len(names), 'name')} but predictions of "
            f"{counted(n_models, 'model')}; give one name per model."
        )
    if n_models > MAX_MEMBERS:
        raise InputError(f"There are {n_models:,} models; at most {MAX_MEMBERS:,} are weighed.")
    repeated = (
        [name for name in names if names.count(name) > 1] if len(set(names)) < n_models else []
    )
    if "" in names:
        raise InputError(
            f"The name of model number {names.index('') + 1} is empty; give each model a name of "
            "its own."
        )
    if repeated:
        raise InputError(
            f"{shown(repeated[0])} is the name of {counted(names.count(repeated[0]), 'model')}; "
            "give each model a name of its own."
        )
    return names


def _checked_mask(available: Any, shape: tuple[int, ...]) -> NDArray[np.bool_] | None:
    mask = plain_array("Marks of the votes there are (available)", available)
    if mask.shape != shape or mask.dtype != np.bool_:
        raise InputError(
            f"available has shape {mask.shape} and type {mask.dtype}; needed is bool of shape "
            f"{shape}, False where a vote is missing."
        )
    silent = np.flatnonzero(~mask.any(axis=0))
    if silent.size:
        raise InputError(
            f"{counted(silent.size, 'model')} (first number {silent[0]}) never voted; leave out "
            "models without a vote."
        )
    return None if mask.all() else mask


def _checked_part(part: Any, n_rows: int) -> NDArray[np.str_]:
    values = label_array("Parts", part)
    _check_length("Parts", values, n_rows, "part")
    texts = np.char.lower(np.char.strip(values.astype(str)))
    for found in np.unique(texts):
        if found not in PARTS:
            raise InputError(
                f"A row's part is {shown(str(found))}; allowed are {' and '.join(PARTS)}."
            )
    absent = [name for name in PARTS if name not in texts]
    if absent:
        raise InputError(
            f"No row's part is {absent[0]!r}; there must be rows of both parts, or no parts at all."
        )
    return np.asarray(texts)
