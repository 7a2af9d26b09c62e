"""Votes on the same cases, one below the other without a name of the cases, are told."""

from __future__ import annotations

import numpy as np
import pytest

from l2dwk_core.votes.build import votes_of
from l2dwk_core.votes.findings import findings

N = 60


def told(labels, group=None) -> list[str]:
    rng = np.random.default_rng(1)
    wrong = rng.random((len(labels), 4)) < 0.2
    other = np.roll(np.unique(labels), 1)[np.searchsorted(np.unique(labels), labels)]
    votes = votes_of(
        "v",
        labels,
        predictions=np.where(wrong, other[:, None], labels[:, None]),
        models=["a", "b", "c", "d"],
        group=group,
    )
    return [line for line in findings(votes) if "come again in the same order" in line]


@pytest.mark.parametrize("times", [2, 3, 10])
@pytest.mark.parametrize("classes", [2, 3])
def test_the_same_cases_again_are_told_with_their_number(times, classes):
    labels = np.random.default_rng(0).integers(0, classes, N)
    (line,) = told(np.tile(labels, times))
    assert f"first {N} rows" in line and f"{times} times in all" in line
    assert told(np.tile(np.sort(labels), times)) != []


def test_named_groups_need_no_word():
    labels = np.random.default_rng(0).integers(0, 2, N)
    assert told(np.tile(labels, 2), group=np.tile(np.arange(N), 2)) == []


def test_other_rows_are_not_told():
    rng = np.random.default_rng(0)
    drawn = rng.integers(0, 2, 2 * N)
    changed = np.tile(drawn[:N], 2)
    changed[-1] = 1 - changed[-1]
    rare = np.tile([0] * 11 + [1], 2)  # what chance may do
    for labels in (drawn, np.sort(drawn), changed, np.arange(2 * N) % 3, rare):
        assert told(labels) == []


def test_chance_alone_is_seldom_told():
    """Of 2,000 draws of 24 rows with one class of 80 % none or one may be told."""
    rng = np.random.default_rng(2)
    draws = (rng.random((2_000, 24)) < 0.8).astype(int)
    assert sum(bool(told(labels)) for labels in draws if len(set(labels)) == 2) <= 1
