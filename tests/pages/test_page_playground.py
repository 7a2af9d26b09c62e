"""The Playground shows the core's numbers and keeps its choices in the address."""

from __future__ import annotations

import numpy as np
import pytest

from l2dwk_core.datasets.teaching import TEACHING_SETS
from l2dwk_core.demos.playground import SetupRecipe, prepare_setup, solve
from l2dwk_core.figures.playground.plane import difference_sentence
from l2dwk_core.figures.playground.plane_traces import depth_codes
from l2dwk_core.method.settings import Settings
from pages.models.playground import MADE_POINTS
from pages.models.start_charts import regimes
from tests import page_apps as apps


def _page(**query):
    return apps.open_page(
        "playground.py", **{"v": "1"} | {f"playground.{k}": v for k, v in query.items()}
    )


def _regions(app):
    return [
        apps.numbers(next(t for t in figure["data"] if t.get("name") == "region")["z"])
        for figure in apps.figures(app)
    ]


def _metrics(app):
    return {m.label: m.value for m in app.metric}


@pytest.mark.parametrize("typed", ["-0", "-0.0"])
def test_minus_zero_is_no_noise(typed):
    app = _page(noise=typed)
    apps.check(app)
    assert not app.error and not app.warning
    assert app.session_state["playground.noise"] == 0
    app.session_state["playground.noise"] = -0.0
    apps.check(app.run())


def test_defaults_are_the_cores():
    app = _page()
    apps.check(app)
    assert not app.error and not app.warning
    solved = solve(prepare_setup(SetupRecipe()), Settings(max_rounds=15))
    wanted = [solved.uniform_weights, solved.trace.weights]
    for shown, weights in zip(_regions(app), wanted, strict=True):
        np.testing.assert_array_equal(shown, depth_codes(solved.regions(weights), 2))
    assert _metrics(app) == {
        "L2DWK": f"{solved.returned_fresh.accuracy:.1%}",
        "Uniform": f"{solved.uniform_fresh.accuracy:.1%}",
        "Trees kept": f"{solved.trace.n_selected} of 51",
        "Diversity": f"{solved.returned_fresh.diversity:.2f}",
    }
    assert difference_sentence(solved) in apps.said(app)


def test_a_gain_on_artificial_points_is_put_beside_the_real_data():
    app = _page()
    assert "better by" in apps.texts(app) and MADE_POINTS in apps.texts(app)
    assert any(link.proto.page == "claims" for link in app.get("page_link"))
    # What it says of real data is what the studies say.
    trees, _ = regimes()
    assert "bagged trees is behind Bagging" in MADE_POINTS and trees.verdict == "does not pay"
    assert "of the same trees nothing is decided" in MADE_POINTS
    assert trees.same_members.test.verdict == "undecided"


@pytest.mark.parametrize("shape", TEACHING_SETS)
def test_every_shape_draws_two_planes(shape):
    app = _page(shape=shape, boundaries="yes")
    apps.check(app)
    assert len(apps.figures(app)) == 2


@pytest.mark.parametrize(
    "query",
    [
        {"members": "1"},
        {"members": "101", "boundaries": "yes", "member": "101"},
        {"members": "5", "boundaries": "yes", "member": "5"},
        {"shape": "blobs", "noise": "0.0", "flipped": "0.0"},
        {"points": "60", "depth": "12", "flipped": "0.4"},
        {"kernel": "polynomial", "lam": "0.0", "rounds": "1"},
        {"kernel": "linear", "lam": "100.0", "rounds": "40"},
        {"sigma": "0.1", "lam": "0.37"},
        {"seed": "2147483647"},
    ],
)
def test_odd_choices(query):
    app = _page(**query)
    apps.check(app)
    assert not app.error and not app.warning
    assert len(apps.figures(app)) == 2
    assert "playground" in " ".join(apps.address(app))


def test_sliders_change_the_right_picture_and_the_address():
    app = _page()
    before = _regions(app)
    app.select_slider(key="playground.lam").set_value(4.0).run()
    apps.check(app)
    after = _regions(app)
    np.testing.assert_array_equal(before[0], after[0])
    assert not np.array_equal(before[1], after[1])
    assert apps.address(app)["playground.lam"] == "4.0"
    app.slider(key="playground.depth").set_value(5).run()
    assert not np.array_equal(after[0], _regions(app)[0])
    again = _page(lam="4.0", depth="5")
    np.testing.assert_array_equal(_regions(app), _regions(again))
    assert _metrics(app) == _metrics(again)


def test_new_points_are_a_new_seed():
    app = _page(seed="7")
    before = _regions(app)
    app.button(key="new_points").click().run()
    apps.check(app)
    assert apps.address(app)["playground.seed"] == "8"
    assert not np.array_equal(before[0], _regions(app)[0])
    last = _page(seed="2147483647")
    last.button(key="new_points").click().run()
    assert "playground.seed" not in apps.address(last)


def test_width_of_the_kernel_is_asked_only_where_it_has_one():
    app = _page()
    assert [s.key for s in app.select_slider] == ["playground.lam", "playground.sigma"]
    app = _page(kernel="linear", sigma="2.0")
    assert [s.key for s in app.select_slider] == ["playground.lam"]


@pytest.mark.parametrize(
    ("query", "said"),
    [
        ({"shape": "star"}, "playground.shape is 'star'"),
        ({"depth": "13"}, "playground.depth is '13'; allowed is a whole number from 1 to 12. Used"),
        ({"seed": "-1"}, "playground.seed is '-1'"),
        ({"boundaries": "maybe"}, "allowed are yes, no"),
    ],
)
def test_bad_addresses_are_named(query, said):
    app = _page(**query)
    apps.check(app)
    assert len(app.warning) == 1
    assert said in apps.said(app)
    assert len(apps.figures(app)) == 2
