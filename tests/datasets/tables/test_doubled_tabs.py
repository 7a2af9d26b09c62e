"""Runs of tabs between cells, as in UCI's seeds."""

from __future__ import annotations

import pytest

from l2dwk_core.datasets.tables import inspect_table

# The first rows of seeds_dataset.txt, with a doubled tab in the eighth and the ninth.
SEEDS = [
    "15.26\t14.84\t0.871\t5.763\t3.312\t2.221\t5.22\t1",
    "14.88\t14.57\t0.8811\t5.554\t3.333\t1.018\t4.956\t1",
    "14.29\t14.09\t0.905\t5.291\t3.337\t2.699\t4.825\t1",
    "13.84\t13.94\t0.8955\t5.324\t3.379\t2.259\t4.805\t1",
    "16.14\t14.99\t0.9034\t5.658\t3.562\t1.355\t5.175\t1",
    "14.38\t14.21\t0.8951\t5.386\t3.312\t2.462\t4.956\t1",
    "14.69\t14.49\t0.8799\t5.563\t3.259\t3.586\t5.219\t1",
    "14.11\t14.1\t0.8911\t5.42\t3.302\t2.7\t\t5\t\t1",
    "16.63\t15.46\t0.8747\t6.053\t3.465\t2.04\t5.877\t\t1",
    "17.63\t15.98\t0.8673\t6.191\t3.561\t4.076\t6.06\t2",
    "16.84\t15.67\t0.8623\t5.998\t3.484\t4.675\t5.877\t2",
    "17.26\t15.73\t0.8763\t5.978\t3.594\t4.539\t5.791\t2",
    "13.07\t13.92\t0.848\t5.472\t2.994\t5.304\t5.395\t3",
    "13.32\t13.94\t0.8613\t5.541\t3.073\t7.035\t5.44\t3",
]
NAMES = "area\tperimeter\tcompactness\tlength\twidth\tasymmetry coefficient\tgroove\tvariety"


@pytest.mark.parametrize("end", ["\n", "\r\n"])
@pytest.mark.parametrize("named", [True, False])
@pytest.mark.parametrize("where", [0, 7, 13])
@pytest.mark.parametrize("delimiter", [None, "\t"])
def test_doubled_tabs_are_one(end, named, where, delimiter):
    rows = SEEDS[7:9] + SEEDS[:7] + SEEDS[9:] if where == 0 else [*SEEDS]
    if where == 13:
        rows = [
            *(row.replace("\t\t", "\t") for row in rows[:-1]),
            rows[-1].replace("\t", "\t\t", 1),
        ]
    text = end.join([*([NAMES] if named else []), *rows]) + end
    draft = inspect_table(text.encode(), delimiter=delimiter)
    assert len(draft.columns) == 8
    assert draft.n_rows == 14
    assert draft.target == draft.columns[-1].name
    assert [column.n_missing for column in draft.columns] == [0] * 8
    values = [[float(cell) for cell in row.split("\t") if cell] for row in rows]
    found = draft.to_dataset().X.to_numpy()
    assert found.tolist() == [row[:-1] for row in values]
    assert any("two tabs or more, which count as one" in warning for warning in draft.warnings)


@pytest.mark.parametrize(
    "rows",
    [
        # Empty cells: all lines have the same number of tabs.
        ["a\tb\tclass", *(f"{i}\t{'' if i % 3 else i}\t{'pq'[i % 2]}" for i in range(30))],
        # A whole column is empty.
        ["a\tb\tclass", *(f"{i}\t\t{'pq'[i % 2]}" for i in range(30))],
        # One empty cell in each row, in different places.
        ["a\tb\tc\tclass", *(f"{i}\t\t5\tp" if i % 2 else f"{i}\t5\t\tq" for i in range(30))],
    ],
)
def test_tabs_around_empty_cells_stay(rows):
    draft = inspect_table("\n".join(rows).encode())
    assert len(draft.columns) == len(rows[0].split("\t"))
    assert draft.n_rows == 30
    assert sum(column.n_missing for column in draft.columns) > 0
    assert not any("two tabs" in warning for warning in draft.warnings)
