"""Types and flags of columns, in both of the forms that the program Orange writes and reads."""

from __future__ import annotations

import io
import subprocess
import sys

import pytest
from openpyxl import Workbook

from l2dwk_core import InputError, read_table, read_votes
from l2dwk_core.datasets.tables import inspect_table

N = 40
CELLS = [[30 + i % 17, i % 2, "xyz"[i % 3], ["ill", "well"][i % 2], f"n{i % 5}"] for i in range(N)]
NAMES = ["age", "sex", "site", "state", "who"]


def as_text(*lines, mark="\t"):
    rows = [*lines, *CELLS]
    return "\n".join(mark.join(map(str, row)) for row in rows).encode()


def as_excel(*lines):
    book = Workbook()
    for row in [*lines, *CELLS]:
        book.active.append(list(row))
    buffer = io.BytesIO()
    book.save(buffer)
    return buffer.getvalue()


def roles(data):
    draft = inspect_table(data)
    return draft.target, {column.name: column.role for column in draft.columns}


RIGHT = (
    "state",
    {"age": "numeric", "sex": "symbolic", "site": "ignored", "state": "symbolic",
     "who": "ignored"},
)  # fmt: skip


@pytest.mark.parametrize(
    ("types", "flags"),
    [
        ("c d d d s", ",,i,class,meta"),
        ("continuous discrete discrete discrete string", ",,ignore,class,m"),
        ("c 0_1 x_y_z ill_well s", ",,weight,class,hidden=yes"),
        ("c d d d string", ",,ignore,class,meta type=image"),
    ],
)
@pytest.mark.parametrize("write", [as_text, as_excel])
def test_types_and_flags_under_the_names(types, flags, write):
    types = [word.replace("_", " ") for word in types.split()]
    target, found = roles(write(NAMES, types, flags.split(",")))
    wanted = dict(RIGHT[1], who="text" if "hidden" in flags else "ignored")
    assert (target, found) == ("state", wanted)


@pytest.mark.parametrize("mark", ["\t", ","])
@pytest.mark.parametrize(
    "names", ["C#age D#sex iD#site cD#state mS#who", "age D#sex i#site c#state m#who"]
)
def test_types_and_flags_in_front_of_the_names(names, mark):
    assert roles(as_text(names.split(), mark=mark)) == RIGHT


def test_the_note_says_what_was_followed():
    data = read_table(as_text(NAMES, list("cddds"), ["", "", "i", "class", "meta"]))
    assert list(data.X) == ["age", "sex"]
    assert data.X["sex"].tolist() == [str(i % 2) for i in range(N)]
    assert data.y.tolist() == [row[3] for row in CELLS]
    assert (
        "Lines 2 and 3 hold types and flags of the columns, as the program Orange writes them: the "
        "class is 'state', and 'site', 'who' are no input." in data.notes
    )


def test_the_class_may_be_the_first_or_one_of_numbers():
    target, found = roles(as_text(NAMES, list("cdddd"), ["", "class", "", "", ""]))
    assert (target, found["sex"]) == ("sex", "symbolic")
    assert roles(as_text(NAMES, list("cdddd"), ["class", "", "", "", ""]))[0] == "age"
    rows = "\n".join(f"{i}.25\t{i % 7}" for i in range(200))
    with pytest.raises(InputError, match="bins"):
        read_table(f"price\tsize\nc\tc\nclass\t\n{rows}".encode())


def test_no_class_and_several_classes():
    target, found = roles(as_text(NAMES, list("cdddd"), ["", "", "meta", "", ""]))
    assert (target, found["site"]) == ("who", "ignored")
    target, found = roles(as_text(NAMES, list("cdddd"), ["", "", "class", "class", ""]))
    assert (target, found["state"]) == ("site", "ignored")


def test_votes_that_orange_saves_as_meta_are_read():
    lines = ["state\trf\tsvm", "d\td\td", "class\tmeta\tmeta"]
    rows = [f"{'ab'[i % 2]}\t{'ab'[i % 3 > 0]}\t{'ab'[i % 5 > 1]}" for i in range(N)]
    votes = read_votes("\n".join([*lines, *rows]).encode())
    assert votes.models == ("rf", "svm")
    assert votes.n_rows == N


def test_letters_and_tones_are_no_types():
    letters = "\n".join(f"{'cd'[i % 2]},{'cm'[i % 3 > 0]},{'ab'[i % 2]}" for i in range(N))
    draft = inspect_table(f"x,y,z\nc,d,d\nm,i,m\n{letters}".encode())
    assert draft.n_rows == N + 2
    tones = "\n".join(f"{i},{i % 7},{'ab'[i % 2]}" for i in range(N))
    names = [column.name for column in inspect_table(f"C#4,D#4,E4\n{tones}".encode()).columns]
    assert names == ["C#4", "D#4", "E4"]


def test_attributes_of_a_column_are_matched_in_one_way_only():
    # A pattern that tries every way to part them doubles its time with each.
    code = """
from l2dwk_core.datasets.tables.header.orange import _FLAGS
assert _FLAGS.fullmatch("hidden=yes origin=a=b ")
assert not _FLAGS.fullmatch("a=aa" * 40 + "  ")
"""
    subprocess.run([sys.executable, "-c", code], check=True, timeout=60)
