"""The library of models on the pages: its menu, its size, its names, and models left out."""

from __future__ import annotations

from dataclasses import replace

import pytest

from l2dwk_core.pools import library
from l2dwk_core.pools.kinds import POOL_KINDS
from l2dwk_core.pools.library_models import LIBRARY
from l2dwk_core.pools.recipe import own_members
from pages.choices import choice
from pages.choices.choice import Choice, from_address, to_address
from pages.widgets import member_controls
from tests import page_apps as apps
from tests.slow_models import Failing

FEW = 5
NAMES = [model.name for model in LIBRARY[:FEW]]
LIMITS = ("max_depth", "min_samples_split", "min_samples_leaf")


@pytest.fixture
def few_models(monkeypatch):
    """Pages know only the first models of the library."""

    def few(kind):
        return (FEW, FEW) if kind == "library" else own_members(kind)

    monkeypatch.setattr(choice, "own_members", few)
    monkeypatch.setattr(member_controls, "own_members", few)


def keys(app):
    """The fields whose controls are on the page."""
    widgets = (*app.selectbox, *app.slider, *app.number_input, *app.select_slider)
    return {(widget.key or "").removeprefix("choice.") for widget in widgets}


def test_a_link_to_the_library_alone_gives_all_models_judged_out_of_fold():
    found, notes = from_address({"pool": "library"})
    assert not notes
    assert (found.n_members, found.weighting, found.n_folds) == (len(LIBRARY), "out_of_fold", 5)
    assert found.recipe().pool.n_members == len(LIBRARY)
    assert to_address(found) == {"v": "1", "pool": "library"}
    small = replace(found, n_members=7)
    assert small.recipe() == found.recipe()  # no other training
    assert from_address(to_address(small)) == (small, [])
    base = replace(Choice(), n_members=51)  # a step of a lesson
    assert from_address({"pool": "library"}, base=base)[0].n_members == len(LIBRARY)


def test_old_links_mean_what_they_meant():
    for pool in ("bagging", "random_forest", "extra_trees", "adaboost", "mixed"):
        found, notes = from_address({"v": "1", "pool": pool, "n_members": "51"})
        assert (found, notes) == (Choice(pool=pool, n_members=51), [])


@pytest.mark.parametrize(
    ("query", "name", "value", "said"),
    [
        ({"weighting": "out_of_fold"}, "weighting", "hold_out", "differ only by the rows or the"),
        (
            {"pool": "library", "weighting": "out_of_bag"}, "weighting", "out_of_fold",
            "leaves no rows out of bag. Used instead: out_of_fold.",
        ),
        (
            {"pool": "library", "n_members": "301"}, "n_members", len(LIBRARY),
            "Members used (n_members) is '301', but the base ensemble 'library' has 40 models.",
        ),
        (
            {"pool": "library", "max_depth": "3"}, "max_depth", None,
            "Depth at most (max_depth) is '3', but the models of the library have limits of",
        ),
        ({"pool": "library", "n_folds": "1"}, "n_folds", 5, "a whole number from 2 to 20"),
    ],
)  # fmt: skip
def test_what_does_not_fit_is_named(query, name, value, said):
    found, notes = from_address(query)
    assert len(notes) == 1
    assert said in notes[0]
    assert getattr(found, name) == value
    found.recipe()


def test_folds_matter_only_out_of_fold():
    library = Choice().with_pool("library")
    assert replace(library, n_folds=3).recipe() != library.recipe()
    held = replace(library, weighting="hold_out")
    assert replace(held, n_folds=3).recipe() == held.recipe()


def test_choosing_the_library_changes_what_belongs_to_it_and_going_back_restores_it():
    app = apps.open_page("lab.py", v="1", n_members="120", max_depth="4", weighting="out_of_bag")
    menu = app.selectbox(key="choice.pool")
    assert "Library of models" in menu.options
    assert "different models" in menu.help
    menu.select("Library of models").run()
    apps.check(app)
    found = app.session_state["choice"]
    assert (found.pool, found.n_members, found.weighting) == ("library", 40, "out_of_fold")
    assert found.max_depth is None
    assert apps.address(app) == {"v": "1", "pool": "library"}
    size = app.slider(key="choice.n_members")
    assert (size.min, size.max, size.value) == (1, 40, 40)
    assert {"n_folds", "seed"} <= keys(app)
    judges = app.selectbox(key="choice.weighting")
    assert judges.value == "out_of_fold"
    assert "Out-of-bag rows" not in judges.options
    assert "Held-out training rows" in judges.options
    assert "one each of 40 different models, judged out of fold" in apps.said(app)
    assert not apps.button(app, "use_hold_out")
    judges.select("Held-out training rows").run()
    assert app.session_state["choice"].weighting == "hold_out"
    assert "n_folds" not in keys(app)
    app.selectbox(key="choice.pool").select("Bagged CART").run()
    apps.check(app)
    assert app.session_state["choice"] == Choice()
    size = app.slider(key="choice.n_members")
    assert (size.max, size.value) == (301, 301)
    assert "Training rows, out of fold" not in app.selectbox(key="choice.weighting").options


@pytest.mark.parametrize("view", ["lab.py", "sweep.py", "diversity.py", "compare.py", "noise.py"])
def test_every_page_with_a_base_ensemble_offers_it(view):
    app = apps.open_page(view, v="1", pool="library")
    apps.check(app)
    assert app.selectbox(key="choice.pool").value == "library"
    assert not set(LIMITS) & keys(app)


def test_a_lock_that_the_library_would_break_takes_it_from_the_menu():
    for lock in ("n_members", "weighting"):
        app = apps.open_page("lab.py", v="1", lock=lock)
        assert "Library of models" not in app.selectbox(key="choice.pool").options
    app = apps.open_page("lab.py", v="1", lock="max_depth")
    assert "Library of models" in app.selectbox(key="choice.pool").options


@pytest.mark.usefixtures("few_models")
def test_the_lab_names_models_and_its_slider_takes_the_first(monkeypatch):
    broken = replace(LIBRARY[1], make=lambda seed: Failing())
    monkeypatch.setattr(library, "LIBRARY", (LIBRARY[0], broken, *LIBRARY[2:]))
    app = apps.lab(pool="library", n_folds="2")
    apps.check(app)
    said = apps.said(app)
    assert f"{NAMES[1]} is left out, as it could not be fitted: " in said
    assert "rows are not for me" in said
    assert apps.metric(app, "Members with weight").endswith("of 4")
    kept = [name for name in NAMES if name != NAMES[1]]
    told = apps.trace(app, "classifier weight")["customdata"]
    assert set(told) <= {"", *kept}
    assert len(set(told)) > 1
    app.slider(key="choice.n_members").set_value(2).run()
    apps.check(app)
    assert apps.metric(app, "Members with weight").endswith("of 2")
    assert not apps.button(app, "run")  # nothing is trained again
    told = apps.trace(app, "classifier weight")["customdata"]
    assert set(told) <= {"", kept[0], kept[1]}


@pytest.mark.parametrize("pool", ["mixed", "library"])
def test_the_two_base_ensembles_of_different_models_are_told_apart(pool):
    said = apps.said(apps.open_page("lab.py", v="1", pool=pool))
    mixed, library = POOL_KINDS["mixed"].label, POOL_KINDS["library"].label
    assert f"*{library}*: one each of 40 different models, judged out of fold" in said
    assert f"*{mixed}*: many members of five models, each fitted to a bootstrap sample" in said
    assert "judged out of fold;" not in apps.said(apps.open_page("lab.py", v="1", pool="bagging"))
