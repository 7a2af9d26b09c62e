"""The rebuild script's safeguards; building itself needs the packages and is run by maintainers."""

from __future__ import annotations

import io
import lzma
import sys
import tarfile
import zipfile

import pytest

from l2dwk_core.datasets import DATASETS
from tests.datasets.rebuild.archives import ARCHIVES, Archive, deb_bytes, wheel_bytes
from tests.datasets.rebuild.reading import codes, number, table
from tests.datasets.rebuild.recipes import RECIPES


def test_every_shipped_table_of_the_paper_has_a_recipe():
    shipped = {name for name, facts in DATASETS.items() if facts.sha256}
    of_the_paper = {name for name, facts in DATASETS.items() if facts.paper_sizes}
    assert of_the_paper & shipped <= set(RECIPES) <= shipped
    made = {"artificial", "balance-scale", "balloons", "led7", "led24", "wave21"}
    assert of_the_paper - shipped == made


def test_sources_named_on_the_cards_are_the_pinned_packages():
    pinned = " ".join(archive.file.lower().replace("_", "-") for archive in ARCHIVES.values())
    for name in RECIPES:
        package, version = DATASETS[name].source.split(",")[0].split()[-2:]
        assert f"{package.lower()}-{version}" in pinned, name


@pytest.mark.parametrize(
    ("text", "short"),
    [("4.00", "4"), ("00202", "202"), ("-0.50", "-0.5"), ("1e3", "1000"), ("0.1", "0.1")],
)
def test_numbers_in_shortest_form_keep_their_value(text, short):
    assert number(text) == short
    assert float(short) == float(text)


def test_codes_without_a_word_and_wrong_widths_stop_the_build():
    made = table("a:n drop:- b:s class:c", [["1.50", "x", "2", "u"], ["?", "y", "1", "v"]],
                 b=codes("one", "two", first=1))  # fmt: skip
    assert made.columns == ("a", "b", "class")
    assert made.rows == (("1.5", "two", "u"), ("", "one", "v"))
    with pytest.raises(KeyError, match="3"):
        table("b:s class:c", [["3", "u"]], b=codes("one", "two", first=1))
    with pytest.raises(ValueError, match="3 cells where 2 are declared"):
        table("b:s class:c", [["3", "u", "v"]])


def test_an_archive_is_fetched_once_and_refused_when_it_is_not_the_pinned_one(tmp_path):
    write = "import pathlib; pathlib.Path('a.whl').write_text('content'); open('n', 'a').write('x')"
    digest = "ed7002b439e9ac845f22357d822bac1444730fbdb6016d3ec9432297b9ec9f73"
    good = Archive("a.whl", digest, (sys.executable, "-c", write))
    assert good.bring(tmp_path).read_text() == "content"
    good.bring(tmp_path)
    assert (tmp_path / "n").read_text() == "x"
    with pytest.raises(SystemExit, match="pinned is 0000"):
        Archive("a.whl", "0000", good.fetch).bring(tmp_path)


def test_files_inside_wheels_and_debian_packages(tmp_path):
    wheel = tmp_path / "w.whl"
    with zipfile.ZipFile(wheel, "w") as archive:
        archive.writestr("p/data.csv", "1,2\n")
    assert wheel_bytes(wheel, "p/data.csv") == b"1,2\n"

    packed = io.BytesIO()
    with tarfile.open(fileobj=packed, mode="w") as tar:
        info = tarfile.TarInfo("./usr/x.rda")
        info.size = 3
        tar.addfile(info, io.BytesIO(b"rda"))
    data = lzma.compress(packed.getvalue())

    def member(name: str, content: bytes) -> bytes:
        head = f"{name:<16}{0:<12}{0:<6}{0:<6}{100644:<8}{len(content):<10}`\n".encode()
        return head + content + b"\n" * (len(content) % 2)

    deb = tmp_path / "d.deb"
    parts = [("debian-binary", b"2.0\n"), ("control.tar.xz", b"odd"), ("data.tar.xz", data)]
    deb.write_bytes(b"!<arch>\n" + b"".join(member(*part) for part in parts))
    assert deb_bytes(deb, "./usr/x.rda") == b"rda"
    deb.write_bytes(b"!<arch>\n" + member("debian-binary", b"2.0\n"))
    with pytest.raises(SystemExit, match=r"no data\.tar\.xz"):
        deb_bytes(deb, "./usr/x.rda")
