"""The Data page: an uploaded table, from the choice of its class up to the Lab."""

from __future__ import annotations

import time
from urllib.parse import parse_qs

import numpy as np
import pytest
from streamlit.delta_generator import DeltaGenerator

from l2dwk_core.common.errors import InputError
from l2dwk_core.datasets import TableDraft, load_dataset, read_table
from l2dwk_core.method.settings import Settings
from l2dwk_core.runs.prepare import prepare_run
from pages.data import dataset_card, reading_card, table_outcome
from pages.state import own_table, session_tables
from pages.state.own_table import OwnTable
from tests import page_apps as apps
from tests.data_page import to_lab, with_upload
from tests.pages.test_dataset_key import CSV
from tests.trainings import FEW


def test_own_table_from_upload_to_the_same_numbers_as_the_library():
    app = with_upload()
    said = apps.said(app)
    assert "delimiter: **comma**" in said
    assert "Its name is a usual one for a class." in said
    assert "Column 'id' is left out" in said
    assert "make a file for the class" in said
    expected = read_table(CSV, target="outcome", name="t.csv")
    assert apps.numbers(apps.trace(app, "rows of the class")["x"]).sum(dtype=int) == len(expected.y)
    to_lab(app)
    app.slider(key="choice.n_members").set_value(15).run()
    app = apps.trained(app)
    apps.check(app)
    run = prepare_run(expected, n_members=FEW).solve(Settings(), n_members=15)
    heat = apps.numbers(apps.trace(app, "α")["z"])
    np.testing.assert_allclose(
        np.sort(heat, axis=None), np.sort(run.trace.alphas, axis=None), rtol=1e-6
    )
    assert (
        apps.numbers(apps.trace(app, "L2DWK, weighted vote")["x"])[0] == run.accuracy.l2dwk.accuracy
    )
    app.session_state["take_drawer"] = True
    app.run()
    assert "l2dwk_core.read_table('t.csv', target='outcome')" in apps.said(app)


def test_putting_a_large_table_together_is_called_so_and_can_be_cancelled(monkeypatch):
    app = with_upload(content=CSV.replace(b"north", b"wide"))
    monkeypatch.setattr(own_table, "MAX_COLUMNS_AT_ONCE", 3)
    monkeypatch.setattr(reading_card, "PATIENCE", 0.0)
    _target(app).set_value("pressure").run()
    app.button(key="own_cancel").click().run()
    said = "Putting the columns of 't.csv' together was cancelled; press 'Try again' to do it."
    assert said in _first_said(app)
    app = apps.waited(app.button(key="own_again").click().run())
    assert said not in _first_said(app)


def test_a_large_table_is_put_together_outside_of_the_page(monkeypatch):
    """In this process, where the pages run, that would fail."""
    content = CSV.replace(b"north", b"large")
    n_rows = len(read_table(content, target="outcome", name="t.csv").y)
    monkeypatch.setattr(own_table, "MAX_COLUMNS_AT_ONCE", 3)
    monkeypatch.setattr(TableDraft, "to_dataset", None)
    monkeypatch.setattr(table_outcome, "make_profile", None)
    app = apps.waited(with_upload(content=content))
    assert "use_in_lab" in _first_said(app)
    assert apps.numbers(apps.trace(app, "rows of the class")["x"]).sum(dtype=int) == n_rows
    _target(app).set_value("pressure").run()
    app = apps.waited(app)
    app.toggle[0].set_value(False).run()
    app = apps.waited(app)
    assert "different numbers; give bins" in _first_said(app)
    assert not apps.button(app, "use_in_lab")
    app.button(key="own_again").click().run()
    app = apps.waited(app)
    assert "different numbers; give bins" in _first_said(app)
    _target(app).set_value("outcome").run()
    app = apps.waited(app)
    to_lab(app)
    assert "t: class outcome (yours)" in app.selectbox(key="choice.dataset").options


def test_other_pages_do_not_put_a_large_table_together(monkeypatch):
    monkeypatch.setattr(own_table, "MAX_CELLS_AT_ONCE", 10)
    table = OwnTable.read("t.csv", CSV)
    monkeypatch.setattr(session_tables, "own", {table.word: table}.get)
    monkeypatch.setattr(session_tables, "get_script_run_ctx", lambda: True)
    assert not session_tables.has(table.word)
    with pytest.raises(InputError, match="are not put together yet; open the Data page"):
        session_tables.find(table.word)
    table.take(table.dataset)
    assert session_tables.has(table.word)
    assert session_tables.find(table.word) is table.dataset


