"""A class file on the pages: made in the Lab, opened by upload or from the server's folder."""

from __future__ import annotations

import os
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from streamlit.testing.v1 import AppTest

from l2dwk_core.bundles import Bundle, BundledFile, read_bundle, write_bundle
from l2dwk_core.bundles.bundle import MAX_ADDRESS, check_address
from pages.choices.choice import Choice
from pages.choices.query import within_length
from pages.lab import class_file_button
from pages.runtime import class_folder
from pages.state import own_table
from pages.state.class_file import read_class_file
from pages.state.own_table import OwnTable
from tests import page_apps as apps
from tests.data_page import to_lab, with_upload
from tests.pages.test_dataset_key import CSV
from tests.votes_page import CSV as VOTES

NAME = "Patients <b>week 3</b>"
ADDRESS = {
    "v": "1", "n_members": "21", "lam": "2.0", "lock": "lam", "hide": "seed",
    "dataset": "data", "pin.v": "1", "pin.dataset": "data", "pin.n_members": "21",
}  # fmt: skip
QUESTION = """+++
title = "A question about a run"
about = "How many stay?"
learnt = "It."
+++

## A question
+++
figures = ["sparsity"]
[choice]
dataset = "data"
n_members = 21
lam = 2.0
[question]
ask = "How many trees stay?"
answer = "members_kept"
low = 0
high = 21
+++
Answer first.

### After the answer
It is {{members_kept}}.
"""


@cache
def table() -> OwnTable:
    """The lecturer's table, used in another way than is proposed."""
    return OwnTable.read("t.csv", CSV).with_roles({"visits": "symbolic"}).aimed_at("ward")


def held(**changes: Any) -> Bundle:
    own = table()
    whole = {
        "name": NAME,
        "address": ADDRESS,
        "data": BundledFile("table", own.file_name, own.data, own.arguments()),
    } | changes
    return Bundle(**whole)


def opened(content: bytes, name: str = "x.zip") -> Any:
    """The page that a class file leads to, opened on the page of lessons."""
    app = apps.open_page("lessons.py", v="1")
    app.file_uploader(key="class_upload").upload(name, content).run()
    apps.check(app)
    return app


def followed(app: Any, view: str) -> Any:
    """The page that the app has switched to; a test's next run would begin on the old one."""
    address = apps.address(app)
    app.switch_page(f"views/{view}")
    for name, value in address.items():
        app.query_params[name] = value
    app.run()
    apps.check(app)
    return app


def written(app: Any) -> dict[str, str]:
    """The address that the page writes, also where the browser replaces it."""
    return dict(app.session_state["written_query"])


def assert_restored(app: Any) -> None:
    chosen = app.session_state["choice"]
    assert (chosen.dataset, chosen.lam, chosen.n_members) == (table().word, 2.0, 21)
    assert app.select_slider(key="choice.lam").disabled
    assert not [box for box in app.number_input if box.key == "choice.seed"]
    pinned = app.session_state["pinned choice"]
    assert (pinned.dataset, pinned.lam) == (table().word, Choice().lam)
    assert written(app)["pin.dataset"] == table().word


@pytest.mark.parametrize("most_columns", [200, 3])
def test_a_link_to_an_own_table_keeps_its_locks_and_pinned_run_when_the_file_is_given(
    most_columns, monkeypatch
):
    """Also of a table that is too large to be put together within a page."""
    monkeypatch.setattr(own_table, "MAX_COLUMNS_AT_ONCE", most_columns)
    word = OwnTable.read("t.csv", CSV).word
    query = {name: word if value == "data" else value for name, value in ADDRESS.items()}
    app = apps.open_page("lab.py", **query | {"lock": "lam,dataset"})
    apps.check(app)
    assert app.session_state["choice"].dataset == "glass"
    assert "A is pinned" not in apps.said(app)
    # A file that is another one is refused, with what to do.
    app.file_uploader(key="missing_file").upload("t.csv", CSV.replace(b"south", b"east")).run()
    assert "not the file that the address is about" in app.error[0].value
    app.file_uploader(key="missing_file").upload("t.csv", CSV).run()
    app = apps.waited(app)
    apps.check(app)
    assert "Give the file here" not in apps.said(app)
    assert app.session_state["choice"].dataset == word
    assert app.select_slider(key="choice.lam").disabled
    assert app.selectbox(key="choice.dataset").disabled
    assert apps.address(app)["pin.dataset"] == word
    assert app.session_state["pinned choice"].dataset == word


