"""What is said of the returned vote of a run whose small weights were removed, against counts."""

from __future__ import annotations

import numpy as np
import pytest

from l2dwk_core.lessons.quantities import QUANTITIES
from l2dwk_core.method.settings import Settings
from l2dwk_core.runs.prepare import prepare_run
from l2dwk_core.runs.two_runs import pair_runs
from l2dwk_core.studies.sweeps import Outcome


@pytest.fixture(scope="module")
def done():
    prepared = prepare_run("glass", n_members=101, weighting="training")
    run = prepared.solve(Settings.preset("authors", lam=0.5, max_rounds=10))
    assert run.trace.n_removed > 0 and run.trace.weights.sum() < 1 - 1e-6
    return run


@pytest.mark.parametrize("rows", ["test", "weighting"])
def test_its_position_is_that_of_the_returned_weights(done, rows):
    w, oracle = done.trace.weights, done.test_oracle if rows == "test" else done.oracle
    margins = oracle.matrix @ w / w.sum()
    votes = np.stack([(oracle.codes == c) @ w for c in range(len(oracle.classes))], axis=1)
    point = done.path(rows).of_returned(done.trace)
    assert point.diversity == pytest.approx((1 - (margins**2).mean()) / 2)
    assert point.weight_right == pytest.approx((1 + margins.mean()) / 2)
    assert point.accuracy == pytest.approx((votes.argmax(axis=1) == oracle.label_codes).mean())
    solved = done.path(rows).diversity[done.trace.returned_round - 1]
    assert point.diversity != pytest.approx(solved, rel=1e-9)


def test_everything_else_that_tells_of_it_agrees(done):
    w = done.trace.weights
    last = done.path("test").of_returned(done.trace)
    assert last.accuracy == pytest.approx(done.accuracy.l2dwk.accuracy)
    effective = w.sum() ** 2 / (w**2).sum()
    assert Outcome.of(done).effective_number == pytest.approx(effective)
    both = pair_runs(done, done)
    assert both.shared_a == both.shared_b == pytest.approx(1.0)
    told = {
        "members_kept": (w > 0).sum(),
        "effective_members": effective,
        "largest_weight": 100 * w.max() / w.sum(),
        "test_diversity": last.diversity,
    }
    for key, expected in told.items():
        assert QUANTITIES[key].value(done) == pytest.approx(expected), key
