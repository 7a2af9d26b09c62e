"""Runs of the library of models, judged out of fold."""

from __future__ import annotations

import numpy as np
import pytest

import l2dwk_core as l2
from l2dwk_core.__main__ import main
from l2dwk_core.common.errors import InputError
from l2dwk_core.datasets.splits import split_rows
from l2dwk_core.oracle.out_of_fold import train_out_of_fold
from l2dwk_core.pools.library_models import LIBRARY
from l2dwk_core.pools.recipe import PoolRecipe
from l2dwk_core.runs.prepare import prepare_run
from l2dwk_core.runs.recipe import RunRecipe
from l2dwk_core.runs.saved import answers_only, load_run, save_run

SMALL = {"pool": "library", "n_members": 8, "n_folds": 3, "seed": 2}
NAMES = tuple(model.name for model in LIBRARY[:8])


@pytest.fixture(scope="module")
def prepared():
    return prepare_run("zoo", n_jobs=1, **SMALL)


def test_the_library_is_judged_out_of_fold_by_default():
    assert RunRecipe.of("zoo", pool="library").weighting == "out_of_fold"
    assert RunRecipe.of("zoo", pool="library").n_folds == 5
    assert RunRecipe.of("zoo").weighting == "hold_out"
    paper = RunRecipe.of("zoo", pool="library", settings=l2.Settings.preset("paper"))
    assert paper.weighting == "bootstrap"
    told = RunRecipe.of("zoo", pool="library", weighting="training")
    assert told.weighting == "training"
    changed = RunRecipe.of("zoo", n_members=50, weighting="training").changed(pool="library")
    assert changed.pool == PoolRecipe("library")


@pytest.mark.parametrize(
    ("choices", "message"),
    [
        ({"pool": "bagging", "weighting": "out_of_fold"}, "weighting='out_of_bag'.*'library'"),
        ({"pool": "adaboost", "weighting": "out_of_fold"}, r"Take held-out rows \(weighting="),
        ({"pool": "library", "weighting": "out_of_bag"}, "out of fold .*or on held-out rows"),
        ({"pool": "library", "n_folds": 1}, "n_folds is 1; it must be a whole number from 2 to 20"),
    ],
)
def test_what_does_not_fit_together_is_refused_with_the_remedy(choices, message):
    with pytest.raises(InputError, match=message):
        RunRecipe.of("zoo", **choices)


def test_all_training_rows_judge_and_train(prepared):
    data = prepared.dataset
    split = split_rows(data.y, 0.3, 2)
    np.testing.assert_array_equal(prepared.training_rows, split.first_rows)
    np.testing.assert_array_equal(prepared.weighting_rows, split.first_rows)
    assert prepared.reference_pool is prepared.pool
    assert prepared.pool.names == NAMES
    table, labels = data.X.iloc[split.first_rows], data.y[split.first_rows]
    pool, fits = train_out_of_fold(
        table, labels, PoolRecipe("library", 8, seed=2), 3, probabilities=True, n_jobs=1
    )
    np.testing.assert_array_equal(data.classes[prepared.oracle.codes], pool.classes[fits.codes])
    np.testing.assert_array_equal(
        prepared.test_oracle.codes, prepared.pool.predict_codes(data.X.iloc[split.second_rows])
    )
    assert any("folds instead of 3" in note for note in pool.notes) == any(
        "folds instead of 3" in note for note in prepared.notes
    )


def test_soft_outputs_are_probabilities_out_of_fold(prepared):
    soft = prepared.solve(l2.Settings(outputs="probabilities"))
    np.testing.assert_array_equal(soft.oracle.probabilities, prepared.weighting_probabilities)
    by_heart = prepared.pool.predict_proba(prepared.dataset.X.iloc[prepared.weighting_rows])
    assert not np.allclose(soft.oracle.probabilities, by_heart, atol=0.05)
    assert soft.oracle.probabilities.shape == (len(prepared.weighting_rows), 8, 7)


def test_a_run_of_fewer_models_is_the_run_of_its_recipe(prepared):
    small = prepared.solve(n_members=5)
    again = l2.run(small.recipe, n_jobs=1)
    assert again.pool.names == NAMES[:5]
    np.testing.assert_allclose(again.trace.weights, small.trace.weights, atol=1e-10)


def test_records_keep_votes_and_names(prepared, tmp_path):
    save_run(prepared, tmp_path / "run.npz")
    back = load_run(tmp_path / "run.npz")
    assert back.pool.names == NAMES
    assert back.pool.subset([3, 0]).names == (NAMES[3], NAMES[0])
    assert back.recipe == prepared.recipe
    np.testing.assert_array_equal(back.oracle.codes, prepared.oracle.codes)
    np.testing.assert_allclose(back.solve().trace.weights, prepared.solve().trace.weights)
    assert not back.all_or_nothing
    assert answers_only(prepared).pool.names == NAMES


def test_folds_are_drawn_by_the_clean_labels_and_models_learn_the_flipped_ones():
    clean, noisy = (prepare_run("zoo", n_jobs=1, label_noise=noise, **SMALL) for noise in (0, 0.3))
    np.testing.assert_array_equal(clean.weighting_rows, noisy.weighting_rows)
    assert noisy.flipped.sum() == noisy.flipped_rows.size == round(0.3 * len(noisy.training_rows))
    data = noisy.dataset
    _, fits = train_out_of_fold(
        data.X.iloc[noisy.training_rows],
        noisy.labels[noisy.training_rows],
        noisy.recipe.pool,
        3,
        strata=data.y[noisy.training_rows],
        n_jobs=1,
    )
    known = np.unique(noisy.labels[noisy.training_rows])
    np.testing.assert_array_equal(data.classes[noisy.oracle.codes], known[fits.codes])


@pytest.mark.parametrize("weighting", ["hold_out", "training", "bootstrap"])
def test_other_rows_judge_the_library_too(weighting):
    seen = []
    found = prepare_run(
        "zoo", pool="library", n_members=3, weighting=weighting, n_jobs=1,
        progress=lambda *at: seen.append(at),
    )  # fmt: skip
    codes = found.pool.predict_codes(found.dataset.X.iloc[found.weighting_rows])
    np.testing.assert_array_equal(found.oracle.codes, codes)
    assert {name for name, _, _ in seen} <= set(NAMES[:3])
    total = (2 if weighting == "hold_out" else 1) * sum(model.cost for model in LIBRARY[:3])
    assert seen[-1][1:] == (total, total)


def test_progress_counts_the_costs_of_the_fits_of_folds_and_names_the_model():
    seen = []
    prepare_run("zoo", n_jobs=1, progress=lambda *at: seen.append(at), **SMALL)
    total = 4 * sum(model.cost for model in LIBRARY[:8])
    assert {total for _, _, total in seen} == {total}
    assert {name for name, _, _ in seen} <= set(NAMES)
    assert (seen[0][1], seen[-1][1]) == (0, total)


def test_the_command_line_runs_it(capsys):
    options = "run --dataset zoo --pool library --members 3 --folds 2"
    assert main(options.split()) == 0
    said = capsys.readouterr().out
    assert "trained 3 members (library)" in said
    assert "weighed them (out_of_fold)" in said
    assert main("run --dataset zoo --pool library --folds 40".split()) == 2
    assert "--folds is 40; it must be a whole number from 2 to 20" in capsys.readouterr().err
    assert main("run --dataset zoo --weighting out_of_fold".split()) == 2
    assert "--weighting out_of_bag" in capsys.readouterr().err
