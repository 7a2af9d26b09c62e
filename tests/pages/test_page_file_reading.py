"""The Data page: how an uploaded file is read, and how that is corrected."""

from __future__ import annotations

import gzip

import numpy as np
import pytest

from l2dwk_core.datasets import load_dataset, read_table
from tests import page_apps as apps
from tests.data_page import with_upload
from tests.pages.test_dataset_key import CSV


def test_reading_can_be_corrected():
    app = with_upload()
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
    app = with_upload()
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
    app = with_upload(content=("Spring survey\n\n" + "\n".join(rows)).encode())
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
    app = with_upload(content="\n".join(["v;w;class", *lines]).encode())
    assert "It is not sure whether '1,100' in column 'v' is 1.1 or 1100" in apps.said(app)
    assert app.session_state["own_draft"].dataset.X["v"].iloc[0] == 1.1
    _undo(app, "Read 1,100 as 1100").click().run()
    apps.check(app)
    assert app.session_state["own_draft"].dataset.X["v"].iloc[0] == 1100
    assert "not sure" not in apps.said(app)


def test_na_as_a_class_is_kept_by_one_click_and_stands_in_the_code():
    content = CSV.replace(b",ill\n", b",NA\n")
    app = with_upload(content=content)
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
    app = with_upload(f"zoo.{kind}", out.getvalue())
    assert not app.error
    assert "101 rows" in "".join(s.value for s in app.subheader)
    assert apps.button(app, "use_in_lab")


def test_a_large_file_shows_how_long_it_is_read_and_can_be_cancelled(monkeypatch):
    from pages.data import reading_card
    from tests.pages.test_reading import alive, large, within

    app = with_upload()
    monkeypatch.setattr(reading_card, "PATIENCE", 0.0)
    app.file_uploader[0].upload("big.csv", large()).run()
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


def test_a_file_that_is_refused_after_the_page_has_stopped_waiting_is_read_once(monkeypatch):
    from pages.data import reading_card
    from tests.pages.test_reading import within

    app = with_upload()
    monkeypatch.setattr(reading_card, "PATIENCE", 0.0)
    monkeypatch.setattr(reading_card, "STARTING", 0.0)
    begun, read = [], reading_card._read
    monkeypatch.setattr(
        reading_card.files(), "_prepare", lambda **more: begun.append(1) or read(**more)
    )
    rows = "\n".join(f"{i},{i % 7},{'xy'[i % 2]}" for i in range(50_000))
    app.file_uploader[0].upload("bad.csv", f"a,b,c\n{rows}\n1,2,3,4,5".encode()).run()
    assert apps.button(app, "own_cancel")
    assert not app.error
    (job,) = reading_card.files()._jobs.values()
    assert within(20, lambda: job.finished)
    app.run()  # as the waiting page does when the work is done
    assert "bad.csv" in app.error[0].value or "line 50002" in app.error[0].value.lower()
    assert len(begun) == 1
    assert not apps.button(app, "own_cancel")


def test_a_reading_that_is_refused_leaves_the_table_as_it_was():
    app = with_upload()
    next(s for s in app.selectbox if s.label == "Delimiter").set_value("semicolon").run()
    apps.check(app)
    assert "one column" in app.error[0].value
    box = next(s for s in app.selectbox if s.label == "Delimiter")
    assert box.value == "semicolon"  # what was asked for, to be asked for otherwise
    box.set_value("found out").run()
    assert not app.error
    assert apps.button(app, "use_in_lab")


def test_an_encoding_that_was_guessed_is_said_and_can_be_named():
    rows = "\n".join(f"{'北上广'[i % 3]},{i % 17},{'是否'[i * 3 % 5 > 1]}" for i in range(60))
    app = with_upload("t.csv", f"城市,年龄,结果\n{rows}".encode("gbk"))
    apps.check(app)
    assert "read as gb18030, which is a guess" in apps.said(app)
    box = next(s for s in app.selectbox if s.label == "Encoding")
    box.set_value("big5").run()
    apps.check(app)
    box = next(s for s in app.selectbox if s.label == "Encoding")
    assert {"cp932", "cp949", "cp1250", "big5"} <= set(box.options)
    box.set_value("gb18030").run()
    apps.check(app)
    assert not app.error
    assert "which is a guess" not in apps.said(app)
