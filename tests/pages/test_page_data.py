"""The Data page: catalogue and cards, teaching sets, and a table of one's own up to the Lab."""

from __future__ import annotations

import gzip
import time
from urllib.parse import parse_qs

import numpy as np
import pytest
from streamlit.delta_generator import DeltaGenerator

from l2dwk_core.datasets import DATASETS, load_dataset, read_table, teaching_set
from l2dwk_core.datasets.profile import challenge
from l2dwk_core.method.settings import Settings
from l2dwk_core.runs.prepare import prepare_run
from pages.data import dataset_card
from pages.state.own_table import OwnTable
from tests import page_apps as apps
from tests.pages.test_dataset_key import CSV
from tests.trainings import FEW


def _data(**query: str):
    return apps.open_page("data.py", **{"v": "1"} | query)


def _own(name: str = "t.csv", content: bytes = CSV):
    app = _data(**{"data.section": "own"})
    app.file_uploader[0].upload(name, content).run()
    apps.check(app)
    return app


def _to_lab(app) -> None:
    """Press the button; a test's next run would begin on the old page again."""
    apps.button(app, "use_in_lab").click().run()
    apps.check(app)
    address = apps.address(app)
    app.switch_page("views/lab.py")
    for name, value in address.items():
        app.query_params[name] = value
    app.run()


def _frame(app, column: str):
    return next(f.value for f in app.dataframe if column in f.value.columns)


def test_catalogue_lists_all_with_both_sizes_and_reasons():
    app = _data()
    apps.check(app)
    table = _frame(app, "reason")
    assert list(table.index) == list(DATASETS)
    for name, facts in DATASETS.items():
        line = table.loc[name]
        assert line["rows"] == facts.n_rows
        assert line["reason"] == facts.paper_remark
        if facts.paper_sizes:
            assert line["rows (paper)"] == facts.paper_rows
            assert line["reason"] == (facts.difference or "The two agree.")
    assert f"{len(DATASETS)} of {len(DATASETS)} datasets" in apps.said(app)


def test_filters_work_and_stand_in_the_address():
    app = _data()
    app.text_input(key="data.find").set_value("heart dis").run()
    app.selectbox(key="data.gaps").set_value("some").run()
    apps.check(app)
    assert list(_frame(app, "reason").index) == ["heart-c", "heart-h"]
    address = apps.address(app)
    assert (address["data.find"], address["data.gaps"]) == ("heart dis", "some")
    again = _data(**address)
    assert list(_frame(again, "reason").index) == ["heart-c", "heart-h"]
    app.text_input(key="data.find").set_value("nothing like it").run()
    apps.check(app)
    assert "No dataset passes these filters" in apps.said(app)


@pytest.mark.parametrize("name", ["glass", "colic", "audiology", "balloons", "wave40"])
def test_card_shows_facts_and_counts(name):
    app = _data(**{"data.show": name})
    apps.check(app)
    assert not app.error
    facts = DATASETS[name]
    assert facts.donors in apps.said(app)
    assert facts.licence in apps.said(app)
    bars = apps.trace(app, "rows of the class")
    assert apps.numbers(bars["x"]).sum(dtype=int) == facts.n_rows
    values = {metric.label: metric.value for metric in app.metric}
    assert values["Rows"] == f"{facts.n_rows:,}"
    assert values["Missing cells"] == f"{facts.n_missing:,}"
    has_gaps = any(t.get("name") == "missing" for f in apps.figures(app) for t in f["data"])
    assert has_gaps == (facts.n_missing > 0)


def test_artificial_says_how_to_get_it_and_the_page_stays(monkeypatch, tmp_path):
    monkeypatch.setenv("L2DWK_CACHE", str(tmp_path))
    app = _data(**{"data.show": "artificial"})
    apps.check(app)
    assert "Fetching it needs the network, once" in app.info[0].value
    assert DATASETS["artificial"].donors in apps.said(app)
    from l2dwk_core.common.errors import InputError
    from pages.state import session_tables

    def cut(name):
        raise InputError("No network.")

    monkeypatch.setattr(session_tables, "fetch", cut)
    apps.button(app, "fetch").click().run()
    apps.check(app)
    assert [error.value for error in app.error] == ["No network."]


