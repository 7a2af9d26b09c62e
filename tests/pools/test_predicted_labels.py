"""Models that answer in a column count as those that answer in a row; other shapes are refused."""

from __future__ import annotations

import numpy as np
import pytest
from sklearn.datasets import load_wine
from sklearn.naive_bayes import GaussianNB
from sklearn.neighbors import KNeighborsClassifier
from sklearn.tree import DecisionTreeClassifier

import l2dwk_core as l2
from l2dwk_core.common.errors import InputError

X, y = load_wine(return_X_y=True)


class InAColumn(GaussianNB):
    """As CatBoost answers with more than two classes."""

    def predict(self, X):
        return super().predict(X).reshape(-1, 1)


class OneRowTooFew(GaussianNB):
    def predict(self, X):
        return super().predict(X)[: max(1, len(X) - 1)]


def models(first):
    return [
        ("nb", first),
        ("tree", DecisionTreeClassifier(max_depth=2, random_state=0)),
        ("neighbours", KNeighborsClassifier()),
    ]


@pytest.mark.parametrize("prefit", [True, False])
def test_a_member_that_answers_in_a_column_is_as_good_as_one_that_answers_in_a_row(prefit):
    found = []
    for first in (InAColumn(), GaussianNB()):
        if prefit:
            members = [member.fit(X, y) for _, member in models(first)]
            fitted = l2.L2DWKClassifier(prefit=members).fit(X, y)
        else:
            fitted = l2.L2DWKClassifier(estimators=models(first)).fit(X, y)
        found.append((fitted.weights_, fitted.predict(X)))
    assert len(found[0][0]) == 3
    np.testing.assert_array_equal(found[0][0], found[1][0])
    np.testing.assert_array_equal(found[0][1], found[1][1])


def test_another_shape_is_named():
    members = [member.fit(X, y) for _, member in models(OneRowTooFew())]
    said = r"OneRowTooFew predicts an array of shape \(177,\) for 178 rows"
    with pytest.raises(InputError, match=said):
        l2.L2DWKClassifier(prefit=members).fit(X, y)
