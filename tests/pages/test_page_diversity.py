"""The Diversity page shows the core's numbers and keeps its own choices in the address."""

from __future__ import annotations

import pickle
import time
from dataclasses import replace

import numpy as np
import pytest

from l2dwk_core.common.errors import InputError
from l2dwk_core.diversity import MEASURES
from l2dwk_core.method.settings import Settings
from l2dwk_core.pools.recipe import PoolRecipe
from l2dwk_core.runs.prepare import prepare_run
from l2dwk_core.studies.diversity_report import diversity_report
from l2dwk_core.studies.repeated_trainings import repeated_trainings
from l2dwk_core.studies.subensembles import predictions, study_subensembles
from pages.choices.choice import Choice
from pages.choices.query import from_query, to_query
from pages.jobs import caches, measure_work
from pages.models import diversity
from pages.models.diversity import DiversityView
from pages.models.trade_off import trials_recipe
from pages.runtime.dataset_cache import DatasetCache
from tests import page_apps as apps

SMALL = {"v": "1", "n_members": "21", "dataset": apps.HARD}


def _page(**query):
    return apps.trained(apps.open_page("diversity.py", **{**SMALL, **query}))


@pytest.fixture(scope="module")
def run():
    return prepare_run(apps.HARD).solve(Settings(), n_members=21)


def test_measures_and_sub_ensembles_are_the_librarys(run):
    app = _page()
    apps.check(app)
    assert not app.error
    seen = diversity_report(run)
    shown = apps.trace(app, "every row counts the same (fixed)")
    np.testing.assert_allclose(
        apps.numbers(shown["customdata"]), [d.value for d in seen.fixed.values()]
    )
    study = study_subensembles(
        seen.oracle, seen.test_oracle, size=15, n_subsets=400, alpha=seen.alpha
    )
    found = predictions(study).measures
    dots = next(
        t
        for figure in apps.figures(app)
        for t in figure["data"]
        if t.get("name") == "every row counts the same (fixed)" and "error_x" in t
    )
    np.testing.assert_allclose(apps.numbers(dots["x"]), [p.fixed.value for p in found])
    np.testing.assert_allclose(
        apps.numbers(apps.trace(app, "fixed")["y"]), study.accuracy, rtol=1e-6
    )
    assert len(apps.figures(app)) == 8


def test_perfect_member_makes_q_and_rho_undefined():
    app = _page()
    assert "pairs undefined" not in apps.said(app)
    app.toggle(key="diversity.perfect").set_value(True).run()
    apps.check(app)
    info = " ".join(str(i.value) for i in app.info).replace("\\", "")
    assert "Q statistic, Correlation ρ: 21 of 231 pairs undefined (0/0): member 21" in info
    assert apps.address(app)["diversity.perfect"] == "yes"


def test_controls_change_their_figures_and_the_address():
    app = _page()
    before = apps.numbers(apps.trace(app, "fixed")["y"])
    app.slider(key="diversity.size").set_value(5).run()
    app.selectbox(key="diversity.measure").set_value("entropy").run()
    app.selectbox(key="diversity.pair_measure").set_value("label_kappa").run()
    apps.check(app)
    after = apps.numbers(apps.trace(app, "fixed")["y"])
    assert not np.array_equal(before, after)
    assert apps.trace(app, "Pairwise κ on labels")
    wanted = {
        "diversity.size": "5",
        "diversity.measure": "entropy",
        "diversity.pair_measure": "label_kappa",
    }
    assert {k: v for k, v in apps.address(app).items() if k.startswith("diversity.")} == wanted
    again = _page(**wanted)
    np.testing.assert_array_equal(apps.numbers(apps.trace(again, "fixed")["y"]), after)


@pytest.mark.parametrize(
    "view",
    [
        DiversityView(),
        DiversityView(perfect=True, alpha_round="last", pair_measure="q_statistic"),
        DiversityView(size=3, n_subsets=1000, draw=7, scored="weighting", measure="label_kappa"),
        DiversityView(
            moved="n_members", depth=5, members=9, trials=4, share=0.3, loss="cross_entropy"
        ),
    ],
)
def test_view_round_trips(view):
    assert from_query(DiversityView(), to_query(view, DiversityView())) == (view, [])


