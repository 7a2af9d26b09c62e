"""Sorting members by their mean pairwise diversity."""

from __future__ import annotations

import numpy as np
import pytest

from l2dwk_core.combiners.ordering.diversity_share import CRITERIA, DiversityShare
from l2dwk_core.diversity import MEASURES
from tests import reference_diversity as exact
from tests.combiners.fixture import INPUTS as GOLDEN
from tests.combiners.votes import ensemble, from_right, input_of


@pytest.mark.parametrize("criterion", [name for name in CRITERIA if name != "label_kappa"])
def test_mean_of_pairs_counted_one_by_one(criterion: str) -> None:
    rows = GOLDEN.oracle.matrix.tolist()
    expected = []
    for i in range(8):
        pairs = [[(row[i], row[j]) for row in rows] for j in range(8) if j != i]
        expected.append(np.mean([float(exact.pairwise(criterion, pair)) for pair in pairs]))
    found = DiversityShare(criterion=criterion, share=1.0).combine(GOLDEN)
    np.testing.assert_allclose(found.report["diversity"], np.take(expected, found.selected))
    rising = np.diff(found.report["diversity"])
    assert (
        (rising <= 1e-12).all()
        if MEASURES[criterion].direction == "up"
        else (rising >= -1e-12).all()
    )


def test_label_kappa_sees_what_the_oracle_cannot() -> None:
    # All are wrong on every row; 0 and 1 in the same way, 2 otherwise.
    codes = [[1, 1, 2], [2, 2, 1], [1, 1, 2], [2, 2, 1]]
    inputs = input_of(codes, [0] * 4, 3)
    by_label = DiversityShare(criterion="label_kappa", share=0.3).combine(inputs)
    assert by_label.selected.tolist() == [2]
    by_oracle = DiversityShare(criterion="double_fault", share=0.3).combine(inputs)
    assert by_oracle.report["diversity"] == (1.0,)


def test_members_without_a_defined_pair_come_last() -> None:
    inputs = from_right("110 101 111 100")  # member 0 is perfect: no correlation with anybody
    found = DiversityShare(criterion="correlation", share=1.0).combine(inputs)
    assert found.selected.tolist() == [1, 2, 0]
    assert np.isnan(found.report["diversity"][2])


@pytest.mark.parametrize(
    ("share", "n_members", "kept"),
    [(0.07, 100, 7), (0.3, 9, 3), (0.2, 5, 1), (0.01, 8, 1), (1, 8, 8)],
)
def test_the_share_is_rounded_up(share: float, n_members: int, kept: int) -> None:
    found = DiversityShare(share=share).combine(ensemble(30, n_members, 2, seed=0))
    assert len(found.selected) == kept


def test_gaps_leave_the_rows_both_members_may_judge() -> None:
    inputs = ensemble(40, 6, 3, seed=2, gaps=True)
    oracle = inputs.oracle
    found = DiversityShare(share=1.0).combine(inputs)
    for member, value in zip(found.selected, found.report["diversity"], strict=True):
        shares = []
        for other in range(6):
            both = oracle.available[:, member] & oracle.available[:, other]
            if other != member:
                differ = oracle.matrix[both, member] != oracle.matrix[both, other]
                shares.append(differ.mean())
        assert value == pytest.approx(np.mean(shares), rel=1e-12)
