"""From a table with symbolic and missing cells to the numbers a classifier is fitted on.

Everything learned here (medians, scales, categories) is learned from the rows given to
:func:`tree_encoder` or :func:`vector_encoder`, so give training rows only.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt
import pandas as pd
import scipy.sparse
from sklearn.impute import SimpleImputer
from sklearn.pipeline import Pipeline
from sklearn.preprocessing import OneHotEncoder, StandardScaler

from l2dwk_core.common.arrays import label_array, plain_array
from l2dwk_core.common.errors import InputError
from l2dwk_core.common.text import counted, shown

# A column of names or serial numbers would otherwise turn into one indicator per row: 20,000 rows
# would need 1.6 GB. The rarest values beyond this many share one indicator.
MAX_CATEGORIES = 100

# What pandas calls columns whose cells may be anything.
_UNSURE = ("mixed", "unknown")

# scikit-learn's trees compare in float32.
LARGEST_NUMBER = float(np.finfo(np.float32).max)


@dataclass(frozen=True)
class EncodedColumn:
    """A column of an encoded table: a number of column ``name``, or, where there is a ``value``,
    whether that column holds it."""

    name: str
    value: str | None = None

    @property
    def title(self) -> str:
        """Return what the column says, in a few words."""
        return self.name if self.value is None else f"{self.name} is {self.value}"


@dataclass(frozen=True, eq=False)
class TableEncoder:
    """A fitted encoding of one table's columns.

    Attributes
    ----------
    names
        Column names of the training table (positions when it was a plain array).
    named
        Whether the training table was a DataFrame, so that later ones are matched by name.
    numeric
        ``(n_columns,)`` bool, False for symbolic columns.
    numbers
        Fitted transformer of the numeric block, or None where it passes through.
    symbols
        Fitted one-hot encoder of the symbolic block, or None where there is none.
    dtype
        Of the result.
    """

    names: tuple[Any, ...]
    named: bool
    numeric: npt.NDArray[np.bool_]
    numbers: Any
    symbols: Any
    dtype: Any

    def __call__(self, X: Any) -> npt.NDArray[Any]:
        """Encode rows, as :meth:`transform` does."""
        return self.transform(X)

    def columns(self) -> tuple[EncodedColumn, ...]:
        """Return what each column of the encoded table says, in order."""
        names = [str(name) for name in self.names]
        numeric = [name for name, is_number in zip(names, self.numeric, strict=True) if is_number]
        found = [EncodedColumn(name) for name in numeric]
        if self.numbers is not None:
            steps = getattr(self.numbers, "named_steps", {"fill": self.numbers})
            gaps = steps["fill"].indicator_.features_
            found += [EncodedColumn(numeric[i], "missing") for i in gaps]
        if self.symbols is not None:
            symbolic = [
                n for n, is_number in zip(names, self.numeric, strict=True) if not is_number
            ]
            rare = self.symbols.infrequent_categories_
            for name, values, few in zip(symbolic, self.symbols.categories_, rare, strict=True):
                seldom = set() if few is None else set(few)
                found += [
                    EncodedColumn(name, "missing" if pd.isna(value) else str(value))
                    for value in values
                    if value not in seldom
                ]
                found += [EncodedColumn(name, "a rare value")] if seldom else []
        return tuple(found)

    def transform(self, X: Any) -> npt.NDArray[Any]:
        """Encode rows.

        A category not seen in training gives zeros in all of its column's indicators. Columns of a
        DataFrame are found by name, in any order; further columns are ignored.

        Parameters
        ----------
        X
            ``(n_rows, n_columns)`` DataFrame or array.

        Returns
        -------
        ``(n_rows, n_encoded)`` C-contiguous array of :attr:`dtype`.

        Raises
        ------
        InputError
            When a column is missing, a number is infinite, or text stands in a numeric column.
        """
        frame = as_frame(X)
        if self.named and isinstance(X, pd.DataFrame):
            frame = self._by_name(frame)
        if frame.shape[1] != len(self.names):
            raise InputError(
                f"X has {counted(frame.shape[1], 'column')}, but the pool was trained on "
                f"{len(self.names)}; "
                "give the same columns."
            )
        return self._encode(frame)

    def _by_name(self, frame: pd.DataFrame) -> pd.DataFrame:
        present = list(frame.columns)
        if present == list(self.names):
            return frame
        absent = [name for name in self.names if name not in present]
        if absent:
            raise InputError(
                f"Column {absent[0]!r} is missing ({len(absent)} of {len(self.names)} training "
                "columns are); give the columns the pool was trained on."
            )
        if len(set(self.names)) < len(self.names) or not frame.columns.is_unique:
            return frame  # one name for several columns: only their order can tell
        return frame[list(self.names)]

    def _encode(self, frame: pd.DataFrame) -> npt.NDArray[Any]:
        blocks = []
        if self.numeric.any():
            numbers = _number_block(frame, self.names, self.numeric)
            if self.numbers is not None and len(frame):
                numbers = self.numbers.transform(numbers)
            blocks.append(numbers)
        if self.symbols is not None and len(frame):
            blocks.append(self.symbols.transform(_text_block(frame, ~self.numeric)))
        if len(frame) == 0:  # scikit-learn refuses tables without rows
            return np.empty((0, self._width()), dtype=self.dtype)
        return np.ascontiguousarray(np.hstack(blocks), dtype=self.dtype)

    def _width(self) -> int:
        width = int(self.numeric.sum())
        if self.numbers is not None:
            width = len(self.numbers.get_feature_names_out())
        return width + (0 if self.symbols is None else len(self.symbols.get_feature_names_out()))


def tree_encoder(X: Any, *, impute: bool = False) -> TableEncoder:
    """Return an encoding for decision trees, fitted on *X*.

    Numeric columns pass through, missing cells kept (the trees learn on which side of a split they
    go); symbolic columns become one indicator per category, missing being a category of its own.
    With ``impute=True``, for learners that refuse missing cells, a numeric gap becomes the training
    median and an indicator column tells where it was.

    Parameters
    ----------
    X
        ``(n_rows, n_columns)`` DataFrame (numbers, booleans; object, string or category columns are
        symbolic) or array.

    Returns
    -------
    TableEncoder giving float32.

    Raises
    ------
    InputError
        When *X* is no table, has no rows or columns, a column's type is neither number nor symbol,
        a cell holds several values or an object, or a number is infinite.
    """
    filler = _imputer() if impute else None
    return _fitted(X, filler, np.float32)


def vector_encoder(X: Any) -> TableEncoder:
    """Return an encoding, fitted on *X*, for learners that measure distances or take weighted sums.

    Numeric columns: gaps become the training median, an indicator column is added where training
    rows had gaps, and all are scaled to mean 0 and variance 1. Symbolic columns as in
    :func:`tree_encoder`.

    Returns
    -------
    TableEncoder giving float64.

    Raises
    ------
    InputError
        As :func:`tree_encoder`.
    """
    return _fitted(X, Pipeline([("fill", _imputer()), ("scale", StandardScaler())]), np.float64)


def encode_labels(y: Any) -> tuple[npt.NDArray[Any], npt.NDArray[np.intp]]:
    """Return the classes in sorted order, and each row's position among them.

    Parameters
    ----------
    y
        ``(n_rows,)`` labels: strings, booleans, or whole numbers (of any type).

    Returns
    -------
    classes, codes
        ``(n_classes,)`` sorted distinct labels and ``(n_rows,)`` with ``classes[codes] == y``.

    Raises
    ------
    InputError
        When *y* is not one-dimensional, empty, has missing labels, mixes text with numbers, or
        holds fractions.
    """
    labels = label_array("Labels", y)
    if labels.ndim != 1 or labels.size == 0:
        raise InputError(
            f"Labels have shape {labels.shape}; give a one-dimensional array with one label per "
            "row."
        )
    classes, codes = np.unique(labels, return_inverse=True)
    return classes, codes.reshape(-1).astype(np.intp)


def as_frame(X: Any) -> pd.DataFrame:
    """Return *X* as a DataFrame. The columns of an array are named by position.

    Raises
    ------
    InputError
        When *X* is sparse or not two-dimensional.
    """
    if isinstance(X, pd.DataFrame):
        return X
    if scipy.sparse.issparse(X):
        raise InputError("X is a sparse matrix; give a dense one (X.toarray()).")
    table = plain_array("The rows of X", X)
    if table.ndim != 2:
        raise InputError(f"X has shape {table.shape}; give a table of rows × columns.")
    if table.dtype.kind in "US":
        table = table.astype(object)
    return pd.DataFrame(table)


def _imputer() -> SimpleImputer:
    # A column without a single value stays (as zeros): dropping it would shift the others.
    return SimpleImputer(strategy="median", add_indicator=True, keep_empty_features=True)


def _fitted(X: Any, numbers: Any, dtype: Any) -> TableEncoder:
    frame = as_frame(X)
    if frame.shape[0] == 0 or frame.shape[1] == 0:
        raise InputError(
            f"X has {counted(frame.shape[0], 'row')} and {counted(frame.shape[1], 'column')}; at "
            f"least one of each is "
            "needed."
        )
    names = tuple(frame.columns)
    numeric = np.array([_is_numeric(_column(frame, i), names[i]) for i in range(len(names))])
    if numeric.any():
        block = _number_block(frame, names, numeric)
        if numbers is not None:
            numbers.fit(block)
    else:
        numbers = None
    symbols = None
    if not numeric.all():
        symbols = OneHotEncoder(
            handle_unknown="ignore",
            max_categories=MAX_CATEGORIES,
            sparse_output=False,
            dtype=dtype,
        ).fit(_text_block(frame, ~numeric))
    return TableEncoder(
        names=names,
        named=isinstance(X, pd.DataFrame),
        numeric=numeric,
        numbers=numbers,
        symbols=symbols,
        dtype=dtype,
    )


def _column(frame: pd.DataFrame, position: int) -> Any:
    return frame.iloc[:, position]  # by position: names may repeat


def _is_numeric(column: Any, name: object) -> bool:
    if isinstance(column.dtype, pd.CategoricalDtype):
        return False
    if column.dtype == object:
        column = column.infer_objects()
    if column.dtype == object:
        _check_cells(column, name)
    if pd.api.types.is_complex_dtype(column.dtype):
        raise InputError(f"Column {name!r} holds complex numbers; give real ones.")
    if pd.api.types.is_numeric_dtype(column.dtype) or pd.api.types.is_bool_dtype(column.dtype):
        return True
    if column.dtype == object or pd.api.types.is_string_dtype(column.dtype):
        return False
    raise InputError(
        f"Column {name!r} is of type {column.dtype}; turn it into numbers or text, or drop it."
    )


def _check_cells(column: Any, name: object) -> None:
    """Refuse cells that are no single values: lists, arrays, dictionaries and other objects."""
    # Most columns are of one known kind, so their cells need no check.
    if column.dtype != object or not pd.api.types.infer_dtype(column).startswith(_UNSURE):
        return
    for row, value in enumerate(column):
        if not pd.api.types.is_scalar(value):
            raise InputError(
                f"Column {name!r} holds {shown(value)} in row {row} (type {type(value).__name__}); "
                "each cell must be one number or one text: give every part a column of its own, "
                "turn the cell into text, or leave the column out."
            )


def _number_block(
    frame: pd.DataFrame, names: Sequence[Any], numeric: npt.NDArray[np.bool_]
) -> npt.NDArray[np.float64]:
    """Return the numeric columns as ``(n_rows, n_numeric)`` float64, missing as NaN."""
    positions: list[int] = np.flatnonzero(numeric).tolist()
    block = np.empty((len(frame), len(positions)))
    for place, i in enumerate(positions):
        block[:, place] = _as_floats(_column(frame, i), names[i])
    too_large = np.abs(block) > LARGEST_NUMBER  # NaN compares False
    if too_large.any():
        place = int(np.flatnonzero(too_large.any(axis=0))[0])
        found = counted(int(too_large[:, place].sum()), "value that is", "values that are")
        raise InputError(
            f"Column {names[positions[place]]!r} holds {found} infinite or beyond "
            f"±{LARGEST_NUMBER:.1e}; mark them as missing or rescale the column."
        )
    return block


def _as_floats(column: Any, name: object) -> npt.NDArray[np.float64]:
    if isinstance(column.dtype, pd.CategoricalDtype):
        column = column.astype(object)
    if not pd.api.types.is_numeric_dtype(column.dtype):
        _check_cells(column, name)
        numbers = pd.to_numeric(column, errors="coerce")
        lost = np.flatnonzero(pd.isna(numbers).to_numpy() & ~pd.isna(column).to_numpy())
        if lost.size:
            raise InputError(
                f"Column {name!r} was numeric in training but holds {column.iloc[lost[0]]!r} now; "
                "give numbers or leave the cell missing."
            )
        column = numbers
    return np.asarray(column.to_numpy(dtype=np.float64, na_value=np.nan))


def _text_block(frame: pd.DataFrame, symbolic: npt.NDArray[np.bool_]) -> npt.NDArray[np.object_]:
    """Return the symbolic columns as ``(n_rows, n_symbolic)`` texts, missing as NaN."""
    positions: list[int] = np.flatnonzero(symbolic).tolist()
    block = np.empty((len(frame), len(positions)), dtype=object)
    for place, i in enumerate(positions):
        column = _column(frame, i).astype(object)
        _check_cells(column, frame.columns[i])
        codes, values = pd.factorize(column)
        texts = np.array([_as_text(value) for value in values] + [np.nan], dtype=object)
        block[:, place] = texts[codes]  # code −1, missing, picks the last
    return block


def _as_text(value: object) -> str:
    # 3 and 3.0 are one category: an integer column turns into floats once a cell is missing.
    if isinstance(value, float | np.floating) and float(value).is_integer():
        return str(int(value))
    return str(value)
