"""The Data page: the catalogue with its cards, and the teaching sets."""

from __future__ import annotations

import numpy as np
import pytest

from l2dwk_core.datasets import DATASETS, load_dataset, teaching_set
from l2dwk_core.datasets.profile import challenge
from l2dwk_core.method.settings import Settings
from l2dwk_core.runs.prepare import prepare_run
from tests import page_apps as apps
from tests.data_page import frame, open_data, to_lab
from tests.trainings import FEW


def test_catalogue_lists_all_with_both_sizes_and_reasons():
    app = open_data()
    apps.check(app)
    table = frame(app, "reason")
    assert list(table.index) == list(DATASETS)
    for name, facts in DATASETS.items():
        line = table.loc[name]
        assert line["rows"] == facts.n_rows
        assert line["reason"] == facts.paper_remark
        if facts.paper_sizes:
            assert line["rows (paper)"] == facts.paper_rows
            assert line["reason"] == (facts.difference or "The two agree.")
    assert f"{len(DATASETS)} of {len(DATASETS)} datasets" in apps.said(app)


def test_filters_work_and_stand_in_the_address():
    app = open_data()
    app.text_input(key="data.find").set_value("heart dis").run()
    app.selectbox(key="data.gaps").set_value("some").run()
    apps.check(app)
    assert list(frame(app, "reason").index) == ["heart-c", "heart-h"]
    address = apps.address(app)
    assert (address["data.find"], address["data.gaps"]) == ("heart dis", "some")
    again = open_data(**address)
    assert list(frame(again, "reason").index) == ["heart-c", "heart-h"]
    app.text_input(key="data.find").set_value("nothing like it").run()
    apps.check(app)
    assert "No dataset passes these filters" in apps.said(app)


@pytest.mark.parametrize("name", ["glass", "colic", "audiology", "balloons", "wave40"])
def test_card_shows_facts_and_counts(name):
    app = open_data(**{"data.show": name})
    apps.check(app)
    assert not app.error
    facts = DATASETS[name]
    assert facts.donors in apps.said(app)
    assert facts.licence in apps.said(app)
    bars = apps.trace(app, "rows of the class")
    assert apps.numbers(bars["x"]).sum(dtype=int) == facts.n_rows
    values = {metric.label: metric.value for metric in app.metric}
    assert values["Rows"] == f"{facts.n_rows:,}"
    assert values["Missing cells"] == f"{facts.n_missing:,}"
    has_gaps = any(t.get("name") == "missing" for f in apps.figures(app) for t in f["data"])
    assert has_gaps == (facts.n_missing > 0)


def test_artificial_says_how_to_get_it_and_the_page_stays(monkeypatch, tmp_path):
    monkeypatch.setenv("L2DWK_CACHE", str(tmp_path))
    app = open_data(**{"data.show": "artificial"})
    apps.check(app)
    assert "Fetching it needs the network, once" in app.info[0].value
    assert DATASETS["artificial"].donors in apps.said(app)
    from l2dwk_core.common.errors import InputError
    from pages.state import session_tables

    def cut(name):
        raise InputError("No network.")

    monkeypatch.setattr(session_tables, "fetch", cut)
    apps.button(app, "fetch").click().run()
    apps.check(app)
    assert [error.value for error in app.error] == ["No network."]


def test_challenge_level_is_the_librarys():
    app = open_data(**{"data.show": "zoo"})
    apps.waited(apps.button(app, "challenge").click().run())
    found = challenge(load_dataset("zoo"))
    np.testing.assert_allclose(
        apps.numbers(apps.trace(app, "A forest, each fold")["x"]), found.forest
    )
    np.testing.assert_allclose(
        apps.numbers(apps.trace(app, "A single tree")["x"]), [found.tree.mean()]
    )


def test_use_in_lab_takes_the_dataset_along():
    app = open_data(**{"data.show": "zoo", "lam": "2.0"})
    to_lab(app)
    apps.check(app)
    assert app.selectbox(key="choice.dataset").value == "zoo"
    assert app.select_slider(key="choice.lam").value == 2.0


def test_teaching_set_follows_its_controls_and_runs_in_the_lab():
    app = open_data(**{"data.section": "teaching", "data.kind": "xor", "data.n_rows": "150"})
    app.slider(key="data.noise").set_value(0.4).run()
    app.slider(key="data.label_noise").set_value(0.1).run()
    apps.check(app)
    expected = teaching_set("xor", 150, 0.4, 0.1)
    shown = {name: apps.trace(app, name) for name in ("A", "B")}
    for name, cloud in shown.items():
        rows = expected.y == name
        np.testing.assert_allclose(
            apps.numbers(cloud["x"]), expected.X["x1"].to_numpy()[rows], rtol=1e-6
        )
    assert expected.notes[0] in apps.said(app)
    to_lab(app)
    app.slider(key="choice.n_members").set_value(21).run()
    app = apps.trained(app)
    apps.check(app)
    assert apps.address(app)["dataset"] == "xor_rows150_noise0.4_labels0.1"
    run = prepare_run(expected, n_members=FEW).solve(Settings(), n_members=21)
    assert (
        apps.numbers(apps.trace(app, "L2DWK, weighted vote")["x"])[0] == run.accuracy.l2dwk.accuracy
    )
    app.session_state["take_drawer"] = True
    app.run()
    assert "l2dwk_core.teaching_set('xor', n_rows=150, noise=0.4, label_noise=0.1)" in apps.said(
        app
    )


def test_link_to_a_teaching_set_opens_in_the_lab():
    app = apps.open_page("lab.py", v="1", dataset="moons_noise0.3")
    apps.check(app)
    assert app.selectbox(key="choice.dataset").value == "moons_noise0.3"
    assert not app.warning


def test_the_card_of_a_dataset_with_many_copies_says_so():
    app = apps.open_page("data.py", **{"v": "1", "data.show": "hayes-roth"})
    assert "54 rows of 132 are exact copies of others, class included." in apps.said(app)
    app = apps.open_page("data.py", **{"v": "1", "data.show": "glass"})
    assert "exact copies" not in apps.said(app)
