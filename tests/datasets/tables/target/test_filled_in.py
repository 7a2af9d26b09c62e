"""Columns that have a value in rows of one class only are told."""

from __future__ import annotations

import numpy as np
import pytest

from l2dwk_core.datasets.tables import inspect_table

N = 300
DRAW = np.random.default_rng(6)
DEAD = DRAW.random(N) < 0.4
NOISE = DRAW.integers(1, 40, N)
DAYS = DRAW.integers(1, 900, N).astype(str)
LABELS = np.where(DEAD, "dead", "alive")


def draft_of(values, labels=LABELS, name="v"):
    rows = [f"{n},{v},{y}" for n, v, y in zip(NOISE, values, labels, strict=True)]
    return inspect_table("\n".join([f"noise,{name},label", *rows]).encode())


def told(draft):
    found = [note for note in draft.to_dataset("label").notes if "tells the class" in note]
    assert len(found) == sum(p.role == "ignored" for p in draft.proposals)
    return found


def test_a_number_of_one_class_is_told():
    (note,) = told(draft_of(np.where(DEAD, DAYS, ""), name="days_to_death"))
    assert "Whether it has a value tells the class in 300 of 300 rows." in note


def test_a_number_of_some_rows_of_one_class_is_told():
    some = DEAD & (DRAW.random(N) < 0.5)
    (note,) = told(draft_of(np.where(some, DAYS, ""), name="body"))
    assert note.startswith("Column 'body' tells the class 'label' of some rows. It has a value in ")
    assert f"in {some.sum()} rows, all of them with the class 'dead'. If it is known" in note


def test_a_few_values_are_told_where_they_are_hardly_of_one_class_by_chance():
    for many in (10, 15, 22):
        some = DEAD & (np.cumsum(DEAD) <= many)
        chance = 2 * (DEAD.mean() ** many + (1 - DEAD.mean()) ** many)  # of two columns
        assert len(told(draft_of(np.where(some, DAYS, "")))) == (chance < 1e-4)


def test_words_that_most_rows_of_one_class_have_are_told():
    """As the lifeboats of Titanic, which nearly all who survived have, and a few others."""
    boat = np.where(DEAD, "", DRAW.choice(["2", "11", "C", "D", "5 7"], N))
    boat[np.flatnonzero(DEAD)[:3]] = "C"
    boat[np.flatnonzero(~DEAD)[:5]] = ""
    (note,) = told(draft_of(boat, name="boat"))
    assert "Whether it has a value tells the class in 292 of 300 rows." in note


SILENT = {
    "no gaps": DAYS,
    "gaps by chance": np.where(DRAW.random(N) < 0.5, DAYS, ""),
    "one row in ten differs": np.where((np.arange(N) % 10 == 0) != DEAD, DAYS, ""),
}


@pytest.mark.parametrize("values", SILENT.values(), ids=SILENT)
def test_nothing_is_said_of_other_gaps(values):
    assert not told(draft_of(values))
