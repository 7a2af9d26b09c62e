"""The labels that a fitted model predicts, one for each row."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray
from sklearn.utils.validation import _num_samples

from l2dwk_core.common.errors import InputError


def predicted_labels(model: Any, rows: Any) -> NDArray[Any]:
    """Return ``(n_rows,)`` what ``model.predict(rows)`` says.

    Some models, such as CatBoost's with more than two classes, answer in a column (n_rows, 1).

    Raises
    ------
    InputError
        The answer has another shape.
    """
    labels = np.asarray(model.predict(rows))
    n_rows = _num_samples(rows)
    if labels.shape == (n_rows, 1):
        return labels[:, 0]
    if labels.shape != (n_rows,):
        raise InputError(
            f"Model {type(model).__name__} predicts an array of shape {labels.shape} for {n_rows} "
            f"rows; it must predict one label for each row, shape ({n_rows},)."
        )
    return labels
