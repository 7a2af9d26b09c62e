"""The Lab's figures that follow from the run alone, by name; each is made once for a run.

When a worker solved the run, it also sends these figures, packed (``pages/jobs/solver_pool.py``).
Then their charts are made here only when somebody asks for data or files. This module does not
import Streamlit, because the worker imports it too.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import Future
from dataclasses import asdict
from functools import partial
from hashlib import blake2b
from types import MappingProxyType
from typing import Any
from weakref import ref

from l2dwk_core.figures.chart import Chart
from l2dwk_core.figures.lab.accuracy import accuracy_figure, comparison_sentence
from l2dwk_core.figures.lab.chosen_rows import (
    informative_rows,
    kernel_weights_of_chosen_rows_figure,
)
from l2dwk_core.figures.lab.convergence import convergence_figure
from l2dwk_core.figures.lab.flipped import alpha_on_flipped_rows_figure
from l2dwk_core.figures.lab.gain_of_vote import gain_of_vote_figure
from l2dwk_core.figures.lab.kernel_weights import kernel_weights_figure
from l2dwk_core.figures.lab.rounds_margins import margins_figure
from l2dwk_core.figures.lab.rounds_plane import accuracy_diversity_plane_figure
from l2dwk_core.figures.lab.rounds_weights import classifier_weights_figure
from l2dwk_core.figures.lab.sparsity import sparsity_figure
from l2dwk_core.figures.lab.verdict import verdict, verdict_sentences
from l2dwk_core.pools.recipe import GIVEN
from l2dwk_core.runs.run import Run
from pages.charts import packing
from pages.charts.packing import PackedChart, PackedWords
from pages.charts.run_values import difficulty, pair_cloud, row_names, uniform_point
from pages.runtime.object_cache import cached_on
from pages.runtime.page_slots import PAGE_SLOTS


def _plane(rows: str, run: Run) -> Chart:
    cloud, uniform = pair_cloud(run, rows), uniform_point(run, rows)
    return accuracy_diversity_plane_figure(
        run.trace, run.path(rows), cloud, uniform, run.pool.names
    )


FIGURES: Mapping[str, Callable[[Run], Chart]] = MappingProxyType(
    {
        "kernel_weights": lambda run: kernel_weights_figure(
            run.trace, difficulty(run), row_names(run)
        ),
        "classifier_weights": lambda run: classifier_weights_figure(run.trace, run.pool.names),
        "gain_of_vote": lambda run: gain_of_vote_figure(
            run.trace,
            run.path("test"),
            pair_cloud(run, "test"),
            uniform_point(run, "test"),
            run.pool.names,
        ),
        "margins": lambda run: margins_figure(run.trace),
        "kernel_weights_of_chosen_rows": lambda run: kernel_weights_of_chosen_rows_figure(
            run.trace, informative_rows(run.trace, difficulty(run)), row_names(run)
        ),
        "test_accuracy": lambda run: accuracy_figure(
            run.accuracy, given=run.prepared.recipe.pool.kind == GIVEN
        ),
        "sparsity": lambda run: sparsity_figure(run.trace, run.pool.names),
        "convergence": lambda run: convergence_figure(run.trace),
        "alpha_on_flipped_rows": lambda run: alpha_on_flipped_rows_figure(
            run.trace,
            run.prepared.flipped,
            near_boundary=run.prepared.recipe.noise_kind == "boundary",
        ),
        "plane test": partial(_plane, "test"),
        "plane weighting": partial(_plane, "weighting"),
    }
)
_ON_REQUEST = {"plane test", "plane weighting"}
"""Figures that are made only when somebody chooses them."""


VERDICT = "verdict"
_COMPARISON = "comparison"


class PendingCharts:
    """The packed figures of a run that arrive from a worker one by one."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._pieces: dict[str, Future[Any]] = {}
        self._closed = False

    def add(self, name: str, piece: Any) -> None:
        """Take in one piece."""
        self._piece(name).set_result(piece)

    def close(self) -> None:
        """Say that no more pieces come: whoever waits for one gets None."""
        with self._lock:
            self._closed = True
            open_ones = [piece for piece in self._pieces.values() if not piece.done()]
        for piece in open_ones:
            piece.set_result(None)

    def get(self, name: str) -> Any:
        """Wait for the piece and return it; None when it does not come."""
        piece = self._piece(name)
        if not piece.done():
            with PAGE_SLOTS.released():
                piece.result()
        return piece.result()

    def _piece(self, name: str) -> Future[Any]:
        with self._lock:
            if name not in self._pieces:
                self._pieces[name] = Future()
                if self._closed:
                    self._pieces[name].set_result(None)
            return self._pieces[name]


