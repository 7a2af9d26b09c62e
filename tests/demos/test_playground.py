"""The playground's core against slow, obvious recomputations from the fitted trees."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from scipy.stats import norm

from l2dwk_core.common.errors import InputError
from l2dwk_core.datasets.splits import Score
from l2dwk_core.datasets.teaching import TEACHING_SETS, teaching_set
from l2dwk_core.demos.playground import (
    SIDE,
    SetupRecipe,
    fresh_oracle_without_hold_out,
    prepare_setup,
    solve,
)
from l2dwk_core.method.self_training import self_train
from l2dwk_core.method.settings import Settings
from l2dwk_core.statistics.paired_votes import paired_claim

SMALL = SetupRecipe(n_members=9, n_fresh=400, n_points=120)


@pytest.fixture(scope="module", params=["circles", "blobs"])
def setup(request):
    return prepare_setup(replace(SMALL, shape=request.param, noise=0.3))


@pytest.fixture(scope="module")
def solved(setup):
    return solve(setup, Settings(max_rounds=8))


def predictions(setup, points):
    """(n, L) by each tree's own public ``predict``."""
    return np.column_stack([tree.predict(points) for tree in setup.members]).astype(int)


def test_halves_hold_every_point_once_and_trees_know_only_theirs(setup):
    rows = np.concatenate([setup.training_rows, setup.weighting_rows])
    assert sorted(rows) == list(range(120))
    assert len(setup.training_rows) == 60
    deep = prepare_setup(replace(SMALL, depth=30, n_members=3))
    for tree, sample in zip(deep.members, _bootstraps(deep), strict=True):
        own = deep.training_rows[sample]
        # A full tree knows every row it drew by heart.
        assert (tree.predict(deep.points[own]) == deep.codes[own]).all()


def _bootstraps(setup):
    draws = np.random.default_rng([setup.recipe.seed, 0x626F6F74])
    n = len(setup.training_rows)
    return draws.integers(0, n, (setup.n_members, n))


def test_votes_are_those_of_each_trees_predict(setup):
    cells = np.array([(x, y) for y in setup.y for x in setup.x])
    np.testing.assert_array_equal(setup.grid_codes, predictions(setup, cells))
    weighting = setup.points[setup.weighting_rows]
    np.testing.assert_array_equal(setup.oracle.codes, predictions(setup, weighting))
    np.testing.assert_array_equal(setup.oracle.label_codes, setup.codes[setup.weighting_rows])


def test_regions_are_the_weighted_votes_of_predict(setup, solved):
    cells = np.array([(x, y) for y in setup.y for x in setup.x])
    says = predictions(setup, cells)
    for weights in (solved.uniform_weights, *(r.weights for r in solved.trace.rounds)):
        votes = np.stack(
            [((says == c) * weights).sum(axis=1) for c in range(len(setup.classes))], axis=1
        )
        regions = solved.regions(weights)
        np.testing.assert_allclose(regions.share.ravel(), votes.max(axis=1), atol=1e-12)
        won = votes[np.arange(SIDE**2), regions.winner.ravel()]
        np.testing.assert_allclose(won, votes.max(axis=1), atol=1e-12)


def test_weights_are_those_of_self_training_on_the_held_out_half(setup, solved):
    says = setup.classes[predictions(setup, setup.points[setup.weighting_rows])]
    labels = setup.classes[setup.codes[setup.weighting_rows]]
    trace = self_train(says, labels, Settings(max_rounds=8))
    np.testing.assert_array_equal(solved.trace.weights, trace.weights)
    for r, other in zip(solved.trace.rounds, trace.rounds, strict=True):
        assert r.alpha.sum() == pytest.approx(1.0)
        np.testing.assert_array_equal(r.alpha, other.alpha)


def test_fresh_scores_count_right_votes_on_clean_points(setup, solved):
    recipe = setup.recipe
    fresh = teaching_set(recipe.shape, 400, recipe.noise, 0.0, recipe.seed + 2**31)
    says, truth = (
        predictions(setup, fresh.X.to_numpy()),
        np.unique(fresh.y, return_inverse=True)[1],
    )
    for weights, score in (
        (solved.uniform_weights, solved.uniform_fresh),
        (solved.trace.weights, solved.returned_fresh),
    ):
        votes = [((says == c) * weights).sum(axis=1) for c in range(len(setup.classes))]
        winner = np.round(votes, 12).argmax(axis=0)  # ties to the first class
        assert score.accuracy == Score.of(winner, truth).accuracy
        np.testing.assert_array_equal(score.right, winner == truth)
        right = says == truth[:, None]
        differ = (right[:, :, None] != right[:, None, :]).mean(axis=0)
        assert score.diversity == pytest.approx(weights @ differ @ weights)
    both = solved.returned_fresh.right.astype(int) - solved.uniform_fresh.right
    assert (solved.better, solved.worse) == ((both == 1).sum(), (both == -1).sum())
    assert solved.difference.mean == pytest.approx(both.mean())
    np.testing.assert_allclose(solved.members_fresh, (says == truth[:, None]).mean(axis=0))


