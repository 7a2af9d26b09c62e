"""What a page keeps for its files keeps no run; the run is solved again when it is gone."""

from __future__ import annotations

import gc
import weakref

import numpy as np

from l2dwk_core.method.settings import Settings
from l2dwk_core.runs.prepare import prepare_run
from pages.charts import run_charts
from tests import page_apps as apps


def test_a_packed_figure_keeps_no_run_and_makes_the_same_chart(monkeypatch):
    prepared = prepare_run(apps.HARD)
    run = prepared.solve(Settings(), n_members=21)
    weights, title = run.trace.rounds[-1].weights.copy(), run_charts.figure(run, "margins").title
    monkeypatch.setattr(run_charts, "_from_pending", lambda run, name: ("margins", b""))
    shown, again = run_charts.shown(run, "margins"), run_charts.LaterRun(run)
    assert again() is run
    kept = weakref.ref(run)
    del run
    gc.collect()
    assert kept() is None
    np.testing.assert_array_equal(again().trace.rounds[-1].weights, weights)
    assert shown.chart().title == title
