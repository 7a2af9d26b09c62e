"""The Lab with a pinned run."""

from __future__ import annotations

import pytest

from l2dwk_core.figures import run_pair_sentence
from l2dwk_core.run_pair import pair_runs
from l2dwk_core.settings import Settings
from tests.test_pages import (
    _address,
    _button,
    _lab,
    _numbers,
    _said,
    _sane,
    _trace,
)
from tests.trainings import prepared_once

HARD = "glass"


def _names(app):
    return {key for key in _address(app) if key.startswith("pin.")}


def test_pin_change_compare_and_remove():
    app = _lab(dataset=HARD, lam="0.5")
    assert not _names(app)
    _button(app, "pin").click().run()
    _sane(app)
    assert "This run is pinned as A" in _said(app)
    app.select_slider(key="choice.lam").set_value(4.0).run()
    _sane(app)
    assert _address(app)["pin.lam"] == "0.5"
    assert "λ: 0.5 → 4.0" in _said(app)
    prepared = prepared_once(HARD)
    pair = pair_runs(prepared.solve(Settings(lam=0.5)), prepared.solve(Settings(lam=4.0)))
    assert run_pair_sentence(pair) in _said(app)
    assert (_numbers(_trace(app, "A, pinned")["x"]) == pair.a.path("test").diversity).all()
    assert (_numbers(_trace(app, "B, now")["x"]) == pair.b.path("test").diversity).all()
    assert app.table[0].value.loc["members with weight"].tolist()[:2] == [
        str(pair.a.trace.n_selected), str(pair.b.trace.n_selected)
    ]  # fmt: skip

    _button(app, "pin_back").click().run()
    assert app.select_slider(key="choice.lam").value == 0.5
    _button(app, "pin_remove").click().run()
    _sane(app)
    assert not _names(app)
    assert _button(app, "pin")


@pytest.mark.usefixtures("few_members")
def test_pinned_run_on_other_rows_is_not_tested_against():
    query = {"pin.v": "1", "pin.dataset": "zoo", "pin.seed": "3", "pin.n_members": "31"}
    app = _lab(dataset="zoo", seed="4", n_members="31", **query)
    _sane(app)
    assert "members of A are not trained" in _said(app)
    _button(app, "run_pin").click().run()
    while _button(app, "cancel_pin"):
        app.run()
    _sane(app)
    assert "No paired test: A and B have set other test rows aside" in _said(app)
    assert "Members cannot be matched: their members were trained on other rows" in _said(app)


def test_bad_parts_of_a_pin_are_named():
    app = _lab(dataset="zoo", **{"pin.v": "1", "pin.dataset": "zoo", "pin.lam": "-2"})
    _sane(app)
    assert "Pinned run: λ (lam) is '-2'; allowed is a number from 0" in _said(app)
    app.select_slider(key="choice.lam").set_value(2.0).run()
    assert _names(app) == {"pin.v", "pin.dataset"}


def test_pin_survives_another_page():
    app = _lab(dataset="zoo", lam="0.5")
    _button(app, "pin").click().run()
    app.query_params.clear()
    app.switch_page("views/diversity.py").run()
    app.query_params.clear()
    app.switch_page("views/lab.py").run()
    app.run()  # here no browser has set the address after the menu
    _sane(app)
    assert _address(app)["pin.lam"] == "0.5"
