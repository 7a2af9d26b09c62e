"""A number of nines in one row that is far from all others is noted; a plausible one is not."""

from __future__ import annotations

import pytest

from l2dwk_core.datasets.tables import inspect_table, read_table
from l2dwk_core.datasets.tables.roles import IGNORED

N = 60
AGES = [18 + i * 37 % 53 for i in range(N)]
PRESSURES = [90 + i * 37 % 91 for i in range(N)]
POTASSIUM = [round(3 + i * 17 % 61 / 10, 1) for i in range(N)]
SCALE = [1 + i * 7 % 5 for i in range(N)]
FLAGS = [i * 7 % 5 % 2 for i in range(N)]
COUNTS = [2 ** (i % 7) for i in range(N)]  # 1 to 64, most of them small
CHANGES = [i * 37 % 61 - 20 for i in range(N)]


def with_one(values, code, at=20):
    return [*values[:at], code, *values[at + 1 :]]


def table_of(**columns):
    names = [*columns, "group"]
    lines = [
        ",".join(map(str, (*row, ("case", "control")[i * 7 % 5 % 2])))
        for i, row in enumerate(zip(*columns.values(), strict=True))
    ]
    return "\n".join([",".join(names), *lines]).encode()


def notes_on(values):
    return [note for note in read_table(table_of(v=values)).notes if "missing value" in note]


@pytest.mark.parametrize("code", [-9, -99, -999, -9999, 999, 9999, 99999])
def test_one_code_far_from_ages_is_noted(code):
    (note,) = notes_on(with_one(AGES, code))
    assert f"{code} in 1 row of 'v' lies far from the others (18 to 70)" in note
    assert "leave that cell empty" in note


@pytest.mark.parametrize(
    ("values", "code"),
    [
        (POTASSIUM, -9), (POTASSIUM, 99), (POTASSIUM, 999.9), (PRESSURES, -99), (PRESSURES, 9999),
        (SCALE, 99), (SCALE, -9), (FLAGS, 9), (FLAGS, 99), (FLAGS, -9), (COUNTS, -99),
        (CHANGES, -999), (CHANGES, 999), ([v * 40 for v in AGES], -99),
    ],
)  # fmt: skip
def test_one_code_is_noted_beside_values_of_any_kind(values, code):
    (note,) = notes_on(with_one(values, code))
    assert f"{code} in 1 row of 'v'" in note


@pytest.mark.parametrize(
    ("values", "plausible"),
    [
        (AGES, 99), (SCALE, 9), (AGES, 97), ([40 + i for i in range(59)] + [5], 99),
        (COUNTS, 99), (CHANGES, -99), (CHANGES, 99), (PRESSURES, 999 - 600),
        ([i % 31 for i in range(N)], -9), ([10 * v for v in COUNTS], 999), (PRESSURES, 250),
    ],
)  # fmt: skip
def test_a_plausible_number_of_nines_is_not_noted(values, plausible):
    assert not notes_on(with_one(values, plausible))


def test_nothing_is_said_of_few_rows():
    assert not notes_on([1, 2, 3, 2, 1, 3, 2, 1, 2, 999])


def test_the_same_code_in_each_of_several_columns_can_be_left_out():
    columns = {
        "age": with_one(AGES, -99),
        "k": with_one(POTASSIUM, -99, 23),
        "sbp": with_one(PRESSURES, -99, 26),
    }
    draft = inspect_table(table_of(**columns))
    notes = [note for note in draft.to_dataset().notes if "missing value" in note]
    assert [name for name in columns for note in notes if repr(name) in note] == [*columns]
    offered = {p.column: p.role for p in draft.proposals if "-99 in 1 row" in p.text}
    assert offered == dict.fromkeys(columns, IGNORED)


def test_the_lowest_and_the_highest_value_of_a_column_are_known():
    draft = inspect_table(table_of(age=with_one(AGES, 99), k=POTASSIUM, word=["a", "b"] * 30))
    found = {column.name: (column.lowest, column.highest) for column in draft.columns}
    assert found == {"age": ("18", "99"), "k": ("3.0", "9.0"), "word": ("", ""), "group": ("", "")}


def test_the_lowest_value_is_shown_as_it_is_written():
    rows = [f"{i % 7},5 kg;{i * 3 % 11};{'ab'[i % 2]}" for i in range(N)]
    draft = inspect_table("\n".join(["m;n;kind", *rows]).encode())
    assert (draft.columns[0].lowest, draft.columns[0].highest) == ("0,5 kg", "6,5 kg")
