"""The Lab's figures that follow from the run alone, by name; each is made once for a run."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from types import MappingProxyType

from l2dwk_core.figures import (
    Chart,
    accuracy_figure,
    alpha_heatmap,
    convergence_figure,
    flipped_share_figure,
    margins_figure,
    sparsity_figure,
    travel_figure,
    weights_figure,
)
from l2dwk_core.run_record import Run
from pages.shared import compute
from pages.shared.kept import kept


def _plane(rows: str, run: Run) -> Chart:
    cloud, uniform = compute.pair_cloud(run, rows), compute.uniform_point(run, rows)
    return travel_figure(run.trace, run.path(rows), cloud, uniform)


FIGURES: Mapping[str, Callable[[Run], Chart]] = MappingProxyType(
    {
        "weights": lambda run: weights_figure(run.trace),
        "margins": lambda run: margins_figure(run.trace),
        "plane test": partial(_plane, "test"),
        "plane weighting": partial(_plane, "weighting"),
        "heatmap": lambda run: alpha_heatmap(
            run.trace, compute.difficulty(run), compute.row_names(run)
        ),
        "accuracy": lambda run: accuracy_figure(run.accuracy),
        "sparsity": lambda run: sparsity_figure(run.trace),
        "convergence": lambda run: convergence_figure(run.trace),
        "flipped": lambda run: flipped_share_figure(run.trace, run.prepared.flipped),
    }
)


def figure(run: Run, name: str) -> Chart:
    """The figure of this name, a key of ``FIGURES``."""
    return kept(run, name, lambda: FIGURES[name](run))
