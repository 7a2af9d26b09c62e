"""Algorithm I: whole traces against the slow reference, identities, limits and stop rules."""

from __future__ import annotations

import dataclasses

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from l2dwk_core.ensemble_vote import Jury
from l2dwk_core.errors import InputError
from l2dwk_core.kernels import KERNELS
from l2dwk_core.oracle import Oracle
from l2dwk_core.records import STOP_REASONS, Round
from l2dwk_core.self_training import lambda_path, self_train, train_on
from l2dwk_core.settings import CHOICES, PRESETS, Settings
from l2dwk_core.stopping import StopWatch
from tests import reference
from tests.problems import (
    SHAPES,
    as_class_problem,
    class_problem,
    kernel_choices,
    oracle,
    oracles,
    probabilities,
)

pytestmark = pytest.mark.filterwarnings("error")
often = settings(derandomize=True, deadline=None, max_examples=50)


def assert_sound(trace, n_rows, n_members, *, on_simplex=True):
    """What every trace must satisfy, whatever the settings."""
    for r in trace.rounds:
        assert r.weights.shape == (n_members,)
        assert r.alpha.shape == r.margins.shape == r.error_set.shape == (n_rows,)
        assert r.weights.min() >= 0
        assert abs(r.weights.sum() - 1) <= 1e-12
        assert np.isfinite(r.alpha).all()
        assert r.alpha.min() >= 0
        assert 0 <= r.gap <= 1e-9 * max(1.0, abs(r.objective))
        assert r.n_selected == np.count_nonzero(r.weights)
        assert r.effective_number == pytest.approx(1 / (r.weights @ r.weights))
        assert (r.n_wrong, r.n_error_set) == (r.wrong.sum(), r.error_set.sum())
        assert r.alpha_mass == pytest.approx(r.alpha.sum())
    assert [r.index for r in trace.rounds] == list(range(1, len(trace.rounds) + 1))
    assert trace.stop_reason in STOP_REASONS
    assert (trace.period is not None) == (trace.stop_reason == "cycle")
    assert trace.n_selected == np.count_nonzero(trace.weights)
    assert trace.alphas.shape == (len(trace.rounds), n_rows)
    assert trace.weight_path.shape == (len(trace.rounds), n_members)
    if on_simplex:
        assert abs(trace.weights.sum() - 1) <= 1e-12
        np.testing.assert_array_equal(
            trace.weights, trace.rounds[trace.returned_round - 1].weights
        )


def assert_same_trace(ours, slow, tolerance=1e-6):
    assert len(ours.rounds) == len(slow.rounds)
    for r, s in zip(ours.rounds, slow.rounds, strict=True):
        np.testing.assert_allclose(r.alpha, s.alpha, atol=tolerance)
        np.testing.assert_allclose(r.weights, s.weights, atol=tolerance)
        np.testing.assert_array_equal(r.error_set, s.error_set)
        np.testing.assert_array_equal(r.wrong, s.wrong)
        np.testing.assert_allclose(r.margins, s.margins, atol=10 * tolerance)
        # The repair turns an eigenvalue of −1e-17 into 1e-6 and leaves +1e-17: rounding decides.
        exact = 1e-6 if ours.settings.matrix_repair == "authors" else 1e-9
        assert r.objective == pytest.approx(s.objective, abs=exact, rel=1e-9)
        assert r.error == pytest.approx(s.error)
        assert r.n_ties == s.n_ties
        assert r.alpha_residual == pytest.approx(s.alpha_residual, abs=1e-6, nan_ok=True)
        assert r.weight_change == pytest.approx(s.weight_change, abs=1e-5, nan_ok=True)
    assert ours.stop_reason == slow.stop_reason
    assert ours.period == slow.period
    assert ours.returned_round == slow.returned_round
    np.testing.assert_allclose(ours.weights, slow.weights, atol=tolerance)


# ---------------------------------------------------------------------------------------------
# Whole traces

# Every value of every choice on top of every preset, and random mixtures of all choices.
SINGLE = [
    (preset, {choice: value})
    for preset in PRESETS
    for choice in CHOICES
    for value in CHOICES[choice]
    if choice not in ("outputs", "missing_votes", "solver")
    and (preset, value) != ("paper", "double_fault_authors")
]


def random_mixture(seed):
    """Any values of all choices that are allowed together."""
    rng = np.random.default_rng(seed)
    changes = {
        choice: str(rng.choice(list(CHOICES[choice])))
        for choice in CHOICES
        if choice not in ("outputs", "missing_votes", "solver")
    }
    changes["lam"] = float(rng.choice([0.0, 0.3, 1.0, 3.0, 10.0]))
    changes["sigma"] = float(rng.choice([0.5, 1.0, 2.0]))
    changes["degree"] = int(rng.integers(1, 4))
    changes["constant"] = float(rng.choice([0.5, 1.0]))
    changes["stop_on"] = ("settled", "cycle") if rng.random() < 0.5 else ()
    if changes["diversity"] == "double_fault_authors":
        changes["kernel_form"] = "joint"
    if changes["terms"] == "accuracy" or changes["lam"] == 0:
        changes["matrix_repair"] = "none"  # the repair makes a diversity of 1e-6 out of nothing
    return changes