def test_challenge_level_is_the_librarys():
    app = _data(**{"data.show": "zoo"})
    apps.button(app, "challenge").click().run()
    limit = time.monotonic() + 60
    while apps.button(app, "challenge_cancel"):
        assert time.monotonic() < limit
        time.sleep(0.2)
        app.run()
    apps.check(app)
    found = challenge(load_dataset("zoo"))
    np.testing.assert_allclose(
        apps.numbers(apps.trace(app, "A forest, each fold")["x"]), found.forest
    )
    np.testing.assert_allclose(
        apps.numbers(apps.trace(app, "A single tree")["x"]), [found.tree.mean()]
    )


def test_use_in_lab_takes_the_dataset_along():
    app = _data(**{"data.show": "zoo", "lam": "2.0"})
    _to_lab(app)
    apps.check(app)
    assert app.selectbox(key="choice.dataset").value == "zoo"
    assert app.select_slider(key="choice.lam").value == 2.0


@pytest.mark.usefixtures("few_members")
def test_teaching_set_follows_its_controls_and_runs_in_the_lab():
    app = _data(**{"data.section": "teaching", "data.kind": "xor", "data.n_rows": "150"})
    app.slider(key="data.noise").set_value(0.4).run()
    app.slider(key="data.label_noise").set_value(0.1).run()
    apps.check(app)
    expected = teaching_set("xor", 150, 0.4, 0.1)
    shown = {name: apps.trace(app, name) for name in ("A", "B")}
    for name, cloud in shown.items():
        rows = expected.y == name
        np.testing.assert_allclose(
            apps.numbers(cloud["x"]), expected.X["x1"].to_numpy()[rows], rtol=1e-6
        )
    assert expected.notes[0] in apps.said(app)
    _to_lab(app)
    app.slider(key="choice.n_members").set_value(21).run()
    app = apps.trained(app)
    apps.check(app)
    assert apps.address(app)["dataset"] == "xor_rows150_noise0.4_labels0.1"
    run = prepare_run(expected, n_members=FEW).solve(Settings(), n_members=21)
    assert (
        apps.numbers(apps.trace(app, "L2DWK, weighted vote")["x"])[0] == run.accuracy.l2dwk.accuracy
    )
    app.session_state["take_drawer"] = True
    app.run()
    assert "l2dwk_core.teaching_set('xor', n_rows=150, noise=0.4, label_noise=0.1)" in apps.said(
        app
    )


def test_link_to_a_teaching_set_opens_in_the_lab():
    app = apps.open_page("lab.py", v="1", dataset="moons_noise0.3")
    apps.check(app)
    assert app.selectbox(key="choice.dataset").value == "moons_noise0.3"
    assert not app.warning


@pytest.mark.usefixtures("few_members")
def test_own_table_from_upload_to_the_same_numbers_as_the_library():
    app = _own()
    said = apps.said(app)
    assert "delimiter: **comma**" in said
    assert "Its name is a usual one for a class." in said
    assert "Column 'id' is left out" in said
    assert "cannot share it" in said
    expected = read_table(CSV, target="outcome", name="t.csv")
    assert apps.numbers(apps.trace(app, "rows of the class")["x"]).sum(dtype=int) == len(expected.y)
    _to_lab(app)
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


def _first_said(app) -> str:
    """What stands right below the line on what the file holds."""
    blocks = list(app.main.children.values())
    place = next(n for n, block in enumerate(blocks) if block.type == "subheader") + 1
    return "\n".join(
        str(getattr(node, "key", "") or getattr(node, "value", "")) for node in blocks[place]
    ).replace("\\", "")


