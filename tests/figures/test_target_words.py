"""Which rows gain kernel weight: the sentence under the map against every step of the loop."""

from __future__ import annotations

import itertools

import numpy as np
import pytest

from l2dwk_core.figures.lab.chosen_rows import kernel_weights_of_chosen_rows_figure
from l2dwk_core.figures.lab.kernel_weight_words import target_words
from l2dwk_core.figures.lab.kernel_weights import kernel_weights_figure
from l2dwk_core.method.self_training import self_train
from l2dwk_core.method.settings import Settings
from tests.problems import class_problem

VOTES = class_problem(3, 60, 15)


def reading(trace):
    n = len(trace.rounds[0].alpha)
    return kernel_weights_figure(
        trace, np.linspace(0, 1, n), [f"row {k}" for k in range(n)]
    ).reading


def steps(settings):
    rounds = self_train(*VOTES, settings).rounds
    assert len(rounds) > 4
    return itertools.pairwise(rounds)


@pytest.mark.parametrize("error_set", ["margin", "vote"])
@pytest.mark.parametrize("damping", ["1/(t+1)", "1/t", "authors"])
@pytest.mark.parametrize("mass", ["set", "vote", "authors"])
def test_a_row_below_its_target_gains_and_one_above_it_loses(error_set, damping, mass):
    settings = Settings(
        lam=1.0, error_set=error_set, damping=damping, error_mass=mass, stop_on=(), max_rounds=8
    )
    said = target_words(settings)
    lost = {"margin": "does not win", "vote": "gets wrong"}[error_set]
    lost_and_lighter = 0
    for r, after in steps(settings):
        n_lost = int(r.error_set.sum())
        if mass == "set" or damping == "authors":
            share, words = 1 / n_lost, "an equal share for each row"
        elif mass == "vote":
            share, words = 1 / r.n_wrong, "1/(Nε) for each row"
        else:
            share, words = len(r.alpha) / r.n_wrong, "1/ε for each row"
        assert f"{words} the vote {lost} and 0 for the others" in said
        np.testing.assert_array_equal(
            r.error_set, r.wrong if error_set == "vote" else r.margins <= 1e-12
        )
        target = np.where(r.error_set, share, 0.0)
        moved = after.alpha - r.alpha
        apart = np.abs(target - r.alpha) > 1e-12
        np.testing.assert_array_equal(np.sign(moved[apart]), np.sign((target - r.alpha)[apart]))
        lost_and_lighter += int((moved[r.error_set] < -1e-12).sum())
    if (error_set, damping, mass) == ("margin", "1/(t+1)", "set"):
        assert lost_and_lighter > 0  # "a row the vote does not win gains weight" would be false


def test_with_the_exponential_update_too():
    settings = Settings(lam=3.0, update="exp", stop_on=(), max_rounds=6)
    said = target_words(settings)
    assert "falls with the row's margins so far" in said and "below its target gains" in said
    summed = 0.0
    for t, (r, after) in enumerate(steps(settings), 1):
        error = np.clip(r.error, 1 / 120, 0.5 - 1 / 120)
        summed = summed + 0.5 * np.log((1 - error) / error) * r.margins
        target = np.exp(-summed)
        target /= target.sum()
        np.testing.assert_allclose(after.alpha - r.alpha, (target - r.alpha) / (t + 1), atol=1e-12)


def test_without_an_update_no_row_is_said_to_gain():
    trace = self_train(*VOTES, Settings(update="none"))
    assert "they stay equal" in reading(trace) and "gains" not in reading(trace)


def test_rows_that_no_member_may_judge_do_not_start_equal_and_are_not_called_right():
    available = np.random.default_rng(2).random((60, 15)) < 0.5
    available[[4, 9]] = False
    trace = self_train(*VOTES, Settings(lam=3.0, max_rounds=5), available=available)
    assert trace.rounds[0].alpha[4] == 0 == trace.rounds[-1].alpha[9]
    returned = trace.rounds[trace.returned_round - 1]
    voteless = np.isnan(returned.margins)
    assert voteless[[4, 9]].all()
    n = len(voteless)
    chart = kernel_weights_figure(trace, np.linspace(0, 1, n), [f"row {k}" for k in range(n)])
    assert "All rows that some member may judge start equal" in chart.reading
    assert "nothing where no member with weight has a vote" in chart.reading
    marks = {t.name.split()[0]: len(t.y) for t in chart.figure.data[1:]}
    assert marks == {
        "right": int((~returned.wrong & ~voteless).sum()),
        "wrong": int(returned.wrong.sum()),
    }
    lines = kernel_weights_of_chosen_rows_figure(trace, [4], [f"row {k}" for k in range(n)])
    assert set(lines.figure.data[1].customdata) == {"missing"}
    assert "or no member with weight has a vote" in lines.reading
    complete = reading(self_train(*VOTES, Settings(lam=3.0, max_rounds=5)))
    assert "All rows start equal" in complete and "nothing where" not in complete


def test_the_axis_says_that_weights_sum_to_one_only_where_they_do():
    names = [f"row {k}" for k in range(60)]
    for mass in ("set", "vote"):
        trace = self_train(*VOTES, Settings(lam=3.0, error_mass=mass, max_rounds=6, stop_on=()))
        ones = all(abs(r.alpha.sum() - 1) < 1e-9 for r in trace.rounds)
        assert ones == (mass == "set")
        title = kernel_weights_of_chosen_rows_figure(
            trace, [0], names
        ).figure.layout.yaxis.title.text
        assert ("sum to 1" in title) == ones
