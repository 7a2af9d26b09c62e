"""A view of a dataset before any ensemble: class balance, gaps, a two-dimensional view, and
difficulty."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
import pandas as pd

from l2dwk_core.common.errors import InputError
from l2dwk_core.datasets.dataset import Dataset
from l2dwk_core.datasets.wide_projection import wide_projection

if TYPE_CHECKING:
    from sklearn.compose import ColumnTransformer

# Levels of one symbolic column that get an indicator of their own; rarer ones share one.
_MAX_LEVELS = 30

# From this number of columns on, scikit-learn's checks of each column take longer than the rest.
_MANY_COLUMNS = 100


@dataclass(frozen=True)
class TableCounts:
    """Sizes of a dataset; ``n_missing`` counts cells without a value."""

    n_rows: int
    n_numeric: int
    n_symbolic: int
    n_classes: int
    n_cells: int
    n_missing: int

    @property
    def missing_share(self) -> float:
        """Share of the cells that have no value, in [0, 1]; 0 without any cell."""
        return self.n_missing / self.n_cells if self.n_cells else 0.0


@dataclass(frozen=True, eq=False)
class Projection:
    """The rows on the two directions of largest variance.

    ``points`` (n_rows, 2); ``explained`` (2,) is each direction's share of the variance, in [0, 1].
    """

    points: np.ndarray
    explained: np.ndarray

    @property
    def kept(self) -> float:
        """Share of the variance that both directions keep together, in [0, 1]."""
        return float(self.explained.sum())


@dataclass(frozen=True, eq=False)
class Challenge:
    """Cross-validated accuracies, in [0, 1], of three classifiers that need no tuning.

    ``majority`` always names the most frequent class, ``tree`` is one fully grown tree, ``forest``
    a random forest; each holds one value a fold, of the same folds.
    """

    majority: np.ndarray
    tree: np.ndarray
    forest: np.ndarray

    def table(self) -> pd.DataFrame:
        """Return mean and standard deviation over the folds, one row for each classifier."""
        rows = {
            "majority class": self.majority,
            "single tree": self.tree,
            "random forest": self.forest,
        }
        return pd.DataFrame(
            {
                "accuracy": {name: values.mean() for name, values in rows.items()},
                "standard deviation": {name: values.std(ddof=1) for name, values in rows.items()},
            }
        )


def table_counts(dataset: Dataset) -> TableCounts:
    """Return how many rows, columns of each kind, classes, cells and missing cells there are."""
    X = dataset.X
    n_numeric = int((X.dtypes == np.float64).sum())
    return TableCounts(
        n_rows=len(X),
        n_numeric=n_numeric,
        n_symbolic=X.shape[1] - n_numeric,
        n_classes=len(np.unique(dataset.y)),
        n_cells=X.size,
        n_missing=int(X.isna().to_numpy().sum()),
    )


def class_balance(dataset: Dataset) -> pd.DataFrame:
    """Return number and share of the rows of each class, the most frequent first. Equally
    frequent classes are sorted by name."""
    classes, counts = np.unique(dataset.y, return_counts=True)
    table = pd.DataFrame({"class": classes, "rows": counts, "share": counts / counts.sum()})
    return table.sort_values(["rows", "class"], ascending=[False, True], ignore_index=True)


def column_summary(dataset: Dataset) -> pd.DataFrame:
    """Return one row for each column: its kind, distinct values, missing cells, and typical values.

    ``typical`` is the median of a numeric column and the most frequent value of a symbolic one.
    """
    X = dataset.X
    missing = X.isna().sum().to_numpy()
    columns = [X.iloc[:, place] for place in range(X.shape[1])]
    numeric = [values.dtype == np.float64 for values in columns]
    typical = [
        _typical(values, is_number) for values, is_number in zip(columns, numeric, strict=True)
    ]
    return pd.DataFrame(
        {
            "kind": ["numeric" if is_number else "symbolic" for is_number in numeric],
            "distinct": [distinct for distinct, _ in typical],
            "missing": missing,
            "missing share": missing / len(X),
            "typical": [value for _, value in typical],
        },
        index=pd.Index(list(X.columns), name="column"),
    )


def _typical(values: pd.Series, numeric: bool) -> tuple[int, str]:
    """Return the number of different values of a column, and its median or most frequent value."""
    if numeric:
        known = values.to_numpy()
        known = known[~np.isnan(known)]
        return len(np.unique(known)), f"{np.median(known) if len(known) else np.nan:g}"
    codes = values.cat.codes.to_numpy()
    counts = np.bincount(codes[codes >= 0], minlength=len(values.cat.categories))
    # Of equally frequent values the first category.
    return int(np.count_nonzero(counts)), str(values.cat.categories[int(counts.argmax())])


def missing_pattern(dataset: Dataset) -> pd.DataFrame:
    """Return which columns are missing together: one row for each pattern, the most frequent first.

    The columns are the dataset's columns that have gaps (True where missing) and, last, ``rows``,
    the number of rows with that pattern (with blanks at its end where a column is called so).
    Without any gap there is one pattern and no column.
    """
    gaps = dataset.X.isna()
    gaps = gaps.loc[:, gaps.any()]
    if gaps.shape[1] == 0:
        return pd.DataFrame({"rows": [len(gaps)]})
    patterns, counts = np.unique(gaps.to_numpy(), axis=0, return_counts=True)
    name = "rows"
    while name in gaps:  # a column of the table's own
        name += " "
    table = pd.DataFrame(patterns, columns=gaps.columns).assign(**{name: counts})
    return table.sort_values(name, ascending=False, kind="stable", ignore_index=True)


def projection(dataset: Dataset) -> Projection:
    """Return principal components of the standardised columns (indicators for symbolic ones).

    Missing numbers are replaced by the column's median; a missing category is one of its own. The
    sign of a direction is chosen so that its largest loading is positive, which makes the view the
    same on every machine.
    """
    if dataset.X.shape[1] > _MANY_COLUMNS and len(dataset.X) > 1:
        return Projection(*wide_projection(dataset.X, _MAX_LEVELS))
    from sklearn.decomposition import PCA
    from sklearn.preprocessing import StandardScaler

    # Whether a cell is missing is no column of the table: no indicators of that.
    encoded = _encoder(dataset, missing=False).fit_transform(dataset.X)
    numbers = StandardScaler().fit_transform(encoded)
    width = min(2, *numbers.shape)
    solver = "full" if numbers.shape[1] <= 500 else "randomized"
    model = PCA(width, svd_solver=solver, random_state=0)
    points = model.fit_transform(numbers)
    largest = np.abs(model.components_).argmax(axis=1)
    points = points * np.sign(model.components_[np.arange(width), largest])
    missing = ((0, 0), (0, 2 - width))  # a table of one column lies on a line
    explained = np.pad(np.nan_to_num(model.explained_variance_ratio_), (0, 2 - width))
    return Projection(np.pad(points, missing), explained)


def challenge(
    dataset: Dataset,
    *,
    folds: int = 5,
    n_trees: int = 100,
    seed: int = 0,
    n_jobs: int = 1,
    progress: Callable[[str, int, int], None] | None = None,
) -> Challenge:
    """Measure how hard a dataset is: the accuracy of the majority class, of one tree and of a
    forest.

    Stratified cross-validation; imputation and indicators are learned on the training folds only.

    Parameters
    ----------
    folds
        2 to 20, and no more than the largest class has rows.
    n_trees, seed, n_jobs
        Of the forest; the seed also shuffles the folds.
    progress
        Called as ``progress(what, done, total)`` before each fitting, counting all of them by about
        how long they take; an exception it raises stops the work.

    Raises
    ------
    InputError
        For a number of folds that cannot be made.
    """
    largest = int(np.unique(dataset.y, return_counts=True)[1].max())
    if not 2 <= folds <= min(20, largest):
        raise InputError(f"folds is {folds}; give 2 to {min(20, largest)} for this dataset.")
    from sklearn.dummy import DummyClassifier
    from sklearn.ensemble import RandomForestClassifier
    from sklearn.pipeline import make_pipeline
    from sklearn.tree import DecisionTreeClassifier

    parts = _folds(dataset.y, folds, seed)

    costs, before = {"majority class": 1, "single trees": 1, "forests": 18}, 0

    def accuracy(model: Any, what: str) -> np.ndarray:
        nonlocal before
        scores = []
        for test in parts:
            if progress is not None:
                progress(what, before, folds * sum(costs.values()))
            before += costs[what]
            train = np.setdiff1d(np.arange(len(dataset.y)), test)
            fitted = make_pipeline(_encoder(dataset), model).fit(
                dataset.X.iloc[train], dataset.y[train]
            )
            scores.append(np.mean(fitted.predict(dataset.X.iloc[test]) == dataset.y[test]))
        return np.array(scores)

    return Challenge(
        majority=accuracy(DummyClassifier(), "majority class"),
        tree=accuracy(DecisionTreeClassifier(random_state=seed), "single trees"),
        forest=accuracy(
            RandomForestClassifier(n_trees, random_state=seed, n_jobs=n_jobs), "forests"
        ),
    )


def _folds(y: np.ndarray, folds: int, seed: int) -> list[np.ndarray]:
    """Return the positions of each test fold. The rows of every class, also of rare ones, are
    distributed to the folds in turn.

    scikit-learn's splitter warns about classes with fewer rows than folds; five of audiology's
    have a single row, and nothing is wrong with them here.
    """
    shuffled = np.random.default_rng(seed).permutation(len(y))
    dealt = shuffled[np.argsort(y[shuffled], kind="stable")]
    return [np.sort(dealt[start::folds]) for start in range(folds)]


def _encoder(dataset: Dataset, missing: bool = True) -> ColumnTransformer:
    """Return medians for numeric columns, with indicators of *missing* numbers, and indicators for
    symbolic ones."""
    from sklearn.compose import ColumnTransformer
    from sklearn.impute import SimpleImputer
    from sklearn.preprocessing import OneHotEncoder

    numeric = [name for name in dataset.X if dataset.X[name].dtype == np.float64]
    symbolic = [name for name in dataset.X if name not in set(numeric)]
    return ColumnTransformer(
        [
            (
                "numeric",
                # A column without any number in the training rows is kept, as zeros.
                SimpleImputer(strategy="median", add_indicator=missing, keep_empty_features=True),
                numeric,
            ),
            (
                "symbolic",
                OneHotEncoder(
                    handle_unknown="infrequent_if_exist",
                    max_categories=_MAX_LEVELS,
                    sparse_output=False,
                ),
                symbolic,
            ),
        ]
    )
