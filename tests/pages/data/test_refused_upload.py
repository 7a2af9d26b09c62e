"""The Data page: a first upload that is refused has the controls its refusal speaks of."""

from __future__ import annotations

import gzip
import io
import zipfile

import pandas as pd
import pytest

from l2dwk_core.datasets import read_table
from pages.data.table_reading import TRIED
from tests import page_apps as apps
from tests.data_page import with_upload
from tests.datasets.tables.test_excel import workbook
from tests.pages.test_dataset_key import CSV

TITLE = b"A line of text, of no table\n" * 3 + b"A line of text\n" * 37
BELOW = TITLE + CSV
TILDES = CSV.replace(b",", b"~")
N = len(CSV.splitlines()) - 1


def labels(app) -> set[str]:
    controls = (*app.selectbox, *app.text_input, *app.number_input)
    return {control.label for control in controls if str(control.key).startswith("own.refused.")}


def control(app, label: str):
    controls = (*app.selectbox, *app.text_input, *app.number_input)
    found = [c for c in controls if str(c.key).startswith("own.refused.") and c.label == label]
    assert len(found) == 1
    return found[0]


def typed(app, text: str) -> None:
    box = control(app, "Delimiter")
    assert box.proto.accept_new_options
    box.options.append(text)
    box.set_value(text).run()


def is_read(app) -> bool:
    apps.check(app)
    assert not app.error
    assert not labels(app)
    assert TRIED not in app.session_state
    return f"{N} rows" in "".join(s.value for s in app.subheader)


def test_lines_before_the_table_are_said_under_the_refusal_and_the_file_is_read_again():
    app = with_upload("t.csv", BELOW)
    assert "say that 40 lines stand before the table (skip=40)" in app.error[0].value
    control(app, "Lines before the table").set_value(40).run()
    assert is_read(app)
    held = app.session_state["own_draft"]
    assert held.arguments()["skip"] == 40
    expected = read_table(BELOW, name="t.csv", **held.arguments())
    assert held.dataset.y.tolist() == expected.y.tolist()
    # From here on the table's own controls hold what was said.
    assert next(n for n in app.number_input if n.label == "Lines before the table").value == 40


@pytest.mark.parametrize(("mark", "option"), [("~", "tilde ~"), ("^", "caret ^"), ("#", "hash #")])
def test_an_unusual_delimiter_is_chosen_under_the_refusal(mark, option):
    app = with_upload("t.csv", CSV.replace(b",", mark.encode()))
    assert f"delimiter={mark!r}" in app.error[0].value.replace("\\", "")
    control(app, "Delimiter").set_value(option).run()
    assert is_read(app)
    assert app.session_state["own_draft"].reading.delimiter == mark


def test_a_delimiter_that_is_in_no_menu_is_typed():
    app = with_upload("t.csv", CSV.replace(b",", b"!"))
    typed(app, "!")
    assert is_read(app)
    box = next(s for s in app.selectbox if s.label == "Delimiter")
    assert box.value == "!"
    box.set_value("found out").run()
    assert "one column" in app.error[0].value  # and what was read is still there
    assert app.session_state["own_draft"].reading.delimiter == "!"


def test_what_is_refused_again_says_so_and_may_be_said_otherwise():
    app = with_upload("t.csv", TILDES)
    control(app, "Delimiter").set_value("semicolon").run()
    apps.check(app)
    assert len(app.error) == 1
    assert control(app, "Delimiter").value == "semicolon"
    app.run()
    assert control(app, "Delimiter").value == "semicolon"
    control(app, "Delimiter").set_value("tilde ~").run()
    assert is_read(app)


def test_a_typed_delimiter_of_several_characters_is_refused_in_words():
    app = with_upload("t.csv", TILDES)
    typed(app, "~~" * 500)
    apps.check(app)
    assert "give one character" in app.error[0].value
    assert len(app.error[0].value) < 300
    control(app, "Delimiter").set_value("tilde ~").run()
    assert is_read(app)


