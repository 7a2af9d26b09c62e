"""Algorithm I: whole traces against the slow reference, for every value of every choice."""

from __future__ import annotations

import dataclasses

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from l2dwk_core.method.self_training import self_train, train_on
from l2dwk_core.method.setting_choices import CHOICES
from l2dwk_core.method.settings import PRESETS, Settings
from l2dwk_core.oracle.oracle import Oracle
from tests import reference
from tests.problems import (
    as_class_problem,
    class_problem,
    kernel_choices,
    oracles,
    probabilities,
)
from tests.traces import assert_same_trace, assert_sound

pytestmark = pytest.mark.filterwarnings("error")
often = settings(max_examples=50)


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
    assert_sound(ours, *predictions.shape, on_simplex=choice.small_weights != "authors")


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
    slow = reference.self_train(*problem, choice)
    assert_sound(ours, *matrix.shape)
    if preset == "authors" and any(_flat_by_rounding(choice, r.alpha, matrix) for r in slow.rounds):
        # Which weights are optimal then depends on the rounding of the matrix.
        assert ours.rounds[0].objective == pytest.approx(slow.rounds[0].objective, abs=1e-12)
        return
    # Weights 1e-5 apart are the same minimiser by the least-norm rule; E must not depend on that.
    assert_same_trace(ours, slow, tolerance=1e-5)


def _flat_by_rounding(choice, alpha, outputs):
    """Whether the authors' repair has left an eigenvalue that is above 0 by rounding alone."""
    H, _, _ = reference.quadratic(choice, *reference.kernel_tables(choice, alpha, outputs))
    mean = H.mean(axis=0)
    curvatures = np.linalg.eigvalsh(H - mean - mean[:, None] + mean.mean())
    # The first is that of all weights together, which the simplex does not allow.
    return len(H) > 1 and curvatures[1] < 1e-12 * np.abs(H).max()


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


@pytest.mark.parametrize("kernel", ["linear", "gaussian", "polynomial"])
@pytest.mark.parametrize("lam", [0.1, 1.0, 10.0])
def test_the_gap_of_every_round_is_that_of_the_whole_gradient(kernel, lam):
    rng = np.random.default_rng(3)
    matrix = np.where(rng.random((80, 40)) < rng.uniform(0.55, 0.85, 40), 1.0, -1.0)
    choice = Settings(kernel=kernel, lam=lam, max_rounds=8, stop_on=())
    for r in train_on(Oracle.from_matrix(matrix), choice).rounds:
        K, v, _ = reference.kernel_tables(choice, r.alpha, matrix)
        gradient = lam * K @ r.weights - v
        gap = r.weights @ gradient - gradient.min()
        assert r.gap == pytest.approx(gap, abs=1e-12 * max(1.0, lam))
        assert gap <= 1e-12 * max(1.0, lam)
