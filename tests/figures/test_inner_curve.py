"""The inner curve shows every score, marks the chosen λ, and says how ties were resolved."""

from __future__ import annotations

import math

import numpy as np
import pytest

from l2dwk_core.figures.lab.inner_curve import (
    choice_sentence,
    inner_curve_figure,
    inner_curve_table,
    tie_sentence,
)
from l2dwk_core.method.choose_lambda import choose_lambda
from l2dwk_core.method.lambda_choice import LambdaCandidate, LambdaChoice
from l2dwk_core.method.settings import Settings

pytest_plugins = ("tests.figure_inputs",)


def _choice(scores, kept, *, chosen, error=0.02, lams=None, n_repeats=1):
    lams = [10.0**k for k in range(len(scores))] if lams is None else lams
    return LambdaChoice(
        Settings(),
        tuple(
            LambdaCandidate(lam, "gaussian", 30, score, error, n)
            for lam, score, n in zip(lams, scores, kept, strict=True)
        ),
        chosen,
        5,
        n_repeats,
        0,
    )


def _named(chart, name):
    return next(t for t in chart.figure.data if t.name == name)


def test_figure_shows_what_was_scored(votes):
    choice = choose_lambda(*votes, Settings(max_rounds=1))
    chart = inner_curve_figure(choice, len(votes[1]))
    curve = _named(chart, "inner score")
    np.testing.assert_array_equal(curve.x, [c.lam for c in choice.curve])
    np.testing.assert_array_equal(curve.y, [c.inner_score for c in choice.curve])
    np.testing.assert_array_equal(curve.error_y.array, [c.standard_error for c in choice.curve])
    kept = _named(chart, "members kept")
    np.testing.assert_array_equal(kept.y, [c.n_kept for c in choice.curve])
    ring = _named(chart, "chosen")
    assert (ring.x[0], ring.y[0]) == (choice.winner.lam, choice.winner.inner_score)
    assert chart.figure.layout.xaxis.type == chart.figure.layout.xaxis2.type == "log"
    assert f"λ = {choice.winner.lam:g}" in chart.title
    table = chart.tables["inner curve"]()
    assert table["inner_score"].tolist() == [c.inner_score for c in choice.candidates]
    assert table.index[table["chosen"]].tolist() == [choice.chosen]


def test_only_the_chosen_kernel_and_rounds_are_drawn(votes):
    choice = choose_lambda(
        *votes, Settings(), lambdas=(0.1, 1.0), kernels=("linear", "gaussian"), rounds=(1, 2)
    )
    chart = inner_curve_figure(choice, len(votes[1]))
    assert len(_named(chart, "inner score").x) == 2
    assert len(inner_curve_table(choice)) == 8
    words = choice_sentence(choice, len(votes[1]))
    assert "2 kernels, 2 limits for the rounds, 2 values of λ from 0.1 to 1" in words
    assert words.startswith(("The Linear kernel", "The Gaussian kernel"))


def test_sentence_says_from_what_it_was_chosen():
    one = choice_sentence(_choice([0.5, 0.7], [3, 4], chosen=1), 40)
    assert one == (
        "λ = 10 was chosen out of 2 values of λ from 1 to 10. Each was learned on 4 of 5 parts of "
        "the 40 weighting rows, and its vote scored on the part left out."
    )
    many = choice_sentence(_choice([0.5, 0.7], [3, 4], chosen=1, n_repeats=5), 40)
    assert many.endswith("Parts were drawn 5 times.")


@pytest.mark.parametrize(
    ("scores", "kept", "chosen", "said"),
    [
        ([0.5, 0.7, 0.6], [3, 4, 5], 1, "No other candidate has the same score."),
        ([0.7, 0.7, 0.6], [3, 4, 5], 0, "2 candidates share the highest score; the one that keeps "
         "the fewest members (3 on average) was taken."),
        ([0.7, 0.7, 0.6], [4, 4, 5], 0, "2 candidates share the highest score and keep as many "
         "members (4 on average); the smallest λ of them was taken."),
        ([0.7, 0.7, 0.7], [5, 4, 4], 1, "(4 on average) was taken, and of 2 such the smallest λ."),
    ],
)  # fmt: skip
def test_ties_are_told(scores, kept, chosen, said):
    assert said in tie_sentence(_choice(scores, kept, chosen=chosen))


def test_flatness_is_told_within_one_standard_error():
    scores = [0.5, 0.7, 0.69, 0.68]
    words = tie_sentence(_choice(scores, [3, 4, 5, 6], chosen=1, error=0.015))
    assert words.endswith("1 of the 3 other λ on the curve is within one standard error of it.")
    words = tie_sentence(_choice(scores, [3, 4, 5, 6], chosen=1, error=0.001))
    assert words.endswith("None of the 3 other λ on the curve are within one standard error of it.")
    words = tie_sentence(_choice(scores, [3, 4, 5, 6], chosen=1, error=math.nan))
    assert "standard error" not in words


def test_zero_has_no_place_on_the_axis_but_in_the_table():
    choice = _choice([0.7, 0.6, 0.5], [1, 2, 3], chosen=0, lams=[0.0, 0.1, 1.0])
    chart = inner_curve_figure(choice, 40)
    assert list(_named(chart, "inner score").x) == [0.1, 1.0]
    assert len(_named(chart, "chosen").x) == 0
    assert "λ = 0 has the highest" in chart.title
    assert inner_curve_table(choice)["lambda"].tolist() == [0.0, 0.1, 1.0]


def test_one_value_and_no_spread_can_be_drawn():
    chart = inner_curve_figure(_choice([0.7], [2], chosen=0, error=math.nan), 40)
    assert list(_named(chart, "inner score").error_y.array) == [0.0]


def test_fewer_folds_than_asked_for_are_said(votes):
    groups = np.arange(len(votes[1])) % 3
    choice = choose_lambda(*votes, Settings(max_rounds=1), groups=groups)
    said = choice_sentence(choice, len(votes[1]))
    assert said.endswith(" 3 folds instead of 5: 3 groups only.")
