"""A user's words stay words: on every page, in every figure and in every file that is taken along.

The same table in a real browser: ``tests/browser/test_injection.py``.
"""

from __future__ import annotations

import csv
import io
import json
import re
import subprocess
import sys
import zipfile
from collections.abc import Iterator
from html.parser import HTMLParser
from typing import Any
from xml.sax.saxutils import quoteattr

import pandas as pd
import pytest
from openpyxl import Workbook
from streamlit import config

from l2dwk_core.common.csv_text import csv_text
from l2dwk_core.common.text import one_line, short_name
from l2dwk_core.figures.lab.row_votes import row_answers_figure
from l2dwk_core.figures.words import plain
from l2dwk_core.runs.prepare import prepare_run
from l2dwk_core.runs.row_votes import row_answers
from l2dwk_core.studies.comparison import compare
from l2dwk_core.studies.noise_study import noise_study
from pages.charts import packing, run_charts, run_values
from pages.charts.markdown import MAX_SIGNS, escaped
from pages.choices.choice import Choice
from pages.jobs import caches
from pages.lab import report, snippets
from pages.runtime import content_policy
from pages.state import session_tables
from pages.state.own_table import OwnTable
from tests import injection
from tests import page_apps as apps
from tests.page_apps import ROOT
from tests.work_here import work_here

MARKDOWN = re.compile(
    r"""(?<!\\)!\[ | (?<!\\)\]\( | (?<!\\)<(img|a\ |script|b>|i>|/) | ://[\w] | www\.
    | me@\w | :red\[ | :red- | :blue-badge\[b | :smile: | :material/bug_report | (?<!\\)\$
    | \n\#\ heading | ^[ ]*(---$|\+\ plus|1\.\ one|2\)\ two|=====$|\|\ a|2019\.\ year)
    | ->\ --\ >=""",
    re.VERBOSE | re.MULTILINE,
)
"""What an injected word would start something with."""
PLOTLY = re.compile(r"<(img|a |script|b>A|i>B|b>\$|extra>evil)|%\{(x\} %|meta|x\} \$)|\$a\$|\$\\")


@pytest.fixture(scope="module")
def table() -> OwnTable:
    return OwnTable.read(injection.FILE, injection.table())


