"""Kernel weights: every α is where it belongs, however it is sent."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from l2dwk_core.figures.lab import kernel_weight_cells, kernel_weights
from l2dwk_core.figures.lab.chosen_rows import (
    informative_rows,
    kernel_weights_of_chosen_rows_figure,
)
from l2dwk_core.figures.lab.kernel_weights import difficulty_order, kernel_weights_figure
from l2dwk_core.figures.lab.rounds import CURSOR, shown_rounds
from l2dwk_core.method.self_training import self_train
from l2dwk_core.method.settings import Settings
from tests.traces import N

pytest_plugins = ("tests.figure_inputs",)


def test_heatmap_shows_every_alpha_hardest_row_first(trace, difficulty):
    chart = kernel_weights_figure(trace, difficulty, [f"row {k}" for k in range(N)])
    heatmap, right, wrong = chart.figure.data
    order = difficulty_order(trace, difficulty)
    assert np.all(np.diff(difficulty[order]) <= 0)
    np.testing.assert_allclose(heatmap.z, trace.alphas.T[order], rtol=1e-6)
    assert list(heatmap.x) == [r.index for r in trace.rounds]
    returned = trace.rounds[trace.returned_round - 1]
    assert (right.marker.symbol, wrong.marker.symbol) == ("circle", "x")
    assert list(heatmap.y) == [f"row {k}" for k in order]
    missed = returned.wrong[order]
    assert list(wrong.y) == [f"row {k}" for k in order[missed]]
    assert list(right.y) == [f"row {k}" for k in order[~missed]]
    np.testing.assert_allclose(wrong.customdata / 100, difficulty[order][missed], atol=0.005)
    assert chart.figure.layout.yaxis.range == (N - 0.5, -0.5)


def test_many_rows_have_one_line_with_strokes_where_the_vote_is_wrong(
    monkeypatch, trace, difficulty
):
    monkeypatch.setattr(kernel_weights, "MAX_MARKS", N - 1)
    chart = kernel_weights_figure(trace, difficulty, [f"row {k}" for k in range(N)])
    heatmap, line = chart.figure.data
    order = difficulty_order(trace, difficulty)
    wrong = trace.rounds[trace.returned_round - 1].wrong[order]
    # Its ends, on the side of right rows, close the fill.
    assert list(line.y[1:-1]) == [f"row {k}" for k in order]
    assert line.x[0] == line.x[-1] == line.x[1:-1][~wrong].max() > max(heatmap.x) + 0.5
    assert np.all(line.x[1:-1][wrong] > line.x[0])
    assert [word == "wrong" for word in line.text[1:-1]] == wrong.tolist()
    np.testing.assert_allclose(line.customdata[1:-1] / 100, difficulty[order], atol=0.005)
    assert "a stroke where the returned weights are wrong" in chart.reading


def test_heatmap_keeps_to_the_hardest_rows_and_says_so(trace, difficulty):
    chart = kernel_weights_figure(trace, difficulty, [f"row {k}" for k in range(N)], max_rows=10)
    assert chart.figure.data[0].z.shape == (10, len(trace.rounds))
    assert f"10 of {N}" in chart.figure.layout.yaxis.title.text
    assert chart.tables["kernel weights"]()["row"].nunique() == N


def test_heatmap_of_one_round_claims_no_movement(votes, difficulty):
    still = self_train(*votes, Settings(update="none"))
    chart = kernel_weights_figure(still, difficulty, [f"row {k}" for k in range(N)])
    assert "not updated" in chart.title
    # Equal weights must not be drawn in the heaviest colour.
    assert chart.figure.data[0].zmax == pytest.approx(4 / N)


def test_lines_mark_each_round_in_which_the_vote_is_wrong(trace):
    rows = [3, 11]
    chart = kernel_weights_of_chosen_rows_figure(trace, rows, [f"row {k}" for k in range(N)])
    share, *lines = chart.figure.data
    assert list(share.y) == pytest.approx([1 / N, 1 / N])
    assert [line.name for line in lines] == ["row 3", "row 11"]
    for k, line in zip(rows, lines, strict=True):
        np.testing.assert_allclose(line.y, trace.alphas[:, k], rtol=1e-6)
        wrong = [bool(r.wrong[k]) for r in trace.rounds]
        assert [symbol == "x" for symbol in line.marker.symbol] == wrong


def test_informative_rows_have_different_paths_and_include_the_heaviest(trace, difficulty):
    rows = informative_rows(trace, difficulty, 5)
    assert len(rows) == len(set(rows)) == 5
    paths = trace.alphas[:, rows]
    assert np.unique(paths.round(12), axis=1).shape[1] == 5
    means = trace.alphas.mean(axis=0)
    assert means[rows[0]] == pytest.approx(means.max())
    assert means[rows[-1]] == pytest.approx(means.min())


def test_the_heatmap_tells_heavy_rows_from_hard_ones(trace, difficulty):
    chart = kernel_weights_figure(trace, difficulty, [f"row {k}" for k in range(N)])
    hardest = np.argsort(-difficulty, kind="stable")[: N // 5]
    # The round that is returned, which is not the last one here.
    chosen = trace.rounds[trace.returned_round - 1]
    assert chosen.index < len(trace.rounds)
    which = f"the returned round {chosen.index}"
    # Rows of equal difficulty may straddle the cut; the share then lies between both orders.
    order = difficulty_order(trace, difficulty)[: N // 5]
    assert sorted(difficulty[hardest]) == pytest.approx(sorted(difficulty[order]))
    share = chosen.alpha[order].sum() / chosen.alpha.sum()
    assert (
        "On top are the rows on which most members are wrong, whatever their weight; the topmost "
        f"fifth of them carries {share:.0%} of the kernel weight in {which}"
    ) in chart.reading
    heavy = int(chart.title.split(" of ")[0])
    assert chart.title == f"{heavy} of {N} rows hold half of the kernel weight in {which}"
    held = sorted(chosen.alpha / chosen.alpha.sum(), reverse=True)
    assert sum(held[: heavy - 1]) < 0.5 <= sum(held[:heavy])


def test_where_the_first_round_is_returned_the_title_says_that_rows_are_equal(trace, difficulty):
    first = replace(trace, returned_round=1)
    chart = kernel_weights_figure(first, difficulty, [f"row {k}" for k in range(N)])
    assert chart.title == "All rows weigh the same in the returned round 1; later rounds differ"


@pytest.mark.parametrize(
    ("alpha", "n"), [([0.1] * 10, 5), ([0.1] * 11, 6), ([0, 0, 3, 1], 1), ([1, 2, 1, 1], 2)]
)
def test_the_fewest_rows_with_half_of_the_weight(alpha, n):
    assert kernel_weights.rows_with_half(np.array(alpha, dtype=float)) == n


@pytest.mark.parametrize("scale", [1.0, 0.004, 40.0])
def test_a_large_heatmap_is_sent_in_bytes_and_still_tells_alpha(scale, monkeypatch, trace):
    """Printed error mass lets Σα exceed 1, so the largest α is not known beforehand."""
    monkeypatch.setattr(kernel_weight_cells, "EXACT_CELLS", 100)
    rounds = tuple(replace(r, alpha=r.alpha * scale) for r in trace.rounds)
    heavy = replace(trace, rounds=rounds)
    difficulty = np.linspace(1, 0, N)
    heatmap = kernel_weights_figure(heavy, difficulty, [f"row {k}" for k in range(N)]).figure.data[
        0
    ]
    assert heatmap.z.dtype == np.uint8
    unit = heatmap.meta["unit"]
    largest = heavy.alphas.max()
    assert 101 < largest / unit <= 255 * (1 + 1e-12)
    order = difficulty_order(heavy, difficulty)
    np.testing.assert_allclose(heatmap.z * unit, heavy.alphas.T[order], atol=0.5001 * unit)
    assert heatmap.zmax * unit == pytest.approx(largest)
    step, power = (
        heatmap.hovertemplate.split("%{z} · ")[1]
        .removesuffix("</sup><extra></extra>")
        .split("·10<sup>")
    )
    assert int(step) * 10.0 ** int(power.replace("−", "-")) == pytest.approx(unit)
    bar = heatmap.colorbar
    np.testing.assert_allclose(np.array(bar.tickvals) * unit, [float(t) for t in bar.ticktext])
    assert 3 <= len(bar.tickvals) <= 7


def test_heatmap_of_many_rounds_shows_those_the_bar_can_reach(votes):
    long = self_train(*votes, Settings(update="exp", max_rounds=150, stop_on=()))
    chart = kernel_weights_figure(long, np.zeros(N), [f"row {k}" for k in range(N)])
    assert list(chart.figure.data[0].x) == [r.index for r in shown_rounds(long)]
    assert "of 150 are shown" in chart.reading


def test_alpha_figures_carry_a_cursor_at_the_returned_round(trace, difficulty):
    names = [f"row {k}" for k in range(N)]
    column = kernel_weights_figure(trace, difficulty, names).figure.layout.shapes[0]
    assert (column.x0, column.x1) == (trace.returned_round - 0.5, trace.returned_round + 0.5)
    line = kernel_weights_of_chosen_rows_figure(trace, [0], names).figure.layout.shapes[0]
    assert line.x0 == line.x1 == trace.returned_round
    assert column.name == line.name == CURSOR


def test_the_equal_share_is_that_of_the_rows_some_member_may_judge():
    rng = np.random.default_rng(4)
    labels = rng.integers(0, 2, 40)
    predictions = np.where(rng.random((40, 5)) < 0.3, 1 - labels[:, None], labels[:, None])
    available = rng.random((40, 5)) < 0.6
    available[:8] = False
    for may_judge in (None, available):
        judged = 40 if may_judge is None else int(may_judge.any(axis=1).sum())
        done = self_train(predictions, labels, Settings(max_rounds=3), available=may_judge)
        chart = kernel_weights_of_chosen_rows_figure(
            done, [10, 20], [f"row {k}" for k in range(40)]
        )
        share = chart.figure.data[0]
        assert list(share.y) == pytest.approx([1 / judged] * 2)
        assert f"equal share 1/{judged} = " in share.hovertemplate
        assert f"equal share 1/{judged}, with which all rows" in chart.reading
        assert ("that some member may judge" in chart.reading) == (may_judge is not None)
