"""Quotes within cells with a backslash before them, as R and MySQL write them."""

from __future__ import annotations

import pytest

from l2dwk_core.common.errors import InputError
from l2dwk_core.datasets.tables import inspect_table

NAMES = ['Edward "Edd" Kimber', "Ann, of York", 'pipe of 5"', 'the "last"', "plain"]
N = 40


def as_r_writes(mark: str, row_names: bool) -> bytes:
    rows = [mark.join(['"name"', '"x"', '"class"'])]
    for at in range(N):
        name = NAMES[at % len(NAMES)].replace('"', '\\"')
        cells = [f'"{name}"', str(at * 7 % 13), f'"{"ab"[at % 2]}"']
        rows.append(mark.join([f'"{at + 1}"'] * row_names + cells))
    return "\n".join(rows).encode()


@pytest.mark.parametrize("mark", [",", ";", "\t", " "])
@pytest.mark.parametrize("row_names", [False, True])
def test_quotes_behind_a_backslash_are_quotes(mark: str, row_names: bool) -> None:
    draft = inspect_table(as_r_writes(mark, row_names))
    assert [column.name for column in draft.columns][-3:] == ["name", "x", "class"]
    column = draft.cells[-3]
    assert [column.levels[code] for code in column.codes] == [NAMES[i % 5] for i in range(N)]
    told = any('written as \\"' in line for line in draft.warnings)
    # Between blanks there is no other way to read them.
    assert told == (draft.detected["delimiter"] != "white space")


def test_a_backslash_at_the_end_of_a_cell_is_one() -> None:
    rows = [f'"C:\\dir{i % 3}\\",{i},"{"ab"[i % 2]}"' for i in range(N)]
    draft = inspect_table("\n".join(["path,x,class", *rows]).encode())
    assert sorted(draft.cells[0].levels) == ["C:\\dir0\\", "C:\\dir1\\", "C:\\dir2\\"]


def test_other_broken_quotes_are_refused() -> None:
    rows = [f'"a \\"b\\" c" d,{i},"{"ab"[i % 2]}"' for i in range(N)]
    with pytest.raises(InputError, match="broken quotes"):
        inspect_table("\n".join(["path,x,class", *rows]).encode())


def test_towns_with_commas_between_blanks_and_names_of_rows() -> None:
    rows = [f'"{i + 1}" "Bay {i % 4}, FL" {i * 7 % 13} "{"ab"[i % 2]}"' for i in range(N)]
    draft = inspect_table("\n".join(['"County" "MDs" "class"', *rows]).encode())
    assert [column.name for column in draft.columns] == ["row name", "County", "MDs", "class"]
    assert draft.n_rows == N
    assert draft.columns[1].n_distinct == 4
