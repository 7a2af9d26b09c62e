"""Kernels and their weighted sums: against loops, under merging, and under a moving α."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from l2dwk_core.common.errors import InputError
from l2dwk_core.method import self_training as self_training_module
from l2dwk_core.method.kernels import KERNELS, JointKernel, Moments, scalar_coefficients
from l2dwk_core.method.moments import imputed, moment_source
from l2dwk_core.method.objective import program
from l2dwk_core.method.self_training import self_train
from l2dwk_core.method.setting_choices import CHOICES
from l2dwk_core.method.settings import Settings
from l2dwk_core.oracle import counted_table as counted_module
from l2dwk_core.oracle.counted_table import CountedTable
from l2dwk_core.oracle.oracle import Oracle
from tests import reference
from tests.problems import (
    as_class_problem,
    class_problem,
    kernel_choices,
    oracle,
    oracles,
    probabilities,
)

pytestmark = pytest.mark.filterwarnings("error")
often = settings(max_examples=80)

PARAMETERS = st.fixed_dictionaries(
    {
        "sigma": st.sampled_from([0.2, 0.7, 1.0, 3.0]),
        "degree": st.integers(1, 5),
        "constant": st.sampled_from([0.0, 0.5, 1.0, 2.0]),
    }
)


def moments_of(alpha, outputs, *, soft=False):
    """Moments by the definition: outputs and, last, the all-right vector."""
    outputs = np.hstack([outputs, np.ones((len(outputs), 1))])
    total = np.zeros((outputs.shape[1],) * 2)
    for a, row in zip(alpha, outputs, strict=True):
        total += a * np.outer(row, row)
    return Moments.of_table(total, soft=soft)


def everyone(n):
    return np.arange(n)


def test_a_kernel_too_narrow_for_averages_over_differing_rows_is_refused():
    # Pairwise averages can exceed 1: here by 1/2, which the kernel turns into exp(1/2 / σ²).
    table = np.array([[1.5, 0.2, 0.1], [0.2, 1.0, 0.3], [0.1, 0.3, 1.0]])
    moments = Moments.of_table(table, is_gram=False)
    assert np.isfinite(JointKernel(moments, Settings(sigma=0.16)).block(everyone(2))).all()
    for sigma in (0.15, 1e-3, 1e-9):
        said = f"Gaussian kernel with sigma = {sigma:g} is too narrow for pairwise.*by 0.5,"
        with pytest.raises(InputError, match=said):
            JointKernel(moments, Settings(sigma=sigma))


def test_the_registry_is_the_menu():
    assert set(KERNELS) == set(CHOICES["kernel"])


@often
@given(oracles(), st.sampled_from(reference.KERNELS), PARAMETERS, st.integers(0, 2**32 - 1))
def test_joint_kernels_equal_their_definition(matrix, kernel, parameters, seed):
    choice = Settings(kernel=kernel, kernel_form="joint", **parameters)
    alpha = np.random.default_rng(seed).dirichlet(np.ones(len(matrix)))
    K, v, at_one = reference.kernel_tables(choice, alpha, matrix)
    ours = JointKernel(moments_of(alpha, matrix), choice)
    np.testing.assert_allclose(ours.block(everyone(len(v))), K, rtol=1e-11, atol=1e-12)
    np.testing.assert_allclose(ours.vector, v, rtol=1e-11, atol=1e-12)
    assert ours.at_one == pytest.approx(at_one, rel=1e-11)
    assert ours.scale == pytest.approx(K.diagonal().max(), rel=1e-11)


@often
@given(st.sampled_from(reference.KERNELS), PARAMETERS, st.integers(0, 2**32 - 1), st.booleans())
def test_joint_kernels_of_soft_outputs_equal_their_definition(kernel, parameters, seed, authors):
    choice = Settings(
        kernel=kernel, diversity="double_fault_authors" if authors else "disagreement", **parameters
    )
    rng = np.random.default_rng(seed)
    outputs, alpha = rng.uniform(-1, 1, (9, 5)), rng.dirichlet(np.ones(9))
    K, v, at_one = reference.kernel_tables(choice, alpha, outputs)
    ours = JointKernel(moments_of(alpha, outputs, soft=True), choice, complement=authors)
    np.testing.assert_allclose(ours.block(everyone(5)), K, rtol=1e-10, atol=1e-12)
    np.testing.assert_allclose(ours.vector, v, rtol=1e-10, atol=1e-12)
    assert ours.at_one == pytest.approx(at_one, rel=1e-11)
    assert ours.scale == pytest.approx(K.diagonal().max(), rel=1e-10)


def test_entries_asked_for_in_any_order_are_the_same_entries():
    rng = np.random.default_rng(0)
    matrix = np.where(rng.random((30, 8)) < 0.6, 1.0, -1.0)
    moments = moments_of(np.full(30, 1 / 30), matrix)
    kernel = JointKernel(moments, Settings())
    whole = kernel.block(everyone(8))
    for members in ([3, 1], [1, 3, 7], [0], [7, 6, 5, 0], list(range(8))):
        np.testing.assert_array_equal(kernel.block(np.array(members)), whole[members][:, members])


@often
@given(
    st.sampled_from(sorted(KERNELS)), PARAMETERS, st.integers(0, 2**32 - 1), st.booleans(),
    st.booleans(), st.floats(0, 1),
)  # fmt: skip
def test_a_product_is_exact_up_to_the_floor_and_bounded_by_it_beyond(
    kernel, parameters, seed, soft, complement, height
):
    rng = np.random.default_rng(seed)
    outputs = rng.uniform(-1, 1, (9, 12)) if soft else rng.choice([-1.0, 1.0], (9, 12))
    moments = moments_of(rng.dirichlet(np.ones(9)), outputs, soft=soft)
    ours = JointKernel(moments, Settings(kernel=kernel, **parameters), complement=complement)
    members = np.sort(rng.choice(12, 5, replace=False))
    weights = rng.dirichlet(np.ones(5))
    exact = weights @ ours.block(everyone(12))[members]
    floor = np.full(12, exact.min() + height * np.ptp(exact))
    found = ours.product(members, weights, floor)
    tolerance = 1e-12 * np.abs(exact).max()
    assert np.all(found <= exact + tolerance)
    low = (exact <= floor) | (found <= floor)
    np.testing.assert_allclose(found[low], exact[low], atol=tolerance)


@often
@given(st.sampled_from(reference.KERNELS), PARAMETERS)
def test_scalar_kernels_are_affine_on_plus_and_minus_one(kernel, parameters):
    if kernel == "polynomial" and parameters["constant"] == 0 and parameters["degree"] % 2 == 0:
        parameters = parameters | {"constant": 1.0}
    choice = Settings(kernel=kernel, kernel_form="scalar", **parameters)
    a, b = scalar_coefficients(choice)
    for x in (-1, 1):
        for y in (-1, 1):
            assert a + b * x * y == pytest.approx(reference.scalar_kernel(choice, x, y), rel=1e-12)


@often
@given(
    oracles(),
    st.sampled_from(reference.KERNELS),
    PARAMETERS,
    st.sampled_from(["scalar", "joint"]),
    st.sampled_from(sorted(CHOICES["diversity"])),
    st.sampled_from(sorted(CHOICES["terms"])),
    st.sampled_from(sorted(CHOICES["lam_on"])),
    st.floats(0, 10),
    st.integers(0, 2**32 - 1),
)
def test_the_objective_equals_sums_over_rows(
    matrix, kernel, parameters, form, diversity, terms, lam_on, lam, seed
):
    """f at any weights, from one kernel value per row and pair, to 1e-7 and far better."""
    if diversity == "double_fault_authors":
        form = "joint"
    if kernel == "polynomial" and form == "scalar" and parameters["degree"] % 2 == 0:
        parameters = parameters | {"constant": 1.5}
    choice = Settings(
        kernel=kernel,
        kernel_form=form,
        diversity=diversity,
        terms=terms,
        lam_on=lam_on,
        lam=lam,
        **parameters,
    )
    rng = np.random.default_rng(seed)
    alpha, n = rng.dirichlet(np.ones(len(matrix))), matrix.shape[1]
    problem = program(moments_of(alpha, matrix), choice)
    H = problem.H.block(everyone(n))
    tables = reference.kernel_tables(choice, alpha, matrix)
    for w in (rng.dirichlet(np.ones(n)), np.eye(n)[0]):
        ours = problem.unit * (0.5 * w @ H @ w - problem.p @ w) + problem.constant
        slow = reference.objective(choice, w, *tables)
        assert ours == pytest.approx(slow, rel=1e-10, abs=1e-10 * (1 + tables[2]))
    assert problem.concave == reference.is_concave(choice)


@pytest.mark.parametrize("choice", kernel_choices(), ids=str)
def test_the_declared_scale_bounds_the_diagonal(choice):
    rng = np.random.default_rng(1)
    matrix = np.where(rng.random((20, 6)) < 0.6, 1.0, -1.0)
    problem = program(moments_of(np.full(20, 0.05), matrix), Settings(lam=3.0, **choice))
    diagonal = problem.H.block(everyone(6)).diagonal()
    assert np.abs(diagonal).max() <= problem.H.scale * (1 + 1e-12)
    assert problem.H.scale <= 2 * np.abs(diagonal).max()


@pytest.mark.parametrize("sigma", [1.0, 1e-3, 1e-6, 1e-9])
@pytest.mark.parametrize("weights", ["equal", "random"])
def test_equal_members_are_at_distance_zero_whatever_the_width(sigma, weights):
    rng = np.random.default_rng(2)
    matrix = np.where(rng.random((500, 20)) < 0.6, 1, -1)
    matrix[:, 5] = 1  # perfect: equal to the all-right vector
    matrix[:, 10:] = matrix[:, :10]
    oracle = Oracle.from_predictions(*as_class_problem(matrix))
    choice = Settings(sigma=sigma)
    source = moment_source(oracle, choice)
    moments = source.start(np.full(500, 1 / 500))
    if weights == "random":
        moments = source.replace(rng.dirichlet(np.ones(500)))
    kernel = JointKernel(moments, choice)
    K = kernel.block(everyone(20))
    np.testing.assert_allclose(K.diagonal(), 1.0, atol=1e-9)
    pairs = np.arange(10)
    np.testing.assert_allclose(K[pairs, pairs + 10], 1.0, atol=1e-9)
    assert kernel.vector[5] == pytest.approx(1.0, abs=1e-9)
    assert K.max() <= 1.0 + 1e-9
    if sigma < 0.01:
        apart = ~np.isclose(np.subtract.outer(pairs, pairs), 0)
        assert K[:10, :10][apart].max() < 1e-9


# ---------------------------------------------------------------------------------------------
# Moments under a moving α


def sums_from_scratch(alpha, outputs):
    """Σ α_k o_k o_kᵀ, row by row, with the all-right vector as the last output."""
    outputs = np.hstack([outputs, np.ones((len(outputs), 1))])
    total = np.zeros((outputs.shape[1],) * 2)
    for a, row in zip(alpha, outputs, strict=True):
        total += a * np.outer(row, row)
    return total


def never_merge(patch):
    patch.setattr(CountedTable, "merged", classmethod(lambda cls, outputs, keys: cls.of(outputs)))


def assert_moments(moments, alpha, outputs, tolerance=1e-12):
    expected = sums_from_scratch(alpha, outputs)
    n = outputs.shape[1]
    np.testing.assert_allclose(moments.block(everyone(n)), expected[:-1, :-1], atol=tolerance)
    np.testing.assert_allclose(moments.mu, expected[-1, :-1], atol=tolerance)
    assert moments.mass == pytest.approx(expected[-1, -1], abs=tolerance)


@settings(max_examples=50)
@given(
    oracles(max_rows=30),
    st.integers(0, 2**32 - 1),
    st.sampled_from([2, 3, 7, 32_768]),
    st.booleans(),
    st.booleans(),
)
def test_moments_follow_any_sequence_of_steps(matrix, seed, chunk, merging, replacing):
    rng = np.random.default_rng(seed)
    oracle = Oracle.from_predictions(*as_class_problem(matrix))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(counted_module, "_CHUNK", chunk)
        if not merging:
            never_merge(patch)
        source = moment_source(oracle, Settings())
        alpha = np.full(len(matrix), 1 / len(matrix))
        assert_moments(source.start(alpha), alpha, matrix)
        error_set = rng.random(len(matrix)) < 0.5
        for _ in range(12):
            kind = rng.integers(5)
            if replacing:
                alpha = rng.dirichlet(np.ones(len(matrix)))
                moments = source.replace(alpha)
            else:
                keep = 0.0 if kind == 1 else rng.random()
                gain = rng.random() / max(error_set.sum(), 1)
                if kind < 4:
                    error_set = error_set ^ (rng.random(len(matrix)) < 0.2)
                else:
                    error_set = rng.random(len(matrix)) < rng.random()
                alpha = keep * alpha + gain * error_set
                moments = source.blend(alpha, keep, gain, error_set)
            assert_moments(moments, alpha, matrix)


def test_a_replacement_can_be_followed_by_a_blend():
    matrix = oracle("random", 5, 20, 6)
    source = moment_source(Oracle.from_predictions(*as_class_problem(matrix)), Settings())
    rng = np.random.default_rng(0)
    alpha = np.full(20, 1 / 20)
    source.start(alpha)
    for _ in range(3):
        alpha = rng.dirichlet(np.ones(20))
        assert_moments(source.replace(alpha), alpha, matrix)
        error_set = rng.random(20) < 0.4
        alpha = 0.5 * alpha + 0.1 * error_set
        assert_moments(source.blend(alpha, 0.5, 0.1, error_set), alpha, matrix)


def test_thousands_of_strongly_damped_rounds_do_not_lose_digits():
    rng = np.random.default_rng(3)
    matrix = np.where(rng.random((40, 5)) < 0.6, 1.0, -1.0)
    source = moment_source(Oracle.from_predictions(*as_class_problem(matrix)), Settings())
    alpha = np.full(40, 1 / 40)
    source.start(alpha)
    for _ in range(1500):
        error_set = rng.random(40) < 0.3
        keep, gain = 0.01, 0.99 / max(error_set.sum(), 1)
        alpha = keep * alpha + gain * error_set
        moments = source.blend(alpha, keep, gain, error_set)
    assert_moments(moments, alpha, matrix)


def test_moments_across_the_true_chunk_boundary():
    n_rows = counted_module._CHUNK + 10
    rng = np.random.default_rng(4)
    matrix = np.where(rng.random((n_rows, 3)) < 0.6, 1, -1).astype(np.int8)
    expected = np.hstack([matrix, np.ones((n_rows, 1))]).astype(float)
    for merging in (False, True):
        with pytest.MonkeyPatch.context() as patch:
            if not merging:
                never_merge(patch)
            source = moment_source(Oracle.from_predictions(*as_class_problem(matrix)), Settings())
            moments = source.start(np.full(n_rows, 1 / n_rows))
            np.testing.assert_allclose(
                moments.block(everyone(3)), (expected.T @ expected)[:3, :3] / n_rows,
                atol=1e-14,
            )  # fmt: skip
            error_set = rng.random(n_rows) < 0.5
            moments = source.blend(error_set / error_set.sum(), 0.0, 1 / error_set.sum(), error_set)
            part = expected[error_set]
            np.testing.assert_allclose(
                moments.block(everyone(3)), (part.T @ part)[:3, :3] / len(part), atol=1e-14
            )


class Spy:
    """Keeps what the loop saw each round: α is in the trace, the moments are caught here."""

    def __init__(self, monkeypatch):
        self.seen = []
        original = self_training_module.program

        def keeping(moments, choice):
            n = len(moments.mu)
            self.seen.append((moments.block(everyone(n)).copy(), moments.mu.copy()))
            return original(moments, choice)

        monkeypatch.setattr(self_training_module, "program", keeping)


@pytest.mark.parametrize("error_set", ["margin", "vote"])
@pytest.mark.parametrize("update", ["hinge", "exp"])
@pytest.mark.parametrize("damping", CHOICES["damping"])
@pytest.mark.parametrize("merging", [True, False])
def test_every_round_uses_the_sums_of_its_own_alpha(
    monkeypatch, error_set, update, damping, merging
):
    # Four classes: rows that are wrong alike vote differently, so E splits merged rows.
    predictions, labels = class_problem(5, 60, 5, n_classes=4)
    oracle = np.where(predictions == labels[:, None], 1.0, -1.0)
    assert len(np.unique(oracle, axis=0)) < 30
    monkeypatch.setattr(counted_module, "_CHUNK", 7)
    if not merging:
        never_merge(monkeypatch)
    spy = Spy(monkeypatch)
    choice = Settings(
        update=update, error_set=error_set, damping=damping, max_rounds=12, stop_on=()
    )
    trace = self_train(predictions, labels, choice)
    assert len(trace.rounds) > 5
    for r, (second, mu) in zip(trace.rounds, spy.seen, strict=True):
        expected = sums_from_scratch(r.alpha, oracle)
        np.testing.assert_allclose(second, expected[:-1, :-1], atol=1e-12)
        np.testing.assert_allclose(mu, expected[-1, :-1], atol=1e-12)
    if error_set == "vote" and update == "hinge":
        distinct = [tuple(row) for row in oracle]
        split = [
            any(
                distinct[i] == distinct[k]
                for i in np.flatnonzero(r.error_set)
                for k in np.flatnonzero(~r.error_set)
            )
            for r in trace.rounds
        ]
        assert any(split)  # or this case would not test what it is for


def test_soft_moments_equal_their_definition():
    _, labels = class_problem(6, 20, 4)
    proba = probabilities(6, labels, 4, 3)
    oracle = Oracle.from_probabilities(proba, labels, np.arange(3))
    source = moment_source(oracle, Settings(outputs="probabilities"))
    rng = np.random.default_rng(0)
    alpha = np.full(20, 1 / 20)
    assert_moments(source.start(alpha), alpha, oracle.soft)
    error_set = rng.random(20) < 0.4
    alpha = 0.5 * alpha + 0.5 * error_set / error_set.sum()
    moments = source.blend(alpha, 0.5, 0.5 / error_set.sum(), error_set)
    assert_moments(moments, alpha, oracle.soft)
    np.testing.assert_allclose(moments.norms, (alpha[:, None] * oracle.soft**2).sum(0), atol=1e-14)


def soft_problem():
    """Probabilities, labels and classes."""
    _, labels = class_problem(7, 15, 4)
    return probabilities(7, labels, 4, 3), labels, np.arange(3)


@pytest.mark.parametrize("kernel", ["gaussian", "polynomial"])
def test_scalar_kernel_sums_of_soft_outputs_equal_their_definition(kernel):
    oracle = Oracle.from_probabilities(*soft_problem())
    choice = Settings(
        kernel=kernel, kernel_form="scalar", degree=3, constant=0.5, outputs="probabilities"
    )
    alpha = np.random.default_rng(0).dirichlet(np.ones(15))
    moments = moment_source(oracle, choice).replace(alpha)
    K, v, at_one = reference.kernel_tables(choice, alpha, oracle.soft)
    np.testing.assert_allclose(moments.block(everyone(4)), K, atol=1e-12)
    np.testing.assert_allclose(moments.mu, v, atol=1e-12)
    assert moments.mass == pytest.approx(at_one, abs=1e-12)


def test_probabilities_need_a_constant_that_keeps_the_scalar_polynomial_convex():
    choice = Settings(
        kernel="polynomial", kernel_form="scalar", degree=3, constant=-0.5, outputs="probabilities"
    )
    with pytest.raises(InputError, match=r"constant c is -0\.5, but off ±1"):
        moment_source(Oracle.from_probabilities(*soft_problem()), choice)


def test_imputed_votes_are_the_mean_of_the_row():
    predictions, labels = class_problem(8, 20, 6)
    available = np.random.default_rng(1).random((20, 6)) < 0.4
    available[3] = False
    oracle = Oracle.from_predictions(predictions, labels, available=available)
    complete = Oracle.from_predictions(predictions, labels)
    np.testing.assert_allclose(
        imputed(oracle), reference.impute(complete.matrix, available), atol=1e-15
    )
    np.testing.assert_array_equal(imputed(complete), complete.matrix)
