"""The Lab's figures that follow from the run alone, by name; each is made once for a run.

A run that a process solved brings the figures every page shows with it, packed
(``pages/shared/solver.py``). The records they were made from are then built here only when somebody
asks for their data or files. Nothing of Streamlit: the process imports this as well.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from concurrent.futures import Future
from dataclasses import dataclass
from functools import partial
from types import MappingProxyType

from l2dwk_core.figures import (
    Chart,
    accuracy_figure,
    alpha_heatmap,
    alpha_lines,
    comparison_sentence,
    convergence_figure,
    flipped_share_figure,
    margins_figure,
    sparsity_figure,
    telling_rows,
    travel_figure,
    weights_figure,
)
from l2dwk_core.run_record import Run
from pages.shared import packing
from pages.shared.kept import kept
from pages.shared.packing import Ready
from pages.shared.run_values import difficulty, pair_cloud, row_names, uniform_point
from pages.shared.turns import PAGES


def _plane(rows: str, run: Run) -> Chart:
    cloud, uniform = pair_cloud(run, rows), uniform_point(run, rows)
    return travel_figure(run.trace, run.path(rows), cloud, uniform)


FIGURES: Mapping[str, Callable[[Run], Chart]] = MappingProxyType(
    {
        "weights": lambda run: weights_figure(run.trace),
        "margins": lambda run: margins_figure(run.trace),
        "plane test": partial(_plane, "test"),
        "plane weighting": partial(_plane, "weighting"),
        "heatmap": lambda run: alpha_heatmap(run.trace, difficulty(run), row_names(run)),
        "lines": lambda run: alpha_lines(
            run.trace, telling_rows(run.trace, difficulty(run)), row_names(run)
        ),
        "accuracy": lambda run: accuracy_figure(run.accuracy),
        "sparsity": lambda run: sparsity_figure(run.trace),
        "convergence": lambda run: convergence_figure(run.trace),
        "flipped": lambda run: flipped_share_figure(run.trace, run.prepared.flipped),
    }
)
_CHOSEN = {"plane weighting"}
"""Shown only when somebody chooses so."""


@dataclass(frozen=True, eq=False)
class Parcel:
    """What a page shows of a run, made elsewhere: by name the chart's own name and the figure
    packed, and the sentence on the two votes."""

    figures: Mapping[str, tuple[str, bytes]]
    comparison: str


def parcel(run: Run) -> Parcel:
    """Of the figures that every page shows of this run."""
    names = [name for name in FIGURES if name not in _CHOSEN]
    if not run.prepared.flipped.any():
        names.remove("flipped")
    if len(run.trace.rounds) == 1:
        names.remove("convergence")
    charts = {name: figure(run, name) for name in names}
    return Parcel(
        {name: (chart.name, packing.packed(chart)) for name, chart in charts.items()},
        comparison_sentence(run.accuracy),
    )


def expect(run: Run, coming: Future[Parcel | None]) -> None:
    """The figures of this run are being packed elsewhere; None when nothing came of it."""
    kept(run, "parcel", lambda: coming)


def _parcel(run: Run) -> Parcel | None:
    coming: Future[Parcel | None] | None = kept(run, "parcel", lambda: None)
    if coming is None:
        return None
    if not coming.done():
        with PAGES.aside():
            coming.result()
    return coming.result()


def figure(run: Run, name: str) -> Chart:
    """The figure of this name, a key of ``FIGURES``."""
    return kept(run, name, lambda: FIGURES[name](run))


def shown(run: Run, name: str) -> Chart | Ready:
    """The same as a page shows it."""
    found = _parcel(run)
    if found is None or name not in found.figures:
        return figure(run, name)
    return Ready(*found.figures[name], partial(figure, run, name))


def comparison(run: Run) -> str:
    """What the test rows say about the weighted and the uniform vote."""
    found = _parcel(run)
    if found is not None:
        return found.comparison
    return kept(run, "comparison", lambda: comparison_sentence(run.accuracy))
