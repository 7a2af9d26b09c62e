"""Models are judged against chance with the frequencies of the classes fixed."""

from __future__ import annotations

import numpy as np
import pytest

from l2dwk_core.votes.findings import findings
from l2dwk_core.votes.votes import Votes


def rare(n_rows, n_positive, *found):
    """A true label and models that find some positives, with some false alarms."""
    truth = np.zeros(n_rows, dtype=int)
    truth[:n_positive] = 1
    models = []
    for start, (hits, alarms) in enumerate(found):
        said = np.zeros(n_rows, dtype=int)
        said[start : start + hits] = 1
        said[n_rows - alarms :] = 1
        models.append(said)
    return truth, np.stack(models, axis=1)


def lines(truth, said, **more):
    names = ("lr", "rf", "xgb")[: said.shape[1]]
    return findings(Votes("v", names, said.astype(str), truth.astype(str), **more))


@pytest.mark.parametrize(
    "table",
    [
        (1000, 30, (5, 2), (14, 3), (20, 4)),
        (120, 12, (3, 0), (3, 0), (3, 1)),
        (2000, 20, (4, 4), (5, 1), (6, 0)),
    ],
)
def test_models_that_find_some_of_a_rare_class_are_better_than_chance(table):
    assert not any("chance explains" in line for line in lines(*rare(*table)))


def test_a_model_that_finds_a_rare_class_by_chance_is_named():
    truth, said = rare(1000, 30, (1, 29), (20, 4), (14, 3))
    assert any("lr (94.2%, by chance 94.2%) agrees" in line for line in lines(truth, said))


def test_labels_that_are_never_right_are_wholly_right_with_the_opposite():
    truth = np.tile([0, 1], 50)
    flipped = np.stack([1 - truth, np.where(np.arange(100) < 10, truth, 1 - truth)], axis=1)
    assert any("class 100.0% of its votes" in line for line in lines(truth, flipped[:, :1]))
    (line,) = [one for one in lines(truth, flipped) if "opposite class" in one]
    assert "90.0% or more of its votes" in line
    (line,) = [one for one in lines(truth, flipped[:, [0, 0]]) if "opposite class" in one]
    assert "100.0% of its votes" in line


@pytest.mark.parametrize(
    ("n_positive", "wrong", "is_near"),
    [(8, 6, False), (30, 8, False), (200, 8, True), (500, 9, True)],
)
def test_accuracies_above_99_per_cent_are_compared_with_the_largest_class(
    n_positive, wrong, is_near
):
    truth, said = rare(1000, n_positive, (n_positive - wrong, 0), (n_positive // 2, 1))
    assert any("in nearly every row" in line for line in lines(truth, said)) == is_near
