"""The Lab chooses λ as the library does, shows from what, and can be stopped."""

from __future__ import annotations

import threading
from dataclasses import replace

import numpy as np
import pytest

from l2dwk_core.common.errors import InputError
from l2dwk_core.figures.lab.inner_curve import choice_sentence, tie_sentence
from l2dwk_core.method import choose_lambda
from l2dwk_core.runs.chosen_lambda import choose_run_lambda
from pages.choices.choice import Choice, from_address
from pages.jobs import caches, lambda_work
from pages.jobs.lambda_work import LambdaRecipe, choose_in_process
from tests import page_apps as apps
from tests.trainings import prepared_once

QUICK = {"dataset": "glass", "n_members": "9", "max_rounds": "2"}


@pytest.fixture
def here(monkeypatch):
    """The work without a process, on folds that are drawn once; the calls are kept."""
    monkeypatch.setattr(choose_lambda, "repeats_for", lambda n_rows: 1)
    calls = []

    def in_this_process(work, *, progress, **arguments):
        calls.append(arguments)
        return work(**arguments, progress=progress, on_change=lambda found: None)

    monkeypatch.setattr(lambda_work, "in_process", in_this_process)
    return calls


def _expected(app, **choices):
    choice, notes = from_address(apps.address(app))
    assert not notes
    prepared = prepared_once(**vars(choice.recipe()))
    return choose_run_lambda(prepared, choice.settings(), n_members=choice.n_members, **choices)


def _pressed(app):
    apps.button(app, "choose_lambda").click().run()
    return apps.waited(app)


def test_button_sets_the_librarys_lambda_and_shows_its_curve():
    app = _pressed(apps.lab(**QUICK, lam="0.02"))  # in a process, as it is
    assert not app.error
    expected = _expected(app)
    best = expected.winner
    assert best.lam != 0.02
    assert app.select_slider(key="choice.lam").value == best.lam
    assert apps.address(app).get("lam", str(Choice().lam)) == str(best.lam)
    shown = apps.trace(app, "inner score")
    np.testing.assert_allclose(apps.numbers(shown["x"]), [c.lam for c in expected.curve])
    np.testing.assert_allclose(apps.numbers(shown["y"]), [c.inner_score for c in expected.curve])
    np.testing.assert_allclose(
        apps.numbers(shown["error_y"]["array"]), [c.standard_error for c in expected.curve]
    )
    curve = next(
        f
        for f in apps.figures(app)
        if any(t is not None and t["name"] == "inner score" for t in f["data"])
    )
    kept = next(t for t in curve["data"] if t["name"] == "members kept")
    np.testing.assert_allclose(apps.numbers(kept["y"]), [c.n_kept for c in expected.curve])
    n_rows = prepared_once(**vars(Choice(dataset="glass").recipe())).oracle.n_rows
    assert choice_sentence(expected, n_rows) in apps.said(app)
    assert tie_sentence(expected) in apps.said(app)
    assert "It is no accuracy of the ensemble" in apps.said(app)


def test_another_lambda_asks_nothing_anew_and_another_session_shares_it(here):
    app = _pressed(apps.lab(**QUICK, seed="1", lam="0.02"))
    chosen = app.select_slider(key="choice.lam").value
    app.select_slider(key="choice.lam").set_value(0.5).run()
    apps.check(app)
    assert apps.trace(app, "inner score")  # still there
    apps.button(app, "lambda_take").click().run()
    assert app.select_slider(key="choice.lam").value == chosen
    app.select_slider(key="choice.lam").set_value(0.5).run()
    apps.button(app, "choose_lambda").click().run()
    assert app.select_slider(key="choice.lam").value == chosen
    other = apps.lab(**QUICK, seed="1", lam="60.0")
    assert "It is no accuracy" not in apps.said(other)  # nobody asked here
    apps.button(other, "choose_lambda").click().run()
    apps.check(other)
    assert other.select_slider(key="choice.lam").value == chosen
    assert len(here) == 1
    apps.button(other, "lambda_close").click().run()
    assert "It is no accuracy" not in apps.said(other)


def test_curve_goes_with_settings_it_is_not_of(here):
    app = _pressed(apps.lab(**QUICK, seed="2"))
    assert "It is no accuracy" in apps.said(app)
    app.selectbox(key="choice.kernel").set_value("linear").run()
    apps.check(app)
    assert "It is no accuracy" not in apps.said(app)
    app.selectbox(key="choice.kernel").set_value("gaussian").run()
    assert "It is no accuracy" in apps.said(app)


def test_kernel_and_rounds_too(here, monkeypatch):
    monkeypatch.setattr(lambda_work, "ROUNDS", (1, 2))  # 30 rounds take a minute
    app = apps.lab(**QUICK, seed="3", lam="0.02")
    app.checkbox(key="choose_more").set_value(True).run()
    assert apps.button(app, "choose_lambda").label == "Choose λ, kernel and rounds"
    _pressed(app)
    expected = _expected(app, kernels=("linear", "gaussian", "polynomial"), rounds=(1, 2))
    best, address = expected.winner, apps.address(app)
    assert app.select_slider(key="choice.lam").value == best.lam
    assert address.get("kernel", Choice().kernel) == best.kernel
    assert address.get("max_rounds", str(Choice().max_rounds)) == str(best.max_rounds)
    assert "3 kernels, 2 limits for the rounds, 17 values of λ" in apps.said(app)
    np.testing.assert_allclose(
        apps.numbers(apps.trace(app, "inner score")["y"]), [c.inner_score for c in expected.curve]
    )


