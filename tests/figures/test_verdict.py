"""The verdict of the Lab: three votes with their accuracies, compared in pairs."""

from __future__ import annotations

import re
from dataclasses import replace
from types import SimpleNamespace

import numpy as np
import pytest
from scipy import stats

from l2dwk_core.figures.lab.verdict import verdict, verdict_sentences
from l2dwk_core.runs.prepare import prepare_run
from tests.trainings import prepared_once

pytest_plugins = ("tests.figure_inputs",)


def test_each_line_holds_a_votes_accuracy_and_the_rows_on_which_only_one_is_right():
    run = prepared_once("glass").solve()
    first, same, every = verdict(run)
    truth = run.prepared.labels[run.prepared.test_rows]
    classes = run.prepared.dataset.classes

    def right(codes):
        votes = np.stack([(codes == c).sum(axis=1) for c in range(len(classes))])
        return classes[votes.argmax(axis=0)] == truth

    ours = ~run.wrong
    assert first.accuracy == f"{ours.mean():.1%}"
    assert f"{np.count_nonzero(run.trace.weights)} of 301 members keep weight" in first.words
    for line, codes in (
        (same, run.test_oracle.codes),
        (every, run.prepared.reference_codes),
    ):
        theirs = right(codes)
        assert line.accuracy == f"{theirs.mean():.1%}"
        alone = np.count_nonzero(ours & ~theirs), np.count_nonzero(theirs & ~ours)
        assert re.search(rf"on {alone[0]} rows? only L2DWK is right", line.words)
        assert f"on {alone[1]} only this vote" in line.words
    assert all(line.accuracy in verdict_sentences((first, same, every)) for line in (same, every))


@pytest.mark.parametrize(
    ("same", "every"), [((8, 0), (0, 0)), ((6, 0), (7, 0)), ((1, 11), (20, 2)), ((9, 1), (1, 9))]
)
def test_a_difference_is_claimed_as_one_of_five_comparisons(accuracy, same, every):
    found = replace(
        accuracy, better=same[0], worse=same[1], better_all=every[0], worse_all=every[1]
    )
    run = prepared_once("glass").solve()
    made = SimpleNamespace(
        accuracy=found, trace=run.trace, prepared=run.prepared, n_members=run.n_members
    )
    lines = verdict(made)[1:]
    for line, (better, worse) in zip(lines, (same, every), strict=True):
        p = stats.binomtest(better, better + worse).pvalue if better + worse else 1.0
        claimed = "better" if better > worse else "worse"
        assert (f"L2DWK is {claimed} on this split" in line.words) == (5 * p < 0.05)


def test_where_members_learn_from_all_rows_both_uniform_votes_are_one():
    run = prepare_run("zoo", n_members=9, weighting="out_of_bag").solve()
    _, same, every = verdict(run)
    assert same.accuracy == every.accuracy
    assert "these are the same members" in every.words
