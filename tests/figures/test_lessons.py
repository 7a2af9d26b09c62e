"""The two figures that only lessons need: shares of flipped rows, measures of one pair."""

from __future__ import annotations

import numpy as np
import pytest

from l2dwk_core.common.errors import InputError
from l2dwk_core.diversity import measure_all
from l2dwk_core.diversity.pair_counts import oracle_of_counts
from l2dwk_core.figures.diversity.pair_measures import PAIR_MEASURES, pair_measures_figure
from l2dwk_core.figures.lab.flipped import alpha_on_flipped_rows_figure
from tests.trainings import run_of_step


def test_flipped_figure_shows_the_shares():
    run = run_of_step("noise", 2)
    flipped = run.prepared.flipped
    chart = alpha_on_flipped_rows_figure(run.trace, flipped)
    by_hand = [r.alpha[flipped].sum() / r.alpha.sum() for r in run.trace.rounds]
    np.testing.assert_allclose(chart.figure.data[0].y, by_hand)
    np.testing.assert_allclose(chart.figure.data[1].y, flipped.mean())
    assert f"hold {by_hand[-1]:.0%} of the kernel weight" in chart.title
    np.testing.assert_allclose(chart.tables["alpha on flipped rows"]()["share_of_alpha"], by_hand)
    own = "would draw weight with their own labels too"
    assert own not in chart.reading
    chosen = alpha_on_flipped_rows_figure(run.trace, flipped, near_boundary=True)
    assert own in chosen.reading


def test_pair_figure_shows_values_and_says_what_is_undefined():
    details = measure_all(oracle_of_counts(75, 25, 0, 0))
    chart = pair_measures_figure(details)
    assert chart.title == "Q statistic and Correlation ρ cannot be computed for this pair"
    text = dict(zip(chart.figure.data[-1].y, chart.figure.data[-1].text, strict=True))
    assert text["Q statistic"] == "undefined: 0/0"
    assert text["Disagreement"] == "0.250"
    full = pair_measures_figure(measure_all(oracle_of_counts(45, 25, 20, 10)))
    assert full.figure.data[-1].x[0] == pytest.approx((450 - 500) / (450 + 500))
    assert len(full.tables["pair measures"]()) == len(PAIR_MEASURES)


def test_counts_become_rows():
    oracle = oracle_of_counts(2, 1, 0, 3)
    assert oracle.tolist() == [[1, 1]] * 2 + [[1, -1]] + [[-1, -1]] * 3
    with pytest.raises(InputError, match="All four counts are 0"):
        oracle_of_counts(0, 0, 0, 0)
    with pytest.raises(InputError, match="first is -1"):
        oracle_of_counts(1, -1, 0, 0)