def test_what_to_do_with_an_own_table_stands_right_below_what_it_is():
    app = _own()
    assert "use_in_lab" in _first_said(app)
    assert "**outcome** is the class, predicted from 3 columns" in _first_said(app)
    assert [button.key for button in app.button].count("use_in_lab") == 1
    _target(app).set_value("pressure").run()
    app.toggle[0].set_value(False).run()
    assert "different numbers; give bins" in _first_said(app)
    assert not apps.button(app, "use_in_lab")


def test_a_table_without_a_likely_class_says_where_to_choose_one():
    cells = (f"{i * 7 % 101 / 3:.3f},{i * 5 % 97 / 7:.3f}\n" for i in range(60))
    app = _own(content=("a,b\n" + "".join(cells)).encode())
    assert _target(app).value is None
    assert not app.error
    assert "Which column is the class?" in _first_said(app)
    assert not apps.button(app, "use_in_lab")
    _target(app).set_value("a").run()
    assert "use_in_lab" in _first_said(app)


@pytest.mark.usefixtures("few_members")
def test_who_uses_a_table_need_not_say_run_unless_it_is_large(monkeypatch):
    app = _own(content=CSV.replace(b"north", b"west"))
    _to_lab(app)
    assert not apps.button(app, "run")
    assert apps.button(app, "cancel") or app.metric

    monkeypatch.setattr(dataset_card, "MAX_UNASKED_CELLS", 90 * 3 - 1)
    app = _own(content=CSV.replace(b"north", b"east"))
    assert "begins there by *Run*" in _first_said(app)
    _to_lab(app)
    assert apps.button(app, "run")
    assert not apps.button(app, "cancel")


@pytest.mark.usefixtures("few_members")
def test_an_own_table_has_one_name_before_its_run_after_it_and_on_its_files(monkeypatch):
    monkeypatch.setattr(dataset_card, "MAX_UNASKED_CELLS", 1)
    app = _own("my pupils, 2.b.csv", CSV.replace(b"south", b"far"))
    _to_lab(app)
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
    assert files == [f"l2dwk_my-pupils-2-b.{ending}" for ending in ("html", "json", "py")]
    snippet = next(block.value for block in app.code if "import l2dwk_core" in block.value)
    assert "looks for the table's file" in snippet.splitlines()[0]


def test_numeric_target_is_offered_classes():
    app = _own()
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


def test_reading_can_be_corrected():
    app = _own()
    box = next(s for s in app.selectbox if s.label == "Column names")
    box.set_value("no names").run()
    apps.check(app)
    assert "header: **no**" in apps.said(app)
    assert "91 rows" in "".join(s.value for s in app.subheader)
    box = next(s for s in app.selectbox if s.label == "Delimiter")
    box.set_value("semicolon").run()
    apps.check(app)
    assert len(app.error) == 1
    assert app.dataframe


@pytest.mark.parametrize(
    ("name", "content", "said"),
    [
        ("empty.csv", b"", "is empty"),
        ("junk.csv", bytes(range(256)) * 9, "not a text file"),
        ("head.csv", b"a,b,c\n", "no rows|has 0 rows|header"),
        ("ragged.csv", b"a,b\n" + b"1,2\n" * 20 + b"1,2,3\n", "3 cells where the first line has 2"),
        ("quotes.csv", b'a,b\n1,"2\n' * 5, "quote"),
        ("bad.csv.gz", gzip.compress(b"a,b\n1,2\n", mtime=0)[:-9], "damaged gzip"),
        ("picture.png", b"\x89PNG\r\n\x1a\n" + b"0" * 50, "a PNG image"),
        ("book.xlsx", b"PK\x03\x04" + b"0" * 100, "xlsx|workbook|zip"),
    ],
)
def test_bad_file_is_one_line_and_nothing_is_lost(name, content, said):
    app = _own()
    app.file_uploader[0].upload(name, content).run()
    apps.check(app)
    assert len(app.error) == 1
    assert "\n" not in app.error[0].value.strip()
    import re

    assert re.search(said, apps.said(app)), app.error[0].value
    assert "Still here: **t.csv**" in apps.said(app)
    assert apps.button(app, "use_in_lab")
    app.file_uploader[0].upload("again.csv", CSV).run()
    apps.check(app)
    assert not app.error


