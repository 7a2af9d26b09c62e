"""What callers pass as labels keeps its values, or is refused."""

from __future__ import annotations

import io

import numpy as np
import pandas as pd
import pytest

from l2dwk_core.common.arrays import label_array, plain_array
from l2dwk_core.common.errors import InputError
from l2dwk_core.votes.read import read_votes

LABELS = ["a", "a\0", "b"]


@pytest.mark.parametrize(
    "values",
    [
        LABELS,
        np.array(LABELS, dtype=object),
        np.array(LABELS, dtype=object).reshape(3, 1),
        [[label] for label in LABELS],
        pd.Series(LABELS),
        pd.Series(LABELS, dtype="string"),
        pd.Series(LABELS, dtype="category"),
        [label.encode() for label in LABELS],
    ],
)
def test_a_label_that_ends_with_nul_is_refused(values):
    """As an array of text it would be the class without the NUL."""
    with pytest.raises(InputError, match=r"Labels hold b?'a\\x00', which ends with .* NUL"):
        label_array("Labels", values)


@pytest.mark.parametrize("values", [["a", "\0a"], ["a", ""], ["a\0b", "b"], np.array(["a", "b"])])
def test_other_labels_are_kept(values):
    assert label_array("Labels", values).tolist() == list(values)
    assert plain_array("Labels", values).tolist() == list(values)


def test_a_class_of_a_table_that_ends_with_nul_is_refused():
    out = io.BytesIO()
    pd.DataFrame({"m": LABELS * 20, "n": ["a", "b", "b"] * 20, "y": LABELS * 20}).to_parquet(out)
    with pytest.raises(InputError, match="Values of column 'y' hold"):
        read_votes(out.getvalue(), name="votes")