MIXED = [("recommended", random_mixture(seed)) for seed in range(60)]
PROBLEMS = [
    {"n_rows": 40, "n_members": 9, "n_classes": 3, "accuracy": 0.6},
    {"n_rows": 30, "n_members": 8, "n_classes": 2, "accuracy": 0.4},
    {"n_rows": 25, "n_members": 9, "n_classes": 5, "accuracy": 0.8},
]


@pytest.mark.parametrize(("preset", "changes"), SINGLE + MIXED, ids=str)
def test_whole_traces_equal_the_slow_reference(preset, changes):
    choice = Settings.preset(preset, **({"max_rounds": 8} | changes))
    # Which of the problems and which draw of it depends on the settings, so that all occur.
    number = sum(map(ord, str(sorted(changes.items()))))
    predictions, labels = class_problem(number, **PROBLEMS[number % len(PROBLEMS)])
    slow = reference.self_train(predictions, labels, choice)
    ours = self_train(predictions, labels, choice)
    assert_same_trace(ours, slow)
    assert_sound(
        ours, *predictions.shape, on_simplex=choice.small_weights != "authors"
    )


@often
@given(
    oracles(max_rows=12, max_members=7),
    st.sampled_from(sorted(PRESETS)),
    st.sampled_from(["hinge", "exp"]),
    st.sampled_from([0.2, 1.0, 4.0]),
)
def test_whole_traces_on_degenerate_problems(matrix, preset, update, lam):
    choice = Settings.preset(preset, update=update, lam=lam, max_rounds=6)
    if preset == "authors":  # its cut of small weights is tested elsewhere
        choice = choice.changed(small_weights="renormalise")
    problem = as_class_problem(matrix)
    ours = self_train(*problem, choice)
    # Weights 1e-5 apart are the same minimiser by the least-norm rule; E must not depend on that.
    assert_same_trace(ours, reference.self_train(*problem, choice), tolerance=1e-5)
    assert_sound(ours, *matrix.shape)


@pytest.mark.parametrize("changes", kernel_choices(), ids=str)
@pytest.mark.parametrize("update", CHOICES["update"])
def test_whole_traces_of_soft_outputs(changes, update):
    _, labels = class_problem(11, 25, 6)
    proba = probabilities(11, labels, 6, 3)
    if changes["kernel_form"] == "scalar" and changes.get("constant", 0) < 0:
        changes = changes | {"constant": 0.5}
    choice = Settings(outputs="probabilities", update=update, max_rounds=6, lam=2.0, **changes)
    soft = Oracle.from_probabilities(proba, labels, np.arange(3))
    ours = train_on(soft, choice)
    slow = reference.self_train(soft.codes, labels, choice, probabilities=proba)
    assert_same_trace(ours, slow)
    assert_sound(ours, 25, 6)


@pytest.mark.parametrize("preset", PRESETS)
def test_the_solver_cvxpy_tells_the_same_story(preset):
    predictions, labels = class_problem(12, 40, 8)
    choice = Settings.preset(preset, max_rounds=5)
    ours = self_train(predictions, labels, choice)
    theirs = self_train(predictions, labels, choice.changed(solver="cvxpy"))
    for a, b in zip(ours.rounds[:1], theirs.rounds[:1], strict=True):
        assert a.objective <= b.objective + 1e-12
        assert b.objective == pytest.approx(a.objective, abs=1e-5)
        np.testing.assert_allclose(a.weights, b.weights, atol=5e-3)


def test_the_component_experiment_is_expressible():
    """Accuracy alone, diversity alone, both; each with and without reweighting."""
    predictions, labels = class_problem(13, 60, 10)
    traces = {
        (terms, update): self_train(
            predictions, labels, Settings(kernel="linear", terms=terms, update=update)
        )
        for terms in CHOICES["terms"]
        for update in ("hinge", "none")
    }
    right = (predictions == labels[:, None]).mean(axis=0)
    alone = traces["accuracy", "none"].weights
    assert (alone > 0).tolist() == (right == right.max()).tolist()
    diverse = traces["diversity", "none"].weights
    margins = (2.0 * (predictions == labels[:, None]) - 1) @ diverse
    for w in np.vstack([np.eye(10), np.random.default_rng(0).dirichlet(np.ones(10), 50)]):
        other = (2.0 * (predictions == labels[:, None]) - 1) @ w
        assert np.mean(margins**2) <= np.mean(other**2) + 1e-12
    for terms in CHOICES["terms"]:
        assert len(traces[terms, "none"].rounds) == 1
        assert traces[terms, "none"].stop_reason == "no_update"
        assert len(traces[terms, "hinge"].rounds) > 1


# ---------------------------------------------------------------------------------------------
# Equivalences