def pieces(run: Run) -> Iterator[tuple[str, Any]]:
    """Yield all that a page shows of this run, from the top of the page down, with its name.

    A figure is its chart's name and the packed figure; the first piece is the packed verdict, the
    last the sentence that compares the two votes.
    """
    yield VERDICT, _verdict(run)
    for name in FIGURES:
        no_flips = not run.prepared.flipped.any()
        if name in _ON_REQUEST or (name == "alpha_on_flipped_rows" and no_flips):
            continue
        if name == "convergence" and len(run.trace.rounds) == 1:
            continue
        chart = figure(run, name)
        yield name, (chart.name, packing.packed(chart))
    yield _COMPARISON, comparison_sentence(run.accuracy)


class LaterRun:
    """A run for what may be asked for later, as a file: the run itself while something else keeps
    it, else solved again. A page that is open would keep it, of 2 to 10 MB, beside every cache."""

    def __init__(self, run: Run) -> None:
        self._run, self._prepared = ref(run), run.prepared
        self._settings, self._n_members = run.settings, run.n_members

    def __call__(self) -> Run:
        """Return the run."""
        return self._run() or self._prepared.solve(self._settings, n_members=self._n_members)


def attach_pending(run: Run, pending: PendingCharts) -> None:
    """Note that a worker is packing the figures of this run."""
    cached_on(run, "pending", lambda: pending)


def _from_pending(run: Run, name: str) -> Any:
    pending: PendingCharts | None = cached_on(run, "pending", lambda: None)
    return None if pending is None or name in _ON_REQUEST else pending.get(name)


def figure(run: Run, name: str) -> Chart:
    """Return the chart of this name, a key of ``FIGURES``."""
    return cached_on(run, name, lambda: FIGURES[name](run))


def shown(run: Run, name: str) -> Chart | PackedChart:
    """Return the figure as a page shows it: packed by a worker, or the chart."""
    found: tuple[str, bytes] | None = _from_pending(run, name)
    if found is None:
        return figure(run, name)
    chart_name, packed = found
    again = LaterRun(run)
    return PackedChart(chart_name, packed, lambda: figure(again(), name))


def packed_verdict(run: Run) -> PackedWords:
    """Return the verdict as a page shows it: packed by a worker, or here."""
    return _from_pending(run, VERDICT) or cached_on(run, VERDICT, lambda: _verdict(run))


def _verdict(run: Run) -> PackedWords:
    lines, recipe = verdict(run), run.recipe
    return packing.packed_words(
        {
            "lines": [asdict(line) for line in lines],
            "said": verdict_sentences(lines),
            # The page counts the settings that were looked at on the same test rows.
            "test_rows": _short(recipe.dataset, recipe.pool.seed, recipe.test_fraction),
            "settings": _short(recipe),
        }
    )


def _short(*values: object) -> str:
    return blake2b(repr(values).encode(), digest_size=6).hexdigest()


def comparison(run: Run) -> str:
    """Return the sentence that compares the weighted and the uniform vote on the test rows."""
    found: str | None = _from_pending(run, _COMPARISON)
    return found or cached_on(run, _COMPARISON, lambda: comparison_sentence(run.accuracy))
