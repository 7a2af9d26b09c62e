"""A tab that is only one of the blanks between cells, as in UCI's auto-mpg."""

from __future__ import annotations

import pytest

from l2dwk_core.datasets.tables import inspect_table

NAMES = ["ford pinto", "vw rabbit", "amc rebel sst", "chevrolet chevelle malibu"]
CARS = [
    (18.0 + i % 20, 4, "?" if i % 50 == 9 else f"{90 + i % 70}.0", 1 + i % 3, NAMES[i % 4])
    for i in range(398)
]
TEXT = "".join(f'{a:<7}{b}   {c:<11}{d}\t"{name}"\n' for a, b, c, d, name in CARS)


@pytest.mark.parametrize("title", ["", "Auto MPG, 398 cars\n\n"])
def test_numbers_between_blanks_before_a_tab_and_a_quoted_name(title):
    draft = inspect_table((title + TEXT).encode(), name="auto-mpg.data")
    assert draft.detected["header"] == "no"
    assert [len(draft.columns), draft.n_rows] == [5, 398]
    assert draft.cells[0].values().tolist() == [car[0] for car in CARS]
    names = draft.cells[4]
    assert [names.levels[code] for code in names.codes] == [car[4] for car in CARS]
    assert draft.columns[2].n_missing == sum(car[2] == "?" for car in CARS)


def test_a_cell_of_several_words_keeps_the_tab():
    lines = [f"{i} {i % 3} {i % 7}\tname {i}\t{'ab'[i % 2]}" for i in range(60)]
    words = [f"one {i} two\t{'ab'[i % 2]}" for i in range(60)]
    assert inspect_table("\n".join(["v\tn\tclass", *lines]).encode()).n_rows == 60
    assert len(inspect_table("\n".join(words).encode()).columns) == 2


def test_names_say_that_numbers_between_blanks_are_one_cell():
    lines = [f"{i} {i % 3} {i % 7}\t{'ab'[i % 2]}" for i in range(60)]
    draft = inspect_table("\n".join(["vector\tclass", *lines]).encode())
    assert [column.name for column in draft.columns] == ["vector", "class"]
