"""The main job in one call: dataset, split, members, their votes, weights, test accuracy."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from l2dwk_core.common.checks import check_choice
from l2dwk_core.common.errors import InputError
from l2dwk_core.common.text import shown
from l2dwk_core.common.types import Indices
from l2dwk_core.datasets import load_dataset
from l2dwk_core.datasets.dataset import Dataset
from l2dwk_core.datasets.splits import check_share, split_rows
from l2dwk_core.method.settings import Settings, checked_settings
from l2dwk_core.oracle.judged_members import codes_in, left_out
from l2dwk_core.oracle.oracle import Oracle
from l2dwk_core.oracle.weighting import (
    ORACLE_SOURCES,
    PRESET_ORACLES,
    check_weighting,
    weighting_rows,
)
from l2dwk_core.pools.kinds import POOL_KINDS
from l2dwk_core.pools.pool import Pool, train_pool
from l2dwk_core.pools.recipe import PoolRecipe
from l2dwk_core.runs.boundary_noise import flip_boundary_labels
from l2dwk_core.runs.label_noise import check_label_noise, check_noise_kind, flip_labels
from l2dwk_core.runs.recipe import RunRecipe
from l2dwk_core.runs.run import PreparedRun, Run, label_codes

Progress = Callable[[str, int, int], None]


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
            label_codes(data, labels, weighting),
            data.classes,
            available=available,
        ),
        Oracle.from_codes(test_codes, label_codes(data, labels, test_rows), data.classes),
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
