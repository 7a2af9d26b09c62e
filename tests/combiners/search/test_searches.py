"""The genetic searches and Pareto pruning against plain recounts and all subsets."""

from __future__ import annotations

from itertools import combinations

import numpy as np
import pytest

from l2dwk_core.combiners.combiner_input import CombinerInput
from l2dwk_core.combiners.search import pareto_pruning as pareto
from l2dwk_core.combiners.search.accuracy_diversity_search import AccuracyDiversitySearch
from l2dwk_core.combiners.search.gasen import Gasen
from l2dwk_core.combiners.search.pareto_pruning import ParetoPruning
from l2dwk_core.diversity import MEASURES
from tests import reference_ordering as slow
from tests.combiners.fixture import INPUTS as GOLDEN
from tests.combiners.votes import ensemble, input_of

SMALL = {
    "two classes": ensemble(40, 7, 2, seed=1),
    "four classes": ensemble(40, 7, 4, seed=2),
    "gaps": ensemble(40, 7, 3, seed=3, gaps=True),
}


def all_subsets(n_members: int) -> list[tuple[int, ...]]:
    return [
        subset
        for size in range(1, n_members + 1)
        for subset in combinations(range(n_members), size)
    ]


@pytest.mark.parametrize("case", SMALL)
def test_gasen_keeps_what_exceeds_the_threshold(case: str) -> None:
    inputs = SMALL[case]
    for threshold in (None, 0.0, 0.1, 0.25):
        found = Gasen(threshold=threshold, generations=20).combine(inputs)
        evolved = np.asarray(found.report["evolved"])
        assert evolved.sum() == pytest.approx(1)
        level = 1 / 7 if threshold is None else threshold
        np.testing.assert_array_equal(found.selected, np.flatnonzero(evolved > level))
        # The kept members vote unweighted.
        np.testing.assert_allclose(found.weights[found.selected], 1 / len(found.selected))
        error = slow.Problem.of(inputs).error(found.selected.tolist())
        assert found.report["error"] == pytest.approx(float(error), abs=1e-15)


def test_gasen_at_its_printed_threshold_keeps_nobody_of_a_large_pool() -> None:
    inputs = ensemble(30, 101, 2, seed=0)
    found = Gasen(threshold=0.05, generations=2).combine(inputs)
    evolved = np.asarray(found.report["evolved"])
    assert evolved.max() < 0.05
    assert found.selected.tolist() == [int(evolved.argmax())]
    assert "no weight exceeds 0.05" in found.report["fallback"]


def test_gasen_history_only_falls_and_ends_with_the_evolved_weights() -> None:
    found = Gasen(generations=30).combine(SMALL["four classes"])
    history = found.report["history"]
    assert len(history) == 31
    assert (np.diff(history) <= 0).all()
    assert history[-1] == found.report["weighted_error"]


def test_gasen_on_a_plateau_prefers_larger_margins() -> None:
    """When every weighting is right the error says nothing, and accuracy shall decide."""
    # Three perfect members and two that are wrong on two of nine rows each, never together.
    codes = np.zeros((9, 5), dtype=int)
    codes[:2, 3] = 1
    codes[2:4, 4] = 1
    found = Gasen(generations=200, population=60).combine(input_of(codes, [0] * 9, 2))
    assert found.report["weighted_error"] == 0
    evolved = np.asarray(found.report["evolved"])
    assert evolved[3:].sum() < 0.1


@pytest.mark.parametrize("gamma", [0.0, 0.5, 1.0])
@pytest.mark.parametrize("case", ["two classes", "four classes"])
def test_accuracy_and_diversity_search_finds_the_best_subset(case: str, gamma: float) -> None:
    inputs = SMALL[case]
    problem = slow.Problem.of(inputs)

    def objective(subset: tuple[int, ...]) -> float:
        spread = MEASURES["disagreement"].value(inputs.oracle.matrix[:, list(subset)])
        return gamma * float(problem.error(subset)) - (1 - gamma) * spread

    found = AccuracyDiversitySearch(gamma=gamma, generations=60).combine(inputs)
    odd = [subset for subset in all_subsets(7) if len(subset) in (3, 5, 7)]
    assert found.report["objective"] == pytest.approx(min(map(objective, odd)), abs=1e-12)
    assert found.report["objective"] == pytest.approx(
        objective(tuple(found.selected.tolist())), abs=1e-12
    )


