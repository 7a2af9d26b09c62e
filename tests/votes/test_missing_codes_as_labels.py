"""A code such as 99 among true labels is noted: it may mean that the label is missing."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest

from l2dwk_core.votes.read import read_votes
from tests.votes import answers


@pytest.mark.parametrize("code", [99, -9, -99])
def test_a_code_among_true_labels_is_noted(code):
    label = np.arange(60) % 2
    frame = pd.DataFrame({"rf": label, "svm": (np.arange(60) % 3 > 0) * 1, "y_true": label})
    assert "missing value" not in " ".join(read_votes(answers.csv(frame)).notes)
    frame.loc[::10, "y_true"] = code
    (note,) = [n for n in read_votes(answers.csv(frame)).notes if "missing value" in n]
    assert note.startswith(f"{code} in 6 rows of 'y_true' lies far from the others (0 to 1).")
