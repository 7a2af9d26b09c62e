"""What follows the round: frames, cursors, the plane, and whether the loop settles."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

import numpy as np
import pytest

from l2dwk_core.figures.lab.chosen_rows import kernel_weights_of_chosen_rows_figure
from l2dwk_core.figures.lab.convergence import back_again, convergence_figure, settling
from l2dwk_core.figures.lab.gain_of_vote import gain_of_vote_figure
from l2dwk_core.figures.lab.rounds import (
    CURSOR,
    MAX_FRAMES,
    returned_sentence,
    shown_rounds,
)
from l2dwk_core.figures.lab.rounds_margins import margins_figure
from l2dwk_core.figures.lab.rounds_plane import accuracy_diversity_plane_figure
from l2dwk_core.figures.lab.rounds_weights import classifier_weights_figure
from l2dwk_core.figures.lab.sparsity import sparsity_figure
from l2dwk_core.figures.palette import steady_range
from l2dwk_core.method.returned_vote import returned_weights
from l2dwk_core.method.self_training import self_train
from l2dwk_core.method.settings import Settings
from l2dwk_core.runs.plane import PlanePoint
from tests.traces import L, N, still_path

pytest_plugins = ("tests.figure_inputs",)


def _round_figures(trace, path, cloud):
    return [
        classifier_weights_figure(trace).figure,
        margins_figure(trace).figure,
        accuracy_diversity_plane_figure(trace, path, cloud).figure,
        gain_of_vote_figure(trace, path, cloud, PlanePoint(0.31, 0.72, 0.6)).figure,
    ]


def test_each_figure_has_a_frame_for_each_round_and_shows_the_returned_one(trace, path, cloud):
    for figure in _round_figures(trace, path, cloud):
        assert [frame.name for frame in figure.frames] == [str(r.index) for r in trace.rounds]
        shown = [t.meta[CURSOR] for t in figure.data if t.meta]
        assert shown == [trace.returned_round]
        start = figure.frames[trace.returned_round - 1]
        for place, part in zip(start.traces, start.data, strict=True):
            for name in ("x", "y", "text"):
                if part[name] is not None:
                    np.testing.assert_array_equal(figure.data[place][name], part[name])


def test_every_pair_of_axes_has_a_trace_that_moves(trace, path, cloud):
    """An animation without redrawing empties the others: the cloud of pairs once vanished."""
    for figure in _round_figures(trace, path, cloud):
        for frame in figure.frames:
            moving = {(figure.data[i].xaxis, figure.data[i].yaxis) for i in frame.traces}
            assert moving == {(t.xaxis, t.yaxis) for t in figure.data}


def test_weights_replay_and_name_their_members(trace):
    figure = classifier_weights_figure(trace).figure
    for r, frame in zip(trace.rounds, figure.frames, strict=True):
        bars, words = frame.data
        assert len(bars.y) == r.n_selected + 2
        assert bars.y[0] == bars.y[-1] == 0
        np.testing.assert_array_equal(bars.x, np.arange(r.n_selected + 2))
        members = np.asarray(bars.customdata)[1:-1]
        assert sorted(members) == np.flatnonzero(r.weights).tolist()
        np.testing.assert_allclose(bars.y[1:-1], r.weights[members], rtol=1e-6)
        assert np.all(np.diff(bars.y[1:-1]) <= 0)
        assert f"{r.n_selected} of {L} members" in words.text[0]
    low, high = figure.layout.xaxis.range
    most = max(r.n_selected for r in trace.rounds)
    assert low == 0.5 and most <= high - 0.5 <= 1.25 * most


@pytest.mark.parametrize("lam", [0.0, 2.0, 1e4])
def test_axes_of_the_weights_end_at_what_is_possible(votes, lam):
    """No more members than there are, and no weight above 1."""
    trace = self_train(*votes, Settings(kernel="linear", lam=lam, update="none"))
    layout = classifier_weights_figure(trace).figure.layout
    assert max(r.n_selected for r in trace.rounds) + 0.5 <= layout.xaxis.range[1] <= L + 0.5
    assert max(r.weights.max() for r in trace.rounds) < layout.yaxis.range[1] <= 1.02


@pytest.mark.parametrize("parts", [2, 4])
@pytest.mark.parametrize(
    ("low", "high"), [(0.7482, 0.7604), (0, 17), (0, 1), (-3.2, 5e4), (-0.1, -0.0999), (0, 5)]
)
def test_a_steady_range_holds_everything_and_wastes_little(low, high, parts):
    start, end = steady_range(low, high, parts)
    span = high - low
    assert start - 1e-9 * span <= low < high <= end + 1e-9 * span
    assert end - start <= (1 + 2 / parts) * span * (1 + 1e-9)
    # A little less at both ends does not move it.
    little = 1e-6 * span
    assert steady_range(low + little, high - little, parts) == pytest.approx([start, end])


def test_margins_replay(trace):
    for r, frame in zip(trace.rounds, margins_figure(trace).figure.frames, strict=True):
        lost, won = frame.data
        assert lost.y.sum() == np.count_nonzero(r.margins <= 1e-12)
        assert won.y.sum() == np.count_nonzero(r.margins > 1e-12)


def test_cloud_and_path_have_an_axis_each_on_the_same_rows(trace, path, cloud):
    chart = accuracy_diversity_plane_figure(trace, path, cloud, PlanePoint(0.31, 0.72, 0.6))
    figure = chart.figure
    pairs, line, uniform, ensemble, members = figure.data
    np.testing.assert_allclose(pairs.x, cloud.disagreement, rtol=1e-6)
    np.testing.assert_allclose(pairs.y, cloud.accuracy, rtol=1e-6)
    np.testing.assert_array_equal(line.x, path.diversity)
    np.testing.assert_array_equal(line.y, path.accuracy)
    assert (uniform.x[0], uniform.y[0]) == (0.31, 0.72)
    assert line.yaxis == uniform.yaxis == ensemble.yaxis == "y2"
    assert {pairs.yaxis, members.yaxis} <= {None, "y"}
    # One scale of diversity, two of accuracy, in two panels that do not touch.
    assert figure.layout.xaxis2.matches == "x"
    assert figure.layout.yaxis2.domain[0] > figure.layout.yaxis.domain[1]
    for axis, trace_ in ((figure.layout.yaxis2, line), (figure.layout.yaxis, pairs)):
        assert f"color:{trace_.marker.color}" in axis.title.text
    for text in (chart.title, chart.reading, chart.alternative):
        assert "weighting rows" in text.lower()
    # The round bar moves the dot, the title stays: it says which round it speaks of.
    assert f"in the returned round {trace.returned_round} the vote" in chart.title


def test_the_square_is_the_average_member_by_weight(trace, path, cloud, oracle):
    """With complete votes: accuracies of the members, weighted by w."""
    right = (oracle.matrix > 0).mean(axis=0)
    for r, frame in zip(
        trace.rounds, accuracy_diversity_plane_figure(trace, path, cloud).figure.frames, strict=True
    ):
        ensemble, members = frame.data
        assert ensemble.x[0] == members.x[0] == pytest.approx(r.diversity)
        assert ensemble.y[0] == pytest.approx(1 - r.error)
        assert members.y[0] == pytest.approx(r.weights @ right)


def test_many_rounds_are_thinned_but_keep_the_returned_one(votes, cloud):
    long = self_train(*votes, Settings(update="exp", max_rounds=150, stop_on=()))
    assert len(long.rounds) == 150
    for figure in _round_figures(long, still_path(150), cloud):
        names = [int(frame.name) for frame in figure.frames]
        assert MAX_FRAMES <= len(names) <= MAX_FRAMES + 1
        assert {1, long.returned_round, 150} <= set(names)
        assert names == [r.index for r in shown_rounds(long)]
    assert (
        len(accuracy_diversity_plane_figure(long, still_path(150), cloud).tables["rounds"]()) == 150
    )


def test_figures_over_all_rounds_carry_a_cursor_in_every_panel(trace):
    names = [f"row {k}" for k in range(N)]
    for chart, n_panels in (
        (sparsity_figure(trace), 1),
        (kernel_weights_of_chosen_rows_figure(trace, [0], names), 1),
        (convergence_figure(trace), 4),
    ):
        marks = [s for s in chart.figure.layout.shapes if s.name == CURSOR]
        assert len({mark.xref for mark in marks}) == n_panels == len(marks)
        for mark in marks:
            assert mark.x0 == mark.x1 == trace.returned_round
            assert mark.yref == f"{mark.xref.replace('x', 'y')} domain"
            # A range of its own keeps the axis from being computed anew when the cursor moves.
            assert chart.figure.layout[mark.xref.replace("x", "xaxis")].range is not None


def test_one_round_needs_no_cursor(votes, cloud):
    one = self_train(*votes, Settings(update="none"))
    assert not sparsity_figure(one).figure.layout.shapes
    assert len(accuracy_diversity_plane_figure(one, still_path(1), cloud).figure.frames) == 1


def test_convergence_shows_what_the_rounds_logged(trace):
    wrong, back, residual, change, objective, gap = convergence_figure(trace).figure.data
    rounds = trace.rounds
    np.testing.assert_array_equal(wrong.y, [r.wrong.sum() for r in rounds])
    for line, values in (
        (residual, [r.alpha_residual for r in rounds]),
        (change, [np.abs(r.weights - p.weights).sum() for p, r in pairwise(rounds)]),
        (gap, [r.gap for r in rounds]),
    ):
        values = np.array(values)
        shown = np.asarray(line.y)[-len(values) :]
        np.testing.assert_allclose(shown[values > 0], values[values > 0], rtol=1e-9)
        assert np.isnan(shown[~(values > 0)]).all()
    np.testing.assert_array_equal(objective.y, [r.objective for r in rounds])
    expected = [
        r.index
        for t, r in enumerate(rounds)
        if t >= 2
        and np.array_equal(r.error_set, rounds[t - 2].error_set)
        and not np.array_equal(r.error_set, rounds[t - 1].error_set)
    ]
    assert list(back.x) == expected


def _with_sets(trace, pattern: str):
    """The trace with error sets named by letters."""
    sets = {letter: np.arange(N) == place for place, letter in enumerate("abcdefghijkl")}
    rounds = tuple(
        replace(trace.rounds[0], index=t, error_set=sets[letter])
        for t, letter in enumerate(pattern, 1)
    )
    return replace(trace, rounds=rounds, returned_round=1)


@pytest.mark.parametrize(
    ("pattern", "words", "back"),
    [
        ("abccc", "From round 3 on the error set stays the same", []),
        ("aaa", "From round 1 on the error set stays the same", []),
        ("cababab", "From round 2 on the error set switches between the same two", [4, 5, 6, 7]),
        ("abcabc", "keeps changing: 3 different ones in the last 6 rounds", []),
        ("aab", "keeps changing: 2 different ones in the last 3 rounds", []),
        ("abab", "From round 1 on the error set switches between the same two", [3, 4]),
        ("abcaba", "keeps changing", [6]),
        ("a", "nothing to settle", []),
    ],
)
def test_the_title_says_what_the_error_sets_do(trace, pattern, words, back):
    made = _with_sets(trace, pattern)
    assert words in settling(made)
    assert (np.flatnonzero(back_again(made)) + 1).tolist() == back


def test_the_arrow_is_what_the_vote_gains_over_its_average_member(trace, path, cloud, oracle):
    """One plane, one unit for each axis: with complete votes the arrow starts at the members'
    accuracies weighted by w, and ends at the vote."""
    right = (oracle.matrix > 0).mean(axis=0)
    chart = gain_of_vote_figure(trace, path, cloud, PlanePoint(0.31, 0.72, 0.6))
    for r, frame in zip(trace.rounds, chart.figure.frames, strict=True):
        arrow, here, words = frame.data
        assert arrow.x[0] == arrow.x[1] == here.x[0] == pytest.approx(r.diversity)
        assert arrow.y[0] == pytest.approx(r.weights @ right)
        assert arrow.y[1] == here.y[0] == pytest.approx(1 - r.error)
        gain = 100 * (1 - r.error - r.weights @ right)
        assert f"{gain:+.1f} points".replace("-", "−") in words.text[0]
        assert f"in round {r.index}\u00a0" in words.text[0]
        # The title of a round tells the gain of that round.
        title = arrow.meta["title"]
        which = "the returned round" if r.index == trace.returned_round else "round"
        assert f"{abs(gain):.1f} points" in title and ("gains" if gain > 0 else "loses") in title
        assert title.endswith(f" in {which} {r.index}")
        assert (title == chart.title) == (r.index == trace.returned_round)
    figure = chart.figure
    assert figure.layout.yaxis.title.text == f"{path.rows} rows answered rightly"
    assert {trace_.yaxis for trace_ in figure.data} <= {None, "y"}
    pairs, line, uniform = figure.data[:3]
    np.testing.assert_allclose(pairs.y, cloud.accuracy, rtol=1e-6)
    np.testing.assert_array_equal(line.y, path.accuracy)
    assert (uniform.x[0], uniform.y[0]) == (0.31, 0.72)
    for axis, name in ((figure.layout.xaxis, "x"), (figure.layout.yaxis, "y")):
        values = np.concatenate([np.asarray(t[name], dtype=float) for t in figure.data])
        assert axis.range[0] < values.min() <= values.max() < axis.range[1]


@pytest.mark.parametrize(
    ("gain", "title", "words", "plane"),
    [
        (0.0002, "gains 0.02 points over", "+0.02 points", "right 60.02% of the time, its average"),
        (-0.0002, "loses 0.02 points against", "−0.02 points", "right 60.0% of the time, no more"),
        (1e-15, "gains nothing over", "+0.0 points", "right 60.0% of the time, no more"),
        (0.05, "gains 5.0 points over", "+5.0 points", "right 65.0% of the time, its average"),
    ],
)
def test_a_small_gain_is_not_called_none(trace, cloud, gain, title, words, plane):
    n = len(trace.rounds)
    path = replace(still_path(n), accuracy=np.full(n, 0.6 + gain), weight_right=np.full(n, 0.6))
    chart = gain_of_vote_figure(trace, path, cloud, PlanePoint(0.31, 0.72, 0.6))
    assert f"The vote {title} its average member" in chart.title
    assert any(words in str(text) for t in chart.figure.data for text in t.text or ())
    assert plane in accuracy_diversity_plane_figure(trace, path, cloud).title


@pytest.mark.parametrize(
    ("rule", "errors", "members", "said"),
    [
        ("best", (3, 1, 2), (5, 5, 5), "Round 2 is returned: fewest wrong votes."),
        ("best", (1, 1, 2), (4, 5, 3),
         "Round 1 is returned: fewest wrong votes, then fewest members."),
        ("best", (1, 1, 2), (5, 5, 3), "Round 2 is returned: fewest wrong votes, then latest."),
        ("best", (1, 1, 1), (4, 4, 5),
         "Round 2 is returned: fewest wrong votes, then fewest members, then latest."),
        ("latest_best", (1, 1, 2), (4, 5, 3),
         "Round 2 is returned: fewest wrong votes, then latest."),
        ("last", (1, 1, 2), (4, 5, 3), "Round 3 is returned: the last one."),
    ],
)  # fmt: skip
def test_the_parts_of_the_rule_that_chose_the_round_are_said(trace, rule, errors, members, said):
    rounds = tuple(
        replace(r, error=e / N, n_selected=n)
        for r, e, n in zip(trace.rounds[:3], errors, members, strict=True)
    )
    settings = replace(trace.settings, returned=rule)
    chosen = returned_weights(rounds, settings)[1]
    made = replace(trace, rounds=rounds, settings=settings, returned_round=chosen)
    assert returned_sentence(made) == said


def test_how_many_pairs_were_drawn_is_said(trace, path, cloud):
    uniform = PlanePoint(0.31, 0.72, 0.6)
    drawn = replace(cloud, drawn_of=45_150)
    every = accuracy_diversity_plane_figure(trace, path, cloud)
    some = accuracy_diversity_plane_figure(trace, path, drawn)
    n = len(cloud.members)
    assert "one grey dot for each pair of members" in every.reading
    assert f"one grey dot for each of {n} pairs of members, drawn of 45,150" in some.reading
    assert f"{n} pairs of members, drawn of 45,150: disagreement from" in some.alternative
    gain = gain_of_vote_figure(trace, path, drawn, uniform)
    assert f"the mean of a pair of members ({n} pairs, drawn of 45,150)" in gain.reading
    assert "drawn of" not in gain_of_vote_figure(trace, path, cloud, uniform).reading


def test_on_which_rows_pairs_were_compared_is_said(trace, path, cloud):
    some = replace(cloud, some_rows=True)
    words = "Of a pair only rows that both judge count, of a member only those that it judges."
    for figure in (
        lambda pairs: accuracy_diversity_plane_figure(trace, path, pairs),
        lambda pairs: gain_of_vote_figure(trace, path, pairs, PlanePoint(0.31, 0.72, 0.6)),
    ):
        assert words in figure(some).reading
        assert words not in figure(cloud).reading
