"""What the paper (Yin, Yang & Hao 2014) prints, what follows from it, and what is done instead.

Each test states one claim about the printed equations, with its numbers where there are any.
"""

from __future__ import annotations

import itertools
from types import SimpleNamespace

import numpy as np
import pytest

from l2dwk_core.ensemble_vote import Jury
from l2dwk_core.errors import InputError
from l2dwk_core.kernels import scalar_coefficients
from l2dwk_core.oracle import Oracle
from l2dwk_core.qp import solve_simplex_qp, vertex_solution
from l2dwk_core.self_training import self_train
from l2dwk_core.settings import Settings
from tests import reference
from tests.problems import as_class_problem, class_problem, kernel_choices, oracle

pytestmark = pytest.mark.filterwarnings("error")

# 20 samples × 8 members, 1 = right; accuracies .65 .55 .50 .50 .70 .80 .75 .75.
FIXTURE = np.array(
    [
        [1.0 if bit == "1" else -1.0 for bit in row]
        for row in (
            "11100001 01010011 11111101 11011111 01011001 11011110 11101110 10001111 01000111 "
            "11011110 11001110 10111111 00100111 00111111 00001100 00111111 10100111 10101111 "
            "10000011 11111101"
        ).split()
    ]
)
P = FIXTURE.mean(axis=0)
S = FIXTURE.T @ FIXTURE / 20
D_DIS = (1 - S) / 2
D_DF = (1 - FIXTURE).T @ (1 - FIXTURE) / 80
QPD = {
    0.5: ([0, 0, 0, 0, 0, 0.55556, 0.08333, 0.36111], -0.66944444),
    1.0: ([0.0007, 0.09479, 0, 0, 0.09386, 0.31333, 0.15852, 0.33882], -0.80519119),
    2.0: ([0.03806, 0.18951, 0, 0, 0.13876, 0.15458, 0.17879, 0.30029], -1.15935400),
    5.0: ([0.01873, 0.24687, 0.1544, 0, 0.16405, 0, 0.22373, 0.19222], -2.35817916),
}
LINEAR = {"kernel": "linear", "kernel_form": "scalar", "update": "none"}


def qpd(lam, matrix=FIXTURE, **changes):
    """Weights of the program without kernel weights, through the public loop."""
    return self_train(*as_class_problem(matrix), Settings(lam=lam, **{**LINEAR, **changes})).weights


def random_simplex(n, count, seed=0):
    return np.random.default_rng(seed).dirichlet(np.ones(n), count)


# ---------------------------------------------------------------------------------------------
# QPD (Eq. QPD)


def test_the_fixture_is_the_published_one():
    np.testing.assert_allclose((P + 1) / 2, [0.65, 0.55, 0.5, 0.5, 0.7, 0.8, 0.75, 0.75])


@pytest.mark.parametrize("lam", QPD)
def test_qpd_golden_values(lam):
    weights, value = QPD[lam]
    for ours in (qpd(lam), solve_simplex_qp(lam * S, P).weights):
        np.testing.assert_allclose(ours, weights, atol=6e-6)
        assert -P @ ours - lam * (ours @ D_DIS @ ours) == pytest.approx(value, abs=6e-9)


@pytest.mark.parametrize("lam", QPD)
def test_qpd_is_least_squares_of_the_margins_towards_one_over_lambda(lam):
    w = qpd(lam)
    loss = ((FIXTURE @ w - 1 / lam) ** 2).sum()
    for other in np.vstack([np.eye(8), random_simplex(8, 200)]):
        assert loss <= ((FIXTURE @ other - 1 / lam) ** 2).sum() + 4e-10


@pytest.mark.parametrize("lam", [0.3, 1.0, 4.0])
@pytest.mark.parametrize("update", ["hinge", "exp"])
def test_the_same_holds_under_any_kernel_weights(lam, update):
    predictions, labels = class_problem(0, 40, 8)
    outputs = np.where(predictions == labels[:, None], 1.0, -1.0)
    choice = Settings(kernel="linear", lam=lam, update=update, max_rounds=6, stop_on=())
    for r in self_train(predictions, labels, choice).rounds:
        square = lam / 2 * (r.alpha * (outputs @ r.weights - 1 / lam) ** 2).sum()
        assert r.objective == pytest.approx(square - 1 / (2 * lam), abs=1e-9)


