"""Equal rows of different classes: counted in every dataset, and what they do to training votes."""

from __future__ import annotations

from collections import Counter, defaultdict

import numpy as np
import pandas as pd
import pytest

from l2dwk_core.datasets import DATASETS, load_dataset
from l2dwk_core.datasets.encoding import tree_encoder
from l2dwk_core.figures.paper import counter_examples
from l2dwk_core.method.settings import PRESETS, Settings
from l2dwk_core.oracle.weighted_vote import WeightedVote
from l2dwk_core.paper import EQUATIONS
from l2dwk_core.paper.conflicts import CONFLICTS, Conflicts, conflicts_sentence, count_conflicts
from l2dwk_core.runs.prepare import prepare_run
from pages.lessons.lessons import LESSONS

SLOW = pytest.mark.slow
SHIPPED = [name for name in DATASETS if name != "artificial"]


def counted_slowly(X, y):
    """With dictionaries, row by row."""
    groups = defaultdict(Counter)
    for row, label in zip(tree_encoder(X).transform(X), y, strict=True):
        key = tuple("missing" if np.isnan(v) else float(np.float32(v)) for v in row)
        groups[key][label] += 1
    mixed = [group for group in groups.values() if len(group) > 1]
    rows = sum(group.total() for group in mixed)
    return Conflicts(rows, rows - sum(max(group.values()) for group in mixed))


def test_a_table_counted_by_hand():
    gap = np.nan
    X = pd.DataFrame({"n": [1.0, 1.0, 1.0, 2.0, gap, gap, 3.0], "s": list("aaabbba")})
    y = np.array(["x", "x", "y", "x", "x", "y", "x"])
    # Rows 1 to 3 (least wrong 1) and the two with a gap (1).
    assert count_conflicts(X, y) == counted_slowly(X, y) == Conflicts(5, 2)
    assert count_conflicts(X, ["x"] * 7) == Conflicts(0, 0)
    # Equal in float32, where trees compare.
    assert count_conflicts([[1.0], [1.0 + 1e-9]], ["x", "y"]) == Conflicts(2, 1)


def test_what_is_said_is_what_all_31_tables_hold():
    tables = [load_dataset(name) for name in SHIPPED]
    assert len(tables) == 31
    found = {name: count_conflicts(d.X, d.y) for name, d in zip(SHIPPED, tables, strict=True)}
    assert {name: c for name, c in found.items() if c.rows} == CONFLICTS
    for name, d in zip(SHIPPED, tables, strict=True):
        if name in CONFLICTS or len(d.y) < 300:
            assert counted_slowly(d.X, d.y) == found[name]
    rows, wrong = (sum(c[place] for c in found.values()) for place in (0, 1))
    said = conflicts_sentence()
    assert f"{len(CONFLICTS)} of the {len(tables)} datasets" in said
    assert f"{rows:,} of their rows" in said and f"at least {wrong:,} wrong" in said
    assert all(name in said for name in CONFLICTS)


def test_every_place_that_speaks_of_perfect_training_votes_names_them():
    said = conflicts_sentence()
    assert said in next(e.remark for e in EQUATIONS if e.key == "eq:Oracle-Output")
    assert said in counter_examples.training_vote_figure(11).reading
    assert "Glass has no two equal rows" in LESSONS["training_votes"].steps[0].after
    assert "glass" not in CONFLICTS


def training_votes(name):
    """Wrong votes of all members counting the same, and the rounds at λ = 1 and as printed."""
    prepared = prepare_run(name, weighting="training")
    uniform = WeightedVote(prepared.oracle).outcome(np.full(301, 1 / 301))
    rounds = [len(prepared.solve(s).trace.rounds) for s in (Settings(), PRESETS["paper"])]
    rows = prepared.training_rows
    d = prepared.dataset
    here = count_conflicts(d.X.iloc[rows], d.y[rows])
    return int(uniform.wrong.sum()), here, rounds


SMALL = ["balloons", "hayes-roth", "breast-cancer", "led7", "zoo", "glass", "german"]


@pytest.mark.parametrize(
    "name", [*SMALL, *(pytest.param(n, marks=pytest.mark.slow) for n in SHIPPED if n not in SMALL)]
)
def test_the_loop_stops_at_once_where_no_equal_rows_differ_and_only_there(name):
    wrong, here, rounds = training_votes(name)
    assert here.wrong <= wrong <= here.rows
    if name in CONFLICTS:
        assert here.wrong > 0
        assert min(rounds) > 1
    else:
        assert rounds == [1, 1]  # README: "on 27 where it learns on the training rows"


@pytest.mark.parametrize(
    ("name", "stops"),
    [("balloons", False), ("zoo", True), pytest.param("led24", False, marks=SLOW)],
)
def test_on_a_bootstrap_rows_that_few_trees_were_grown_on_may_be_lost(name, stops):
    """README: at λ = 1 it stops in round 1 on 26 datasets. On led24 no rows conflict."""
    run = prepare_run(name, weighting="bootstrap").solve(Settings(lam=1.0))
    assert (len(run.trace.rounds) == 1) == stops
