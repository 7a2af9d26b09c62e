"""What a link hides or locks is changed by no button, and no text leads to it."""

from __future__ import annotations

import pytest
from streamlit.testing.v1 import AppTest

from tests import page_apps as apps

SMALL = {"n_members": "21"}


@pytest.mark.parametrize("query", [{"lock": "weighting"}, {"hide": "weighting"}])
def test_held_out_rows_are_not_offered_where_a_link_says_who_judges(query):
    app = apps.lab(dataset=apps.HARD, weighting="training", **query)
    assert "stopped in round 1" in apps.said(app)
    assert not apps.button(app, "use_hold_out")
    assert "Judge the members on rows" not in apps.said(app)


def test_another_dataset_is_not_offered_where_a_link_locks_it():
    easy = {"dataset": apps.EASY, "seed": "4"} | SMALL
    app = apps.lab(**easy)
    assert apps.button(app, "use_glass")
    app = apps.lab(lock="dataset", **easy)
    assert "stopped in round 1" in apps.said(app)
    assert not apps.button(app, "use_glass")


def test_a_preset_leaves_locked_controls_alone():
    app = apps.open_page("lab.py", v="1", lock="kernel,weighting", kernel="polynomial")
    app.selectbox(key="choice.preset").set_value("authors").run()
    apps.check(app)
    chosen = app.session_state["choice"]
    assert (chosen.preset, chosen.kernel, chosen.weighting) == ("authors", "polynomial", "hold_out")
    assert chosen.returned == chosen.with_preset("authors").returned
    assert "Differs in: kernel, judged on" in apps.said(app)
    assert not app.selectbox(key="choice.preset").disabled
    app = apps.open_page("lab.py", v="1", hide="lam,weighting", lam="5.0", weighting="out_of_bag")
    app.selectbox(key="choice.preset").set_value("authors").run()
    chosen = app.session_state["choice"]
    assert (chosen.lam, chosen.lam_on, chosen.weighting) == (5.0, "diversity", "out_of_bag")
    app = apps.open_page("lab.py", v="1", lock="preset")
    assert app.selectbox(key="choice.preset").disabled


def test_members_without_out_of_bag_rows_are_not_offered_where_those_must_judge():
    free = (
        apps.open_page("lab.py", v="1", weighting="out_of_bag").selectbox(key="choice.pool").options
    )
    app = apps.open_page("lab.py", v="1", weighting="out_of_bag", lock="weighting")
    offered = app.selectbox(key="choice.pool").options
    assert 1 <= len(offered) < len(free)
    for label in offered:
        app.selectbox(key="choice.pool").select(label).run()
        assert app.session_state["choice"].weighting == "out_of_bag"


def test_back_to_the_pinned_run_is_offered_only_within_the_locks():
    pin = {"pin.v": "1", "pin.dataset": "zoo", "pin.n_members": "21", "pin.kernel": "linear"}
    query = {"dataset": "zoo", "lam": "4.0"} | SMALL | pin
    assert apps.button(apps.lab(**query, lock="lam"), "pin_remove")
    assert not apps.button(apps.lab(**query, lock="lam"), "pin_back")
    assert not apps.button(apps.lab(**query, lock="kernel"), "pin_back")
    assert apps.button(apps.lab(**query, lock="seed"), "pin_back")


@pytest.mark.parametrize("query", [{"lock": "dataset"}, {"hide": "dataset"}])
def test_the_data_page_takes_no_dataset_to_a_lab_that_has_a_fixed_one(query):
    app = apps.open_page("data.py", v="1", **{"data.show": "zoo"} | query)
    apps.check(app)
    assert not apps.button(app, "use_in_lab")
    assert "fixes the dataset of the Lab" in apps.said(app)
    app = apps.open_page("data.py", v="1", **{"data.show": "zoo", "lock": "seed"})
    assert apps.button(app, "use_in_lab")


def _told(app: AppTest) -> str:
    return f"{apps.said(app)}\n{app.select_slider(key='choice.lam').help}"


def test_more_choices_are_spoken_of_only_where_they_are():
    query = {"v": "1", "kernel_form": "scalar", "lam_on": "accuracy"}
    app = apps.open_page("lab.py", **query)
    assert "In the joint form (More choices) they matter" in _told(app)
    assert "set under More choices" in _told(app)
    app = apps.open_page("lab.py", **query, hide="kernel_form,lam_on")
    assert "More choices" in [drawer.label for drawer in app.expander]
    assert "In the joint form they matter" in _told(app)
    assert "More choices" not in _told(app)


def test_a_link_that_hides_one_control_of_a_drawer_leaves_the_others_there():
    app = apps.open_page("lab.py", v="1", hide="solver,min_samples_leaf")
    keys = {widget.key for widget in (*app.selectbox, *app.number_input)}
    assert not keys & {"choice.kernel_form", "choice.solver", "choice.max_depth"}
    assert "hide" in apps.address(app)
    app.session_state["more_choices"] = app.session_state["trees"] = True
    app.run()
    keys = {widget.key for widget in (*app.selectbox, *app.number_input)}
    assert keys >= {"choice.kernel_form", "choice.max_depth"}
    assert not keys & {"choice.solver", "choice.min_samples_leaf"}