def test_a_small_lambda_returns_the_best_member_and_a_large_one_cancels_the_votes():
    assert qpd(1e-4).round(6).tolist() == [0, 0, 0, 0, 0, 1, 0, 0]
    w = qpd(1e6)
    for other in np.vstack([np.eye(8), random_simplex(8, 200)]):
        assert ((FIXTURE @ w) ** 2).mean() <= ((FIXTURE @ other) ** 2).mean() + 1e-6


def test_above_one_lambda_pulls_the_easy_margins_down():
    top = {lam: np.sort(FIXTURE @ qpd(lam))[-5:].mean() for lam in (0.5, 1.0, 2.0, 5.0, 20.0)}
    assert list(top.values()) == sorted(top.values(), reverse=True)
    spread = {lam: np.std(FIXTURE @ qpd(lam)) for lam in (0.5, 5.0)}
    assert spread[5.0] < spread[0.5]


def test_the_disagreement_matrix_is_convex_on_the_simplex_only():
    values = np.linalg.eigvalsh(-D_DIS)
    assert values.sum() == pytest.approx(0, abs=1e-12)  # a zero trace: never semidefinite
    assert values[0] < -1
    assert values[-1] > 0.5
    with pytest.raises(InputError, match="smallest eigenvalue is -"):
        solve_simplex_qp(-2 * D_DIS, P)
    centre = np.eye(8) - 1 / 8
    assert np.linalg.eigvalsh(centre @ -D_DIS @ centre)[0] > -1e-12
    for w in random_simplex(8, 20):
        assert w @ D_DIS @ w == pytest.approx(0.5 - w @ S @ w / 2, abs=1e-14)


def test_the_path_is_piecewise_linear_in_one_over_lambda_but_not_in_lambda():
    first, last = 1.4, 1.6  # the same members have weight throughout
    middle = 2 / (1 / first + 1 / last)  # halfway in 1/λ
    ends = (qpd(first) + qpd(last)) / 2
    assert (qpd(first) > 0).tolist() == (qpd(last) > 0).tolist()
    np.testing.assert_allclose(qpd(middle), ends, atol=1e-10)
    assert np.abs(qpd((first + last) / 2) - ends).max() > 1e-5


@pytest.mark.parametrize("lam", [0.5, 2.0, 10.0])
def test_accuracy_as_a_share_is_half_of_it_as_a_margin(lam):
    share = solve_simplex_qp(lam * S, (P + 1) / 2).weights
    np.testing.assert_allclose(share, qpd(2 * lam), atol=6e-12)


@pytest.mark.parametrize("lam", [0.02, 0.1])
def test_an_accuracy_that_is_not_divided_by_n_needs_lambda_times_n(lam):
    unnormalised = solve_simplex_qp(20 * lam * S, 20 * P).weights
    np.testing.assert_allclose(unnormalised, qpd(lam), atol=1e-12)
    loss_only = solve_simplex_qp(lam * 20 * S, 20 * P * 20).weights  # 1ᵀOw against N-fold D
    np.testing.assert_allclose(loss_only, qpd(lam / 20), atol=1e-12)


# ---------------------------------------------------------------------------------------------
# (a) On ±1 outputs the kernels are redundant


@pytest.mark.parametrize("sigma", [0.3, 1.0, 4.0])
def test_gaussian_coefficients(sigma):
    a, b = scalar_coefficients(Settings(kernel="gaussian", kernel_form="scalar", sigma=sigma))
    e = np.exp(-2 / sigma**2)
    assert (a, b) == pytest.approx(((1 + e) / 2, (1 - e) / 2), abs=1e-15)
    assert b > 0


