"""The figures of the Lab that follow its sliders."""

from __future__ import annotations

from l2dwk_core.figures.chart import Chart
from pages.charts import run_charts
from pages.charts.packing import PackedChart
from pages.choices.choice import Choice
from pages.jobs import caches


def chart_of(choice: Choice, name: str) -> Chart | PackedChart | None:
    """Return a figure of the run of this choice; None when its members are not trained yet."""
    if name not in run_charts.FIGURES:
        return None
    prepared = caches.at_once(choice.recipe())
    return None if prepared is None else run_charts.shown(caches.solve(prepared, choice), name)
