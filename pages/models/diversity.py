"""What a reader can choose on the Diversity page, and what the page keeps between its runs."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import Any

from l2dwk_core.diversity import LOSSES, MEASURES, kappa_error_pairs, measure_all
from l2dwk_core.figures.chart import Chart
from l2dwk_core.figures.diversity.good_bad_diversity import measures_in_disguise_figure
from l2dwk_core.figures.diversity.measures_predict import diversity_predicts_accuracy_figure
from l2dwk_core.figures.diversity.member_pairs import kappa_error_figure, pair_heatmap_figure
from l2dwk_core.figures.diversity.subensembles import (
    margins_diversity_figure,
    subensemble_scatter_figure,
)
from l2dwk_core.pools.recipe import MAX_MEMBERS
from l2dwk_core.runs.run import Run
from l2dwk_core.runs.run_cost import (
    check_pairs,
    check_subensembles,
    pair_seconds,
    subensemble_seconds,
)
from l2dwk_core.studies.diversity_report import ALPHA_ROUNDS, DiversityReport, diversity_report
from l2dwk_core.studies.repeated_trainings import MOVED
from l2dwk_core.studies.subensembles import Predictions, SubensembleStudy
from pages.choices.choice import Choice
from pages.choices.field_rules import number, option
from pages.jobs.measure_work import bare, measured_pairs, measured_subensembles
from pages.jobs.measuring import measured
from pages.runtime.dataset_cache import DatasetCache

PAGE = "diversity"
MAX_SUBSETS = 1000
"""Most sub-ensembles on a page: each is a point in three figures."""
MAX_TRIAL_MEMBERS = 301
"""Most members of repeated trainings on a page."""
PAIR_MEASURES = tuple(name for name, measure in MEASURES.items() if measure.pairwise)
SCORED_ROWS = {"test": "Vote scored on test rows", "weighting": "Vote scored on the same rows"}
ALPHA_TITLES = {"returned": "α of the returned round", "last": "α of the last round"}


@dataclass(frozen=True)
class DiversityView:
    """The page's own choices.

    ``perfect`` adds an imagined member that is always right. ``size``, ``n_subsets`` and the seed
    ``draw`` make the sub-ensembles. ``moved``, ``depth``, ``members``, ``trials`` and ``share``
    make the repeated trainings, and ``loss`` is the one that is shown of them.
    """

    perfect: bool = False
    alpha_round: str = option("returned", ALPHA_ROUNDS, "Kernel weights")
    pair_measure: str = option("disagreement", PAIR_MEASURES, "Measure of the pairs")
    size: int = number(15, 1, MAX_MEMBERS, label="Members in each")
    n_subsets: int = number(400, 50, MAX_SUBSETS, 50, "Sub-ensembles")
    draw: int = number(0, 0, 2**32 - 1, label="Draw")
    scored: str = option("test", SCORED_ROWS, "Rows the vote is scored on")
    measure: str = option("disagreement", MEASURES, "Measure")
    moved: str = option("max_depth", MOVED, "What moves")
    depth: int = number(12, 2, 30, label="Depth up to")
    members: int = number(25, 2, MAX_TRIAL_MEMBERS, label="Members in each trial")
    trials: int = number(20, 2, 100, label="Trials")
    share: float = number(0.5, 0.1, 0.9, 0.1, "Share of training rows in each trial")
    loss: str = option("squared", LOSSES, "Loss")


def report_of(run: Run, choice: Choice, view: DiversityView) -> DiversityReport:
    """Return the report of this run. It is made once, then kept.

    Raise InputError when there are too many pairs, or when measuring them failed.
    """
    size = _n_rows(run), run.n_members, len(run.oracle.classes)
    check_pairs(*size)
    key = _run_key(run, choice), view.perfect

    def measure(matrix: Any, alpha: Any = None, *, codes: Any) -> Any:
        return measured(
            choice.dataset,
            (*key, "all measures", None if alpha is None else view.alpha_round),
            partial(measure_all, matrix, alpha, codes=codes),
            pair_seconds(*size),
        )

    return _REPORTS.get(
        choice.dataset,
        (*key, view.alpha_round),
        lambda: diversity_report(
            run, perfect=view.perfect, alpha_round=view.alpha_round, measure=measure
        ),
    )


def heatmap_of(seen: DiversityReport, run: Run, choice: Choice, view: DiversityView) -> Chart:
    """Return the heatmap of the pairs of members in the chosen measure.

    Raise InputError when measuring them failed.
    """
    key = _run_key(run, choice), view.perfect, view.pair_measure
    measure = MEASURES[view.pair_measure]

    def chart() -> Chart:
        outputs = seen.oracle.matrix if measure.needs == "oracle" else seen.oracle.codes
        matrix, order = measured(
            choice.dataset,
            key,
            partial(measured_pairs, measure.name, outputs),
            _figure_seconds(seen),
        )
        return pair_heatmap_figure(matrix, order, measure, seen.rows, seen.perfect, run.pool.names)

    return _HEATMAPS.get(choice.dataset, key, chart)


def kappa_errors_of(seen: DiversityReport, run: Run, choice: Choice, view: DiversityView) -> Chart:
    """Return the diagram of agreement and error of the pairs of members.

    Raise InputError when measuring them failed.
    """
    key = _run_key(run, choice), view.perfect, "kappa and error"

    def chart() -> Chart:
        pairs = measured(
            choice.dataset,
            key,
            partial(kappa_error_pairs, seen.oracle.codes, seen.oracle.label_codes),
            _figure_seconds(seen),
        )
        return kappa_error_figure(pairs, seen.kept, seen.rows, run.pool.names)

    return _KAPPA_ERRORS.get(choice.dataset, key, chart)


def subensembles_of(
    seen: DiversityReport, run: Run, choice: Choice, view: DiversityView
) -> dict[str, Chart]:
    """Return the figures of the sub-ensembles, by their names.

    Raise InputError when measuring them would take too long, or failed.
    """
    judged = seen.test_oracle if view.scored == "test" else seen.oracle
    size = (
        *(seen.oracle.n_rows, judged.n_rows, seen.n_members),
        *(len(judged.classes), view.n_subsets),
    )
    check_subensembles(*size)
    scored = _scored_name(seen, view)
    key = (
        *(_run_key(run, choice), view.perfect, view.alpha_round),
        *(view.size, view.n_subsets, view.draw, view.scored),
    )
    work = partial(
        measured_subensembles,
        bare(seen.oracle),
        bare(judged),
        size=view.size,
        n_subsets=view.n_subsets,
        seed=view.draw,
        alpha=None if seen.alpha_is_equal else seen.alpha,
    )
    study, found = _STUDIES.get(
        choice.dataset,
        key,
        lambda: measured(choice.dataset, key, work, subensemble_seconds(*size)),
    )
    charts = _STUDY_CHARTS.get(
        choice.dataset, key, lambda: _study_charts(study, found, scored, seen.rows)
    )
    chosen = (
        subensemble_scatter_figure(study, view.measure, found, scored),
        margins_diversity_figure(study, view.measure, seen.rows),
    )
    return {chart.name: chart for chart in (*charts, *chosen)}


def _scored_name(seen: DiversityReport, view: DiversityView) -> str:
    return "test" if view.scored == "test" else seen.rows


def _n_rows(run: Run) -> int:
    """Return the largest number of rows on which a run's members are measured."""
    return max(run.oracle.n_rows, run.test_oracle.n_rows)


def _run_key(run: Run, choice: Choice) -> str:
    return repr((choice.recipe(), run.settings, run.n_members))


_REPORTS, _KAPPA_ERRORS = DatasetCache(24), DatasetCache(12)
_HEATMAPS, _STUDIES, _STUDY_CHARTS = DatasetCache(12), DatasetCache(12), DatasetCache(12)


def _figure_seconds(seen: DiversityReport) -> float:
    """Return the estimated time of one figure of all pairs: it takes a quarter of all measures."""
    return pair_seconds(seen.oracle.n_rows, seen.n_members, len(seen.oracle.classes)) / 4


def _study_charts(
    study: SubensembleStudy, found: Predictions, scored: str, measured_rows: str
) -> tuple[Chart, ...]:
    return (
        diversity_predicts_accuracy_figure(study, found, scored, measured_rows),
        measures_in_disguise_figure(study),
    )