@pytest.mark.parametrize("update", ["hinge", "exp"])
@pytest.mark.parametrize("diversity", ["disagreement", "double_fault"])
@pytest.mark.parametrize("lam", [0.3, 2.0])
def test_in_scalar_form_all_kernels_are_one_method(update, diversity, lam):
    predictions, labels = class_problem(14, 50, 12)
    scalar = [c for c in kernel_choices() if c["kernel_form"] == "scalar"]
    scalar += [
        {"kernel": "polynomial", "kernel_form": "scalar", "degree": 4, "constant": 0.5},
        {"kernel": "gaussian", "kernel_form": "scalar", "sigma": 5.0},
    ]
    traces = []
    for changes in scalar:
        choice = Settings(
            update=update, diversity=diversity, lam=lam, max_rounds=12, stop_on=(), **changes
        )
        trace = self_train(predictions, labels, choice)
        traces.append(trace)
        outputs = np.where(predictions == labels[:, None], 1.0, -1.0)
        for r in trace.rounds[:4]:
            tables = reference.kernel_tables(choice, r.alpha, outputs)
            assert r.objective == pytest.approx(
                reference.objective(choice, r.weights, *tables), abs=1e-7
            )
    for trace in traces[1:]:
        np.testing.assert_allclose(trace.alphas, traces[0].alphas, atol=1e-8)
        np.testing.assert_allclose(trace.weight_path, traces[0].weight_path, atol=1e-8)
        assert trace.stop_reason == traces[0].stop_reason


def test_in_joint_form_kernels_differ():
    predictions, labels = class_problem(15, 50, 12)
    paths = [
        self_train(predictions, labels, Settings(lam=2.0, update="none", **changes)).weights
        for changes in kernel_choices()
        if changes["kernel_form"] == "joint"
    ]
    for i, first in enumerate(paths):
        for second in paths[i + 1 :]:
            assert np.abs(first - second).sum() > 0.01


def test_with_soft_outputs_scalar_kernels_differ():
    _, labels = class_problem(16, 60, 10)
    soft = Oracle.from_probabilities(probabilities(16, labels, 10, 3), labels, np.arange(3))
    paths = [
        train_on(
            soft,
            Settings(kernel=kernel, kernel_form="scalar", degree=3, lam=2.0, update="none",
                     outputs="probabilities"),
        ).weights
        for kernel in KERNELS
    ]  # fmt: skip
    for i, first in enumerate(paths):
        for second in paths[i + 1 :]:
            assert np.abs(first - second).sum() > 0.01


@pytest.mark.parametrize("changes", kernel_choices(), ids=str)
@pytest.mark.parametrize("update", ["hinge", "exp"])
def test_soft_outputs_of_zero_and_one_equal_votes(changes, update):
    predictions, labels = class_problem(17, 40, 8)
    if changes.get("constant", 0) < 0:
        changes = changes | {"constant": 0.5}
    choice = Settings(update=update, max_rounds=8, lam=2.0, **changes)
    soft = Oracle.from_probabilities(np.eye(3)[predictions], labels, np.arange(3))
    assert_same_trace(
        train_on(soft, choice.changed(outputs="probabilities")),
        self_train(predictions, labels, choice),
    )


@pytest.mark.parametrize("changes", kernel_choices(), ids=str)
@pytest.mark.parametrize("lam", [0.5, 2.0, 20.0])
def test_double_fault_is_disagreement_at_another_lambda(changes, lam):
    predictions, labels = class_problem(18, 50, 9)
    common = {"max_rounds": 8, **changes}
    fault = self_train(predictions, labels, Settings(diversity="double_fault", lam=lam, **common))
    other = self_train(predictions, labels, Settings(lam=lam / (lam + 2), **common))
    np.testing.assert_allclose(fault.weight_path, other.weight_path, atol=1e-8)
    np.testing.assert_allclose(fault.alphas, other.alphas, atol=1e-8)


def test_lambda_on_the_accuracy_is_its_reciprocal():
    predictions, labels = class_problem(19, 50, 9)
    for lam in (0.25, 4.0):
        ours = self_train(predictions, labels, Settings(lam=lam, lam_on="accuracy"))
        same = self_train(predictions, labels, Settings(lam=1 / lam))
        np.testing.assert_allclose(ours.weights, same.weights, atol=1e-8)


@pytest.mark.parametrize("form", ["scalar", "joint"])
@pytest.mark.parametrize("kernel", KERNELS)
def test_the_printed_double_fault_returns_one_member(form, kernel):
    predictions, labels = class_problem(20, 40, 9)
    right = (predictions == labels[:, None]).mean(axis=0)
    choice = Settings(
        kernel=kernel, kernel_form=form, diversity="double_fault_printed", update="none", degree=3
    )
    best = self_train(predictions, labels, choice.changed(lam=1.0)).weights
    assert np.count_nonzero(best) == 1
    assert right[np.argmax(best)] == right.max()
    if form == "scalar" or kernel == "linear":  # the threshold 2 is theirs
        worst = self_train(predictions, labels, choice.changed(lam=2.5)).weights
        assert np.count_nonzero(worst) == 1
        assert right[np.argmax(worst)] == right.min()


