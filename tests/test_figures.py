"""Figures show the values of their records, and say only what those values support."""

from __future__ import annotations

import json

import numpy as np
import pandas as pd
import plotly.graph_objects as go
import pytest

from l2dwk_core.ensemble_vote import Jury
from l2dwk_core.evaluation import Score
from l2dwk_core.figures import (
    COLOUR_MEANINGS,
    Chart,
    UniformPoint,
    accuracy_figure,
    alpha_heatmap,
    alpha_lines,
    comparison_sentence,
    difficulty_order,
    margin_target,
    rounds_figure,
    sparsity_figure,
    telling_rows,
    voting_figure,
)
from l2dwk_core.figures.accuracy import paired_p_value
from l2dwk_core.figures.margins import EDGES, margin_counts
from l2dwk_core.figures.rounds import MAX_FRAMES
from l2dwk_core.figures.voting import majority_accuracy
from l2dwk_core.oracle import Oracle
from l2dwk_core.records import Trace
from l2dwk_core.run_record import Accuracy, AccuracyDiversityPath, PairCloud
from l2dwk_core.self_training import self_train
from l2dwk_core.settings import Settings

N, L, C = 60, 25, 3


@pytest.fixture(scope="module")
def votes() -> tuple[np.ndarray, np.ndarray]:
    """Members right with a chance that differs from row to row, else a random class."""
    rng = np.random.default_rng(7)
    labels = rng.integers(0, C, N)
    ease = rng.beta(1.2, 1.0, N)
    right = rng.random((N, L)) < ease[:, None]
    return np.where(right, labels[:, None], rng.integers(0, C, (N, L))), labels


@pytest.fixture(scope="module")
def oracle(votes) -> Oracle:
    return Oracle.from_predictions(*votes)


@pytest.fixture(scope="module")
def trace(votes) -> Trace:
    return self_train(*votes, Settings(lam=2.0))


@pytest.fixture(scope="module")
def difficulty(oracle) -> np.ndarray:
    return (oracle.matrix < 0).mean(axis=1)


@pytest.fixture(scope="module")
def path(trace) -> AccuracyDiversityPath:
    return AccuracyDiversityPath(
        "weighting",
        np.array([r.diversity for r in trace.rounds]),
        np.array([1 - r.error for r in trace.rounds]),
    )


@pytest.fixture(scope="module")
def cloud(oracle) -> PairCloud:
    pairs = np.column_stack(np.triu_indices(L, 1))
    matrix = oracle.matrix.astype(float)
    first, second = matrix[:, pairs[:, 0]], matrix[:, pairs[:, 1]]
    return PairCloud(
        "weighting",
        pairs,
        (first != second).mean(axis=0),
        ((first > 0).mean(axis=0) + (second > 0).mean(axis=0)) / 2,
    )


@pytest.fixture(scope="module")
def accuracy() -> Accuracy:
    def score(correct: int) -> Score:
        return Score.of(np.arange(100) < correct, np.ones(100, dtype=bool))

    return Accuracy(score(72), score(70), score(78), score(61), 4, better=6, worse=4)


