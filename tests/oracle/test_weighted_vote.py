"""Margins and weighted votes against a count by hand."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from l2dwk_core.oracle.oracle import Oracle
from l2dwk_core.oracle.weighted_vote import WeightedVote
from tests import reference
from tests.problems import (
    class_problem,
)

pytestmark = pytest.mark.filterwarnings("error")
often = settings(derandomize=True, deadline=None, max_examples=50)


@often
@given(st.integers(0, 2**32 - 1), st.integers(1, 4), st.sampled_from([1, 2, 3]), st.booleans())
def test_margins_and_votes_equal_a_count_by_hand(seed, n_classes, n_values, with_mask):
    """Weights that are multiples of 1/n give many ties."""
    rng = np.random.default_rng(seed)
    predictions, labels = class_problem(seed, 20, 6, n_classes)
    w = rng.integers(0, n_values + 1, 6).astype(float)
    w[rng.integers(6)] += 1
    w /= w.sum()
    mask = rng.random((20, 6)) < 0.6 if with_mask else None
    o = Oracle.from_predictions(predictions, labels, available=mask)
    verdict = WeightedVote(o).outcome(w)
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
    whole = WeightedVote(o).outcome(w)
    monkeypatch.setattr("l2dwk_core.oracle.weighted_vote._CELLS", 20)
    parts = WeightedVote(o).outcome(w)
    np.testing.assert_allclose(parts.margins, whole.margins, atol=1e-15)
    np.testing.assert_array_equal(parts.wrong, whole.wrong)
