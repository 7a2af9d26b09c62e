"""Every page runs, with default and with odd choices, and shows the core's numbers."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from l2dwk_core.figures.lab.accuracy import comparison_sentence
from l2dwk_core.method.settings import PRESETS, Settings
from l2dwk_core.oracle.weighting_rows import ORACLE_SOURCES, default_weighting
from l2dwk_core.pools.kinds import POOL_KINDS
from pages.choices.choice import Choice, from_address
from pages.runtime import menu
from tests import page_apps as apps
from tests.trainings import prepared_once


@pytest.mark.parametrize("view", ["lab.py", "sweep.py", "diversity.py"])
def test_a_page_says_what_it_will_show_before_anything_is_trained(view):
    # A seed of its own: what one page has trained, the others have at once.
    app = apps.open_page(
        view, v="1", dataset="zoo", n_members="21", seed=str(91 + apps.VIEWS.index(view))
    )
    assert apps.button(app, "run")
    said = apps.said(app)
    assert "What you will see" in said
    assert view == "lab.py" or "takes seconds" in said
    assert "What you will see" not in apps.said(apps.trained(app))


def test_views_are_all_in_the_menu():
    entries = menu.entries()
    assert sorted(entry.file for entry in entries) == [f"views/{view}" for view in apps.VIEWS]
    titles = [entry.title for entry in entries]
    assert titles[:4] == ["Start", "Playground", "Lab", "Lessons"]
    assert titles[-3:] == ["Data", "Paper", "Claims"]
    assert len({entry.place for entry in entries}) == len({e.icon for e in entries}) == len(entries)


def test_a_view_without_a_place_in_the_menu_is_refused(tmp_path):
    (tmp_path / "coins.py").write_text('"""Coins."""\n\nMENU_ICON = ":material/tune:"\n')
    with pytest.raises(ValueError, match=r"coins\.py does not say .* MENU_ICON, MENU_PLACE ="):
        menu.entries(tmp_path)


@pytest.mark.parametrize("view", apps.VIEWS)
def test_page_opens_with_defaults(view):
    app = apps.open_page(view)
    apps.check(app)
    assert not app.error
    assert apps.texts(app)


@pytest.mark.parametrize("view", apps.VIEWS)
@pytest.mark.parametrize(
    "query",
    [
        {"v": "1", "preset": "paper", "dataset": apps.EASY},
        {"v": "99", "lam": "2"},
        {"dataset": "nowhere", "lam": "-3", "sigma": "0", "kernel": "<b>rbf</b>"},
        {"kernel": "polynomial", "kernel_form": "scalar", "degree": "2", "constant": "0.0"},
    ],
)
def test_page_opens_with_odd_addresses(view, query):
    apps.check(apps.open_page(view, **query))


def test_start_figure_follows_its_slider():
    app = apps.open_page("start.py")
    before = apps.numbers(apps.trace(app, "mistakes independent")["y"])
    app.slider[0].set_value(70).run()
    after = apps.numbers(apps.trace(app, "mistakes independent")["y"])
    assert before[1] == pytest.approx(0.648)  # three voters of 60 %: p³ + 3p²(1 − p)
    assert after[1] == pytest.approx(0.784)


@pytest.mark.parametrize("preset", list(PRESETS))
def test_lab_shows_the_numbers_of_the_library(preset):
    choice = Choice(dataset=apps.EASY).with_preset(preset)
    app = apps.lab(**({"preset": preset} if preset != "recommended" else {}))
    apps.check(app)
    run = prepared_once(apps.EASY, weighting=choice.weighting).solve(choice.settings())
    heat = apps.numbers(apps.trace(app, "α")["z"])
    np.testing.assert_allclose(
        np.sort(heat, axis=None), np.sort(run.trace.alphas, axis=None), rtol=1e-6
    )
    shown = apps.numbers(apps.trace(app, "classifier weight")["y"])[1:-1]
    kept = np.sort(run.trace.weights)[::-1]
    length = min(len(shown), len(kept))
    if preset != "authors":  # whose returned weights lose their small entries
        np.testing.assert_allclose(shown[:length], kept[:length], rtol=1e-6, atol=1e-12)
    path = apps.trace(app, "ensemble, round by round")
    np.testing.assert_allclose(apps.numbers(path["y"]), run.path("test").accuracy)
    np.testing.assert_allclose(apps.numbers(path["x"]), run.path("test").diversity)
    cloud = run.pair_cloud("test")
    np.testing.assert_allclose(
        apps.numbers(apps.trace(app, "pairs of members")["x"]), cloud.disagreement, rtol=1e-6
    )
    assert (
        apps.numbers(apps.trace(app, "L2DWK, weighted vote")["x"])[0] == run.accuracy.l2dwk.accuracy
    )
    assert comparison_sentence(run.accuracy) in apps.said(app)


@pytest.mark.parametrize("weighting", list(ORACLE_SOURCES))
def test_lab_runs_on_rows_of_every_kind(weighting):
    app = apps.lab(weighting=weighting)
    apps.check(app)
    assert not app.error
    # One round has nothing to settle, so nothing on how it does.
    more_rounds = "l2dwk_round_bar" in {p.proto.component_name for p in app.get("bidi_component")}
    assert len(apps.figures(app)) == 7
    assert ("convergence" in app.session_state["shown"]) == more_rounds


@pytest.mark.parametrize(
    "query",
    [
        {"kernel": "polynomial", "degree": "3", "constant": "0.5"},
        {"kernel": "linear", "update": "exp", "max_rounds": "3"},
        {"update": "none"},
        {"terms": "accuracy"},
        {"terms": "diversity"},
        {"lam": "0.0"},
        {"lam": "1e-07"},
        {"diversity": "double_fault_printed", "kernel": "linear"},
        {"outputs": "probabilities"},
        {"n_members": "1"},
        {"n_members": "2", "kernel_form": "scalar", "kernel": "polynomial"},
        {"weighting": "out_of_bag", "missing_votes": "impute"},
        {"max_rounds": "1"},
    ],
)
def test_lab_survives_odd_choices(query):
    app = apps.lab(**query)
    apps.check(app)
    assert not app.error, [e.value for e in app.error]
    # One round has nothing to settle, so nothing on how it does.
    more_rounds = "l2dwk_round_bar" in {p.proto.component_name for p in app.get("bidi_component")}
    assert len(apps.figures(app)) == 7
    assert ("convergence" in app.session_state["shown"]) == more_rounds


@pytest.mark.parametrize(
    ("query", "said"),
    [
        (
            {"kernel": "polynomial", "kernel_form": "scalar", "degree": "2", "constant": "0.0"},
            "degree 2 with c = 0 makes the scalar objective constant",
        ),
        ({"kernel": "polynomial", "constant": "-1.0"}, "needs c ≥ 0"),
        ({"weighting": "out_of_bag", "outputs": "probabilities"}, "need complete outputs"),
    ],
)
def test_choices_that_do_not_fit_are_one_line_and_the_controls_stay(query, said):
    app = apps.lab(**query)
    apps.check(app)
    assert len(app.error) == 1
    assert said in apps.said(app)
    assert "\n" not in app.error[0].value.strip()
    assert app.selectbox(key="choice.kernel")


@pytest.mark.parametrize("pool", [k for k, kind in POOL_KINDS.items() if not kind.has_out_of_bag])
def test_judges_that_a_base_ensemble_has_not_are_not_offered(pool):
    app = apps.open_page("lab.py", v="1", dataset=apps.EASY, pool=pool, weighting="out_of_bag")
    apps.check(app)
    assert f"the base ensemble '{pool}' leaves no rows out of bag. Used" in apps.said(app)
    menu = app.selectbox(key="choice.weighting")
    assert menu.value == default_weighting(pool)
    assert "Out-of-bag rows" not in menu.options
    said = "one each of" if POOL_KINDS[pool].by_recipe else "none are out of bag"
    assert said in apps.said(app)
    app.selectbox(key="choice.pool").set_value("bagging").run()
    assert "Out-of-bag rows" in app.selectbox(key="choice.weighting").options


def test_a_base_ensemble_without_rows_out_of_bag_moves_the_judge():
    app = apps.open_page("lab.py", v="1", dataset=apps.EASY, weighting="out_of_bag")
    app.selectbox(key="choice.pool").set_value("extra_trees").run()
    apps.check(app)
    assert app.selectbox(key="choice.weighting").value == "hold_out"
    assert "weighting" not in apps.address(app)


def test_bad_address_is_named_once_and_the_rest_counts():
    app = apps.open_page("lab.py", v="1", dataset=apps.EASY, lam="-1", kernel="rbf")
    apps.check(app)
    assert len(app.warning) == 2
    assert "λ (lam) is '-1'; allowed is a number from 0 to 1e15" in apps.said(app)
    assert "Kernel (kernel) is 'rbf'" in apps.said(app)
    assert app.selectbox(key="choice.dataset").value == apps.EASY
    assert app.select_slider(key="choice.lam").value == Choice().lam


def test_moving_lambda_changes_figures_without_training_again():
    app = apps.lab(dataset=apps.HARD)
    before = apps.numbers(apps.trace(app, "α")["z"])
    app.select_slider(key="choice.lam").set_value(2.0).run()
    apps.check(app)
    assert not apps.button(app, "run")
    after = apps.numbers(apps.trace(app, "α")["z"])
    assert before.shape[0] == after.shape[0]
    assert before.shape != after.shape or not np.allclose(before, after)
    expected = prepared_once(apps.HARD).solve(Settings(lam=2.0)).trace.alphas
    np.testing.assert_allclose(np.sort(after, axis=None), np.sort(expected, axis=None), rtol=1e-6)


@pytest.mark.all_members  # the view that is shown at first has them all
def test_fewer_members_are_a_prefix_of_the_trained_ones():
    app = apps.lab(dataset=apps.HARD)
    app.slider(key="choice.n_members").set_value(25).run()
    apps.check(app)
    assert not apps.button(app, "run")
    expected = prepared_once(apps.HARD, n_members=25).solve(Settings())
    assert apps.numbers(apps.trace(app, "L2DWK, weighted vote")["x"])[0] == pytest.approx(
        expected.accuracy.l2dwk.accuracy
    )
    assert f"{expected.trace.n_selected} of 25" in [m.value for m in app.metric]


def test_stop_in_round_one_is_explained_and_can_be_changed():
    app = apps.lab(dataset=apps.HARD, weighting="training")
    assert "stopped in round 1" in apps.said(app)
    assert "trained on these very rows" in apps.said(app)
    apps.button(app, "use_hold_out").click().run()
    app = apps.trained(app)
    apps.check(app)
    assert app.selectbox(key="choice.weighting").value == "hold_out"
    assert "stopped in round 1" not in apps.said(app)


def test_easy_dataset_that_stops_in_round_one_offers_another():
    app = apps.lab(dataset=apps.EASY)
    if "stopped in round 1" in apps.said(app):
        assert "No member was trained on a row it judges" in apps.said(app)
        assert apps.button(app, "use_glass")
    else:
        assert len(prepared_once(apps.EASY).solve().trace.rounds) > 1


def test_words_beside_scalar_form_and_double_fault():
    app = apps.lab(kernel_form="scalar", diversity="double_fault", lam="2.0")
    assert "Those with b > 0, as here, share one best w" in apps.said(app)
    assert "disagreement at λ/(λ + 2) = 0.5" in apps.said(app)


def test_preset_menu_fills_in_and_shows_what_differs():
    app = apps.open_page("lab.py", v="1", dataset=apps.EASY)
    app.session_state["more_choices"] = True
    app.selectbox(key="choice.preset").set_value("paper").run()
    apps.check(app)
    assert app.selectbox(key="choice.kernel").value == "linear"
    assert app.selectbox(key="choice.kernel_form").value == "scalar"
    assert app.selectbox(key="choice.weighting").value == "bootstrap"
    app.select_slider(key="choice.lam").set_value(3.0).run()
    assert "Differs in: λ" in apps.said(app)
    wanted = replace(Choice(dataset=apps.EASY).with_preset("paper"), lam=3.0)
    assert from_address(apps.address(app)) == (wanted, [])


def test_switching_pages_loses_nothing():
    app = apps.open_page("lab.py", v="1", dataset=apps.EASY, kernel="polynomial", degree="4")
    app.select_slider(key="choice.lam").set_value(0.5).run()
    app.query_params.clear()
    app.switch_page("views/start.py").run()
    app.query_params.clear()
    app.switch_page("views/lab.py").run()
    apps.check(app)
    assert app.selectbox(key="choice.dataset").value == apps.EASY
    assert app.number_input(key="choice.degree").value == 4
    assert app.select_slider(key="choice.lam").value == 0.5


def test_a_hidden_control_keeps_its_value():
    app = apps.open_page("lab.py", v="1", dataset=apps.EASY, sigma="3.0")
    app.selectbox(key="choice.kernel").set_value("linear").run()
    app.selectbox(key="choice.kernel").set_value("gaussian").run()
    assert app.select_slider(key="choice.sigma").value == 3.0


def test_values_off_the_slider_grid_are_taken_from_the_address():
    app = apps.open_page("lab.py", v="1", dataset=apps.EASY, lam="2.718", sigma="0.123")
    apps.check(app)
    assert app.select_slider(key="choice.lam").value == 2.718
    assert app.select_slider(key="choice.sigma").value == 0.123
    app.select_slider(key="choice.lam").set_value(2.0).run()
    assert app.select_slider(key="choice.lam").value == 2.0
    apps.check(app)


def test_snippet_and_command_are_on_the_page():
    app = apps.lab(lam="2.0")
    app.session_state["take_drawer"] = True
    app.run()
    assert "--lambda 2.0" in apps.said(app)
    assert "Settings.preset('recommended', lam=2.0)" in apps.said(app)


def test_larger_pool_from_the_address_is_offered():
    app = apps.open_page("lab.py", v="1", dataset=apps.EASY, n_members="350")
    apps.check(app)
    assert app.slider(key="choice.n_members").value == 350
    assert "350 members" in apps.said(app)


def test_a_closed_drawer_keeps_its_choices():
    app = apps.open_page("lab.py", v="1", dataset=apps.EASY)
    assert "choice.damping" not in [menu.key for menu in app.selectbox]
    app.session_state["more_choices"] = True
    app.run()
    app.selectbox(key="choice.damping").set_value("1/t").run()
    app.session_state["more_choices"] = False
    app.run()
    assert "choice.damping" not in [menu.key for menu in app.selectbox]
    assert apps.address(app)["damping"] == "1/t"
    app.session_state["more_choices"] = True
    app.run()
    assert app.selectbox(key="choice.damping").value == "1/t"
