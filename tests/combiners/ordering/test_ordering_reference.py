"""Fast orderings against slow ones in exact rationals, with many classes, ties and gaps."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from l2dwk_core.combiners.combiner_input import CombinerInput
from l2dwk_core.combiners.ordering.boosting_ordering import BoostingOrdering
from l2dwk_core.combiners.ordering.complementarity import Complementarity
from l2dwk_core.combiners.ordering.drep import Drep
from l2dwk_core.combiners.ordering.forward_selection import ForwardSelection
from l2dwk_core.combiners.ordering.kappa_pruning import KappaPruning
from l2dwk_core.combiners.ordering.margin_distance import MarginDistance
from l2dwk_core.combiners.ordering.orientation import OrientationOrdering
from l2dwk_core.combiners.ordering.reduce_error import ReduceError
from tests import reference_ordering as slow
from tests.combiners.votes import combiner_inputs, ensemble, fixed

sizes = st.integers(1, 6)


@fixed
@given(combiner_inputs(), sizes)
def test_kappa_pruning(inputs: CombinerInput, size: int) -> None:
    size = min(size, inputs.oracle.n_members)
    expected = slow.kappa_pruning(slow.Problem.of(inputs), size)
    assert KappaPruning(size=size).combine(inputs).selected.tolist() == expected


@fixed
@given(combiner_inputs())
def test_orientation_ordering(inputs: CombinerInput) -> None:
    n_members = inputs.oracle.n_members
    expected = slow.orientation(slow.Problem.of(inputs))
    found = OrientationOrdering().combine(inputs)
    everyone = OrientationOrdering(size=n_members).combine(inputs).selected.tolist()
    if expected is None:
        assert found.selected.tolist() == everyone == list(range(n_members))
        assert "no reference direction" in found.report["fallback"]
        return
    assert everyone == [j for j, _ in expected]
    below = [j for j, acute in expected if acute]
    assert found.selected.tolist() == (below or everyone[:1])
    assert ("fallback" in found.report) == (not below)


@fixed
@given(
    combiner_inputs(),
    sizes,
    st.sampled_from([0.05, 0.075, 0.5, 1.0]),
    st.booleans(),
    st.sampled_from(["pool", "subset"]),
)
def test_margin_distance(
    inputs: CombinerInput, size: int, p: float, moving: bool, divide_by: str
) -> None:
    size = min(size, inputs.oracle.n_members)
    expected = slow.margin_distance(slow.Problem.of(inputs), size, p, moving, divide_by)
    found = MarginDistance(size=size, p=p, moving=moving, divide_by=divide_by).combine(inputs)
    assert found.selected.tolist() == expected


@fixed
@given(combiner_inputs(), sizes)
def test_complementarity(inputs: CombinerInput, size: int) -> None:
    size = min(size, inputs.oracle.n_members)
    expected = slow.complementarity(slow.Problem.of(inputs), size)
    assert Complementarity(size=size).combine(inputs).selected.tolist() == expected


@fixed
@given(combiner_inputs(), sizes)
def test_boosting_ordering(inputs: CombinerInput, size: int) -> None:
    size = min(size, inputs.oracle.n_members)
    order, errors = slow.boosting(slow.Problem.of(inputs), size)
    found = BoostingOrdering(size=size).combine(inputs)
    assert found.selected.tolist() == order
    np.testing.assert_allclose(
        found.report["weighted_errors"], [float(e) for e in errors], rtol=0, atol=1e-12
    )


@fixed
@given(combiner_inputs(), sizes, st.booleans())
def test_reduce_error(inputs: CombinerInput, size: int, backfitting: bool) -> None:
    size = min(size, inputs.oracle.n_members)
    problem = slow.Problem.of(inputs)
    found = ReduceError(size=size, backfitting=backfitting).combine(inputs)
    assert found.selected.tolist() == slow.reduce_error(problem, size, backfitting)
    assert found.report["errors"][-1] == pytest.approx(
        float(problem.error(found.selected.tolist())), abs=1e-15
    )


@fixed
@given(combiner_inputs(), sizes, st.sampled_from([0.2, 0.35, 0.4, 1.0]), st.integers(0, 2))
def test_drep(inputs: CombinerInput, size: int, rho: float, patience: int) -> None:
    size = min(size, inputs.oracle.n_members)
    expected = slow.drep(slow.Problem.of(inputs), size, rho, patience)
    found = Drep(size=size, rho=rho, patience=patience).combine(inputs)
    assert found.selected.tolist() == expected


@fixed
@given(combiner_inputs(), st.integers(1, 8), st.integers(0, 4))
def test_forward_selection(inputs: CombinerInput, rounds: int, n_initial: int) -> None:
    order, n_places = slow.forward_selection(slow.Problem.of(inputs), rounds, n_initial)
    found = ForwardSelection(rounds=rounds, n_initial=n_initial, n_bags=1).combine(inputs)
    assert found.report["order"] == (tuple(order),)
    assert found.report["n_places"] == (n_places,)
    expected = np.bincount(order[:n_places], minlength=inputs.oracle.n_members) / n_places
    np.testing.assert_allclose(found.weights, expected, rtol=1e-12)


@fixed
@given(combiner_inputs())
def test_errors_along_an_order_are_those_of_its_prefixes(inputs: CombinerInput) -> None:
    problem = slow.Problem.of(inputs)
    n_members = inputs.oracle.n_members
    for method in (KappaPruning, BoostingOrdering, Complementarity, MarginDistance):
        found = method(size=n_members).combine(inputs)
        order = found.selected.tolist()
        expected = [float(problem.error(order[:n])) for n in range(1, n_members + 1)]
        np.testing.assert_allclose(found.report["errors"], expected, rtol=0, atol=1e-15)


MEDIUM = [
    ensemble(30, 9, n_classes, seed=seed, gaps=gaps)
    for seed in range(6)
    for n_classes in (2, 3)
    for gaps in (False, True)
]


@pytest.mark.parametrize("inputs", MEDIUM, ids=range(len(MEDIUM)))
def test_longer_orders_of_more_members(inputs: CombinerInput) -> None:
    """Enough rows for several sweeps of exchanges and for steps that fail and then succeed."""
    problem = slow.Problem.of(inputs)
    for size in (5, 6):
        mended = ReduceError(size=size, backfitting=True).combine(inputs).selected.tolist()
        assert mended == slow.reduce_error(problem, size, backfitting=True)
    for patience in (0, 1, 2):
        for rho in (0.3, 0.5):
            found = Drep(size=9, rho=rho, patience=patience).combine(inputs).selected.tolist()
            assert found == slow.drep(problem, 9, rho, patience)
    assert Complementarity(size=9).combine(inputs).selected.tolist() == slow.complementarity(
        problem, 9
    )
    assert (
        BoostingOrdering(size=9).combine(inputs).selected.tolist() == slow.boosting(problem, 9)[0]
    )
    assert KappaPruning(size=9).combine(inputs).selected.tolist() == slow.kappa_pruning(problem, 9)


def test_some_of_them_take_a_step_that_fails_before_one_that_succeeds() -> None:
    assert any(
        len(Drep(size=9, patience=1).combine(inputs).selected)
        > len(Drep(size=9, patience=0).combine(inputs).selected)
        for inputs in MEDIUM
    )


def test_exchanges_go_on_until_a_sweep_changes_nothing() -> None:
    inputs = ensemble(30, 9, 3, seed=52)
    mended = ReduceError(size=5, backfitting=True).combine(inputs)
    assert mended.selected.tolist() == slow.reduce_error(slow.Problem.of(inputs), 5, True)
    once = ReduceError(size=5, backfitting=True, max_sweeps=1).combine(inputs)
    assert once.selected.tolist() != mended.selected.tolist()
