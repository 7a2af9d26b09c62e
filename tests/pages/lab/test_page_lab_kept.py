"""What to keep: the Lab shows the library's table, once the controls rest."""

from __future__ import annotations

import math
import time

import numpy as np
import pandas as pd
import pytest

from l2dwk_core.common.errors import InputError
from l2dwk_core.figures.lab.kept_table import kept_table
from l2dwk_core.method.settings import Settings
from l2dwk_core.runs.kept_models import kept_models
from pages.choices.choice import from_address
from pages.jobs import caches, kept_work
from pages.jobs.kept_work import KeptRecipe, kept_in_process, most_solved
from pages.lab import kept_panel
from tests import page_apps as apps
from tests.trainings import prepared_once, run_of

QUICK = {"dataset": "glass", "n_members": "9", "max_rounds": "2"}


@pytest.fixture
def here(monkeypatch):
    """The work without a process of its own and without a rest; the calls are kept."""
    calls = []

    def in_this_process(work, *, progress, **arguments):
        calls.append(arguments)
        return work(**arguments, progress=progress, on_change=lambda found: None)

    monkeypatch.setattr(kept_work, "in_process", in_this_process)
    monkeypatch.setattr(kept_panel, "REST", -1.0)
    return calls


def _opened(app):
    app.session_state["kept_drawer"] = True
    app.run()
    return _computed(app)


def _computed(app):
    limit = time.monotonic() + apps.LIMIT
    while not _files(app):
        assert time.monotonic() < limit, "no table came"
        assert not app.error
        time.sleep(0.1)
        app.run()
    apps.check(app)
    return app


def _files(app):
    return {b.key for b in app.get("download_button") if (b.key or "").startswith("kept.")}


def _expected(app):
    choice, notes = from_address(apps.address(app))
    assert not notes
    run = run_of(choice)
    return run, kept_models(run)


def test_closed_drawer_computes_nothing(here):
    app = apps.lab(**QUICK, seed="1")
    app.run()
    apps.check(app)
    assert not here
    assert not _files(app)


def test_drawer_shows_the_librarys_table_in_a_process_as_it_is(monkeypatch):
    monkeypatch.setattr(kept_panel, "REST", -1.0)
    app = _opened(apps.lab(**QUICK))
    run, found = _expected(app)
    shown = next(f.value for f in app.dataframe if "loss without, points" in f.value)
    assert shown["model"].tolist() == [model.name for model in found.models]
    np.testing.assert_allclose(shown["weight"], [model.weight for model in found.models])
    np.testing.assert_allclose(
        shown["balanced, %"], [100 * model.balanced_accuracy for model in found.models]
    )
    assert shown["corrects"].tolist() == [len(m.without.corrects) for m in found.models]
    for contrast in found.contrasts:
        assert contrast.sentence in apps.said(app)
    for note in found.notes:
        assert note in apps.said(app)
    assert _files(app) == {"kept.csv", "kept.json", "kept.py"}
    assert f"{found.accuracy:.1%} of {found.n_test} test rows" in apps.said(app)
    assert apps.metric(app, "Test accuracy, L2DWK") == f"{run.accuracy.l2dwk.accuracy:.1%}"


def test_old_table_stays_until_the_new_one_is_there(here, monkeypatch):
    app = _opened(apps.lab(**QUICK, seed="2", lam="0.5"))
    before = next(f.value for f in app.dataframe if "corrects" in f.value)
    monkeypatch.setattr(kept_panel, "REST", math.inf)
    app.select_slider(key="choice.lam").set_value(50.0).run()
    app.run()
    apps.check(app)
    assert "as soon as the controls rest" in apps.said(app)
    shown = next(f.value for f in app.dataframe if "corrects" in f.value)
    assert shown.equals(before)
    assert not _files(app)  # files of the old settings would be taken for the new
    assert "With the settings before: " in apps.said(app)
    assert len(here) == 1  # a slider that moves on starts no work
    monkeypatch.setattr(kept_panel, "REST", -1.0)
    _computed(app)
    _, found = _expected(app)
    shown = next(f.value for f in app.dataframe if "corrects" in f.value)
    assert shown["model"].tolist() == [model.name for model in found.models]
    app.select_slider(key="choice.lam").set_value(0.5).run()
    assert _files(app)  # found again at once
    assert len(here) == 2


