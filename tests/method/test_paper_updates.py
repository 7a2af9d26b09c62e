"""The paper (Yin, Yang & Hao 2014): its reweighting and the loop as a whole.

Each test states one claim about the printed equations, with its numbers where there are any.
"""

from __future__ import annotations

import numpy as np
import pytest

from l2dwk_core.method.self_training import self_train
from l2dwk_core.method.settings import Settings
from l2dwk_core.oracle.oracle import Oracle
from l2dwk_core.oracle.weighted_vote import WeightedVote
from tests import reference
from tests.paper_fixture import FIXTURE, qpd
from tests.problems import as_class_problem, class_problem, oracle

pytestmark = pytest.mark.filterwarnings("error")


# ---------------------------------------------------------------------------------------------
# (d) β_t = 1/t


def hinge_targets(trace):
    return [r.error_set / r.n_error_set for r in trace.rounds[:-1]]


def test_one_over_t_averages_the_targets_and_discards_the_first_weights():
    predictions, labels = class_problem(2, 40, 8)
    choice = Settings(kernel="linear", damping="1/t", max_rounds=9, stop_on=())
    trace = self_train(predictions, labels, choice)
    targets = hinge_targets(trace)
    for t in range(1, len(trace.rounds)):
        np.testing.assert_allclose(trace.rounds[t].alpha, np.mean(targets[:t], axis=0), atol=1e-16)
    second = trace.rounds[1].alpha
    assert (second[~trace.rounds[0].error_set] == 0).all()
    kept = self_train(predictions, labels, choice.changed(damping="1/(t+1)"))
    everything = [np.full(40, 1 / 40), *hinge_targets(kept)]
    for t in range(1, len(kept.rounds)):
        np.testing.assert_allclose(
            kept.rounds[t].alpha, np.mean(everything[: t + 1], axis=0), atol=1e-16
        )
        assert kept.rounds[t].alpha.min() > 0


def test_after_one_mistake_the_second_round_has_many_solutions():
    """With |E₁| = 1 the Gram matrix has rank one: three weights, one objective."""
    matrix = np.ones((6, 4))
    matrix[0] = [1, -1, -1, -1]
    matrix[1, 0] = matrix[2, 0] = -1
    matrix[3:, 1] = -1
    choice = Settings.preset("paper", max_rounds=2, lam=1.0, error_mass="set")
    trace = self_train(*as_class_problem(matrix), choice)
    first, second = trace.rounds
    assert first.n_error_set == 1
    alpha = second.alpha
    gram = matrix.T @ (alpha[:, None] * matrix)
    assert np.linalg.matrix_rank(gram) == 1
    mu = matrix.T @ alpha
    hardest = matrix[alpha > 0][0]
    value = min(0.5 * gram[j, j] - mu[j] for j in range(4))
    assert second.objective == pytest.approx(value, abs=1e-9)
    # Whoever is right there ties; the least norm shares, and is the same on every machine.
    right = hardest > 0
    np.testing.assert_allclose(second.weights, right / right.sum(), atol=1e-5)


# ---------------------------------------------------------------------------------------------
# (e) The mass of the hinge update (Eq. L2DWK-Hinge)


def test_a_wrong_vote_has_no_positive_margin_but_not_the_other_way_round():
    found = 0
    for seed in range(40):
        predictions, labels = class_problem(seed, 30, 7, n_classes=2 + seed % 3, accuracy=0.4)
        for r in self_train(predictions, labels, Settings(max_rounds=4)).rounds:
            assert (r.margins[r.wrong] <= 1e-12).all()
            late = (r.margins <= 1e-12) & ~r.wrong
            if seed % 3 == 0:  # two classes: equal except for ties
                assert (np.abs(r.margins[late]) <= 1e-12).all()
            else:
                found += int((r.margins[late] < -1e-6).sum())
    assert found > 0


def plurality_example(extra_wrong, extra_right):
    """Rows on which seven equal members vote 3, 2, 2 with the truth first, and some others."""
    votes = np.array([0, 0, 0, 1, 1, 2, 2])
    rows = [np.roll(votes, k) for k in range(6)]
    rows += [np.full(7, 1)] * extra_wrong + [np.full(7, 0)] * extra_right
    return np.array(rows), np.zeros(len(rows), dtype=int)


def test_the_printed_mass_sums_to_more_than_one():
    predictions, labels = plurality_example(extra_wrong=2, extra_right=12)
    verdict = WeightedVote(Oracle.from_predictions(predictions, labels)).outcome(np.full(7, 1 / 7))
    assert verdict.margins[0] == pytest.approx(-1 / 7)
    assert not verdict.wrong[0]
    size, wrong = int((verdict.margins <= 1e-12).sum()), int(verdict.wrong.sum())
    assert (len(labels), size, wrong) == (20, 8, 2)
    assert size * (1 / wrong) == 4  # Σ α* = |E| / (N ε)


