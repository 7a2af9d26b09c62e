"""A whole run in one call: dataset, split, members, their votes, weights, test accuracy."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from l2dwk_core.common.errors import InputError
from l2dwk_core.common.text import shown
from l2dwk_core.common.types import Indices
from l2dwk_core.datasets import load_dataset
from l2dwk_core.datasets.dataset import Dataset
from l2dwk_core.datasets.splits import split_rows
from l2dwk_core.oracle.oracle import Oracle
from l2dwk_core.oracle.out_of_fold import train_out_of_fold
from l2dwk_core.oracle.weighting_rows import weighting_rows
from l2dwk_core.oracle.weighting_votes import codes_among, codes_in, out_of_bag_mask, proba_among
from l2dwk_core.pools.kinds import POOL_KINDS
from l2dwk_core.pools.pool import Pool
from l2dwk_core.pools.recipe import GIVEN
from l2dwk_core.pools.train_pool import train_library_pool, train_pool
from l2dwk_core.runs.boundary_noise import flip_boundary_labels
from l2dwk_core.runs.label_noise import flip_labels
from l2dwk_core.runs.prepare_votes import prepare_votes
from l2dwk_core.runs.recipe import RunRecipe
from l2dwk_core.runs.run import PreparedRun, Run, label_codes
from l2dwk_core.votes.dataset import VotesDataset, votes_dataset
from l2dwk_core.votes.votes import Votes

Progress = Callable[[str, int, int], None]


def run(
    dataset: str | Dataset | RunRecipe | Votes,
    *,
    n_jobs: int | None = -1,
    progress: Progress | None = None,
    **choices: Any,
) -> Run:
    """Train members, learn their weights and measure the test accuracy.

    This is ``prepare_run(...)`` followed by ``.solve()``. The parameters and the errors are those
    of ``prepare_run``.
    """
    return prepare_run(dataset, n_jobs=n_jobs, progress=progress, **choices).solve()


def prepare_run(
    dataset: str | Dataset | RunRecipe | Votes,
    *,
    n_jobs: int | None = -1,
    progress: Progress | None = None,
    **choices: Any,
) -> PreparedRun:
    """Split the rows, train the members, and take their votes on weighting and test rows.

    Parameters
    ----------
    dataset
        A catalogue name, a ``Dataset``, or a ``RunRecipe`` of a catalogue dataset, whose values the
        other keywords then change. It can also be ``Votes`` or a dataset of votes. Then nothing is
        trained, all rows that are not for testing judge the models, and the only other choices are
        settings, seed, test_fraction and n_members (the first *n_members* models take part).
    pool, n_members, seed, max_depth, min_samples_split, min_samples_leaf, n_jobs
        As in ``train_pool``. Default: 301 bagged trees, fully grown, with seed 0; with
        ``pool="library"`` all models. The seed also determines the splits, folds and bootstrap.
    weighting
        A key of ``ORACLE_SOURCES``: which rows judge the members. None takes the rows that belong
        to the preset the settings were made from (``PRESET_WEIGHTINGS``), as the pages and the
        command line do. They are "hold_out", unless the settings come from
        ``Settings.preset("paper")`` or ``Settings.preset("authors")``. ``oracle`` is an older name
        of this keyword.
    settings
        The settings ``solve`` uses when it is given none. Default: the preset "recommended".
    test_fraction, weighting_fraction
        The share of all rows for testing and, for "hold_out", the share of the training rows for
        weighting. Default: 0.3 each.
    label_noise
        The share of the rows outside the test part whose label is flipped to another class, in
        [0, 1). The splits are made with the labels before flipping, so that results with different
        shares can be compared.
    noise_kind
        A key of ``NOISE_KINDS``: the labels of random rows are flipped, or the labels of rows near
        a class boundary.
    progress
        Called as ``progress(what, done, total)``. It counts all members that are trained: with
        "hold_out" also the members of the reference. For the library, ``what`` is the model being
        fitted, and every fit, also of a fold, counts by the ``cost`` of its model. An exception it
        raises stops the training.

    Raises
    ------
    InputError
        When a name is unknown, a value is out of range, ``weighting`` and ``oracle`` have different
        values, or the training part has one class only.
    """
    if isinstance(dataset, Votes):
        dataset = votes_dataset(dataset)
    if isinstance(dataset, VotesDataset):
        return prepare_votes(dataset, **choices)
    if isinstance(dataset, RunRecipe):
        recipe = dataset.changed(**choices)
        data = _dataset(recipe.dataset, recipe.pool.kind)
    else:
        recipe = RunRecipe.of(dataset.name if isinstance(dataset, Dataset) else dataset, **choices)
        data = _dataset(dataset, recipe.pool.kind)
    seed = recipe.seed
    n_pools = 2 if recipe.weighting == "hold_out" else 1

    def train(rows: Indices, what: str, before: int = 0) -> Pool:
        X, y = data.X.iloc[rows], labels[rows]

        def report(name: str, done: int, total: int) -> None:
            if progress is not None:
                progress(name, before * total + done, n_pools * total)

        if POOL_KINDS[recipe.pool.kind].by_recipe:
            asked = None if progress is None else report
            return train_library_pool(X, y, recipe.pool, n_jobs=n_jobs, progress=asked)[0]
        return train_pool(
            X,
            y,
            **recipe.pool.as_dict(),
            n_jobs=n_jobs,
            progress=None if progress is None else partial(report, what),
        )

    split = split_rows(data.y, recipe.test_fraction, seed)
    notes = [*data.notes, *split.notes]
    all_training, test_rows = split.first_rows, split.second_rows
    if recipe.noise_kind == "boundary":
        labels, flipped_rows = flip_boundary_labels(
            data.X, data.y, all_training, recipe.label_noise, seed, n_jobs=n_jobs
        )
    else:
        labels, flipped_rows = flip_labels(data.y, all_training, recipe.label_noise, seed)
    rows = weighting_rows(data.y[all_training], recipe.weighting, recipe.weighting_fraction, seed)
    notes += rows.notes
    training, weighting = all_training[rows.training], all_training[rows.weighting]
    proba = None
    if rows.source == "out_of_fold":
        trained, fits = train_out_of_fold(
            data.X.iloc[training],
            labels[training],
            recipe.pool,
            recipe.n_folds,
            strata=data.y[training],
            probabilities=True,
            n_jobs=n_jobs,
            progress=progress,
        )
        assert fits.probabilities is not None  # they were asked for
        codes = codes_among(fits.codes, trained.classes, data.classes)
        proba = proba_among(fits.probabilities, trained.classes, data.classes)
    else:
        trained = train(training, "members")
        codes = codes_in(trained, data.X.iloc[weighting], data.classes)
    notes += trained.notes
    available = out_of_bag_mask(trained, notes) if rows.source == "out_of_bag" else None
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
            codes,
            label_codes(data, labels, weighting),
            data.classes,
            available=available,
        ),
        Oracle.from_codes(test_codes, label_codes(data, labels, test_rows), data.classes),
        reference_codes,
        tuple(dict.fromkeys(notes)),
        labels,
        flipped_rows,
        proba,
    )


def _dataset(dataset: Any, recipe_kind: str) -> Dataset:
    if isinstance(dataset, Dataset):
        return dataset
    if isinstance(dataset, str):
        if recipe_kind == GIVEN:
            raise InputError(
                f"The recipe is of votes that were given ({shown(dataset)}), which it does not "
                "hold; hand them in: prepare_run(votes, …)."
            )
        return load_dataset(dataset)
    raise InputError(
        f"dataset is {shown(dataset)}; allowed is a name from l2dwk_core.DATASETS or a Dataset "
        "object; for a file take read_table(path), for arrays Dataset(name, pandas.DataFrame(X), "
        "y), for models' votes read_votes(path)."
    )
