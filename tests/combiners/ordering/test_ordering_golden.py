"""Orders, errors and picks on the hand-checked twenty rows by eight members."""

from __future__ import annotations

import numpy as np
import pytest

from l2dwk_core.combiners.ordering.boosting_ordering import BoostingOrdering
from l2dwk_core.combiners.ordering.complementarity import Complementarity
from l2dwk_core.combiners.ordering.drep import Drep
from l2dwk_core.combiners.ordering.forward_selection import ForwardSelection
from l2dwk_core.combiners.ordering.kappa_pruning import KappaPruning
from l2dwk_core.combiners.ordering.margin_distance import MarginDistance
from l2dwk_core.combiners.ordering.orientation import OrientationOrdering
from l2dwk_core.combiners.ordering.reduce_error import ReduceError
from l2dwk_core.combiners.pairwise import label_kappa_matrix
from l2dwk_core.combiners.scores import member_errors
from tests.combiners.fixture import INPUTS as GOLDEN


def test_the_fixture_itself() -> None:
    accuracies = [0.65, 0.55, 0.50, 0.50, 0.70, 0.80, 0.75, 0.75]
    np.testing.assert_allclose(1 - member_errors(GOLDEN.oracle), accuracies, rtol=1e-15)
    assert ReduceError(size=8).combine(GOLDEN).report["errors"][-1] == 0.15


def test_kappa_pruning() -> None:
    kappa = label_kappa_matrix(GOLDEN.oracle)
    assert kappa[3, 6] == pytest.approx(-0.3415, abs=5e-5)
    assert kappa[1, 2] == pytest.approx(-0.3, rel=1e-12)
    assert KappaPruning(size=4).combine(GOLDEN).selected.tolist() == [3, 6, 1, 2]


def test_kappa_pruning_of_an_odd_size_takes_the_first_of_the_last_pair() -> None:
    assert KappaPruning(size=3).combine(GOLDEN).selected.tolist() == [3, 6, 1]


def test_orientation_ordering() -> None:
    found = OrientationOrdering(size=8).combine(GOLDEN)
    assert found.selected.tolist() == [7, 6, 5, 4, 1, 0, 2, 3]
    assert found.report["lam"] == pytest.approx(-1.411765, abs=5e-7)
    np.testing.assert_allclose(
        found.report["angles"][:4], [70.54, 73.34, 79.28, 91.78], rtol=0, atol=0.005
    )


def test_orientation_ordering_keeps_angles_below_90_degrees() -> None:
    assert OrientationOrdering().combine(GOLDEN).selected.tolist() == [7, 6, 5]


@pytest.mark.parametrize(
    ("options", "order"),
    [
        ({}, [5, 7, 1, 2, 6, 3, 0, 4]),
        ({"divide_by": "subset"}, [5, 1, 7, 2, 6, 3, 0, 4]),
        ({"moving": True}, [5, 7, 6, 4, 0, 1, 2, 3]),
    ],
)
def test_margin_distance(options: dict[str, object], order: list[int]) -> None:
    assert MarginDistance(size=8, **options).combine(GOLDEN).selected.tolist() == order


def test_complementarity() -> None:
    assert Complementarity(size=8).combine(GOLDEN).selected.tolist() == [5, 7, 1, 0, 3, 6, 4, 2]


def test_boosting_ordering() -> None:
    found = BoostingOrdering(size=8).combine(GOLDEN)
    assert found.selected.tolist() == [5, 7, 4, 6, 1, 0, 2, 3]
    errors = [0.2, 0.1562, 0.2778, 0.2795, 0.3071, 0.4179, 0.657, 0.5]
    np.testing.assert_allclose(found.report["weighted_errors"], errors, rtol=0, atol=6e-5)


def test_reduce_error() -> None:
    found = ReduceError(size=8).combine(GOLDEN)
    assert found.selected.tolist() == [5, 4, 7, 0, 1, 6, 2, 3]
    assert found.report["errors"] == (0.2, 0.15, 0.15, 0.05, 0.2, 0.1, 0.2, 0.15)


def test_backfitting() -> None:
    found = ReduceError(size=5, backfitting=True).combine(GOLDEN)
    assert found.selected.tolist() == [6, 1, 7, 4, 0]
    assert found.report["errors"][-1] == 0.1
    np.testing.assert_allclose(found.weights, [0.2, 0.2, 0, 0, 0.2, 0, 0.2, 0.2])


def test_drep_without_patience() -> None:
    found = Drep(size=8, rho=0.4, patience=0).combine(GOLDEN)
    assert found.selected.tolist() == [5, 7, 1]
    assert found.report["errors"][2] == 0.1
    assert found.report["stop_reason"] == "error cannot be reduced"


def test_forward_selection() -> None:
    found = ForwardSelection(rounds=6, n_initial=0, n_bags=1).combine(GOLDEN)
    assert found.report["order"] == ((5, 4, 7, 0, 7, 4),)
    # The best prefix is the first of least error; the whole path ends at the same error.
    assert found.report["losses"][0][3] == found.report["losses"][0][5] == 0.05
    assert found.report["n_places"] == (4,)
    np.testing.assert_allclose(found.weights, [0.25, 0, 0, 0, 0.25, 0.25, 0, 0.25])