def test_a_scalar_kernel_with_negative_slope_returns_one_member():
    predictions, labels = class_problem(21, 40, 9)
    choice = Settings(
        kernel="polynomial", kernel_form="scalar", degree=2, constant=-1.0, update="none", lam=2.0
    )
    trace = self_train(predictions, labels, choice)
    assert np.count_nonzero(trace.weights) == 1
    right = (predictions == labels[:, None]).mean(axis=0)
    # b < 0 turns both terms around; at a vertex the quadratic one is the same for all members.
    assert right[np.argmax(trace.weights)] == right.min()


@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize("update", ["hinge", "exp"])
@pytest.mark.parametrize("seed", range(6))
def test_order_of_members_does_not_matter(preset, update, seed):
    predictions, labels = class_problem(22 + seed, 40, 10, n_classes=2 + seed % 2)
    predictions[:, 7:] = predictions[:, :3]
    choice = Settings.preset(preset, update=update, max_rounds=10)
    order = np.random.default_rng(seed).permutation(10)
    straight = self_train(predictions, labels, choice)
    moved = self_train(predictions[:, order], labels, choice)
    assert len(straight.rounds) == len(moved.rounds)
    for a, b in zip(straight.rounds, moved.rounds, strict=True):
        np.testing.assert_allclose(b.weights, a.weights[order], atol=2e-6)
        np.testing.assert_allclose(b.alpha, a.alpha, atol=1e-9)
        np.testing.assert_array_equal(b.error_set, a.error_set)
        np.testing.assert_array_equal(b.wrong, a.wrong)
    assert moved.stop_reason == straight.stop_reason


NAMES = {
    "strings": np.array(["apple", "berry", "cherry"]),
    "gaps": np.array([-5, 17, 1000]),
    "floats": np.array([0.5, 1.5, 2.5]),
    "objects": np.array(["x", "y", "z"], dtype=object),
    "small": np.array([1, 2, 3], dtype=np.int8),
}


@pytest.mark.parametrize("names", NAMES)
@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize("error_set", CHOICES["error_set"])
def test_names_of_classes_do_not_matter(names, preset, error_set):
    predictions, labels = class_problem(26, 40, 10)
    choice = Settings.preset(preset, max_rounds=8, error_set=error_set)
    plain = self_train(predictions, labels, choice)
    renamed = self_train(NAMES[names][predictions], NAMES[names][labels], choice)
    np.testing.assert_array_equal(plain.weight_path, renamed.weight_path)
    np.testing.assert_array_equal(plain.alphas, renamed.alphas)
    np.testing.assert_array_equal(plain.weights, renamed.weights)
    assert plain.stop_reason == renamed.stop_reason


@pytest.mark.parametrize("order", [(2, 1, 0), (1, 2, 0), (0, 2, 1)], ids=str)
@pytest.mark.parametrize("update", ["hinge", "none"])
def test_order_of_classes_decides_ties_of_votes_only(order, update):
    predictions, labels = class_problem(27, 40, 10)
    choice = Settings(update=update, max_rounds=8)
    plain = self_train(predictions, labels, choice)
    swapped = self_train(np.array(order)[predictions], np.array(order)[labels], choice)
    for a, b in zip(plain.rounds, swapped.rounds, strict=True):
        np.testing.assert_allclose(a.weights, b.weights, atol=1e-9)
        np.testing.assert_allclose(a.alpha, b.alpha, atol=1e-12)
        np.testing.assert_array_equal(a.error_set, b.error_set)
        assert a.n_ties == b.n_ties
        assert (a.wrong != b.wrong).sum() <= a.n_ties


def test_order_of_rows_does_not_matter():
    predictions, labels = class_problem(28, 50, 10)
    order = np.random.default_rng(0).permutation(50)
    plain = self_train(predictions, labels)
    moved = self_train(predictions[order], labels[order])
    np.testing.assert_allclose(moved.alphas, plain.alphas[:, order], atol=1e-12)
    np.testing.assert_allclose(moved.weight_path, plain.weight_path, atol=1e-9)


def test_the_inputs_are_left_as_they_are():
    predictions, labels = class_problem(29, 30, 6)
    before = predictions.copy(), labels.copy()
    self_train(predictions, labels)
    np.testing.assert_array_equal(predictions, before[0])
    np.testing.assert_array_equal(labels, before[1])


def test_every_round_keeps_its_own_arrays():
    predictions, labels = class_problem(30, 40, 8)
    rounds = self_train(predictions, labels, Settings(stop_on=(), max_rounds=5)).rounds
    for a, b in zip(rounds, rounds[1:], strict=False):
        for name in ("alpha", "weights", "margins", "error_set"):
            assert not np.shares_memory(getattr(a, name), getattr(b, name))


@pytest.mark.parametrize("changes", [{}, {"kernel": "linear"}, {"update": "exp"}], ids=str)
def test_a_path_over_lambda_equals_its_single_runs(changes):
    predictions, labels = class_problem(31, 50, 15)
    lambdas = [3.0, 0.1, 1.0, 0.3, 10.0, 1.0]
    choice = Settings(max_rounds=10, **changes)
    path = lambda_path(predictions, labels, choice, lambdas)
    assert [trace.settings.lam for trace in path] == lambdas
    for lam, trace in zip(lambdas, path, strict=True):
        assert_same_trace(trace, self_train(predictions, labels, choice.changed(lam=lam)))
    with pytest.raises(InputError, match="λ is -1"):
        lambda_path(predictions, labels, choice, [1.0, -1.0])
    assert lambda_path(predictions, labels, choice, []) == ()


