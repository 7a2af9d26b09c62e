"""Small files that would grow large: each is refused while it is unpacked, soon and in little room.

Beside each stands what it took before the limits counted what is unpacked and expanded.
"""

from __future__ import annotations

import gzip
import io
import struct
import time
import tracemalloc
import zipfile

import pytest

from l2dwk_core.common.errors import InputError
from l2dwk_core.datasets.tables import inspect_table, read_table
from l2dwk_core.datasets.tables.limits import MAX_BYTES, MAX_CHARACTERS, MAX_GZIP_PARTS
from tests.datasets.tables.test_excel import by_hand, changed

SECONDS = 6.0
"""Each takes less than one on an idle machine; tests share theirs."""


def cells(n: int, string: int = 0) -> str:
    return "".join(
        f'<row r="{i}"><c r="A{i}" t="s"><v>{string}</v></c><c r="B{i}" t="s"><v>1</v></c></row>'
        for i in range(1, n)
    )


def one_long_string(characters: int = 1_000_000, rows: int = 1_000) -> bytes:
    """10 kB; was 6 s and 860 MB."""
    return by_hand(cells(rows), f"<si><t>{'a ' * (characters // 2)}</t></si><si><t>b</t></si>")


def one_string_as_long_as_may_be() -> bytes:
    """Of 100,000 characters in 1,000 cells: 100 million characters."""
    return one_long_string(100_000)


def directory_that_lies(megabytes: int = 400) -> bytes:
    """400 kB that unpack to 400 MB and declare 1,000 bytes; 1.9 GB took 9 s and 2 GB."""
    out = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(by_hand(cells(3)))) as old, zipfile.ZipFile(out, "w", 8) as new:
        for name in old.namelist():
            if "sheet1" not in name:
                new.writestr(name, old.read(name))
                continue
            with new.open(name, "w") as file:
                for _ in range(megabytes):
                    file.write(b" " * 1_000_000)
    raw = bytearray(out.getvalue())
    at = 0
    while (at := raw.find(b"PK\x01\x02", at)) >= 0:
        if b"sheet1" in raw[at : at + 100]:
            raw[at + 24 : at + 28] = struct.pack("<I", 1_000)
        at += 4
    return bytes(raw)


def two_million_empty_members() -> bytes:
    """40 MB; did not end in 120 s."""
    return gzip.compress(b"") * 2_000_000


def bytes_packed_by_bzip2() -> bytes:
    """bzip2 unpacks in one go: 600 bytes to 700 MB, whatever is declared."""
    out = io.BytesIO()
    with (
        zipfile.ZipFile(io.BytesIO(by_hand(cells(3)))) as old,
        zipfile.ZipFile(out, "w", zipfile.ZIP_BZIP2) as new,
    ):
        for name in old.namelist():
            new.writestr(name, old.read(name))
    return out.getvalue()


def many_shared_strings() -> bytes:
    return by_hand(cells(3), "<si/>" * 2_100_000)


def many_entries() -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        for i in range(6_000):
            archive.writestr(f"xl/{i}.xml", b"")
    return out.getvalue()


def rows_that_reach_far() -> bytes:
    """Each row has an empty cell in the last column a sheet can have."""
    return by_hand(
        "".join(
            f'<row r="{i}"><c r="A{i}"><v>{i}</v></c><c r="XFD{i}"/></row>' for i in range(1, 5_000)
        )
    )


def sparse_rows_of_a_long_word() -> bytes:
    """ARFF: a row of three bytes stands for 10,000 characters with blanks, which are cut off."""
    word = "'" + " " * 10_000 + "x'"
    return f"@relation r\n@attribute a {{{word},y}}\n@attribute b {{u,v}}\n@data\n".encode() + (
        b"{}\n" * 10_000
    )


HOSTILE = {
    one_long_string: "a cell of more than 131,072 characters",
    one_string_as_long_as_may_be: f"more than {MAX_CHARACTERS:,} characters",
    directory_that_lies: "damaged",
    two_million_empty_members: f"more than {MAX_GZIP_PARTS:,} pieces",
    bytes_packed_by_bzip2: "in a way no spreadsheet does",
    many_shared_strings: "tags in one part",
    many_entries: "archive of 6,00. files",
    rows_that_reach_far: "reach far beyond their cells",
    sparse_rows_of_a_long_word: f"more than {MAX_CHARACTERS:,} characters",
}


@pytest.mark.parametrize("make", HOSTILE, ids=lambda make: make.__name__)
def test_it_is_refused_soon_and_in_little_room(make):
    data = make()
    started = time.process_time()  # other work on the machine does not count
    with pytest.raises(InputError, match=HOSTILE[make]):
        read_table(data)
    assert time.process_time() - started < SECONDS
    tracemalloc.start()
    try:
        with pytest.raises(InputError, match=HOSTILE[make]):
            read_table(data)
        assert tracemalloc.get_traced_memory()[1] < 4 * MAX_BYTES
    finally:
        tracemalloc.stop()


def test_five_thousand_columns_of_one_name_are_named_in_one_pass():
    """Names were tried from (2) on for each column: 11 s."""
    from l2dwk_core.datasets.tables.make_columns import clean_names

    started = time.monotonic()
    names, notes = clean_names(["x"] * 5_000)
    assert time.monotonic() - started < 1
    assert names == ["x", *(f"x ({i})" for i in range(2, 5_001))]
    assert notes == ["4,999 repeated column names are numbered, the first: 'x (2)'."]
    assert clean_names(["x", "x (2)", "x", "x"])[0] == ["x", "x (2)", "x (3)", "x (4)"]


def test_several_members_and_padding_are_unpacked():
    """Block gzip and concatenated files are in use."""
    text = b"x,class\n" + b"".join(b"%d.5,%c\n" % (i, b"ab"[i % 2]) for i in range(9_000))
    pieces = [gzip.compress(text[i : i + 1_000]) for i in range(0, len(text), 1_000)]
    assert inspect_table(b"".join(pieces)).n_rows == 9_000
    assert inspect_table(b"".join(pieces) + gzip.compress(b"") + b"\0" * 200_000).n_rows == 9_000
    with pytest.raises(InputError, match="damaged gzip"):
        inspect_table(b"".join(pieces) + b"\0\0more")


def test_pictures_in_a_workbook_do_not_count():
    data = changed(by_hand(cells(30), "<si><t>1</t></si><si><t>2</t></si>"), lambda n, c: c)
    out = io.BytesIO(data)
    with zipfile.ZipFile(out, "a", 8) as archive:
        archive.writestr("xl/media/image1.png", b"\0" * (MAX_BYTES + 1))
    assert inspect_table(out.getvalue()).n_rows == 29