def test_the_worksheet_and_the_rows_above_are_said_of_a_workbook():
    rows = [line.split(",") for line in CSV.decode().splitlines()[:9]]
    data = workbook([["word"], *([f"w{i}"] for i in range(30))], small=[["note"], *rows])
    app = with_upload("t.xlsx", data)
    assert "The sheet is 'Data'; the file has 'Data', 'small'." in app.error[0].value
    assert labels(app) == {
        "Column names", "Worksheet", "Decimal mark", "Lines before the table",
        "Line under the names", "Around the table",
    }  # fmt: skip
    control(app, "Worksheet").set_value("small").run()
    apps.check(app)
    assert not labels(app)
    assert "8 rows, 5 columns" in "".join(s.value for s in app.subheader)


def test_only_what_the_format_has_is_shown():
    text = {
        "Column names", "Delimiter", "Decimal mark", "Encoding", "Lines before the table",
        "Line under the names", "Around the table",
    }  # fmt: skip
    archive = io.BytesIO()
    with zipfile.ZipFile(archive, "w") as made:
        made.writestr("t.csv", TILDES)
    parquet = io.BytesIO()
    pd.DataFrame({"x": range(30)}).to_parquet(parquet)
    for name, content, expected in (
        ("t.csv.gz", gzip.compress(TILDES, mtime=0), text),
        ("t.arff", b"@relation t\n@attribute x numeric\n@data\n1\n", {"Encoding", "Decimal mark"}),
        ("t.zip", archive.getvalue(), text - {"Line under the names"} | {"Worksheet"}),
        ("t.parquet", parquet.getvalue(), set()),
        ("t.png", b"\x89PNG\r\n\x1a\n" + b"0" * 50, set()),
        ("t.csv", b"<!doctype html><html><table>", set()),
        ("t.csv", b"", set()),
    ):
        app = with_upload(name, content)
        assert app.error, name
        assert labels(app) == expected, name


def test_a_table_that_was_there_stays_until_the_refused_file_is_read():
    app = with_upload("first.csv")
    app.file_uploader[0].upload("second.csv", TILDES).run()
    apps.check(app)
    assert "Still here: **first.csv**" in apps.said(app)
    assert apps.button(app, "use_in_lab")
    control(app, "Delimiter").set_value("tilde ~").run()
    assert is_read(app)
    assert app.session_state["own_draft"].file_name == "second.csv"


def test_nothing_of_a_refused_upload_is_left_by_another_upload_or_forget_it():
    app = with_upload("first.csv")
    app.file_uploader[0].upload("second.csv", TILDES).run()
    apps.button(app, "own_forget").click().run()
    apps.check(app)
    assert not app.error
    assert not labels(app)
    assert TRIED not in app.session_state
    app.file_uploader[0].upload("third.csv", BELOW).run()
    assert control(app, "Delimiter").value == "found out"
    assert control(app, "Lines before the table").value is None
    app.file_uploader[0].upload("fourth.csv", CSV).run()
    assert is_read(app)


def test_the_other_way_of_a_decision_that_is_refused_is_said_and_the_table_stays():
    app = with_upload("t.csv", b"Data from the study\n\n" + CSV)
    assert not app.error
    undo = next(b for b in app.button if b.label == "Read from the first line")
    undo.click().run()
    apps.check(app)
    assert "one column" in app.error[0].value
    assert f"{N} rows" in "".join(s.value for s in app.subheader)
    # Another reading is no reason to keep the message.
    next(n for n in app.number_input if n.label == "Lines before the table").set_value(2).run()
    assert not app.error


def test_a_refused_upload_is_gone_when_the_page_is_left():
    app = with_upload("t.csv", TILDES)
    app.switch_page("views/lab.py").run()
    app.switch_page("views/data.py")
    app.query_params["data.section"] = "own"
    app.run()
    apps.check(app)
    assert not app.error
    assert not labels(app)