def test_the_mass_of_kernel_weights_is_what_the_chosen_rule_makes_it():
    predictions, labels = class_problem(4, 40, 9, n_classes=5, accuracy=0.5)
    for mass in ("set", "vote"):
        trace = self_train(
            predictions, labels, Settings(error_mass=mass, damping="1/t", max_rounds=6, stop_on=())
        )
        target = [1.0 if mass == "set" else r.n_error_set / r.n_wrong for r in trace.rounds[:-1]]
        for t in range(1, len(trace.rounds)):
            assert trace.rounds[t].alpha_mass == pytest.approx(np.mean(target[:t]))
        if mass == "vote":
            assert trace.rounds[-1].alpha_mass > 1.05


# ---------------------------------------------------------------------------------------------
# (f) Degenerate updates


def exp_targets(trace):
    """α*ᵗ from the damped α: with β = 1/t, αᵗ⁺¹ is the mean of the targets so far."""
    alphas = trace.alphas
    return [t * alphas[t] - (t - 1) * alphas[t - 1] for t in range(1, len(alphas))]


def test_exp_is_a_softmax_of_the_summed_margins():
    predictions, labels = class_problem(5, 40, 8, n_classes=4, accuracy=0.4)
    choice = Settings(update="exp", damping="1/t", max_rounds=12, stop_on=())
    trace = self_train(predictions, labels, choice)
    total = np.zeros(40)
    for r, target in zip(trace.rounds, exp_targets(trace), strict=False):
        eps = min(max(r.error, 1 / 80), 0.5 - 1 / 80)
        total += 0.5 * np.log((1 - eps) / eps) * r.margins
        expected = np.exp(-total - max(-total))
        np.testing.assert_allclose(target, expected / expected.sum(), atol=1e-13)


def test_exp_concentrates_on_few_rows():
    predictions, labels = class_problem(6, 40, 8)
    choice = Settings(update="exp", damping="1/t", max_rounds=300, stop_on=())
    targets = exp_targets(self_train(predictions, labels, choice))
    effective = [1 / (t @ t) for t in targets]
    assert effective[0] > 20
    assert effective[-1] < 4


def test_exp_with_no_or_only_wrong_votes_stays_defined_and_never_rewards_mistakes():
    for shape in ("all right", "all wrong"):
        matrix = oracle(shape, 0, 10, 4)
        matrix[0, 0] = -matrix[0, 0]
        trace = self_train(
            *as_class_problem(matrix), Settings(update="exp", max_rounds=4, stop_on=())
        )
        assert np.isfinite(trace.alphas).all()
    # ε > 1/2: θ would turn negative and move weight to the rows that are right.
    matrix = -np.ones((9, 3))
    matrix[:2] = 1
    first, second = self_train(
        *as_class_problem(matrix), Settings(update="exp", max_rounds=2, stop_on=())
    ).rounds
    assert first.error > 0.5
    assert second.alpha[first.wrong].min() > second.alpha[~first.wrong].max()


def test_with_one_row_the_weights_stay():
    matrix = np.array([[-1.0, -1.0, -1.0]])
    for update in ("exp", "hinge"):
        trace = self_train(
            *as_class_problem(matrix), Settings(update=update, max_rounds=3, stop_on=())
        )
        assert trace.alphas.tolist() == [[1.0]] * 3


# ---------------------------------------------------------------------------------------------
# (k), (l) The joint problem in (w, α)


def test_for_fixed_weights_the_smallest_f_has_all_mass_on_an_easy_row():
    lam, w = 1.0, qpd(1.0)
    margins = FIXTURE @ w
    per_row = -margins + lam / 2 * margins**2  # f = Σ α_k · per_row_k
    assert np.argmin(per_row) == np.argmin(np.abs(margins - 1 / lam))
    assert margins[np.argmin(per_row)] > np.median(margins)
    # The update moves mass to the hard rows instead: f rises.
    choice = Settings(kernel="linear", lam=lam, max_rounds=2, damping="1/(t+1)")
    first, second = self_train(*as_class_problem(FIXTURE), choice).rounds
    assert second.alpha @ per_row > first.alpha @ per_row


def test_f_is_not_convex_in_weights_and_kernel_weights_together():
    choice = Settings(kernel="linear", lam=1.0)

    def f(w, alpha):
        return reference.objective(choice, w, *reference.kernel_tables(choice, alpha, FIXTURE))

    rng = np.random.default_rng(0)
    worst = 0.0
    for _ in range(60):
        (w, z), (a, b) = rng.dirichlet(np.ones(8), 2), rng.dirichlet(np.full(20, 0.2), 2)
        middle = f((w + z) / 2, (a + b) / 2)
        worst = max(worst, middle - (f(w, a) + f(z, b)) / 2)
        assert f((w + z) / 2, a) <= (f(w, a) + f(z, a)) / 2 + 1e-12  # convex in w alone
    assert worst > 0.006
