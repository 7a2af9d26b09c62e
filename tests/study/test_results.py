"""Means over folds, ranks, order, and the parts of a study's table."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest
from scipy.stats import rankdata

from l2dwk_core.common.errors import InputError
from l2dwk_core.study.export import as_frame
from l2dwk_core.study.kept_and_gain import kept_and_gain
from l2dwk_core.study.ranked_methods import ranked_methods
from l2dwk_core.study.results import finished_datasets, study_table
from l2dwk_core.study.shipped_study import SHIPPED
from tests.three_methods import METHODS, alternating, made_recipe, made_records, made_table


def test_means_are_those_of_the_folds():
    table = made_table({"a": (40, 30, 20), "b": (10, 20, 30)})
    np.testing.assert_allclose(table.accuracies, [[0.8, 0.6, 0.4], [0.2, 0.4, 0.6]])
    np.testing.assert_allclose(table.kept, [[20, 5, 1]] * 2)
    assert (table.datasets, table.methods) == (("a", "b"), METHODS)


def test_a_method_without_a_result_on_some_fold_has_a_gap():
    table = made_table({"a": (40, 30, 20), "b": (10, 20, 30)}, lost={("b", "single_best")})
    assert np.isnan(table.accuracies.loc["b", "single_best"])
    assert table.accuracies.isna().sum().sum() == 1


def test_a_dataset_with_a_missing_fold_is_not_there():
    recipe = made_recipe(("a", "b"))
    records = as_frame(made_records({"a": (40, 30, 20), "b": (10, 20, 30)}))
    part = records[(records["dataset"] == "a") | (records["fold"] == 0)]
    assert finished_datasets(recipe, part) == ("a",)
    assert study_table(recipe, part, "bagging", "hold_out").datasets == ("a",)


def test_shipped_studies_are_read_with_any_number_of_datasets():
    for study in SHIPPED.values():
        for pool in study.recipe.pools:
            for source in study.recipe.sources(pool):
                table = study.results(pool, source)
                assert table.datasets == study.finished
                assert table.accuracies.equals(study.accuracies(pool, source))
                assert table.of(table.datasets[:2]).datasets == table.datasets[:2]
                ranked = ranked_methods(table)
                assert set(ranked.order()) == set(table.methods)


def test_ranks_are_those_of_scipy():
    rng = np.random.default_rng(1)
    right = {f"d{i}": tuple(int(v) for v in rng.integers(20, 24, 3)) for i in range(9)}
    ranked = ranked_methods(made_table(right))
    expected = rankdata([[-v for v in row] for row in right.values()], axis=1)
    np.testing.assert_allclose(ranked.ranks, expected)
    np.testing.assert_allclose([ranked.mean_ranks[m] for m in METHODS], expected.mean(axis=0))


def test_ranks_with_a_gap_are_among_the_methods_there():
    ranked = ranked_methods(
        made_table({"a": (40, 30, 20), "b": (10, 20, 30), "c": (30, 20, 10)},
                   lost={("b", "single_best")})
    )  # fmt: skip
    np.testing.assert_allclose(ranked.ranks.loc["b"], [2, 1, np.nan])
    assert ranked.across.left_out == ("b",)


def test_a_method_with_many_gaps_is_left_out_of_mean_ranks():
    right = {f"d{i}": (40, 30, 20) for i in range(4)}
    ranked = ranked_methods(made_table(right, lost={(d, "single_best") for d in ("d0", "d1")}))
    assert ranked.left_out == ("single_best",)
    assert ranked.across.methods == METHODS[:2]
    assert len(ranked.across.cases) == 4


def test_groups_of_a_table_with_a_known_answer():
    across = ranked_methods(alternating()).across
    assert set(across.groups[0]) == set(METHODS[:2])
    assert len(across.groups) == 1


def test_a_family_is_one_case():
    right = {"a": (50, 30, 20), "b": (40, 30, 20), "c": (10, 20, 30)}
    ranked = ranked_methods(made_table(right, families=(("a", "b"),)))
    assert ranked.across.cases == ("a + b", "c")
    np.testing.assert_allclose(list(ranked.mean_ranks.values()), [2, 2, 2])
    means = {m.method: m for m in kept_and_gain(ranked)}
    assert means["uniform_vote"].accuracy == pytest.approx((0.9 + 0.2) / 2)
    assert means["single_best"].difference == pytest.approx((0.4 + 0.6) / 2 - 0.55)
    assert [m.kept for m in means.values()] == [20, 5, 1]


def test_order_by_rank_name_and_dataset():
    ranked = ranked_methods(made_table({"a": (40, 30, 20), "b": (40, 20, 30), "c": (41, 40, 2)}))
    assert ranked.order() == METHODS
    assert ranked.order("name") == tuple(sorted(METHODS))
    assert ranked.order("b") == ("uniform_vote", "single_best", "l2dwk(lam=0.3)")
    with pytest.raises(InputError, match="mean_rank"):
        ranked.order("nothing")


def test_no_records_are_no_rows():
    empty = as_frame(made_records({"a": (1, 2, 3)})).iloc[:0]
    table = study_table(made_recipe(("a",)), empty, "bagging", "hold_out")
    assert table.accuracies.empty
    ranked = ranked_methods(table)
    assert (ranked.across, ranked.order(), kept_and_gain(ranked)) == (None, (), ())
    assert isinstance(ranked.ranks, pd.DataFrame)
