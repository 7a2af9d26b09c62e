"""Margins and their target: counted and derived, not taken on trust."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from l2dwk_core.figures.lab.margins import EDGES, margin_counts, margin_target
from l2dwk_core.figures.lab.rounds_margins import (
    margins_figure,
    right_without_majority,
    target_sentence,
)
from l2dwk_core.method.kernels import scalar_coefficients
from l2dwk_core.method.moments import moment_source
from l2dwk_core.method.objective import coefficients, program
from l2dwk_core.method.self_training import self_train, train_on
from l2dwk_core.method.settings import Settings
from l2dwk_core.oracle.oracle import Oracle
from l2dwk_core.oracle.weighted_vote import WeightedVote
from tests.traces import C, L, N

pytest_plugins = ("tests.figure_inputs",)


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


def departure(settings, outputs, available=None, soft=None):
    """How far f(w) − ½h Σ α (m − τ)² is from one constant, over random weights, through the
    program and the margins of the loop itself; relative to how far the square goes."""
    truth, names = np.zeros(len(outputs), dtype=int), np.array(["right", "wrong"])
    oracle = (
        Oracle.from_probabilities(soft, truth, names)
        if soft is not None
        else Oracle.from_codes((outputs < 0).astype(int), truth, names, available=available)
    )
    judged = np.ones(len(outputs)) if available is None else available.any(axis=1)
    alpha = judged / judged.sum()
    solved = program(moment_source(oracle, settings).start(alpha), settings)
    target = margin_target(settings, missing=available is not None)
    _, d = coefficients(settings)
    h = d if settings.diversity == "disagreement" else d / 2
    if settings.kernel_form == "scalar" and soft is None:
        h *= scalar_coefficients(settings)[1]
    everyone = np.arange(outputs.shape[1])
    rests, squares = [], []
    for w in np.random.default_rng(1).dirichlet(np.ones(outputs.shape[1]), 30):
        f = solved.unit * (0.5 * w @ solved.H.block(everyone) @ w - solved.p @ w)
        margins = WeightedVote(oracle).outcome(w).margins if soft is None else oracle.soft @ w
        defined = ~np.isnan(margins)
        square = h / 2 * float(alpha[defined] @ (margins[defined] - target.value) ** 2)
        rests.append(f - square)
        squares.append(square)
    return np.ptp(rests) / np.ptp(squares)


@pytest.mark.parametrize("diversity", ["disagreement", "double_fault"])
@pytest.mark.parametrize(
    ("changes", "kind"),
    [
        ({"kernel": "linear"}, "complete"),
        ({"kernel": "linear"}, "soft"),
        ({"kernel": "gaussian", "kernel_form": "scalar"}, "soft"),
        ({"kernel": "linear"}, "missing"),
        ({"kernel": "linear", "missing_votes": "impute"}, "missing"),
        ({"kernel": "gaussian", "kernel_form": "scalar"}, "complete"),
        ({"kernel": "gaussian"}, "complete"),
        ({"kernel": "linear", "matrix_repair": "authors", "lam": 0.3}, "complete"),
    ],
)
def test_the_target_is_called_exact_only_where_the_square_is_the_objective(
    changes, kind, diversity
):
    rng = np.random.default_rng(4)
    outputs = np.where(rng.random((40, 8)) < 0.65, 1.0, -1.0)
    settings = Settings(diversity=diversity, **({"lam": 2.0} | changes))
    given = {}
    if kind == "missing":
        given["available"] = rng.random(outputs.shape) < 0.4
    if kind == "soft":
        settings = settings.changed(outputs="probabilities")
        right = rng.random(outputs.shape)
        given["soft"] = np.stack([right, 1 - right], axis=-1)
    target = margin_target(settings, missing=kind == "missing")
    found = departure(settings, outputs, **given)
    assert target.exact == (found < 1e-9)
    assert target.exact or found > 0.01
    assert ("only a guide:" in target_sentence(target)) != target.exact


def test_a_negative_b_pushes_margins_away_so_there_is_no_target(votes):
    settings = Settings(kernel="polynomial", kernel_form="scalar", degree=2, constant=-1.0, lam=2.0)
    assert margin_target(settings) is None
    assert (
        "no single target for the margins" in margins_figure(self_train(*votes, settings)).reading
    )
    assert margin_target(settings.changed(degree=3)).exact


def test_a_run_with_missing_votes_is_not_called_exact(votes):
    predictions, labels = votes
    available = np.random.default_rng(3).random((N, L)) < 0.4
    settings = Settings(kernel="linear", lam=2.0, max_rounds=3)
    for missing, words in (("pairwise", "rows both may judge"), ("impute", "fills in missing")):
        trace = self_train(
            predictions, labels, settings.changed(missing_votes=missing), available=available
        )
        reading = margins_figure(trace).reading
        assert "exactly" not in reading and words in reading
    assert "exactly" in margins_figure(self_train(predictions, labels, settings)).reading


@pytest.mark.parametrize(
    ("settings", "words"),
    [
        (Settings(kernel="linear", lam=2.0), "target 1/λ = 0.5"),
        (Settings(kernel="linear", lam=0.5, lam_on="accuracy"), "target λ = 0.5"),
        (Settings(kernel="linear", lam=4.0, diversity="double_fault"), "target 1 + 2/λ = 1.5 →"),
        (Settings(kernel="linear", lam=2.0, terms="diversity"), "target 0"),
        (Settings(kernel="gaussian", lam=2.0), "target 1/λ = 0.5 (guide)"),
    ],
)
def test_the_target_is_named_by_its_formula_and_explained(settings, words, votes):
    chart = margins_figure(self_train(*votes, settings))
    shown = [a.text.partition("</span> ")[2] for a in chart.figure.layout.annotations]
    assert shown == [words, "margin ≤ 0: often, but not always, a wrong vote"]
    assert ("only a guide" in chart.reading) == ("guide" in words)
    assert ("is exactly the α-weighted squared distance" in chart.reading) != ("guide" in words)
    assert ("beyond 1" in chart.reading) == ("→" in words)
    # The line stands at the value, or is left out where no margin can be.
    value = margin_target(settings).value
    assert [shape.x0 for shape in chart.figure.layout.shapes] == ([value] if value <= 1 else [])


@pytest.mark.parametrize(
    "settings",
    [
        Settings(kernel="polynomial"),
        Settings(terms="accuracy"),
        Settings(lam=0.0),
        Settings(diversity="double_fault_printed", kernel="linear"),
    ],
)
def test_no_target_where_there_is_none(settings, votes):
    assert margin_target(settings) is None
    chart = margins_figure(self_train(*votes, settings))
    assert not chart.figure.layout.shapes
    assert "no single target for the margins" in chart.reading


def test_bars_stand_on_their_bins(trace):
    """The steps turn half-way between two points, so points are the middles of the bins."""
    lost, won = margins_figure(trace).figure.data
    turns = (np.asarray(lost.x)[1:] + np.asarray(lost.x)[:-1]) / 2
    np.testing.assert_allclose(turns, EDGES[:21], atol=1e-12)
    turns = (np.asarray(won.x)[1:] + np.asarray(won.x)[:-1]) / 2
    np.testing.assert_allclose(turns, EDGES[20:], atol=1e-12)
    assert lost.line.shape == won.line.shape == "hvh"
    counts = margin_counts(trace.rounds[trace.returned_round - 1].margins)
    np.testing.assert_array_equal([*lost.y[1:-1], *won.y[1:-1]], counts)


def test_the_reading_explains_rows_that_are_right_without_a_majority(votes):
    """Only where the title's count is not the vote's own."""
    told = set()
    for settings in (Settings(lam=0.1), Settings(lam=2.0), Settings(lam=50.0)):
        trace = self_train(*votes, settings)
        chart = margins_figure(trace)
        r = trace.rounds[trace.returned_round - 1]
        more = N - r.n_wrong - int(chart.title.split(" of ")[0])
        told.add(more > 0)
        words = "the vote is right all the same: with three or more classes"
        assert (words in chart.reading) == (more > 0)
        assert (f"On {more} row" in chart.reading) == (more > 0)
    predictions, labels = votes
    two = self_train(np.minimum(predictions, 1), np.minimum(labels, 1), Settings(lam=2.0))
    told.add("all the same" in margins_figure(two).reading)
    assert told == {True, False}


@pytest.mark.parametrize(
    ("margins", "wrong", "words"),
    [
        ([0.2, -0.1], [False, True], ""),
        ([0.2, np.nan], [False, False], ""),
        ([0.2, -0.1], [False, False], "On 1 row whose margin is not positive the vote is right"),
        ([0.0, 0.0], [False, True], "half of the weight is enough"),
    ],
)
def test_right_without_majority(trace, margins, wrong, words):
    r = replace(trace.rounds[0], margins=np.array(margins), wrong=np.array(wrong))
    said = right_without_majority(r)
    assert words in said if words else said == ""
    assert ("three or more classes" in said) == bool(words and min(margins) < 0)


def test_margins_of_probabilities_and_with_gaps_are_called_what_they_are(votes, trace):
    predictions, labels = votes
    rng = np.random.default_rng(5)
    given = rng.dirichlet(np.ones(C), (N, L))
    oracle = Oracle.from_probabilities(given, labels, np.arange(C))
    soft = train_on(oracle, Settings(outputs="probabilities", kernel="linear", max_rounds=2))
    chart = margins_figure(soft)
    r = soft.returned
    mean = np.einsum("nlc,l->nc", given, r.weights)[np.arange(N), labels]
    np.testing.assert_allclose(r.margins, 2 * mean - 1, atol=1e-12)
    assert f"{(mean > 0.5).sum()} of {N} weighting rows" in chart.title
    assert "a mean probability above ½ for their class" in chart.title
    assert "2p − 1, with p the mean of the probabilities" in chart.reading
    assert "weight that" not in chart.reading
    available = rng.random((N, L)) < 0.6
    gaps = self_train(predictions, labels, Settings(max_rounds=2), available=available)
    assert "divided by the weight of those that vote on it" in margins_figure(gaps).reading
    assert "divided" not in margins_figure(trace).reading


def test_missing_votes_leave_no_false_margin(votes):
    predictions, labels = votes
    rng = np.random.default_rng(3)
    available = rng.random((N, L)) < 0.4
    available[5] = False
    trace = self_train(predictions, labels, Settings(max_rounds=4), available=available)
    oracle = Oracle.from_predictions(predictions, labels, available=available)
    assert np.isnan(WeightedVote(oracle).outcome(trace.weights).margins[5])
    for r, frame in zip(trace.rounds, margins_figure(trace).figure.frames, strict=True):
        assert frame.data[0].y.sum() + frame.data[1].y.sum() == np.sum(~np.isnan(r.margins))