# ---------------------------------------------------------------------------------------------
# Limits and awkward problems


@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("changes", kernel_choices(), ids=str)
@pytest.mark.parametrize("lam", [0.0, 1e-12, 1e-6, 1.0, 1e6, 1e12])
def test_any_problem_at_any_lambda_gives_sound_weights(shape, changes, lam):
    matrix = oracle(shape, 40, 14, 6)
    for update in ("hinge", "exp"):
        choice = Settings(lam=lam, update=update, max_rounds=5, stop_on=(), **changes)
        trace = self_train(*as_class_problem(matrix), choice)
        for r in trace.rounds:
            assert r.weights.min() >= 0
            assert abs(r.weights.sum() - 1) <= 1e-12
            assert np.isfinite(r.objective)
            # At huge λ the objective is a difference of huge numbers.
            assert r.gap <= 1e-9 * max(1.0, abs(r.objective), lam)


def three_best_members():
    """21 rows; members 0, 1, 2 have 14 right in different places, the other three 11."""
    places = [(7, 0), (7, 7), (7, 4), (10, 0), (10, 5), (10, 9)]
    return np.array([np.roll([-1.0] * wrong + [1.0] * (21 - wrong), by) for wrong, by in places]).T


@pytest.mark.parametrize("lam", [1e-12, 1e-9])
@pytest.mark.parametrize("changes", kernel_choices(), ids=str)
def test_without_diversity_the_best_members_share_by_the_kernel(lam, changes):
    """λ → 0: only the most accurate members, weighted on their face by min wᵀKw."""
    matrix = three_best_members()
    choice = Settings(lam=lam, update="none", **changes)
    w = self_train(*as_class_problem(matrix), choice).weights
    K, v, _ = reference.kernel_tables(choice, np.full(21, 1 / 21), matrix)
    best = np.flatnonzero(v >= v.max() - 1e-9)
    assert best.tolist() == [0, 1, 2]
    expected = np.zeros(6)
    expected[best] = reference.least_norm_weights(K[np.ix_(best, best)], np.zeros(3))
    np.testing.assert_allclose(w, expected, atol=1e-5)


def test_at_lambda_zero_the_best_members_share_equally():
    matrix = three_best_members()
    for choice in (Settings(lam=0.0), Settings(terms="accuracy"), Settings(lam=0, kernel="linear")):
        trace = self_train(*as_class_problem(matrix), choice.changed(update="none"))
        np.testing.assert_allclose(trace.weights, [1 / 3, 1 / 3, 1 / 3, 0, 0, 0], atol=1e-12)


@pytest.mark.parametrize("lam", [1e9, 1e12])
@pytest.mark.parametrize("changes", kernel_choices(), ids=str)
def test_with_diversity_alone_the_kernel_decides(lam, changes):
    """λ → ∞: the minimum of wᵀKw."""
    matrix = oracle("accurate", 42, 30, 5)
    choice = Settings(lam=lam, update="none", **changes)
    w = self_train(*as_class_problem(matrix), choice).weights
    K, _, _ = reference.kernel_tables(choice, np.full(30, 1 / 30), matrix)
    other = reference.least_norm_weights(K, np.zeros(5))
    assert w @ K @ w <= other @ K @ other + 1e-9
    if np.linalg.eigvalsh(K)[0] > 1e-6:
        np.testing.assert_allclose(w, other, atol=1e-5)


@pytest.mark.parametrize("sigma", [1e-6, 1e-3])
@pytest.mark.parametrize("update", ["none", "hinge", "exp"])
def test_a_tiny_width_sees_only_equal_members(sigma, update):
    """K → 1 between equal members and 0 between others, v → 0: equal weight for every distinct
    member, shared equally by its copies."""
    matrix = oracle("random", 43, 60, 5)
    assert len(np.unique(matrix, axis=1).T) == 5
    matrix = np.hstack([matrix, matrix[:, :2]])
    choice = Settings(sigma=sigma, update=update, max_rounds=4, stop_on=())
    trace = self_train(*as_class_problem(matrix), choice)
    for r in trace.rounds:
        present = matrix[r.alpha > 0]
        if len(np.unique(present, axis=1).T) < 5:
            continue  # members may be equal on the rows that still count
        np.testing.assert_allclose(r.weights, [0.1, 0.1, 0.2, 0.2, 0.2, 0.1, 0.1], atol=1e-5)


