"""A column each of whose values occurs with one class only, or nearly, is told, and can be left
out."""

from __future__ import annotations

import itertools

import numpy as np
import pytest

from l2dwk_core.datasets.tables import inspect_table
from l2dwk_core.datasets.tables.target.one_class_each import log_chance, log_chance_of_most

N = 200
DRAW = np.random.default_rng(5)
NOISE = DRAW.integers(1, 40, N)
KINDS = DRAW.choice(["none", "worm", "dos", "scan"], N, p=[0.5, 0.2, 0.2, 0.1])
POINTS = DRAW.integers(0, 21, N)


def draft_of(values, labels, name="v", target="label"):
    rows = [f"{n},{v},{y}" for n, v, y in zip(NOISE, values, labels, strict=False)]
    return inspect_table("\n".join([f"noise,{name},{target}", *rows]).encode())


def told(draft):
    return [note for note in draft.to_dataset().notes if "tells the class" in note]


TELLING = {
    "words": (KINDS, KINDS != "none", "4 values"),
    "words where nothing is empty": (
        np.where(KINDS == "none", "", KINDS), KINDS != "none", "3 values",
    ),
    "grades": (POINTS, POINTS >= 10, "21 values"),
    "a code beside words": (
        np.where(POINTS > 19, "top", POINTS.astype(str)), POINTS >= 10, "21 values",
    ),
}  # fmt: skip


@pytest.mark.parametrize(("values", "labels", "many"), TELLING.values(), ids=TELLING)
def test_a_column_that_tells_the_class_is_told_and_left_out_by_one_click(values, labels, many):
    draft = draft_of(values, np.where(labels, "yes", "no"))
    (note,) = told(draft)
    assert note.startswith(f"Column 'v' tells the class 'label'. Each of its {many} occurs with")
    (proposal,) = [p for p in draft.proposals if p.column == "v"]
    assert (proposal.role, proposal.undo) == ("ignored", "Leave it out")
    assert "v" not in draft.to_dataset(roles={"v": "ignored"}).X


def test_a_column_that_tells_the_class_of_all_rows_but_one_is_told():
    labels = np.where((KINDS != "none") != (np.arange(N) == 7), "yes", "no")
    for values, many in ((KINDS, 4), (np.where(KINDS == "none", "A", "B"), 2)):
        draft = draft_of(values, labels)
        (note,) = told(draft)
        assert f"Each of its {many} values occurs with one class, apart from 1 of 200 rows." in note
        (proposal,) = [p for p in draft.proposals if p.column == "v"]
        assert (proposal.role, proposal.undo) == ("ignored", "Leave it out")


SILENT = {
    "one row differs": (KINDS, np.append((KINDS != "none")[1:], KINDS[0] == "none")),
    "a measurement of which one row in ten differs": (
        POINTS + 0.5,
        (POINTS >= 10) != (np.arange(N) % 10 == 0),
    ),
    "three rows of two hundred differ": (
        KINDS,
        (KINDS != "none") != (np.arange(N) % 70 == 0),
    ),
    "many values": (np.arange(N) // 2, np.arange(N) < 100),
    "values of one row": (np.arange(50), np.arange(50) < 25),
    "noise": (NOISE, POINTS >= 10),
    "a rare class": (POINTS == 20, (POINTS == 20) | (POINTS == 0)),
    "chance": (np.arange(20) // 2, np.arange(20) // 2 % 2),
    "known of few": (np.where(POINTS < 5, POINTS.astype(str), ""), POINTS % 2),
}


@pytest.mark.parametrize(("values", "labels"), SILENT.values(), ids=SILENT)
def test_nothing_is_said_of_other_columns(values, labels):
    draft = draft_of(values, np.where(labels, "yes", "no"))
    assert not told(draft)
    assert not any("one class only" in p.text for p in draft.proposals)


def test_what_is_one_to_one_is_told_once():
    draft = draft_of(np.where(POINTS > 9, "B", "A"), np.where(POINTS > 9, "yes", "no"))
    assert sum("'v'" in note for note in draft.to_dataset().notes) == 1


def test_the_chance_is_that_of_all_draws_with_the_shares_of_the_classes():
    codes, labels = np.array([0, 0, 1, 1, 1]), np.array([0, 0, 1, 1, 1])
    draws = itertools.product(range(2), repeat=5)
    probability = sum(
        0.4 ** draw.count(0) * 0.6 ** draw.count(1)
        for draw in draws
        if len(set(draw[:2])) == 1 and len(set(draw[2:])) == 1
    )
    assert log_chance(codes, labels) == pytest.approx(np.log(probability))
    assert log_chance(codes, np.array([0, 1, 1, 1, 1])) == np.inf


def test_the_chance_that_most_rows_of_each_value_have_one_class_is_bounded():
    codes = np.array([0, 0, 0, 1, 1, 1])
    table = np.array([[2, 1], [0, 3]])
    probability = 0.0
    for draw in itertools.product(range(2), repeat=6):
        most = [max(np.bincount(np.array(draw)[codes == v], minlength=2)) for v in (0, 1)]
        if most[0] >= 2 and most[1] >= 3:
            probability += np.prod([(1 / 3, 2 / 3)[one] for one in draw])
    bound = np.exp(log_chance_of_most(table))
    assert bound == pytest.approx((3 * (1 / 9 + 4 / 9)) * (1 / 27 + 8 / 27))
    assert probability <= bound
