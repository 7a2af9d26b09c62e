"""The Noise page shows the library's study, live, and keeps what a cancelled one found."""

from __future__ import annotations

import time
from dataclasses import replace

import numpy as np
import pytest

from l2dwk_core.method.settings import Settings
from l2dwk_core.runs.recipe import RunRecipe
from l2dwk_core.studies.noise_study import noise_study
from pages.choices.choice import Choice
from pages.choices.query import from_query, to_query
from pages.jobs import caches
from pages.models.noise import NoiseView, python_snippet, recipe_of
from tests import page_apps as apps

QUICK = {
    "v": "1", "dataset": "zoo", "n_members": "7", "noise.levels": "2", "noise.repeats": "2",
    "noise.methods": "kappa_pruning",
}  # fmt: skip


def _page(**query):
    return apps.open_page("noise.py", **{**QUICK, **query})


def _studied(app):
    if apps.button(app, "noise_run"):
        apps.button(app, "noise_run").click().run()
    limit = time.monotonic() + 90
    while apps.button(app, "noise_cancel"):
        assert time.monotonic() < limit, "the study took too long"
        time.sleep(0.2)
        app.run()
    return app


@pytest.fixture(scope="module")
def study_queue():
    """Studies without a process of their own, which takes seconds to start."""

    def study(*, progress, **arguments):
        return noise_study(
            **arguments,
            progress=progress,
            on_change=lambda found: progress("so far", found.n_done, found.n_wanted, found),
        )

    return caches.JobQueue(lambda session: True, study, keep=lambda found, seconds: found)


@pytest.fixture
def at_once(monkeypatch, study_queue):
    monkeypatch.setattr(caches, "noise_studies", lambda: study_queue)


def test_page_shows_the_librarys_study():
    app = _studied(_page(noise_kind="boundary", lam="3.0"))  # in a process, as it is
    apps.check(app)
    assert not app.error
    expected = noise_study(
        "zoo",
        run=RunRecipe.of("zoo", n_members=7, noise_kind="boundary", settings=Settings(lam=3.0)),
        methods=("kappa_pruning",),
        shares=(0.0, 0.4),
        repeats=2,
    )
    _, levels, _, curves = apps.figures(app)
    for name, method in (("Uniform vote", "uniform"), ("L2DWK, Gaussian", "l2dwk_gaussian")):
        shown = apps.numbers(next(t for t in curves["data"] if t["name"] == name)["y"])
        np.testing.assert_allclose(shown, expected.accuracies(method).mean(axis=0))
    last = np.mean([c.of_alpha[-1] for c in expected.alpha_on_noise_at(0.4)])
    alpha = next(t for t in levels["data"] if t["name"] == "of kernel weight α")
    assert apps.numbers(alpha["y"])[-1] == pytest.approx(last)
    assert "With fewer than 3 repeats no difference can be claimed." in apps.said(app)
    assert "noise_kind='boundary'" in apps.said(app)


def test_controls_are_in_the_address_and_move_the_figures(at_once):
    app = _studied(_page())
    apps.check(app)
    assert len(apps.figures(app)) == 4
    app.segmented_control(key="noise.level").set_value(0.0).run()
    app.segmented_control(key="noise.scale").set_value("difference").run()
    apps.check(app)
    assert "nothing to chase" in apps.titles(app)
    gained = apps.numbers(apps.figures(app)[-1]["data"][-1]["y"])
    assert len(gained) == 2
    assert apps.address(app)["noise.level"] == "0.0"
    assert apps.address(app)["noise.scale"] == "difference"
    again = _studied(_page(**{"noise.level": "0.0", "noise.scale": "difference"}))
    np.testing.assert_array_equal(apps.numbers(apps.figures(again)[-1]["data"][-1]["y"]), gained)
    app.segmented_control(key="choice.noise_kind").set_value("boundary").run()
    apps.check(app)
    assert apps.address(app)["noise_kind"] == "boundary"
    assert apps.button(app, "noise_run")  # other labels, another study
    app.slider(key="noise.most").set_value(20).run()
    assert apps.address(app)["noise.most"] == "20"


def test_a_level_that_is_not_studied_gives_way_to_the_nearest(at_once):
    app = _studied(_page(**{"noise.level": "0.27"}))
    apps.check(app)
    assert app.segmented_control(key="noise.level").value == 0.4


