"""Files of a run to take along: complete, self-contained, with the page's numbers."""

from __future__ import annotations

import json
import re
import threading
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from html.parser import HTMLParser

import numpy as np
import plotly.graph_objects as go
import pytest

from l2dwk_core.__main__ import main as command_line
from l2dwk_core.figures.chart import Chart
from l2dwk_core.figures.lab.accuracy import accuracy_figure, comparison_sentence
from l2dwk_core.figures.lab.sparsity import sparsity_figure
from l2dwk_core.figures.lab.two_runs import run_pair_sentence
from l2dwk_core.figures.standalone import chart_document, document, paragraph, table
from l2dwk_core.runs.prepare import prepare_run
from l2dwk_core.runs.two_runs import pair_runs
from pages.choices.choice import Choice
from pages.lab import report
from tests import page_apps as apps

CHOICE = Choice(dataset="zoo", n_members=15, lam=2.0)


class _Reader(HTMLParser):
    """Texts by the tag around them, and every address a tag asks for."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.stack: list[str] = []
        self.texts: list[tuple[str, str]] = []
        self.asked: list[str] = []
        self.ids: list[str] = []
        self.feed(page)

    def handle_starttag(self, tag, attrs):
        given = dict(attrs)
        if tag not in ("meta", "link"):
            self.stack.append(given.get("type") or tag)
        self.asked += [given[a] for a in ("src", "href") if a in given]
        if given.get("class") == "figure":
            self.ids.append(given["id"])

    def handle_endtag(self, tag):
        self.stack.pop()

    def handle_data(self, data):
        self.texts.append((self.stack[-1] if self.stack else "", data))

    def of(self, tag: str) -> list[str]:
        return [text for name, text in self.texts if name == tag]


@pytest.fixture(scope="module")
def run():
    return prepare_run("zoo", n_members=15).solve(CHOICE.settings())


@pytest.fixture(scope="module")
def page(run):
    charts = [accuracy_figure(run.accuracy), sparsity_figure(run.trace)]
    return report.as_html(run, CHOICE, charts, "print('a < b')", "?v=1&lam=2.0")


def test_json_is_what_the_command_line_prints(run, capsys):
    command_line(["run", "--dataset", "zoo", "--members", "15", "--lambda", "2.0", "--json"])
    assert report.as_json(run) == capsys.readouterr().out


def test_report_holds_choice_numbers_figures_notes_and_how_to_repeat(run, page):
    read = _Reader(page)
    cells = read.of("td")
    assert {"lam", "2.0", "dataset", "zoo", "gaussian"} <= set(cells)
    assert f"{run.accuracy.l2dwk.accuracy:.1%}" in cells
    assert f"{run.trace.n_selected} of 15" in cells
    assert comparison_sentence(run.accuracy) in read.of("p")
    assert set(run.prepared.notes) <= set(read.of("p"))
    assert "print('a < b')" in read.of("code")
    assert "?v=1&lam=2.0" in read.of("code")
    assert page.count("How to read this.") == 2
    assert read.ids == ["test_accuracy", "sparsity"]


def test_a_pinned_run_is_in_the_report_with_its_settings_accuracy_and_the_paired_test(run):
    choice = replace(CHOICE, lam=0.0)
    pair = pair_runs(run.prepared.solve(choice.settings()), run)
    pinned = report.PinnedRun(choice, pair, ("λ: 0.0 → 2.0",))
    read = _Reader(report.as_html(run, CHOICE, [], "", "?v=1", pinned))
    told, cells = read.of("p"), read.of("td")
    assert run_pair_sentence(pair) in told
    assert "B differs from A in λ: 0.0 → 2.0." in told
    place = cells.index("test accuracy, L2DWK")
    assert cells[place + 1 : place + 3] == [
        f"{one.accuracy.l2dwk.accuracy:.1%}" for one in (pair.a, pair.b)
    ]
    values = [cells[i + 1] for i, cell in enumerate(cells) if cell == "lam"]
    assert sorted(values) == ["0.0", "2.0"]


def test_figures_in_the_report_are_those_of_the_run(run, page):
    accuracy, sparsity = (json.loads(t) for t in _Reader(page).of("application/json"))
    assert accuracy["data"][0]["x"] == [run.accuracy.l2dwk.accuracy]
    shown = apps.numbers(sparsity["data"][0]["y"])
    np.testing.assert_array_equal(shown, [r.n_selected for r in run.trace.rounds])


def test_report_asks_for_nothing_and_carries_plotly_once(page):
    assert _Reader(page).asked == ["data:,"]
    assert len(re.findall(r"plotly\.js v\d", page)) == 1
    assert 4_000_000 < len(page) < 7_000_000


def test_nothing_a_name_holds_breaks_out():
    evil = "</script><script>alert(1)</script>"
    chart = Chart("n", evil, go.Figure({"type": "scatter", "y": [1], "name": evil}), evil, evil, {})
    read = _Reader(document(evil, [paragraph(evil), table((evil,), [(evil,)]), chart]))
    assert json.loads(read.of("application/json")[0])["data"][0]["name"] == evil
    assert "alert(1)" not in read.of("script")
    assert {*read.of("title"), *read.of("h1"), *read.of("th"), *read.of("td")} == {evil}


def test_one_figure_by_itself(run):
    read = _Reader(chart_document(accuracy_figure(run.accuracy)))
    assert read.ids == ["test_accuracy"]


def test_a_report_on_models_names_those_with_weight():
    choice = Choice(dataset="zoo").with_pool("library")
    found = prepare_run("zoo", pool="library", n_members=5, weighting="training", n_jobs=1).solve()
    texts = [text for _, text in _Reader(report.as_html(found, choice, [], "", "?v=1")).texts]
    place = texts.index("Models with weight")
    kept = [found.pool.names[j] for j in found.trace.heaviest_first[: found.trace.n_selected]]
    assert kept
    assert [text for text in texts[place:] if text in found.pool.names] == kept
    told = json.loads(report.as_json(found))
    assert told["members"] == list(found.pool.names)


def test_files_of_figures_that_sessions_share_are_made_in_many_threads_at_once():
    """Making a figure in two threads failed; so the file makes one of its own."""
    run = prepare_run("zoo", n_members=15).solve(CHOICE.settings())
    for _ in range(5):
        chart = sparsity_figure(run.trace)
        begin = threading.Barrier(8)

        def make(chart=chart, begin=begin):
            begin.wait(10)
            return chart_document(chart)

        with ThreadPoolExecutor(8) as pool:
            found = [made.result() for made in [pool.submit(make) for _ in range(8)]]
        assert len(set(found)) == 1
        assert found[0] == chart_document(sparsity_figure(run.trace))
