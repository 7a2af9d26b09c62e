"""A file whose lines stand in quotes as a whole, as a spreadsheet writes a file read as one column,
is read as it was before."""

from __future__ import annotations

import pytest

from l2dwk_core import read_table
from l2dwk_core.common.errors import InputError

N = 60
ROWS = [f"{20 + i},{i % 9}.5,{'ab'[i * 7 % 5 > 2]}" for i in range(N)]


def quoted(line):
    return '"' + line.replace('"', '""') + '"'


@pytest.mark.parametrize("end", ["\n", "\r\n"])
@pytest.mark.parametrize("mark", [",", ";", "\t"])
def test_lines_in_quotes(mark, end):
    lines = [quoted(line.replace(",", mark)) for line in ["age,bmi,class", *ROWS]]
    data = read_table((end.join(lines) + end).encode(), "class")
    assert list(data.X) == ["age", "bmi"]
    assert data.X["bmi"].tolist() == [i % 9 + 0.5 for i in range(N)]
    assert sorted(data.classes) == ["a", "b"]
    assert "Each line stood in quotes as a whole; they are taken off." in data.notes


def test_cells_in_quotes_within_lines_in_quotes():
    rows = [f'{20 + i},"{i % 9},5","x, {"ab"[i % 2]}"' for i in range(N)]
    data = read_table("\n".join(map(quoted, ["age,bmi,class", *rows])).encode(), "class")
    assert data.X["bmi"].tolist() == [i % 9 + 0.5 for i in range(N)]
    assert sorted(data.classes) == ["x, a", "x, b"]


def test_cells_in_quotes_stay_cells():
    rows = [f'"{20 + i}","{i % 9}","{"ab"[i % 2]}"' for i in range(N)]
    assert list(read_table("\n".join(['"age","bmi","class"', *rows]).encode()).X) == ["age", "bmi"]


def test_sentences_in_quotes_are_no_table():
    lines = [quoted(f"Once{', again' * (i % 3)} and more") for i in range(N)]
    with pytest.raises(InputError, match="one column"):
        read_table("\n".join(lines).encode())


@pytest.mark.parametrize("end", ["\n", "\r\n"])
@pytest.mark.parametrize("mark", [",", ";", "\t"])
@pytest.mark.parametrize(
    ("written", "city"),
    [
        ("'New York'", "New York"),
        ("'Rome, Italy; old'", "Rome, Italy; old"),
        ("'L''Aquila'", "L'Aquila"),
        (r"'L\'Aquila'", "L'Aquila"),
    ],
)
def test_single_quotes_around_some_cells(written, city, mark, end):
    rows = [mark.join([str(20 + i), [written, "Oslo"][i % 2], "ab"[i // 2 % 2]]) for i in range(N)]
    data = read_table((end.join([mark.join(["age", "city", "class"]), *rows]) + end).encode())
    assert list(data.X) == ["age", "city"]
    assert sorted({*data.X["city"].astype(str)}) == sorted([city, "Oslo"])
    assert sorted(data.classes) == ["a", "b"]
    assert "Cells stand in single quotes, which are taken off." in data.notes


@pytest.mark.parametrize("town", ["'s-Hertogenbosch", "O'Brien", "6'", "'n' roll"])
def test_other_single_quotes_stay(town):
    rows = [f"{20 + i},{[town, 'Oslo'][i % 2]},{'ab'[i // 2 % 2]}" for i in range(N)]
    data = read_table("\n".join(["age,city,class", *rows]).encode())
    assert sorted({*data.X["city"].astype(str)}) == sorted([town, "Oslo"])
    assert not any("single quotes" in note for note in data.notes)
