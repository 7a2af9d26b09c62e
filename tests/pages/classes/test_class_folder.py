"""The folder of classes: the option that names it, and the names it gives."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from l2dwk_core.__main__ import main
from l2dwk_core.common.errors import InputError
from pages.runtime import class_folder


@pytest.fixture(autouse=True)
def _no_folder(monkeypatch):
    monkeypatch.setenv(class_folder.VARIABLE, "")


@pytest.mark.parametrize("options", [["--classes", "{}"], ["--classes={}"]])
def test_the_option_names_the_folder(tmp_path, options):
    class_folder.configure([option.format(tmp_path) for option in options])
    assert class_folder.folder() == tmp_path


def test_without_the_option_there_is_no_folder():
    class_folder.configure([])
    assert class_folder.folder() is None
    assert class_folder.files() == {}


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (["--clases", "x"], "Unknown option '--clases' behind '--'; known is --classes DIR"),
        (["--classes"], "names no folder"),
        (["--classes="], "names no folder"),
        (["--classes", "/no/such/folder"], "which is no folder; give one that exists"),
    ],
)
def test_an_option_that_cannot_be_used_is_refused(options, said):
    with pytest.raises(InputError, match=said):
        class_folder.configure(options)


def test_the_command_line_refuses_a_folder_that_is_not_there(capsys):
    assert main(["app", "--server.port", "1", "--classes", "/no/such/folder"]) == 2
    assert "--classes is '/no/such/folder', which is no folder" in capsys.readouterr().err


def test_a_class_file_counts_before_a_lesson_of_the_same_name(tmp_path):
    for name in ("b.zip", "b.md", "a.md", "c.csv", ".d.zip"):
        (tmp_path / name).touch()
    class_folder.configure(["--classes", str(tmp_path)])
    assert class_folder.files() == {"a": tmp_path / "a.md", "b": tmp_path / "b.zip"}


def test_an_odd_file_is_left_out_and_the_others_stay(tmp_path):
    (tmp_path / "loop.zip").symlink_to("loop.zip")
    Path(os.fsdecode(os.fsencode(tmp_path) + b"/bad\xff.md")).touch()
    (tmp_path / "wine.zip").touch()
    class_folder.configure(["--classes", str(tmp_path)])
    assert class_folder.files() == {"wine": tmp_path / "wine.zip"}
    bad, loop = class_folder.left_out()
    assert bad == "'bad\\udcff.md' is left out: its path is no text in UTF-8. Rename it."
    assert loop.startswith("'loop.zip' is left out: it cannot be read (")