def test_accuracy_and_diversity_search_with_gaps_uses_common_rows() -> None:
    inputs = SMALL["gaps"]
    found = AccuracyDiversitySearch(gamma=0.2, generations=10).combine(inputs)
    matrix = inputs.oracle.matrix[:, found.selected].astype(int)
    differ = joint = 0
    for i, j in combinations(range(matrix.shape[1]), 2):
        product = matrix[:, i] * matrix[:, j]
        differ += np.count_nonzero(product < 0)
        joint += np.count_nonzero(product)
    assert found.report["disagreement"] == pytest.approx(differ / joint, rel=1e-12)
    error = slow.Problem.of(inputs).error(found.selected.tolist())
    assert found.report["error"] == pytest.approx(float(error), abs=1e-15)


@pytest.mark.parametrize(("n_members", "sizes"), [(1, {1}), (2, {2}), (3, {3}), (8, {3, 5, 7})])
def test_accuracy_and_diversity_search_keeps_odd_sizes(n_members: int, sizes: set[int]) -> None:
    inputs = ensemble(30, n_members, 2, seed=4)
    for seed in range(4):
        found = AccuracyDiversitySearch(generations=5).combine(inputs, seed=seed)
        assert len(found.selected) in sizes


def true_front(inputs: CombinerInput) -> list[tuple[int, float]]:
    """(size, error) of the subsets that none beats in both, by trying all."""
    problem = slow.Problem.of(inputs)
    n_members = inputs.oracle.n_members
    best: list[tuple[int, float]] = []
    for size in range(1, n_members + 1):
        error = min(problem.error(subset) for subset in combinations(range(n_members), size))
        if not best or float(error) < best[-1][1]:
            best.append((size, float(error)))
    return best


@pytest.mark.parametrize("case", [*SMALL, "golden"])
def test_pareto_pruning_finds_the_front(case: str) -> None:
    inputs = GOLDEN if case == "golden" else SMALL[case]
    found = ParetoPruning(iterations=2000).combine(inputs)
    expected = true_front(inputs)
    assert [size for size, _ in found.report["front"]] == [size for size, _ in expected]
    np.testing.assert_allclose(
        [error for _, error in found.report["front"]], [error for _, error in expected], atol=1e-15
    )
    size, error = expected[-1]
    assert len(found.selected) == size
    assert float(slow.Problem.of(inputs).error(found.selected.tolist())) == pytest.approx(error)


def test_pareto_front_without_local_search_is_undominated_and_counted_right() -> None:
    inputs = ensemble(200, 30, 3, seed=6)
    found = ParetoPruning(iterations=300, local_searches=0).combine(inputs)
    assert found.report["n_local_searches"] == 0
    sizes, errors = zip(*found.report["front"], strict=True)
    assert (np.diff(sizes) > 0).all()
    assert (np.diff(errors) < 0).all()
    assert found.report["error"] == errors[-1]
    error = slow.Problem.of(inputs).error(found.selected.tolist())
    assert found.report["error"] == pytest.approx(float(error), abs=1e-15)


def test_pareto_pruning_counts_its_iterations() -> None:
    # ⌈3² ln 3⌉ = 10 and ⌈8² ln 8⌉ = 134.
    three = ensemble(20, 3, 2, seed=0)
    assert ParetoPruning().combine(three).report["n_iterations"] == 10
    assert ParetoPruning().combine(GOLDEN).report["n_iterations"] == 134
    assert ParetoPruning(max_iterations=50).combine(GOLDEN).report["n_iterations"] == 50
    assert ParetoPruning(iterations=7).combine(GOLDEN).report["n_iterations"] == 7


def test_local_search_flips_every_bit_once_always_the_best_one(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    inputs = SMALL["four classes"]
    problem = slow.Problem.of(inputs)
    visited: list[list[int]] = []
    archive = pareto._Archive(inputs.oracle, 1)
    monkeypatch.setattr(
        archive, "_enter", lambda point: visited.append(np.flatnonzero(point.bits).tolist())
    )
    current = {0, 3, 4}
    archive._search_from(np.isin(np.arange(7), [*current]))
    expected, still_open = [], set(range(7))
    while still_open:
        flip = min(still_open, key=lambda j: (problem.error(sorted(current ^ {j})), j))
        current ^= {flip}
        still_open -= {flip}
        expected.append(sorted(current))
    assert visited == expected
    assert visited[-1] == [1, 2, 5, 6]


def test_local_searches_do_not_hurt() -> None:
    inputs = ensemble(300, 25, 2, seed=9)
    without = ParetoPruning(iterations=100, local_searches=0).combine(inputs).report["error"]
    with_search = ParetoPruning(iterations=100, local_searches=5).combine(inputs).report["error"]
    assert with_search <= without
