"""The returned vote where small weights were removed, against counts with the returned weights."""

from __future__ import annotations

import numpy as np
import pytest

from l2dwk_core.figures.lab.rounds_margins import margins_figure
from l2dwk_core.figures.lab.rounds_weights import classifier_weights_figure
from l2dwk_core.figures.lab.sparsity import sparsity_figure
from l2dwk_core.figures.tables import weight_table
from l2dwk_core.method.returned_vote import removed_sentence
from l2dwk_core.method.self_training import self_train
from l2dwk_core.method.settings import Settings
from l2dwk_core.runs.plane import AccuracyDiversityPath, PlanePoint
from tests.problems import class_problem

SETTINGS = Settings(small_weights="authors", lam=3.0, max_rounds=8)


def _problem(gaps):
    """A problem in which the returned round has a weight of at most 1e-3, its mask and trace."""
    for seed in range(40):
        predictions, labels = class_problem(seed, 60, 40)
        mask = np.random.default_rng(seed).random(predictions.shape) < 0.6 if gaps else None
        trace = self_train(predictions, labels, SETTINGS, available=mask)
        chosen = trace.rounds[trace.returned_round - 1].weights
        if ((chosen > 0) & (chosen <= 1e-3)).any():
            return predictions, labels, mask, trace
    pytest.fail("no problem with a weight of at most 1e-3")


def _counted(predictions, labels, mask, weights):
    """Margin and whether the plurality vote is wrong, row by row; the weights need no sum of 1."""
    margins, wrong = [], []
    for k, truth in enumerate(labels):
        may = np.ones(len(weights), dtype=bool) if mask is None else mask[k]
        total = sum(weights[may])
        right = sum(w for w, p, m in zip(weights, predictions[k], may, strict=True)
                    if m and p == truth)  # fmt: skip
        margins.append((2 * right - total) / total if total else np.nan)
        votes = [weights[may & (predictions[k] == c)].sum() for c in np.unique(labels)]
        wrong.append(total > 0 and int(np.argmax(votes)) != truth)
    return np.array(margins), np.array(wrong)


@pytest.mark.parametrize("gaps", [False, True])
def test_the_returned_round_has_the_returned_vote(gaps):
    predictions, labels, mask, trace = _problem(gaps)
    w, returned = trace.weights, trace.returned
    solved = trace.rounds[trace.returned_round - 1]
    margins, wrong = _counted(predictions, labels, mask, w)
    np.testing.assert_array_equal(returned.weights, w)
    np.testing.assert_allclose(returned.margins, margins, atol=1e-12)
    np.testing.assert_array_equal(returned.wrong, wrong)
    judged = len(labels) if mask is None else mask.any(axis=1).sum()
    assert returned.error == pytest.approx(wrong.sum() / judged)
    assert returned.n_selected == (w > 0).sum() == trace.n_selected
    assert returned.effective_number == pytest.approx(w.sum() ** 2 / (w**2).sum())
    assert returned.diversity == pytest.approx((1 - np.nanmean(margins**2)) / 2)
    assert trace.n_removed == (solved.weights > 0).sum() - (w > 0).sum() > 0
    assert returned.index == solved.index and returned.objective == solved.objective
    np.testing.assert_array_equal(returned.alpha, solved.alpha)
    # The rounds stay those of the solver.
    assert solved.n_selected == trace.n_selected + trace.n_removed
    before, _ = _counted(predictions, labels, mask, solved.weights)
    np.testing.assert_allclose(solved.margins, before, atol=1e-12)
    places = [r is s for r, s in zip(trace.votes, trace.rounds, strict=True)]
    assert places == [t != trace.returned_round for t in range(1, len(places) + 1)]
    assert trace.votes[trace.returned_round - 1] is returned


def test_where_nothing_is_removed_it_is_the_round_itself():
    predictions, labels = class_problem(0, 60, 40)
    trace = self_train(predictions, labels, SETTINGS.changed(small_weights="renormalise"))
    assert trace.returned is trace.rounds[trace.returned_round - 1]
    assert trace.n_removed == 0 and trace.votes == trace.rounds
    assert removed_sentence(trace) == ""


def test_figures_show_the_returned_vote_and_say_what_was_removed():
    predictions, labels, _, trace = _problem(False)
    kept, before = (trace.weights > 0).sum(), trace.n_selected + trace.n_removed
    t, n = trace.returned_round, len(trace.weights)
    said = removed_sentence(trace)
    assert f"{before} members had weight in round {t};" in said and f"that of {kept}," in said

    weights = classifier_weights_figure(trace)
    assert weights.title.startswith(f"{kept} of {n} members keep weight")
    bars, words = weights.figure.data
    np.testing.assert_allclose(bars.y[1:-1], np.sort(trace.weights)[::-1][:kept], rtol=1e-6)
    assert f"{kept} of {n} members kept" in words.text[0]
    assert f"{before} before small weights are removed" in words.text[0]
    assert "all sum to 1" not in weights.figure.layout.yaxis.title.text
    table = weight_table(trace)
    assert (table["round"] == t).sum() == kept

    sparsity = sparsity_figure(trace)
    ring = next(d for d in sparsity.figure.data if d.name == "returned round")
    assert (ring.x[0], ring.y[0]) == (t, kept)
    line = next(d for d in sparsity.figure.data if d.name == "members with weight")
    assert line.y[t - 1] == before
    for chart in (weights, sparsity):
        assert said in chart.reading and said in chart.alternative

    margins, _ = _counted(predictions, labels, None, trace.weights)
    assert margins_figure(trace).title.startswith(f"{(margins > 1e-12).sum()} of {len(labels)} ")


def test_a_path_knows_the_position_of_the_returned_vote():
    *_, trace = _problem(False)
    rounds = np.arange(len(trace.rounds)) / 100
    point = PlanePoint(0.4, 0.9, 0.8)
    path = AccuracyDiversityPath("test", rounds, rounds, rounds, point)
    assert path.of_returned(trace) == point
    other = next(r.index for r in trace.rounds if r.index != trace.returned_round)
    assert path.of_vote(trace, other).diversity == rounds[other - 1]