@pytest.mark.parametrize(
    "query",
    [
        {"weighting": "out_of_bag"},
        {"weighting": "bootstrap"},
        {"outputs": "probabilities", "max_depth": "3"},
        {"update": "none"},
        {"lam_on": "accuracy", "kernel_form": "scalar"},
        {"terms": "accuracy"},
    ],
)
def test_every_kind_of_run(here, query):
    app = _pressed(apps.lab(**QUICK | query, seed="4"))
    assert not app.error
    assert app.select_slider(key="choice.lam").value == _expected(app).winner.lam
    assert apps.trace(app, "inner score")


@pytest.fixture
def ended(monkeypatch):
    """A choice of λ that goes on until its report raises; the event is set when it has ended."""
    ended = threading.Event()

    def endless(work, *, progress, **arguments):
        try:
            while True:
                progress("choosing λ", 1, 100)
                ended.wait(0.01)
        finally:
            ended.set()

    monkeypatch.setattr(lambda_work, "in_process", endless)
    return ended


def test_cancel_leaves_everything_as_it_was(ended):
    app = apps.lab(**QUICK, seed="5", lam="0.5")
    apps.button(app, "choose_lambda").click().run()
    apps.check(app)
    assert not apps.button(app, "choose_lambda")
    apps.button(app, "cancel_lambda").click().run()
    app.run()
    apps.check(app)
    assert ended.wait(10)
    assert apps.button(app, "choose_lambda")
    assert app.select_slider(key="choice.lam").value == 0.5
    assert "It is no accuracy" not in apps.said(app)


def test_changing_what_it_is_of_ends_the_work(ended):
    app = apps.lab(**QUICK, seed="6", lam="0.5")
    apps.button(app, "choose_lambda").click().run()
    app.selectbox(key="choice.kernel").set_value("linear").run()
    apps.check(app)
    assert ended.wait(10)
    assert apps.button(app, "choose_lambda")
    assert app.select_slider(key="choice.lam").value == 0.5


def test_a_failure_is_said_and_can_be_tried_again(monkeypatch):
    def refused(work, **arguments):
        raise InputError("Too few rows [3]; take more.")

    monkeypatch.setattr(lambda_work, "in_process", refused)
    app = apps.lab(**QUICK, seed="7", lam="0.5")
    _pressed(app)
    assert "Too few rows [3]; take more." in apps.said(app)
    assert app.select_slider(key="choice.lam").value == 0.5
    apps.button(app, "lambda_again").click().run()
    app.run()
    apps.check(app)
    assert apps.button(app, "choose_lambda")


def test_without_members_the_button_waits_and_says_why():
    app = apps.open_page("lab.py", v="1", dataset="zoo", seed="91", n_members="9")
    apps.check(app)
    assert apps.button(app, "choose_lambda").disabled
    assert "press Run" in apps.button(app, "choose_lambda").help


def test_a_locked_lambda_has_no_button():
    assert not apps.button(apps.lab(**QUICK, lock="lam"), "choose_lambda")
    locked = apps.lab(**QUICK, lock="kernel")
    assert apps.button(locked, "choose_lambda")
    assert not [box for box in locked.checkbox if box.key == "choose_more"]


def test_the_result_does_not_change_its_own_recipe():
    run, choice = Choice().recipe(), Choice(dataset="zoo")
    for form in ("joint", "scalar"):
        for update in ("hinge", "none"):
            settings = replace(choice, kernel_form=form, update=update).settings()
            for more in (False, True):
                recipe = LambdaRecipe.of(run, settings, 9, more)
                for kernel in recipe.kernels:
                    for rounds in recipe.rounds:
                        after = settings.changed(lam=7.0, kernel=kernel, max_rounds=rounds)
                        assert LambdaRecipe.of(run, after, 9, more) == recipe
            assert len(recipe.kernels) == (3 if form == "joint" else 1)
            assert len(recipe.rounds) == (4 if update == "hinge" else 1)


def test_too_much_work_and_members_that_are_gone_are_refused(here):
    prepared = prepared_once(**vars(Choice(dataset="glass").recipe()))
    run = prepared.recipe
    huge = replace(Choice(), max_rounds=10_000).settings()
    arguments = {"dataset": "glass", "run": run, "n_members": 301, "progress": None}
    with pytest.raises(InputError, match="at most 10 min"):
        choose_in_process(lambda recipe: prepared, settings=huge, more=False, **arguments)
    with pytest.raises(InputError, match="press Run"):
        choose_in_process(lambda recipe: None, settings=huge, more=False, **arguments)
    assert not here


def test_the_recorded_run_of_a_fresh_server_will_do():
    found = caches._trained(Choice().recipe())
    assert found is not None
    assert found.oracle.n_members == Choice().n_members
