"""Columns x and y, perhaps with z, are coordinates beside other columns, and y is not the class."""

from __future__ import annotations

import pytest

from l2dwk_core.datasets.tables import inspect_table

N = 240
CELLS = {
    "user": lambda at: 1 + at // 60,
    "subject": lambda at: f"S{1 + at // 60:02d}",
    "activity": lambda at: ("walk", "sit", "run")[at // 7 % 3],
    "timestamp": lambda at: 1_000_000 + 50 * at,
    "code": lambda at: at // 7 % 3,
    "hr": lambda at: 60 + at * 37 % 71,
    "x": lambda at: at * 37 % 101 / 10 - 5.3,
    "y": lambda at: at * 53 % 97 / 10 - 4.1,
    "z": lambda at: at * 29 % 89 / 10 - 2.2,
}


def draft_of(head, **cells):
    made = [cells.get(name.lower(), CELLS[name.lower()]) for name in head.split(",")]
    rows = "".join(",".join(str(make(at)) for make in made) + "\n" for at in range(N))
    return inspect_table(f"{head}\n{rows}".encode())


HEADS = {
    "user,activity,timestamp,x,y,z": "activity",
    "subject,activity,timestamp,x,y,z": "activity",
    "user,activity,timestamp,X,Y": "activity",
    "activity,x,y,z": "activity",
    "x,y,z,activity": "activity",
    "timestamp,x,y,z,code": "code",
    "x,y,code": "code",
    "timestamp,x,y,z,hr": None,
}


@pytest.mark.parametrize(("head", "target"), HEADS.items())
def test_coordinates_are_inputs(head, target):
    draft = draft_of(head)
    assert draft.target == target
    assert "'y'" not in draft.target_reason and "'Y'" not in draft.target_reason
    if target is not None:
        assert {"x", "y"} <= {name.lower() for name in draft.to_dataset().X}


def test_whole_numbers_on_a_grid_are_coordinates_too():
    for head in ("x,y,z,code", "activity,x,y,z"):
        draft = draft_of(head, x=lambda at: at % 9, y=lambda at: at % 7, z=lambda at: at // 9 % 4)
        assert draft.target in ("code", "activity")


def test_y_is_what_x_explains_where_nothing_speaks_for_a_place():
    assert draft_of("x,y").target == "y"
    assert draft_of("hr,x,y").target == "y"
    assert draft_of("activity,x,y", y=lambda at: at // 5 % 2).target == "y"
    assert draft_of("x,y,hr", y=lambda at: "ab"[at // 5 % 2]).target == "y"


def test_a_class_in_words_called_y_stays_the_class():
    assert draft_of("x,z,y", y=lambda at: "ab"[at // 5 % 2]).target == "y"