def _first_said(app) -> str:
    """What stands right below the line on what the file holds."""
    blocks = list(app.main.children.values())
    place = next(n for n, block in enumerate(blocks) if block.type == "subheader") + 1
    return "\n".join(
        str(getattr(node, "key", "") or getattr(node, "value", "")) for node in blocks[place]
    ).replace("\\", "")


def test_what_to_do_with_an_own_table_stands_right_below_what_it_is():
    app = with_upload()
    assert "use_in_lab" in _first_said(app)
    assert "**outcome** is the class, predicted from 3 columns" in _first_said(app)
    assert [button.key for button in app.button].count("use_in_lab") == 1
    _target(app).set_value("pressure").run()
    app.toggle[0].set_value(False).run()
    assert "different numbers; give bins" in _first_said(app)
    assert not apps.button(app, "use_in_lab")


def test_a_table_without_a_likely_class_says_where_to_choose_one():
    cells = (f"{i * 7 % 101 / 3:.3f},{i * 5 % 97 / 7:.3f}\n" for i in range(60))
    app = with_upload(content=("a,b\n" + "".join(cells)).encode())
    assert _target(app).value is None
    assert not app.error
    assert "Which column is the class?" in _first_said(app)
    assert not apps.button(app, "use_in_lab")
    _target(app).set_value("a").run()
    assert "use_in_lab" in _first_said(app)


def test_who_uses_a_table_need_not_say_run_unless_it_is_large(monkeypatch):
    app = with_upload(content=CSV.replace(b"north", b"west"))
    to_lab(app)
    assert not apps.button(app, "run")
    assert apps.button(app, "cancel") or app.metric

    monkeypatch.setattr(dataset_card, "MAX_UNASKED_CELLS", 90 * 3 - 1)
    app = with_upload(content=CSV.replace(b"north", b"east"))
    assert "starts there with *Run*" in _first_said(app)
    to_lab(app)
    assert apps.button(app, "run")
    assert not apps.button(app, "cancel")


def test_an_own_table_has_one_name_before_its_run_after_it_and_on_its_files(monkeypatch):
    monkeypatch.setattr(dataset_card, "MAX_UNASKED_CELLS", 1)
    app = with_upload("my pupils, 2.b.csv", CSV.replace(b"south", b"far"))
    to_lab(app)
    menu = app.selectbox(key="choice.dataset")
    assert menu.options[0] == "my pupils, 2.b: class outcome (yours)"
    assert "**my pupils, 2.b · " in apps.said(app)
    app = apps.trained(app)
    assert "**my pupils, 2.b**  ·  " in apps.said(app)
    files = []
    button = DeltaGenerator.download_button

    def noted(*arguments, file_name, **more):
        files.append(file_name)
        return button(*arguments, file_name=file_name, **more)

    monkeypatch.setattr(DeltaGenerator, "download_button", noted)
    app.session_state["take_drawer"] = True
    app.run()
    apps.check(app)
    assert files == [
        f"l2dwk_my-pupils-2-b_bagging_gaussian_lambda-1_seed-0.{ending}"
        for ending in ("html", "json", "py")
    ]
    snippet = next(block.value for block in app.code if "import l2dwk_core" in block.value)
    assert "looks for the table's file" in snippet.splitlines()[0]


def test_numeric_target_is_offered_classes():
    app = with_upload()
    _target(app).set_value("pressure").run()
    apps.check(app)
    assert "cut into 3 classes of about equal frequency" in apps.said(app)
    next(n for n in app.number_input if "different numbers into" in n.label).set_value(5).run()
    apps.check(app)
    assert "cut into 5 classes" in apps.said(app)
    app.toggle[0].set_value(False).run()
    apps.check(app)
    assert "different numbers; give bins" in apps.said(app)
    assert len(app.error) == 1
    _target(app).set_value("outcome").run()
    apps.check(app)
    assert not app.error


def test_leak_is_warned_about():
    lines = CSV.decode().splitlines()
    copy = "\n".join([lines[0] + ",copy", *(f"{line},{line[-3:]}" for line in lines[1:])])
    app = with_upload(content=copy.encode())
    assert any("stands one to one" in warning.value for warning in app.warning)


def test_markup_in_a_file_stays_text():
    hostile = CSV.replace(b"ward", b"<b>$x$</b>").replace(b"north", b"[a](http://b.c)")
    app = with_upload("<img>.csv", hostile)
    assert not app.error
    assert "<b>" not in "".join(str(m.value).replace("\\<", "") for m in app.markdown)