@pytest.fixture(scope="module")
def charts(trace, path, cloud, difficulty, accuracy) -> list[Chart]:
    names = [f"row {k}" for k in range(N)]
    return [
        rounds_figure(trace, path, cloud, UniformPoint(0.3, 0.6)),
        alpha_heatmap(trace, difficulty, names),
        alpha_lines(trace, [0, 1], names),
        sparsity_figure(trace),
        accuracy_figure(accuracy),
        voting_figure(0.6),
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
            again = pd.read_csv(pd.io.common.StringIO(chart.csv(title)))
            assert list(again.columns) == list(frame.columns)
            assert len(again) == len(frame)
        json.loads(chart.figure.to_json())
        assert chart.titled().layout.title.text == chart.title


def test_one_colour_has_one_meaning():
    assert len(set(COLOUR_MEANINGS.values())) == len(COLOUR_MEANINGS)


def test_heatmap_shows_every_alpha_hardest_row_first(trace, difficulty):
    chart = alpha_heatmap(trace, difficulty, [f"row {k}" for k in range(N)])
    heatmap, marks = chart.figure.data
    order = difficulty_order(trace, difficulty)
    assert np.all(np.diff(difficulty[order]) <= 0)
    np.testing.assert_allclose(heatmap.z, trace.alphas.T[order], rtol=1e-6)
    assert list(heatmap.x) == [r.index for r in trace.rounds]
    returned = trace.rounds[trace.returned_round - 1]
    assert [symbol == "x" for symbol in marks.marker.symbol] == returned.wrong[order].tolist()
    assert chart.figure.layout.yaxis.range == (N - 0.5, -0.5)


def test_heatmap_keeps_to_the_hardest_rows_and_says_so(trace, difficulty):
    chart = alpha_heatmap(trace, difficulty, [f"row {k}" for k in range(N)], max_rows=10)
    assert chart.figure.data[0].z.shape == (10, len(trace.rounds))
    assert f"the 10 hardest of {N}" in chart.figure.layout.yaxis.title.text
    assert chart.tables["kernel weights"]()["row"].nunique() == N


def test_heatmap_of_one_round_claims_no_movement(votes, difficulty):
    still = self_train(*votes, Settings(update="none"))
    chart = alpha_heatmap(still, difficulty, [f"row {k}" for k in range(N)])
    assert "not updated" in chart.title
    # Equal weights must not be drawn in the heaviest colour.
    assert chart.figure.data[0].zmax == pytest.approx(4 / N)


def test_lines_mark_each_round_in_which_the_vote_is_wrong(trace):
    rows = [3, 11]
    chart = alpha_lines(trace, rows, [f"row {k}" for k in range(N)])
    share, *lines = chart.figure.data
    assert list(share.y) == pytest.approx([1 / N, 1 / N])
    assert [line.name for line in lines] == ["row 3", "row 11"]
    for k, line in zip(rows, lines, strict=True):
        np.testing.assert_array_equal(line.y, trace.alphas[:, k])
        wrong = [bool(r.wrong[k]) for r in trace.rounds]
        assert [symbol == "x" for symbol in line.marker.symbol] == wrong


def test_telling_rows_have_different_paths_and_include_the_heaviest(trace, difficulty):
    rows = telling_rows(trace, difficulty, 5)
    assert len(rows) == len(set(rows)) == 5
    paths = trace.alphas[:, rows]
    assert np.unique(paths.round(12), axis=1).shape[1] == 5
    means = trace.alphas.mean(axis=0)
    assert means[rows[0]] == pytest.approx(means.max())
    assert means[rows[-1]] == pytest.approx(means.min())


def test_frames_replay_weights_margins_and_path(trace, path, cloud):
    figure = rounds_figure(trace, path, cloud).figure
    assert [frame.name for frame in figure.frames] == [str(r.index) for r in trace.rounds]
    for r, frame in zip(trace.rounds, figure.frames, strict=True):
        weights, lost, won, place, words = frame.data
        heaviest_first = np.sort(r.weights[r.weights > 0])[::-1]
        np.testing.assert_allclose(weights.y[: r.n_selected], heaviest_first, rtol=1e-6)
        assert not np.any(weights.y[r.n_selected :])
        assert lost.y.sum() == np.count_nonzero(r.margins <= 1e-12)
        assert won.y.sum() == np.count_nonzero(r.margins > 1e-12)
        assert place.x[0] == pytest.approx(r.diversity)
        assert place.y[0] == pytest.approx(1 - r.error)
        assert f"{r.n_selected} of {L} members" in words.text[0]


def test_rounds_start_at_the_returned_round(trace, path, cloud):
    figure = rounds_figure(trace, path, cloud).figure
    slider = figure.layout.sliders[0]
    assert slider.steps[slider.active].label == str(trace.returned_round)
    kept = np.sort(trace.weights[trace.weights > 0])[::-1]
    np.testing.assert_allclose(figure.data[0].y[: len(kept)], kept, rtol=1e-6)


def test_cloud_and_path_have_an_axis_each_on_the_same_rows(trace, path, cloud):
    figure = rounds_figure(trace, path, cloud, UniformPoint(0.31, 0.72)).figure
    pairs, line, uniform = figure.data[5:]
    np.testing.assert_allclose(pairs.x, cloud.disagreement, rtol=1e-6)
    np.testing.assert_allclose(pairs.y, cloud.accuracy, rtol=1e-6)
    np.testing.assert_array_equal(line.x, path.diversity)
    np.testing.assert_array_equal(line.y, path.accuracy)
    assert (pairs.xaxis, line.xaxis, uniform.xaxis) == ("x3", "x3", "x3")
    assert (pairs.yaxis, line.yaxis, uniform.yaxis) == ("y3", "y4", "y4")
    assert (uniform.x[0], uniform.y[0]) == (0.31, 0.72)
    assert figure.layout.yaxis4.overlaying == "y3"
    assert any("weighting rows" in a.text for a in figure.layout.annotations)


def test_many_rounds_are_thinned_but_keep_the_returned_one(votes, cloud):
    long = self_train(*votes, Settings(update="exp", max_rounds=150, stop_on=()))
    assert len(long.rounds) == 150
    path = AccuracyDiversityPath("weighting", np.full(150, 0.3), np.full(150, 0.8))
    chart = rounds_figure(long, path, cloud)
    names = [int(frame.name) for frame in chart.figure.frames]
    assert MAX_FRAMES <= len(names) <= MAX_FRAMES + 1
    assert {1, long.returned_round, 150} <= set(names)
    assert len(chart.tables["rounds"]()) == 150


def test_margins_are_counted_right_of_zero_only_when_positive():
    counts = margin_counts(np.array([-1.0, -0.96, 0.0, 1e-13, 1e-6, 0.05, 0.051, 1.0, np.nan]))
    assert counts.sum() == 8
    assert counts[0] == 2
    assert counts[19] == 2  # exactly 0, and 0 up to rounding
    assert counts[20] == 2  # just above 0, and 0.05 itself
    assert counts[21] == 1
    assert counts[39] == 1
    assert EDGES[20] == 0.0


@pytest.mark.parametrize("diversity", ["disagreement", "double_fault"])
@pytest.mark.parametrize("lam", [0.5, 2.0, 10.0])
@pytest.mark.parametrize("lam_on", ["diversity", "accuracy"])
def test_target_completes_the_square(oracle, diversity, lam, lam_on):
    """f(w) − ½h Σ α (m − τ)² is the same for every w when τ is exact."""
    settings = Settings(kernel="linear", diversity=diversity, lam=lam, lam_on=lam_on, update="none")
    target = margin_target(settings)
    assert target.exact
    matrix = oracle.matrix.astype(float)
    rng = np.random.default_rng(1)
    a, d = (1.0, lam) if lam_on == "diversity" else (lam, 1.0)
    h = d if diversity == "disagreement" else d / 2
    rests = []
    for w in rng.dirichlet(np.ones(L), 6):
        if diversity == "disagreement":
            pairs = (1 - matrix.T @ matrix / N) / 2
        else:
            wrong = (1 - matrix) / 2
            pairs = -(wrong.T @ wrong) / N  # subtracted: fewer common faults are better
        f = -a * (matrix.mean(axis=0) @ w) - d * (w @ pairs @ w)
        rests.append(f - h / 2 * np.mean((matrix @ w - target.value) ** 2))
    np.testing.assert_allclose(rests, rests[0], atol=1e-12)


@pytest.mark.parametrize(
    ("settings", "value", "exact"),
    [
        (Settings(kernel="gaussian", lam=2.0), 0.5, False),
        (Settings(kernel="gaussian", kernel_form="scalar", lam=4.0), 0.25, True),
        (Settings(kernel="linear", terms="diversity", lam=2.0), 0.0, True),
    ],
)
def test_target_of_other_kernels(settings, value, exact):
    target = margin_target(settings)
    assert target.value == pytest.approx(value)
    assert target.exact is exact


@pytest.mark.parametrize(
    "settings",
    [
        Settings(kernel="polynomial"),
        Settings(terms="accuracy"),
        Settings(lam=0.0),
        Settings(diversity="double_fault_printed", kernel="linear"),
    ],
)
def test_no_target_where_there_is_none(settings, votes, path, cloud, trace):
    assert margin_target(settings) is None
    still = self_train(*votes, settings)
    one = AccuracyDiversityPath("test", path.diversity[:1], path.accuracy[:1])
    if len(still.rounds) == 1:
        assert not rounds_figure(still, one, cloud).figure.layout.shapes


def test_target_beyond_the_largest_margin_is_pointed_at(votes, cloud):
    trace = self_train(*votes, Settings(lam=0.5, max_rounds=1))
    path = AccuracyDiversityPath("test", np.array([0.3]), np.array([0.8]))
    figure = rounds_figure(trace, path, cloud).figure
    assert not figure.layout.shapes
    assert any("target 2" in a.text and "→" in a.text for a in figure.layout.annotations)


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


def _with_pair(accuracy: Accuracy, better: int, worse: int) -> str:
    return comparison_sentence(
        Accuracy(
            accuracy.l2dwk, accuracy.uniform, accuracy.uniform_all, accuracy.best_single, 4,
            better, worse,
        )
    )  # fmt: skip


def test_no_difference_is_claimed_without_evidence(accuracy):
    assert "right on 6 of 100" in comparison_sentence(accuracy)
    assert "no difference can be claimed" in comparison_sentence(accuracy)
    assert "no difference can be claimed" in _with_pair(accuracy, 0, 0)
    # 5 to 0 has p = 2 / 2⁵ = 0.0625; 6 to 0 has 2 / 2⁶ = 0.03125.
    assert "no difference can be claimed" in _with_pair(accuracy, 5, 0)
    assert "the weighted vote is better" in _with_pair(accuracy, 6, 0)
    assert "the uniform vote is better" in _with_pair(accuracy, 0, 6)


def test_sign_test_is_the_binomial_tail():
    assert paired_p_value(5, 0) == pytest.approx(2 / 2**5)
    assert paired_p_value(1, 7) == pytest.approx(2 * (1 + 8) / 2**8)
    assert paired_p_value(0, 0) == 1.0


def test_majority_of_three_by_counting():
    p = 0.6
    assert majority_accuracy(3, p) == pytest.approx(p**3 + 3 * p**2 * (1 - p))
    assert majority_accuracy(1, p) == pytest.approx(p)
    independent, copies = voting_figure(p).figure.data
    assert independent.y[1] == pytest.approx(0.648)
    assert set(copies.y) == {p}


@pytest.mark.parametrize(("p", "word"), [(0.6, "better"), (0.5, "coin"), (0.4, "worse")])
def test_voting_title_follows_the_numbers(p, word):
    assert word in voting_figure(p).title


def test_missing_votes_leave_no_false_margin(votes):
    predictions, labels = votes
    rng = np.random.default_rng(3)
    available = rng.random((N, L)) < 0.4
    available[5] = False
    trace = self_train(predictions, labels, Settings(max_rounds=4), available=available)
    oracle = Oracle.from_predictions(predictions, labels, available=available)
    assert np.isnan(Jury(oracle).verdict(trace.weights).margins[5])
    path = AccuracyDiversityPath("test", np.full(4, 0.3), np.full(4, 0.8))
    pairs = PairCloud("test", np.array([[0, 1]]), np.array([0.2]), np.array([0.7]))
    for r, frame in zip(
        trace.rounds, rounds_figure(trace, path, pairs).figure.frames, strict=False
    ):
        assert frame.data[1].y.sum() + frame.data[2].y.sum() == np.sum(~np.isnan(r.margins))


def test_title_of_the_heatmap_is_a_number_from_the_trace(trace, difficulty):
    chart = alpha_heatmap(trace, difficulty, [f"row {k}" for k in range(N)])
    hardest = np.argsort(-difficulty, kind="stable")[: N // 5]
    last = trace.rounds[-1]
    # Rows of equal difficulty may straddle the cut; the share then lies between both orders.
    order = difficulty_order(trace, difficulty)[: N // 5]
    assert sorted(difficulty[hardest]) == pytest.approx(sorted(difficulty[order]))
    share = last.alpha[order].sum() / last.alpha.sum()
    assert f"{share:.0%} of the kernel weight in round {last.index}" in chart.title
