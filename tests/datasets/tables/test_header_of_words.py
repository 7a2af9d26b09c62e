"""A table of words keeps its header when one of its names is also a value below it."""

from __future__ import annotations

import pytest

from l2dwk_core import read_table

LEVELS = [["strongly disagree", "neutral", "agree"], ["sunny", "rainy"], ["yes", "no"]]


def read(first: str, levels: list[list[str]]):
    rows = [
        ",".join(words[i * 7 // (at + 1) % len(words)] for at, words in enumerate(levels))
        for i in range(60)
    ]
    return read_table("\n".join([first, *rows]).encode())


@pytest.mark.parametrize(
    ("first", "levels"),
    [
        ("agree,weather,play", LEVELS),
        ("agree,play", [LEVELS[0], LEVELS[2]]),
        ("size,agree,class", [["small", "large"], LEVELS[0], LEVELS[2]]),
    ],
)
def test_one_name_that_is_also_a_value_does_not_lose_the_header(first, levels):
    data = read(first, levels)
    assert [*data.X.columns, first.split(",")[-1]] == first.split(",")
    assert sorted(data.classes) == ["no", "yes"]
    assert len(data.y) == 60


@pytest.mark.parametrize("first", ["agree,sunny,yes", "neutral,foggy,no", "agree,rainy,maybe"])
def test_a_first_row_of_values_stays_a_row(first):
    assert read(first, LEVELS).X.columns.tolist() == ["c1", "c2"]
