"""Weighted plurality against a count by hand, and its ties."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from l2dwk_core.common.errors import InputError
from l2dwk_core.oracle import vote_rules
from l2dwk_core.oracle.vote_rules import class_votes, mean_probability, plurality


def votes_by_hand(codes, weights, n_classes, available=None):
    table = np.zeros((len(codes), n_classes))
    for k, row in enumerate(codes):
        for j, c in enumerate(row):
            if available is None or available[k][j]:
                table[k, c] += weights[j]
    return table


@settings(max_examples=60)
@given(st.data())
def test_votes_equal_a_count_by_hand(data):
    n, n_members, n_classes = (data.draw(st.integers(1, 9)) for _ in range(3))
    rng = np.random.default_rng(data.draw(st.integers(0, 2**32 - 1)))
    codes = rng.integers(0, n_classes, (n, n_members)).astype(data.draw(st.sampled_from("bhl")))
    weights = rng.random(n_members) * (rng.random(n_members) < 0.6)
    mask = rng.random((n, n_members)) < 0.5 if data.draw(st.booleans()) else None
    np.testing.assert_allclose(
        class_votes(codes, weights, n_classes, mask),
        votes_by_hand(codes, weights, n_classes, mask),
        atol=1e-14,
    )


def test_chunks_of_rows_change_nothing(monkeypatch):
    rng = np.random.default_rng(0)
    codes, weights = rng.integers(0, 3, (50, 7)), rng.random(7)
    mask = rng.random((50, 7)) < 0.5
    whole = class_votes(codes, weights, 3, mask)
    monkeypatch.setattr(vote_rules, "_CELLS_AT_A_TIME", 20)
    np.testing.assert_array_equal(class_votes(codes, weights, 3, mask), whole)


def test_members_without_weight_are_not_looked_at():
    codes = np.array([[0, 99], [1, -5]])
    np.testing.assert_array_equal(class_votes(codes, [1.0, 0.0], 2), [[1, 0], [0, 1]])
    np.testing.assert_array_equal(class_votes(codes, [0.0, 0.0], 2), np.zeros((2, 2)))


def test_no_samples():
    assert class_votes(np.empty((0, 3), dtype=int), [1, 1, 1], 4).shape == (0, 4)


@pytest.mark.parametrize("bad", [-1, 2])
def test_a_code_outside_the_classes_is_refused_instead_of_counted_in_the_next_row(bad):
    with pytest.raises(InputError, match=rf"codes run from .*{bad}.*; allowed are 0 to 1"):
        class_votes([[0, 1], [bad, 1]], [0.5, 0.5], 2)


def test_wrong_shapes_are_named():
    with pytest.raises(InputError, match=r"shape \(2,\) .* one weight per member"):
        class_votes([[0, 1, 0]], [0.5, 0.5], 2)
    with pytest.raises(InputError, match="one weight per member"):
        class_votes([0, 1, 0], [0.5, 0.5, 0.1], 2)
    with pytest.raises(InputError, match="Weight 1 is not finite"):
        class_votes([[0, 1]], [0.5, np.nan], 2)
    with pytest.raises(InputError, match=r"available has shape \(1, 1\)"):
        class_votes([[0, 1]], [0.5, 0.5], 2, np.ones((1, 1), dtype=bool))
    with pytest.raises(InputError, match="type int64; it must be bool"):
        class_votes([[0, 1]], [0.5, 0.5], 2, np.ones((1, 2), dtype=np.int64))
    with pytest.raises(InputError, match="n_classes is 0"):
        class_votes([[0, 0]], [0.5, 0.5], 0)


def test_a_tie_goes_to_the_lowest_class_and_is_flagged():
    winner, tied = plurality([[0.2, 0.4, 0.4], [0.5, 0.2, 0.3], [0.0, 0.0, 0.0]])
    assert winner.tolist() == [1, 0, 0]
    assert tied.tolist() == [True, False, True]


def test_rounding_does_not_break_a_tie():
    # 0.1 + 0.2 > 0.3 in floating point: without a tolerance class 1 would win.
    votes = class_votes([[0, 1, 1]], [0.3, 0.1, 0.2], 2)
    assert votes[0, 1] > votes[0, 0]
    winner, tied = plurality(votes)
    assert winner.tolist() == [0]
    assert tied.tolist() == [True]
    assert plurality(votes, tol=0.0)[0].tolist() == [1]


def test_an_even_split_of_many_uniform_members_is_a_tie():
    codes = np.tile(np.arange(1000) % 2, (3, 1))
    _, tied = plurality(class_votes(codes, np.full(1000, 1 / 1000), 2))
    assert tied.all()


def test_plurality_refuses_what_is_no_table_of_votes():
    with pytest.raises(InputError, match=r"shape \(3,\); give a table"):
        plurality([1, 2, 3])
    with pytest.raises(InputError, match="hold NaN"):
        plurality([[0.1, np.nan]])


@settings(max_examples=40)
@given(st.integers(0, 2**32 - 1), st.booleans())
def test_mean_probability_equals_a_mean_by_hand(seed, with_mask):
    rng = np.random.default_rng(seed)
    proba = rng.dirichlet(np.ones(3), size=(6, 4)).astype(np.float32)
    weights = rng.random(4) * (rng.random(4) < 0.7)
    mask = rng.random((6, 4)) < 0.5 if with_mask else np.ones((6, 4), dtype=bool)
    mean = mean_probability(proba, weights, mask if with_mask else None)
    for k in range(6):
        w = weights * mask[k]
        if w.sum() == 0:
            assert np.isnan(mean[k]).all()
        else:
            by_hand = np.average(proba[k].astype(float), axis=0, weights=w)
            np.testing.assert_allclose(mean[k], by_hand, atol=1e-12)


def test_hard_probabilities_give_the_votes():
    rng = np.random.default_rng(1)
    codes, weights = rng.integers(0, 4, (30, 9)), rng.dirichlet(np.ones(9))
    np.testing.assert_allclose(
        mean_probability(np.eye(4)[codes], weights), class_votes(codes, weights, 4), atol=1e-12
    )


def test_mean_probability_names_a_wrong_shape():
    with pytest.raises(InputError, match="give samples × members × classes"):
        mean_probability(np.ones((2, 2)), [1.0, 1.0])