def test_flipping_labels_leaves_points_halves_and_truth_where_they_are():
    clean, noisy = (prepare_setup(replace(SMALL, label_noise=n)) for n in (0.0, 0.3))
    np.testing.assert_array_equal(clean.points, noisy.points)
    np.testing.assert_array_equal(clean.training_rows, noisy.training_rows)
    np.testing.assert_array_equal(clean.fresh_oracle.label_codes, noisy.fresh_oracle.label_codes)
    assert not clean.flipped.any()
    np.testing.assert_array_equal(noisy.flipped, clean.codes != noisy.codes)
    assert 0.15 < noisy.flipped.mean() < 0.45


def test_a_prefix_is_a_smaller_training(setup):
    few = prepare_setup(replace(setup.recipe, n_members=4))
    part = setup.prefix(4)
    np.testing.assert_array_equal(part.grid_codes, few.grid_codes)
    np.testing.assert_array_equal(part.oracle.matrix, few.oracle.matrix)
    np.testing.assert_array_equal(part.fresh_oracle.matrix, few.fresh_oracle.matrix)
    with pytest.raises(InputError, match="from 1 to 9"):
        setup.prefix(10)


@pytest.mark.parametrize("shape", TEACHING_SETS)
def test_every_shape_is_its_seeds_alone(shape):
    recipe = replace(SMALL, shape=shape, n_members=2, n_points=40, n_fresh=20)
    first, again = prepare_setup(recipe), prepare_setup(recipe)
    other = prepare_setup(replace(recipe, seed=1))
    np.testing.assert_array_equal(first.grid_codes, again.grid_codes)
    assert not np.array_equal(first.points, other.points)
    # Every point lies inside the square that is shown.
    half = (first.x[1] - first.x[0]) / 2
    for values, cells in zip(first.points.T, (first.x, first.y), strict=True):
        assert cells[0] - half < values.min() and values.max() < cells[-1] + half


def test_trees_without_hold_out_may_train_on_every_point():
    recipe = replace(SMALL, depth=30, label_noise=0.0, noise=0.0)
    oracle = fresh_oracle_without_hold_out(recipe)
    held = prepare_setup(recipe).fresh_oracle
    assert oracle.matrix.shape == held.matrix.shape
    np.testing.assert_array_equal(oracle.label_codes, held.label_codes)
    # Two noiseless rings: more points draw them more exactly.
    assert (oracle.matrix > 0).mean() > (held.matrix > 0).mean()


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"n_points": 39}, "n_points is 39.*at least 40"),
        ({"depth": 0}, "depth is 0.*from 1 to 30"),
        ({"n_members": 1001}, "n_members is 1001.*from 1 to 1000"),
        ({"seed": -1}, "seed is -1.*from 0"),
    ],
)
def test_numbers_out_of_range_are_refused(changes, said):
    with pytest.raises(InputError, match=said):
        SetupRecipe(**changes)


def test_an_unknown_shape_is_refused():
    with pytest.raises(InputError, match="Unknown teaching set 'star'"):
        prepare_setup(SetupRecipe(shape="star"))


@pytest.mark.parametrize(("better", "worse", "n"), [(0, 0, 50), (12, 3, 100), (400, 500, 5000)])
def test_paired_interval_is_normal_on_half_counts_added(better, worse, n):
    found = paired_claim(better, worse, n)
    # One by one: ½ row that is better, ½ worse, ½ twice the same.
    steps = np.array([1.0, -1.0, 0.0])
    share = np.array([better + 0.5, worse + 0.5, n - better - worse + 1.0]) / (n + 2)
    mean = steps @ share
    spread = norm.ppf(0.975) * np.sqrt((steps**2 @ share - mean**2) / (n + 2))
    assert found.mean == pytest.approx((better - worse) / n)
    assert found.low == pytest.approx(mean - spread)
    assert found.high == pytest.approx(mean + spread)


def test_paired_interval_covers_the_truth_about_as_often_as_it_says():
    rng = np.random.default_rng(0)
    counts = rng.multinomial(400, [0.06, 0.04, 0.9], size=2000)
    found = [paired_claim(int(b), int(c), 400) for b, c, _ in counts]
    covered = np.mean([d.low <= 0.02 <= d.high for d in found])
    assert 0.935 < covered < 0.97


def test_counts_that_do_not_fit_are_refused():
    with pytest.raises(InputError, match="4 better and 7 worse of 10"):
        paired_claim(4, 7, 10)