@pytest.mark.parametrize("sigma", [1e-9, 1e-6])
@pytest.mark.parametrize("update", ["hinge", "exp"])
def test_a_tiny_width_never_sees_more_than_equal_members(sigma, update):
    rng = np.random.default_rng(44)
    matrix = np.where(rng.random((300, 20)) < 0.6, 1, -1)
    matrix[:, 10:] = matrix[:, :10]
    choice = Settings(sigma=sigma, update=update, max_rounds=6, stop_on=())
    trace = self_train(*as_class_problem(matrix), choice)
    for r in trace.rounds:
        assert -1.0 - 1e-9 <= r.objective <= 0.5 + 1e-9  # |v| ≤ 1 and 0 ≤ K ≤ 1
        np.testing.assert_allclose(r.weights[:10], r.weights[10:], atol=1e-5)


def test_duplicated_members_by_the_thousand():
    small = oracle("random", 45, 40, 4)
    copies = np.repeat(small, 500, axis=1)
    choice = Settings(kernel="linear", max_rounds=5)
    one = self_train(*as_class_problem(small), choice)
    many = self_train(*as_class_problem(copies), choice)
    assert_sound(many, 40, 2000)
    for a, b in zip(one.rounds, many.rounds, strict=True):
        np.testing.assert_allclose(b.weights.reshape(4, 500).sum(axis=1), a.weights, atol=1e-5)
        np.testing.assert_array_equal(a.error_set, b.error_set)


def test_extreme_polynomials_end_in_a_limit_or_a_diagnosis():
    predictions, labels = class_problem(46, 30, 6)
    for degree, constant in [(20, 0.0), (20, 1e3), (20, 1e14), (2, 1e155), (20, 1e300)]:
        for form in ("joint", "scalar"):
            if form == "scalar" and constant == 0:
                continue
            try:
                trace = self_train(
                    predictions,
                    labels,
                    Settings(
                        kernel="polynomial", kernel_form=form, degree=degree, constant=constant,
                        max_rounds=3,
                    ),
                )  # fmt: skip
            except InputError as error:
                assert "constant" in str(error) or "degree" in str(error)  # noqa: PT017
                continue
            for r in trace.rounds:
                assert abs(r.weights.sum() - 1) <= 1e-12
                assert np.isfinite(r.objective)


def test_scalar_kernels_that_are_no_kernels_off_the_votes_are_refused():
    """(xy + c)ᵈ with c < 0 is affine on ±1 but indefinite on real outputs: no convex program."""
    _, labels = class_problem(47, 30, 8)
    soft = Oracle.from_probabilities(probabilities(47, labels, 8, 3), labels, np.arange(3))
    for degree in (2, 3):
        choice = Settings(
            kernel="polynomial", kernel_form="scalar", degree=degree, constant=-0.8,
            outputs="probabilities", lam=5.0,
        )  # fmt: skip
        with pytest.raises(InputError, match="constant c"):
            train_on(soft, choice)


def test_soft_outputs_need_probabilities():
    predictions, labels = class_problem(48, 20, 4)
    with pytest.raises(InputError, match="outputs is 'probabilities', but .* votes"):
        self_train(predictions, labels, Settings(outputs="probabilities"))


@pytest.mark.parametrize(
    ("predictions", "labels", "message"),
    [
        (np.empty((0, 3)), np.empty(0), "Predictions have shape"),
        (np.empty((3, 0)), np.empty(3), "Predictions have shape"),
        (np.ones((3, 2)), np.ones(4), "Labels have shape"),
        ([[1.0, np.nan]], [1.0], "missing values"),
    ],
)
def test_bad_input_is_diagnosed(predictions, labels, message):
    with pytest.raises(InputError, match=message):
        self_train(predictions, labels)


# ---------------------------------------------------------------------------------------------
# Stop rules and the returned round


@pytest.mark.parametrize("preset", PRESETS)
def test_perfect_votes_stop_in_round_one(preset):
    predictions, labels = class_problem(50, 30, 7)
    predictions[:, 2] = labels
    predictions[::3, 3:] = (labels[::3, None] + 1) % 3
    choice = Settings.preset(preset, lam=0.1 if preset != "authors" else 10.0)
    trace = self_train(predictions, labels, choice)
    assert len(trace.rounds) == 1
    assert trace.stop_reason == ("no_vote_errors" if preset == "authors" else "no_errors")
    assert trace.rounds[0].error == 0
    assert trace.returned_round == 1


def votes_right_with_margins_negative():
    """Seven equal members on one row each vote 3, 2, 2: right by plurality, margin −1/7."""
    votes = np.array([0, 0, 0, 1, 1, 2, 2])
    predictions = np.array([np.roll(votes, k) for k in range(7)])
    return predictions, np.zeros(7, dtype=int)


def test_the_authors_stop_when_no_vote_is_wrong_although_margins_are_not_positive():
    predictions, labels = votes_right_with_margins_negative()
    authors = self_train(predictions, labels, Settings.preset("authors"))
    assert authors.stop_reason == "no_vote_errors"
    assert len(authors.rounds) == 1
    assert authors.rounds[0].n_error_set == 7
    assert authors.rounds[0].margins == pytest.approx(np.full(7, -1 / 7))


