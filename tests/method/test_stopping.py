"""When a run ends and which round it returns."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from l2dwk_core.method.self_training import self_train
from l2dwk_core.method.setting_choices import CHOICES
from l2dwk_core.method.settings import PRESETS, Settings
from l2dwk_core.method.stopping import StopRules
from l2dwk_core.method.trace import Round
from tests import reference
from tests.problems import (
    as_class_problem,
    class_problem,
)

pytestmark = pytest.mark.filterwarnings("error")
often = settings(max_examples=50)


@pytest.mark.parametrize("preset", PRESETS)
def test_perfect_votes_stop_in_round_one(preset):
    predictions, labels = class_problem(50, 30, 7)
    predictions[:, 2] = labels
    predictions[::3, 3:] = (labels[::3, None] + 1) % 3
    choice = Settings.preset(preset, lam=0.1 if preset != "authors" else 10.0)
    trace = self_train(predictions, labels, choice)
    assert len(trace.rounds) == 1
    assert trace.stop_reason == ("no_vote_errors" if preset == "authors" else "no_errors")
    assert trace.rounds[0].error == 0
    assert trace.returned_round == 1


def votes_right_with_margins_negative():
    """Seven equal members on one row each vote 3, 2, 2: right by plurality, margin −1/7."""
    votes = np.array([0, 0, 0, 1, 1, 2, 2])
    predictions = np.array([np.roll(votes, k) for k in range(7)])
    return predictions, np.zeros(7, dtype=int)


def test_the_authors_stop_when_no_vote_is_wrong_although_margins_are_not_positive():
    predictions, labels = votes_right_with_margins_negative()
    authors = self_train(predictions, labels, Settings.preset("authors"))
    assert authors.stop_reason == "no_vote_errors"
    assert len(authors.rounds) == 1
    assert authors.rounds[0].n_error_set == 7
    assert authors.rounds[0].margins == pytest.approx(np.full(7, -1 / 7))


def test_the_printed_update_is_undefined_there():
    predictions, labels = votes_right_with_margins_negative()
    trace = self_train(predictions, labels, Settings.preset("paper"))
    assert trace.stop_reason == "undefined_update"
    assert len(trace.rounds) == 1
    assert trace.rounds[0].error == 0
    assert trace.rounds[0].n_error_set == 7
    # The repaired update divides by the size of the set it uses and goes on.
    repaired = self_train(predictions, labels, Settings.preset("paper", error_mass="set"))
    assert repaired.stop_reason == "rounds"


def test_the_last_round_is_the_limit():
    predictions, labels = class_problem(51, 40, 8)
    for limit in (1, 2, 7):
        trace = self_train(predictions, labels, Settings(max_rounds=limit, stop_on=()))
        assert trace.stop_reason == "rounds"
        assert len(trace.rounds) == limit
        assert np.isnan(trace.rounds[-1].alpha_residual)


def test_settled_after_three_quiet_rounds():
    # One row is always wrong and nothing else matters: the target soon is α itself.
    matrix = np.ones((4, 3))
    matrix[0] = -1
    choice = Settings(damping="1/t", stop_on=("settled",), max_rounds=50, kernel="linear", lam=1.0)
    trace = self_train(*as_class_problem(matrix), choice)
    assert trace.stop_reason == "settled"
    quiet = [r.alpha_residual < 1e-6 and r.weight_change < 1e-6 for r in trace.rounds]
    assert quiet == [False] * (len(quiet) - 3) + [True] * 3
    assert trace.rounds[-1].alpha_residual < 1e-12
    # α settles at once here, but only three rounds in a row are believed.
    assert len(trace.rounds) == 4
    again = self_train(*as_class_problem(matrix), choice.changed(stop_on=(), max_rounds=9))
    assert again.stop_reason == "rounds"


def test_a_small_step_is_not_taken_for_rest():
    # ‖αᵗ⁺¹ − αᵗ‖ ≤ 2/t always; only the target's distance says whether α has settled.
    predictions, labels = class_problem(52, 60, 12)
    trace = self_train(predictions, labels, Settings(stop_on=("settled",), max_rounds=150))
    assert trace.stop_reason == "rounds"
    steps = np.abs(np.diff(trace.alphas, axis=0)).sum(axis=1)
    assert steps[-1] < 0.02
    assert trace.rounds[-2].alpha_residual > 20 * steps[-1]


def test_a_repeating_error_set_stops_the_run():
    predictions, labels = class_problem(13, 30, 6)
    choice = Settings(kernel="linear", lam=3.0, stop_on=("cycle",), max_rounds=100)
    trace = self_train(predictions, labels, choice)
    assert trace.stop_reason == "cycle"
    assert trace.period == reference.find_period(trace.rounds)
    assert reference.find_period(trace.rounds[:-1]) is None


def a_round(index, error_set, weight_change, alpha_residual=1.0):
    """A record in which only what the stop rules read is meaningful."""
    nothing = np.zeros(0)
    return Round(
        index=index, alpha=nothing, weights=nothing, objective=0.0, gap=0.0, margins=nothing,
        wrong=nothing.astype(bool), error_set=np.array(error_set, dtype=bool), error=0.0,
        n_ties=0, n_selected=0, effective_number=0.0, alpha_residual=alpha_residual,
        weight_change=weight_change, diversity=0.0,
    )  # fmt: skip


@pytest.mark.parametrize("period", range(1, 13))
@settings(max_examples=12)
@given(
    st.integers(0, 8),
    st.lists(st.booleans(), min_size=12, max_size=12),
    st.sampled_from([0.0, 9e-5, 2e-4]),
)
def test_cycles_of_every_period_are_found_when_three_periods_have_passed(
    period, before, pattern, change
):
    sets = [[True, True, True]] * before
    sets += [[pattern[i % period], i % period == 0, False] for i in range(40)]
    rounds = [a_round(t, E, change) for t, E in enumerate(sets, 1)]
    rounds[0] = a_round(1, sets[0], np.nan)
    stop_rules = StopRules(Settings(stop_on=("cycle",)))
    for t, r in enumerate(rounds, 1):
        answer = stop_rules.after_round(r)
        assert stop_rules.period == reference.find_period(rounds[:t])
        assert answer == ("cycle" if stop_rules.period else None)
        if answer:
            break
    if change < 1e-4 and period <= 10:
        assert stop_rules.period is not None


@often
@given(
    st.lists(
        st.tuples(st.sampled_from([1e-9, 1e-6, 1e-3]), st.sampled_from([1e-9, 1e-6, np.nan])),
        max_size=15,
    )
)
def test_rest_is_believed_after_three_rounds_in_a_row(history):
    stop_rules = StopRules(Settings(stop_on=("settled",)))
    quiet = 0
    for t, (residual, change) in enumerate(history, 1):
        answer = stop_rules.after_round(a_round(t, [True], change, residual))
        quiet = quiet + 1 if residual < 1e-6 and change < 1e-6 else 0
        assert answer == ("settled" if quiet >= 3 else None)
        if answer:
            break


@pytest.mark.parametrize("update", ["hinge", "none", "exp"])
@pytest.mark.parametrize("preset", PRESETS)
def test_a_stop_rule_only_shortens_the_run(preset, update):
    predictions, labels = class_problem(53, 40, 8, accuracy=0.8)
    choice = Settings.preset(preset, update=update, max_rounds=40)
    free = self_train(predictions, labels, choice.changed(stop_on=()))
    for rules in (("settled",), ("cycle",), ("no_errors", "settled", "cycle")):
        stopped = self_train(predictions, labels, choice.changed(stop_on=rules))
        for a, b in zip(stopped.rounds, free.rounds, strict=False):
            np.testing.assert_array_equal(a.weights, b.weights)


@pytest.mark.parametrize("returned", CHOICES["returned"])
@pytest.mark.parametrize("seed", range(6))
def test_which_round_is_returned(returned, seed):
    predictions, labels = class_problem(60 + seed, 30, 8)
    trace = self_train(
        predictions, labels, Settings(returned=returned, max_rounds=15, stop_on=(), lam=2.0)
    )
    errors = [r.n_wrong for r in trace.rounds]
    sizes = [r.n_selected for r in trace.rounds]
    if returned == "last":
        expected = len(errors)
    elif returned == "latest_best":
        expected = max(t for t, e in enumerate(errors, 1) if e == min(errors))
    else:
        fewest = min(s for e, s in zip(errors, sizes, strict=True) if e == min(errors))
        expected = max(
            t
            for t, (e, s) in enumerate(zip(errors, sizes, strict=True), 1)
            if e == min(errors) and s == fewest
        )
    assert trace.returned_round == expected
    np.testing.assert_array_equal(trace.weights, trace.rounds[expected - 1].weights)


def test_small_weights_are_cut_in_every_round():
    predictions, labels = class_problem(70, 60, 15)
    trace = self_train(predictions, labels, Settings(kernel="linear", lam=3.0))
    for r in trace.rounds:
        positive = r.weights[r.weights > 0]
        assert positive.min() > 1e-6
        assert len(positive) < 15


def test_the_authors_cut_the_returned_weights_only_and_do_not_rescale():
    predictions, labels = class_problem(71, 60, 15)
    for seed in range(20):
        predictions, labels = class_problem(71 + seed, 60, 15)
        trace = self_train(predictions, labels, Settings.preset("authors"))
        chosen = trace.rounds[trace.returned_round - 1].weights
        np.testing.assert_array_equal(trace.weights, np.where(chosen <= 1e-3, 0, chosen))
        if ((chosen > 0) & (chosen <= 1e-3)).any():
            assert trace.weights.sum() < 1
            return
    pytest.fail("no problem with a weight of at most 1e-3")