def test_the_data_page_takes_the_table_of_a_link_that_locks_it():
    word = OwnTable.read("t.csv", CSV).word
    app = apps.open_page("data.py", v="1", dataset=word, lock="dataset,lam", lam="2.0",
                         **{"data.section": "own"})  # fmt: skip
    app.file_uploader(key="own_file").upload("t.csv", CSV).run()
    to_lab(app)
    assert app.session_state["choice"].dataset == word
    assert app.select_slider(key="choice.lam").disabled


@pytest.mark.slow
def test_the_lab_makes_a_file_that_restores_it():
    app = with_upload()
    to_lab(app)
    app.slider(key="choice.n_members").set_value(21).run()
    app = apps.trained(app)
    app.button(key="pin").click().run()
    app.select_slider(key="choice.lam").set_value(2.0).run()
    app.session_state["exercise_drawer"] = True
    app.run()
    app.multiselect(key="exercise.lock").set_value(["lam"]).run()
    app.text_input(key="question_ask").set_value("How many trees stay?").run()
    assert "question goes into the file" in apps.said(app)
    app.text_input(key="class_file_name").set_value("Weine, Woche 3").run()
    apps.check(app)
    assert [b for b in app.get("download_button") if b.key == "class_file"]
    app.number_input(key="to members_kept").set_value(-5.0).run()
    assert app.error
    assert "The question above has faults" in apps.said(app)
    assert not [b for b in app.get("download_button") if b.key == "class_file"]
    app.number_input(key="to members_kept").set_value(21.0).run()
    apps.check(app)
    assert "?class=weine-woche-3" in apps.said(app)
    assert "t.csv as you uploaded it" in apps.said(app)
    query = apps.address(app) | {"lock": "lam"}
    own = app.session_state["own_draft"]
    lesson = QUESTION.replace('"data"', f'"{own.word}"')
    made = class_file_button.content("Weine, Woche 3", query, lesson, own)
    bundle = read_bundle(made)
    assert own.word.encode() not in made
    assert (bundle.address["dataset"], bundle.address["pin.dataset"]) == ("data", "data")
    found = read_class_file(made, name="x.zip")
    assert found.own.word == own.word
    assert found.query("lab") == query


@pytest.mark.slow
def test_an_uploaded_file_restores_everything_and_asks_its_question():
    app = followed(opened(write_bundle(held(lesson=QUESTION))), "lessons.py")
    app = apps.waited(app)
    assert "How many trees stay?" in apps.said(app)
    app.button(key="predict").click().run()
    apps.check(app)
    assert "It is " in apps.said(app)
    app.button(key="class_run").click().run()
    app = followed(app, "lab.py")
    assert_restored(app)
    assert NAME in apps.said(app)


@pytest.mark.parametrize("most_columns", [200, 3])
def test_after_f5_the_file_is_asked_for_and_the_rest_of_the_address_counts(
    most_columns, monkeypatch
):
    monkeypatch.setattr(own_table, "MAX_COLUMNS_AT_ONCE", most_columns)
    content = write_bundle(held())
    app = followed(opened(content), "lab.py")
    assert_restored(app)
    again = apps.open_page("lab.py", **written(app) | {"kernel": "linear"})
    assert again.session_state["choice"].dataset == "glass"
    assert again.select_slider(key="choice.lam").disabled
    again.file_uploader(key="missing_file").upload("x.zip", content).run()
    apps.check(again)
    assert_restored(again)
    assert again.session_state["choice"].kernel == "linear"


def test_after_f5_on_a_lesson_the_file_brings_the_pinned_run_back():
    content = write_bundle(held(lesson=QUESTION))
    app = followed(opened(content), "lessons.py")
    again = apps.open_page("lessons.py", **written(app))
    assert "with the class file also its pinned run" in apps.said(again)
    again.file_uploader(key="missing_file").upload("x.zip", content).run()
    again = apps.waited(again)
    again.button(key="predict").click().run()
    apps.check(again)
    links = [link.proto.query_string for link in again.get("page_link")]
    assert [q for q in links if f"pin.dataset={table().word}" in q]


