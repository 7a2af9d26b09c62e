"""Two members given by four counts, and the values of the measures: the panel of a lesson."""

from __future__ import annotations

from l2dwk_core.diversity import measure_all
from l2dwk_core.diversity.pair_counts import oracle_of_counts
from l2dwk_core.figures.chart import Chart
from l2dwk_core.figures.diversity.pair_measures import pair_measures_figure
from pages.choices.pair_choice import PairChoice


def pair_chart(pair: PairChoice) -> Chart:
    """Return the figure of every pairwise measure of the two members.

    Raise InputError when there are no rows.
    """
    oracle = oracle_of_counts(pair.both, pair.first, pair.second, pair.neither)
    return pair_measures_figure(measure_all(oracle))


def chart_of(pair: PairChoice, name: str) -> Chart | None:
    """Return the figure when it has this name."""
    chart = pair_chart(pair)
    return chart if chart.name == name else None