def test_what_a_cancelled_study_found_stays():
    app = _page(dataset="glass", n_members="31", **{"noise.repeats": "20", "noise.levels": "9"})
    apps.button(app, "noise_run").click().run()
    limit = time.monotonic() + 60
    while not apps.figures(app):
        assert time.monotonic() < limit, "no result came"
        time.sleep(0.3)
        app.run()
    apps.button(app, "noise_cancel").click().run()
    apps.check(app)
    assert "Cancelled after" in apps.said(app)
    assert "of 180 trainings" in apps.said(app)
    assert len(apps.figures(app)) == 2
    assert apps.button(app, "noise_run").label == "Flip labels anew"
    assert not apps.button(app, "noise_cancel")


@pytest.mark.parametrize(
    "query",
    [
        {"n_members": "1"},
        {"weighting": "training"},
        {"weighting": "out_of_bag", "noise.methods": "map_pruning"},
        {"update": "none", "kernel": "linear"},
        {"outputs": "probabilities"},
        {"noise.methods": "none", "noise.repeats": "1", "noise_kind": "boundary"},
        {"kernel": "polynomial", "kernel_form": "scalar", "degree": "3"},
        {"preset": "authors"},
        {"label_noise": "0.3"},
    ],
)
def test_odd_choices_leave_the_page_usable(at_once, query):
    app = _studied(_page(**query))
    apps.check(app)
    assert not app.error, [e.value for e in app.error]
    assert len(apps.figures(app)) == 4


def test_a_refused_method_is_named(at_once):
    app = _studied(_page(weighting="out_of_bag", **{"noise.methods": "map_pruning"}))
    info = " ".join(str(i.value).replace("\\", "") for i in app.info)
    assert "Predictive pruning (MAP) took no part" in info
    assert "out-of-bag votes have gaps" in info


def test_what_cannot_be_trained_is_one_line(at_once):
    app = _page(pool="extra_trees", weighting="out_of_bag")
    apps.check(app)
    assert any("out of bag" in note.value for note in app.warning)
    app = _page(kernel="polynomial", constant="-1.0")
    assert "needs c ≥ 0" in str(app.error[0].value)


@pytest.mark.parametrize(
    ("query", "said"),
    [
        ({"noise.methods": "rse"}, "(noise.methods) is 'rse'"),
        ({"noise.most": "90"}, "(noise.most) is '90'; allowed is a whole number from 5 to 60"),
        ({"noise.level": "nan"}, "(noise.level) is 'nan'; allowed is a number from 0 to 0.6"),
        ({"noise.scale": "both"}, "(noise.scale) is 'both'"),
        ({"noise_kind": "edge"}, "(noise_kind) is 'edge'"),
    ],
)
def test_bad_address_is_named_and_the_rest_counts(query, said):
    app = _page(**query)
    apps.check(app)
    assert len(app.warning) == 1
    assert said in apps.said(app)
    assert apps.button(app, "noise_run")


def test_view_round_trips():
    for view in (NoiseView(), NoiseView(("adaboost",), 30, 4, 2, 0.1, "difference"), NoiseView(())):
        assert from_query(NoiseView(), to_query(view, NoiseView())) == (view, [])


def test_label_noise_of_other_pages_does_not_count():
    view = NoiseView()
    assert recipe_of(Choice(label_noise=0.3), view) == recipe_of(Choice(), view)
    assert recipe_of(Choice(noise_kind="boundary"), view) != recipe_of(Choice(), view)
    assert recipe_of(Choice(n_members=20), view).run.pool.n_members == 20


def test_snippet_repeats_the_study():
    choice = Choice(dataset="zoo", n_members=5, lam=3.0, max_depth=2)
    recipe = recipe_of(choice, NoiseView((), 30, 2, 1))
    scope: dict[str, object] = {}
    exec(python_snippet(recipe, "'zoo'"), scope)
    direct = noise_study("zoo", **vars(recipe))
    found = scope["result"]
    assert found.recipe == direct.recipe
    assert replace(found.recipe, run=direct.recipe.run) == direct.recipe
    for method in direct.methods:
        np.testing.assert_array_equal(found.accuracies(method), direct.accuracies(method))
