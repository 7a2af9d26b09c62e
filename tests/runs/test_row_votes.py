"""Votes on single rows against counting one member after another."""

from __future__ import annotations

import numpy as np
import pytest

from l2dwk_core.figures.lab.row_votes import row_answers_figure
from l2dwk_core.method.settings import Settings
from l2dwk_core.runs.prepare import prepare_run
from l2dwk_core.runs.row_votes import row_answers


@pytest.mark.parametrize("weighting", ["hold_out", "out_of_bag"])
def test_shares_are_counted_member_by_member(weighting):
    run = prepare_run("glass", n_members=25, weighting=weighting).solve()
    rows = list(range(0, run.oracle.n_rows, 5))
    answers = row_answers(run, rows)
    for place, k in enumerate(rows):
        for shares, weights in (
            (answers.weighted, run.trace.weights),
            (answers.uniform, np.ones(25)),
        ):
            counted = np.zeros(len(run.oracle.classes))
            for j in range(25):
                if run.oracle.matrix[k, j] != 0:
                    counted[run.oracle.codes[k, j]] += weights[j]
                    assert answers.members[place, j] == run.oracle.codes[k, j]
                else:
                    assert answers.members[place, j] == -1
            wanted = counted / counted.sum() if counted.sum() else counted
            np.testing.assert_allclose(shares[place], wanted, atol=1e-12)
    final = run.trace.rounds[run.trace.returned_round - 1]
    voted = answers.winner >= 0
    np.testing.assert_array_equal(
        (answers.winner != answers.truth)[voted], final.wrong[rows][voted]
    )


def test_probabilities_are_spread_over_classes():
    settings = Settings(outputs="probabilities")
    run = prepare_run("glass", n_members=15, max_depth=2).solve(settings)
    rows = list(range(10))
    answers = row_answers(run, rows)
    wanted = sum(
        w * run.oracle.probabilities[rows, j].astype(float) for j, w in enumerate(run.trace.weights)
    )
    np.testing.assert_allclose(answers.weighted, wanted)
    final = run.trace.rounds[run.trace.returned_round - 1]
    np.testing.assert_array_equal(answers.winner != answers.truth, final.wrong[rows])


def test_figure_holds_both_votes():
    run = prepare_run("glass", n_members=25).solve()
    answers = row_answers(run, [3, 8, 20])
    chart = row_answers_figure(run, answers, ["a", "b", "c"])
    stacked = np.sum([bar.x for bar in chart.figure.data], axis=0)
    np.testing.assert_allclose(stacked, 1)
    for bar in chart.figure.data:
        c = list(run.oracle.classes).index(bar.name)
        np.testing.assert_array_equal(bar.x[:3], answers.weighted[:, c])
        np.testing.assert_array_equal(bar.x[3:], answers.uniform[:, c])
    right = int(np.sum(answers.winner == answers.truth))
    assert f"gets {right} right" in chart.title
    assert len(chart.tables["votes on chosen rows"]()) == 6
