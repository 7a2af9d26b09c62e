"""Compare over many datasets: the shipped studies, their filters, a run opened, their files."""

from __future__ import annotations

from dataclasses import replace

import pandas as pd
import pytest

from l2dwk_core.figures.compare.method_titles import method_titles
from l2dwk_core.method.settings import PRESETS
from l2dwk_core.study.shipped_study import SHIPPED
from pages.choices.choice import Choice
from pages.models import studies
from pages.models.lab_choice import lab_choice
from pages.models.studies import (
    Results,
    StudiesView,
    chosen_datasets,
    chosen_pair,
    chosen_table,
    fitting,
    made_results,
    shipped_results,
)
from tests import page_apps as apps
from tests.three_methods import METHODS, made_recipe, made_records

LIBRARY = SHIPPED["library"]
MANY = {"v": "1", "studies.show": "many"}


def _page(**query):
    return apps.open_page("compare.py", **{**MANY, **query})


def _empty() -> Results:
    return made_results(LIBRARY.recipe, LIBRARY.records.iloc[:0], {}, {})


def test_a_shipped_study_is_shown():
    app = _page()
    apps.check(app)
    assert not app.error
    said = apps.titles(app)
    finished = len(LIBRARY.finished)
    assert f"{len(LIBRARY.recipe.methods)} methods on {finished} datasets" in said
    assert "Nothing more may be claimed" in said
    assert len(apps.figures(app)) == 4
    heat = apps.figures(app)[0]["data"][0]
    assert len(heat["customdata"]) == len(LIBRARY.recipe.methods)
    names = {cell.split("|")[0] for cell in heat["customdata"][0]}
    assert names == set(LIBRARY.finished)
    assert LIBRARY.question in apps.said(app)
    design = len(set(LIBRARY.design) & set(LIBRARY.finished))
    assert f"On {design} of these datasets the study chooses its default" in apps.said(app)


def test_one_dataset_stays_what_it_was():
    app = apps.open_page("compare.py", v="1", dataset="zoo")
    apps.check(app)
    assert apps.button(app, "compare_run")
    assert not apps.figures(app)


@pytest.mark.parametrize("key", SHIPPED)
def test_no_finished_dataset_is_said(key, monkeypatch):
    study = SHIPPED[key]
    monkeypatch.setattr(
        "pages.study.many_datasets.shipped_results",
        lambda key: made_results(study.recipe, LIBRARY.records.iloc[:0], {}, {}),
    )
    app = _page(**{"studies.study": key})
    apps.check(app)
    assert not app.error
    assert not apps.figures(app)
    n = len(study.recipe.datasets)
    assert f"None of the {n} datasets of this study is finished yet" in apps.said(app)


def test_filters_narrow_the_datasets_down():
    app = _page()
    everything = set(LIBRARY.finished)
    app.selectbox(key="studies.classes").set_value("two").run()
    apps.check(app)
    assert apps.address(app)["studies.classes"] == "two"
    two = [name for name in everything if studies.traits_of(name).n_classes == 2]
    if two:
        heat = apps.figures(app)[0]["data"][0]
        assert {cell.split("|")[0] for cell in heat["customdata"][0]} == set(two)
    else:
        assert "No finished dataset has these traits" in str(app.info[0].value)


def test_the_methods_of_the_question_alone():
    app = _page(**{"studies.shown": "primary", "studies.order": "name"})
    apps.check(app)
    heat = apps.figures(app)[0]["data"][0]
    shown = [row[0].split("|")[1] for row in heat["customdata"]]
    assert shown == sorted({*LIBRARY.candidates, *LIBRARY.contrasts, "uniform_vote"})


def test_two_methods_are_chosen():
    app = _page()
    app.selectbox(key="studies.first").set_value("gasen").run()
    app.selectbox(key="studies.second").set_value("drep").run()
    apps.check(app)
    assert "GASEN against DREP" in apps.titles(app)
    assert (apps.address(app)["studies.first"], apps.address(app)["studies.second"]) == (
        "gasen", "drep",
    )  # fmt: skip
    app.selectbox(key="studies.first").set_value("drep").run()  # the second one gives way
    apps.check(app)
    assert not app.error
    assert "DREP against " in apps.titles(app)