def _strings(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for item in value.values():
            yield from _strings(item)
    elif isinstance(value, list | tuple):
        for item in value:
            yield from _strings(item)


def _messages(proto: Any) -> Iterator[tuple[str, str]]:
    """Every text in a message of Streamlit's, with the path of its field."""
    for field, value in proto.ListFields():
        many = value if field.is_repeated and field.message_type is None else [value]
        if field.message_type is not None:
            parts = value if field.is_repeated else [value]
            for part in parts:
                if hasattr(part, "ListFields"):
                    for name, text in _messages(part):
                        yield f"{field.name}.{name}", text
        elif field.type == field.TYPE_STRING:
            yield from ((field.name, text) for text in many)


NO_MARKDOWN = ("code", "latex", "bidi_component", "html", "arrow_data_frame", "divider")
READ_AS_MARKDOWN = ("body", "label", "help", "text", "caption")  # a placeholder is an attribute


def _harmless(app: Any) -> int:
    """Check every text and figure of a page; returns how many injected words were seen."""
    seen = 0
    for node in apps.nodes(app):
        if node.type in NO_MARKDOWN:
            continue
        for name, text in _messages(node.proto):
            if name.split(".")[-1] in READ_AS_MARKDOWN:
                # The page's own: links to its places, and words that are explained on hover.
                text = re.sub(r'\]\(#[a-z-]+\)|<span class="l2dwk-word" [^<>]*>|</span>', "", text)
                found = MARKDOWN.search(text.replace("\u2060", "\0"))
                assert not found, (node.type, name, found, text[:400])
                seen += injection.HOST in text.replace("\u2060", "").replace("\\", "")
    for figure in apps.figures(app):
        for text in _strings([figure["data"], figure["layout"], figure.get("frames", [])]):
            assert not PLOTLY.search(text), (figure["title"], text[:400])
            assert len(text) < 3_000 or not text.isprintable() or "bdata" not in text
            seen += injection.HOST in text
    return seen


@pytest.fixture(scope="module")
def session() -> Any:
    """A session that has uploaded the table and trained members on it."""
    app = apps.open_page("data.py", **{"v": "1", "data.section": "own"})
    app.file_uploader[0].upload(injection.FILE, injection.table()).run()
    apps.check(app)
    assert _harmless(app) > 5
    app.button(key="use_in_lab").click().run()
    return app


def _go(app: Any, view: str, **query: str) -> Any:
    app.switch_page(f"views/{view}")
    for name, value in query.items():
        app.query_params[name] = value
    app.run()
    apps.check(app)
    return app


@pytest.mark.parametrize(
    ("view", "query"),
    [
        ("lab.py", {}),
        ("sweep.py", {}),
        ("diversity.py", {}),
        ("noise.py", {"noise.levels": "2", "noise.repeats": "1", "noise.methods": "none"}),
        ("compare.py", {"compare.folds": "2", "compare.methods": "single_best"}),
        ("data.py", {"data.section": "own"}),
        ("start.py", {}),
        ("playground.py", {}),
        ("lessons.py", {}),
        ("paper.py", {}),
    ],
)
def test_no_word_of_a_table_becomes_anything_else_on_any_page(session, view, query, monkeypatch):
    work_here(monkeypatch, caches.comparisons(), compare)
    work_here(monkeypatch, caches.noise_studies(), noise_study)
    word = session.session_state["choice"].dataset
    for drawer in ("take_drawer", "members", "row_drawer", "settle_drawer"):
        session.session_state[drawer] = True
    app = _go(session, view, v="1", dataset=word, n_members="15", **query)
    seen = _harmless(app)
    for key in ("run", "compare_run", "noise_run"):
        if pressed := apps.button(app, key):
            pressed.click().run()
    app = apps.waited(app)
    apps.check(app)
    seen += _harmless(app)
    assert seen or view in ("start.py", "playground.py", "lessons.py", "paper.py")


def _workbook(sheet: str) -> bytes:
    """A workbook whose only sheet has this name. No program for spreadsheets would give it."""
    book = Workbook()
    book.active.title = "one"
    for row in range(60):
        book.active.append([row % 7, row % 5, f"class {row % 2}"] if row else ["x", "y", "k"])
    plain, named = io.BytesIO(), io.BytesIO()
    book.save(plain)
    with zipfile.ZipFile(plain) as parts, zipfile.ZipFile(named, "w") as others:
        for part in parts.namelist():
            words = parts.read(part).replace(b'name="one"', f"name={quoteattr(sheet)}".encode())
            others.writestr(part, words)
    return named.getvalue()


@pytest.mark.slow
@pytest.mark.parametrize("place", range(len(injection.columns())))
def test_no_name_of_a_sheet_becomes_anything_else(place):
    sheet = injection.columns()[place]
    app = apps.open_page("data.py", **{"v": "1", "data.section": "own"})
    app.file_uploader[0].upload("book.xlsx", _workbook(sheet)).run()
    apps.check(app)
    assert not app.error, app.error[0].value
    _harmless(app)
    assert "class 0" in apps.said(app) or app.dataframe


@pytest.fixture(scope="module")
def votes_session() -> Any:
    """A session that has uploaded votes of models with such names."""
    app = apps.open_page("data.py", **{"v": "1", "data.section": "votes"})
    app.file_uploader[0].upload(injection.VOTES_FILE, injection.votes()).run()
    apps.check(app)
    assert not app.error, app.error[0].value
    assert _harmless(app) > 1
    app.button(key="use_in_lab").click().run()
    return app


@pytest.mark.parametrize(
    "view",
    [
        "lab.py", "diversity.py", "noise.py",
        *(pytest.param(view, marks=pytest.mark.slow) for view in ("compare.py", "sweep.py")),
    ],
)  # fmt: skip
def test_no_name_of_a_model_becomes_anything_else_on_any_page(votes_session, view):
    word = votes_session.session_state["choice"].dataset
    for drawer in ("take_drawer", "members", "row_drawer"):
        votes_session.session_state[drawer] = True
    query = {"compare.folds": "2", "compare.methods": "single_best"} if "comp" in view else {}
    app = _go(votes_session, view, v="1", dataset=word, **query)
    seen = _harmless(app)
    for key in ("run", "compare_run"):
        if pressed := apps.button(app, key):
            pressed.click().run()
    app = apps.waited(app)
    seen += _harmless(app)
    assert seen or view == "noise.py"  # which says that it needs members to train


@pytest.mark.parametrize(
    "name", ["dataset", "lam", "data.find", "lab.rows", "nonsense", "lesson", "hide", "pin.kernel"]
)
@pytest.mark.parametrize("view", ["lab.py", "data.py"])
def test_no_word_of_an_address_becomes_anything_else(view, name):
    for words in [injection.columns()[0], injection.columns()[5], injection.FILE, "x" * 10_000]:
        app = apps.open_page(view, **{"v": "1", name: words})
        apps.check(app)
        _harmless(app)
    app = apps.open_page(view, **{"v": "1", injection.FILE: "1"})
    _harmless(app)


class _Elements(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.found: list[tuple[str, dict[str, Any]]] = []

    def handle_starttag(self, tag: str, attrs: Any) -> None:
        self.found.append((tag, dict(attrs)))


def _run_of(table: OwnTable) -> tuple[Any, Choice]:
    choice = Choice(dataset=table.word, n_members=15)
    recipe = choice.recipe()
    return _prepared(table, recipe).solve(choice.settings(), n_members=15), choice


def _prepared(table: OwnTable, recipe: Any) -> Any:
    return prepare_run(**vars(recipe) | {"dataset": table.dataset})


@pytest.fixture(scope="module")
def run(table: OwnTable) -> tuple[Any, Choice]:
    return _run_of(table)


def _report(result: Any, choice: Choice) -> str:
    charts = [
        run_charts.figure(result, name)
        for name in run_charts.FIGURES
        if name != "alpha_on_flipped_rows"
    ]
    return report.as_html(result, choice, charts, "print()", "?v=1")


def test_a_report_has_no_element_from_a_word_and_fetches_nothing(run):
    whole = _report(*run)
    parser = _Elements()
    body = re.sub(r"<script>.*?</script>", "", whole, count=1, flags=re.DOTALL)  # Plotly's own
    parser.feed(body)
    tags = {tag for tag, _ in parser.found}
    assert not tags & {"img", "a", "iframe", "object", "form", "b", "i", "base"}
    meta = [attributes for tag, attributes in parser.found if tag == "meta"]
    policy = next(m["content"] for m in meta if "http-equiv" in m)
    assert policy.startswith("default-src 'none'")
    assert "http" not in policy
    for content in re.findall(r'<script type="application/json">(.*?)</script>', body, re.DOTALL):
        assert "<" not in content
        for text in _strings(json.loads(content)):
            assert not PLOTLY.search(text), text[:300]


def test_numbers_come_back_from_json_with_every_word_as_it_was(run, table):
    result, _ = run
    again = json.loads(report.as_json(result))
    assert table.draft.name in set(_strings(again))


def test_the_script_runs_and_means_the_same(table, run, tmp_path, monkeypatch):
    result, choice = run
    monkeypatch.setattr(session_tables, "own_tables", lambda: {table.word: table})
    (tmp_path / injection.FILE).write_bytes(injection.table())
    script = tmp_path / "again.py"
    text = snippets.python_snippet(choice, session_tables.code(table.word))
    script.write_text(text.replace("run = l2dwk_core.run(", "run = l2dwk_core.run("), "utf-8")
    done = subprocess.run(
        [sys.executable, str(script)], cwd=tmp_path, capture_output=True, text=True, check=False,
        env={"PYTHONPATH": str(ROOT), "PATH": "/usr/bin:/bin"},
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    accuracy, kept = done.stdout.split()
    assert (float(accuracy), int(kept)) == (
        round(result.accuracy.l2dwk.accuracy, 4),
        result.trace.n_selected,
    )
    assert sorted(path.name for path in tmp_path.iterdir()) == sorted([script.name, injection.FILE])


@pytest.mark.parametrize(
    "word",
    ["=1+1", "+cmd|' /C calc'!A1", "@SUM(A1)", "-2+3", "\tx", "  =1", "＝1+1", "-x"],
)
def test_a_spreadsheet_computes_no_word(word):
    frame = pd.DataFrame({"a": [word, "b"], word: [1.5, -2.5]})
    lines = list(csv.reader(io.StringIO(csv_text(frame), newline="")))
    assert lines[0][1] == f"'{word}"
    assert lines[1] == [f"'{word}", "1.5"]
    assert lines[2] == ["b", "-2.5"]


@pytest.mark.parametrize("sign", [";", "\t", "\n"])
def test_no_part_of_a_word_is_computed_where_the_decimal_sign_is_a_comma(sign):
    """There a spreadsheet divides lines at semicolons, whatever quotes stand in their middle."""
    frame = pd.DataFrame({f"a{sign}=1": [f"b{sign} +1", f"1{sign}2"], "n": [-1.5, 2.0]})
    text = csv_text(frame)
    assert f"a{sign}'=1" in text
    assert f"b{sign}' +1" in text
    assert f"1{sign}2" in text
    assert "-1.5" in text


def test_a_line_break_in_a_word_begins_no_line_of_a_csv():
    text = csv_text(pd.DataFrame({"a\r=1": ["b\r=1", "\r=1"]}))
    assert text == "a =1\nb =1\n' =1\n"


def test_numbers_in_csv_stay_numbers_in_full():
    frame = pd.DataFrame(
        {"x": [-0.1, 1 / 3, float("nan")], "n": [-1, 0, 7], "s": ["-3", "+1.5e-7", "-inf"],
         "m": [-1, "a", None], "t": [True, False, True]}
    )  # fmt: skip
    assert csv_text(frame) == frame.to_csv(index=False)
    twice = pd.DataFrame([[1, "=x"]], columns=["a", "a"])
    assert csv_text(twice) == "a,a\n1,'=x\n"


@pytest.mark.parametrize("unseen", ["\ufeff", "\u200b", "\u00a0", " \u2060 ", "\u00ad"])
def test_a_formula_behind_signs_that_are_not_seen_is_defused(unseen):
    text = csv_text(pd.DataFrame({f"{unseen}=1+1": [f"{unseen}@x", f"{unseen}-5 m", "a"]}))
    name, first, second, third = text.splitlines()
    assert [line[0] for line in (name, first, second, third)] == ["'", "'", "'", "a"]


def test_every_csv_of_a_run_is_defused(run):

    result, _ = run
    rows = list(range(6))
    names = run_values.row_names(result)
    charts = [
        run_charts.figure(result, "kernel_weights"),
        run_charts.figure(result, "kernel_weights_of_chosen_rows"),
    ]
    charts.append(row_answers_figure(result, row_answers(result, rows), names[:6]))
    for chart in charts:
        for title in chart.tables:
            for line in csv.reader(io.StringIO(csv_text(chart.tables[title]()))):
                for cell in line:
                    assert not cell.startswith(("=", "+", "@")), cell
    assert packing.unpacked(packing.packed(charts[0]))["title"]


@pytest.mark.parametrize(
    ("words", "shown"),
    [
        ("10% of <b> & $x$", r"10% of \<b\> \& \$x\$"),
        ("1. first", r"1\. first"),
        ("- item", r"\- item"),
        ("a - b + c", "a - b + c"),
        ("# no\n- list", r"\# no - list"),
        ("http://e.x", ":\u2060".join(("http", "//e.x"))),
        ("www.e.x me@e.x", "www\u2060.e.x me@\u2060e.x"),
        (":red[a] 10:30: b", ":\u2060red\\[a\\] 10:\u206030: b"),
        ("a\0b\u202ec\u200f", "abc"),
        ("---", r"\---"),
        ("+ plus", r"\+ plus"),
        ("2019. year", r"2019\. year"),
        ("1)", r"1\)"),
        ("=====", r"\====="),
        ("| a | --- |", r"\| a \| --- \|"),
        ("a -> b >= -- <->", "a -\u2060\\> b \\>\u2060= -\u2060- \\<\u2060-\u2060\\>"),
        ("a->b --c", "a-\\>b --c"),
    ],
)
def test_markdown_shows_words_as_they_are(words, shown):
    assert escaped(words) == shown


def test_long_words_are_cut():
    assert len(escaped("x" * 10_000)) == MAX_SIGNS
    assert escaped("x" * 10_000).endswith("x…")
    assert len(short_name("x" * 10_000)) == 60
    assert len(plain("x" * 10_000)) == 60
    assert one_line("a \t\n b\u00a0c") == "a b c"
    assert one_line("می\u200cخواهم") == "می\u200cخواهم"


def test_plotly_shows_words_as_they_are():
    assert plain("%{x} <b>&amp;</b> $a$") == (
        "&#37;&#123;x&#125; &#60;b&#62;&#38;amp;&#60;/b&#62; &#36;a&#36;"
    )


def test_a_page_fetches_from_its_own_host_only():
    words = content_policy.policy("lab.example:8501")
    assert "ws://lab.example:8501 wss://lab.example:8501" in words
    hosts = set(re.findall(r"(?:https?|wss?):[^ ;]*", words))
    assert hosts == {"ws://lab.example:8501", "wss://lab.example:8501"}
    for forged in ("a; img-src *", "a b", "", "*", "a\nb"):
        assert content_policy.policy(forged) == content_policy.policy("")
        assert "*" not in content_policy.policy(forged)
    assert "img-src" not in words  # what the default says counts for images
    assert words.startswith("default-src 'self' data: blob:;")


def test_tables_offer_no_file_that_is_not_defused():
    """Streamlit's own download of a table holds every cell as it is."""
    assert config.get_option("client.disableDataExport") is True
