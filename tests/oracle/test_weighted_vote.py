"""Margins and weighted votes against a count by hand."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from l2dwk_core.oracle.oracle import Oracle
from l2dwk_core.oracle.weighted_vote import WeightedVote, diversity_of, uniform_vote
from tests import reference
from tests.problems import (
    class_problem,
)

pytestmark = pytest.mark.filterwarnings("error")
often = settings(max_examples=50)


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


def _two_rows_judged_by_some():
    """Rows judged by members 0 and 1, by member 2, and by none; labels are 1 throughout."""
    predictions = np.array([[1, 0, 0], [1, 1, 0], [0, 0, 0]])
    mask = np.array([[True, True, False], [False, False, True], [False, False, False]])
    return Oracle.from_predictions(predictions, np.ones(3, dtype=int), available=mask)


def test_diversity_is_the_mean_disagreement_of_two_drawn_members():
    rng = np.random.default_rng(5)
    matrix = np.where(rng.random((12, 5)) < 0.7, 1.0, -1.0)
    many = rng.dirichlet(np.ones(5), size=3)
    by_hand = [
        sum(w[i] * w[j] * np.mean(matrix[:, i] != matrix[:, j]) for i in range(5) for j in range(5))
        for w in many
    ]
    np.testing.assert_allclose(diversity_of(many @ matrix.T), by_hand, rtol=1e-12)
    assert diversity_of(many[0] @ matrix.T) == pytest.approx(by_hand[0], rel=1e-12)


def test_a_vote_counts_only_the_rows_that_some_member_judges():
    vote = uniform_vote(_two_rows_judged_by_some())
    np.testing.assert_array_equal(vote.margins, [0.0, -1.0, np.nan])
    assert vote.diversity == pytest.approx((1 - (0.0 + 1.0) / 2) / 2)
    # The tie of row 0 goes to the first class, 0, which is wrong as well.
    assert vote.accuracy == 0.0


def test_difficulty_is_counted_among_those_that_judge():
    np.testing.assert_array_equal(_two_rows_judged_by_some().difficulty, [0.5, 1.0, 0.0])


def test_a_members_accuracy_is_counted_among_the_rows_it_judges():
    rng = np.random.default_rng(3)
    predictions, labels = rng.integers(0, 3, (20, 5)), rng.integers(0, 3, 20)
    mask = rng.random((20, 5)) < 0.5
    mask[:, 4] = False
    oracle = Oracle.from_predictions(predictions, labels, available=mask)
    for j in range(4):
        right = [predictions[k, j] == labels[k] for k in range(20) if mask[k, j]]
        assert oracle.member_accuracy[j] == sum(right) / len(right)
    assert oracle.member_accuracy[4] == 0.0
