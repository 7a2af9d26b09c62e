"""A file is there as a whole or not at all."""

from __future__ import annotations

import os
import sys
from contextlib import suppress

import pytest

from l2dwk_core.common.whole_file import whole_file


def _write(path, text):
    with whole_file(path) as part:
        part.write_text(text)


def test_the_new_file_takes_the_place_of_the_old_one_at_the_end(tmp_path):
    path = tmp_path / "a.csv"
    _write(path, "old")
    with whole_file(path) as part:
        part.write_text("new")
        assert path.read_text() == "old"
    assert path.read_text() == "new"
    assert list(tmp_path.iterdir()) == [path]


def test_an_error_in_the_middle_leaves_the_old_file_and_nothing_else(tmp_path):
    path = tmp_path / "a.csv"
    _write(path, "old")
    with suppress(KeyError), whole_file(path) as part:
        part.write_text("ne")
        raise KeyError
    assert path.read_text() == "old"
    assert list(tmp_path.iterdir()) == [path]


@pytest.mark.skipif(sys.platform == "win32", reason="permissions and links of POSIX")
def test_permissions_and_links_stay(tmp_path):
    path, link = tmp_path / "a.csv", tmp_path / "link"
    _write(path, "old")
    mask = os.umask(0)
    os.umask(mask)
    assert path.stat().st_mode & 0o777 == 0o666 & ~mask
    path.chmod(0o604)
    link.symlink_to(path)
    _write(link, "new")
    assert link.is_symlink()
    assert path.read_text() == "new"
    assert path.stat().st_mode & 0o777 == 0o604


@pytest.mark.skipif(sys.platform == "win32", reason="a device of POSIX")
def test_a_device_is_written_to_and_not_replaced():
    with whole_file(os.devnull) as part:
        assert str(part) == os.devnull
    assert not os.path.isfile(os.devnull)
