"""The checks of what is given to ``fit`` and ``predict``."""

from __future__ import annotations

from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import NDArray
from sklearn.utils import column_or_1d
from sklearn.utils.multiclass import check_classification_targets
from sklearn.utils.validation import (
    assert_all_finite,
    check_consistent_length,
    check_is_fitted,
    validate_data,
)

from l2dwk_core.combiners.given_estimators import GivenEstimators
from l2dwk_core.combiners.member_checks import check_column_names
from l2dwk_core.common.arrays import check_ends
from l2dwk_core.datasets.encoding import encode_labels


class CheckedRows(GivenEstimators):
    """A classifier that checks its tables and labels. Given members check their rows themselves."""

    def _checked_rows(self, X: Any, y: Any) -> tuple[Any, NDArray[Any]]:
        """Return the rows and the labels as the core needs them."""
        table = self._checked_table(X, y)
        check_ends("Labels", y)
        labels = column_or_1d(y, warn=True)
        if labels.dtype.kind == "f":
            assert_all_finite(labels, input_name="y")
        if labels.dtype == object:  # texts, or mixed types, which raise an error
            classes, codes = encode_labels(labels)
            labels = classes[codes]
        check_classification_targets(labels)
        check_consistent_length(table, labels)
        return table, labels

    def _checked_table(self, X: Any, y: Any = "unchecked") -> Any:
        """Return X as the core needs it. Store its column names when *y* is given."""
        learning = not isinstance(y, str)
        if not learning:
            check_is_fitted(self)
        if self._passes_rows_on:
            return self._passed_through(X, learning)
        # With None scikit-learn raises its error for a missing y. Labels are checked separately.
        target = None if y is None else "no_validation"
        if isinstance(X, pd.DataFrame):
            check_column_names(X)
            return validate_data(self, X, target, reset=learning, skip_check_array=True)
        return validate_data(
            self, X, target, reset=learning, dtype=None, ensure_all_finite="allow-nan"
        )

    def _passed_through(self, X: Any, learning: bool) -> Any:
        """Return X unchanged, for members that check it themselves. Store the number and names of
        its columns when it has them."""
        if learning:
            for name in ("n_features_in_", "feature_names_in_"):
                self.__dict__.pop(name, None)  # left by an earlier fit
            first = X[0] if isinstance(X, list | tuple) and X else None
            if len(getattr(X, "shape", ())) == 2:
                self.n_features_in_ = int(X.shape[1])
            elif isinstance(first, list | tuple | np.ndarray):
                self.n_features_in_ = len(first)
            columns = list(getattr(X, "columns", []))
            if columns and all(isinstance(column, str) for column in columns):
                self.feature_names_in_ = np.array(columns, dtype=object)
        return X
