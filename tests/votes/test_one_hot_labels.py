"""True labels in one column of 0 and 1 for each class are read as one column."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest

from l2dwk_core.common.errors import InputError
from l2dwk_core.votes.read import read_votes
from tests.votes import answers
from tests.votes.made_tables import notes_of


def one_hot(frame, start):
    marks = pd.get_dummies(frame["label"], prefix=start, prefix_sep="").astype(int)
    return pd.concat([marks, frame.drop(columns="label")], axis=1)


@pytest.mark.parametrize("start", ["y_", "label: ", "Y_true_"])
def test_true_labels_with_one_column_for_each_class_are_read(start):
    for table in (answers.table(), answers.probability_table()):
        read = read_votes(answers.csv(one_hot(table, start)))
        np.testing.assert_array_equal(read.labels, answers.labels())
        np.testing.assert_array_equal(read.predictions, answers.predictions())
        assert read.models == answers.MODELS
        assert f"{start}setosa' is the class 'setosa'" in notes_of(read)


@pytest.mark.parametrize(("column", "value"), [("y_virginica", 1), ("y_setosa", 0)])
def test_true_labels_with_two_classes_or_none_in_a_row_are_refused(column, value):
    frame = one_hot(answers.table(), "y_")
    frame.loc[4, column] = value
    with pytest.raises(InputError, match=r"row 5 .* does not have exactly one 1"):
        read_votes(answers.csv(frame))
