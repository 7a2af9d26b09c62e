"""Three scores in a cell are no date."""

from __future__ import annotations

import pytest

from l2dwk_core.datasets.tables import inspect_table

N = 60


def column(name, cell):
    rows = [f"{cell(i)},{i % 13}.5,{'ab'[i * 3 % 7 % 2]}" for i in range(N)]
    return inspect_table("\n".join([f"{name},x,class", *rows]).encode()).columns[0]


@pytest.mark.parametrize(
    ("name", "cell"),
    [
        ("APGAR", lambda i: f"{7 + i % 2}/{8 + i % 2}/{9 + i % 2}"),
        ("Apgar 1/5/10", lambda i: f"{5 + i % 3}/{6 + i % 4}/{8 + i % 3}"),
        ("v", lambda i: f"{i % 8}/{1 + i % 9}/{4 + i % 7}"),
    ],
)
def test_scores_are_told(name, cell):
    found = column(name, cell)
    assert found.role in ("symbolic", "text")
    assert "holds three scores" in found.reason


@pytest.mark.parametrize(
    "cell",
    [
        lambda i: f"{1 + i % 28}/{1 + i % 12}/10",
        lambda i: f"{1 + i % 9}/{1 + i % 9}/{20 + i % 4}",
        lambda i: f"{1 + i % 3}/5/10",
    ],
)
def test_dates_stay_dates(cell):
    assert column("v", cell).role == "date"
