"""An axis of shares has no tick below 0 % or above 100 %, also where its range goes further."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from l2dwk_core.figures.lab.gain_of_vote import gain_of_vote_figure
from l2dwk_core.figures.lab.rounds_plane import accuracy_diversity_plane_figure
from l2dwk_core.figures.palette import share_range, share_ticks, ticks_of
from l2dwk_core.runs.plane import PlanePoint

pytest_plugins = ("tests.figure_inputs",)


@pytest.mark.parametrize("highest", [0.42, 0.9, 0.97, 0.999, 1.0])
@pytest.mark.parametrize("span", [0.001, 0.02, 0.1, 0.4])
def test_no_tick_of_a_share_lies_beyond_0_or_100_percent(highest, span):
    found = share_ticks(highest - span, highest, 0.0001)
    mirrored = share_ticks(1 - highest, 1 - highest + span, 0.0001)
    if not found:
        # The browser chooses: then the room around the values must not go beyond.
        assert highest + 0.15 * span <= 1
        return
    for ticks in (found["tickvals"], mirrored["tickvals"]):
        assert 0 <= min(ticks) <= max(ticks) <= 1
        assert np.ptp(np.diff(ticks)) < 1e-9 if len(ticks) > 1 else True
    step = found["tickvals"][1] - found["tickvals"][0]
    assert found["tickvals"][-1] + step > min(1, highest + 0.15 * span)
    assert len(found["tickvals"]) <= 9


def test_ticks_of_nothing_are_left_to_the_browser():
    assert ticks_of() == ticks_of([]) == ticks_of([np.nan]) == {}
    assert ticks_of([0.2, np.nan], [0.6]) == {}
    assert ticks_of([0.5, np.nan], [1.0])["tickvals"] == [0.5, 0.6, 0.7, 0.8, 0.9, 1.0]


@pytest.mark.parametrize("worst", [0.2, 0.9, 0.98])
def test_the_plane_of_a_perfect_vote_ends_its_ticks_at_100_percent(trace, path, cloud, worst):
    rounds = len(path.accuracy)
    perfect = replace(path, accuracy=np.linspace(worst, 1.0, rounds))
    pairs = replace(cloud, accuracy=np.linspace(worst, 1.0, len(cloud.accuracy)))
    uniform = PlanePoint(0.31, 0.99, 0.6)
    plane = accuracy_diversity_plane_figure(trace, perfect, pairs, uniform).figure
    gain = gain_of_vote_figure(trace, perfect, pairs, uniform).figure
    for axis in (plane.layout.yaxis, plane.layout.yaxis2, gain.layout.yaxis):
        low, high = axis.range
        # Room for the points at 100 %, but less than a tenth of the axis, so for no tick.
        assert 1 + 0.02 * (1 - low) < high < 1 + 0.04 * (1 - low)
        assert low < worst


def test_a_range_within_0_and_1_stays():
    assert share_range(0.2, 0.9) == [0.2, 0.9]
    assert share_range(-0.5, 1.5) == pytest.approx([-0.03, 1.03])
