"""What the Lab says of a run is so for that run: the card of round 1, double fault, the bound."""

from __future__ import annotations

import numpy as np
import pytest

from l2dwk_core.common.text import bound
from l2dwk_core.pools.kinds import POOL_KINDS, fully_grown
from l2dwk_core.pools.recipe import PoolRecipe
from l2dwk_core.pools.train_pool import train_pool
from tests import page_apps as apps
from tests.trainings import FEW, prepared_once

HEART = "They are fully grown trees"
LIMITS = [
    {},
    {"max_depth": 2},
    {"max_depth": 5},
    {"min_samples_split": 10},
    {"min_samples_leaf": 4},
]


@pytest.mark.parametrize("kind", [key for key in POOL_KINDS if key != "library"])
@pytest.mark.parametrize("limits", LIMITS, ids=str)
def test_fully_grown_means_right_on_every_row_a_member_was_grown_on(kind, limits):
    rng = np.random.default_rng(5)
    X, y = rng.normal(size=(60, 4)), rng.integers(0, 3, 60)
    pool = train_pool(X, y, kind=kind, n_members=10, **limits)
    grown_on = np.ones((60, 10), dtype=bool) if pool.out_of_bag is None else ~pool.out_of_bag
    right = pool.predict_codes(X) == y[:, None]
    recipe = PoolRecipe(kind=kind, n_members=10, **limits)
    assert fully_grown(recipe) == bool(right[grown_on].all())


@pytest.mark.parametrize(
    ("query", "by_heart"),
    [
        ({}, "each is right on the rows of its own sample"),
        ({"weighting": "bootstrap"}, "each is right on the rows of its own sample"),
        ({"pool": "random_forest"}, "each is right on the rows of its own sample"),
        ({"pool": "extra_trees"}, "each is right on all rows it was trained on"),
        ({"max_depth": "8"}, ""),
        ({"min_samples_leaf": "2"}, ""),
        ({"pool": "mixed"}, ""),
    ],
)
def test_the_card_speaks_of_full_trees_only_where_the_members_are(query, by_heart):
    app = apps.lab(**{"weighting": "training", **query})
    apps.check(app)
    said = apps.said(app)
    assert "stopped in round 1" in said
    assert "The members were trained on these very rows" in said
    assert (HEART in said) == bool(by_heart)
    assert by_heart in said


@pytest.mark.parametrize(
    ("query", "words"),
    [
        ({"lam_on": "accuracy", "lam": "2.0"}, "disagreement at 2λ + 1 = 5, for every kernel"),
        ({"lam": "2.0"}, "disagreement at λ/(λ + 2) = 0.5, for every kernel"),
        ({"terms": "diversity"}, "Double fault alone is disagreement together with accuracy"),
        ({"terms": "accuracy"}, "the diversity plays no part"),
        ({"matrix_repair": "authors"}, "is not disagreement at another λ"),
    ],
)
def test_what_double_fault_amounts_to(query, words):
    app = apps.open_page("lab.py", v="1", diversity="double_fault", **query)
    apps.check(app)
    assert words in apps.said(app)


def test_the_headline_never_certifies_zero():
    app = apps.lab(kernel="linear", update="none")
    shown = apps.metric(app, "Objective, certified within")
    trace = (
        prepared_once(apps.EASY, n_members=FEW).solve(app.session_state["choice"].settings()).trace
    )
    last = trace.rounds[trace.returned_round - 1]
    assert shown == bound(last.gap, last.objective)
    assert float(shown) >= 1e-15
    metric = next(m for m in app.metric if m.label == "Objective, certified within")
    assert "up to rounding" in metric.help
