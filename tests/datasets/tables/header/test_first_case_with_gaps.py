"""A first case with blank cells, in a file without names, is not taken for the names."""

from __future__ import annotations

import pytest

from l2dwk_core.datasets.tables import inspect_table

N = 60
BODY = [
    f"{40 + i % 9},{i % 4},{2 + i * 37 % 50 / 10},{['no', 'yes'][i * 7 % 5 > 2]}" for i in range(N)
]


def draft(first):
    return inspect_table("\n".join([first, *BODY]).encode())


@pytest.mark.parametrize(
    "first", [",2,,yes", ",,,yes", ",,2.4,no", "44,,,no", ",2,,maybe", ",,2.4,"]
)
def test_a_first_case_stays_a_case(first):
    found = draft(first)
    assert found.n_rows == N + 1
    assert [column.name for column in found.columns] == ["c1", "c2", "c3", "c4"]
    assert found.preview.iloc[0].tolist() == first.split(",")


@pytest.mark.parametrize("first", ["a,,,class", ",,,class", ",,b,", ",a,b,class", "a,b,,"])
def test_names_with_gaps_stay_names(first):
    assert draft(first).n_rows == N


def test_numbers_of_groups_above_names_stay_names():
    found = draft(",1,,2\na,b,c,class")
    assert found.n_rows == N