def test_the_printed_update_is_undefined_there():
    predictions, labels = votes_right_with_margins_negative()
    trace = self_train(predictions, labels, Settings.preset("paper"))
    assert trace.stop_reason == "undefined_update"
    assert len(trace.rounds) == 1
    assert trace.rounds[0].error == 0
    assert trace.rounds[0].n_error_set == 7
    # The repaired update divides by the size of the set it uses and goes on.
    repaired = self_train(predictions, labels, Settings.preset("paper", error_mass="set"))
    assert repaired.stop_reason == "rounds"


def test_the_last_round_is_the_limit():
    predictions, labels = class_problem(51, 40, 8)
    for limit in (1, 2, 7):
        trace = self_train(predictions, labels, Settings(max_rounds=limit, stop_on=()))
        assert trace.stop_reason == "rounds"
        assert len(trace.rounds) == limit
        assert np.isnan(trace.rounds[-1].alpha_residual)


def test_settled_after_three_quiet_rounds():
    # One row is always wrong and nothing else matters: the target soon is α itself.
    matrix = np.ones((4, 3))
    matrix[0] = -1
    choice = Settings(
        damping="1/t", stop_on=("settled",), max_rounds=50, kernel="linear", lam=1.0
    )
    trace = self_train(*as_class_problem(matrix), choice)
    assert trace.stop_reason == "settled"
    quiet = [r.alpha_residual < 1e-6 and r.weight_change < 1e-6 for r in trace.rounds]
    assert quiet == [False] * (len(quiet) - 3) + [True] * 3
    assert trace.rounds[-1].alpha_residual < 1e-12
    # α settles at once here, but only three rounds in a row are believed.
    assert len(trace.rounds) == 4
    again = self_train(*as_class_problem(matrix), choice.changed(stop_on=(), max_rounds=9))
    assert again.stop_reason == "rounds"


def test_a_small_step_is_not_taken_for_rest():
    # ‖αᵗ⁺¹ − αᵗ‖ ≤ 2/t always; only the target's distance says whether α has settled.
    predictions, labels = class_problem(52, 60, 12)
    trace = self_train(predictions, labels, Settings(stop_on=("settled",), max_rounds=150))
    assert trace.stop_reason == "rounds"
    steps = np.abs(np.diff(trace.alphas, axis=0)).sum(axis=1)
    assert steps[-1] < 0.02
    assert trace.rounds[-2].alpha_residual > 20 * steps[-1]


def test_a_repeating_error_set_stops_the_run():
    predictions, labels = class_problem(13, 30, 6)
    choice = Settings(kernel="linear", lam=3.0, stop_on=("cycle",), max_rounds=100)
    trace = self_train(predictions, labels, choice)
    assert trace.stop_reason == "cycle"
    assert trace.period == reference.find_period(trace.rounds)
    assert reference.find_period(trace.rounds[:-1]) is None


def a_round(index, error_set, weight_change, alpha_residual=1.0):
    """A record in which only what the stop rules read is meaningful."""
    nothing = np.zeros(0)
    return Round(
        index=index, alpha=nothing, weights=nothing, objective=0.0, gap=0.0, margins=nothing,
        wrong=nothing.astype(bool), error_set=np.array(error_set, dtype=bool), error=0.0,
        n_ties=0, n_selected=0, effective_number=0.0, alpha_residual=alpha_residual,
        weight_change=weight_change, diversity=0.0,
    )  # fmt: skip


@often
@given(
    st.integers(1, 12),
    st.integers(0, 8),
    st.lists(st.booleans(), min_size=12, max_size=12),
    st.sampled_from([0.0, 9e-5, 2e-4]),
)
def test_cycles_of_every_period_are_found_when_three_periods_have_passed(
    period, before, pattern, change
):
    sets = [[True, True, True]] * before
    sets += [[pattern[i % period], i % period == 0, False] for i in range(40)]
    rounds = [a_round(t, E, change) for t, E in enumerate(sets, 1)]
    rounds[0] = a_round(1, sets[0], np.nan)
    watch = StopWatch(Settings(stop_on=("cycle",)))
    for t, r in enumerate(rounds, 1):
        answer = watch.after_round(r)
        assert watch.period == reference.find_period(rounds[:t])
        assert answer == ("cycle" if watch.period else None)
        if answer:
            break
    if change < 1e-4 and period <= 10:
        assert watch.period is not None


@often
@given(
    st.lists(
        st.tuples(st.sampled_from([1e-9, 1e-6, 1e-3]), st.sampled_from([1e-9, 1e-6, np.nan])),
        max_size=15,
    )
)
def test_rest_is_believed_after_three_rounds_in_a_row(history):
    watch = StopWatch(Settings(stop_on=("settled",)))
    quiet = 0
    for t, (residual, change) in enumerate(history, 1):
        answer = watch.after_round(a_round(t, [True], change, residual))
        quiet = quiet + 1 if residual < 1e-6 and change < 1e-6 else 0
        assert answer == ("settled" if quiet >= 3 else None)
        if answer:
            break


