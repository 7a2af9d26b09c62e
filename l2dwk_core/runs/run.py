"""The main job in one call: dataset → split → pool → oracle → self-training → test accuracy.

The Lab page, the command line and scripts all come through here, so the same choice and seed give
the same numbers everywhere. ``prepare_run`` does what takes seconds (training), its ``solve`` what
takes milliseconds: a page keeps the first and repeats only the second.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from l2dwk_core.common.checks import check_choice, check_whole
from l2dwk_core.common.errors import InputError
from l2dwk_core.common.text import shown
from l2dwk_core.datasets import load_dataset
from l2dwk_core.datasets.dataset import Dataset
from l2dwk_core.datasets.splits import check_share, split_rows
from l2dwk_core.method.self_training import train_on
from l2dwk_core.method.settings import Settings, checked_settings
from l2dwk_core.oracle.judged_members import codes_in, left_out, proba_in
from l2dwk_core.oracle.oracle import Oracle
from l2dwk_core.oracle.weighting import (
    ORACLE_SOURCES,
    PRESET_ORACLES,
    check_weighting,
    weighting_rows,
)
from l2dwk_core.pools.pool import POOL_KINDS, Pool, PoolRecipe, train_pool
from l2dwk_core.runs.boundary_noise import flip_boundary_labels
from l2dwk_core.runs.label_noise import check_label_noise, check_noise_kind, flip_labels
from l2dwk_core.runs.result import References, Run

Floats = NDArray[np.float64]
Indices = NDArray[np.intp]
Labels = NDArray[np.str_]
Progress = Callable[[str, int, int], None]


@dataclass(frozen=True)
class RunRecipe:
    """What determines a prepared run, apart from the dataset's content.

    ``test_fraction`` of all rows is set aside for testing, stratified; with the oracle source
    "hold_out", ``weighting_fraction`` of the rest judges the members. ``label_noise`` is the share
    of training and weighting rows whose label is flipped to another class, ``noise_kind`` which
    ones (a key of ``NOISE_KINDS``); test rows stay clean.
    The other fields are those of ``train_pool``.
    """

    dataset: str
    pool: str = "bagging"
    n_members: int = 301
    # No default of the class: what ``run`` takes for it follows the preset, so that a call printed
    # from a recipe always has to name it.
    oracle: str = field(default_factory=lambda: "hold_out")
    seed: int = 0
    test_fraction: float = 0.3
    weighting_fraction: float = 0.3
    max_depth: int | None = None
    min_samples_split: int = 2
    min_samples_leaf: int = 1
    label_noise: float = 0.0
    noise_kind: str = "random"

    @property
    def fully_grown(self) -> bool:
        """Whether the members are trees that nothing stops but their own rows; see PoolRecipe."""
        limits = {name: getattr(self, name) for name in _TREE_LIMITS}
        return PoolRecipe(kind=self.pool, **limits).fully_grown


_TREE_LIMITS = ("max_depth", "min_samples_split", "min_samples_leaf")

# Sizes of the ensemble whose oracles are kept: as many as have so many votes together, which with
# what is computed from them are some 100 MB.
_VOTES_KEPT = 10_000_000


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

    @cached_property
    def flipped(self) -> NDArray[np.bool_]:
        """(N,) whether the label of a weighting row was flipped."""
        return np.isin(self.weighting_rows, self.flipped_rows)

    def solve(self, settings: Settings | None = None, *, n_members: int | None = None) -> Run:
        """Learn classifier weights and score them.

        ``n_members`` takes the first so many of the trained members; None takes all. Raises
        ``InputError`` when it exceeds the pool.
        """
        settings = checked_settings(settings)
        available = self.oracle.n_members
        size = available if n_members is None else n_members
        check_whole("n_members", size, 1, available)
        oracle, test = self.oracles(settings.outputs, size)
        return Run(self, settings, size, oracle, test, train_on(oracle, settings))

    def oracles(self, outputs: str, n_members: int) -> tuple[Oracle, Oracle]:
        """Oracles of the weighting and the test rows for the first ``n_members`` members."""
        full = (self.oracle, self.test_oracle)
        if outputs == "probabilities":
            full = self._soft_oracles
        if n_members == full[0].n_members:
            return full
        # What an oracle has merged and counted serves every λ, and all who share this run.
        key = outputs, n_members
        found = self._prefixes.pop(key, None)
        if found is None:
            found = full[0].prefix(n_members), full[1].prefix(n_members)
        self._prefixes[key] = found
        room = _VOTES_KEPT
        for size, oracles in reversed(list(self._prefixes.items())):
            room -= sum(one.matrix.size for one in oracles)
            if room < 0 and size != key:
                self._prefixes.pop(size, None)
        return found

    def references(self, oracle: Oracle, test: Oracle, outputs: str) -> References:
        """Test votes of the references for the members that these oracles hold."""
        key = outputs, oracle.n_members
        if key not in self._references:
            others = None
            if self.reference_codes is not self.test_oracle.codes:
                codes = np.ascontiguousarray(self.reference_codes[:, : oracle.n_members])
                others = Oracle.from_codes(codes, test.label_codes, test.classes)
            soft = outputs == "probabilities"
            self._references[key] = References.of(oracle, test, others, soft=soft)
        return self._references[key]

    @cached_property
    def _references(self) -> dict[tuple[str, int], References]:
        return {}

    @cached_property
    def _prefixes(self) -> dict[tuple[str, int], tuple[Oracle, Oracle]]:
        return {}

    @cached_property
    def _soft_oracles(self) -> tuple[Oracle, Oracle]:
        check_weighting(self.recipe.oracle, self.recipe.pool, "probabilities")
        return (
            _soft_oracle(self.pool, self.dataset, self.labels, self.weighting_rows),
            _soft_oracle(self.pool, self.dataset, self.labels, self.test_rows),
        )


def run(
    dataset: str | Dataset,
    *,
    pool: str = "bagging",
    n_members: int = 301,
    oracle: str | None = None,
    settings: Settings | None = None,
    seed: int = 0,
    test_fraction: float = 0.3,
    weighting_fraction: float = 0.3,
    max_depth: int | None = None,
    min_samples_split: int = 2,
    min_samples_leaf: int = 1,
    label_noise: float = 0.0,
    noise_kind: str = "random",
    n_jobs: int | None = -1,
    progress: Progress | None = None,
) -> Run:
    """Train, weigh and score: ``prepare_run(...)`` followed by ``.solve(settings)``.

    Parameters
    ----------
    oracle
        A key of ``ORACLE_SOURCES``. None takes the one that belongs to the preset the settings
        were made from (``PRESET_ORACLES``), as pages and the command line do: "hold_out", unless
        they come from ``Settings.preset("paper")`` or ``Settings.preset("authors")``.
    settings
        Default: the preset "recommended".

    The others, and what is raised: as in ``prepare_run``.
    """
    chosen = checked_settings(settings)
    oracle = PRESET_ORACLES[chosen.made_from] if oracle is None else oracle
    check_choice("base ensemble", pool, POOL_KINDS)
    check_weighting(oracle, pool, chosen.outputs, ORACLE_SOURCES)
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
        noise_kind=noise_kind,
        n_jobs=n_jobs,
        progress=progress,
    ).solve(chosen)


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
    noise_kind: str = "random",
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
        Share of the rows not set aside for testing whose label is flipped to another class, in
        [0, 1). Splits are those of the clean labels, so that shares can be compared.
    noise_kind
        A key of ``NOISE_KINDS``: labels of random rows, or of those near a class boundary.
    progress
        Called as ``progress(what, done, total)``, counting members over all that is trained: with
        "hold_out" the reference members too. An exception it raises stops the training.

    Raises
    ------
    InputError
        For an unknown name, a value out of range, or a training part with one class only.
    """
    PoolRecipe(pool, n_members, seed, max_depth, min_samples_split, min_samples_leaf)
    check_weighting(oracle, pool, allowed=ORACLE_SOURCES)
    check_label_noise(label_noise)
    check_noise_kind(noise_kind)
    check_share(test_fraction, "test_fraction")
    check_share(weighting_fraction, "weighting_fraction")
    data = _dataset(dataset)
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
        noise_kind,
    )

    n_pools = 2 if oracle == "hold_out" else 1

    def train(rows: Indices, what: str, before: int = 0) -> Pool:
        def report(done: int, total: int) -> None:
            if progress is not None:
                progress(what, before * total + done, n_pools * total)

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
            progress=None if progress is None else report,
        )

    split = split_rows(data.y, test_fraction, seed)
    notes = [*data.notes, *split.notes]
    all_training, test_rows = split.first_rows, split.second_rows
    if noise_kind == "boundary":
        labels, flipped_rows = flip_boundary_labels(
            data.X, data.y, all_training, label_noise, seed, n_jobs=n_jobs
        )
    else:
        labels, flipped_rows = flip_labels(data.y, all_training, label_noise, seed)
    rows = weighting_rows(data.y[all_training], oracle, weighting_fraction, seed)
    notes += rows.notes
    training, weighting = all_training[rows.training], all_training[rows.weighting]
    trained = train(training, "members")
    notes += trained.notes
    available = left_out(trained, notes) if rows.source == "out_of_bag" else None
    reference = train(all_training, "reference members", before=1) if n_pools == 2 else trained

    test_X = data.X.iloc[test_rows]
    test_codes = codes_in(trained, test_X, data.classes)
    reference_codes = test_codes
    if reference is not trained:
        reference_codes = codes_in(reference, test_X, data.classes)
    return PreparedRun(
        recipe,
        data,
        trained,
        reference,
        training,
        weighting,
        test_rows,
        Oracle.from_codes(
            codes_in(trained, data.X.iloc[weighting], data.classes),
            _label_codes(data, labels, weighting),
            data.classes,
            available=available,
        ),
        Oracle.from_codes(test_codes, _label_codes(data, labels, test_rows), data.classes),
        reference_codes,
        tuple(dict.fromkeys(notes)),
        labels,
        flipped_rows,
    )


def _dataset(dataset: Any) -> Dataset:
    if isinstance(dataset, Dataset):
        return dataset
    if isinstance(dataset, str):
        return load_dataset(dataset)
    raise InputError(
        f"dataset is {shown(dataset)}; allowed is a name from l2dwk_core.DATASETS or a Dataset "
        "object; for a file take read_table(path), for arrays Dataset(name, pandas.DataFrame(X), "
        f"y)."
    )


def _label_codes(data: Dataset, labels: Labels, rows: Indices) -> NDArray[np.signedinteger[Any]]:
    return np.searchsorted(data.classes, labels[rows]).astype(np.int16)


def _soft_oracle(pool: Pool, data: Dataset, labels: Labels, rows: Indices) -> Oracle:
    proba = proba_in(pool, data.X.iloc[rows], data.classes)
    return Oracle.from_probabilities(proba, _label_codes(data, labels, rows), data.classes)