@pytest.mark.parametrize("degree", [1, 2, 3, 4, 5])
@pytest.mark.parametrize("c", [-2.0, -0.5, 0.0, 0.5, 2.0])
def test_polynomial_coefficients_and_their_signs(degree, c):
    if degree % 2 == 0 and c == 0:
        with pytest.raises(InputError, match="objective constant"):
            Settings(kernel="polynomial", kernel_form="scalar", degree=degree, constant=c)
        return
    a, b = scalar_coefficients(
        Settings(kernel="polynomial", kernel_form="scalar", degree=degree, constant=c)
    )
    assert a == pytest.approx(((c + 1) ** degree + (c - 1) ** degree) / 2)
    assert b == pytest.approx(((c + 1) ** degree - (c - 1) ** degree) / 2)
    assert (b > 0) == (degree % 2 == 1 or c > 0)
    assert (b < 0) == (degree % 2 == 0 and c < 0)


def test_linear_coefficients():
    assert scalar_coefficients(Settings(kernel="linear", kernel_form="scalar")) == (0.0, 1.0)


@pytest.mark.parametrize(
    "changes", [c for c in kernel_choices() if c["kernel_form"] == "scalar"], ids=str
)
@pytest.mark.parametrize("diversity", ["disagreement", "double_fault", "double_fault_printed"])
def test_the_scalar_objective_is_affine_in_that_of_the_linear_kernel(changes, diversity):
    choice = Settings(diversity=diversity, lam=1.7, **changes)
    plain = Settings(diversity=diversity, lam=1.7, kernel="linear", kernel_form="scalar")
    alpha = np.random.default_rng(0).dirichlet(np.ones(20))
    _, b = scalar_coefficients(choice)
    tables = reference.kernel_tables(choice, alpha, FIXTURE)
    linear = reference.kernel_tables(plain, alpha, FIXTURE)
    offsets = [
        reference.objective(choice, w, *tables) - b * reference.objective(plain, w, *linear)
        for w in random_simplex(8, 10)
    ]
    np.testing.assert_allclose(offsets, offsets[0], atol=1e-12)


def test_with_b_zero_any_weights_are_optimal():
    s = SimpleNamespace(
        kernel="polynomial", kernel_form="scalar", degree=2, constant=0.0, lam=1.0,
        diversity="disagreement", lam_on="diversity", terms="both",
    )  # fmt: skip
    tables = reference.kernel_tables(s, np.full(20, 0.05), FIXTURE)
    values = [reference.objective(s, w, *tables) for w in random_simplex(8, 10)]
    np.testing.assert_allclose(values, values[0], atol=1e-13)


def test_with_b_negative_the_objective_is_concave_and_a_vertex_wins():
    choice = {"kernel": "polynomial", "kernel_form": "scalar", "degree": 2, "constant": -1.0}
    w = qpd(3.0, **choice)
    record = Settings(lam=3.0, **choice)
    tables = reference.kernel_tables(record, np.full(20, 0.05), FIXTURE)
    assert np.count_nonzero(w) == 1
    value = reference.objective(record, w, *tables)
    for other in np.vstack([np.eye(8), random_simplex(8, 100)]):
        assert value <= reference.objective(record, other, *tables) + 1e-12


def test_a_total_kernel_weight_other_than_one_leaves_the_scalar_minimiser():
    for total in (0.25, 4.0):
        np.testing.assert_allclose(
            solve_simplex_qp(total * 2 * S, total * P).weights, qpd(2.0), atol=4e-13
        )


def test_a_kernel_matrix_with_negative_a_is_indefinite_although_f_is_convex():
    choice = Settings(kernel="polynomial", kernel_form="scalar", degree=3, constant=-0.9)
    a, b = scalar_coefficients(choice)
    assert a < 0 < b
    K, v, _ = reference.kernel_tables(choice, np.full(20, 0.05), FIXTURE)
    assert np.linalg.eigvalsh(K)[0] < -0.1
    with pytest.raises(InputError, match="smallest eigenvalue"):
        solve_simplex_qp(2 * K, v)
    shifted = solve_simplex_qp(2 * (K - a), v).weights  # a constant multiple of 11ᵀ
    np.testing.assert_allclose(shifted, qpd(2.0), atol=1e-9)


