"""The Lab with a pinned run."""

from __future__ import annotations

from l2dwk_core.figures.lab.two_runs import run_pair_sentence
from l2dwk_core.method.settings import Settings
from l2dwk_core.runs.two_runs import pair_runs
from tests import page_apps as apps
from tests.trainings import prepared_once

HARD = "glass"


def _names(app):
    return {key for key in apps.address(app) if key.startswith("pin.")}


def test_pin_change_compare_and_remove():
    app = apps.lab(dataset=HARD, lam="0.5")
    assert not _names(app)
    apps.button(app, "pin").click().run()
    apps.check(app)
    assert "This run is pinned as A" in apps.said(app)
    app.select_slider(key="choice.lam").set_value(4.0).run()
    apps.check(app)
    assert apps.address(app)["pin.lam"] == "0.5"
    assert "λ: 0.5 → 4.0" in apps.said(app)
    prepared = prepared_once(HARD)
    pair = pair_runs(prepared.solve(Settings(lam=0.5)), prepared.solve(Settings(lam=4.0)))
    assert run_pair_sentence(pair) in apps.said(app)
    assert (apps.numbers(apps.trace(app, "A, pinned")["x"]) == pair.a.path("test").diversity).all()
    assert (apps.numbers(apps.trace(app, "B, now")["x"]) == pair.b.path("test").diversity).all()
    assert app.table[0].value.loc["members with weight"].tolist()[:2] == [
        str(pair.a.trace.n_selected), str(pair.b.trace.n_selected)
    ]  # fmt: skip

    apps.button(app, "pin_back").click().run()
    assert app.select_slider(key="choice.lam").value == 0.5
    apps.button(app, "pin_remove").click().run()
    apps.check(app)
    assert not _names(app)
    assert apps.button(app, "pin")


def test_pinned_run_on_other_rows_is_not_tested_against():
    query = {"pin.v": "1", "pin.dataset": "zoo", "pin.seed": "3", "pin.n_members": "31"}
    app = apps.lab(dataset="zoo", seed="4", n_members="31", **query)
    apps.check(app)
    assert "members of A are not trained" in apps.said(app)
    apps.button(app, "run_pin").click().run()
    while apps.button(app, "cancel_pin"):
        app.run()
    apps.check(app)
    assert "No paired test: A and B have set other test rows aside" in apps.said(app)
    assert "Members cannot be matched: their members were trained on other rows" in apps.said(app)


def test_bad_parts_of_a_pin_are_named():
    app = apps.lab(dataset="zoo", **{"pin.v": "1", "pin.dataset": "zoo", "pin.lam": "-2"})
    apps.check(app)
    assert "Pinned run: λ (lam) is '-2'; allowed is a number from 0" in apps.said(app)
    app.select_slider(key="choice.lam").set_value(2.0).run()
    assert _names(app) == {"pin.v", "pin.dataset"}


def test_pin_survives_another_page():
    app = apps.lab(dataset="zoo", lam="0.5")
    apps.button(app, "pin").click().run()
    app.query_params.clear()
    app.switch_page("views/diversity.py").run()
    app.query_params.clear()
    app.switch_page("views/lab.py").run()
    app.run()  # here no browser has set the address after the menu
    apps.check(app)
    assert apps.address(app)["pin.lam"] == "0.5"
