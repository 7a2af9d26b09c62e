"""Predictions and labels are matched by position; another order of the same index is warned of."""

from __future__ import annotations

import warnings

import numpy as np
import pandas as pd
import pytest

import l2dwk_core as l2
from tests.problems import class_problem

PREDICTIONS, LABELS = class_problem(3, 40, 5)
NAMES = [f"row {k}" for k in range(40)]
TABLE = pd.DataFrame(PREDICTIONS, index=NAMES)


def _weights(table, labels):
    return l2.self_train(table, labels).weights


def test_another_order_of_the_same_index_is_warned_of():
    order = np.random.default_rng(0).permutation(40)
    shuffled = pd.Series(LABELS, index=NAMES).iloc[order]
    with pytest.warns(UserWarning, match=r"matched by position.*labels.loc\[predictions.index\]"):
        found = _weights(TABLE, shuffled)
    np.testing.assert_array_equal(found, _weights(PREDICTIONS, LABELS[order]))
    for call in (l2.choose_lambda, lambda p, y: l2.lambda_path(p, y, l2.Settings(), [1.0])):
        with pytest.warns(UserWarning, match="matched by position"):
            call(TABLE, shuffled)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        remedied = _weights(TABLE, shuffled.loc[TABLE.index])
    np.testing.assert_array_equal(remedied, _weights(PREDICTIONS, LABELS))


@pytest.mark.parametrize(
    "labels",
    [
        LABELS,
        LABELS.tolist(),
        pd.Series(LABELS),
        pd.Series(LABELS, index=NAMES),
        pd.Series(LABELS, index=range(60, 100)),
        pd.Series(LABELS, index=["same"] * 40),
    ],
)
def test_nothing_else_is(labels):
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        np.testing.assert_array_equal(_weights(TABLE, labels), _weights(PREDICTIONS, LABELS))
