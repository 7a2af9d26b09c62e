"""What the Diversity page lets a reader choose, and what it keeps between reruns."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import streamlit as st

from l2dwk_core.diversity import MEASURES
from l2dwk_core.diversity.clusters import cluster_order
from l2dwk_core.figures.chart import Chart
from l2dwk_core.figures.diversity.good_bad_diversity import measures_in_disguise_figure
from l2dwk_core.figures.diversity.member_pairs import pair_heatmap_figure
from l2dwk_core.figures.diversity.subensembles import (
    diversity_predicts_accuracy_figure,
    margins_diversity_figure,
    subensemble_scatter_figure,
)
from l2dwk_core.pools.recipe import MAX_MEMBERS
from l2dwk_core.runs.run import Run
from l2dwk_core.runs.run_cost import check_pairs
from l2dwk_core.studies.diversity_report import ALPHA_ROUNDS, DiversityReport, diversity_report
from l2dwk_core.studies.subensembles import Predictions, predictions, study_subensembles
from pages.choices.choice import Choice
from pages.choices.field_rules import number, option

PAGE = "diversity"
MAX_SUBSETS = 1000
"""On a page: each takes a point in three figures."""
PAIR_MEASURES = tuple(name for name, measure in MEASURES.items() if measure.pairwise)
SCORED_ROWS = {"test": "Vote scored on test rows", "weighting": "Vote scored on the same rows"}
ALPHA_TITLES = {"returned": "α of the returned round", "last": "α of the last round"}


@dataclass(frozen=True)
class DiversityView:
    """The page's own choices.

    ``perfect`` adds an imagined member that is always right; ``size``, ``n_subsets`` and the seed
    ``draw`` make the sub-ensembles.
    """

    perfect: bool = False
    alpha_round: str = option("returned", ALPHA_ROUNDS, "Kernel weights")
    pair_measure: str = option("disagreement", PAIR_MEASURES, "Measure of the pairs")
    size: int = number(15, 1, MAX_MEMBERS, label="Members in each")
    n_subsets: int = number(400, 50, MAX_SUBSETS, 50, "Sub-ensembles")
    draw: int = number(0, 0, 2**32 - 1, label="Draw")
    scored: str = option("test", SCORED_ROWS, "Rows the vote is scored on")
    measure: str = option("disagreement", MEASURES, "Measure")


def report_of(run: Run, choice: Choice, view: DiversityView) -> DiversityReport:
    """The report of this run; measured once, then kept. ``InputError`` for too many pairs."""
    check_pairs(run.oracle.n_rows, run.n_members)
    return _report(run, _run_key(run, choice), view.perfect, view.alpha_round)


def heatmap_of(seen: DiversityReport, run: Run, choice: Choice, view: DiversityView) -> Chart:
    """The pairs of members in the measure chosen."""
    key = f"{_run_key(run, choice)} {view.perfect}"
    return _heatmap(seen, key, view.pair_measure)


def subensembles_of(
    seen: DiversityReport, run: Run, choice: Choice, view: DiversityView
) -> dict[str, Chart]:
    """The figures of the sub-ensembles, by the names of their charts."""
    key = f"{_run_key(run, choice)} {view.perfect} {view.alpha_round}"
    study = _study(seen, key, view.size, view.n_subsets, view.draw, view.scored)
    scored = _scored_name(seen, view)
    found, charts = _study_charts(
        study, f"{key} {view.size} {view.n_subsets} {view.draw} {view.scored}", scored, seen.rows
    )
    chosen = (
        subensemble_scatter_figure(study, view.measure, found, scored),
        margins_diversity_figure(study, view.measure, seen.rows),
    )
    return {chart.name: chart for chart in (*charts, *chosen)}


def _scored_name(seen: DiversityReport, view: DiversityView) -> str:
    return "test" if view.scored == "test" else seen.rows


def _run_key(run: Run, choice: Choice) -> str:
    return repr((choice.recipe(), run.settings, run.n_members))


@st.cache_resource(max_entries=24, show_spinner=False)
def _report(_run: Run, key: str, perfect: bool, alpha_round: str) -> DiversityReport:
    return diversity_report(_run, perfect=perfect, alpha_round=alpha_round)


@st.cache_resource(max_entries=12, show_spinner=False)
def _heatmap(_seen: DiversityReport, key: str, name: str) -> Chart:
    measure = MEASURES[name]
    outputs = _seen.oracle.matrix if measure.needs == "oracle" else _seen.oracle.codes
    matrix = measure.matrix(outputs)
    order = cluster_order(matrix, measure.direction)
    return pair_heatmap_figure(matrix, order, measure, _seen.rows, _seen.perfect)


@st.cache_resource(max_entries=12, show_spinner="Measuring sub-ensembles")
def _study(
    _seen: DiversityReport, key: str, size: int, n_subsets: int, draw: int, scored: str
) -> Any:
    return study_subensembles(
        _seen.oracle,
        _seen.test_oracle if scored == "test" else _seen.oracle,
        size=size,
        n_subsets=n_subsets,
        seed=draw,
        alpha=None if _seen.alpha_is_equal else _seen.alpha,
    )


@st.cache_resource(max_entries=12, show_spinner=False)
def _study_charts(
    _study: Any, key: str, scored: str, measured: str
) -> tuple[Predictions, tuple[Chart, ...]]:
    found = predictions(_study)
    return found, (
        diversity_predicts_accuracy_figure(_study, found, scored, measured),
        measures_in_disguise_figure(_study),
    )
