"""A class that was changed on the server is offered anew to whoever has its old address."""

from __future__ import annotations

import os
from typing import Any

import pytest

from l2dwk_core.bundles import BundledFile, write_bundle
from pages.runtime import class_folder
from tests import page_apps as apps
from tests.pages.classes.test_page_class_file import QUESTION, followed, held, table, written
from tests.pages.test_dataset_key import CSV


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.setenv(class_folder.VARIABLE, str(tmp_path))
    return tmp_path


def put(path: Any, content: bytes) -> None:
    """Write the file with another time, as a clock may be coarse."""
    before = path.stat().st_mtime_ns if path.exists() else 0
    path.write_bytes(content)
    os.utime(path, ns=(before + 10**9, before + 10**9))


def test_another_table_of_the_class_is_opened_by_one_click(folder):
    put(folder / "wine.zip", write_bundle(held()))
    app = apps.open_page("lab.py", **{"class": "wine"})
    old = written(app)
    assert old["dataset"] == table().word
    # The same columns, so that the roles of the lecturer hold.
    longer = CSV + b"\n".join(CSV.splitlines()[1:]) + b"\n"
    data = BundledFile("table", table().file_name, longer, table().arguments())
    put(folder / "wine.zip", write_bundle(held(data=data)))
    app = apps.open_page("lab.py", **old)
    apps.check(app)
    said = apps.said(app)
    assert "has another table than this address" in said
    assert "somebody uploaded" not in said
    app.button(key="class_anew").click().run()
    apps.check(app)
    assert "has another table" not in apps.said(app)
    chosen = app.session_state["choice"]
    assert chosen.dataset.startswith("own-") and chosen.dataset != table().word
    assert app.select_slider(key="choice.lam").disabled
    assert app.session_state["pinned choice"].dataset == chosen.dataset
    again = apps.open_page("lab.py", **written(app))
    assert "has another table" not in apps.said(again)


def test_a_corrected_lesson_of_the_class_is_offered(folder):
    lesson = QUESTION.replace('"data"', '"zoo"')
    put(folder / "few.md", lesson.encode())
    app = followed(apps.open_page("start.py", **{"class": "few"}), "lessons.py")
    old = written(app)
    put(folder / "few.md", lesson.replace("How many trees stay?", "How many remain?").encode())
    app = apps.waited(apps.open_page("lessons.py", **old))
    assert "has another lesson than this address" in apps.said(app)
    assert "How many trees stay?" in apps.said(app)
    app.button(key="class_anew").click().run()
    app = apps.waited(app)
    assert "How many remain?" in apps.said(app)
    assert "has another lesson" not in apps.said(app)


def test_an_unchanged_class_says_nothing(folder):
    put(folder / "wine.zip", write_bundle(held(lesson=QUESTION)))
    lesson = apps.waited(apps.open_page("lessons.py", **{"class": "wine"}))
    for page in (lesson, apps.waited(apps.open_page("lessons.py", **written(lesson)))):
        assert "than this address" not in apps.said(page)