def test_leaving_the_page_loses_nothing_and_forgetting_forgets():
    app = with_upload()
    _target(app).set_value("visits").run()
    app.query_params.clear()
    app.switch_page("views/start.py").run()
    app.query_params.clear()
    app.switch_page("views/data.py").run()
    apps.check(app)
    assert _target(app).value == "visits"
    to_lab(app)
    assert app.session_state["choice"].dataset.startswith("own-")
    app.query_params.clear()
    app.switch_page("views/data.py").run()
    apps.button(app, "own_forget").click().run()
    apps.check(app)
    assert "dataset" not in apps.address(app)
    assert not apps.button(app, "use_in_lab")
    assert "Upload a file to begin" in "".join(i.value for i in app.info)


def test_link_to_an_own_table_in_another_session_falls_back_with_a_card():
    word = OwnTable.read("t.csv", CSV).word
    app = apps.open_page("lab.py", v="1", dataset=word, lam="2.0")
    apps.check(app)
    assert not app.warning
    assert "stays with whoever uploaded it" in apps.said(app)
    assert "a link cannot share it" in apps.said(app)
    assert "you see **glass** instead" in apps.said(app)
    assert app.selectbox(key="choice.dataset").value == "glass"
    assert app.select_slider(key="choice.lam").value == 2.0
    link = next(link for link in app.get("page_link") if "Data page" in link.proto.label)
    assert parse_qs(link.proto.query_string) == {
        "v": ["1"], "lam": ["2.0"], "dataset": [word], "data.section": ["own"],
    }  # fmt: skip
    app.select_slider(key="choice.lam").set_value(3.0).run()
    # It can be given later, also after F5.
    assert "stays with whoever uploaded it" in apps.said(app)
    assert apps.address(app)["dataset"] == word
    app.button(key="missing_without").click().run()
    assert "stays with whoever uploaded it" not in apps.said(app)
    assert "dataset" not in apps.address(app)


def test_whoever_brings_the_table_of_a_link_is_told_whether_it_is_that_one():
    app = apps.open_page("data.py", v="1", dataset=OwnTable.read("t.csv", CSV).word,
                         **{"data.section": "own"})  # fmt: skip
    for content, right in ((CSV.replace(b"north", b"south"), False), (CSV, True)):
        app.file_uploader[0].upload("t.csv", content).run()
        apps.check(app)
        said = apps.said(app)
        assert ("This is not the table your link is about" in said) != right
        assert ("This is the table your link is about" in said) == right
    _target(app).set_value("visits").run()  # the same file, used in another way
    assert "This is not the table your link is about" in apps.said(app)
    assert "your link is about" not in apps.said(with_upload())


def test_what_was_trained_on_an_own_table_goes_with_it():
    from pages.jobs.job_queue import JobQueue

    queue = JobQueue(lambda session: True, find=lambda word: load_dataset("zoo"))
    recipe = prepare_run("zoo", n_members=2).recipe
    queue.start(recipe, "a")
    limit = time.monotonic() + 30
    while queue.prepared(recipe) is None:
        assert time.monotonic() < limit
        time.sleep(0.01)
    queue.forget("another")
    assert queue.prepared(recipe) is not None
    queue.forget("zoo")
    assert queue.prepared(recipe) is None


def _target(app):
    return next(s for s in app.selectbox if s.label == "Class")


def test_a_column_that_says_how_rows_were_used_is_shown_as_left_out_and_why():
    rows = [f"{i % 13},{['train', 'test'][i % 5 == 0]},{'ab'[i * 7 % 5 > 2]}" for i in range(60)]
    app = with_upload(content="\n".join(["x,split,class", *rows]).encode())
    editor = next(f for f in app.dataframe if "role" in f.value.columns)
    assert editor.value["role"].tolist()[1] == "ignored"
    assert "left out: no input" in editor.proto.columns
    assert "in which part of a split a row was" in apps.texts(app)


def test_the_table_of_columns_shows_the_lowest_and_the_highest_value():
    rows = [f"{18 + i % 50},{99 if i == 7 else 1 + i % 5},{'ab'[i % 3 > 1]}" for i in range(60)]
    app = with_upload(content="\n".join(["age,q1,kind", *rows]).encode())
    editor = next(f for f in app.dataframe if "role" in f.value.columns)
    assert editor.value["lowest"].tolist() == ["18", "1", ""]
    assert editor.value["highest"].tolist() == ["67", "99", ""]
