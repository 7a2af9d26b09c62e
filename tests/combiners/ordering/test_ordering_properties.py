"""What holds for every ordering, search and clustering method, found through the registry."""

from __future__ import annotations

import pickle
from dataclasses import fields

import numpy as np
import pytest

from l2dwk_core.combiners import COMBINERS, Combiner, CombinerInput
from l2dwk_core.combiners.info import Parameter
from l2dwk_core.common.errors import InputError
from tests.combiners.fixture import INPUTS as GOLDEN
from tests.combiners.votes import ensemble, input_of

FAMILIES = ("ordering", "search", "clustering")
ALL = [key for key, info in COMBINERS.items() if info.family in FAMILIES]
DRAWING = {"forward_selection", "gasen", "accuracy_diversity_search", "pareto_pruning"}
SIZED = [key for key in ALL if any(p.name == "size" for p in COMBINERS[key].parameters)]

# Enough to exercise a search, few enough for a test.
QUICK: dict[str, dict[str, object]] = {
    "gasen": {"generations": 10, "population": 10},
    "accuracy_diversity_search": {"generations": 10, "population": 10},
    "pareto_pruning": {"iterations": 50, "local_searches": 2},
    "forward_selection": {"rounds": 5, "n_bags": 3},
}


def method(key: str, **parameters: object) -> Combiner:
    return COMBINERS[key].create(**{**QUICK.get(key, {}), **parameters})


def assert_valid(found: object, n_members: int) -> None:
    assert found.weights.shape == (n_members,)
    assert (found.weights >= 0).all()
    assert found.weights.sum() == pytest.approx(1, abs=1e-12)
    assert len(set(found.selected.tolist())) == len(found.selected) >= 1
    np.testing.assert_array_equal(np.sort(found.selected), np.flatnonzero(found.weights))


DEGENERATE: dict[str, CombinerInput] = {
    "one member": input_of([[0], [1], [1]], [0, 1, 0], 2),
    "one row": input_of([[0, 1, 1]], [1], 2),
    "one class": input_of([[0, 0, 0]] * 4, [0] * 4, 1),
    "two members": input_of([[0, 1], [1, 1], [1, 0]], [0, 1, 1], 2),
    "identical members": input_of([[0] * 5, [1] * 5, [1] * 5], [0, 1, 0], 2),
    "a perfect member": input_of([[0, 1, 1], [1, 1, 0], [2, 2, 0]], [1, 1, 2], 3),
    "all perfect": input_of([[0] * 4, [1] * 4, [2] * 4], [0, 1, 2], 3),
    "all wrong": input_of([[1, 2, 1, 2], [0, 2, 2, 0]], [0, 1], 3),
    "members cancel out": input_of([[0, 1], [1, 0]], [0, 0], 2),
    "a class in no row": input_of([[0, 3, 1], [1, 1, 3], [3, 0, 0]], [0, 1, 0], 4),
    "no vote of one member": input_of(
        [[0, 1, 1], [1, 1, 0]], [0, 1], 2, np.array([[True, False, True], [True, False, False]])
    ),
    "no vote of two members": input_of(
        [[0, 1, 1], [1, 1, 0]], [0, 1], 2, np.array([[True, False, False]] * 2)
    ),
    "a row nobody may judge": input_of(
        [[0, 1, 1], [1, 1, 0]], [0, 1], 2, np.array([[True, True, True], [False, False, False]])
    ),
}


@pytest.mark.parametrize("case", DEGENERATE)
@pytest.mark.parametrize("key", ALL)
def test_degenerate_evidence(key: str, case: str) -> None:
    inputs = DEGENERATE[case]
    found = method(key).combine(inputs)
    assert_valid(found, inputs.oracle.n_members)


@pytest.mark.parametrize("key", ["boosting_ordering", "complementarity", "kappa_pruning"])
def test_members_that_never_vote_come_last_and_once(key: str) -> None:
    inputs = DEGENERATE["no vote of two members"]
    assert method(key, size=3).combine(inputs).selected.tolist() == [0, 1, 2]


@pytest.mark.parametrize("gaps", [False, True])
@pytest.mark.parametrize("key", ALL)
def test_same_seed_same_answer_and_evidence_untouched(key: str, gaps: bool) -> None:
    inputs = ensemble(60, 15, 3, seed=3, gaps=gaps)
    before = pickle.dumps(inputs)
    first = method(key).combine(inputs, seed=7)
    again = method(key).combine(inputs, seed=7)
    assert_valid(first, 15)
    np.testing.assert_array_equal(first.weights, again.weights)
    np.testing.assert_array_equal(first.selected, again.selected)
    assert pickle.dumps(first.report) == pickle.dumps(again.report)
    assert pickle.dumps(inputs) == before


