"""Figures as they are sent: packed, kept, and with their data in a dialog."""

from __future__ import annotations

import gc
import json
import weakref

import numpy as np
import plotly.graph_objects as go
import pytest

from l2dwk_core.figures.chart import Chart
from l2dwk_core.figures.drawing import Drawing
from pages.charts import packing
from pages.runtime.object_cache import cached_on
from tests import page_apps as apps


def _chart(figure: go.Figure) -> Chart:
    return Chart("stem", "What is seen", figure, "How to read it.", "In words.", {})


@pytest.mark.parametrize("make", [go.Figure, Drawing])
def test_what_is_unpacked_is_what_plotly_would_send(make):
    traces = [
        {"type": "scatter", "x": np.array([0.5, np.inf, 2.0]), "y": [1.0, float("nan"), None]},
        {"type": "heatmap", "z": np.arange(6.0).reshape(2, 3)},
    ]
    frames = [{"name": "1", "data": [{"y": [3.0]}], "traces": [0]}]
    figure = make(traces, {"height": 200, "template": {"layout": {}}}, frames)
    sent = packing.unpacked(packing.packed(_chart(figure), wide=True))
    plotly = json.loads(go.Figure(figure).to_json())
    assert sent["data"][0]["y"] == [1.0, None, None]
    for mine, theirs in zip(sent["data"], plotly["data"], strict=True):
        assert mine == theirs
    assert sent["layout"]["height"] == 200
    assert [f["name"] for f in sent["frames"]] == ["1"]
    words = {k: sent[k] for k in ("title", "reading", "alternative", "wide")}
    assert words == {
        "title": "What is seen",
        "reading": "How to read it.",
        "alternative": "In words.",
        "wide": True,
    }


def test_what_is_kept_goes_with_its_owner():
    made = []

    class Owner:
        pass

    def make() -> list[int]:
        made.append(1)
        return [len(made)]

    owner = Owner()
    first = cached_on(owner, "name", make)
    assert cached_on(owner, "name", make) is first
    assert cached_on(owner, "other", make) == [2]
    assert cached_on(Owner(), "name", make) == [3]
    gone = weakref.ref(owner)
    del owner
    gc.collect()
    assert gone() is None


def test_every_figure_of_the_lab_hands_out_its_data():
    app = apps.lab(lam="2.0")
    charts = dict(app.session_state["shown"])
    assert len(charts) > len(apps.figures(app)) - 1
    for key, chart in charts.items():
        if key == "convergence":  # waits in its drawer
            continue
        app.session_state["data of"] = key
        app.run()
        apps.check(app)
        frames = [table.value for table in app.dataframe]
        for make in packing.whole(chart).tables.values():
            wanted = make()
            assert any(list(f) == list(wanted) and len(f) == len(wanted) for f in frames), key
        app.run()
        assert "data of" not in app.session_state