def _undo(app, words: str):
    """The button beside the decision with these words."""
    return next(b for b in app.button if b.label == words)


def test_what_was_decided_about_a_file_is_shown_with_one_click_to_change_it():
    lines = CSV.decode().splitlines()
    shares = [f"{i % 40}.5%" if i % 30 else "n.d." for i in range(len(lines) - 1)]
    rows = [lines[0] + ",share", *(f"{a},{b}" for a, b in zip(lines[1:], shares, strict=True))]
    app = _own(content=("Spring survey\n\n" + "\n".join(rows)).encode())
    said = apps.said(app)
    assert "The table begins at line 3; 2 lines before it are skipped." in said
    assert "share: 87 of 90 values are numbers; the others ('n.d.') would count as missing" in said
    assert "They are per cents: 1.5% is read as 1.5." in said
    held = app.session_state["own_draft"]
    assert held.dataset.X["share"].dtype == np.float64
    next(b for b in app.button if b.key.startswith("own_undo.") and "categories" in b.label
         and app.session_state["own_draft"].draft.proposals[int(b.key[9:])].column == "share"
         ).click().run()  # fmt: skip
    apps.check(app)
    assert app.session_state["own_draft"].roles == {"share": "symbolic"}
    assert "share: used as categories, as you chose." in apps.said(app)
    _undo(app, "As proposed").click().run()
    apps.check(app)
    assert app.session_state["own_draft"].roles == {}
    assert app.session_state["own_draft"].word == held.word
    _undo(app, "Read from the first line").click().run()
    apps.check(app)
    assert app.session_state["own_refused"][0].skip == 0 or "skip" in apps.said(app)


def test_a_doubtful_decimal_mark_is_changed_by_one_click():
    lines = [f"{1 + i % 40},{100 + i};{i % 7};{'ab'[i % 2]}" for i in range(60)]
    app = _own(content="\n".join(["v;w;class", *lines]).encode())
    assert "It is not sure whether '1,100' in column 'v' is 1.1 or 1100" in apps.said(app)
    assert app.session_state["own_draft"].dataset.X["v"].iloc[0] == 1.1
    _undo(app, "Read 1,100 as 1100").click().run()
    apps.check(app)
    assert app.session_state["own_draft"].dataset.X["v"].iloc[0] == 1100
    assert "not sure" not in apps.said(app)


def test_na_as_a_class_is_kept_by_one_click_and_stands_in_the_code():
    content = CSV.replace(b",ill\n", b",NA\n")
    app = _own(content=content)
    assert "'NA' in" in apps.said(app)
    assert "counts as missing; those rows are left out" in apps.said(app)
    _undo(app, "Keep NA as a class").click().run()
    apps.check(app)
    held = app.session_state["own_draft"]
    assert held.keep == ("NA",)
    expected = read_table(content, target="outcome", keep=("NA",), name="t.csv")
    assert held.dataset.y.tolist() == expected.y.tolist()
    assert "NA" in held.dataset.classes
    assert held.arguments() == {"target": "outcome", "keep": ("NA",)}
    _undo(app, "Count NA as missing").click().run()
    assert app.session_state["own_draft"].keep == ()


@pytest.mark.parametrize("kind", ["parquet", "libsvm"])
def test_other_formats_are_read_from_an_upload(kind):
    import io

    import pandas as pd
    from sklearn.datasets import dump_svmlight_file

    out = io.BytesIO()
    zoo = load_dataset("zoo")
    if kind == "parquet":
        pd.DataFrame(zoo.X).assign(**{"class": zoo.y}).to_parquet(out)
    else:
        codes = np.unique(zoo.y, return_inverse=True)[1]
        dump_svmlight_file(np.arange(101 * 3).reshape(101, 3) % 7, codes, out)
    app = _own(f"zoo.{kind}", out.getvalue())
    assert not app.error
    assert "101 rows" in "".join(s.value for s in app.subheader)
    assert apps.button(app, "use_in_lab")


