"""Figures show the values of their records, and say only what those values support."""

from __future__ import annotations

import json
from dataclasses import replace

import numpy as np
import pandas as pd
import plotly.graph_objects as go
import pytest

from l2dwk_core.common.csv_text import csv_text
from l2dwk_core.figures.chart import Chart
from l2dwk_core.figures.lab.accuracy import accuracy_figure, comparison_sentence
from l2dwk_core.figures.lab.chosen_rows import kernel_weights_of_chosen_rows_figure
from l2dwk_core.figures.lab.convergence import convergence_figure
from l2dwk_core.figures.lab.kernel_weights import kernel_weights_figure
from l2dwk_core.figures.lab.rounds_margins import margins_figure
from l2dwk_core.figures.lab.rounds_plane import accuracy_diversity_plane_figure
from l2dwk_core.figures.lab.rounds_weights import classifier_weights_figure
from l2dwk_core.figures.lab.sparsity import sparsity_figure
from l2dwk_core.figures.palette import COLOUR_MEANINGS
from l2dwk_core.figures.start.majority import majority_accuracy, majority_vote_figure
from l2dwk_core.runs.accuracy import Accuracy
from l2dwk_core.runs.plane import PlanePoint
from tests.traces import L, N

pytest_plugins = ("tests.figure_inputs",)


@pytest.fixture(scope="module")
def charts(trace, path, cloud, difficulty, accuracy) -> list[Chart]:
    names = [f"row {k}" for k in range(N)]
    return [
        classifier_weights_figure(trace),
        margins_figure(trace),
        accuracy_diversity_plane_figure(trace, path, cloud, PlanePoint(0.3, 0.6, 0.6)),
        convergence_figure(trace),
        kernel_weights_figure(trace, difficulty, names),
        kernel_weights_of_chosen_rows_figure(trace, [0, 1], names),
        sparsity_figure(trace),
        accuracy_figure(accuracy),
        majority_vote_figure(0.6),
    ]


def _axes(figure: go.Figure) -> list:
    return [
        axis
        for axis in (*figure.select_xaxes(), *figure.select_yaxes())
        if axis.visible is not False and axis.showticklabels is not False
    ]


def test_every_figure_names_itself_its_axes_its_reading_and_its_data(charts):
    assert len({chart.name for chart in charts}) == len(charts)
    for chart in charts:
        assert chart.title
        assert chart.reading.endswith((".", "!"))
        assert chart.alternative
        categorical = [t for t in chart.figure.data if t.y is not None and len(t.y)]
        assert categorical
        for axis in _axes(chart.figure):
            names_itself = chart.name == "test_accuracy" and axis.plotly_name == "yaxis"
            assert axis.title.text or names_itself, (chart.name, axis.plotly_name)
        assert chart.figure.layout.paper_bgcolor == "rgba(0,0,0,0)"
        assert chart.tables
        for title, table in chart.tables.items():
            frame = table()
            assert isinstance(frame, pd.DataFrame)
            assert len(frame)
            again = pd.read_csv(pd.io.common.StringIO(csv_text(chart.tables[title]())))
            assert list(again.columns) == list(frame.columns)
            assert len(again) == len(frame)
        json.loads(chart.figure.to_json())


def test_one_colour_has_one_meaning():
    assert len(set(COLOUR_MEANINGS.values())) == len(COLOUR_MEANINGS)


def test_sparsity_counts(trace):
    chart = sparsity_figure(trace)
    kept, effective, returned = chart.figure.data
    assert list(kept.y) == [np.count_nonzero(r.weights) for r in trace.rounds]
    np.testing.assert_allclose(effective.y, [1 / np.sum(r.weights**2) for r in trace.rounds])
    assert returned.x[0] == trace.returned_round
    assert f"{np.count_nonzero(trace.weights)} of {L}" in chart.title


def test_accuracy_shows_four_votes_with_wilson_bars(accuracy):
    chart = accuracy_figure(accuracy)
    assert [t.x[0] for t in chart.figure.data] == [0.72, 0.70, 0.78, 0.61]
    first = chart.figure.data[0]
    # Wilson interval of 72 of 100, by its formula.
    z = 1.959963984540054
    middle = (0.72 + z**2 / 200) / (1 + z**2 / 100)
    half = z * np.sqrt(0.72 * 0.28 / 100 + z**2 / 40000) / (1 + z**2 / 100)
    assert first.x[0] + first.error_x.array[0] == pytest.approx(middle + half, abs=1e-9)
    assert first.x[0] - first.error_x.arrayminus[0] == pytest.approx(middle - half, abs=1e-9)
    assert "100 test rows" in chart.title


def test_equal_best_members_are_counted(accuracy):
    said = "The best single member is the first of 3 that are equal on the weighting rows."
    assert said not in accuracy_figure(accuracy).reading
    assert said in accuracy_figure(replace(accuracy, equal_members=3)).reading


def _with_pair(accuracy: Accuracy, better: int, worse: int) -> str:
    return comparison_sentence(
        Accuracy(
            accuracy.l2dwk, accuracy.uniform, accuracy.uniform_all, accuracy.best_single, 4,
            better, worse, better, worse,
        )
    )  # fmt: skip


def test_no_difference_is_claimed_without_evidence(accuracy):
    assert "On 6 of 100 test rows only the weighted vote is right" in comparison_sentence(accuracy)
    assert "no difference can be claimed" in comparison_sentence(accuracy)
    assert "no difference can be claimed" in _with_pair(accuracy, 0, 0)
    # One of five comparisons: 7 to 0 has p = 5 · 2 / 2⁷ = 0.078; 8 to 0 has 5 · 2 / 2⁸ = 0.039.
    assert "no difference can be claimed" in _with_pair(accuracy, 7, 0)
    assert "the weighted vote is better" in _with_pair(accuracy, 8, 0)
    assert "the uniform vote is better" in _with_pair(accuracy, 0, 8)
    assert "corrected for the 5 comparisons of a run, p = 0.039" in _with_pair(accuracy, 8, 0)


def test_majority_of_three_by_counting():
    p = 0.6
    assert majority_accuracy(3, p) == pytest.approx(p**3 + 3 * p**2 * (1 - p))
    assert majority_accuracy(1, p) == pytest.approx(p)
    independent, copies = majority_vote_figure(p).figure.data
    assert independent.y[1] == pytest.approx(0.648)
    assert set(copies.y) == {p}


@pytest.mark.parametrize(("p", "word"), [(0.6, "better"), (0.5, "guess"), (0.4, "worse")])
def test_voting_title_follows_the_numbers(p, word):
    assert word in majority_vote_figure(p).title
