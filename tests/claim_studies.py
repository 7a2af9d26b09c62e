"""Studies of equally good methods, and how often a rule claims a difference in them.

Counts are (studies, methods, splits): test rows on which only the method, only the reference is
right.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from scipy import stats

from l2dwk_core.statistics.discordant_rows import MOST_TIMES, DiscordantRows
from l2dwk_core.statistics.multiple_tests import LEVEL
from l2dwk_core.statistics.significance import LEAST_REPEATS, claims

Counts = Any


@dataclass(frozen=True)
class Studies:
    """``better`` and ``worse`` (studies, methods, splits), of ``n_test`` rows a split."""

    better: Counts
    worse: Counts
    n_test: int
    n_training: int

    def until(self, n_splits: int) -> Studies:
        """The first splits alone."""
        first = slice(None, n_splits)
        return Studies(
            self.better[..., first], self.worse[..., first], self.n_test, self.n_training
        )

    def first(self, methods: int) -> Studies:
        """The first methods alone; with one, every method in turn as a study of its own."""
        better, worse = self.better, self.worse
        splits = better.shape[-1]
        if methods == 1:
            better, worse = better.reshape(-1, 1, splits), worse.reshape(-1, 1, splits)
        return Studies(better[:, :methods], worse[:, :methods], self.n_test, self.n_training)

    @property
    def differences(self) -> Counts:
        """Of the splits' accuracies."""
        return (self.better - self.worse) / self.n_test

    def family(self, study: int) -> list[DiscordantRows]:
        """One study as the library takes it."""
        splits = self.better.shape[-1]
        rows = ((self.n_test,) * splits, (self.n_training,) * splits)
        return [
            DiscordantRows(tuple(map(int, b)), tuple(map(int, c)), *rows)
            for b, c in zip(self.better[study], self.worse[study], strict=True)
        ]


def p_values(studies: Studies, *, rows: bool, copies: float = 1.0) -> Counts:
    """(studies, methods) of the corrected resampled t-test, many at once.

    ``rows``: or, where it is larger, the p-value by the variance that the test rows imply, with
    rows that are tested often counted less: the rule of ``claims``. Without it, and with p = 0
    where all splits have one difference: the rule before. ``copies``: as if so many rows were one
    case, a rule that was tried.
    """
    d = studies.differences
    n = d.shape[-1]
    tested = n * studies.n_test
    times = max(1.0, tested / (studies.n_test + studies.n_training))
    counted = n / max(1.0, times / MOST_TIMES) if rows else n
    widened = np.sqrt(1 / counted + studies.n_test / studies.n_training)
    mean, spread = np.abs(d.mean(axis=-1)), d.std(axis=-1, ddof=1)
    with np.errstate(divide="ignore", invalid="ignore"):
        p = 2 * stats.t.sf(mean / spread / widened, n - 1)
    p = np.where(spread > 1e-15, p, np.where(mean > 1e-15, 0.0, 1.0))
    if not rows:
        return p
    b, c, tested = (x / copies for x in (studies.better.sum(-1), studies.worse.sum(-1), tested))
    total = tested + 2 * times
    variance = ((b + c + times) / total - ((b - c) / total) ** 2) * copies / studies.n_test
    return np.maximum(
        p, 2 * stats.t.sf(mean / np.sqrt(variance) / widened, max(tested / times - 1, 1))
    )


def claiming(
    studies: Studies, *, rows: bool = True, least: int = LEAST_REPEATS, copies: float = 1.0
) -> Counts:
    """(studies,) whether any difference is claimed: Holm claims one when Bonferroni does."""
    if studies.better.shape[-1] < least:
        return np.zeros(len(studies.better), dtype=bool)
    p = p_values(studies, rows=rows, copies=copies)
    return p.min(axis=1) * p.shape[1] < LEVEL


def claiming_one_by_one(studies: Studies) -> Counts:
    """The same by the library's own function, study after study."""
    return np.array(
        [any(c.claimed for c in claims(studies.family(i))) for i in range(len(studies.better))]
    )


