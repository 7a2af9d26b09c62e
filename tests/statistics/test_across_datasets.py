"""Ranks, groups, families and gaps of a table of methods over datasets."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest
from scipy.stats import studentized_range

from l2dwk_core.common.errors import InputError
from l2dwk_core.statistics.across_datasets import across_datasets
from l2dwk_core.statistics.head_to_head import heads_to_heads
from l2dwk_core.statistics.rank_tests import friedman, nemenyi_difference, told_apart
from tests.across_studies import pairs_apart, ranks, studies
from tests.statistics.published import DEMSAR_2006

METHODS = ["C4.5", "m", "cf", "m+cf"]


def _table(values, columns=None):
    names = [f"set {i}" for i in range(len(values))]
    return pd.DataFrame(values, index=names, columns=columns or list("abcdefgh")[: len(values[0])])


def _staircase(gains, n=31, spread=0.01):
    """Methods that differ by ``gains`` on every dataset, with noise."""
    rng = np.random.default_rng(4)
    return _table(
        0.5 + rng.uniform(0, 0.2, (n, 1)) + rng.normal(0, spread, (n, len(gains))) + gains
    )


def test_a_published_table():
    found = across_datasets(_table(DEMSAR_2006, METHODS))
    np.testing.assert_allclose(found.mean_ranks, [3.143, 2.000, 2.893, 1.964], atol=5e-4)
    assert found.critical_difference == pytest.approx(1.25, abs=0.01)
    # "The post-hoc test is not powerful enough to detect any differences" at 5 %.
    assert found.groups == (("m+cf", "m", "cf", "C4.5"),)
    assert found.friedman.statistic == friedman(DEMSAR_2006).statistic
    assert (found.cases[0], found.methods, found.left_out) == ("set 0", tuple(METHODS), ())


def test_groups_overlap_and_none_lies_in_another():
    table = _staircase([0.0, 0.008, 0.016, 0.06])
    found = across_datasets(table)
    assert found.groups == (("c", "b"), ("b", "a"))  # d stands alone
    apart = told_apart(table.to_numpy())
    for group in found.groups:
        places = ["abcd".index(name) for name in group]
        assert not apart[np.ix_(places, places)].any()
    assert across_datasets(_staircase([0.0, 0.1, 0.2])).groups == ()
    assert across_datasets(_staircase([0.0, 0.1, 0.2], n=1)).groups == (("c", "b", "a"),)


def test_a_family_counts_as_one_case():
    table = _staircase([0.0, 0.01, 0.0], n=6)
    table.index = ["heart-c", "iris", "heart-h", "led7", "led24", "zoo"]
    families = {"heart": ["heart-c", "heart-h", "heart-statlog"], "led": ["led7", "led24"]}
    found = across_datasets(table, families)
    assert found.cases == ("heart", "iris", "led", "zoo")
    np.testing.assert_allclose(found.accuracies[0], table.loc[["heart-c", "heart-h"]].mean())
    assert found.critical_difference == pytest.approx(nemenyi_difference(3, 4))


def test_datasets_with_a_gap_are_left_out_and_named():
    table = _staircase([0.0, 0.01, 0.0], n=8)
    whole = across_datasets(table.drop("set 3"))
    table.loc["set 3", "b"] = np.nan
    found = across_datasets(table)
    assert found.left_out == ("set 3",)
    np.testing.assert_array_equal(found.accuracies, whole.accuracies)
    family = across_datasets(table, {"two": ["set 3", "set 4"]})
    np.testing.assert_array_equal(family.accuracies[3], table.loc["set 4"])
    assert family.cases[3] == "two"


def test_contrasts_are_head_to_head_over_the_cases():
    table = _staircase([0.0, 0.02, 0.0], n=16)
    found = across_datasets(table)
    pairs = [("b", "a"), ("a", "c")]
    expected = heads_to_heads(pairs, [table.b - table.a, table.a - table.c])
    assert found.contrasts(pairs) == expected
    assert found.head_to_head("b", "a") == heads_to_heads(pairs[:1], [table.b - table.a])[0]
    assert found.head_to_head("b", "a", rope=0.3).verdict == "practically equal"


def test_two_methods_have_no_friedman_test():
    found = across_datasets(_staircase([0.0, 0.05]))
    assert found.friedman is None
    assert found.mean_ranks[1] < found.mean_ranks[0]
    assert found.groups == ()


@pytest.mark.parametrize(
    ("change", "families", "said"),
    [
        (lambda t: t[["a"]], None, "There is 1 method"),
        (lambda t: t * 100, None, "Divide percentages by 100"),
        (lambda t: t.assign(b=np.nan), None, "some method has no accuracy"),
        (lambda t: pd.concat([t, t]), None, "stands twice"),
        (lambda t: t, {"f": ["set 0"], "g": ["set 0"]}, "'set 0' is in the families 'f' and 'g'"),
        (lambda t: t, {"set 1": ["set 0"]}, "names a family and a dataset outside it"),
    ],
)
def test_wrong_tables_are_diagnosed(change, families, said):
    with pytest.raises(InputError, match=said):
        across_datasets(change(_staircase([0.0, 0.01])), families)


def test_wrong_names_are_diagnosed():
    found = across_datasets(_staircase([0.0, 0.01]))
    with pytest.raises(InputError, match="no method 'x'; known: a, b"):
        found.head_to_head("a", "x")
    with pytest.raises(InputError, match="compared with itself"):
        found.head_to_head("a", "a")


def test_equally_good_methods_are_seldom_told_apart():
    q = float(studentized_range.ppf(0.95, 5, 30))
    tables = studies(np.random.default_rng(0), 1500, 31, 5, "skewed, mean 0", 0.03)
    nemenyi, ours = pairs_apart(tables, q)
    assert ours.any(axis=(1, 2)).mean() < 0.06
    assert nemenyi.any(axis=(1, 2)).mean() > 0.07  # why it alone decides nothing
    for table, apart in zip(tables[:20], ours, strict=False):
        np.testing.assert_array_equal(told_apart(table), apart)
    np.testing.assert_allclose(ranks(tables[:1]).sum(axis=2), 15)
