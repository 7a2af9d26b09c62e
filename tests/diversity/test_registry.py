"""Properties every registered measure has to have, found by walking the registry."""

from __future__ import annotations

import itertools
import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from l2dwk_core.common.errors import InputError
from l2dwk_core.diversity import MEASURES, measure_all
from tests.diversity.strategies import fixed, weighted_oracles, whole_weights

Weighted = tuple[np.ndarray, list[int]]
# Published keys, in the order of menus and tables: links and files hold them.
KEYS = [
    "q_statistic",
    "correlation",
    "disagreement",
    "double_fault",
    "entropy",
    "kohavi_wolpert",
    "interrater_kappa",
    "difficulty",
    "generalized_diversity",
    "coincident_failure_diversity",
    "label_kappa",
]
ON_ORACLE = [name for name, measure in MEASURES.items() if measure.needs == "oracle"]

# ±1 matrices are two-class label matrices too, so one strategy serves every measure.


def close(first: float, second: float) -> bool:
    return (math.isnan(first) and math.isnan(second)) or abs(first - second) <= 1e-12


def test_keys_are_stable_and_match_the_records() -> None:
    assert [name for name in MEASURES if name in KEYS] == KEYS
    assert all(measure.name == name for name, measure in MEASURES.items())
    with pytest.raises(TypeError):
        MEASURES["mine"] = MEASURES["entropy"]  # type: ignore[index]


@pytest.mark.parametrize("name", MEASURES)
def test_declarations_are_filled_in(name: str) -> None:
    measure = MEASURES[name]
    assert measure.title
    assert 0 < len(measure.symbol) <= 8
    assert measure.formula
    assert measure.undefined
    assert any(year in measure.source for year in ("19", "20"))
    assert measure.direction in ("up", "down")
    assert measure.range[0] < measure.range[1]


@pytest.mark.parametrize("name", MEASURES)
@fixed
@given(case=weighted_oracles())
def test_value_stays_in_the_declared_range(name: str, case: Weighted) -> None:
    oracle, weights = case
    measure = MEASURES[name]
    for detail in (measure.detail(oracle), measure.detail(oracle, weights)):
        low, high = measure.attainable(detail, oracle.shape[1])
        assert measure.range[0] <= low < high <= measure.range[1] or oracle.shape[1] == 1
        assert math.isnan(detail.value) or low - 1e-12 <= detail.value <= high + 1e-12


@pytest.mark.parametrize("name", [name for name in MEASURES if MEASURES[name].pairwise])
@fixed
@given(case=weighted_oracles())
def test_no_pair_leaves_the_range_even_by_rounding(name: str, case: Weighted) -> None:
    oracle, weights = case
    uneven = np.asarray(weights) / 7.3  # not representable: rounding in every sum
    matrix = MEASURES[name].matrix(oracle, uneven)
    defined = matrix[~np.isnan(matrix)]
    assert (defined >= MEASURES[name].range[0]).all()
    assert (defined <= MEASURES[name].range[1]).all()


@pytest.mark.parametrize(
    ("name", "n_members", "oracle", "bound"),
    [
        ("kohavi_wolpert", 3, [[1, 1, -1]], 1),
        ("kohavi_wolpert", 4, [[1, 1, -1, -1]], 1),
        ("interrater_kappa", 2, [[1, -1], [-1, 1]], 0),
        ("interrater_kappa", 3, [[1, 1, -1], [1, -1, 1], [-1, 1, 1]], 0),
        ("entropy", 3, [[1, 1, -1]], 1),
    ],
)
def test_tight_bounds_are_reached(
    name: str, n_members: int, oracle: list[list[int]], bound: int
) -> None:
    if (name, n_members) == ("interrater_kappa", 3):
        # −1/(L − 1) needs the same number of right members on every row.
        assert MEASURES[name].bounds(3)[0] == -0.5
    found = MEASURES[name].value(oracle)
    assert found == pytest.approx(MEASURES[name].bounds(n_members)[bound], abs=1e-15)


def _all_row_patterns(n_members: int) -> np.ndarray:
    return np.array(list(itertools.product([-1, 1], repeat=n_members)), dtype=np.int8)


@pytest.mark.parametrize("name", MEASURES)
@pytest.mark.parametrize(("n_members", "n_rows"), [(2, 4), (3, 3), (4, 2), (5, 2)])
def test_no_ensemble_leaves_the_bounds(name: str, n_members: int, n_rows: int) -> None:
    # Every ensemble there is, up to the order of its rows; ±1 are two labels as well.
    patterns, measure = _all_row_patterns(n_members), MEASURES[name]
    for rows in itertools.combinations_with_replacement(range(len(patterns)), n_rows):
        detail = measure.detail(patterns[list(rows)])
        low, high = measure.attainable(detail, n_members)
        assert math.isnan(detail.value) or low - 1e-12 <= detail.value <= high + 1e-12, rows


