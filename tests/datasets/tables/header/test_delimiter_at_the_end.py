"""A header that ends in a delimiter names one more column than there is."""

from __future__ import annotations

import pytest

from l2dwk_core.datasets.tables import inspect_table

N = 30


def rows(mark: str, end: str = "") -> list[str]:
    return [mark.join([str(900 + i * 7), "MB"[i % 2], f"{i * 7 % 11}.5"]) + end for i in range(N)]


@pytest.mark.parametrize("mark", [",", ";", "\t"])
@pytest.mark.parametrize("ends", [1, 2])
def test_the_empty_last_name_is_dropped(mark, ends):
    head = mark.join(['"id"', '"diagnosis"', '"radius_mean"']) + mark * ends
    read = inspect_table("\n".join([head, *rows(mark)]).encode())
    assert [column.name for column in read.columns] == ["id", "diagnosis", "radius_mean"]
    assert read.warnings == ()
    assert read.to_dataset("diagnosis").X["radius_mean"].tolist() == [
        i * 7 % 11 + 0.5 for i in range(N)
    ]


def test_a_nameless_column_with_cells_is_kept():
    head = "id,diagnosis,radius_mean,"
    read = inspect_table("\n".join([head, *rows(",", ",9"), *rows(",")]).encode())
    assert len(read.columns) == 4
    assert any("fewer cells" in note for note in read.warnings)
