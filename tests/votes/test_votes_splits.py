"""Splits of given votes: parts rule, groups stay together, classes are even."""

from __future__ import annotations

import numpy as np
import pytest

from l2dwk_core.common.errors import InputError
from l2dwk_core.studies.comparison import cross_validation_splits
from l2dwk_core.votes.splits import group_folds, split_votes
from tests.votes import answers

GROUP = np.random.default_rng(0).integers(0, 40, 150)


def text_of(split):
    return "\n".join(split.notes)


@pytest.mark.parametrize("seed", range(5))
def test_groups_stay_together(seed):
    split = split_votes(answers.votes(group=GROUP), 0.3, seed)
    assert not set(GROUP[split.first_rows]) & set(GROUP[split.second_rows])
    assert sorted([*split.first_rows, *split.second_rows]) == list(range(150))
    assert 30 <= len(split.second_rows) <= 60
    counts = np.unique(answers.labels()[split.second_rows], return_counts=True)[1]
    assert counts.min() >= 10  # of 15 in proportion
    assert f"12 of {np.unique(GROUP).size} groups" in text_of(split)
    again = split_votes(answers.votes(group=GROUP), 0.3, seed)
    np.testing.assert_array_equal(split.second_rows, again.second_rows)


def test_a_class_of_one_row_judges_the_models():
    labels, predicted = answers.labels().astype("<U20"), answers.predictions().astype("<U20")
    labels[0] = predicted[0, 0] = "rare"
    split = split_votes(answers.votes(labels=labels, predictions=predicted), 0.3, 0)
    assert 0 in split.first_rows
    assert (
        "Class 'rare' has only 1 row: too few to divide, all used to judge the models, none set "
        "aside for testing." in split.notes
    )


def test_another_seed_draws_other_groups():
    first, second = (split_votes(answers.votes(group=GROUP), 0.3, seed) for seed in (0, 1))
    assert not np.array_equal(first.second_rows, second.second_rows)


def test_one_group_cannot_be_split():
    with pytest.raises(InputError, match="All rows are of one group"):
        split_votes(answers.votes(group=["g"] * 150), 0.3, 0)


def test_parts_that_separate_a_group_are_named():
    part = np.where(np.arange(150) % 2, "test", "weighting")
    split = split_votes(answers.votes(group=np.arange(150) // 10, part=part), 0.3, 0)
    assert "15 groups ('0' first) have rows of both parts" in text_of(split)
    part = np.where(np.arange(150) // 10 % 2, "test", "weighting")
    split = split_votes(answers.votes(group=np.arange(150) // 10, part=part), 0.3, 0)
    assert "rows of both parts" not in text_of(split)


def test_folds_keep_groups_together():
    tested = []
    for _, _, first, second in cross_validation_splits(answers.labels(), 5, 2, 7, GROUP):
        assert not set(GROUP[first]) & set(GROUP[second])
        tested += second.tolist()
    assert sorted(tested) == sorted([*range(150), *range(150)])


def test_more_folds_than_groups():
    with pytest.raises(InputError, match="3 folds need at least 3 groups; there are 2"):
        list(group_folds(answers.labels(), np.arange(150) % 2, 3, 0))