def test_models_of_their_own_stand_on_top(here, monkeypatch):
    monkeypatch.setattr(kept_panel, "ON_TOP", {"bagging"})
    app = _computed(apps.lab(**QUICK, seed="3"))
    said = apps.said(app)
    assert "What to keep" in said
    assert "weight; the vote is right on" in said


def test_cancelled_work_is_not_begun_again_by_itself(monkeypatch):
    def endless(work, *, progress, **arguments):
        while True:
            progress("solving without each model", 1, 9)
            time.sleep(0.01)

    monkeypatch.setattr(kept_work, "in_process", endless)
    monkeypatch.setattr(kept_panel, "REST", -1.0)
    app = apps.lab(**QUICK, seed="4")
    app.session_state["kept_drawer"] = True
    app.run()
    app.run()
    apps.button(app, "cancel_kept").click().run()
    app.run()
    apps.check(app)
    assert not apps.button(app, "cancel_kept")
    assert apps.button(app, "kept_run")


def test_a_failure_is_said(monkeypatch):
    def refused(work, **arguments):
        raise InputError("Something is missing; bring it.")

    monkeypatch.setattr(kept_work, "in_process", refused)
    monkeypatch.setattr(kept_panel, "REST", -1.0)
    app = apps.lab(**QUICK, seed="5")
    app.session_state["kept_drawer"] = True
    for _ in range(3):
        app.run()
        time.sleep(0.2)
    apps.check(app)
    assert "Something is missing; bring it." in apps.said(app)


@pytest.mark.parametrize(
    "query", [{"weighting": "out_of_bag"}, {"outputs": "probabilities", "max_depth": "3"}]
)
def test_other_kinds_of_runs(here, query):
    app = _opened(apps.lab(**QUICK | query, seed="6"))
    _, found = _expected(app)
    shown = next(f.value for f in app.dataframe if "corrects" in f.value)
    np.testing.assert_allclose(shown["weight"], [model.weight for model in found.models])


def test_large_work_is_bounded():
    assert most_solved(Settings(), 100, 50) == 30
    few = most_solved(Settings(), 50_000, 1_000)
    assert 1 <= few < 30
    prepared = prepared_once("glass", n_members=9)
    recipe = KeptRecipe("glass", prepared.recipe, Settings(max_rounds=10_000, solver="cvxpy"), 9)
    arguments = vars(recipe) | {"progress": None}
    with pytest.raises(InputError, match="a page computes for at most"):
        kept_in_process(lambda run: prepared, **arguments)
    with pytest.raises(InputError, match="no longer keeps"):
        kept_in_process(lambda run: None, **arguments)
    assert caches.kept_models_jobs().available(recipe) is None


def test_table_names_rows_by_their_number_and_lists_few():
    run = prepared_once("glass", n_members=9).solve(Settings(max_rounds=2))
    found = kept_models(run, most=2)
    numbers = run.prepared.test_rows + 1  # glass is whole, and row 1 is its first
    table = kept_table(found)
    for line, model in zip(table.to_dict("records"), found.models, strict=True):
        if model.without is None:
            assert pd.isna(line["test rows it corrects"])
            assert pd.isna(line["loss without, points"])
            continue
        named = [str(numbers[k]) for k in model.without.corrects]
        text = ", ".join(named[:8]) + (f" and {len(named) - 8} more" if len(named) > 8 else "")
        assert line["test rows it corrects"] == text
        loss = model.without.loss
        assert line["loss without, points"].startswith(f"{100 * loss.mean:+.1f} (")
    assert table["model"].notna().sum() == len(found.models) > 2