@pytest.mark.parametrize(
    ("query", "said"),
    [
        ({"diversity.perfect": "perhaps"}, "diversity.perfect is 'perhaps'; allowed are yes, no"),
        ({"diversity.loss": "brier"}, "(diversity.loss) is 'brier'; allowed are squared"),
        ({"diversity.trials": "1"}, "(diversity.trials) is '1'; allowed is a whole number from 2"),
        ({"diversity.size": "200"}, "Sub-ensembles of 200 need more members; 20 are drawn"),
    ],
)
def test_bad_address_is_named_and_the_rest_counts(query, said):
    app = _page(**query)
    apps.check(app)
    assert said in apps.said(app)
    assert len(app.warning) == 1
    assert len(apps.figures(app)) == 8


@pytest.mark.parametrize(
    "query",
    [
        {"n_members": "1"},
        {"n_members": "2"},
        {"n_members": "3", "diversity.perfect": "yes"},
        {"weighting": "training"},
        {"weighting": "out_of_bag"},
        {"weighting": "bootstrap", "diversity.pair_measure": "correlation"},
        {"pool": "mixed", "diversity.size": "1"},
        {"outputs": "probabilities", "diversity.alpha_round": "last"},
        {"dataset": "zoo", "diversity.scored": "weighting"},
    ],
)
def test_odd_choices_leave_the_page_usable(query):
    app = _page(**query)
    apps.check(app)
    assert not app.error, [e.value for e in app.error]
    assert app.toggle(key="diversity.perfect")


def test_out_of_bag_says_why_there_is_no_adaptive_diversity():
    app = _page(weighting="out_of_bag")
    assert "Out-of-bag votes have gaps" in apps.said(app)
    assert not [t for f in apps.figures(app) for t in f["data"] if t.get("name") == "adaptive"]


def test_every_measure_is_explained():
    said = apps.said(_page())
    for measure in MEASURES.values():
        assert measure.source in said


def test_what_takes_long_is_shown_alike_and_its_failure_is_said(monkeypatch):
    choice = {"seed": "3", "diversity.n_subsets": "50"}
    here = _page(**choice)
    apps.check(here)
    monkeypatch.setattr(measure_work, "MAX_SECONDS_HERE", 0.0)
    for cache in vars(diversity).values():
        if isinstance(cache, DatasetCache):
            cache.forget(apps.HARD)
    measured, fails = [], []

    def measure(*, key, measure, **_):
        if key[-1] in fails:
            raise InputError("no such pairs")
        measured.append(key)
        return pickle.loads(pickle.dumps(measure))()  # as it reaches a process

    queue = caches.JobQueue(lambda session: True, measure, keep=lambda found, seconds: found)
    monkeypatch.setattr(caches, "measurements", lambda: queue)
    beside = _page(**choice)
    apps.check(beside)
    assert len(measured) == 5  # on equal rows and under α, two figures of pairs, sub-ensembles
    assert apps.figures(beside) == apps.figures(here)
    fails[:] = ["double_fault"]
    beside.selectbox(key="diversity.pair_measure").set_value("double_fault").run()
    apps.check(beside)
    assert "no such pairs" in apps.said(beside)
    assert len(apps.figures(beside)) == 7
    fails.clear()
    assert len(apps.figures(beside.run())) == 8


def test_choice_of_another_page_survives():
    app = _page()
    app.slider(key="diversity.size").set_value(7).run()
    app.query_params.clear()
    app.switch_page("views/lab.py").run()
    app.query_params.clear()
    app.switch_page("views/diversity.py").run()
    apps.check(app)
    assert app.slider(key="diversity.size").value == 7
    assert replace(DiversityView(), size=7) == app.session_state["record of diversity"]


FEW = {"diversity.trials": "2", "diversity.members": "4", "diversity.depth": "3"}


@pytest.fixture
def here(monkeypatch):
    """Repeated trainings without a process of their own, which takes seconds to start."""

    def work(*, progress, **arguments):
        return repeated_trainings(
            **arguments,
            progress=progress,
            on_change=lambda found: progress("so far", 0, 1, found),
        )

    queue = caches.JobQueue(lambda session: True, work, keep=lambda found, seconds: found)
    monkeypatch.setattr(caches, "trials", lambda: queue)


def _repeated(app):
    """Press the button, and wait for the end."""
    apps.button(app, "trials_run").click().run()
    limit = time.monotonic() + apps.LIMIT
    while apps.button(app, "trials_cancel"):
        assert time.monotonic() < limit, "the trainings took too long"
        time.sleep(0.2)
        app.run()
    apps.check(app)
    return app