def test_a_file_with_another_table_is_not_taken_for_the_missing_one():
    other = write_bundle(held(data=BundledFile("table", "u.csv", CSV, {"target": "outcome"})))
    query = {name: table().word if v == "data" else v for name, v in ADDRESS.items()}
    app = apps.open_page("lab.py", **query | {"lam": "3.0"})
    app.file_uploader(key="missing_file").upload("x.zip", other).run()
    apps.check(app)
    assert "holds another table" in app.warning[0].value
    assert app.session_state["choice"].dataset == "glass"
    app.button(key="missing_other").click().run()
    apps.check(app)
    assert app.session_state["choice"].lam == 2.0
    assert app.session_state["choice"].dataset.startswith("own-")


@pytest.mark.parametrize("place", ["own", "votes"])
def test_the_places_for_tables_take_a_class_file_too(place):
    app = apps.open_page("data.py", v="1", **{"data.section": place})
    app.file_uploader[0].upload("x.zip", write_bundle(held())).run()
    apps.check(app)
    assert_restored(followed(app, "lab.py"))


def test_a_damaged_file_is_named_with_what_to_do():
    for content, said in (
        (write_bundle(held())[:-40] + b"bundle.toml", "damaged or encrypted"),
        (write_bundle(held(data=BundledFile("table", "t.csv", CSV, {"target": "<i>"}))), "<i>"),
        (write_bundle(held(lesson=QUESTION.replace("lam = 2.0", "lamm = 2.0"))), "lamm"),
        (write_bundle(held(data=None, lesson=QUESTION)), "there is none here"),
        (b"a,b\n1,2\n", "is no file for a class"),
    ):
        app = opened(content)
        assert said in app.error[0].value.replace("\\", "")
        assert not apps.button(app, "class_leave")


def test_what_is_wrong_with_a_file_is_said_on_the_page_it_was_given_to_only():
    damaged = write_bundle(held())[:-40] + b"bundle.toml"
    app = opened(damaged)
    assert app.error
    app = followed(app, "claims.py")
    assert not app.error
    app = apps.open_page("data.py", v="1", **{"data.section": "own"})
    app.file_uploader(key="own_file").upload("bad.zip", damaged).run()
    assert app.error
    app.file_uploader(key="own_file").upload("t.csv", CSV).run()
    app.run()  # as the page does when the file is read
    assert not app.error


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """A folder of the server with a class, one with votes, a lesson, and what does not belong."""
    monkeypatch.setenv(class_folder.VARIABLE, str(tmp_path))
    (tmp_path / "wine.zip").write_bytes(write_bundle(held(lesson=QUESTION)))
    votes = BundledFile("votes", "iris.csv", VOTES)
    (tmp_path / "models.zip").write_bytes(write_bundle(Bundle("Our <i>models</i>", {}, votes)))
    (tmp_path / "few.md").write_text(QUESTION.replace('"data"', '"zoo"'))
    (tmp_path / "broken.zip").write_bytes(b"x")
    (tmp_path / "notes.txt").write_text("x")
    (tmp_path / "sub").mkdir()
    return tmp_path


def test_a_short_link_is_enough_also_after_f5(folder):
    app = apps.open_page("lab.py", **{"class": "wine"})
    assert_restored(app)
    app.selectbox(key="choice.kernel").set_value("linear").run()
    query = apps.address(app)
    assert query["class"] == "wine"
    again = apps.open_page("lab.py", **query)
    assert_restored(again)
    assert again.session_state["choice"].kernel == "linear"
    assert "<b>" not in apps.texts(again).replace("\\<", "")
    # A value that is the default again is not replaced by that of the class.
    default = apps.open_page("lab.py", **{k: v for k, v in query.items() if k != "lam"})
    assert default.session_state["choice"].lam == Choice().lam
    lesson = apps.waited(apps.open_page("lessons.py", **{"class": "wine"}))
    assert "How many trees stay?" in apps.said(lesson)
    lesson = apps.waited(apps.open_page("lessons.py", **written(lesson)))
    assert "How many trees stay?" in apps.said(lesson)
    lesson.button(key="class_run").click().run()
    assert_restored(followed(lesson, "lab.py"))