@pytest.mark.parametrize("sigma", [0.7, 1.5])
def test_kernelling_the_diversity_alone_only_rescales_lambda(sigma):
    choice = Settings(kernel="gaussian", kernel_form="scalar", sigma=sigma)
    K, _, _ = reference.kernel_tables(choice, np.full(20, 0.05), FIXTURE)
    _, b = scalar_coefficients(choice)
    np.testing.assert_allclose(solve_simplex_qp(2 * K, P).weights, qpd(2 * b), atol=1e-9)


# ---------------------------------------------------------------------------------------------
# (b) Double fault has the wrong sign (Eq. UnifiedCriterion4)


@pytest.mark.parametrize("lam", [0.5, 1.9, 2.1, 4.0, 50.0])
def test_the_printed_double_fault_returns_the_best_or_the_worst_member(lam):
    accuracy = (P + 1) / 2
    values = [-P[j] - lam * D_DF[j, j] for j in range(8)]
    np.testing.assert_allclose(values, 1 - lam + (lam - 2) * accuracy, atol=1e-14)
    chosen = accuracy.max() if lam < 2 else accuracy.min()
    for w in (
        vertex_solution(-2 * lam * D_DF, P).weights,
        qpd(lam, diversity="double_fault_printed"),
    ):
        assert np.count_nonzero(w) == 1
        assert accuracy[np.argmax(w)] == chosen
        f = -P @ w - lam * w @ D_DF @ w
        for other in random_simplex(8, 100):
            assert f <= -P @ other - lam * other @ D_DF @ other + 1e-12


def test_at_lambda_two_all_members_tie():
    np.testing.assert_allclose(-P - 2 * D_DF.diagonal(), -1.0, atol=1e-14)


def test_the_example_of_three_members():
    matrix = np.array([[1, 1, 1], [1, 1, -1], [1, -1, 1], [-1, 1, -1]], dtype=float)
    accuracy = (matrix.mean(axis=0) + 1) / 2
    assert accuracy.tolist() == [0.75, 0.75, 0.5]
    fault = (1 - matrix).T @ (1 - matrix) / 16
    values = -matrix.mean(axis=0) - 4 * fault.diagonal()
    assert values.tolist() == [-1.5, -1.5, -2.0]
    assert qpd(4.0, matrix, diversity="double_fault_printed").tolist() == [0, 0, 1]


@pytest.mark.parametrize("lam", [0.5, 3.0, 40.0])
def test_the_corrected_sign_is_least_squares_towards_one_plus_two_over_lambda(lam):
    fault = solve_simplex_qp(2 * lam * D_DF, P).weights
    np.testing.assert_allclose(fault, qpd(lam, diversity="double_fault"), atol=1e-9)
    np.testing.assert_allclose(fault, qpd(lam / (lam + 2)), atol=3e-9)
    loss = ((FIXTURE @ fault - 1 - 2 / lam) ** 2).sum()
    for other in np.vstack([np.eye(8), random_simplex(8, 100)]):
        assert loss <= ((FIXTURE @ other - 1 - 2 / lam) ** 2).sum() + 1e-9


# ---------------------------------------------------------------------------------------------
# (c) 1/(4N) should be 1/4 (Eq. Df-Omega), (m) and 1/N is missing (Eq. Dis-Omega)


def test_with_normalised_kernel_weights_the_bracket_is_divided_by_four():
    choice = Settings(kernel="linear")
    K, v, at_one = reference.kernel_tables(choice, np.full(20, 0.05), FIXTURE)
    ones = np.ones(8)
    bracket = np.outer(ones, ones) - np.outer(ones, v) - np.outer(v, ones) + K
    np.testing.assert_allclose(bracket / 4, D_DF, atol=1e-15)
    np.testing.assert_allclose(bracket / 80, D_DF / 20, atol=1e-16)
    np.testing.assert_allclose(reference.double_fault_matrix(K, v, at_one), D_DF, atol=1e-15)