@pytest.mark.parametrize("update", ["hinge", "none", "exp"])
@pytest.mark.parametrize("preset", PRESETS)
def test_a_stop_rule_only_shortens_the_run(preset, update):
    predictions, labels = class_problem(53, 40, 8, accuracy=0.8)
    choice = Settings.preset(preset, update=update, max_rounds=40)
    free = self_train(predictions, labels, choice.changed(stop_on=()))
    for rules in (("settled",), ("cycle",), ("no_errors", "settled", "cycle")):
        stopped = self_train(predictions, labels, choice.changed(stop_on=rules))
        for a, b in zip(stopped.rounds, free.rounds, strict=False):
            np.testing.assert_array_equal(a.weights, b.weights)


@pytest.mark.parametrize("returned", CHOICES["returned"])
@pytest.mark.parametrize("seed", range(6))
def test_which_round_is_returned(returned, seed):
    predictions, labels = class_problem(60 + seed, 30, 8)
    trace = self_train(
        predictions, labels, Settings(returned=returned, max_rounds=15, stop_on=(), lam=2.0)
    )
    errors = [r.n_wrong for r in trace.rounds]
    sizes = [r.n_selected for r in trace.rounds]
    if returned == "last":
        expected = len(errors)
    elif returned == "latest_best":
        expected = max(t for t, e in enumerate(errors, 1) if e == min(errors))
    else:
        fewest = min(s for e, s in zip(errors, sizes, strict=True) if e == min(errors))
        expected = max(
            t
            for t, (e, s) in enumerate(zip(errors, sizes, strict=True), 1)
            if e == min(errors) and s == fewest
        )
    assert trace.returned_round == expected
    np.testing.assert_array_equal(trace.weights, trace.rounds[expected - 1].weights)


def test_small_weights_are_cut_in_every_round():
    predictions, labels = class_problem(70, 60, 15)
    trace = self_train(predictions, labels, Settings(kernel="linear", lam=3.0))
    for r in trace.rounds:
        positive = r.weights[r.weights > 0]
        assert positive.min() > 1e-6
        assert len(positive) < 15


def test_the_authors_cut_the_returned_weights_only_and_do_not_rescale():
    predictions, labels = class_problem(71, 60, 15)
    for seed in range(20):
        predictions, labels = class_problem(71 + seed, 60, 15)
        trace = self_train(predictions, labels, Settings.preset("authors"))
        chosen = trace.rounds[trace.returned_round - 1].weights
        np.testing.assert_array_equal(trace.weights, np.where(chosen <= 1e-3, 0, chosen))
        if ((chosen > 0) & (chosen <= 1e-3)).any():
            assert trace.weights.sum() < 1
            return
    pytest.fail("no problem with a weight of at most 1e-3")


# ---------------------------------------------------------------------------------------------
# Votes


@often
@given(
    st.integers(0, 2**32 - 1), st.integers(1, 4), st.sampled_from([1, 2, 3]), st.booleans()
)
def test_margins_and_votes_equal_a_count_by_hand(seed, n_classes, n_values, with_mask):
    """Weights that are multiples of 1/n give many ties."""
    rng = np.random.default_rng(seed)
    predictions, labels = class_problem(seed, 20, 6, n_classes)
    w = rng.integers(0, n_values + 1, 6).astype(float)
    w[rng.integers(6)] += 1
    w /= w.sum()
    mask = rng.random((20, 6)) < 0.6 if with_mask else None
    o = Oracle.from_predictions(predictions, labels, available=mask)
    verdict = Jury(o).verdict(w)
    truth = np.where(predictions == labels[:, None], 1.0, -1.0)
    wrong, tied = reference.wrong_and_tied(w, o.codes, o.label_codes, len(o.classes), mask)
    margins = reference.margins_of(w, truth, mask)
    np.testing.assert_allclose(verdict.margins, margins, atol=1e-12)
    np.testing.assert_array_equal(verdict.wrong, wrong)
    # Ties below a positive margin cannot decide anything and are not counted.
    assert verdict.n_ties == (tied & ~(margins > 1e-12)).sum()


def test_margins_in_chunks_are_the_same(monkeypatch):
    predictions, labels = class_problem(80, 57, 6)
    o = Oracle.from_predictions(predictions, labels)
    w = np.random.default_rng(0).dirichlet(np.ones(6))
    whole = Jury(o).verdict(w)
    monkeypatch.setattr("l2dwk_core.ensemble_vote._CELLS", 20)
    parts = Jury(o).verdict(w)
    np.testing.assert_allclose(parts.margins, whole.margins, atol=1e-15)
    np.testing.assert_array_equal(parts.wrong, whole.wrong)


def test_the_logged_diversity_is_that_of_equally_weighted_rows():
    predictions, labels = class_problem(81, 40, 8)
    outputs = np.where(predictions == labels[:, None], 1.0, -1.0)
    D = (1 - outputs.T @ outputs / 40) / 2
    for r in self_train(predictions, labels).rounds:
        assert r.diversity == pytest.approx(r.weights @ D @ r.weights, abs=1e-12)


def test_records_are_frozen():
    predictions, labels = class_problem(82, 20, 5)
    trace = self_train(predictions, labels)
    with pytest.raises(dataclasses.FrozenInstanceError):
        trace.weights = None
    with pytest.raises(dataclasses.FrozenInstanceError):
        trace.rounds[0].error = 0.0
