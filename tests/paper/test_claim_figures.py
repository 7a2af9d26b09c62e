"""Figures of claims show what their tables hold."""

from __future__ import annotations

import numpy as np
import pytest

from l2dwk_core.figures.claims.accuracy_effects import accuracy_effects_figure
from l2dwk_core.figures.claims.dataset_differences import dataset_differences_figure
from l2dwk_core.figures.claims.sentences import (
    dataset_table,
    setting_words,
)
from tests.paper.answered_claims import NOISE, TREE_METHOD, answered


def test_the_figure_of_all_comparisons_fills_those_that_are_decided():
    rival = answered("rse", lambda name, pool, rows, method: 5.0 * (method == TREE_METHOD))
    noise = answered(
        "gasen", lambda name, pool, rows, method: NOISE[name] * (method == TREE_METHOD)
    )
    chart = accuracy_effects_figure([rival, noise])
    undecided, decided = chart.figure.data
    assert len(decided.x) == len(undecided.x) == 4
    np.testing.assert_allclose(decided.x, 5.0)
    np.testing.assert_allclose(undecided.x, [100 * r.test.mean for r in noise.results])
    assert min(decided.y) > max(undecided.y)
    assert chart.title == "Of 8 comparisons of accuracy: L2DWK ahead in 4, not decided in 4"
    (table,) = [make() for make in chart.tables.values()]
    np.testing.assert_allclose(100 * table["mean"], [*decided.x, *undecided.x])
    assert accuracy_effects_figure([]) is None
    # That two methods are practically equal is decided too.
    same = answered("rse", lambda name, pool, rows, method: 0.0)
    chart = accuracy_effects_figure([same])
    undecided, decided = chart.figure.data
    assert (len(undecided.x), len(decided.x)) == (0, 4)
    assert chart.title.endswith("practically equal in 4")


def test_points_of_the_figure_are_those_of_its_table():
    answer = answered("rse", lambda name, pool, rows, method: NOISE[name] * (method == TREE_METHOD))
    chart = dataset_differences_figure(answer)
    table = dataset_table(answer)
    for panel, result in enumerate(answer.results):
        points, mean = chart.figure.data[2 * panel : 2 * panel + 2]
        own = table[table["setting"] == result.contrast.label]
        np.testing.assert_allclose(points.x, 100 * own["difference"])
        np.testing.assert_allclose(
            np.array(points.error_x.array), 100 * (own["high"] - own["difference"])
        )
        assert mean.x[0] == pytest.approx(100 * result.test.mean)
        low, high = chart.figure.layout["xaxis" if not panel else f"xaxis{panel + 1}"].range
        assert all(low < x < high for x in points.x)
        filled = [symbol == "circle" for symbol in points.marker.symbol]
        assert filled == ((own["low"] > 0) | (own["high"] < 0)).tolist()
    assert setting_words(answer).endswith("; of 4 settings the worst for the claim")
