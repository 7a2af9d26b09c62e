"""Figures of runs as small as they get: one row, one member, one round, and the nouns agree."""

from __future__ import annotations

import re
from types import SimpleNamespace

import numpy as np
import pytest

from l2dwk_core.figures import (
    alpha_heatmap,
    alpha_lines,
    convergence_figure,
    flipped_share_figure,
    margins_figure,
    weight_path_figure,
    weights_figure,
)
from l2dwk_core.figures.paper import counter_examples
from l2dwk_core.method.self_training import self_train
from l2dwk_core.method.settings import Settings
from l2dwk_core.qp.critical_line import exact_lambda_path

_PLURAL = (
    "rows|members|rounds|votes|kinks|trees|columns|leaves|ones|copies|classes|runs|splits|steps|"
    "test rows|weighting rows|training rows|other members"
)
WRONG = (
    rf"(?<![\d.,])1 (?:{_PLURAL})\b",
    r"(?<![\d.,])1 (?:of \d+ \w+ )?(?:have|keep|are|share|hold|take)\b",
    r"(?<![\d.,])1 of (?:the )?\d+ (?:\w+ )?(?:rows|members) (?:have|keep|are|hold)\b",
    r"\b(?:of|all|in|on|the last|After|With) 1 (?:\w+ )?(?:rows|members|rounds|trees)\b",
)


def words(chart):
    hovers = [str(t.hovertemplate) for t in chart.figure.data if "hovertemplate" in t]
    texts = [str(v) for t in chart.figure.data if "text" in t for v in np.atleast_1d(t["text"])]
    return " | ".join([chart.title, chart.reading, chart.alternative, *texts, *hovers])


def faults(text):
    return [m[0] for pattern in WRONG for m in re.finditer(pattern, text)]


@pytest.mark.parametrize(
    "text",
    [
        "1 members share the weight",
        "takes 1 rows",
        "1 of 5 members keep weight",
        "1 of 45 weighting rows have more",
        "wrong in 0 of 1 rounds",
        "3 members, 1 kinks",
        "With 1 trees",
    ],
)
def test_the_patterns_find_what_they_are_for(text):
    assert faults(text)


@pytest.mark.parametrize(
    "text",
    [
        "1 member has",
        "11 members keep",
        "1 of 45 weighting rows has",
        "0.1 rows",
        "1 row",
        "1 of 5",
    ],
)
def test_the_patterns_leave_the_rest_alone(text):
    assert not faults(text)


def tiny(rows, members):
    labels = np.ones(rows, dtype=int)
    votes = np.ones((rows, members), dtype=int)
    votes[0, 0] = 0
    if rows > 1:
        votes[-1, -1] = 0
    return votes, labels


@pytest.mark.parametrize("rounds", [1, 2])
@pytest.mark.parametrize("rows", [1, 2])
@pytest.mark.parametrize("members", [1, 2])
def test_figures_of_a_tiny_run(rows, members, rounds):
    settings = Settings(kernel="linear", max_rounds=rounds, stop_on=())
    trace = self_train(*tiny(rows, members), settings)
    names = [f"row {k}" for k in range(rows)]
    charts = [
        weights_figure(trace),
        margins_figure(trace),
        alpha_heatmap(trace, np.linspace(0, 1, rows), names),
        alpha_lines(trace, [0], names),
        convergence_figure(trace),
        flipped_share_figure(trace, np.arange(rows) == 0),
    ]
    for chart in charts:
        assert not faults(words(chart)), words(chart)


@pytest.mark.parametrize("kinks", [3, 4])
def test_weight_path_of_few_kinks(kinks):
    H, p = np.diag([1.0, 2.0, 4.0]), np.array([1.0, 0.9, 0.5])
    path = exact_lambda_path(H[: kinks - 1, : kinks - 1], p[: kinks - 1])
    assert not faults(words(weight_path_figure(path)))


def test_counter_examples_at_every_end_of_their_sliders():
    charts = [
        *(counter_examples.double_fault_figure(lam) for lam in (0.0, 2.0, 4.0, 60.0)),
        *(counter_examples.quarter_figure(copies) for copies in (1, 50)),
        *(counter_examples.damping_figure(rounds) for rounds in (1, 2)),
        *(counter_examples.hinge_figure(plural, wrong) for plural in (0, 1) for wrong in (0, 1)),
        *(counter_examples.training_vote_figure(members) for members in (1, 3)),
        *(counter_examples.alpha_figure(lam) for lam in (0.25, 1.25, 2.0)),
        *(counter_examples.self_figure(rows) for rows in (1, 2)),
    ]
    for chart in charts:
        assert not faults(words(chart)), words(chart)


def test_the_bar_of_rounds_and_why_it_stopped():
    from pages.lab import stop_text
    from pages.widgets import round_bar

    trace = self_train(*tiny(2, 1), Settings(kernel="linear", max_rounds=2, stop_on=()))
    for fact in round_bar._said(trace)["facts"]:
        assert not faults(fact), fact
    assert "1 of 1 member keeps weight" in fact
    one = SimpleNamespace(rounds=(0,), stop_reason="rounds", period=None)
    assert "after 1 round." in stop_text.why(one)
