"""Lessons: what they say, and the right answer of each question, is what the core computes."""

from __future__ import annotations

from dataclasses import fields, replace

import numpy as np
import pytest

from l2dwk_core.common.errors import InputError
from l2dwk_core.diversity import measure_all
from l2dwk_core.diversity.pair_counts import oracle_of_counts
from l2dwk_core.figures.lab.accuracy import comparison_sentence
from l2dwk_core.figures.lab.flipped import flipped_share
from l2dwk_core.figures.lab.margins import margin_target
from l2dwk_core.runs.run import Run
from pages.choices.choice import Choice
from pages.choices.pair_choice import PairChoice
from pages.lessons.lessons import LAB, LESSONS, PANEL
from pages.widgets.controls import SIGMAS
from tests.trainings import run_of, run_of_step


def said(key: str, number: int) -> str:
    shown = LESSONS[key].steps[number - 1]
    return f"{shown.text} {shown.look}"


def measures(number: int, **changes: int) -> dict[str, float]:
    pair = replace(PairChoice(**LESSONS["perfect_member"].steps[number - 1].changes), **changes)
    details = measure_all(oracle_of_counts(pair.both, pair.first, pair.second, pair.neither))
    return {name: detail.value for name, detail in details.items()}


# The right option of each check question, from the core's numbers alone.


def last(key: str) -> Run:
    """The run in sight of the question."""
    return run_of_step(key, len(LESSONS[key].steps))


def answer_kernels() -> int:
    base = LESSONS["kernels"].choice(len(LESSONS["kernels"].steps))
    kept = [run_of(replace(base, sigma=sigma)).trace.n_selected for sigma in SIGMAS]
    if len(set(kept)) == 1:
        return 2
    return 0 if kept[0] > kept[-1] else 1


def answer_training_votes() -> int:
    rounds = len(last("training_votes").trace.rounds)
    return {1: 0, 2: 1, 30: 2}[rounds]


def answer_perfect_member() -> int:
    assert np.isnan(measures(len(LESSONS["perfect_member"].steps))["q_statistic"])
    # Q of members that are independent: P(both right) is the product of their accuracies.
    independent = measure_all(oracle_of_counts(48, 12, 32, 8))["q_statistic"].value
    padded = 0 / (0 + 1e-10)
    return 0 if padded == independent else 2


def answer_noise() -> int:
    run = last("noise")
    share, rows = flipped_share(run.trace, run.prepared.flipped)[-1], run.prepared.flipped.mean()
    assert round(float(rows), 2) == 0.09
    return 2 if 0.4 < share < 0.6 else 0 if share < 0.9 * rows else 1


def answer_few() -> int:
    told = comparison_sentence(last("few").accuracy)
    if "no difference can be claimed" in told:
        return 1
    return 0 if "the weighted vote is better" in told else 2


def answer_margin_target() -> int:
    base = LESSONS["margin_target"].choice(len(LESSONS["margin_target"].steps))
    runs = [run_of(replace(base, lam=lam)) for lam in (1.0, 5.0)]
    won = [int((run.trace.rounds[0].margins > 1e-12).sum()) for run in runs]
    return 0 if won[1] > won[0] else 1 if won[1] < won[0] else 2


ANSWERS = {
    "kernels": answer_kernels,
    "training_votes": answer_training_votes,
    "perfect_member": answer_perfect_member,
    "noise": answer_noise,
    "few": answer_few,
    "margin_target": answer_margin_target,
}


@pytest.mark.parametrize("key", LESSONS)
def test_the_right_answer_is_what_the_core_says(key):
    assert ANSWERS[key]() == LESSONS[key].check.answer