def test_a_large_file_shows_how_long_it_is_read_and_can_be_cancelled(monkeypatch):
    from pages.data import reading_card
    from tests.pages.test_reading import LARGE, alive, within

    app = _own()
    monkeypatch.setattr(reading_card, "PATIENCE", 0.0)
    app.file_uploader[0].upload("big.csv", LARGE).run()
    apps.check(app)
    assert apps.button(app, "own_cancel")
    assert not apps.button(app, "use_in_lab")
    pids = reading_card.readers().pids
    apps.button(app, "own_cancel").click().run()
    apps.check(app)
    assert within(5, lambda: not all(map(alive, pids)))
    assert "Reading 'big.csv' was cancelled" in app.error[0].value
    assert "Still here: **t.csv**" in apps.said(app)
    assert apps.button(app, "use_in_lab")


def test_a_reading_that_is_refused_leaves_the_table_as_it_was():
    app = _own()
    next(s for s in app.selectbox if s.label == "Delimiter").set_value("semicolon").run()
    apps.check(app)
    assert "one column" in app.error[0].value
    box = next(s for s in app.selectbox if s.label == "Delimiter")
    assert box.value == "semicolon"  # what was asked for, to be asked for otherwise
    box.set_value("found out").run()
    assert not app.error
    assert apps.button(app, "use_in_lab")


def test_leak_is_warned_about():
    lines = CSV.decode().splitlines()
    copy = "\n".join([lines[0] + ",copy", *(f"{line},{line[-3:]}" for line in lines[1:])])
    app = _own(content=copy.encode())
    assert any("stands one to one" in warning.value for warning in app.warning)


def test_markup_in_a_file_stays_text():
    hostile = CSV.replace(b"ward", b"<b>$x$</b>").replace(b"north", b"[a](http://b.c)")
    app = _own("<img>.csv", hostile)
    assert not app.error
    assert "<b>" not in "".join(str(m.value).replace("\\<", "") for m in app.markdown)


def test_leaving_the_page_loses_nothing_and_forgetting_forgets():
    app = _own()
    _target(app).set_value("code").run()
    app.query_params.clear()
    app.switch_page("views/start.py").run()
    app.query_params.clear()
    app.switch_page("views/data.py").run()
    apps.check(app)
    assert _target(app).value == "code"
    _to_lab(app)
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
    assert "cannot be shared by link" in apps.said(app)
    assert "you see **glass** instead" in apps.said(app)
    assert app.selectbox(key="choice.dataset").value == "glass"
    assert app.select_slider(key="choice.lam").value == 2.0
    link = next(link for link in app.get("page_link") if link.proto.label == "Load the table")
    assert parse_qs(link.proto.query_string) == {
        "v": ["1"], "lam": ["2.0"], "data.section": ["own"],
    }  # fmt: skip
    app.select_slider(key="choice.lam").set_value(3.0).run()
    assert "stays with whoever uploaded it" not in apps.said(app)


def test_whoever_brings_the_table_of_a_link_is_told_whether_it_is_that_one():
    app = apps.open_page("data.py", v="1", dataset=OwnTable.read("t.csv", CSV).word,
                         **{"data.section": "own"})  # fmt: skip
    for content, right in ((CSV.replace(b"north", b"south"), False), (CSV, True)):
        app.file_uploader[0].upload("t.csv", content).run()
        apps.check(app)
        said = apps.said(app)
        assert ("This is not the table your link is about" in said) != right
        assert ("This is the table your link is about" in said) == right
    _target(app).set_value("code").run()  # the same file, used in another way
    assert "This is not the table your link is about" in apps.said(app)
    assert "your link is about" not in apps.said(_own())


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
