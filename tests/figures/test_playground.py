"""The playground's pictures show the core's numbers, in the first view and in every frame."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from l2dwk_core.demos.playground import SIDE, Regions, SetupRecipe, prepare_setup, solve
from l2dwk_core.figures.playground.outlines import outline
from l2dwk_core.figures.playground.plane import (
    MAX_FRAMES,
    difference_sentence,
    uniform_plane_figure,
    weighted_plane_figure,
)
from l2dwk_core.figures.playground.plane_traces import LEVELS, depth_codes
from l2dwk_core.method.settings import Settings

RECIPE = SetupRecipe(n_members=11, n_fresh=500, n_points=120)


@pytest.fixture(scope="module", params=["circles", "blobs"])
def solved(request):
    return solve(
        prepare_setup(replace(RECIPE, shape=request.param, noise=0.4)), Settings(max_rounds=6)
    )


def _named(traces, name):
    return [t for t in traces if t.name == name]


def _clouds(traces):
    return [t for t in traces if t.name and t.name.startswith("class ")]


def _check_vote(solved, traces, weights, wrong, alpha):
    setup = solved.setup
    regions = solved.regions(weights)
    (region,) = _named(traces, "region")
    z = np.asarray(region.z)
    np.testing.assert_array_equal(z // LEVELS, regions.winner)
    n = len(setup.classes)
    share = 1 / n + (z % LEVELS) / (LEVELS - 1) * (1 - 1 / n)
    np.testing.assert_allclose(share, regions.share, atol=0.5 / (LEVELS - 1))
    at = setup.points[setup.weighting_rows]
    codes = setup.codes[setup.weighting_rows]
    for c, cloud in enumerate(_clouds(traces)):
        np.testing.assert_allclose(cloud.x, at[codes == c, 0], rtol=1e-6)
        times = alpha[codes == c] * len(alpha)
        np.testing.assert_allclose(cloud.customdata, times, rtol=1e-5)
        inside = (cloud.marker.size > 4) & (cloud.marker.size < 30)
        # Area, not width, is the kernel weight.
        ratio = np.asarray(cloud.marker.size)[inside] ** 2 / times[inside]
        np.testing.assert_allclose(ratio, 8.5**2, rtol=1e-4)
    (crosses,) = _named(traces, "vote is wrong")
    np.testing.assert_allclose(crosses.x, at[wrong, 0], rtol=1e-6)
    np.testing.assert_allclose(crosses.y, at[wrong, 1], rtol=1e-6)


def test_uniform_plane_shows_the_uniform_vote(solved):
    chart = uniform_plane_figure(solved)
    n = solved.setup.oracle.n_rows
    _check_vote(
        solved, chart.figure.data, solved.uniform_weights, solved.uniform_wrong, np.full(n, 1 / n)
    )
    assert f"{solved.uniform_fresh.accuracy:.1%}" in chart.title
    assert not chart.figure.frames
    # The page's letters have no lowered digits of their own; borrowed ones look cut off.
    titles = [chart.figure.layout[name].title.text for name in ("xaxis", "yaxis")]
    assert titles == ["x<sub>1</sub>", "x<sub>2</sub>"]


def test_weighted_plane_starts_at_the_returned_round(solved):
    chart = weighted_plane_figure(solved)
    start = solved.trace.rounds[solved.trace.returned_round - 1]
    _check_vote(solved, chart.figure.data, start.weights, start.wrong, start.alpha)
    assert f"{solved.trace.n_selected} of 11 trees" in chart.title
    (regions,) = [trace for trace in chart.figure.data if trace.meta]
    assert regions.type == "heatmap" and regions.meta == {"round": start.index}
    assert f"returned round {start.index}, " in chart.title


def test_every_frame_shows_its_round(solved):
    figure = weighted_plane_figure(solved).figure
    assert [f.name for f in figure.frames] == [str(r.index) for r in solved.trace.rounds]
    for frame, r in zip(figure.frames, solved.trace.rounds, strict=True):
        assert [change.meta for change in frame.data if change.meta] == [{"round": r.index}]
        shown = [figure.data[i].to_plotly_json() for i in range(len(figure.data))]
        for place, change in zip(frame.traces, frame.data, strict=True):
            new = change.to_plotly_json()
            assert new["type"] == shown[place]["type"]
            marker = shown[place].get("marker", {}) | new.get("marker", {})
            shown[place] = shown[place] | new | ({"marker": marker} if marker else {})
        view = type(figure)(shown).data
        _check_vote(solved, view, r.weights, r.wrong, r.alpha)
        (headline,) = _named(view, "headline")
        accuracy = solved.rounds_fresh[r.index - 1].accuracy
        assert f"round {r.index}: " in headline.text[0] and f"{accuracy:.1%}" in headline.text[0]


def test_trees_own_boundaries_are_as_strong_as_their_weight(solved):
    figure = weighted_plane_figure(solved, lines=True).figure
    start = solved.trace.rounds[solved.trace.returned_round - 1]
    ever = np.flatnonzero(np.max([r.weights for r in solved.trace.rounds], axis=0))
    drawn = [t for t in figure.data if t.name and t.name.startswith("tree ")]
    assert [t.name for t in drawn] == [f"tree {j + 1}" for j in ever]
    np.testing.assert_allclose(
        [t.opacity for t in drawn], start.weights[ever] / start.weights.max(), atol=1e-3
    )
    for frame, r in zip(figure.frames, solved.trace.rounds, strict=True):
        np.testing.assert_allclose(
            [t.opacity for t in frame.data[: len(ever)]],
            r.weights[ever] / r.weights.max(),
            atol=1e-3,
        )
    (left,) = _named(uniform_plane_figure(solved, lines=True).figure.data, "trees' own boundaries")
    assert len(left.x) >= max(len(t.x) for t in drawn)


def test_one_chosen_tree_is_drawn_alone_on_both(solved):
    charts = [
        plane(solved, lines=True, member=3)
        for plane in (uniform_plane_figure, weighted_plane_figure)
    ]
    (left,) = _named(charts[0].figure.data, "trees' own boundaries")
    (right,) = [t for t in charts[1].figure.data if t.name and t.name.startswith("tree ")]
    assert right.name == "tree 3"
    setup = solved.setup
    x, y = outline(setup.grid_codes[:, 2].reshape(SIDE, SIDE), setup.x, setup.y)
    for line in (left, right):
        np.testing.assert_array_equal(line.x, x)
        np.testing.assert_array_equal(line.y, y)


def test_many_rounds_are_thinned_and_the_returned_one_stays():
    setup = prepare_setup(replace(RECIPE, shape="moons", noise=0.4))
    solved = solve(setup, Settings(max_rounds=40, stop_on=()))
    figure = weighted_plane_figure(solved).figure
    names = [f.name for f in figure.frames]
    assert len(names) <= MAX_FRAMES + 1
    assert {"1", "40", str(solved.trace.returned_round)} <= set(names)
    assert len(figure.to_json()) < 400_000


def test_a_vote_without_errors_needs_no_bar():
    setup = prepare_setup(replace(RECIPE, shape="blobs", noise=0.05, label_noise=0.0))
    solved = solve(setup, Settings())
    chart = weighted_plane_figure(solved)
    assert len(solved.trace.rounds) == 1
    assert not chart.figure.frames
    assert "bar of rounds" not in chart.reading


def test_sentence_claims_what_the_interval_allows(solved):
    sentence, found = difference_sentence(solved), solved.difference
    if solved.better + solved.worse == 0:
        assert "No difference" in sentence
    else:
        assert ("No difference can be claimed" in sentence) == (found.low <= 0 <= found.high)
        assert f"{abs(found.mean) * 100:.1f}" in sentence
    same = solve(solved.setup.prefix(1), Settings())
    assert difference_sentence(same).startswith("**No difference**")


def test_tables_hold_the_same_numbers(solved):
    tables = {name: make() for name, make in weighted_plane_figure(solved).tables.items()}
    start = solved.trace.rounds[solved.trace.returned_round - 1]
    points = tables["points"]
    weighting = points[points.part == "weighting"]
    np.testing.assert_array_equal(weighting.alpha, start.alpha)
    np.testing.assert_array_equal(weighting.l2dwk_wrong.astype(bool), start.wrong)
    assert points[points.part == "training"].alpha.isna().all()
    np.testing.assert_array_equal(tables["trees"].weight, solved.trace.weights)
    assert tables["trees"].leaves.between(2, 4).all()
    np.testing.assert_array_equal(
        tables["rounds"].accuracy_fresh, [s.accuracy for s in solved.rounds_fresh]
    )
    assert len(tables["plane"]) == SIDE**2


@settings(max_examples=40)
@given(arrays(np.int8, (7, 5), elements=st.integers(0, 2)))
def test_outline_separates_cells_that_differ_and_no_others(winner):
    x, y = np.arange(5.0), np.arange(7.0)
    line_x, line_y = outline(winner, x, y)
    upright, flat = set(), set()
    for i in range(0, len(line_x), 3):
        (x0, x1), (y0, y1) = line_x[i : i + 2], line_y[i : i + 2]
        assert np.isnan(line_x[i + 2]) and np.isnan(line_y[i + 2])
        if x0 == x1:
            upright |= {(x0 - 0.5, k) for k in np.arange(y0 + 0.5, y1)}
        else:
            flat |= {(k, y0 - 0.5) for k in np.arange(x0 + 0.5, x1)}
    cells = [(i, j) for i in range(7) for j in range(5)]
    assert upright == {(j, i) for i, j in cells if j < 4 and winner[i, j] != winner[i, j + 1]}
    assert flat == {(j, i) for i, j in cells if i < 6 and winner[i, j] != winner[i + 1, j]}


def test_depth_runs_from_a_tie_to_agreement():
    winner = np.array([[0, 1, 1]])
    codes = depth_codes(Regions(winner, np.array([[0.5, 0.5, 1.0]])), 2)
    assert codes.tolist() == [[0, LEVELS, 2 * LEVELS - 1]]
