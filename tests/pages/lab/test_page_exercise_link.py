"""The Lab makes a link that hides and locks controls, and the link does so."""

from __future__ import annotations

from urllib.parse import parse_qs, urlsplit

import pytest
from streamlit.testing.v1 import AppTest

from pages.widgets.controls import CONTROLS
from tests import page_apps as apps


def _drawer(app: AppTest) -> bool:
    return "A link or a file for a class" in [drawer.label for drawer in app.expander]


def _opened(app: AppTest) -> AppTest:
    app.session_state["exercise_drawer"] = True
    return app.run()


def _widgets(app: AppTest) -> dict[str, object]:
    drawn = (*app.selectbox, *app.select_slider, *app.slider, *app.number_input)
    return {str(widget.key): widget for widget in drawn}


def test_the_link_hides_and_locks_what_was_chosen():
    app = _opened(apps.lab(lam="2.0", n_members="21", seed="5"))
    before = apps.address(app)
    assert not [block for block in app.code if "hide=" in block.value]
    app.multiselect(key="exercise.hide").set_value(["lam", "seed", "kernel"]).run()
    app.multiselect(key="exercise.lock").set_value(["kernel", "preset"]).run()
    apps.check(app)
    assert apps.address(app) == before  # it is about another link
    link = urlsplit(app.code[-1].value)
    assert link.path == "/lab"
    query = {name: words[0] for name, words in parse_qs(link.query, strict_parsing=True).items()}
    assert query == before | {"hide": "lam,seed", "lock": "kernel,preset"}
    there = apps.open_page("lab.py", **query)
    apps.check(there)
    assert not there.warning
    found = _widgets(there)
    assert not {"choice.lam", "choice.seed"} & set(found)
    assert found["choice.kernel"].disabled and found["choice.preset"].disabled
    assert not found["choice.dataset"].disabled
    assert there.session_state["choice"] == app.session_state["choice"]


def test_what_was_chosen_outlives_a_closed_drawer_and_follows_the_run():
    app = _opened(apps.lab(n_members="21"))
    app.multiselect(key="exercise.lock").set_value(["sigma"]).run()
    app.session_state["exercise_drawer"] = False
    app.run()
    assert not app.multiselect
    app.select_slider(key="choice.lam").set_value(4.0).run()
    _opened(app)
    assert "lam=4.0" in app.code[-1].value and "lock=sigma" in app.code[-1].value


def test_controls_are_named_as_on_the_page():
    app = _opened(apps.lab(n_members="21", kernel="polynomial", weighting="out_of_bag"))
    app.session_state["more_choices"] = app.session_state["trees"] = True
    app.run()
    drawn = {key: widget.label for key, widget in _widgets(app).items()}
    app.selectbox(key="choice.kernel").set_value("gaussian").run()
    drawn |= {key: widget.label for key, widget in _widgets(app).items()}
    library = _opened(apps.open_page("lab.py", v="1", pool="library"))  # alone has folds
    drawn |= {key: widget.label for key, widget in _widgets(library).items()}
    drawn = {key: label for key, label in drawn.items() if key.startswith("choice.")}
    assert set(drawn) == {f"choice.{name}" for name in CONTROLS}
    for box in app.multiselect:
        if str(box.key).startswith("exercise."):
            assert list(box.options) == [drawn[f"choice.{name}"] for name in CONTROLS]
    app.selectbox(key="choice.lam_on").set_value("accuracy").run()
    assert app.select_slider(key="choice.lam").label in app.multiselect(key="exercise.hide").options


@pytest.mark.parametrize("query", [{"hide": "seed"}, {"lock": "kernel"}])
def test_no_link_is_made_where_controls_are_hidden_already(query):
    assert _drawer(apps.lab(n_members="21"))
    app = apps.waited(apps.lab(n_members="21", **query))
    assert not _drawer(app)
