"""The main job in one call: dataset → split → pool → oracle → self-training → test accuracy.

The Lab page, the command line and scripts all come through here, so the same choice and seed give
the same numbers everywhere. ``prepare_run`` does what takes seconds (training), its ``solve`` what
takes milliseconds: a page keeps the first and repeats only the second.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass
from functools import cached_property
from types import MappingProxyType
from typing import Any

import numpy as np
from numpy.typing import NDArray

from l2dwk_core.datasets import load_dataset
from l2dwk_core.datasets.dataset import Dataset
from l2dwk_core.ensemble_vote import Jury
from l2dwk_core.errors import InputError, unknown_choice
from l2dwk_core.evaluation import Score, bootstrap_rows, split_rows
from l2dwk_core.label_noise import check_label_noise, flip_labels
from l2dwk_core.oracle import Oracle
from l2dwk_core.pools import Pool, train_pool
from l2dwk_core.records import Trace
from l2dwk_core.self_training import train_on
from l2dwk_core.settings import Settings

Floats = NDArray[np.float64]
Indices = NDArray[np.intp]
Labels = NDArray[np.str_]
Progress = Callable[[str, int, int], None]

ORACLE_SOURCES: Mapping[str, str] = MappingProxyType(
    {
        "hold_out": "rows set aside from the training rows: no member saw them, votes are complete",
        "out_of_bag": "training rows, each judged only by members that did not draw it",
        "training": "the very rows the members were trained on, as the authors' program does",
        "bootstrap": "a bootstrap sample of the training rows, as the paper does",
    }
)
"""Which rows judge the members, with a one-line explanation."""

PRESET_ORACLES: Mapping[str, str] = MappingProxyType(
    {"recommended": "hold_out", "paper": "bootstrap", "authors": "training"}
)
"""The oracle source that belongs to each preset of ``Settings``: a choice of the run, which pages
and the command line fill in with the preset."""


@dataclass(frozen=True)
class RunRecipe:
    """What determines a prepared run, apart from the dataset's content.

    ``test_fraction`` of all rows is set aside for testing, stratified; with the oracle source
    "hold_out", ``weighting_fraction`` of the rest judges the members. ``label_noise`` is the share
    of training and weighting rows whose label is flipped to another class; test rows stay clean.
    The other fields are those of ``train_pool``.
    """

    dataset: str
    pool: str = "bagging"
    n_members: int = 301
    oracle: str = "hold_out"
    seed: int = 0
    test_fraction: float = 0.3
    weighting_fraction: float = 0.3
    max_depth: int | None = None
    min_samples_split: int = 2
    min_samples_leaf: int = 1
    label_noise: float = 0.0


@dataclass(frozen=True)
class Accuracy:
    """Test accuracy of the weighted ensemble beside its three references.

    All four are scored on the same test rows, which no weight and no member ever saw.

    Attributes
    ----------
    l2dwk
        The weighted vote with the returned weights.
    uniform
        Uniform vote of the same members.
    uniform_all
        Uniform vote of members trained on *all* training rows: what a hold-out costs.
    best_single
        The member most often right on the weighting rows (ties: the lowest index).
    best_member
        Its index.
    better, worse
        Test rows on which the weighted vote is right and the uniform vote of the same members
        wrong, and the reverse: the difference rests on these rows alone.
    """

    l2dwk: Score
    uniform: Score
    uniform_all: Score
    best_single: Score
    best_member: int
    better: int
    worse: int

    @property
    def n_test_rows(self) -> int:
        """Number of test rows."""
        return self.l2dwk.n_rows


@dataclass(frozen=True, eq=False)
class AccuracyDiversityPath:
    """Where the ensemble travels: one point a round, on one set of rows.

    ``diversity`` wᵀD_dis w = ½(1 − mean m²); ``accuracy`` share of right votes; both (rounds,).
    """

    rows: str
    diversity: Floats
    accuracy: Floats


@dataclass(frozen=True, eq=False)
class PairCloud:
    """Pairs of members on one set of rows: (pairs, 2) ``members``, their ``disagreement`` and the
    mean ``accuracy`` of the two."""

    rows: str
    members: Indices
    disagreement: Floats
    accuracy: Floats


@dataclass(frozen=True, eq=False)
class PreparedRun:
    """A trained pool with its oracle and test predictions; ``solve`` learns weights from it.

    ``labels`` are those of the dataset with the flips of ``recipe.label_noise``: what members and
    weights were learned from. ``flipped_rows`` are the rows of the dataset that were flipped.
    """

    recipe: RunRecipe
    dataset: Dataset
    pool: Pool
    reference_pool: Pool
    training_rows: Indices
    weighting_rows: Indices
    test_rows: Indices
    oracle: Oracle
    test_oracle: Oracle
    reference_codes: NDArray[np.signedinteger[Any]]
    notes: tuple[str, ...]
    labels: Labels
    flipped_rows: Indices

    @property
    def flipped(self) -> NDArray[np.bool_]:
        """(N,) whether the label of a weighting row was flipped."""
        return np.isin(self.weighting_rows, self.flipped_rows)

    def solve(self, settings: Settings | None = None, *, n_members: int | None = None) -> Run:
        """Learn classifier weights and score them.

        ``n_members`` takes the first so many of the trained members; None takes all. Raises
        ``InputError`` when it exceeds the pool.
        """
        settings = settings or Settings()
        available = self.oracle.n_members
        size = available if n_members is None else n_members
        if not 1 <= size <= available:
            raise InputError(
                f"n_members is {size}, but the pool has {available}; choose 1 to {available}."
            )
        oracle, test = self.oracles(settings.outputs, size)
        return Run(self, settings, size, oracle, test, train_on(oracle, settings))

    def oracles(self, outputs: str, n_members: int) -> tuple[Oracle, Oracle]:
        """Oracles of the weighting and the test rows for the first ``n_members`` members."""
        full = (self.oracle, self.test_oracle)
        if outputs == "probabilities":
            full = self._soft_oracles
        if n_members == full[0].n_members:
            return full
        return full[0].prefix(n_members), full[1].prefix(n_members)

    @cached_property
    def _soft_oracles(self) -> tuple[Oracle, Oracle]:
        if self.oracle.available is not None:
            raise InputError(
                "outputs is 'probabilities', which needs complete outputs, but out-of-bag votes "
                "have gaps; choose oracle='hold_out' or outputs='votes'."
            )
        return (
            _soft_oracle(self.pool, self.dataset, self.labels, self.weighting_rows),
            _soft_oracle(self.pool, self.dataset, self.labels, self.test_rows),
        )


@dataclass(frozen=True, eq=False)
class Run:
    """One solved run.

    ``trace`` has every round; ``accuracy`` the test scores; ``as_dict()`` what ``--json`` prints.
    ``oracle`` and ``test_oracle`` hold the members used, ``n_members`` of the pool's.
    """

    prepared: PreparedRun
    settings: Settings
    n_members: int
    oracle: Oracle
    test_oracle: Oracle
    trace: Trace

    @property
    def pool(self) -> Pool:
        """The members that took part."""
        if self.n_members == self.prepared.pool.n_members:
            return self.prepared.pool
        return self.prepared.pool.subset(np.arange(self.n_members))

    @cached_property
    def accuracy(self) -> Accuracy:
        """Test accuracy and its references."""
        soft = self.settings.outputs == "probabilities"
        jury = Jury(self.test_oracle, soft=soft)
        n = self.n_members
        uniform = np.full(n, 1.0 / n)
        wrong = jury.verdict(self.trace.weights).wrong
        wrong_uniform = jury.verdict(uniform).wrong
        best = best_member(self.oracle)
        reference = self.prepared.reference_codes
        if reference is self.prepared.test_oracle.codes:
            wrong_all = wrong_uniform
        else:
            all_rows = Oracle.from_codes(
                np.ascontiguousarray(reference[:, :n]),
                self.test_oracle.label_codes,
                self.test_oracle.classes,
            )
            wrong_all = Jury(all_rows).verdict(np.full(all_rows.n_members, 1 / n)).wrong
        return Accuracy(
            _score(wrong),
            _score(wrong_uniform),
            _score(wrong_all),
            _score(self.test_oracle.matrix[:, best] < 0),
            best,
            better=int(np.count_nonzero(wrong_uniform & ~wrong)),
            worse=int(np.count_nonzero(wrong & ~wrong_uniform)),
        )

    def path(self, rows: str = "test") -> AccuracyDiversityPath:
        """Diversity and vote accuracy of every round on the "test" or the "weighting" rows."""
        if rows == "weighting":
            rounds = self.trace.rounds
            return AccuracyDiversityPath(
                rows,
                np.array([r.diversity for r in rounds]),
                np.array([1.0 - r.error for r in rounds]),
            )
        if rows != "test":
            raise unknown_choice("rows", rows, ("test", "weighting"))
        margins, wrong = self._test_rounds
        return AccuracyDiversityPath(
            rows, (1.0 - (margins**2).mean(axis=1)) / 2.0, 1.0 - wrong.mean(axis=1)
        )

    def pair_cloud(self, rows: str = "test", *, n_pairs: int = 2000, seed: int = 0) -> PairCloud:
        """Up to ``n_pairs`` random pairs of members on the "test" or the "weighting" rows.

        Disagreement: share of rows on which exactly one of the two is right; with missing votes,
        of the rows both may judge (pairs without such a row are left out).
        """
        if rows not in ("test", "weighting"):
            raise unknown_choice("rows", rows, ("test", "weighting"))
        oracle = self.test_oracle if rows == "test" else self.oracle
        pairs = np.column_stack(np.triu_indices(oracle.n_members, 1))
        if len(pairs) > n_pairs:
            chosen = np.random.default_rng(seed).choice(len(pairs), n_pairs, replace=False)
            pairs = pairs[np.sort(chosen)]
        first = oracle.matrix[:, pairs[:, 0]].astype(np.int32)
        second = oracle.matrix[:, pairs[:, 1]].astype(np.int32)
        both = np.count_nonzero(first * second, axis=0)
        with np.errstate(invalid="ignore"):
            disagreement = (1.0 - (first * second).sum(axis=0) / both) / 2.0
            right = (oracle.matrix > 0).sum(axis=0) / np.count_nonzero(oracle.matrix, axis=0)
        kept = both > 0
        accuracy = right[pairs].mean(axis=1)
        return PairCloud(rows, pairs[kept], disagreement[kept], accuracy[kept])

    @cached_property
    def _test_rounds(self) -> tuple[Floats, NDArray[np.bool_]]:
        jury = Jury(self.test_oracle, soft=self.settings.outputs == "probabilities")
        verdicts = [jury.verdict(r.weights) for r in self.trace.rounds]
        return np.stack([v.margins for v in verdicts]), np.stack([v.wrong for v in verdicts])

    def as_dict(self) -> dict[str, Any]:
        """Everything that was chosen and found, as plain values ready for JSON."""
        trace, prepared = self.trace, self.prepared
        test_error = 1.0 - self.path("test").accuracy
        return {
            "recipe": asdict(prepared.recipe) | {"n_members": self.n_members},
            "settings": self.settings.as_dict(),
            "rows": {
                "training": len(prepared.training_rows),
                "weighting": len(prepared.weighting_rows),
                "test": len(prepared.test_rows),
            },
            "classes": [str(c) for c in prepared.dataset.classes],
            "flipped_rows": prepared.flipped_rows.tolist(),
            "notes": list(prepared.notes),
            "stop_reason": trace.stop_reason,
            "period": trace.period,
            "returned_round": trace.returned_round,
            "accuracy": {
                name: asdict(getattr(self.accuracy, name))
                for name in ("l2dwk", "uniform", "uniform_all", "best_single")
            }
            | {
                "best_member": self.accuracy.best_member,
                "better": self.accuracy.better,
                "worse": self.accuracy.worse,
            },
            "n_selected": trace.n_selected,
            "weights": trace.weights.tolist(),
            "rounds": [
                {
                    "index": r.index,
                    "objective": r.objective,
                    "gap": r.gap,
                    "error": r.error,
                    "n_wrong": r.n_wrong,
                    "n_error_set": r.n_error_set,
                    "n_ties": r.n_ties,
                    "n_selected": r.n_selected,
                    "effective_number": r.effective_number,
                    "alpha_residual": _or_none(r.alpha_residual),
                    "weight_change": _or_none(r.weight_change),
                    "alpha_mass": r.alpha_mass,
                    "diversity": r.diversity,
                    "test_error": float(error),
                    "kept_availability": r.kept_availability,
                    "smallest_eigenvalue": r.smallest_eigenvalue,
                }
                for r, error in zip(trace.rounds, test_error, strict=True)
            ],
        }


def run(
    dataset: str | Dataset,
    *,
    pool: str = "bagging",
    n_members: int = 301,
    oracle: str = "hold_out",
    settings: Settings | None = None,
    seed: int = 0,
    test_fraction: float = 0.3,
    weighting_fraction: float = 0.3,
    max_depth: int | None = None,
    min_samples_split: int = 2,
    min_samples_leaf: int = 1,
    label_noise: float = 0.0,
    n_jobs: int | None = -1,
    progress: Progress | None = None,
) -> Run:
    """Train, weigh and score: ``prepare_run(...)`` followed by ``.solve(settings)``."""
    return prepare_run(
        dataset,
        pool=pool,
        n_members=n_members,
        oracle=oracle,
        seed=seed,
        test_fraction=test_fraction,
        weighting_fraction=weighting_fraction,
        max_depth=max_depth,
        min_samples_split=min_samples_split,
        min_samples_leaf=min_samples_leaf,
        label_noise=label_noise,
        n_jobs=n_jobs,
        progress=progress,
    ).solve(settings)


def prepare_run(
    dataset: str | Dataset,
    *,
    pool: str = "bagging",
    n_members: int = 301,
    oracle: str = "hold_out",
    seed: int = 0,
    test_fraction: float = 0.3,
    weighting_fraction: float = 0.3,
    max_depth: int | None = None,
    min_samples_split: int = 2,
    min_samples_leaf: int = 1,
    label_noise: float = 0.0,
    n_jobs: int | None = -1,
    progress: Progress | None = None,
) -> PreparedRun:
    """Split the rows, train the members, and take their votes on weighting and test rows.

    Parameters
    ----------
    dataset
        A catalogue name, or a ``Dataset``.
    pool, n_members, max_depth, min_samples_split, min_samples_leaf, n_jobs
        As in ``train_pool``.
    oracle
        A key of ``ORACLE_SOURCES``: which rows judge the members.
    seed
        Determines splits, members and bootstrap.
    test_fraction, weighting_fraction
        Share of all rows for testing and, for "hold_out", share of the training rows for weighting.
    label_noise
        Share of the rows not set aside for testing whose label is flipped at random to another
        class, in [0, 1). Splits are those of the clean labels, so that shares can be compared.
    progress
        Called as ``progress(what, done, total)``; an exception it raises stops the training.

    Raises
    ------
    InputError
        For an unknown name, a value out of range, or a training part with one class only.
    """
    if oracle not in ORACLE_SOURCES:
        raise unknown_choice("oracle source", oracle, ORACLE_SOURCES)
    check_label_noise(label_noise)
    data = load_dataset(dataset) if isinstance(dataset, str) else dataset
    recipe = RunRecipe(
        data.name,
        pool,
        n_members,
        oracle,
        seed,
        test_fraction,
        weighting_fraction,
        max_depth,
        min_samples_split,
        min_samples_leaf,
        label_noise,
    )

    def train(rows: Indices, what: str) -> Pool:
        report = None
        if progress is not None:
            report = lambda done, total: progress(what, done, total)  # noqa: E731
        return train_pool(
            data.X.iloc[rows],
            labels[rows],
            kind=pool,
            n_members=n_members,
            seed=seed,
            max_depth=max_depth,
            min_samples_split=min_samples_split,
            min_samples_leaf=min_samples_leaf,
            n_jobs=n_jobs,
            progress=report,
        )

    split = split_rows(data.y, test_fraction, seed)
    notes = [*data.notes, *split.notes]
    all_training, test_rows = split.first_rows, split.second_rows
    labels, flipped_rows = flip_labels(data.y, all_training, label_noise, seed)
    reference = None
    if oracle == "hold_out":
        inner = split_rows(data.y[all_training], weighting_fraction, seed)
        notes += inner.notes
        training, weighting = all_training[inner.first_rows], all_training[inner.second_rows]
        trained = train(training, "members")
        reference = train(all_training, "reference members")
    else:
        training = weighting = all_training
        trained = train(training, "members")
        if oracle == "bootstrap":
            weighting = all_training[bootstrap_rows(len(all_training), seed)]
    if oracle == "out_of_bag" and trained.out_of_bag is None:
        raise InputError(
            f"Pool {pool!r} leaves no rows out of bag; choose oracle='hold_out', or one of the "
            "pools that draw a bootstrap sample for each member (bagging, random_forest, mixed)."
        )
    notes += trained.notes

    test_codes = _codes(trained, data, test_rows)
    reference_codes = test_codes if reference is None else _codes(reference, data, test_rows)
    return PreparedRun(
        recipe,
        data,
        trained,
        trained if reference is None else reference,
        training,
        weighting,
        test_rows,
        Oracle.from_codes(
            _codes(trained, data, weighting),
            _label_codes(data, labels, weighting),
            data.classes,
            available=trained.out_of_bag if oracle == "out_of_bag" else None,
        ),
        Oracle.from_codes(test_codes, _label_codes(data, labels, test_rows), data.classes),
        reference_codes,
        tuple(dict.fromkeys(notes)),
        labels,
        flipped_rows,
    )


def best_member(oracle: Oracle) -> int:
    """The member most often right on the rows it may judge; ties go to the lowest index."""
    right = np.count_nonzero(oracle.matrix > 0, axis=0)
    judged = np.count_nonzero(oracle.matrix, axis=0)
    return int(np.argmax(right / np.maximum(judged, 1)))


def _codes(pool: Pool, data: Dataset, rows: Indices) -> NDArray[np.signedinteger[Any]]:
    """Predictions as positions in the dataset's classes (a pool may have seen fewer)."""
    codes = pool.predict_codes(data.X.iloc[rows])
    if len(pool.classes) == len(data.classes):
        return codes
    return np.searchsorted(data.classes, pool.classes).astype(np.int16)[codes]


def _label_codes(data: Dataset, labels: Labels, rows: Indices) -> NDArray[np.signedinteger[Any]]:
    return np.searchsorted(data.classes, labels[rows]).astype(np.int16)


def _soft_oracle(pool: Pool, data: Dataset, labels: Labels, rows: Indices) -> Oracle:
    seen = pool.predict_proba(data.X.iloc[rows])
    proba = np.zeros((*seen.shape[:2], len(data.classes)), dtype=seen.dtype)
    proba[:, :, np.searchsorted(data.classes, pool.classes)] = seen
    return Oracle.from_probabilities(proba, _label_codes(data, labels, rows), data.classes)


def _score(wrong: NDArray[np.bool_]) -> Score:
    return Score.of(~wrong, np.ones(len(wrong), dtype=bool))


def _or_none(value: float) -> float | None:
    return None if np.isnan(value) else float(value)
