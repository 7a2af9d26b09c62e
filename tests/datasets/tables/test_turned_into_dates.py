"""Ranges such as 10-14 that Excel made a date are told with their rows."""

from __future__ import annotations

from l2dwk_core.datasets.tables import inspect_table, read_table

# What Excel shows or stores for 10-14, 5-9, 3-5 and 1-5 in several languages; and ranges beside.
DAMAGED = (
    ("Oct-14", "15-19 20-24 25-29"),
    ("14-Oct", "15-19 20-24 25-29"),
    ("9-May", "0-4 10-14 15-19"),
    ("05-Mar", "0-2 6-8 9-11"),
    ("14. Okt", "15-19 20-24 25-29"),
    ("05. Mai", "10-14 15-19 20-24"),
    ("5-Oct", "<5 10-20 >20"),
    ("14-Oct", "10 to 14|15 to 19|20 to 24"),
    ("14-Oct", "10–14 15–19 unknown"),
    ("2024-05-03 00:00:00", "0-2 6-8 12-14"),
    ("44849", "15-19 20-24 25-29"),
    ("01/10/2014", "15-19 20-24 25-29"),
)
SOUND = (
    "10-14 15-19 20-24 25-29",
    "Oct-14 Nov-14 Dec-14 Jan-15",
    "2019-20 2020-21 2021-22 2022-23",
    "A-1 B-2 C-3 1-4",
    "low may-1x high 10-14",
)


def _rows(cells: list[str]) -> bytes:
    return ("age,x,class\n" + "".join(f"{c},{i % 7},{'ab'[i % 2]}\n" for i, c in enumerate(cells))
            ).encode()  # fmt: skip


def test_dates_beside_ranges_are_told_with_their_rows() -> None:
    for date, others in DAMAGED:
        words = others.split("|") if "|" in others else others.split()
        cells = [words[i % len(words)] for i in range(40)]
        cells[4] = cells[16] = date
        for target in ("class", "age"):
            notes = [n for n in read_table(_rows(cells), target).notes if "Excel makes" in n]
            assert len(notes) == 1, f"{date} beside {others}, target {target}: {notes}"
            assert repr(date) in notes[0] and "rows 5, 17 of the table" in notes[0], notes


def test_sound_columns_are_not_told() -> None:
    for values in SOUND:
        words = values.split()
        column = inspect_table(_rows([words[i % len(words)] for i in range(40)])).columns[0]
        assert "Excel" not in column.reason, f"{values}: {column.reason}"
