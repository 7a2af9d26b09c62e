"""Figures that follow a slider come out as the page would show them."""

from __future__ import annotations

import json
import threading
import time
from urllib.parse import parse_qsl

import pytest

from l2dwk_core.common.errors import InputError
from l2dwk_core.method.settings import Settings
from l2dwk_core.runs.prepare import prepare_run
from pages.charts import packing, run_charts
from pages.choices.field_rules import limits
from pages.jobs.prepared_runs import Prepared
from pages.live import chart_registry
from pages.models.paper import EXAMPLES, PaperChoice
from tests import page_apps as apps


def test_every_figure_is_the_one_on_the_page():
    app = apps.lab(lam="2.0", n_members="40")
    apps.check(app)
    shown = {figure["title"]: figure for figure in apps.figures(app)}
    query = {"v": "1", "dataset": apps.EASY, "lam": "2.0", "n_members": "40"}
    hidden = {"convergence", "alpha_on_flipped_rows", "plane test", "plane weighting"}
    names = set(run_charts.FIGURES) - hidden
    for name in names:
        sent = packing.unpacked(chart_registry.packed("lab", name, query))
        assert shown[sent["title"]] == sent
    assert len(shown) == len(names) == 7
    (verdict,) = (
        json.loads(part.proto.json)
        for part in app.get("bidi_component")
        if part.proto.component_name == "l2dwk_verdict"
    )
    assert packing.unpacked(chart_registry.packed("lab", "verdict", query)) == verdict


def test_another_value_gives_another_figure():
    apps.trained(apps.open_page("lab.py", v="1", dataset=apps.EASY))
    query = {"v": "1", "dataset": apps.EASY}
    one, two = (
        chart_registry.packed("lab", "classifier_weights", query | {"lam": lam})
        for lam in ("0.1", "4.0")
    )
    assert one and two
    assert one != two


@pytest.mark.parametrize(
    "query",
    [
        {"lam": "-1"},
        {"lam": "much"},
        {"nonsense": "1"},
        {"dataset": "own-0123456789abcdef"},
        {"seed": "987654"},  # not trained
        {"v": "7"},
    ],
)
def test_where_the_page_must_speak_there_is_nothing(query):
    apps.check(apps.lab())
    good = {"v": "1", "dataset": apps.EASY}
    assert chart_registry.packed("lab", "classifier_weights", good) is not None
    assert chart_registry.packed("lab", "classifier_weights", {"v": "1"} | query) is None
    assert chart_registry.packed("lab", "no figure", {"v": "1"}) is None


@pytest.mark.parametrize(
    ("page", "query"),
    [
        ("start", {"start.accuracy": "71", "start.overlap": "-35"}),
        ("playground", {"playground.lam": "4.0", "playground.members": "11"}),
        ("playground", {"playground.noise": "0.3", "playground.points": "100",
                        "playground.members": "11", "playground.boundaries": "yes"}),
    ],
)  # fmt: skip
def test_figures_of_other_pages_are_those_on_the_page(page, query):
    app = apps.open_page(f"{page}.py", **query)
    apps.check(app)
    shown = {figure["title"]: figure for figure in apps.figures(app)}
    page_said = apps.following(app)
    assert dict(parse_qsl(page_said["query"])) == query
    assert len(page_said["figures"]) == len(shown) >= 2
    for name in page_said["figures"].values():
        sent = packing.unpacked(chart_registry.packed(page, name, query))
        assert shown[sent["title"]] == sent


@pytest.mark.parametrize("letter", sorted(EXAMPLES))
def test_a_counter_example_follows_its_sliders(letter):
    sliders = {name for name in EXAMPLES[letter].controls if name != "a_kernel"}
    moved = {f"paper.{name}": str(limits(PaperChoice, name)["high"]) for name in sorted(sliders)}
    app = apps.open_page("paper.py", **{"paper.example": letter}, **moved)
    apps.check(app)
    (shown,) = apps.figures(app)
    page_said = apps.following(app)
    (name,) = page_said["figures"].values()
    query = dict(parse_qsl(page_said["query"]))
    assert packing.unpacked(chart_registry.packed("paper", name, query)) == shown
    (first,) = apps.figures(apps.open_page("paper.py", **{"paper.example": letter}))
    assert first["data"] != shown["data"]


def test_the_pair_follows_its_sliders():
    query = {"pair.both": "10", "pair.neither": "0"}
    app = apps.open_page("lessons.py", lesson="perfect_member", **query)
    app.button(key="option_0").click().run()
    (shown,) = apps.figures(app)
    page_said = apps.following(app)
    assert dict(parse_qsl(page_said["query"])) == query
    (name,) = page_said["figures"].values()
    assert packing.unpacked(chart_registry.packed("pair", name, query)) == shown
    nobody = {f"pair.{name}": "0" for name in ("both", "first", "second", "neither")}
    assert chart_registry.packed("pair", name, nobody) is None


@pytest.mark.parametrize(
    ("page", "query"),
    [
        ("start", {"start.accuracy": "99"}),
        ("start", {"start.nonsense": "1"}),
        ("playground", {"playground.lam": "-1"}),
        ("playground", {"playground.shape": "stars"}),
        ("paper", {"paper.a_sigma": "0"}),
    ],
)
def test_other_pages_say_nothing_where_the_page_must_speak(page, query):
    names = {"start": "voters_plane", "playground": "weighted_plane", "paper": "a"}
    apps.check(apps.open_page(f"{page}.py", **{"paper.example": "a"} if page == "paper" else {}))
    assert chart_registry.packed(page, names[page], {}) is not None
    assert chart_registry.packed(page, names[page], query) is None
    assert chart_registry.packed(page, "no figure", {}) is None


def test_two_who_ask_at_once_wait_for_one_solution(monkeypatch):
    prepared = Prepared(prepare_run(apps.EASY, n_members=5), 0.0)
    solve, solved = prepared.run.solve, []

    def slow(*given, **named):
        solved.append(1)
        time.sleep(0.1)
        return solve(*given, **named)

    object.__setattr__(prepared.run, "solve", slow)
    found = []
    threads = [
        threading.Thread(target=lambda: found.append(prepared.solve(Settings(lam=3.0), 5)))
        for _ in range(4)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(solved) == 1
    assert len(found) == 4
    assert all(run is found[0] for run in found)
    prepared.solve(Settings(lam=4.0), 5)
    prepared.solve(Settings(lam=4.0), 5)
    assert len(solved) == 2
    with pytest.raises(InputError):
        prepared.solve(Settings(lam=4.0), 6)
    assert not prepared._solving  # nothing stays behind
