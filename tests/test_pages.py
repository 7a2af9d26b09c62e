"""Every page runs, with default and with odd choices, and shows the core's numbers."""

from __future__ import annotations

import base64
import time
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from streamlit.testing.v1 import AppTest

from l2dwk_core.figures import comparison_sentence
from l2dwk_core.pool_kinds import POOL_KINDS
from l2dwk_core.runner import ORACLE_SOURCES
from l2dwk_core.settings import PRESETS, Settings
from pages.shared.choice import Choice, from_address
from tests.page_figures import figures as _figures
from tests.trainings import prepared_once

ROOT = Path(__file__).resolve().parents[1]
VIEWS = sorted(path.name for path in (ROOT / "pages" / "views").glob("*.py"))
DATASET = "zoo"  # the quickest to train, and too easy: every stop in round 1 is seen here
HARD = "glass"


def _open(view: str, **query: str) -> AppTest:
    app = AppTest.from_file(str(ROOT / "pages" / "shell.py"), default_timeout=30)
    if view != "start.py":  # where every session begins
        app.run()
    app.query_params.update(query)
    app.switch_page(f"views/{view}")
    for name, value in query.items():
        app.query_params[name] = value
    return app.run()


def _trained(app: AppTest) -> AppTest:
    """Press Run, if there is anything to train, and wait for the figures."""
    if _button(app, "run"):
        _button(app, "run").click().run()
    limit = time.monotonic() + 60
    while _button(app, "cancel"):
        assert time.monotonic() < limit, "training took too long"
        time.sleep(0.2)
        app.run()
    return app


def _button(app: AppTest, key: str) -> Any:
    found = [button for button in app.button if button.key == key]
    return found[0] if found else None


@pytest.mark.usefixtures("few_members")
@pytest.mark.parametrize("view", ["lab.py", "sweep.py", "diversity.py"])
def test_a_page_says_what_it_will_show_before_anything_is_trained(view):
    # A seed of its own: what one page has trained, the others have at once.
    app = _open(view, v="1", dataset="zoo", n_members="21", seed=str(91 + VIEWS.index(view)))
    assert _button(app, "run")
    said = _said(app)
    assert "What you will see" in said
    assert view == "lab.py" or "takes seconds" in said
    assert "What you will see" not in _said(_trained(app))


def _lab(**query: str) -> AppTest:
    return _trained(_open("lab.py", **{"v": "1", "dataset": DATASET} | query))


def _numbers(values: Any) -> np.ndarray:
    """A list, or an array as Plotly packs it."""
    if isinstance(values, dict):
        array = np.frombuffer(base64.b64decode(values["bdata"]), np.dtype(values["dtype"]))
        shape = values.get("shape")
        return array.reshape([int(n) for n in shape.split(",")]) if shape else array
    return np.asarray(values)


def _trace(app: AppTest, name: str) -> dict[str, Any]:
    return next(t for figure in _figures(app) for t in figure["data"] if t.get("name") == name)


def _texts(app: AppTest) -> str:
    blocks = (*app.markdown, *app.caption, *app.warning, *app.error, *app.code)
    told = [f"{figure['title']}\n{figure['reading']}" for figure in _figures(app)]
    return "\n".join([*(str(block.value) for block in blocks), *told])


def _said(app: AppTest) -> str:
    """The text as read, without Markdown's escapes."""
    return _texts(app).replace("\\", "")


def _address(app: AppTest) -> dict[str, str]:
    return {k: v if isinstance(v, str) else v[0] for k, v in app.query_params.items()}


def _sane(app: AppTest) -> None:
    assert not app.exception, [e.value for e in app.exception]


def test_views_are_all_in_the_menu():
    shell = (ROOT / "pages" / "shell.py").read_text()
    assert VIEWS
    for view in VIEWS:
        assert f'"views/{view}"' in shell


@pytest.mark.parametrize("view", VIEWS)
def test_page_opens_with_defaults(view):
    app = _open(view)
    _sane(app)
    assert not app.error
    assert _texts(app)


@pytest.mark.parametrize("view", VIEWS)
@pytest.mark.parametrize(
    "query",
    [
        {"v": "1", "preset": "paper", "dataset": DATASET},
        {"v": "99", "lam": "2"},
        {"dataset": "nowhere", "lam": "-3", "sigma": "0", "kernel": "<b>rbf</b>"},
        {"kernel": "polynomial", "kernel_form": "scalar", "degree": "2", "constant": "0.0"},
    ],
)
def test_page_opens_with_odd_addresses(view, query):
    _sane(_open(view, **query))


def test_start_figure_follows_its_slider():
    app = _open("start.py")
    before = _numbers(_trace(app, "mistakes independent")["y"])
    app.slider[0].set_value(70).run()
    after = _numbers(_trace(app, "mistakes independent")["y"])
    assert before[1] == pytest.approx(0.648)  # three voters of 60 %: p³ + 3p²(1 − p)
    assert after[1] == pytest.approx(0.784)


