"""The Lab looks into a member and into chosen rows."""

from __future__ import annotations

import numpy as np

from l2dwk_core.method.settings import Settings
from l2dwk_core.runs.row_votes import row_answers
from pages.charts import run_values
from pages.choices.choice import Choice
from pages.jobs import caches
from pages.runtime.bounded_cache import BoundedCache
from tests import page_apps as apps
from tests.trainings import prepared_once

HARD = "glass"


def _chart_names(app):
    return {t.get("name") for figure in apps.figures(app) for t in figure["data"]}


def _rows(app):
    return next(m for m in app.multiselect if m.key == "look.rows")


def test_drawers_are_closed_at_first_and_cost_nothing():
    app = apps.lab(dataset=HARD)
    apps.check(app)
    assert "with weight" not in _chart_names(app)
    assert not [name for name in apps.address(app) if name.startswith("look.")]


def test_the_box_names_the_member_that_is_shown():
    app = apps.lab(dataset=HARD, **{"look.member": "7"})
    box = app.selectbox(key="look.member")
    assert box.format_func(box.value).startswith("Member 7 · weight")
    app = apps.lab(dataset=HARD)
    app.session_state["members"] = True
    app.run()
    heaviest = int(np.argmax(prepared_once(HARD).solve().trace.weights))
    shown = app.selectbox(key="look.member").proto.placeholder
    assert shown.startswith(f"The heaviest: member {heaviest} · weight ")
    assert f"Member {heaviest} is wrong on" in apps.said(app)


def test_a_member_from_the_address_is_looked_into():
    app = apps.lab(dataset=HARD, **{"look.member": "7"})
    apps.check(app)
    run = prepared_once(HARD).solve()
    member_path = apps.numbers(apps.trace(app, "member 7")["y"])
    np.testing.assert_allclose(member_path, run.trace.weight_path[:, 7])
    assert "questions and answers" in _chart_names(app)
    wrong = np.flatnonzero(run.oracle.matrix[:, 7] < 0)
    final = run.trace.rounds[run.trace.returned_round - 1]
    assert f"Member 7 is wrong on {len(wrong)} of {run.oracle.n_rows} weighting rows" in apps.said(
        app
    )
    assert f"the vote is wrong on {int(final.wrong[wrong].sum())} of them as well" in apps.said(app)
    table = next(t.value for t in app.dataframe if "this member answers" in t.value)
    assert len(table) == len(wrong)
    app.selectbox(key="look.member").set_value(12).run()
    apps.check(app)
    assert apps.address(app)["look.member"] == "12"
    assert "Member 12 is wrong on" in apps.said(app)


def test_without_trained_members_the_drawer_says_what_to_do(monkeypatch):
    monkeypatch.setattr(caches.run_jobs(), "_done", BoundedCache(10**9))
    app = apps.open_page("lab.py", v="1", **{"look.member": "7"})
    apps.check(app)
    assert "Press Run at the top" in "".join(box.value for box in app.info)
    assert "questions and answers" not in _chart_names(app)
    assert "Member 7 is wrong on" in apps.said(app)


def test_every_family_of_members_is_described():
    for member, words in enumerate(
        ("decision tree", "nearest", "naive Bayes", "Logistic regression", "neural network")
    ):
        app = apps.lab(pool="mixed", n_members="10", **{"look.member": str(member)})
        apps.check(app)
        assert words in apps.said(app)


def test_a_member_that_does_not_exist_is_named():
    app = apps.lab(n_members="9", **{"look.member": "40"})
    apps.check(app)
    assert "There is no member 40 among 9" in apps.said(app)
    app = apps.lab(**{"look.member": "-3"})
    assert "(look.member) is '-3'; allowed is a whole number from 0" in apps.said(app)


def test_rows_are_found_by_number_class_and_wrong_vote():
    app = apps.lab(dataset=HARD)
    assert not app.multiselect
    app.session_state["row_drawer"] = True
    app.run()
    run = caches.solve(caches.run_jobs().prepared(Choice().recipe()), Choice())
    rows, labels = run.prepared.weighting_rows, run.prepared.labels
    assert len(_rows(app).options) == len(rows)
    app.text_input(key="look.find").set_value("containers").run()
    apps.check(app)
    offered = _rows(app).options
    assert len(offered) == np.count_nonzero(labels[rows] == "containers")
    assert all("containers" in name for name in offered)
    app.text_input(key="look.find").set_value(f"{rows[4] + 1}").run()
    assert any(f"row {rows[4] + 1} " in name for name in _rows(app).options)
    app.text_input(key="look.find").set_value("").run()
    only = next(c for c in app.get("button_group") if c.key == "look.only")
    only.set_value("wrong").run()
    apps.check(app)
    final = run.trace.rounds[run.trace.returned_round - 1]
    assert len(_rows(app).options) == final.n_wrong
    assert apps.address(app)["look.only"] == "wrong"


def test_chosen_rows_are_followed_and_in_the_address():
    run = prepared_once(HARD).solve(Settings(lam=2.0))
    first, second = (str(r) for r in run.prepared.weighting_rows[[3, 11]])
    app = apps.lab(dataset=HARD, lam="2.0", **{"look.rows": f"{first},{second},9999"})
    apps.check(app)
    names = run_values.row_names(run)
    for place in (3, 11):
        shown = apps.numbers(apps.trace(app, names[place])["y"])
        np.testing.assert_allclose(shown, run.trace.alphas[:, place], rtol=1e-6)
    assert "Not among the weighting rows of this run: row 10000" in apps.said(app)
    answers = row_answers(run, [3, 11])
    shown = apps.numbers(apps.trace(app, str(run.oracle.classes[answers.truth[0]]))["x"])
    np.testing.assert_allclose(shown[:2], answers.weighted[:, answers.truth[0]])
    features = next(t.value for t in app.dataframe if names[3] in t.value and "RI" in t.value.index)
    assert features.loc["RI", names[3]] == str(run.prepared.dataset.X["RI"].iloc[int(first)])
    members = next(t.value for t in app.dataframe if "weight" in t.value and names[3] in t.value)
    assert len(members) == run.n_members
    heaviest = int(run.trace.weights.argmax())
    assert members["member"].iloc[0] == heaviest
    assert members[names[3]].iloc[0] == run.oracle.classes[run.oracle.codes[3, heaviest]]


def test_a_control_that_lost_its_value_while_it_was_drawn_keeps_the_last_one():
    app = apps.lab(dataset=HARD, **{"look.only": "wrong"})
    app.session_state["look.only"] = None
    app.run()
    apps.check(app)
    assert apps.address(app)["look.only"] == "wrong"
