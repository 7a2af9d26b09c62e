"""Quantities of a run, against the same numbers from the run's arrays."""

from __future__ import annotations

import math

import numpy as np
import pytest

from l2dwk_core.diversity.pair_counts import oracle_of_counts
from l2dwk_core.lessons.quantities import (
    PATH,
    QUANTITIES,
    number_shown,
    quantities_markdown,
    values_of,
)
from tests.trainings import run_of_step


def test_the_table_is_written_from_the_list():
    assert PATH.read_text(encoding="utf-8") == quantities_markdown()
    for key in QUANTITIES:
        assert f"| `{key}` |" in quantities_markdown()


def test_quantities_of_a_run_are_those_of_its_arrays():
    run = run_of_step("noise", 2)
    value = values_of("run", run)
    final = run.trace.rounds[run.trace.returned_round - 1]
    last = run.trace.rounds[-1].alpha
    right = run.oracle.matrix > 0
    members = right.mean(axis=0)
    margins = np.where(right, 1, -1) @ final.weights
    votes = np.array([np.bincount(c, w, 2) for c, w in _weighted(run, final.weights)])
    correct = votes.argmax(axis=1) == run.test_oracle.label_codes
    half = next(n for n in range(1, 58) if np.sort(last)[::-1][:n].sum() >= last.sum() / 2)
    expected = {
        "members": 301,
        "members_kept": np.count_nonzero(final.weights),
        "effective_members": 1 / (final.weights**2).sum(),
        "largest_weight": 100 * final.weights.max(),
        "rounds": len(run.trace.rounds),
        "weighting_rows": 57,
        "positive_margins": (margins > 1e-9).sum(),
        "mean_margin": margins.mean(),
        "half_of_alpha": half,
        "flipped_rows": 100 * run.prepared.flipped.mean(),
        "alpha_on_flipped": 100 * last[run.prepared.flipped].sum() / last.sum(),
        "accuracy": 100 * correct.mean(),
        "weakest_member": 100 * members.min(),
        "mean_member": 100 * members.mean(),
        "strongest_member": 100 * members.max(),
        "margin_target": 1.0,
        "test_rows": len(correct),
    }
    for key, number in expected.items():
        assert value(key) == pytest.approx(number), key
    for key, parts in {
        "points_over_uniform": ("accuracy", "uniform_accuracy"),
        "points_over_all_rows": ("accuracy", "all_rows_accuracy"),
        "points_over_best_member": ("accuracy", "best_member_accuracy"),
        "hold_out_cost": ("all_rows_accuracy", "uniform_accuracy"),
    }.items():
        assert value(key) == pytest.approx(value(parts[0]) - value(parts[1]))
    assert math.isnan(values_of("run", run_of_step("noise", 1))("alpha_on_flipped"))
    with pytest.raises(KeyError):
        value("q_statistic")


def _weighted(run, weights):
    return [(codes, weights) for codes in run.test_oracle.codes]


def test_every_quantity_has_a_value_of_its_kind():
    run, pair = run_of_step("training_votes", 1), oracle_of_counts(45, 25, 20, 10)
    for key, item in QUANTITIES.items():
        found = values_of(item.of, run if item.of == "run" else pair)(key)
        if item.kind == "word":
            assert found in item.words
        elif item.kind == "count":
            assert found == int(found)
        assert item.shown(found)


def test_the_verdict_is_that_of_the_sign_test():
    assert values_of("run", run_of_step("weighting_pays", 2))("verdict") == "better"
    assert values_of("run", run_of_step("few", 4))("verdict") == "none"


@pytest.mark.parametrize(
    ("kind", "value", "said"),
    [
        ("share", 51.9, "52%"), ("points", 6.38, "+6.4 points"), ("points", -2.66, "−2.7 points"),
        ("points", -0.04, "0.0 points"), ("count", 1234, "1,234"), ("number", -0.0526, "−0.05"),
        ("number", -0.001, "0"), ("number", 0.5, "0.5"),
    ],
)  # fmt: skip
def test_numbers_are_written_as_a_reader_writes_them(kind, value, said):
    assert number_shown(kind, value) == said
