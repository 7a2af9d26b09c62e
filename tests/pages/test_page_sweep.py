"""The Sweep page shows the core's numbers and keeps its own choices in the address."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from l2dwk_core.figures.sweep.grid import GRID_VALUES
from l2dwk_core.method.settings import Settings
from l2dwk_core.method.weight_path import equal_weight_path
from l2dwk_core.runs.prepare import prepare_run
from l2dwk_core.studies.sweep_grid import Grid
from l2dwk_core.studies.sweep_parameters import sweep_values
from l2dwk_core.studies.sweeps import COMPONENTS, component_plan, parameter_plan, solve_plan
from pages.choices.query import from_query, to_query
from pages.models.sweep import SweepView
from tests import page_apps as apps
from tests.trainings import prepared_once

SMALL = {
    "v": "1",
    "n_members": "21",
    "dataset": apps.HARD,
    "sweep.points": "5",
    "sweep.splits": "1",
}
VOTE = "L2DWK, weighted vote"


def _page(**query):
    return apps.waited(apps.trained(apps.open_page("sweep.py", **{**SMALL, **query})))


@pytest.fixture(scope="module")
def prepared():
    return prepared_once(apps.HARD)


def test_sweep_path_and_components_are_the_librarys(prepared):
    app = _page()
    apps.check(app)
    assert not app.error
    assert len(apps.figures(app)) == 6
    values = sweep_values("lam", 0.01, 100.0, 5)
    outcomes = solve_plan(prepared, parameter_plan(Settings(), 21, "lam", values))
    curve = apps.trace(app, VOTE)
    np.testing.assert_allclose(apps.numbers(curve["x"]), values)
    np.testing.assert_allclose(
        apps.numbers(curve["y"]), [o.accuracy.l2dwk.accuracy for o in outcomes]
    )
    kept = apps.trace(app, "members with weight")
    np.testing.assert_allclose(apps.numbers(kept["y"]), [o.n_selected for o in outcomes])
    parts = solve_plan(prepared, component_plan(Settings(), 21))
    for component, part in zip(COMPONENTS, parts, strict=True):
        assert (
            apps.numbers(apps.trace(app, component.title)["x"])[0] == part.accuracy.l2dwk.accuracy
        )
    path = equal_weight_path(prepared.oracles("votes", 21)[0], Settings())
    breakpoints = apps.trace(app, "breakpoints")
    np.testing.assert_allclose(apps.numbers(breakpoints["x"]), path.lambdas[1:-1])
    assert "straight lines in 1/λ between breakpoints" in apps.said(app)
    assert "One split says almost nothing" in apps.said(app)


def test_more_splits_are_offered_trained_and_shown():
    app = _page(**{"weighting": "out_of_bag", "sweep.splits": "2"})
    assert "one random split, which may mislead" in apps.said(app)
    assert not [
        t for f in apps.figures(app) for t in f["data"] if t.get("name") == f"splits of {VOTE}"
    ]
    apps.button(app, "more_splits").click().run()
    app = apps.waited(app)
    apps.check(app)
    assert not apps.button(app, "more_splits")
    plan = parameter_plan(Settings(), 21, "lam", sweep_values("lam", 0.01, 100.0, 5))
    # Members are trained one after the other: the first 21 of 301 are those of 21.
    sweeps = [
        solve_plan(prepare_run(apps.HARD, weighting="out_of_bag", n_members=21, seed=seed), plan)
        for seed in (0, 1)
    ]
    accuracy = np.array([[o.accuracy.l2dwk.accuracy for o in split] for split in sweeps])
    np.testing.assert_allclose(apps.numbers(apps.trace(app, VOTE)["y"]), accuracy.mean(axis=0))
    band = apps.numbers(apps.trace(app, f"splits of {VOTE}")["y"])
    np.testing.assert_allclose(band[:5], accuracy.max(axis=0))
    assert "of 2 splits" in apps.said(app)
    # Another sweep over the same splits asks for no training.
    app.selectbox(key="sweep.parameter").set_value("n_members").run()
    app = apps.waited(app)
    apps.check(app)
    assert not apps.button(app, "more_splits")
    assert apps.trace(app, f"splits of {VOTE}")


def test_controls_change_their_figures_and_the_address(prepared):
    app = _page()
    app.number_input(key="sweep.lam_to").set_value(2.0).run()
    app.slider(key="sweep.points").set_value(3).run()
    app.segmented_control(key="sweep.scale").set_value("difference").run()
    app.segmented_control(key="sweep.path_x").set_value("inverse").run()
    app.segmented_control(key="sweep.path_shape").set_value("lines").run()
    app = apps.waited(app)
    apps.check(app)
    wanted = {
        "sweep.lam_to": "2.0",
        "sweep.points": "3",
        "sweep.scale": "difference",
        "sweep.path_x": "inverse",
        "sweep.path_shape": "lines",
        "sweep.splits": "1",
    }
    assert {k: v for k, v in apps.address(app).items() if k.startswith("sweep.")} == wanted
    outcomes = solve_plan(
        prepared, parameter_plan(Settings(), 21, "lam", sweep_values("lam", 0.01, 2.0, 3))
    )
    expected = [o.accuracy.l2dwk.accuracy - o.accuracy.uniform.accuracy for o in outcomes]
    np.testing.assert_allclose(apps.numbers(apps.trace(app, VOTE)["y"]), expected, atol=1e-12)
    again = _page(**wanted)
    np.testing.assert_array_equal(apps.numbers(apps.trace(again, VOTE)["y"]), apps.numbers(
        apps.trace(app, VOTE)["y"]))  # fmt: skip
    np.testing.assert_array_equal(
        apps.numbers(apps.trace(again, "breakpoints")["x"]),
        apps.numbers(apps.trace(app, "breakpoints")["x"]),
    )


def test_parameter_of_another_kernel_offers_that_kernel():
    app = _page(**{"sweep.parameter": "degree"})
    apps.check(app)
    assert "degree belongs to the polynomial kernel" in apps.said(app)
    assert len(apps.figures(app)) == 2
    apps.button(app, "use_kernel").click().run()
    app = apps.waited(app)
    apps.check(app)
    assert app.selectbox(key="choice.kernel").value == "polynomial"
    np.testing.assert_array_equal(apps.numbers(apps.trace(app, VOTE)["x"]), [1, 2, 4, 5, 6])


def test_no_kernel_is_offered_beside_a_locked_one():
    app = _page(lock="kernel", **{"sweep.parameter": "degree"})
    apps.check(app)
    assert "degree belongs to the polynomial kernel" in apps.said(app)
    assert not apps.button(app, "use_kernel")


def test_two_choices_make_a_heatmap(prepared):
    app = _page(**{"sweep.second": "sigma", "sweep.grid_points": "3"})
    apps.check(app)
    assert not app.error
    grid = Grid(
        "lam", "sigma", sweep_values("lam", 0.01, 100.0, 3), sweep_values("sigma", 0.1, 10.0, 3)
    )
    outcomes = solve_plan(prepared, grid.plan(Settings(), 21))
    cells = apps.numbers(apps.trace(app, GRID_VALUES["difference"].title)["z"])
    gained = [o.accuracy.l2dwk.accuracy - o.accuracy.uniform.accuracy for o in outcomes]
    np.testing.assert_allclose(np.ravel(cells), gained, atol=1e-12)
    assert "picked on these test rows out of 9" in apps.said(app)
    app.segmented_control(key="sweep.shown").set_value("members").run()
    app = apps.waited(app)
    cells = apps.numbers(apps.trace(app, "Members kept")["z"])
    np.testing.assert_allclose(np.ravel(cells), [o.n_selected for o in outcomes])
    assert apps.address(app)["sweep.shown"] == "members"
    assert apps.address(app)["sweep.second"] == "sigma"
    # The same choice twice is one choice: the curve comes back.
    app.selectbox(key="sweep.parameter").set_value("sigma").run()
    app = apps.waited(app)
    apps.check(app)
    assert app.selectbox(key="sweep.second").value == "none"
    assert apps.trace(app, VOTE)


@pytest.mark.all_members
def test_values_that_need_a_training_are_offered_with_their_number():
    app = _page(
        **{
            "weighting": "out_of_bag",
            "sweep.parameter": "label_noise",
            "sweep.points": "2",
        }
    )
    apps.check(app)
    # No flipped labels is what is trained already.
    assert "Every value needs members of its own: 1 training** of 301 members" in apps.said(app)
    assert len(apps.figures(app)) == 2
    apps.button(app, "train_sweep").click().run()
    app = apps.waited(app)
    apps.check(app)
    shown = apps.numbers(apps.trace(app, VOTE)["y"])
    expected = [
        prepare_run(apps.HARD, weighting="out_of_bag", n_members=21, label_noise=noise)
        .solve(Settings())
        .accuracy.l2dwk.accuracy
        for noise in (0.0, 0.4)
    ]
    np.testing.assert_allclose(shown, expected)
    # Nobody chooses how many labels are wrong.
    assert "Does choosing" not in " ".join(str(h.value) for h in app.header)
    assert len(apps.figures(app)) == 5


def test_two_choices_of_different_kernels_are_one_line():
    app = _page(**{"sweep.parameter": "sigma", "sweep.second": "degree"})
    apps.check(app)
    assert "degree belongs to the polynomial kernel" in apps.said(app)


@pytest.mark.parametrize(
    "view",
    [
        SweepView(),
        SweepView(parameter="sigma", points=41, splits=20, sigma_from=0.5, sigma_to=0.5),
        SweepView(second="max_depth", grid_points=3, shown="members", label_noise_to=0.2),
        SweepView(path_x="inverse", path_shape="lines", scale="difference", degree_to=3),
    ],
)
def test_view_round_trips(view):
    assert from_query(SweepView(), to_query(view, SweepView())) == (view, [])


@pytest.mark.parametrize(
    ("query", "said"),
    [
        (
            {"sweep.grid_points": "12"},
            "(sweep.grid_points) is '12'; allowed is a whole number",
        ),
        ({"sweep.points": "1"}, "(sweep.points) is '1'; allowed is a whole number from 2 to 41"),
        (
            {"sweep.parameter": "n_members", "sweep.n_members_to": "4000"},
            "There are 301 trained members; the sweep ends there.",
        ),
    ],
)
@pytest.mark.all_members
def test_bad_address_is_named_and_the_rest_counts(query, said):
    app = _page(**query)
    apps.check(app)
    assert said in apps.said(app)
    assert len(app.warning) == 1
    assert len(apps.figures(app)) == 6


@pytest.mark.parametrize(
    ("query", "n_figures"),
    [
        ({"n_members": "1"}, 6),
        ({"weighting": "training", "n_members": "2"}, 6),
        ({"weighting": "out_of_bag", "sweep.parameter": "max_rounds"}, 6),
        ({"outputs": "probabilities", "sweep.parameter": "sigma"}, 6),
        ({"update": "none", "terms": "accuracy"}, 6),
        ({"diversity": "double_fault", "lam_on": "accuracy"}, 6),
        ({"lam": "0.0"}, 6),
        ({"sweep.lam_from": "2.0", "sweep.lam_to": "2.0"}, 6),
        ({"kernel": "polynomial", "sweep.parameter": "constant", "kernel_form": "scalar",
          "degree": "3"}, 6),
        ({"preset": "authors"}, 6),
        ({"diversity": "double_fault_printed"}, 5),
    ],
)  # fmt: skip
def test_odd_choices_leave_the_page_usable(query, n_figures):
    app = _page(**query)
    apps.check(app)
    assert not app.error, [e.value for e in app.error]
    assert len(apps.figures(app)) == n_figures


def test_concave_objective_says_why_there_is_no_path():
    app = _page(diversity="double_fault_printed")
    info = " ".join(str(i.value) for i in app.info)
    assert "one single member is the answer at every λ" in info


@pytest.mark.parametrize(
    ("query", "said"),
    [
        ({"sweep.lam_from": "5.0", "sweep.lam_to": "0.5"}, "λ runs from 5 to 0.5"),
        (
            {"kernel": "polynomial", "sweep.parameter": "constant", "sweep.constant_from": "-1.0"},
            "needs c ≥ 0",
        ),
        (
            {"kernel": "polynomial", "sweep.parameter": "degree", "kernel_form": "scalar",
             "constant": "0.0", "degree": "1"},
            "makes the scalar objective constant",
        ),
    ],
)  # fmt: skip
def test_ranges_that_do_not_fit_are_one_line_and_the_rest_stays(query, said):
    app = _page(**query)
    apps.check(app)
    assert len(app.error) == 1
    assert said in apps.said(app)
    assert app.selectbox(key="sweep.parameter")
    assert len(apps.figures(app)) == 2


def test_choice_of_another_page_survives():
    app = _page()
    app.slider(key="sweep.points").set_value(4).run()
    app.query_params.clear()
    app.switch_page("views/lab.py").run()
    app.query_params.clear()
    app.switch_page("views/sweep.py").run()
    apps.check(app)
    assert app.slider(key="sweep.points").value == 4
    assert app.session_state["record of sweep"] == replace(SweepView(), points=4, splits=1)