@pytest.mark.parametrize("key", sorted(DRAWING))
def test_another_seed_draws_otherwise(key: str) -> None:
    inputs = ensemble(60, 15, 3, seed=3)
    found = {method(key).combine(inputs, seed=seed).weights.tobytes() for seed in range(6)}
    assert len(found) > 1


@pytest.mark.parametrize("gaps", [False, True])
@pytest.mark.parametrize("key", sorted({*ALL} - DRAWING - {"kmeans_clustering"}))
def test_members_in_another_order(key: str, gaps: bool) -> None:
    """Without ties the same members are found wherever they stand."""
    # Many rows and few members: no two criteria are equal.
    inputs = ensemble(4001, 9, 3, seed=5, gaps=gaps)
    oracle = inputs.oracle
    there = np.random.default_rng(0).permutation(9)
    available = None if oracle.available is None else oracle.available[:, there]
    shuffled = input_of(oracle.codes[:, there], oracle.label_codes, 3, available)
    size = {"size": 5} if key in SIZED else {}
    plain = method(key, **size).combine(inputs)
    moved = method(key, **size).combine(shuffled)
    if COMBINERS[key].family == "ordering":
        np.testing.assert_array_equal(there[moved.selected], plain.selected)
    np.testing.assert_allclose(moved.weights, plain.weights[there], rtol=1e-12)


@pytest.mark.parametrize("key", SIZED)
@pytest.mark.parametrize("size", [0, 9, -1, 2.5, True, "3"])
def test_a_size_out_of_range_is_refused(key: str, size: object) -> None:
    with pytest.raises(InputError, match=r"size is .*; it must be a whole number from 1 to"):
        method(key, size=size).combine(GOLDEN)


@pytest.mark.parametrize("size", [1, 2, 5, 8])
@pytest.mark.parametrize("key", sorted({*SIZED} - {"drep"}))
def test_a_size_is_kept(key: str, size: int) -> None:
    assert len(method(key, size=size).combine(GOLDEN).selected) == size


@pytest.mark.parametrize(
    ("n_members", "kept"), [(1, 1), (4, 1), (5, 1), (8, 1), (15, 3), (101, 19)]
)
def test_an_ordering_keeps_an_odd_fifth_by_itself(n_members: int, kept: int) -> None:
    inputs = ensemble(30, n_members, 2, seed=0)
    assert len(method("boosting_ordering").combine(inputs).selected) == kept


INVALID: dict[str, object] = {
    "p": 0,
    "divide_by": "members",
    "max_sweeps": 0,
    "rho": 1.5,
    "patience": -1,
    "criterion": "entropy",
    "share": 0,
    "rounds": -1,
    "n_initial": -1,
    "n_bags": 0,
    "bag_share": 0,
    "output": "labels",
    "metric": "auc",
    "threshold": 2,
    "population": 1,
    "generations": 0,
    "crossover": 1.1,
    "mutation": -0.1,
    "gamma": float("nan"),
    "iterations": 0,
    "max_iterations": 0,
    "local_searches": -1,
    "method": "ward",
    "n_clusters": 9,
    "max_clusters": 1,
    "n_init": 0,
    "size": 9,
}


def impossible(parameter: Parameter) -> object:
    """A value out of range: the one named above, or a wrong name, or a negative number."""
    wrong = "no such name" if isinstance(parameter.default, str) else -1
    return INVALID.get(parameter.name, wrong)


@pytest.mark.parametrize("key", ALL)
def test_every_parameter_arrives_and_is_checked(key: str) -> None:
    for parameter in COMBINERS[key].parameters:
        if isinstance(parameter.default, bool):  # any value is as good as true or false
            continue
        bad = impossible(parameter)
        with pytest.raises(InputError, match=rf"{parameter.name}\b.*{bad}"):
            method(key, **{parameter.name: bad}).combine(GOLDEN)


def test_switches_arrive() -> None:
    moving = COMBINERS["margin_distance"].create(size=8, moving=True).combine(GOLDEN)
    assert moving.selected.tolist() == [5, 7, 6, 4, 0, 1, 2, 3]
    mended = COMBINERS["reduce_error_backfitting"].create(size=5).combine(GOLDEN)
    assert mended.selected.tolist() == [6, 1, 7, 4, 0]


@pytest.mark.parametrize("key", ALL)
def test_tables_are_filled(key: str) -> None:
    info = COMBINERS[key]
    assert all((info.title, info.authors, info.work, info.complexity, info.confirmed))
    for parameter in info.parameters:
        assert parameter.allowed, parameter.name
        assert parameter.meaning, parameter.name
    own = {item.name for item in fields(info.estimator)} - {item.name for item in fields(Combiner)}
    assert {parameter.name for parameter in info.parameters} == own