def test_without_normalised_weights_the_disagreement_of_a_member_with_itself_is_not_zero():
    matrix = oracle("random", 1, 80, 4)
    K, _, _ = reference.kernel_tables(Settings(kernel="linear"), np.ones(80), matrix)
    np.testing.assert_allclose((1 - K.diagonal()) / 2, (1 - 80) / 2)
    assert (1 - K[0, 0]) / 2 == -39.5
    K, _, _ = reference.kernel_tables(Settings(kernel="linear"), np.full(80, 1 / 80), matrix)
    np.testing.assert_allclose((1 - K.diagonal()) / 2, 0, atol=1e-14)


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
    verdict = Jury(Oracle.from_predictions(predictions, labels)).verdict(np.full(7, 1 / 7))
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
# (h) The joint form


JOINT = [c for c in kernel_choices() if c["kernel_form"] == "joint"]


@pytest.mark.parametrize("changes", JOINT, ids=str)
def test_joint_kernels_are_positive_semidefinite(changes):
    rng = np.random.default_rng(0)
    choice = Settings(**changes)
    lowest = 0.0
    for seed in range(60):
        matrix = oracle("random", seed, int(rng.integers(1, 12)), int(rng.integers(1, 8)))
        K, v, at_one = reference.kernel_tables(choice, rng.dirichlet(np.ones(len(matrix))), matrix)
        lowest = min(lowest, np.linalg.eigvalsh(K)[0] / K.max())
        fault = reference.double_fault_matrix(K, v, at_one)
        lowest = min(lowest, np.linalg.eigvalsh(fault)[0] / max(fault.max(), 1e-9))
    assert lowest > -1e-13


def test_joint_minimisers_differ_from_the_linear_one():
    for changes in JOINT[1:]:
        distance = np.abs(qpd(2.0, **changes) - qpd(2.0)).sum()
        assert distance > 0.05, changes


def test_a_negative_constant_makes_the_joint_polynomial_non_convex():
    centre = np.eye(4) - 1 / 4
    worst = 0.0
    columns = list(itertools.product([-1.0, 1.0], repeat=3))
    for members in itertools.combinations_with_replacement(columns, 4):
        s = np.array(members) @ np.array(members).T / 3
        worst = min(worst, np.linalg.eigvalsh(centre @ (s - 0.5) ** 2 @ centre)[0])
    assert worst == pytest.approx(-4.0)
    with pytest.raises(InputError, match="needs c ≥ 0, or the objective may be non-convex"):
        Settings(kernel="polynomial", degree=2, constant=-0.5)


@pytest.mark.parametrize(("degree", "c"), [(2, 1.0), (3, 0.5), (2, 0.0)])
def test_dividing_the_joint_polynomial_by_its_diagonal_changes_nothing(degree, c):
    choice = {"kernel": "polynomial", "kernel_form": "joint", "degree": degree, "constant": c}
    K, v, at_one = reference.kernel_tables(Settings(**choice), np.full(20, 0.05), FIXTURE)
    np.testing.assert_allclose(K.diagonal(), (1 + c) ** degree)
    assert at_one == pytest.approx((1 + c) ** degree)
    unit = (1 + c) ** degree
    np.testing.assert_allclose(
        solve_simplex_qp(2 * K / unit, v / unit).weights, qpd(2.0, **choice), atol=1e-9
    )


def test_an_even_degree_with_constant_zero_is_a_joint_kernel_but_no_scalar_one():
    choice = {"kernel": "polynomial", "kernel_form": "joint", "degree": 2, "constant": 0.0}
    assert qpd(2.0, **choice).sum() == pytest.approx(1.0)
    with pytest.raises(InputError, match="take an odd degree, c > 0, or the joint form"):
        Settings(**{**choice, "kernel_form": "scalar"})


def test_the_two_forms_agree_for_the_linear_kernel_only():
    for kernel in ("linear", "gaussian", "polynomial"):
        forms = [
            reference.kernel_tables(
                Settings(kernel=kernel, kernel_form=form), np.full(20, 0.05), FIXTURE
            )[0]
            for form in ("scalar", "joint")
        ]
        assert np.allclose(*forms, atol=1e-12) == (kernel == "linear")


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
