"""The record of fits of several classifiers."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from l2dwk_core.common.types import Indices

Progress = Callable[[str, int, int], None]
"""A function called with the name of a model, the number of fits done, and the number of fits."""
Folds = Sequence[tuple[Indices, Indices]]

LEFT_OUT = "is left out, as it could not be fitted"
"""The text that follows the name in the note of a model that failed; the reason comes after it."""


@dataclass(frozen=True, eq=False)
class ModelFits:
    """The models for which no fit failed.

    Attributes
    ----------
    places
        (L,) position of each model in the list that was given.
    names
        The names of the models.
    fitted
        The models fitted on all rows; empty when this was not asked for.
    classes
        (C,) sorted labels.
    codes
        (N, L) int16: the votes on each row, as positions in ``classes``, of models that were fitted
        without the row. −1 on a row that no fold leaves out.
    probabilities
        (N, L, C) float32 probabilities of the same models; None when not asked for. A model without
        probabilities gives 1 to the class it votes for.
    without_probabilities
        The names of the models without probabilities.
    notes
        For every model left out, one line with the reason.
    """

    places: Indices
    names: tuple[str, ...]
    fitted: tuple[Any, ...]
    classes: NDArray[Any]
    codes: NDArray[np.int16]
    probabilities: NDArray[np.float32] | None
    without_probabilities: tuple[str, ...]
    notes: tuple[str, ...]

    @property
    def all_notes(self) -> tuple[str, ...]:
        """Return ``notes`` and a line that names the models without probabilities."""
        if not self.without_probabilities:
            return self.notes
        return (
            *self.notes,
            "Without probabilities of their own, these give 1 to the class they vote for: "
            f"{', '.join(self.without_probabilities)}.",
        )
