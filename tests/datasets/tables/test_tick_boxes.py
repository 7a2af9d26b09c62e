"""A column of one mark and empty cells tells which boxes are ticked."""

from __future__ import annotations

import io

import pandas as pd
import pytest

from l2dwk_core.datasets.tables import inspect_table

N = 60


def table(mark: str) -> bytes:
    rows = (f"{mark * (i % 2)},{i % 9}.5,{'ab'[i % 3 > 0]}" for i in range(N))
    return "\n".join(["v,x,class", *rows]).encode()


@pytest.mark.parametrize("mark", ["x", "X", "✓", "1", "TRUE"])
def test_ticked_boxes_are_used_as_categories(mark):
    draft = inspect_table(table(mark))
    assert draft.columns[0].role == "symbolic"
    assert f"30 of 60 cells hold {mark!r}, the others are empty" in draft.columns[0].reason
    data = draft.to_dataset()
    assert data.X["v"].isna().tolist() == [i % 2 == 0 for i in range(N)]
    assert any("'v'" in note and draft.columns[0].reason in note for note in data.notes)
    assert not any(p.column == "v" for p in draft.proposals)


def test_ticked_boxes_of_a_parquet_file():
    v = pd.array([1 if i % 2 else None for i in range(N)], dtype="Int64")
    frame = pd.DataFrame(
        {"v": v, "x": [i % 9 + 0.5 for i in range(N)], "class": ["ab"[i % 3 > 0] for i in range(N)]}
    )
    out = io.BytesIO()
    frame.to_parquet(out)
    assert inspect_table(out.getvalue()).columns[0].role == "symbolic"


def test_another_single_value_is_left_out_with_the_count_of_empty_cells():
    draft = inspect_table(table("5"))
    assert draft.columns[0].role == "constant"
    assert "Every value is '5', and 30 of 60 cells are empty." in draft.columns[0].reason
    assert [(p.column, p.role) for p in draft.proposals] == [("v", "symbolic")]
    used = draft.to_dataset(roles={"v": "symbolic"}).X["v"]
    assert used.isna().sum() == 30