def test_a_short_link_without_a_page_leads_to_the_lesson_or_to_the_lab(folder):
    app = followed(apps.open_page("start.py", **{"class": "models"}), "lab.py")
    assert app.session_state["choice"].dataset.startswith("votes-")
    app = followed(apps.open_page("start.py", **{"class": "few"}), "lessons.py")
    assert app.session_state["view"].chosen.title == "A question about a run"


PAIR_QUESTION = """+++
title = "Two members"
about = "How often do they differ?"
learnt = "It."
+++

## A pair
+++
figures = ["pair_measures"]
[pair]
both = 60
[question]
ask = "How large is the disagreement?"
answer = "disagreement"
low = 0
high = 1
step = 0.1
+++
Answer first.
"""


def place_of_slider(app: Any) -> int:
    """Which of the blocks of the page holds the slider."""
    blocks = app.main.children.items()
    return next(n for n, b in blocks if getattr(b, "children", None) and b.get("slider"))


def test_a_question_of_a_class_keeps_its_place_so_that_its_slider_keeps_the_keyboard(folder):
    """The browser draws anew what has another place on the page than in the run before."""
    (folder / "pair.md").write_text(PAIR_QUESTION)
    app = apps.open_page("start.py", **{"class": "pair"})
    app.switch_page("views/lessons.py")
    places = [place_of_slider(app)]
    for value in (0.1, 0.2):
        app.slider[0].set_value(value).run()
        apps.check(app)
        assert app.slider[0].value == value
        places.append(place_of_slider(app))
    assert len(set(places)) == 1


def test_a_faulty_lesson_is_named_with_a_line_for_each_fault(folder):
    """In the list of classes, and at the address that names it."""
    text = PAIR_QUESTION.replace("title", "titel").replace("low = 0", 'low = "0"')
    (folder / "faulty.md").write_text(text)
    listed = next(e.value for e in apps.open_page("lessons.py", v="1").error if "fau" in e.value)
    linked = apps.open_page("start.py", **{"class": "faulty"}).error[0].value
    for said in (listed, linked):
        first, *faults = said.replace("\\", "").split("\n")
        assert first.strip() == "The lesson 'faulty.md' has 3 faults:"
        assert [fault.split(":")[0] for fault in faults] == ["Line 2", "Line 2", "Line 15"]


def test_the_lessons_page_lists_the_classes_of_the_server(folder):
    app = apps.open_page("lessons.py", v="1")
    listed = {b.key: b.label.replace("\\", "") for b in app.button if b.key.startswith("class.")}
    assert listed == {
        "class.few": "A question about a run", "class.models": "Our <i>models</i>",
        "class.wine": NAME,
    }  # fmt: skip
    assert not any("<" in b.label.replace("\\<", "") for b in app.button)
    assert "'broken.zip' is no class file" in app.error[0].value.replace("\\", "")
    app.button(key="class.few").click().run()
    app = apps.waited(app)
    assert "How many trees stay?" in apps.said(app)
    app.button(key="class_leave").click().run()
    apps.check(app)
    assert "class" not in apps.address(app)


def test_the_list_says_which_files_are_left_out(tmp_path, monkeypatch):
    monkeypatch.setenv(class_folder.VARIABLE, str(tmp_path))
    (tmp_path / "few.md").write_text(QUESTION.replace('"data"', '"zoo"'))
    (tmp_path / "loop.zip").symlink_to("loop.zip")
    Path(os.fsdecode(os.fsencode(tmp_path) + b"/bad\xff.md")).write_text("x")
    app = apps.open_page("lessons.py", v="1")
    apps.check(app)
    assert app.button(key="class.few")
    said = [error.value.replace("\\", "") for error in app.error]
    assert [line.split(" is left out")[0] for line in said] == ["'badudcff.md'", "'loop.zip'"]


