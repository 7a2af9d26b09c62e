"""Rows of a group stay in one fold of the given estimators and of λ, or are refused."""

from __future__ import annotations

import numpy as np
import pytest
from sklearn import config_context
from sklearn.base import clone
from sklearn.model_selection import (
    GroupKFold,
    StratifiedGroupKFold,
    StratifiedKFold,
    cross_val_predict,
    cross_validate,
)
from sklearn.neighbors import KNeighborsClassifier

from l2dwk_core.combiners import COMBINERS
from l2dwk_core.combiners.optimisation.l2dwk_cv import L2DWKClassifierCV
from l2dwk_core.combiners.reference.single_best import SingleBest
from l2dwk_core.common.errors import InputError
from tests.combiners.given_wines import (
    LABELS,
    THREE,
    X,
    classifier,
)

GROUPS = np.arange(len(X)) // 4
"""Rows in fours, each of its own; the wines are sorted by class."""


def grouped_copies():
    """Rows whose label is a coin for each group, and a model that remembers rows: it is right only
    where a row of the same group is in its training rows."""
    rng = np.random.default_rng(0)
    group = rng.permutation(np.repeat(np.arange(30), 4))
    table = rng.normal(size=(30, 2))[group]
    return table, rng.permutation(np.arange(30) % 2)[group], group


def test_rows_of_a_group_stay_in_one_fold():
    table, labels, group = grouped_copies()
    memory = [("memory", KNeighborsClassifier(1))]
    model = SingleBest(estimators=memory)
    alone = model._gather(table, labels)
    assert (alone.codes[:, 0] == alone.label_codes).mean() > 0.9
    together = model._gather(table, labels, group)
    folds = StratifiedGroupKFold(5)
    told = cross_val_predict(KNeighborsClassifier(1), table, labels, groups=group, cv=folds)
    np.testing.assert_array_equal(together.classes[together.codes[:, 0]], told)
    assert (together.codes[:, 0] == together.label_codes).mean() < 0.8


@pytest.mark.parametrize("key", ["l2dwk", "l2dwk_cv", "stacking", "rse", "uniform_vote"])
def test_groups_are_used_by_every_method_of_given_estimators(key):
    model = COMBINERS[key].create(estimators=THREE, cv=GroupKFold(4), random_state=0)
    words = [f"group {number:02}" for number in GROUPS]
    model.fit(X, LABELS, groups=words)
    again = clone(model).set_params(cv=list(GroupKFold(4).split(X, LABELS, GROUPS)))
    again.fit(X, LABELS, groups=GROUPS)
    np.testing.assert_array_equal(model.weights_, again.weights_)


def test_lambda_is_chosen_by_folds_that_keep_groups_together(monkeypatch):
    from l2dwk_core.combiners.optimisation import l2dwk_cv

    seen = []
    choose = l2dwk_cv.choose_lambda
    monkeypatch.setattr(
        l2dwk_cv, "choose_lambda", lambda *a, **k: seen.append(k["groups"]) or choose(*a, **k)
    )
    L2DWKClassifierCV(estimators=THREE).fit(X, LABELS, groups=GROUPS)
    np.testing.assert_array_equal(seen[0], GROUPS)


def test_groups_are_routed_as_scikit_learn_routes_them():
    seen = []

    class Spy(SingleBest):
        def fit(self, X, y, *, groups=None, **more):
            seen.append(groups)
            return super().fit(X, y, groups=groups, **more)

    with config_context(enable_metadata_routing=True):
        model = Spy(estimators=THREE).set_fit_request(groups=True)
        cross_validate(model, X, LABELS, cv=GroupKFold(3), params={"groups": GROUPS})
    assert [set(found) for found in seen] == [
        set(GROUPS[kept]) for kept, _ in GroupKFold(3).split(X, LABELS, GROUPS)
    ]


@pytest.mark.parametrize(
    ("parameters", "groups", "message"),
    [
        ({"cv": StratifiedKFold(3)}, GROUPS, r"separates the rows of group 14; .*GroupKFold"),
        ({"cv": 5}, GROUPS[:-1], r"groups has shape \(177,\), but X has 178 rows"),
        ({"weighting": "hold_out"}, GROUPS, "'hold_out' draws rows without regard to groups"),
        ({"estimators": None}, GROUPS, "members of pool='bagging' are trained and judged"),
        (
            {"cv": 60},
            GROUPS,
            f"60, but there are {len(set(GROUPS))} groups; .* up to the number",
        ),
    ],
)
def test_groups_that_cannot_be_kept_are_refused(parameters, groups, message):
    with pytest.raises(InputError, match=message):
        classifier(**parameters).fit(X, LABELS, groups=groups)
