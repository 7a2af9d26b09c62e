"""What every trace must satisfy, and when two traces are the same."""

from __future__ import annotations

import numpy as np
import pytest

from l2dwk_core.method.trace import STOP_REASONS
from l2dwk_core.runs.plane import AccuracyDiversityPath

N, L, C = 60, 25, 3
"""Rows, members and classes of the run in ``figure_inputs``."""


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
        np.testing.assert_array_equal(trace.weights, trace.rounds[trace.returned_round - 1].weights)


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


def still_path(n_rounds: int, rows: str = "test") -> AccuracyDiversityPath:
    """A path that stays where it is."""
    return AccuracyDiversityPath(
        rows, np.full(n_rounds, 0.3), np.full(n_rounds, 0.8), np.full(n_rounds, 0.6)
    )
