"""Tables of frequencies and pivot tables: each row is no case, and that is said."""

from __future__ import annotations

from itertools import product

import pytest

from l2dwk_core.datasets.tables import inspect_table

TITANIC = {
    "Class": ["1st", "2nd", "3rd", "Crew"],
    "Sex": ["Male", "Female"],
    "Age": ["Child", "Adult"],
    "Survived": ["No", "Yes"],
}
ADMISSIONS = {
    "Admit": ["Admitted", "Rejected"],
    "Gender": ["Male", "Female"],
    "Dept": list("ABCDEF"),
}


def draft(levels, name, index=False, keep=lambda at: True):
    rows = [(*cells, at * at * 7 % 193) for at, cells in enumerate(product(*levels.values()))]
    rows = [row for at, row in enumerate(rows) if keep(at)]
    names = [*levels, name]
    if index:
        names, rows = ["", *names], [(at + 1, *row) for at, row in enumerate(rows)]
    return inspect_table("\n".join(",".join(map(str, row)) for row in [names, *rows]).encode())


@pytest.mark.parametrize("index", [False, True])
@pytest.mark.parametrize("name", ["Freq", "n", "count", "Anzahl", "Häufigkeit", "number of cases"])
@pytest.mark.parametrize(("levels", "target"), [(TITANIC, "Survived"), (ADMISSIONS, None)])
def test_counts_of_cases_are_no_input_and_the_rows_no_cases(levels, target, name, index):
    found = draft(levels, name, index)
    assert next(c.role for c in found.columns if c.name == name) == "ignored"
    assert any(f"{name!r} seems to hold counts of cases" in line for line in found.warnings)
    if target:
        assert found.target == target
    data = found.to_dataset()
    assert name not in data.X
    other = next(one.role for one in found.proposals if one.column == name)
    assert name in found.to_dataset(roles={name: other}).X


def test_combinations_without_a_case_may_be_left_out():
    found = draft(TITANIC, "n", keep=lambda at: at % 4)
    assert any("counts of cases" in line for line in found.warnings)


def told(text):
    return any("counts of cases" in line for line in inspect_table(text.encode()).warnings)


def test_a_count_of_a_case_stays():
    rows = "\n".join(
        f"{'ab'[i % 2]},{'xyz'[i % 3]},{i * 7 % 11},{'uv'[i % 5 > 2]}" for i in range(60)
    )
    assert not told(f"site,kind,count,class\n{rows}")
    rows = "\n".join(f"{i % 13}.5,{'xyz'[i % 3]},{i * 7 % 11},{'uv'[i % 5 > 2]}" for i in range(60))
    assert not told(f"size,kind,n,class\n{rows}")
    # Few of very many combinations: that each stands once is chance.
    rows = "\n".join(
        f"{i % 17},{i * 5 % 19},{i * 11 % 13},{i * 7 % 11},{'uv'[i % 5 > 2]}" for i in range(50)
    )
    assert not told(f"p,q,r,count,class\n{rows}")


REGIONS = ["North", "South", "East", "West", "Centre"]


def test_a_column_that_is_filled_at_the_beginning_of_blocks_is_told():
    rows = "\n".join(
        f"{REGIONS[i // 10] if i % 10 == 0 else ''},{[2019, 'a'][0] + i % 5},{i * 7 % 23}.5,"
        f"{'uv'[i * 3 % 5 > 2]}"
        for i in range(50)
    )
    found = inspect_table(f"Region,Year,Sales,class\n{rows}".encode())
    notes = [line for line in found.warnings if "'Region' has a value in 5 of 50 rows" in line]
    assert len(notes) == 1
    assert "beginning of blocks" in notes[0]


@pytest.mark.parametrize(
    "cell",
    [
        lambda i: REGIONS[i * i * 7 % 5] if i * 13 % 10 < 3 else "",
        lambda i: "x" if i % 10 == 0 else "",
        lambda i: REGIONS[i // 10],
        lambda i: REGIONS[i // 10] if i % 10 == 5 else "",
    ],
)
def test_other_empty_cells_are_no_blocks(cell):
    rows = "\n".join(f"{cell(i)},{i * 7 % 23}.5,{'uv'[i * 3 % 5 > 2]}" for i in range(50))
    found = inspect_table(f"Region,Sales,class\n{rows}".encode())
    assert not any("beginning of blocks" in line for line in found.warnings)