@pytest.mark.parametrize("name", MEASURES)
@pytest.mark.parametrize("n_members", [2, 3, 4, 5, 11, 51])
def test_both_bounds_are_reached(name: str, n_members: int) -> None:
    one_right = 2 * np.eye(n_members, dtype=np.int8) - 1
    half = np.where(np.arange(n_members) < n_members // 2, 1, -1)[None, :]
    together = np.repeat([[1], [-1]], n_members, axis=1)
    measure = MEASURES[name]
    cases = (one_right, -one_right, half, together, together[:1], together[1:])
    found = [measure.value(case) for case in cases]
    low, high = measure.bounds(n_members)
    assert np.nanmin(found) == pytest.approx(low, abs=1e-12)
    assert np.nanmax(found) == pytest.approx(high, abs=1e-12)


@pytest.mark.parametrize("n_members", [2, 3, 4, 6])
def test_kappa_on_more_labels_stays_above_its_bound(n_members: int) -> None:
    rng = np.random.default_rng(n_members)
    measure, least = MEASURES["label_kappa"], 1.0
    for _ in range(300):
        n_codes = rng.integers(2, 6)
        codes = rng.integers(0, n_codes, (rng.integers(1, 7), n_members))
        codes[:, rng.random(n_members) < 0.2] = rng.integers(0, n_codes)  # constant members
        for value in (measure.value(codes), measure.value(codes, rng.random(len(codes)) ** 4)):
            least = min(least, value) if not math.isnan(value) else least
    low = measure.bounds(n_members)[0]
    assert low - 1e-12 <= least < 0
    if n_members > 2:  # rows on which all differ
        latin = (np.arange(n_members)[:, None] + np.arange(n_members)) % n_members
        assert measure.value(latin) == pytest.approx(low)


def test_bounds_that_were_wrong_for_many_members() -> None:
    largest = {3: 2 / 3, 5: 0.6, 11: 6 / 11, 301: 151 / 301}
    for n_members, value in largest.items():
        assert MEASURES["disagreement"].bounds(n_members) == pytest.approx((0, value))
        assert MEASURES["correlation"].bounds(n_members) == (-1 / (n_members - 1), 1)
        assert MEASURES["label_kappa"].bounds(n_members) == (-1 / (n_members - 1), 1)
        assert MEASURES["q_statistic"].bounds(n_members) == (-1, 1)


def test_pairs_without_a_value_leave_the_range_of_the_other_members() -> None:
    oracle = np.array([[1, -1, 1, 1, 1], [-1, 1, 1, 1, 1]])
    measure = MEASURES["correlation"]
    detail = measure.detail(oracle)
    assert detail.value == -1  # of the one pair that varies
    assert measure.bounds(5) == (-0.25, 1)
    assert measure.attainable(detail, 5) == (-1, 1)


def test_bounds_refuse_an_empty_ensemble() -> None:
    with pytest.raises(InputError, match="An ensemble of 0 members has no range"):
        MEASURES["kohavi_wolpert"].bounds(0)


@pytest.mark.parametrize("name", MEASURES)
def test_direction_is_from_identical_over_independent_to_complementary(name: str) -> None:
    # Accuracy is ½ in all three, so that only diversity differs.
    identical = [[1, 1], [1, 1], [-1, -1], [-1, -1]]
    independent = [[1, 1], [1, -1], [-1, 1], [-1, -1]]
    complementary = [[1, -1], [1, -1], [-1, 1], [-1, 1]]
    values = [MEASURES[name].value(o) for o in (identical, independent, complementary)]
    if MEASURES[name].direction == "down":
        values.reverse()
    assert values[0] < values[1] < values[2]


@pytest.mark.parametrize("name", MEASURES)
@fixed
@given(case=weighted_oracles(), data=st.data())
def test_order_of_rows_and_members_does_not_matter(
    name: str, case: Weighted, data: st.DataObject
) -> None:
    oracle, weights = case
    rows = data.draw(st.permutations(range(oracle.shape[0])))
    members = data.draw(st.permutations(range(oracle.shape[1])))
    shuffled = oracle[rows][:, members]
    measure = MEASURES[name]
    assert close(measure.value(oracle), measure.value(shuffled))
    assert close(measure.value(oracle, weights), measure.value(shuffled, np.array(weights)[rows]))
    if measure.pairwise:
        np.testing.assert_allclose(
            measure.matrix(shuffled), measure.matrix(oracle)[np.ix_(members, members)], atol=1e-12
        )


@pytest.mark.parametrize("name", MEASURES)
@fixed
@given(case=weighted_oracles(), data=st.data())
def test_whole_weights_are_repeated_rows(name: str, case: Weighted, data: st.DataObject) -> None:
    oracle, _ = case
    weights = data.draw(whole_weights(len(oracle)))
    repeated = np.repeat(oracle, weights, axis=0)
    weighted, counted = (
        MEASURES[name].detail(oracle, weights),
        MEASURES[name].detail(repeated),
    )
    assert close(weighted.value, counted.value)
    assert (weighted.n_pairs, weighted.n_undefined) == (counted.n_pairs, counted.n_undefined)
    assert weighted.reason == counted.reason


@pytest.mark.parametrize("name", MEASURES)
def test_weights_have_no_scale(name: str) -> None:
    rng = np.random.default_rng(3)
    oracle = rng.choice([-1, 1], size=(40, 7))
    weights = rng.random(40)
    wanted = MEASURES[name].value(oracle, weights)
    for scale in (1e-200, 1e307):
        assert MEASURES[name].value(oracle, weights * scale) == pytest.approx(wanted, rel=1e-10)
    assert MEASURES[name].value(oracle, np.full(40, 0.3)) == pytest.approx(
        MEASURES[name].value(oracle), rel=1e-10
    )


@pytest.mark.parametrize("name", ["q_statistic", "correlation"])
def test_vanishing_weights_do_not_turn_into_undefined_or_made_up_values(name: str) -> None:
    oracle = np.array([[1, 1], [-1, -1], [1, -1], [-1, 1]])
    measure = MEASURES[name]
    # 1e-140 of the mass is still mass: both members vary, and they agree where they do.
    assert measure.value(oracle, [1, 1e-140, 0, 0]) == pytest.approx(1.0)
    # With no mass on its failures a member is perfect: no value, not 0 and not 1.
    detail = measure.detail(oracle, [0.1, 0, 0.7, 0])
    assert math.isnan(detail.value)
    assert "member 0 is right on every row measured" in detail.reason
    # Shares whose product float64 cannot hold count as none, and the reason says so.
    detail = measure.detail(oracle, [1e-200, 1e-200, 1, 0])
    assert math.isnan(detail.value)
    assert "member 0 is right on every row measured and member 1 is wrong on" in detail.reason
    assert math.isnan(measure.value(oracle, [1, 1e-200, 0, 0]))


@pytest.mark.parametrize("name", MEASURES)
def test_input_is_left_alone_and_may_be_any_number_type(name: str) -> None:
    rng = np.random.default_rng(5)
    oracle = rng.choice([-1, 1], size=(30, 5)).astype(np.int8)
    weights = rng.random(30)
    kept_oracle, kept_weights = oracle.copy(), weights.copy()
    wanted = MEASURES[name].value(oracle, weights)
    np.testing.assert_array_equal(oracle, kept_oracle)
    np.testing.assert_array_equal(weights, kept_weights)
    for other in (oracle.astype(float), np.asfortranarray(oracle), oracle.tolist()):
        assert MEASURES[name].value(other, weights) == wanted


@pytest.mark.parametrize("name", [name for name in MEASURES if not MEASURES[name].pairwise])
def test_whole_ensemble_measures_refuse_a_matrix(name: str) -> None:
    with pytest.raises(InputError, match=f"'{name}' describes the whole ensemble"):
        MEASURES[name].matrix([[1, -1]])
    detail = MEASURES[name].detail([[1, -1]])
    assert (detail.n_pairs, detail.n_undefined) == (None, None)


@pytest.mark.parametrize("shape", [(60, 4), (30, 6), (6, 60), (61, 6)])
def test_codes_of_other_rows_or_members_are_refused(shape: tuple[int, int]) -> None:
    rng = np.random.default_rng(0)
    oracle = np.where(rng.random((60, 6)) < 0.7, 1, -1)
    with pytest.raises(InputError, match=rf"codes have shape \({shape[0]}, {shape[1]}\)"):
        measure_all(oracle, codes=rng.integers(0, 3, shape))
    measure_all(oracle, codes=rng.integers(0, 3, (60, 6)))


def test_measure_all_agrees_with_each_alone() -> None:
    rng = np.random.default_rng(7)
    oracle = rng.choice([-1, 1], size=(50, 6))
    codes = rng.integers(0, 4, size=(50, 6))
    weights = rng.random(50)
    assert list(measure_all(oracle)) == ON_ORACLE
    together = measure_all(oracle, weights, codes=codes)
    assert list(together) == list(MEASURES)
    for name, detail in together.items():
        given_to_it = oracle if MEASURES[name].needs == "oracle" else codes
        assert detail == MEASURES[name].detail(given_to_it, weights)
    assert list(measure_all(oracle, names=["entropy", "disagreement"])) == [
        "entropy",
        "disagreement",
    ]


def test_measure_all_diagnoses_names() -> None:
    with pytest.raises(InputError, match=r"Unknown measure 'entropie'.*Did you mean 'entropy'"):
        measure_all([[1, -1]], names=["entropie"])
    with pytest.raises(InputError, match="'label_kappa' needs predicted labels"):
        measure_all([[1, -1]], names=["label_kappa"])


def test_independent_information_is_declared_right() -> None:
    # Each pair of oracles has the same accuracy and average disagreement (equal sums of l and l²).
    rng = np.random.default_rng(9)

    def rows(n: int, *right: int) -> np.ndarray:
        counts = [[1] * r + [-1] * (n - r) for r in right]
        return rng.permuted(np.repeat(counts, 6, axis=0), axis=1)

    couples = [(rows(n, 0, 3, 3), rows(n, 1, 1, 4)) for n in (4, 5)]
    for name in ON_ORACLE:
        measure = MEASURES[name]
        alike = [close(measure.value(one), measure.value(two)) for one, two in couples]
        assert all(alike) == measure.fixed_by_disagreement, name
