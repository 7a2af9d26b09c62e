"""A table of results below the votes holds no votes."""

from __future__ import annotations

import pytest

from l2dwk_core import read_votes

KINDS = ["setosa", "versicolor", "virginica"]
ROWS = [
    [KINDS[i % 3], KINDS[i * 2 % 5 % 3], KINDS[(i + i % 4 // 3) % 3], KINDS[i * 7 % 11 % 3]]
    for i in range(45)
]
BELOW = {
    "results": [["model", "accuracy"], ["rf", "0.81"], ["svm", "0.7"], ["knn", "0.6"]],
    "matrix": [["", *KINDS], ["setosa", 15, 1, 0], ["versicolor", 2, 14, 1]],
    "title": [["Summary", "", "", ""], ["accuracy", 0.81, 0.7, 0.6], ["kappa", 0.7, 0.5, 0.4]],
}


@pytest.mark.parametrize("below", BELOW.values(), ids=BELOW)
def test_only_the_votes_are_read(below):
    lines = [["y", "rf", "svm", "knn"], *ROWS, [], *below]
    votes = read_votes("\n".join(",".join(map(str, line)) for line in lines).encode())
    assert votes.models == ("rf", "svm", "knn")
    assert votes.classes.tolist() == KINDS
    assert votes.labels.tolist() == [row[0] for row in ROWS]
    assert votes.predictions.tolist() == [row[1:] for row in ROWS]
    assert any("second table seems to begin at line 48" in note for note in votes.notes)