def independent(
    rng: np.random.Generator, n_studies: int, methods: int, splits: int, n_test: int,
    n_training: int, discordance: float, gain: float = 0.0,
) -> Studies:  # fmt: skip
    """Every row of every split drawn anew: with chance ``discordance`` only one of the two is
    right, the method as often as the reference but for ``gain``, its true difference."""
    shape = (n_studies, methods, splits)
    told = rng.binomial(n_test, discordance, shape)
    better = rng.binomial(told, 0.5 + gain / discordance / 2)
    return Studies(better, told - better, n_test, n_training)


def repeated(
    rng: np.random.Generator, n_studies: int, repeats: int, folds: int, n_rows: int,
    discordance: float, gain: float = 0.0, copies: int = 1,
) -> Studies:  # fmt: skip
    """One method whose answer on a row is the same in every repeat of the cross-validation, and on
    the ``copies`` of which every row is one."""
    u = np.repeat(rng.random((n_studies, n_rows // copies)), copies, axis=1)
    up = (discordance + gain) / 2
    sign = np.where(u < up, 1, np.where(u < discordance, -1, 0))
    n_test = n_rows // folds
    better, worse = [], []
    for _ in range(repeats):
        parts = rng.permuted(sign, axis=1)[:, : n_test * folds].reshape(n_studies, folds, n_test)
        better.append((parts > 0).sum(axis=2))
        worse.append((parts < 0).sum(axis=2))
    return Studies(
        np.concatenate(better, axis=1)[:, None],
        np.concatenate(worse, axis=1)[:, None],
        n_test,
        n_rows - n_test,
    )


def cross_validated(
    rng: np.random.Generator, n_studies: int, methods: int, repeats: int, folds: int, n_rows: int,
    classifier: Any,
) -> Studies:  # fmt: skip
    """Real classifiers in real cross-validation, equally good by construction.

    ``classifier(rng, X, y, training, test)`` returns (methods + 1, rows, ) answers of exchangeable
    classifiers on the test rows; X (methods + 1, rows, columns) holds a set of features for each,
    drawn alike. The last is the reference. All share the training rows of a split.
    """
    n_test = n_rows // folds
    shape = (n_studies, methods, repeats * folds)
    better, worse = np.zeros(shape, dtype=int), np.zeros(shape, dtype=int)
    for study in range(n_studies):
        y = rng.integers(0, 2, n_rows)
        X = rng.normal(size=(methods + 1, n_rows, 4)) + 0.5 * y[None, :, None]
        for repeat in range(repeats):
            order = rng.permutation(n_rows)
            for fold in range(folds):
                test = order[fold * n_test : (fold + 1) * n_test]
                training = np.setdiff1d(order, test)
                right = classifier(rng, X, y, training, test) == y[test]
                at = (study, slice(None), repeat * folds + fold)
                better[at] = (right[:-1] & ~right[-1]).sum(axis=1)
                worse[at] = (~right[:-1] & right[-1]).sum(axis=1)
    return Studies(better, worse, n_test, n_rows - n_test)


def nearest_row(rng: Any, X: Counts, y: Counts, training: Counts, test: Counts) -> Counts:
    """1-nearest neighbour, each on a set of features of its own: changes much with its rows."""
    a, b = X[:, test], X[:, training]
    far = (b**2).sum(-1)[:, None, :] - 2 * a @ b.transpose(0, 2, 1)
    return y[training][far.argmin(axis=2)]


def nearest_mean(rng: Any, X: Counts, y: Counts, training: Counts, test: Counts) -> Counts:
    """The nearer class mean, each on a set of features of its own: changes little."""
    means = [X[:, training[y[training] == c]].mean(axis=1)[:, None] for c in (0, 1)]
    away = [((X[:, test] - mean) ** 2).sum(-1) for mean in means]
    return (away[1] < away[0]).astype(int)


def random_trees(rng: Any, X: Counts, y: Counts, training: Counts, test: Counts) -> Counts:
    """One algorithm on the same features with other seeds."""
    from sklearn.tree import ExtraTreeClassifier

    return np.stack(
        [
            ExtraTreeClassifier(max_depth=4, random_state=int(rng.integers(2**31)))
            .fit(X[0, training], y[training])
            .predict(X[0, test])
            for _ in range(len(X))
        ]
    )