@pytest.mark.parametrize("preset", list(PRESETS))
def test_lab_shows_the_numbers_of_the_library(preset):
    choice = Choice(dataset=DATASET).with_preset(preset)
    app = _lab(**({"preset": preset} if preset != "recommended" else {}))
    _sane(app)
    run = prepared_once(DATASET, oracle=choice.oracle).solve(choice.settings())
    heat = _numbers(_trace(app, "α")["z"])
    np.testing.assert_allclose(
        np.sort(heat, axis=None), np.sort(run.trace.alphas, axis=None), rtol=1e-6
    )
    shown = _numbers(_trace(app, "classifier weight")["y"])[1:-1]
    kept = np.sort(run.trace.weights)[::-1]
    length = min(len(shown), len(kept))
    if preset != "authors":  # whose returned weights lose their small entries
        np.testing.assert_allclose(shown[:length], kept[:length], rtol=1e-6, atol=1e-12)
    path = _trace(app, "ensemble, round by round")
    np.testing.assert_allclose(_numbers(path["y"]), run.path("test").accuracy)
    np.testing.assert_allclose(_numbers(path["x"]), run.path("test").diversity)
    cloud = run.pair_cloud("test")
    np.testing.assert_allclose(
        _numbers(_trace(app, "pairs of members")["x"]), cloud.disagreement, rtol=1e-6
    )
    assert _numbers(_trace(app, "L2DWK, weighted vote")["x"])[0] == run.accuracy.l2dwk.accuracy
    assert comparison_sentence(run.accuracy) in _said(app)


@pytest.mark.parametrize("oracle", list(ORACLE_SOURCES))
def test_lab_runs_on_every_oracle_source(oracle):
    app = _lab(oracle=oracle)
    _sane(app)
    assert not app.error
    # One round has nothing to settle, so nothing on how it does.
    more_rounds = "l2dwk_round_bar" in {p.proto.component_name for p in app.get("bidi_component")}
    assert len(_figures(app)) == 7
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
        {"oracle": "out_of_bag", "missing_votes": "impute"},
        {"max_rounds": "1"},
    ],
)
def test_lab_survives_odd_choices(query):
    app = _lab(**query)
    _sane(app)
    assert not app.error, [e.value for e in app.error]
    # One round has nothing to settle, so nothing on how it does.
    more_rounds = "l2dwk_round_bar" in {p.proto.component_name for p in app.get("bidi_component")}
    assert len(_figures(app)) == 7
    assert ("convergence" in app.session_state["shown"]) == more_rounds


@pytest.mark.parametrize(
    ("query", "said"),
    [
        (
            {"kernel": "polynomial", "kernel_form": "scalar", "degree": "2", "constant": "0.0"},
            "degree 2 with c = 0 makes the scalar objective constant",
        ),
        ({"kernel": "polynomial", "constant": "-1.0"}, "needs c ≥ 0"),
        ({"oracle": "out_of_bag", "outputs": "probabilities"}, "need complete outputs"),
    ],
)
def test_choices_that_do_not_fit_are_one_line_and_the_controls_stay(query, said):
    app = _lab(**query)
    _sane(app)
    assert len(app.error) == 1
    assert said in _said(app)
    assert "\n" not in app.error[0].value.strip()
    assert app.selectbox(key="choice.kernel")


@pytest.mark.parametrize("pool", [k for k, kind in POOL_KINDS.items() if not kind.has_out_of_bag])
def test_judges_that_a_base_ensemble_has_not_are_not_offered(pool):
    app = _open("lab.py", v="1", dataset=DATASET, pool=pool, oracle="out_of_bag")
    _sane(app)
    assert f"the base ensemble '{pool}' leaves no rows out of bag. Used" in _said(app)
    menu = app.selectbox(key="choice.oracle")
    assert menu.value == "hold_out"
    assert "Out-of-bag rows" not in menu.options
    assert "none are out of bag" in _said(app)
    app.selectbox(key="choice.pool").set_value("bagging").run()
    assert "Out-of-bag rows" in app.selectbox(key="choice.oracle").options


def test_a_base_ensemble_without_rows_out_of_bag_moves_the_judge():
    app = _open("lab.py", v="1", dataset=DATASET, oracle="out_of_bag")
    app.selectbox(key="choice.pool").set_value("extra_trees").run()
    _sane(app)
    assert app.selectbox(key="choice.oracle").value == "hold_out"
    assert "oracle" not in _address(app)


def test_bad_address_is_named_once_and_the_rest_counts():
    app = _open("lab.py", v="1", dataset=DATASET, lam="-1", kernel="rbf")
    _sane(app)
    assert len(app.warning) == 2
    assert "λ (lam) is '-1'; allowed is a number from 0 to 1e15" in _said(app)
    assert "Kernel (kernel) is 'rbf'" in _said(app)
    assert app.selectbox(key="choice.dataset").value == DATASET
    assert app.select_slider(key="choice.lam").value == Choice().lam


