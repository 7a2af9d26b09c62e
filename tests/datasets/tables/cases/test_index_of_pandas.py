"""An index that pandas wrote without a name is left out, whatever its values are."""

from __future__ import annotations

import io

import numpy as np
import pandas as pd
import pytest

from l2dwk_core.datasets.tables import inspect_table

N = 60
FRAME = pd.DataFrame(
    {"x": np.arange(N) % 7 + 0.5, "z": np.arange(N) * 37 % 41, "kind": ["a", "b"] * (N // 2)}
)
INDEXES = {
    "in order": np.arange(N),
    "shuffled": np.arange(N) * 7 % N + 400,
    "of two tables": np.arange(N) % (N // 2),
    "below zero": np.arange(N) - 9,
    "decimals": np.arange(N) / 4,
    "words": [f"r{at % 40}" for at in range(N)],
}


@pytest.mark.parametrize("values", INDEXES.values(), ids=INDEXES)
@pytest.mark.parametrize("level", [0, 1])
def test_in_csv(values, level):
    name = f"__index_level_{level}__"
    draft = inspect_table(FRAME.assign(**{name: values}).to_csv(index=False).encode())
    assert draft.columns[3].role == "ignored"
    (proposal,) = [p for p in draft.proposals if p.column == name]
    data = draft.to_dataset()
    assert (draft.target, list(data.X)) == ("kind", ["x", "z"])
    assert any(repr(name) in note and "left out" in note for note in data.notes)
    assert name in draft.to_dataset(roles={name: proposal.role}).X


@pytest.mark.parametrize("values", INDEXES.values(), ids=INDEXES)
def test_in_parquet(values):
    pytest.importorskip("pyarrow")
    file = io.BytesIO()
    FRAME.set_index(pd.Index(values)).to_parquet(file)
    draft = inspect_table(file.getvalue(), name="t.parquet")
    roles = {column.name: column.role for column in draft.columns}
    assert roles.get("__index_level_0__", "ignored") == "ignored"
    assert draft.target == "kind"
    assert list(draft.to_dataset().X) == ["x", "z"]
