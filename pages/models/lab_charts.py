"""The figures of the Lab, and its verdict, that follow its sliders."""

from __future__ import annotations

from l2dwk_core.figures.chart import Chart
from pages.charts import run_charts
from pages.charts.packing import PackedChart, PackedWords
from pages.choices.choice import Choice
from pages.jobs import caches


def chart_of(choice: Choice, name: str) -> Chart | PackedChart | PackedWords | None:
    """Return a figure of the run of this choice, or its verdict; None when its members are not
    trained yet."""
    if name not in run_charts.FIGURES and name != run_charts.VERDICT:
        return None
    prepared = caches.at_once(choice.recipe())
    if prepared is None:
        return None
    run = caches.solve(prepared, choice)
    if name == run_charts.VERDICT:
        return run_charts.packed_verdict(run)
    return run_charts.shown(run, name)
