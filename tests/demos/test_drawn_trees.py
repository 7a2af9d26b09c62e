"""Trees on drawn points against counts by hand."""

from __future__ import annotations

import itertools

import numpy as np
import pytest

from l2dwk_core.common.errors import InputError
from l2dwk_core.demos.drawn_trees import MAX_POINTS, grow_trees
from l2dwk_core.demos.playground import SIDE
from pages.models.drawn_points import FIRST_POINTS, parsed

POINTS, CODES = parsed(FIRST_POINTS)


def test_accuracy_and_disagreement_are_those_counted_tree_by_tree():
    trees = grow_trees(POINTS, CODES, 5)
    says = np.array([tree.predict(POINTS.astype(np.float32)) for tree in trees.members]).astype(int)
    right = says == CODES
    pairs = [np.mean(a != b) for a, b in itertools.combinations(right, 2)]
    assert trees.disagreement == pytest.approx(np.mean(pairs))
    assert trees.member_accuracy == pytest.approx(right.mean())
    most = (says.sum(axis=0) >= 3).astype(int)
    assert trees.vote.accuracy == pytest.approx(np.mean(most == CODES))
    np.testing.assert_array_equal(trees.vote.wrong, most != CODES)
    assert grow_trees(POINTS, CODES, 1).disagreement == 0


def test_a_cell_has_the_class_that_most_trees_say_at_its_centre():
    trees = grow_trees(POINTS, CODES, 3)
    at = np.array([[trees.cells[7], trees.cells[40]]], dtype=np.float32)
    votes = [int(tree.predict(at)[0]) for tree in trees.members]
    assert trees.regions.winner[40, 7] == int(sum(votes) >= 2)
    assert trees.regions.share[40, 7] == pytest.approx(max(sum(votes), 3 - sum(votes)) / 3)
    assert trees.regions.winner.shape == (SIDE, SIDE)


def test_moving_or_adding_a_point_leaves_the_draws_of_the_others():
    before = grow_trees(POINTS, CODES, 9)
    moved = POINTS.copy()
    moved[3] = 0.5
    np.testing.assert_array_equal(grow_trees(moved, CODES, 9).counts, before.counts)
    more = grow_trees(np.vstack([POINTS, [[0.1, 0.9]]]), np.append(CODES, 0), 9)
    np.testing.assert_array_equal(more.counts[:, :-1], before.counts)
    np.testing.assert_array_equal(grow_trees(POINTS, CODES, 3).counts, before.counts[:3])


def test_the_first_points_show_three_trees_that_together_are_better_than_each():
    trees = grow_trees(POINTS, CODES, 3)
    assert trees.vote.accuracy > trees.oracle.member_accuracy.max()


@pytest.mark.parametrize(
    ("points", "codes", "n", "message"),
    [
        (np.zeros((3, 2)), np.zeros(3, int), 3, "There are 3 points; draw at least 4"),
        (np.zeros((61, 2)), np.zeros(61, int), 3, f"There are 61 points.*at most {MAX_POINTS}"),
        (POINTS, CODES, 0, "n_members is 0; it must be from 1 to 51"),
        (POINTS + 1, CODES, 3, "must lie in the unit square"),
        (POINTS, CODES + 1, 3, "have class 0 or 1"),
    ],
)
def test_other_points_are_refused(points, codes, n, message):
    with pytest.raises(InputError, match=message):
        grow_trees(points, codes, n)
