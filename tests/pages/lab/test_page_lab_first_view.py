"""The Lab on a server where nothing was trained: the default choice is seen at once."""

from __future__ import annotations

import time

import pytest

from l2dwk_core.common.errors import InputError
from l2dwk_core.method.settings import Settings
from pages.choices.choice import Choice
from pages.jobs import caches, first_view
from pages.runtime.bounded_cache import BoundedCache
from tests import page_apps as apps
from tests.trainings import prepared_once


@pytest.fixture
def cold(monkeypatch):
    """No training at hand, whatever other tests did or have begun."""
    jobs = caches.run_jobs()
    while (job := jobs.job(Choice().recipe())) is not None and not job.finished:
        time.sleep(0.05)
    monkeypatch.setattr(jobs, "_done", BoundedCache(10**9))


def test_default_choice_is_shown_before_anything_is_trained(cold):
    app = apps.open_page("lab.py", v="1")
    apps.check(app)
    assert caches.run_jobs().prepared(Choice().recipe()) is None
    assert "Computed earlier" in apps.said(app)
    assert apps.button(app, "run")
    run = first_view.read().solve()
    assert (
        apps.numbers(apps.trace(app, "L2DWK, weighted vote")["x"])[0] == run.accuracy.l2dwk.accuracy
    )


@pytest.mark.all_members
def test_sliders_answer_without_training(cold):
    app = apps.open_page("lab.py", v="1")
    app.select_slider(key="choice.lam").set_value(3.0).run()
    app.slider(key="choice.n_members").set_value(101).run()
    app.session_state["more_choices"] = True
    app.run()
    app.selectbox(key="choice.outputs").set_value("probabilities").run()
    apps.check(app)
    assert not app.error
    assert apps.button(app, "run")
    run = prepared_once("glass").solve(Settings(lam=3.0, outputs="probabilities"), n_members=101)
    assert f"{run.trace.n_selected} of 101" in [m.value for m in app.metric]


def test_run_trains_here_and_the_note_goes(cold):
    app = apps.open_page("lab.py", v="1")
    before = [m.value for m in app.metric]
    app = apps.trained(app)
    apps.check(app)
    assert caches.run_jobs().prepared(Choice().recipe()) is not None
    assert "Computed earlier" not in apps.said(app)
    assert not apps.button(app, "run")
    if first_view.read().versions == first_view.versions():
        assert [m.value for m in app.metric] == before


def test_another_recipe_still_waits_for_run(cold):
    app = apps.open_page("lab.py", v="1", seed="17")
    apps.check(app)
    assert "are not trained yet" in apps.said(app)
    assert not apps.figures(app)


def test_without_a_usable_record_there_is_run(cold, monkeypatch):
    def refused():
        raise InputError("made from other rows")

    caches._first_view.clear()
    monkeypatch.setattr(first_view, "read", refused)
    app = apps.open_page("lab.py", v="1")
    caches._first_view.clear()
    apps.check(app)
    assert "are not trained yet" in apps.said(app)
