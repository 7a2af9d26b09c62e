"""The weights of one round, on programs whose solution is known by hand."""

from __future__ import annotations

import numpy as np
import pytest

from l2dwk_core.method.objective import Program
from l2dwk_core.method.round_weights import round_weights
from l2dwk_core.method.settings import Settings
from l2dwk_core.qp.active_set import DenseMatrix


@pytest.mark.parametrize("rule", ["renormalise", "authors"])
@pytest.mark.parametrize("small", [5e-7, 5e-6])
def test_a_weight_of_a_millionth_becomes_0_where_the_settings_say_so(rule, small):
    # With H = I the two weights differ as p does: (1 − small) and small.
    problem = Program(DenseMatrix(np.eye(2)), np.array([1 - 2 * small, 0.0]))
    found = round_weights(problem, Settings(small_weights=rule), 2, None)
    np.testing.assert_allclose(found.exact, [1 - small, small], atol=1e-12)
    cut = rule == "renormalise" and small <= 1e-6
    np.testing.assert_array_equal(found.weights, [1.0, 0.0] if cut else found.exact)
    assert found.gap < 1e-12