def test_there_are_six_lessons_and_each_is_whole():
    assert len(LESSONS) == 6
    names = {f.name for f in fields(Choice)}
    for key, lesson in LESSONS.items():
        assert lesson.key == key
        assert lesson.page in (LAB, PANEL)
        assert len(lesson.steps) >= 3
        assert 0 <= lesson.check.answer < len(lesson.check.options) >= 3
        assert set(lesson.free) <= names and set(lesson.locked) <= names
        assert not set(lesson.free) & set(lesson.locked)
        for number, shown in enumerate(lesson.steps, 1):
            assert shown.title and shown.text and shown.look
            if lesson.page == LAB:
                lesson.choice(number).settings()
                changed = set(shown.changes)
                assert changed <= names


# What the texts of the steps say.


def test_row_by_row_kernels_have_the_members_and_weights_of_step_one():
    first = run_of_step("kernels", 1).trace
    base = LESSONS["kernels"].choice(2)
    for choice in (
        *(replace(base, sigma=sigma) for sigma in (0.1, 0.3, 1.0, 10.0)),
        LESSONS["kernels"].choice(3),
        replace(LESSONS["kernels"].choice(3), degree=2, constant=2.0),
        replace(LESSONS["kernels"].choice(3), degree=5, constant=-1.0),
    ):
        other = run_of(choice).trace
        assert other.returned_round == first.returned_round
        np.testing.assert_allclose(other.weights, first.weights, atol=1e-6)
    turned = replace(LESSONS["kernels"].choice(3), degree=2, constant=-1.0)
    assert run_of(turned).trace.n_selected == 1
    objective = [run_of(replace(base, sigma=s)).trace.rounds[0].objective for s in (0.3, 10.0)]
    assert objective[0] != pytest.approx(objective[1], rel=0.1)  # "only its own number changes"
    with pytest.raises(InputError, match="makes the scalar objective constant"):
        replace(LESSONS["kernels"].choice(3), degree=2, constant=0.0).settings()


def test_in_the_joint_form_sigma_matters():
    linear = run_of_step("kernels", 1).trace
    base = LESSONS["kernels"].choice(4)
    narrow, wide = run_of(base).trace, run_of(replace(base, sigma=10.0)).trace
    assert narrow.n_selected > 0.9 * 301  # "nearly all members"
    first = [np.abs(t.rounds[0].weights - linear.rounds[0].weights).sum() for t in (narrow, wide)]
    assert first[1] < 0.05 < first[0]


def test_only_fully_grown_trees_on_their_own_rows_stop_at_once():
    rounds = [len(run_of_step("training_votes", s).trace.rounds) for s in (1, 2, 3, 4)]
    assert rounds[:2] == [1, 1]
    assert min(rounds[2:]) > 10
    for s in (1, 2):
        assert run_of_step("training_votes", s).trace.rounds[0].n_wrong == 0
    shallow = run_of_step("training_votes", 3)
    wrong = shallow.trace.rounds[shallow.trace.returned_round - 1].n_wrong
    assert f"wrong on {wrong} of the {shallow.oracle.n_rows} rows" in said("training_votes", 3)
    assert f"right on {1 - wrong / shallow.oracle.n_rows:.0%}" in said("training_votes", 3)
    assert f"on {shallow.accuracy.l2dwk.accuracy:.0%} of the test rows" in said("training_votes", 3)
    costs = run_of_step("training_votes", 4).accuracy
    assert costs.uniform.correct < costs.uniform_all.correct
    votes = [run_of_step("training_votes", s).accuracy.l2dwk for s in (1, 2, 3, 4)]
    assert max(v.low for v in votes) < min(v.high for v in votes)  # "all four overlap"
    assert f"{votes[0].n_rows} test rows" in said("training_votes", 4)


def test_most_trees_have_seen_every_row_and_depth_three_does_not_learn_them():
    full = run_of_step("training_votes", 1)
    grown_on = ~full.prepared.pool.out_of_bag
    assert grown_on.mean(axis=1).min() > 0.5  # "On every row most trees have seen the answer"
    assert 0.62 < grown_on.mean() < 0.645  # "about 63%"
    assert (full.oracle.matrix[grown_on] > 0).all()  # "right on the rows of its own sample"
    shallow = run_of_step("training_votes", 3)
    learned = shallow.oracle.matrix > 0
    assert all(
        not learned[rows, j].all() for j, rows in enumerate((~shallow.prepared.pool.out_of_bag).T)
    )  # "Trees of depth 3 are too small to be right on all of these rows"


