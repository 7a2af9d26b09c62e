"""Missing votes: both estimators against direct loops, and the rows that cannot be judged."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from l2dwk_core.common.errors import InputError
from l2dwk_core.method.moments import PairwiseMoments, moment_source, pairwise_moments
from l2dwk_core.method.self_training import self_train
from l2dwk_core.method.setting_choices import CHOICES
from l2dwk_core.method.settings import PRESETS, Settings
from l2dwk_core.oracle.oracle import Oracle
from tests import reference
from tests.problems import class_problem, kernel_choices

pytestmark = pytest.mark.filterwarnings("error")
often = settings(max_examples=60)


def problem(seed, n_rows=30, n_members=8, n_classes=3, share=0.4):
    """Predictions, labels and a mask with about ``share`` of the votes."""
    predictions, labels = class_problem(seed, n_rows, n_members, n_classes)
    mask = np.random.default_rng(1000 + seed).random((n_rows, n_members)) < share
    mask[0, 0] = True
    return predictions, labels, mask


def truth_of(predictions, labels):
    return np.where(predictions == labels[:, None], 1.0, -1.0)


def assert_same_trace(ours, slow):
    assert len(ours.rounds) == len(slow.rounds)
    for r, s in zip(ours.rounds, slow.rounds, strict=True):
        np.testing.assert_allclose(r.alpha, s.alpha, atol=1e-6)
        np.testing.assert_allclose(r.weights, s.weights, atol=1e-6)
        np.testing.assert_array_equal(r.error_set, s.error_set)
        np.testing.assert_array_equal(r.wrong, s.wrong)
        np.testing.assert_allclose(r.margins, s.margins, atol=1e-5)
        assert r.objective == pytest.approx(s.objective, abs=1e-8)
        assert r.error == pytest.approx(s.error)
        assert abs(r.weights.sum() - 1) <= 1e-12
        assert r.weights.min() >= 0
        if s.smallest_eigenvalue is not None:
            assert r.smallest_eigenvalue == pytest.approx(s.smallest_eigenvalue, abs=1e-9)
    assert ours.stop_reason == slow.stop_reason
    assert ours.returned_round == slow.returned_round


@pytest.mark.parametrize("estimator", CHOICES["missing_votes"])
@pytest.mark.parametrize("update", CHOICES["update"])
@pytest.mark.parametrize("changes", kernel_choices(), ids=str)
def test_whole_traces_equal_the_slow_reference(estimator, update, changes):
    if estimator == "impute" and changes.get("constant", 0) < 0:
        changes = changes | {"constant": 0.5}  # imputed votes are not ±1: see the soft outputs
    number = sum(map(ord, str(changes) + update))
    predictions, labels, mask = problem(number, share=(0.25, 0.4, 0.7)[number % 3])
    choice = Settings(
        missing_votes=estimator, update=update, lam=2.0, max_rounds=6, stop_on=(), **changes
    )
    ours = self_train(predictions, labels, choice, available=mask)
    slow = reference.self_train(predictions, labels, choice, available=mask)
    assert_same_trace(ours, slow)


@pytest.mark.parametrize("estimator", CHOICES["missing_votes"])
@pytest.mark.parametrize("error_set", CHOICES["error_set"])
@pytest.mark.parametrize("error_mass", CHOICES["error_mass"])
@pytest.mark.parametrize("damping", CHOICES["damping"])
def test_every_update_equals_the_slow_reference(estimator, error_set, error_mass, damping):
    predictions, labels, mask = problem(3)
    choice = Settings(
        missing_votes=estimator, error_set=error_set, error_mass=error_mass, damping=damping,
        max_rounds=6, stop_on=(),
        sigma=3.0,  # without the 1/N the mass of α grows to N, and distances with it
    )  # fmt: skip
    ours = self_train(predictions, labels, choice, available=mask)
    slow = reference.self_train(predictions, labels, choice, available=mask)
    assert_same_trace(ours, slow)


@often
@given(st.integers(0, 2**32 - 1), st.floats(0.1, 0.9), st.integers(1, 25), st.integers(1, 6))
def test_pairwise_sums_equal_direct_averages(seed, share, n_rows, n_members):
    rng = np.random.default_rng(seed)
    predictions = rng.integers(0, 2, (n_rows, n_members))
    labels = rng.integers(0, 2, n_rows)
    mask = rng.random((n_rows, n_members)) < share
    mask[0, 0] = True
    source = PairwiseMoments(Oracle.from_predictions(predictions, labels, available=mask))
    judged = mask.any(axis=1)
    truth = truth_of(predictions, labels)
    linear = Settings(kernel="linear")
    alpha = judged / judged.sum()
    error_set = judged & (rng.random(n_rows) < 0.5)
    error_set[0] = True
    steps = [
        (alpha, lambda: source.start(alpha)),
        (
            (blended := 0.5 * alpha + 0.5 * error_set / error_set.sum()),
            lambda: source.blend(blended, 0.5, 0.5 / error_set.sum(), error_set),
        ),
        (error_set / error_set.sum(), lambda: source.blend(
            error_set / error_set.sum(), 0.0, 1 / error_set.sum(), error_set)),
        ((drawn := rng.dirichlet(np.ones(n_rows)) * judged), lambda: source.replace(drawn)),
    ]  # fmt: skip
    for weights, step in steps:
        moments = step()
        S, mu, mass, raw = reference.pairwise_tables(linear, weights, truth, mask)
        np.testing.assert_allclose(moments.block(np.arange(n_members)), S, atol=1e-9)
        np.testing.assert_allclose(moments.mu, mu, atol=1e-10)
        assert moments.mass == pytest.approx(mass)
        assert source.smallest_eigenvalue == pytest.approx(np.linalg.eigvalsh(raw)[0], abs=1e-9)
        assert np.linalg.eigvalsh(S)[0] > -1e-9


def test_the_projection_is_needed_and_reported():
    predictions, labels, mask = problem(5, share=0.3)
    trace = self_train(predictions, labels, Settings(stop_on=()), available=mask)
    assert min(r.smallest_eigenvalue for r in trace.rounds) < -0.1
    imputed = self_train(predictions, labels, Settings(missing_votes="impute"), available=mask)
    assert all(r.smallest_eigenvalue is None for r in imputed.rounds)


@pytest.mark.parametrize("estimator", CHOICES["missing_votes"])
@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize("update", ["hinge", "exp"])
@pytest.mark.parametrize("n_classes", [2, 3])
def test_with_every_vote_available_nothing_changes(estimator, preset, update, n_classes):
    predictions, labels, _ = problem(6, n_classes=n_classes)
    choice = Settings.preset(preset, missing_votes=estimator, update=update, max_rounds=8)
    complete = self_train(predictions, labels, choice)
    masked = self_train(
        predictions, labels, choice, available=np.ones(predictions.shape, dtype=bool)
    )
    assert masked.stop_reason == complete.stop_reason
    for a, b in zip(complete.rounds, masked.rounds, strict=True):
        np.testing.assert_allclose(b.weights, a.weights, atol=1e-6)
        np.testing.assert_allclose(b.alpha, a.alpha, atol=1e-9)
        np.testing.assert_allclose(b.margins, a.margins, atol=1e-6)
        np.testing.assert_array_equal(b.error_set, a.error_set)
        np.testing.assert_array_equal(b.wrong, a.wrong)
        assert b.objective == pytest.approx(a.objective, abs=1e-9)
        assert b.diversity == pytest.approx(a.diversity, abs=1e-6)
        assert b.kept_availability == pytest.approx(1.0)
    np.testing.assert_allclose(masked.weights, complete.weights, atol=1e-6)


@pytest.mark.parametrize("estimator", CHOICES["missing_votes"])
@pytest.mark.parametrize("update", ["hinge", "exp"])
def test_rows_nobody_left_out_do_not_count(estimator, update):
    predictions, labels, mask = problem(7)
    choice = Settings(missing_votes=estimator, update=update, max_rounds=6, stop_on=())
    extra = np.random.default_rng(0).integers(0, 3, (9, 8))
    more = np.vstack([predictions, extra])
    more_labels = np.append(labels, np.zeros(9, dtype=int))
    more_mask = np.vstack([mask, np.zeros((9, 8), dtype=bool)])
    judged = mask.any(axis=1)
    plain = self_train(predictions[judged], labels[judged], choice, available=mask[judged])
    longer = self_train(more, more_labels, choice, available=more_mask)
    rows = np.flatnonzero(np.append(judged, np.zeros(9, dtype=bool)))
    for a, b in zip(plain.rounds, longer.rounds, strict=True):
        np.testing.assert_allclose(b.weights, a.weights, atol=1e-6)
        np.testing.assert_allclose(b.alpha[rows], a.alpha, atol=1e-9)
        assert b.alpha.sum() == pytest.approx(1.0)
        assert not b.error_set[30:].any()
        assert not b.wrong[30:].any()
        assert np.isnan(b.margins[30:]).all()
        assert (b.alpha[30:] == 0).all()
        assert b.error == pytest.approx(a.error)  # they are outside N
        assert b.diversity == pytest.approx(a.diversity, abs=1e-6)


@pytest.mark.parametrize("update", ["hinge", "exp"])
def test_a_row_all_kept_members_saw_is_undefined(update):
    """λ → 0 keeps the one best member; rows it saw have no margin, no error and factor 1."""
    rng = np.random.default_rng(8)
    labels = np.zeros(20, dtype=int)
    predictions = np.ones((20, 3), dtype=int)
    predictions[:, 0] = 0  # member 0 is right wherever it may judge, except on two rows
    predictions[:2, 0] = 1
    predictions[4:9, 1:] = rng.integers(0, 2, (5, 2))
    mask = np.ones((20, 3), dtype=bool)
    mask[10:, 0] = False
    choice = Settings(lam=0.0, update=update, max_rounds=2, stop_on=(), damping="1/t")
    first, second = self_train(predictions, labels, choice, available=mask).rounds
    assert first.weights.tolist() == [1.0, 0.0, 0.0]
    assert np.isnan(first.margins[10:]).all()
    assert first.margins[:10].tolist() == [-1.0] * 2 + [1.0] * 8
    assert first.error_set.tolist() == [True] * 2 + [False] * 18
    assert first.error == pytest.approx(2 / 20)  # it stays in N
    if update == "hinge":
        np.testing.assert_allclose(second.alpha, first.error_set / 2)
    else:
        theta = 0.5 * np.log((1 - 0.1) / 0.1)
        factor = np.exp(-theta * np.nan_to_num(first.margins, nan=0.0))
        np.testing.assert_allclose(second.alpha, factor / factor.sum(), atol=1e-12)
        assert factor[15] == 1.0


def test_margins_are_shares_of_the_weight_that_may_speak():
    predictions, labels, mask = problem(9)
    for r in self_train(predictions, labels, Settings(), available=mask).rounds:
        truth = truth_of(predictions, labels)
        for k in range(30):
            weight = (r.weights * mask[k]).sum()
            if weight == 0:
                assert np.isnan(r.margins[k])
            else:
                expected = (r.weights * mask[k] * truth[k]).sum() / weight
                assert r.margins[k] == pytest.approx(expected, abs=1e-12)
                assert -1 - 1e-12 <= r.margins[k] <= 1 + 1e-12


def test_availability_of_kept_members_is_reported():
    predictions, labels, mask = problem(10)
    for r in self_train(predictions, labels, Settings(stop_on=()), available=mask).rounds:
        share = [sum(r.alpha[k] for k in range(30) if mask[k, j]) for j in range(8)]
        kept = [share[j] for j in range(8) if r.weights[j] > 0]
        assert r.kept_availability == pytest.approx(np.mean(kept) / np.mean(share))
    assert self_train(predictions, labels).rounds[0].kept_availability is None


def test_members_that_share_no_row_count_as_independent():
    predictions, labels, _ = problem(11, n_members=4)
    mask = np.zeros((30, 4), dtype=bool)
    mask[:15, :2], mask[15:, 2:] = True, True
    source = moment_source(
        Oracle.from_predictions(predictions, labels, available=mask), Settings(kernel="linear")
    )
    moments = source.start(np.full(30, 1 / 30))
    mu = moments.mu
    if source.smallest_eigenvalue >= 0:  # else the projection has moved the entries
        np.testing.assert_allclose(
            moments.block(np.arange(4))[:2, 2:], np.outer(mu[:2], mu[2:]), atol=1e-9
        )
    assert source.n_unseen_pairs == 4


def test_a_member_without_rows_is_as_good_as_the_average():
    predictions, labels, mask = problem(12)
    mask[:, 5] = False
    trace = self_train(predictions, labels, Settings(max_rounds=4, stop_on=()), available=mask)
    slow = reference.self_train(
        predictions, labels, Settings(max_rounds=4, stop_on=()), available=mask
    )
    assert_same_trace(trace, slow)


def test_members_nobody_has_seen_are_as_good_as_a_coin():
    weight = np.diag([0.0, 0.0, 0.5])
    moments, lowest, unseen = pairwise_moments(np.zeros((3, 3)), weight)
    assert moments.mass == 0.5
    assert moments.mu.tolist() == [0, 0]
    np.testing.assert_array_equal(moments.block(np.arange(2)), 0.5 * np.eye(2))
    assert (lowest, unseen) == (1.0, 1)


def test_a_share_below_rounding_is_no_row_that_was_seen():
    weight = np.array([[0.0, 0.0, 0.0], [0.0, 1e-16, 1e-16], [0.0, 1e-16, 1.0]])
    moments, _, unseen = pairwise_moments(weight.copy(), weight)
    assert moments.mu.tolist() == [0, 0]
    assert unseen == 1


@pytest.mark.parametrize("kernel", ["linear", "gaussian", "polynomial"])
@pytest.mark.parametrize("estimator", CHOICES["missing_votes"])
@pytest.mark.parametrize("repair", CHOICES["matrix_repair"])
def test_the_authors_double_fault_is_solved_or_refused(kernel, estimator, repair):
    """Its K needs 1 − mu − muᵀ + S to be semidefinite; pairwise sums need not be."""
    rng = np.random.default_rng(13)
    for seed in range(10):
        predictions, labels, mask = problem(100 + seed, share=rng.uniform(0.15, 0.5))
        choice = Settings(
            kernel=kernel, diversity="double_fault_authors", missing_votes=estimator,
            matrix_repair=repair, max_rounds=6, stop_on=(), lam=5.0,
        )  # fmt: skip
        try:
            trace = self_train(predictions, labels, choice, available=mask)
        except InputError as error:
            assert estimator == "pairwise"
            assert "double_fault_authors" in str(error)  # noqa: PT017
            continue
        for r in trace.rounds:
            assert abs(r.weights.sum() - 1) <= 1e-12
            assert 0 <= r.gap <= 1e-9 * max(1.0, abs(r.objective))
            if repair == "authors":
                continue
            # Nothing on the simplex is better: convex, so sampling members and mixtures suffices.
            if estimator == "pairwise":
                tables = reference.pairwise_tables(
                    choice, r.alpha, truth_of(predictions, labels), mask
                )
                S, mu = pairwise_linear(r.alpha, predictions, labels, mask)
                complement = 1 - mu[:, None] - mu + S
                K = joint(choice, complement, 1 - S)
                v = tables[1]
            else:
                filled = reference.impute(truth_of(predictions, labels), mask)
                K, v, _ = reference.kernel_tables(choice, r.alpha, filled)
            for w in np.vstack([np.eye(8), rng.dirichlet(np.full(8, 0.3), 30)]):
                assert r.objective <= 2.5 * w @ K @ w - v @ w + 1e-8


def pairwise_linear(alpha, predictions, labels, mask):
    S, mu, _, _ = reference.pairwise_tables(
        Settings(kernel="linear"), alpha, truth_of(predictions, labels), mask
    )
    return S, mu


def joint(choice, inner, half_distance):
    if choice.kernel == "gaussian":
        return np.exp(-half_distance / choice.sigma**2)
    return inner if choice.kernel == "linear" else (inner + choice.constant) ** choice.degree