def test_moving_lambda_changes_figures_without_training_again():
    app = _lab(dataset=HARD)
    before = _numbers(_trace(app, "α")["z"])
    app.select_slider(key="choice.lam").set_value(2.0).run()
    _sane(app)
    assert not _button(app, "run")
    after = _numbers(_trace(app, "α")["z"])
    assert before.shape[0] == after.shape[0]
    assert before.shape != after.shape or not np.allclose(before, after)
    expected = prepared_once(HARD).solve(Settings(lam=2.0)).trace.alphas
    np.testing.assert_allclose(np.sort(after, axis=None), np.sort(expected, axis=None), rtol=1e-6)


def test_fewer_members_are_a_prefix_of_the_trained_ones():
    app = _lab(dataset=HARD)
    app.slider(key="choice.n_members").set_value(25).run()
    _sane(app)
    assert not _button(app, "run")
    expected = prepared_once(HARD, n_members=25).solve(Settings())
    assert _numbers(_trace(app, "L2DWK, weighted vote")["x"])[0] == pytest.approx(
        expected.accuracy.l2dwk.accuracy
    )
    assert f"{expected.trace.n_selected} of 25" in [m.value for m in app.metric]


def test_stop_in_round_one_is_explained_and_can_be_changed():
    app = _lab(dataset=HARD, oracle="training")
    assert "stopped in round 1" in _said(app)
    assert "trained on these very rows" in _said(app)
    _button(app, "use_hold_out").click().run()
    app = _trained(app)
    _sane(app)
    assert app.selectbox(key="choice.oracle").value == "hold_out"
    assert "stopped in round 1" not in _said(app)


def test_easy_dataset_that_stops_in_round_one_offers_another():
    app = _lab(dataset=DATASET)
    if "stopped in round 1" in _said(app):
        assert "too easy" in _said(app)
        assert _button(app, "use_glass")
    else:
        assert len(prepared_once(DATASET).solve().trace.rounds) > 1


def test_words_beside_scalar_form_and_double_fault():
    app = _lab(kernel_form="scalar", diversity="double_fault", lam="2.0")
    assert "change nothing" in _said(app)
    assert "λ/(λ+2) = 0.5" in _said(app)


def test_preset_menu_fills_in_and_shows_what_differs():
    app = _open("lab.py", v="1", dataset=DATASET)
    app.session_state["more_choices"] = True
    app.selectbox(key="choice.preset").set_value("paper").run()
    _sane(app)
    assert app.selectbox(key="choice.kernel").value == "linear"
    assert app.selectbox(key="choice.kernel_form").value == "scalar"
    assert app.selectbox(key="choice.oracle").value == "bootstrap"
    app.select_slider(key="choice.lam").set_value(3.0).run()
    assert "Differs from the preset in: λ" in _said(app)
    wanted = replace(Choice(dataset=DATASET).with_preset("paper"), lam=3.0)
    assert from_address(_address(app)) == (wanted, [])


def test_switching_pages_loses_nothing():
    app = _open("lab.py", v="1", dataset=DATASET, kernel="polynomial", degree="4")
    app.select_slider(key="choice.lam").set_value(0.5).run()
    app.query_params.clear()
    app.switch_page("views/start.py").run()
    app.query_params.clear()
    app.switch_page("views/lab.py").run()
    _sane(app)
    assert app.selectbox(key="choice.dataset").value == DATASET
    assert app.number_input(key="choice.degree").value == 4
    assert app.select_slider(key="choice.lam").value == 0.5


def test_a_hidden_control_keeps_its_value():
    app = _open("lab.py", v="1", dataset=DATASET, sigma="3.0")
    app.selectbox(key="choice.kernel").set_value("linear").run()
    app.selectbox(key="choice.kernel").set_value("gaussian").run()
    assert app.select_slider(key="choice.sigma").value == 3.0


def test_values_off_the_slider_grid_are_taken_from_the_address():
    app = _open("lab.py", v="1", dataset=DATASET, lam="2.718", sigma="0.123")
    _sane(app)
    assert app.select_slider(key="choice.lam").value == 2.718
    assert app.select_slider(key="choice.sigma").value == 0.123
    app.select_slider(key="choice.lam").set_value(2.0).run()
    assert app.select_slider(key="choice.lam").value == 2.0
    _sane(app)


def test_snippet_and_command_are_on_the_page():
    app = _lab(lam="2.0")
    app.session_state["take_drawer"] = True
    app.run()
    assert "--lambda 2.0" in _said(app)
    assert "Settings.preset('recommended', lam=2.0)" in _said(app)


def test_larger_pool_from_the_address_is_offered():
    app = _open("lab.py", v="1", dataset=DATASET, n_members="350")
    _sane(app)
    assert app.slider(key="choice.n_members").value == 350
    assert "350 members" in _said(app)


def test_a_closed_drawer_keeps_its_choices():
    app = _open("lab.py", v="1", dataset=DATASET)
    assert "choice.damping" not in [menu.key for menu in app.selectbox]
    app.session_state["more_choices"] = True
    app.run()
    app.selectbox(key="choice.damping").set_value("1/t").run()
    app.session_state["more_choices"] = False
    app.run()
    assert "choice.damping" not in [menu.key for menu in app.selectbox]
    assert _address(app)["damping"] == "1/t"
    app.session_state["more_choices"] = True
    app.run()
    assert app.selectbox(key="choice.damping").value == "1/t"