def _terms(app):
    """The lines of the last figure: their values by the first word of their names."""
    lines = apps.figures(app)[-1]["data"]
    return {line["name"].split(" ")[0]: apps.numbers(line["y"]) for line in lines}


def test_nothing_is_trained_repeatedly_until_asked_and_then_it_is_the_librarys():
    app = _page(dataset="zoo", **FEW)
    assert len(apps.figures(app)) == 8
    assert "6 trainings** of 4 members: 2 trials at 3 depths" in apps.said(app)
    app = _repeated(app)  # in a process, as it is
    assert not app.error
    assert len(apps.figures(app)) == 9
    expected = repeated_trainings("zoo", pool=PoolRecipe("bagging", 4), values=(1, 2, 3), trials=2)
    for name, term in (
        ("bias", "bias"),
        ("diversity", "diversity"),
        ("ensemble's", "ensemble_loss"),
    ):
        np.testing.assert_allclose(
            _terms(app)[name], [getattr(p.terms["squared"], term) for p in expected.points]
        )
    assert f"each on {expected.n_sample} of the training rows" in apps.said(app)


def test_loss_and_what_moves_are_in_the_address(here):
    app = _repeated(_page(dataset="zoo", **FEW))
    squared = _terms(app)
    app.segmented_control(key="diversity.loss").set_value("cross_entropy").run()
    apps.check(app)
    assert not np.array_equal(_terms(app)["bias"], squared["bias"])
    assert "Probabilities below 0.001 are first raised to it" in apps.said(app)
    app.segmented_control(key="diversity.loss").set_value("zero_one").run()
    assert "diversity-effect" in _terms(app)
    assert "may be negative. Of classes with equally many votes the first one wins" in apps.said(
        app
    )
    app.segmented_control(key="diversity.moved").set_value("n_members").run()
    apps.check(app)
    assert len(apps.figures(app)) == 8  # another study, not asked for yet
    app = _repeated(app)
    assert apps.figures(app)[-1]["title"].startswith("1 to 4 members, 2 trials, untested: ")
    wanted = {"diversity.loss": "zero_one", "diversity.moved": "n_members", **FEW}
    assert {k: v for k, v in apps.address(app).items() if k.startswith("diversity.")} == wanted
    again = _page(dataset="zoo", **wanted)  # the same study is found again
    np.testing.assert_array_equal(_terms(again)["bias-effect"], _terms(app)["bias-effect"])


def test_cancelled_trainings_keep_what_they_found(here):
    app = _page(dataset="zoo", **{"diversity.trials": "4", "diversity.members": "60"})
    apps.button(app, "trials_run").click().run()
    limit = time.monotonic() + apps.LIMIT
    while len(apps.figures(app)) < 9:
        assert time.monotonic() < limit, "no result came"
        time.sleep(0.3)
        app.run()
    apps.button(app, "trials_cancel").click().run()
    apps.check(app)
    assert "Cancelled after" in apps.said(app)
    assert len(apps.figures(app)) == 9
    assert apps.button(app, "trials_run").label == "Train repeatedly anew"
    assert not apps.button(app, "trials_cancel")


def test_library_of_models_moves_by_number_alone():
    choice = Choice(dataset="zoo").with_pool("library")
    view = DiversityView(members=301)
    recipe = trials_recipe(choice, view)
    assert recipe.moved == "n_members"
    assert recipe.values[-1] == recipe.pool.n_members == choice.n_members
    assert trials_recipe(Choice(), view).moved == "max_depth"


def test_limits_on_trees_hold_in_the_trials_and_flipped_labels_do_not():
    view = DiversityView()
    plain = trials_recipe(Choice(), view)
    assert trials_recipe(Choice(label_noise=0.3), view) == plain
    assert trials_recipe(Choice(n_members=7), view) == plain
    assert trials_recipe(Choice(max_depth=3), view) == plain  # the depth moves
    assert trials_recipe(Choice(min_samples_leaf=3), view).pool.min_samples_leaf == 3
    by_number = DiversityView(moved="n_members")
    assert trials_recipe(Choice(max_depth=3), by_number).pool.max_depth == 3
    assert trials_recipe(Choice(seed=5, test_fraction=0.4), view).test_fraction == 0.4
