"""The Diversity page shows the core's numbers and keeps its own choices in the address."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from l2dwk_core.diversity import MEASURES
from l2dwk_core.method.settings import Settings
from l2dwk_core.runs.prepare import prepare_run
from l2dwk_core.studies.diversity_report import diversity_report
from l2dwk_core.studies.subensembles import predictions, study_subensembles
from pages.choices.query import from_query, to_query
from pages.models.diversity import DiversityView
from tests import page_apps as apps

pytestmark = pytest.mark.usefixtures("few_members")
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
    ],
)
def test_view_round_trips(view):
    assert from_query(DiversityView(), to_query(view, DiversityView())) == (view, [])


@pytest.mark.parametrize(
    ("query", "said"),
    [
        ({"diversity.perfect": "perhaps"}, "diversity.perfect is 'perhaps'; allowed are yes, no"),
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
