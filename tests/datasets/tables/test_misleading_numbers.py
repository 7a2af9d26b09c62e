"""Numbers that may be codes or stand for a missing value, and files refused early."""

from __future__ import annotations

import pytest

from l2dwk_core.common.errors import InputError
from l2dwk_core.datasets.tables import inspect_table, read_table
from l2dwk_core.datasets.tables.limits import MAX_CELLS

N = 60


def table(cell) -> bytes:
    return "\n".join(["v,class", *(f"{cell(i)},{'ab'[i % 2]}" for i in range(N))]).encode()


@pytest.mark.parametrize(
    ("cell", "said"),
    [
        (lambda i: f"{1 + i % 7}E{i % 3}", "Read as powers of ten: 1E0 is 1."),
        (lambda i: "2E1" if i % 9 == 0 else str(i % 11), "Read as powers of ten: 2E1 is 20."),
        (lambda i: 9007199254740993 + i % 5, "above 2^53 = 9007199254740992 are rounded"),
    ],
)
def test_codes_that_read_as_numbers_are_noted_with_what_keeps_them(cell, said):
    data = table(cell)
    assert any(said in note for note in read_table(data).notes)
    draft = inspect_table(data)
    assert [(p.column, p.role) for p in draft.proposals] == [("v", "symbolic")]
    kept = draft.to_dataset(roles={"v": "symbolic"}).X["v"]
    assert kept.tolist() == [str(cell(i)) for i in range(N)]


def test_measured_powers_and_numbers_below_the_limit_need_no_note():
    for cell in (lambda i: f"{i % 7}.5e-0{i % 3}", lambda i: 9007199254740000 + i % 5):
        notes = read_table(table(cell)).notes
        assert [note for note in notes if "exact copies" not in note] == []


def test_a_far_repeated_minus_999_is_hinted_at():
    notes = read_table(table(lambda i: -999 if i % 10 == 0 else i)).notes
    assert any("-999 in 6 rows of 'v' lies far from the others (1 to 59)" in n for n in notes)
    for cell in (
        lambda i: 99 if i % 10 == 0 else i,
        lambda i: -997 if i == 3 else i % 9,
        lambda i: 40 * (i % 26) - 1000 + (i % 26 == 0),
    ):
        assert not any("lies far" in note for note in read_table(table(cell)).notes)


def test_an_index_that_stands_twice_is_refused():
    lines = [f"{i % 2} 1:{i} 2:{i % 7}" for i in range(N)]
    lines[4] = "0 1:3 2:5 1:4"
    with pytest.raises(InputError, match="line 5: index 1 stands twice"):
        read_table("\n".join(lines).encode())


def test_too_many_cells_are_refused_before_all_are_read():
    width = 20
    rows = MAX_CELLS // width + 1000
    line = ",".join(["0.123456"] * (width - 1)) + ",a\n"
    head = ",".join(f"c{i}" for i in range(width - 1)) + ",class\n"
    # The wide line in between is another error, found by whoever reads so far.
    data = (head + line * 10 + "0," * width + "0\n" + line * rows).encode()
    with pytest.raises(InputError, match=r"more than 2,000,000 cells \(20 in each row\)"):
        read_table(data)
