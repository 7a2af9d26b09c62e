"""Names of groups above names of columns: in a sheet, the merged ranges say where a group ends."""

from __future__ import annotations

import pytest

from l2dwk_core.datasets.tables import inspect_table
from l2dwk_core.datasets.tables.limits import MAX_MERGED_RANGES
from l2dwk_core.datasets.tables.row import Row
from l2dwk_core.datasets.tables.sheets.merged import MergedRange, mark_groups
from tests.datasets.tables.test_merged_cells import sheet

NAMES = ["ID", "Alter", "Sex", "CRP", "Hb", "Rezidiv"]
ROWS = [
    [100 + i, 20 + i % 50, "mw"[i % 2], i * 0.5, 13 - i % 4, ["ja", "nein"][i % 3 > 0]]
    for i in range(40)
]


def names(groups: list[str], *merged: str, title: bool = False) -> list[str]:
    above = [["Daten der Klinik"], [""] * 6] if title else []
    draft = inspect_table(sheet([*above, groups, NAMES, *ROWS], *merged), name="t.xlsx")
    assert draft.n_rows == len(ROWS)
    assert any("a name of the first goes on" in note for note in draft.warnings)
    return [column.name for column in draft.columns]


@pytest.mark.parametrize("title", [False, True])
def test_a_group_ends_where_its_merged_range_ends(title):
    groups = ["", "Demographie", "", "Labor", "", ""]
    spans = ["B3:C3", "D3:E3"] if title else ["B1:C1", "D1:E1"]
    assert names(groups, *spans, title=title) == [
        "ID", "Demographie Alter", "Demographie Sex", "Labor CRP", "Labor Hb", "Rezidiv",
    ]  # fmt: skip


def test_a_column_between_groups_belongs_to_none():
    groups = ["", "Demographie", "", "", "Ergebnis", ""]
    assert names(groups, "B1:C1", "E1:F1") == [
        "ID", "Demographie Alter", "Demographie Sex", "CRP", "Ergebnis Hb", "Ergebnis Rezidiv",
    ]  # fmt: skip


def test_a_name_that_is_not_merged_beside_merged_ones_is_that_of_its_column():
    groups = ["Stamm", "Demographie", "", "Labor", "", "Ergebnis"]
    assert names(groups, "B1:C1")[3:] == ["Labor CRP", "Hb", "Ergebnis Rezidiv"]


def test_without_merged_ranges_a_group_goes_on():
    groups = ["Stamm", "Demographie", "", "Labor", "", ""]
    assert names(groups)[2:] == ["Demographie Sex", "Labor CRP", "Labor Hb", "Labor Rezidiv"]
    text = "\n".join(",".join(map(str, row)) for row in [groups, NAMES, *ROWS])
    draft = inspect_table(text.encode())
    assert [column.name for column in draft.columns][4:] == ["Labor Hb", "Labor Rezidiv"]
    assert (
        "Two lines hold names, lines 1 and 2; those of one column are joined, and a name of the "
        "first goes on over the empty cells behind it." in draft.warnings
    )


def test_the_note_says_how_far_a_name_goes():
    groups = ["", "Demographie", "", "Labor", "", ""]
    draft = inspect_table(sheet([groups, NAMES, *ROWS], "B1:C1", "D1:E1"), name="t.xlsx")
    assert (
        "Two rows hold names, rows 1 and 2; those of one column are joined, and a name of the "
        "first goes on as far as it is merged." in draft.warnings
    )


def test_two_names_alike_are_told_apart_by_their_groups_alone():
    groups = ["", "Beginn", "", "Ende", "", ""]
    below = ["ID", "CRP", "Hb", "CRP", "Hb", "Rezidiv"]
    draft = inspect_table(sheet([groups, below, *ROWS], "B1:C1", "D1:E1"), name="t.xlsx")
    assert [column.name for column in draft.columns] == [
        "ID", "Beginn CRP", "Beginn Hb", "Ende CRP", "Ende Hb", "Rezidiv",
    ]  # fmt: skip
    assert draft.target == "Rezidiv"


def test_ranges_that_overlap_or_reach_far_make_no_row_longer():
    rows = [Row(1, ["", "a", "", "", "b"]), Row(2, list("vwxyz"))]
    many = [MergedRange(1, 1, 1, 2)] * MAX_MERGED_RANGES
    far = [MergedRange(4, 1, 1, 18_277), MergedRange(9_000, 1, 1, 9_001)]
    marked = mark_groups(rows, [*many, *far])
    assert [row.cells for row in marked] == [row.cells for row in rows]
    assert [type(cell).__name__ for cell in marked[0].cells] == [
        "NoGroup", "str", "str", "NoGroup", "str",
    ]  # fmt: skip