def test_more_diversity_brings_margins_together_and_closer_to_a_tie():
    rounds = [run_of_step("margin_target", s).trace.rounds[0] for s in (1, 2, 3)]
    spread = [r.margins.std() for r in rounds]
    assert spread == sorted(spread, reverse=True)
    assert [r.margins.mean() > 0 for r in rounds] == [True] * 3


def test_most_members_get_weight_zero():
    for step in (1, 2, 3):
        run = run_of_step("few", step)
        assert run.trace.n_selected < run.n_members / 2


def test_a_perfect_member_leaves_q_and_rho_undefined_and_the_others_defined():
    assert not np.isnan(list(measures(1).values())).any()
    second = measures(2)
    assert [name for name, value in second.items() if np.isnan(value)] == [
        "q_statistic", "correlation",
    ]  # fmt: skip
    assert measures(3)["q_statistic"] == -1
    assert measures(3, second=0, neither=1)["q_statistic"] == 1


def test_flipped_rows_hold_far_more_than_their_share():
    for number, times in ((2, 6), (3, 2)):
        run = run_of_step("noise", number)
        share = flipped_share(run.trace, run.prepared.flipped)
        assert share[0] == pytest.approx(run.prepared.flipped.mean())
        assert round(share[-1] / share[0]) == times
    assert share[-1] > 0.5
    clean = run_of_step("noise", 1)
    assert not clean.prepared.flipped.any()
    assert set(run_of_step("noise", 2).prepared.flipped_rows) < set(run.prepared.flipped_rows)
    alpha = np.sort(clean.trace.rounds[-1].alpha)[::-1]
    assert alpha.size == 57
    assert alpha[:6].sum() < alpha.sum() / 2 <= alpha[:7].sum()  # "7 of 57 hold half"


def test_few_of_many_keep_weight():
    one, ten, small = (run_of_step("few", s) for s in (1, 2, 3))
    assert one.trace.n_selected < 301 / 10
    assert one.trace.n_selected < ten.trace.n_selected < 301 / 5
    assert small.n_members == 51
    kept = [run.trace.n_selected for run in (one, ten, small)]
    assert f"{kept[1]} instead of {kept[0]}" in said("few", 2)
    assert f"{kept[2]} instead of {kept[0]}" in said("few", 3)
    assert 0.6 < small.trace.n_selected / one.trace.n_selected < 0.75  # "a third fewer"
    assert small.accuracy.l2dwk.correct < one.accuracy.l2dwk.correct


def test_margin_targets_and_the_square_they_are_the_target_of():
    for number, target in ((1, 1.0), (2, 0.5), (3, 0.2)):
        run = run_of_step("margin_target", number)
        found = margin_target(run.settings)
        assert found is not None and found.exact
        assert found.value == pytest.approx(target)
        learned = run.trace.rounds[0]
        lam = run.settings.lam
        square = lam / 2 * ((learned.margins - target) ** 2).mean() - 1 / (2 * lam)
        assert learned.objective == pytest.approx(square, abs=1e-9)
    won = [
        int((run_of_step("margin_target", s).trace.rounds[0].margins > 1e-12).sum()) for s in (1, 3)
    ]
    assert f"{won[0]} rows of 45 become {won[1]}" in LESSONS["margin_target"].check.why
    tested = [run_of_step("margin_target", s).accuracy.l2dwk.correct for s in (1, 3)]
    assert tested[1] > tested[0]
    means = [run_of_step("margin_target", s).trace.rounds[0].margins.mean() for s in (1, 2, 3)]
    assert means == sorted(means, reverse=True)
