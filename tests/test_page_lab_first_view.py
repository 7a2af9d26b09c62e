"""The Lab on a server where nothing was trained: the default choice is seen at once."""

from __future__ import annotations

import pytest

from l2dwk_core.errors import InputError
from l2dwk_core.settings import Settings
from pages.shared import compute, first_view
from pages.shared.choice import Choice
from tests.page_figures import figures
from tests.test_pages import _button, _numbers, _open, _said, _sane, _trace, _trained
from tests.trainings import prepared_once


@pytest.fixture
def cold(monkeypatch):
    """No training at hand, whatever other tests did."""
    monkeypatch.setattr(compute.board(), "_done", type(compute.board()._done)())


def test_default_choice_is_shown_before_anything_is_trained(cold):
    app = _open("lab.py", v="1")
    _sane(app)
    assert compute.board().prepared(Choice().recipe()) is None
    assert "Computed earlier" in _said(app)
    assert _button(app, "run")
    run = first_view.read().solve()
    assert _numbers(_trace(app, "L2DWK, weighted vote")["x"])[0] == run.accuracy.l2dwk.accuracy


def test_sliders_answer_without_training(cold):
    app = _open("lab.py", v="1")
    app.select_slider(key="choice.lam").set_value(3.0).run()
    app.slider(key="choice.n_members").set_value(101).run()
    app.session_state["more_choices"] = True
    app.run()
    app.selectbox(key="choice.outputs").set_value("probabilities").run()
    _sane(app)
    assert not app.error
    assert _button(app, "run")
    run = prepared_once("glass").solve(Settings(lam=3.0, outputs="probabilities"), n_members=101)
    assert f"{run.trace.n_selected} of 101" in [m.value for m in app.metric]


def test_run_trains_here_and_the_note_goes(cold):
    app = _open("lab.py", v="1")
    before = [m.value for m in app.metric]
    app = _trained(app)
    _sane(app)
    assert compute.board().prepared(Choice().recipe()) is not None
    assert "Computed earlier" not in _said(app)
    assert not _button(app, "run")
    if first_view.read().versions == first_view.versions():
        assert [m.value for m in app.metric] == before


def test_another_recipe_still_waits_for_run(cold):
    app = _open("lab.py", v="1", seed="17")
    _sane(app)
    assert "are not trained yet" in _said(app)
    assert not figures(app)


def test_without_a_usable_record_there_is_run(cold, monkeypatch):
    def refused():
        raise InputError("made from other rows")

    compute._first_view.clear()
    monkeypatch.setattr(first_view, "read", refused)
    app = _open("lab.py", v="1")
    compute._first_view.clear()
    _sane(app)
    assert "are not trained yet" in _said(app)