@pytest.mark.parametrize("name", ["win", "../wine", "notes", "sub", "/etc/passwd", "wine.zip"])
def test_a_name_that_the_folder_does_not_have_is_refused(folder, name):
    app = apps.open_page("lab.py", v="1", lam="2.0", **{"class": name})
    apps.check(app)
    assert "has no class" in app.error[0].value
    assert app.session_state["choice"].lam == 2.0
    app.select_slider(key="choice.lam").set_value(3.0).run()
    assert "class" not in apps.address(app)


FAULTY = {
    "v": "1", "dataset": "zoo", "n_members": "21", "kernel": "gausian", "lam": "many",
    "nonsense": "3", "look.only": "zzzz", "pin.v": "1", "pin.dataset": "zoo", "pin.lam": "few",
}  # fmt: skip
FAULTS = ("(kernel) is 'gausian'", "(lam) is 'many'", "'nonsense'", "(look.only) is 'zzzz'",
          "(lam) is 'few'")  # fmt: skip


def assert_every_fault_is_said_once(app: Any) -> None:
    apps.check(app)
    said = apps.said(app)
    assert [said.count(fault) for fault in FAULTS] == [1] * len(FAULTS), said
    app.run()
    app.select_slider(key="choice.lam").set_value(3.0).run()
    assert not any(fault in apps.said(app) for fault in FAULTS)


def test_what_is_faulty_in_an_uploaded_class_is_said_in_the_lab_that_it_opens():
    content = write_bundle(Bundle("Faulty", FAULTY))
    app = opened(content)
    assert_every_fault_is_said_once(followed(app, "lab.py"))


@pytest.mark.parametrize("view", ["start.py", "lessons.py", "lab.py"])
def test_what_is_faulty_in_a_class_of_the_server_is_said_in_the_lab(folder, view):
    (folder / "faulty.zip").write_bytes(write_bundle(Bundle("Faulty", FAULTY)))
    app = apps.open_page(view, **{"class": "faulty"})
    assert_every_fault_is_said_once(app if view == "lab.py" else followed(app, "lab.py"))


def test_what_is_faulty_is_said_for_the_run_of_a_class_with_a_lesson(folder):
    bundle = held(address=FAULTY | {"hide": "sead"}, data=None, lesson=QUESTION.replace(
        'dataset = "data"', 'dataset = "zoo"'))  # fmt: skip
    (folder / "faulty.zip").write_bytes(write_bundle(bundle))
    app = apps.waited(apps.open_page("lessons.py", v="1"))
    app.button(key="class.faulty").click().run()
    app = apps.waited(app)
    assert "(hide) is 'sead'" in apps.said(app)
    app.button(key="class_run").click().run()
    assert_every_fault_is_said_once(followed(app, "lab.py"))


def test_the_longest_address_of_a_class_file_is_read_whole():
    address = {f"p{i}": "x" * 5_000 for i in range(4)}
    address["last"] = "x" * (MAX_ADDRESS - sum(len(k) + len(v) + 2 for k, v in address.items()) - 6)
    check_address(address)
    query = {
        **address,
        "v": "1",
        "dataset": "own-0123456789abcdef",
        "pin.dataset": "own-0123456789abcdef",
        "class": "x" * 100,
    }
    assert within_length({name: [value] for name, value in query.items()})[1] == []


def test_an_address_too_long_for_a_class_is_refused_where_the_file_is_made():
    app = AppTest.from_function(_long_address).run()
    (said,) = app.error
    assert "at most 23,000 are read. Make it shorter; the longest parameter is 'note'" in said.value
    assert not app.get("download_button")


def _long_address():
    from pages.lab import class_file_button

    class_file_button.show({"lam": "2.0", "note": "x" * 23_000}, "")


def test_a_link_opens_the_place_for_a_file():
    def is_open(app):
        (place,) = [box for box in app.expander if box.label == "Open a file for your class"]
        return place.proto.expanded

    app = apps.open_page("lessons.py", v="1", **{"lessons.class_file": "yes"})
    apps.check(app)
    assert is_open(app) and apps.address(app)["lessons.class_file"] == "yes"
    assert not is_open(apps.open_page("lessons.py", v="1"))
