"""The class file: what is written is read again, and a hostile one is refused with its reason."""

from __future__ import annotations

import inspect
import io
import zipfile
from dataclasses import replace

import pytest

from l2dwk_core import read_table
from l2dwk_core.bundles import (
    Bundle,
    BundledFile,
    is_bundle,
    read_bundle,
    read_name,
    reader,
    write_bundle,
)
from l2dwk_core.bundles.bundle import ARGUMENTS as ALLOWED
from l2dwk_core.bundles.bundle import MAX_ABOUT, MAX_ADDRESS, MAX_BUNDLE, MAX_ENTRIES
from l2dwk_core.common.errors import InputError
from l2dwk_core.lessons.reader import MAX_SIGNS

TABLE = "größe,klasse\n1,a\n2,b\n".encode()
ARGUMENTS = {
    "target": "klasse", "roles": {"größe \"x\".y\n": "numeric"}, "bins": 3, "keep": ("NA", "\x7f"),
    "header": True, "delimiter": ",", "skip": 0, "units": False, "trim": False,
}  # fmt: skip
WHOLE = Bundle(
    "Wine, week 3 <b>λ</b>",
    {"lam": "2.0", "lock": "lam,kernel", "pin.dataset": "data", "größe": 'a "b"\n'},
    BundledFile("table", "Weine <i>2026.v2.csv", TABLE, ARGUMENTS),
    "+++\ntitle = 1\n+++\n",
)
ABOUT = 'format = 1\nname = "A"\n'


def archive(**files: str | bytes) -> bytes:
    return packed((name.replace("__", "."), content) for name, content in files.items())


def packed(files, method=zipfile.ZIP_DEFLATED) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", method) as made:
        for name, content in files:
            made.writestr(name, content)
    return out.getvalue()


@pytest.mark.parametrize(
    "bundle",
    [
        WHOLE,
        Bundle("Only a lesson", lesson="text"),
        replace(
            WHOLE,
            data=BundledFile("votes", "v.csv.gz", b"\x1f\x8b1", {"keep": ("NA",), "group": "g"}),
        ),
    ],
)
def test_what_is_written_is_read_again(bundle):
    data = write_bundle(bundle)
    assert is_bundle(data)
    assert data == write_bundle(bundle)
    found = read_bundle(data)
    assert (found.name, found.address, found.lesson) == (bundle.name, bundle.address, bundle.lesson)
    assert read_name(io.BytesIO(data), "x.zip") == bundle.name
    if bundle.data is None:
        assert found.data is None
    else:
        assert vars(found.data) == vars(bundle.data)


def test_anybody_can_open_it_without_the_program():
    with zipfile.ZipFile(io.BytesIO(write_bundle(WHOLE))) as made:
        assert made.namelist() == ["bundle.toml", "table.v2.csv", "lesson.md"]
        assert made.read("table.v2.csv") == TABLE


def test_other_archives_are_no_class_files():
    assert not is_bundle(packed([("xl/workbook.xml", "x")]))
    assert not is_bundle(b"bundle.toml")


