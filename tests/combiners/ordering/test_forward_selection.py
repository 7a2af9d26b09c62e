"""Forward selection with replacement: bags, prefixes, and averaged probabilities."""

from __future__ import annotations

import numpy as np
import pytest

from l2dwk_core.combiners.combiner_input import CombinerInput
from l2dwk_core.combiners.ordering.forward_selection import ForwardSelection
from l2dwk_core.common.errors import InputError
from tests.combiners.fixture import INPUTS as GOLDEN
from tests.combiners.votes import ensemble


def with_probabilities(seed: int) -> CombinerInput:
    """Members whose most probable class is their vote."""
    inputs = ensemble(60, 8, 3, seed=seed)
    rng = np.random.default_rng(seed)
    cube = rng.dirichlet(np.ones(3), size=(60, 8))
    top = cube.argmax(axis=2)
    rows, members = np.indices(top.shape)
    codes = inputs.oracle.codes
    cube[rows, members, top], cube[rows, members, codes] = (
        cube[rows, members, codes],
        cube[rows, members, top],
    )
    return CombinerInput(inputs.oracle, cube.astype(np.float32))


def plain_losses(cube: np.ndarray, truth: np.ndarray, metric: str, order: list[int]) -> float:
    q = cube[:, order].astype(float).mean(axis=1)
    if metric == "accuracy":
        return float(np.mean(q.argmax(axis=1) != truth))
    if metric == "log_loss":
        return float(-np.log(q[np.arange(len(q)), truth]).mean())
    return float(((q - np.eye(q.shape[1])[truth]) ** 2).sum(axis=1).mean())


@pytest.mark.parametrize("metric", ["accuracy", "log_loss", "squared_error"])
def test_probabilities_step_by_step(metric: str) -> None:
    inputs = with_probabilities(3)
    cube, truth = inputs.probabilities, inputs.oracle.label_codes.astype(int)
    found = ForwardSelection(
        rounds=8, n_initial=2, n_bags=1, output="probabilities", metric=metric
    ).combine(inputs)
    (order,), (losses,) = found.report["order"], found.report["losses"]
    alone = [plain_losses(cube, truth, metric, [j]) for j in range(8)]
    assert list(order[:2]) == np.argsort(np.round(alone, 12), kind="stable")[:2].tolist()
    for n in range(1, 10):
        assert losses[n - 1] == pytest.approx(plain_losses(cube, truth, metric, list(order[:n])))
        if n >= 2:
            each = [plain_losses(cube, truth, metric, [*order[:n], j]) for j in range(8)]
            assert order[n] == int(np.flatnonzero(np.asarray(each) <= min(each) + 1e-10)[0])
    n_places = found.report["n_places"][0]
    assert losses[n_places - 1] == pytest.approx(min(losses), abs=1e-12)
    np.testing.assert_allclose(found.weights, np.bincount(order[:n_places], minlength=8) / n_places)


def test_vote_shares_can_be_judged_by_any_metric() -> None:
    """Votes as distributions: half of the members right is a log loss of ln 2."""
    found = ForwardSelection(rounds=4, n_initial=0, n_bags=1, metric="squared_error").combine(
        GOLDEN
    )
    (order,), (losses,) = found.report["order"], found.report["losses"]
    share = (GOLDEN.oracle.matrix[:, list(order)] > 0).mean(axis=1)
    assert losses[-1] == pytest.approx(float((2 * (1 - share) ** 2).mean()))


def test_bags_hold_half_of_the_members_and_weights_are_their_mean() -> None:
    inputs = ensemble(60, 9, 3, seed=1)
    found = ForwardSelection(rounds=6, n_initial=2, n_bags=7, bag_share=0.5).combine(inputs, seed=3)
    expected = np.zeros(9)
    for order, n_places in zip(found.report["order"], found.report["n_places"], strict=True):
        assert len(set(order)) <= 5  # ⌈9/2⌉
        expected += np.bincount(order[:n_places], minlength=9) / n_places
    np.testing.assert_allclose(found.weights, expected / 7, rtol=1e-12)
    assert len(set(found.report["order"])) > 1


def test_initial_members_alone() -> None:
    found = ForwardSelection(rounds=0, n_initial=3, n_bags=1).combine(GOLDEN)
    assert found.report["order"] == ((5, 6, 7),)
    assert (
        len(ForwardSelection(rounds=0, n_initial=50, n_bags=1).combine(GOLDEN).report["order"][0])
        == 8
    )


def test_no_round_and_no_initial_member_is_refused() -> None:
    with pytest.raises(InputError, match="rounds is 0; it must be a whole number at least 1"):
        ForwardSelection(rounds=0, n_initial=0).combine(GOLDEN)


def test_probabilities_that_were_not_given_or_have_another_shape() -> None:
    with pytest.raises(InputError, match=r"were not given; pass them or choose 'votes'"):
        ForwardSelection(output="probabilities").combine(GOLDEN)
    bad = CombinerInput(GOLDEN.oracle, np.full((20, 8, 3), 1 / 3))
    with pytest.raises(InputError, match=r"have shape \(20, 8, 3\); needed is .* \(20, 8, 2\)"):
        ForwardSelection(output="probabilities").combine(bad)


@pytest.mark.parametrize("weighting", ["hold_out", "out_of_bag"])
def test_averaged_probabilities_also_decide_in_predict(weighting: str) -> None:
    rng = np.random.default_rng(0)
    X = rng.normal(size=(120, 4))
    y = np.where(X[:, 0] + 0.5 * rng.normal(size=120) > 0, "up", "down")
    model = ForwardSelection(
        output="probabilities",
        metric="log_loss",
        n_members=12,
        weighting=weighting,
        max_depth=2,
        rounds=5,
        n_bags=2,
    ).fit(X, y)
    proba = model.pool_.predict_proba(X)
    mean = np.einsum("klc,l->kc", proba.astype(float), model.weights_)
    np.testing.assert_allclose(model.predict_proba(X), mean, atol=1e-6)
    np.testing.assert_array_equal(model.predict(X), model.classes_[mean.argmax(axis=1)])
