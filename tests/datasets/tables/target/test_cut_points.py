"""Numbers that tell the class by cut points, such as a probability, are told."""

from __future__ import annotations

import itertools

import numpy as np
import pytest

from l2dwk_core.datasets.tables import inspect_table

N = 300
DRAW = np.random.default_rng(3)
ILL = DRAW.random(N) < 0.4
NOISE = DRAW.integers(1, 40, N)
SPLIT = np.where(ILL, DRAW.uniform(0.55, 0.99, N), DRAW.uniform(0.01, 0.45, N)).round(4)
NAMES = np.where(ILL, "ill", "well")


def draft_of(values, labels, name="v"):
    rows = [f"{n},{v},{y}" for n, v, y in zip(NOISE, values, labels, strict=False)]
    return inspect_table("\n".join([f"noise,{name},label", *rows]).encode())


def told(draft):
    found = [note for note in draft.to_dataset("label").notes if "tells the class" in note]
    proposed = [p for p in draft.proposals if p.role == "ignored" and "tells the class" in p.text]
    assert len(found) == len(proposed)
    return found


def most_by_cuts(values, labels):
    """Return, by trying all cut points and orders, how many rows lie in the interval of their
    class."""
    numbers, classes = np.unique(values), np.unique(labels)
    most = 0
    for cuts in itertools.combinations_with_replacement([-np.inf, *numbers], len(classes) - 1):
        part = np.searchsorted(cuts, values, side="left")
        for order in itertools.permutations(classes):
            most = max(most, int(np.sum(np.array(order)[part] == labels)))
    return most


@pytest.mark.parametrize("name", ["prob", "score", "Wahrscheinlichkeit", "x17"])
def test_a_number_that_splits_two_classes_is_told(name):
    (note,) = told(draft_of(SPLIT, NAMES, name))
    up_to = SPLIT[~ILL].max()
    assert f"in 300 of 300 rows: up to {up_to} 'well', above 'ill'." in note
    assert "leave it out" in note


def test_a_few_rows_may_differ():
    for wrong in (1, 3):
        labels = NAMES.copy()
        labels[:wrong] = np.where(ILL[:wrong], "well", "ill")
        (note,) = told(draft_of(SPLIT, labels))
        assert f"in {most_by_cuts(SPLIT, labels)} of 300 rows" in note
    labels = NAMES.copy()
    labels[:6] = np.where(ILL[:6], "well", "ill")
    assert not told(draft_of(SPLIT, labels))


def test_of_a_probability_more_rows_may_differ():
    noisy = np.clip(np.where(ILL, 0.8, 0.2) + DRAW.normal(0, 0.17, N), 0, 1).round(4)
    right = most_by_cuts(noisy, NAMES)
    assert 0.95 * N <= right < 0.99 * N
    (note,) = told(draft_of(noisy, NAMES, "p_ill_prob"))
    assert f"in {right} of 300 rows" in note
    assert not told(draft_of(noisy, NAMES, "crp"))


def test_three_classes_and_gaps():
    level = DRAW.integers(0, 3, N)
    values = (level * 10 + DRAW.uniform(0, 9, N)).round(3)
    labels = np.array(["high", "low", "middle"])[[1, 2, 0]][level]
    (note,) = told(draft_of(values, labels))
    assert (
        f"up to {values[level == 0].max()} 'low', up to {values[level == 1].max()} 'middle', above"
        in note
    )
    gaps = np.where(np.arange(N) % 5 == 0, "", values.astype(str))
    assert "in 240 of 240 rows" in told(draft_of(gaps, labels))[0]
    labels[5] = "low" if level[5] else "high"
    right = most_by_cuts(values[:40], labels[:40])
    assert right == 39
    assert "in 299 of 300 rows" in told(draft_of(values, labels))[0]


SILENT = {
    "noise": (NOISE + 0.5, NAMES),
    "few rows": (SPLIT[:14], NAMES[:14]),
    "a rare class": (np.arange(N) * 7 % 300 / 10, np.where(np.arange(N) * 7 % 300 > 296, "a", "b")),
    "two intervals of one class": (SPLIT, np.where(abs(SPLIT - 0.5) < 0.3, "in", "out")),
    "known of few": (np.where(np.arange(N) % 3 == 0, SPLIT.astype(str), ""), NAMES),
}


@pytest.mark.parametrize(("values", "labels"), SILENT.values(), ids=SILENT)
def test_nothing_is_said_of_other_numbers(values, labels):
    assert not told(draft_of(values, labels))