def test_a_cell_of_l2dwk_opens_the_lab():
    app = _page()
    name = LIBRARY.finished[0]
    app.selectbox(key="open_dataset").set_value(name)
    method = "l2dwk(kernel='gaussian', lam=0.3, max_rounds=30)"
    app.selectbox(key="open_method").set_value(method).run()
    apps.button(app, "open_cell").click().run()
    apps.check(app)
    choice = app.session_state["choice"]
    assert (choice.dataset, choice.pool) == (name, "library")
    assert (choice.lam, choice.max_rounds, choice.weighting) == (0.3, 30, "out_of_fold")
    assert apps.button(app, "run")  # the Lab offers to train the members


def test_another_method_is_opened_on_its_dataset():
    app = _page()
    name = LIBRARY.finished[-1]
    app.selectbox(key="open_dataset").set_value(name)
    app.selectbox(key="open_method").set_value("gasen").run()
    apps.button(app, "open_cell").click().run()
    apps.check(app)
    address = apps.address(app)
    assert (address["dataset"], address["compare.methods"]) == (name, "gasen")
    assert address["pool"] == "library"
    assert "studies.show" not in address
    assert apps.button(app, "compare_run")


@pytest.mark.parametrize(
    ("method", "preset"), [("l2dwk_paper", "paper"), ("l2dwk_authors", "authors")]
)
def test_a_preset_is_opened_with_its_rows_and_settings(method, preset):
    records = LIBRARY.results("library", "out_of_fold").records
    name = LIBRARY.finished[0]
    choice = lab_choice(LIBRARY.recipe, records, name, "library", "out_of_fold", method)
    assert choice == Choice(dataset=name).with_preset(preset).with_pool("library")
    assert choice.settings() == PRESETS[preset]


def test_what_was_chosen_by_cross_validation_is_opened():
    name = LIBRARY.finished[0]
    records = LIBRARY.results("library", "out_of_fold").records
    choice = lab_choice(LIBRARY.recipe, records, name, "library", "out_of_fold", "l2dwk_cv")
    rows = records[(records["dataset"] == name) & (records["method"] == "l2dwk_cv")]
    assert choice.lam in set(rows["chosen_lambda"].mode())
    assert (choice.weighting, choice.pool, choice.seed) == ("out_of_fold", "library", 0)
    assert lab_choice(LIBRARY.recipe, records, name, "library", "out_of_fold", "gasen") is None


def test_members_and_limits_of_the_study_are_opened():
    recipe = made_recipe(("zoo",))
    frame = pd.DataFrame([r.as_row() for r in made_records({"zoo": (40, 30, 20)})])
    choice = lab_choice(recipe, frame, "zoo", "bagging", "out_of_bag", METHODS[1])
    assert (choice.n_members, choice.weighting, choice.lam) == (20, "out_of_bag", 0.3)
    noisy = replace(recipe, label_noise=0.2)
    choice = lab_choice(noisy, frame, "zoo", "bagging", "out_of_bag", METHODS[1])
    assert choice.label_noise == 0.2


def test_a_view_is_fitted_to_the_study():
    view = StudiesView(pool="bagging", weighting="hold_out", part="judged")
    fitted = fitting(view, shipped_results("library"))
    assert (fitted.pool, fitted.weighting, fitted.part) == ("library", "out_of_fold", "judged")
    fitted = fitting(StudiesView(part="design", shown="primary"), shipped_results("paper_table"))
    assert (fitted.pool, fitted.weighting) == ("bagging", "bootstrap")
    assert (fitted.part, fitted.shown) == ("all", "all")


def test_parts_divide_the_finished_datasets():
    results = shipped_results("library")
    parts = [
        chosen_datasets(fitting(StudiesView(part=part), results), results)
        for part in ("design", "judged")
    ]
    assert set(parts[0]) | set(parts[1]) == set(LIBRARY.finished)
    assert not set(parts[0]) & set(parts[1])
    table = chosen_table(fitting(StudiesView(part="design"), results), results)
    assert table.datasets == parts[0]


def test_a_pair_that_is_not_shown_is_replaced():
    assert chosen_pair(StudiesView(), ("gasen", "l2dwk", "drep")) == ("l2dwk", "gasen")
    assert chosen_pair(StudiesView(), ("single_best", "l2dwk_cv")) == ("l2dwk_cv", "single_best")
    assert chosen_pair(StudiesView(first="drep"), ("gasen", "drep")) == ("drep", "gasen")


def test_the_titles_in_the_menus_are_those_of_the_figures():
    app = _page()
    titles = method_titles(LIBRARY.recipe.methods)
    assert app.selectbox(key="studies.first").options == list(titles.values())