ROWS = {"table__csv": "a,b\n1,2\n"}
DATA = ABOUT + '[data]\nkind = "table"\nfile = "table.csv"\n'


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"no archive", "no class file, or it is damaged or encrypted .BadZipFile"),
        (archive(bundle__toml=DATA, **ROWS)[:-30], "damaged or encrypted"),
        (archive(other__txt="x"), "holds no bundle.toml"),
        (archive(bundle__toml=b"\xff"), "bundle.toml cannot be read"),
        (archive(bundle__toml="a = "), "bundle.toml cannot be read"),
        (archive(bundle__toml="a = " + "[" * 50_000), "bundle.toml cannot be read"),
        (archive(bundle__toml="a." * 9_500 + "a = 1"), "Line 1: a key of 9,501 parts"),
        (archive(bundle__toml="a = " + "9" * 5_000), "Line 1: a name or number of more"),
        (archive(bundle__toml="#" * (MAX_ABOUT + 1)), f"unpacks to more than {MAX_ABOUT:,} bytes"),
        (archive(bundle__toml='name = "A"'), "is of format None; this program reads format 1"),
        (archive(bundle__toml='format = 2\nname = "A"'), "is of format 2; this program reads"),
        (archive(bundle__toml="format = true"), "is of format True"),
        (archive(bundle__toml="format = 1"), "name of the class is None; allowed is a text of 1"),
        (archive(bundle__toml='format = 1\nname = "\\u200b"'), "name of the class is"),
        (archive(bundle__toml='format = 1\nname = "' + "x" * 101 + '"'), "1 to 100 characters"),
        (archive(bundle__toml=ABOUT + "[address]\nlam = 2"), "at most 200 texts"),
        (archive(bundle__toml=ABOUT + "address = 1"), "address in bundle.toml is 1"),
        (archive(bundle__toml=ABOUT + "data = 1"), "data in bundle.toml is 1"),
        (archive(bundle__toml=DATA), "holds no such file. Put the file in"),
        (archive(bundle__toml=DATA.replace("table.csv", "bundle.toml")), "holds no such file"),
        (archive(bundle__toml=DATA.replace('"table"', '"model"'), **ROWS), "allowed are table, vo"),
        (archive(bundle__toml=DATA + 'name = "../x"', **ROWS), "a name without folders"),
        (archive(bundle__toml=DATA + "code = 'x'", **ROWS), "'code' says nothing about table"),
        (archive(bundle__toml=DATA + "bins = true", **ROWS), "bins of the table is True; it is a"),
        (archive(bundle__toml=DATA + "keep = [1]", **ROWS), "it is a list of texts"),
        (archive(bundle__toml=DATA + "roles = {a = 1}", **ROWS), "it is a table of texts"),
        (archive(bundle__toml=ABOUT, **ROWS), "'table.csv', which bundle.toml does not name"),
        (archive(bundle__toml=ABOUT, lesson__md=b"\xff"), "lesson.md is no text in UTF-8"),
        (
            archive(bundle__toml=ABOUT, lesson__md="x" * (4 * MAX_SIGNS + 1)),
            f"lesson.md unpacks to more than {4 * MAX_SIGNS:,}",
        ),
        (archive(bundle__toml=ABOUT, **{f"f{i}": "" for i in range(MAX_ENTRIES)}), "more than 10"),
        (packed([("bundle.toml", ABOUT)], zipfile.ZIP_LZMA), "packs 'bundle.toml' in a way"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_a_file_that_cannot_be_used_is_refused_with_its_reason(content, said):
    with pytest.raises(InputError, match=said):
        read_bundle(content, "x.zip")


@pytest.mark.parametrize(
    "reads", [read_bundle, lambda data, name: read_name(io.BytesIO(data), name)]
)
def test_an_archive_of_many_files_is_refused_before_its_directory_is_read(reads, monkeypatch):
    data = archive(bundle__toml=ABOUT, **{f"f{i}": "" for i in range(MAX_ENTRIES)})
    monkeypatch.setattr(zipfile, "ZipFile", None)
    with pytest.raises(InputError, match=f"an archive of more than {MAX_ENTRIES} files"):
        reads(data, "x.zip")
    with pytest.raises(InputError, match=f"more than {MAX_BUNDLE:,} bytes"):
        reads(bytes(MAX_BUNDLE + 1), "x.zip")


@pytest.mark.parametrize(
    "name", ["../x.csv", "/etc/passwd", "a/b.csv", "..\\x.csv", ".hidden", "C:x", "<b>", "a\nb"]
)
def test_names_with_folders_are_refused(name):
    with pytest.raises(InputError, match=r"no folders\. Pack the files themselves"):
        read_bundle(packed([("bundle.toml", ABOUT), (name, "x")]))


def test_two_files_of_one_name_are_refused():
    with pytest.warns(UserWarning, match="Duplicate name"):
        twice = packed([("bundle.toml", ABOUT), ("bundle.toml", ABOUT)])
    with pytest.raises(InputError, match=r"'bundle\.toml' twice"):
        read_bundle(twice)


def test_a_small_file_that_unpacks_to_much_is_not_unpacked(monkeypatch):
    most = 1_000_000
    monkeypatch.setattr(reader, "MAX_BYTES", most)
    bomb = packed([("bundle.toml", DATA), ("table.csv", bytes(most + 1))])
    assert len(bomb) < most / 100
    with pytest.raises(InputError, match=f"unpacks to more than {most:,} bytes"):
        read_bundle(bomb)
    # Whatever size the archive states.
    lying = bomb.replace((most + 1).to_bytes(4, "little"), (10).to_bytes(4, "little"))
    assert lying != bomb
    with pytest.raises(InputError, match=r"unpacks to more|damaged"):
        read_bundle(lying)


def test_what_could_not_be_read_again_is_not_written():
    for bundle in (
        replace(WHOLE, name=""),
        replace(WHOLE, address={f"p{i}": "x" * 7_000 for i in range(4)}),
        replace(WHOLE, lesson="x" * (4 * MAX_SIGNS + 1)),
        replace(WHOLE, data=replace(WHOLE.data, name="a/b.csv")),
    ):
        with pytest.raises(InputError):
            write_bundle(bundle)


def test_a_class_file_holds_every_way_to_read_a_table():
    arguments = set(inspect.signature(read_table).parameters)
    assert set(ALLOWED["table"]) == arguments - {"path_or_buffer", "name", "max_rows", "seed"}


def test_an_address_longer_than_a_page_reads_is_neither_written_nor_read():
    address = {"lam": "2.0", "long": "x" * 7_990, "longer": "x" * 8_000, "rest": "x" * 6_000}
    address["rest"] += "x" * (MAX_ADDRESS - sum(len(k) + len(v) + 2 for k, v in address.items()))
    assert read_bundle(write_bundle(Bundle("A", address))).address == address
    address["lam"] += "5"
    about = "".join(f'{name} = "{value}"\n' for name, value in address.items())
    for refused in (
        lambda: write_bundle(Bundle("A", address)),
        lambda: read_bundle(archive(bundle__toml=ABOUT + "[address]\n" + about)),
    ):
        with pytest.raises(InputError, match=r"has 23,001 characters; at most 23,000 .*'longer'"):
            refused()
