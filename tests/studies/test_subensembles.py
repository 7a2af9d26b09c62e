"""Sub-ensembles against the slow way: cut the votes out, ask each measure, count each vote."""

from __future__ import annotations

from itertools import combinations

import numpy as np
import pytest

from l2dwk_core.common.errors import InputError
from l2dwk_core.diversity import MEASURES, labels, samples
from l2dwk_core.oracle.oracle import Oracle
from l2dwk_core.oracle.vote_rules import class_votes, plurality
from l2dwk_core.statistics.rank_correlation import rank_correlation, subset_correlations
from l2dwk_core.studies import subensembles
from l2dwk_core.studies.subensembles import (
    draw_subensembles,
    pair_means,
    predictions,
    study_subensembles,
)
from tests.benchmarks.predictions import (
    claims,
    claims_as_if_independent,
    exchangeable,
    one_draw,
    with_followers,
)

N, L, C = 41, 13, 3


def _oracle(seed, n_rows=N, *, perfect=()):
    rng = np.random.default_rng(seed)
    truth = rng.integers(0, C, n_rows)
    right = rng.random((n_rows, L)) < rng.beta(2, 1, n_rows)[:, None]
    codes = np.where(right, truth[:, None], rng.integers(0, C, (n_rows, L)))
    codes[:, list(perfect)] = truth[:, None]
    return Oracle.from_codes(codes.astype(np.int16), truth.astype(np.int16), np.arange(C))


def _slow_accuracy(oracle, members):
    votes = class_votes(oracle.codes[:, members], np.full(len(members), 1.0), C)
    return np.mean(plurality(votes)[0] == oracle.label_codes)


@pytest.mark.parametrize("at_a_time", [subensembles._CELLS_AT_A_TIME, 150])
@pytest.mark.parametrize("size", [1, 2, 5, 8, L])
@pytest.mark.parametrize("perfect", [(), (0, 4)])
def test_study_equals_the_slow_way(size, perfect, at_a_time, monkeypatch):
    monkeypatch.setattr(subensembles, "_CELLS_AT_A_TIME", at_a_time)
    measured, scored = _oracle(1, perfect=perfect), _oracle(2, 67)
    alpha = np.random.default_rng(5).random(N) * (np.arange(N) % 4 > 0)
    study = study_subensembles(measured, scored, size=size, n_subsets=60, alpha=alpha)
    assert study.size == size
    for s, members in enumerate(study.members):
        assert study.accuracy[s] == pytest.approx(_slow_accuracy(scored, members), abs=1e-15)
        part = measured.matrix[:, members]
        assert study.member_accuracy[s] == pytest.approx((part > 0).mean())
        margins = part.mean(axis=1)
        assert study.smallest_margin[s] == pytest.approx(margins.min(), abs=1e-12)
        assert study.mean_margin[s] == pytest.approx(margins.mean(), abs=1e-12)
        for name, measure in MEASURES.items():
            outputs = part if measure.needs == "oracle" else measured.codes[:, members]
            for values, weights in ((study.fixed, None), (study.adaptive, alpha)):
                expected = measure.value(outputs, weights)
                assert values[name][s] == pytest.approx(expected, abs=1e-12, nan_ok=True), name


def test_all_measures_share_the_counts_of_the_pairs(monkeypatch):
    calls = []
    for module, name in ((samples, "_counted"), (samples, "_weighted"), (labels, "_differences")):
        function = getattr(module, name)
        monkeypatch.setattr(
            module, name, lambda *given, f=function, n=name: (calls.append(n), f(*given))[1]
        )
    alpha = np.random.default_rng(5).random(N)
    study_subensembles(_oracle(1), _oracle(2, 67), size=3, n_subsets=20, alpha=alpha)
    assert sorted(calls) == ["_counted", "_differences", "_differences", "_weighted"]


def test_undefined_and_conventions_survive_the_short_cut():
    codes = np.zeros((6, 4), dtype=np.int16)
    codes[:3, 2:] = 1
    oracle = Oracle.from_codes(codes, np.zeros(6, dtype=np.int16), np.arange(2))
    study = study_subensembles(oracle, oracle, size=2, n_subsets=200)
    right = {tuple(m): s for s, m in enumerate(study.members.tolist())}
    assert len(right) == 6
    always = right[0, 1]
    assert np.isnan(study.fixed["interrater_kappa"][always])
    assert np.isnan(study.fixed["generalized_diversity"][always])
    assert study.fixed["coincident_failure_diversity"][always] == 0
    assert np.isnan(study.fixed["q_statistic"][always])
    assert study.fixed["q_statistic"][right[2, 3]] == 1


def test_without_kernel_weights_there_is_no_adaptive_diversity():
    study = study_subensembles(_oracle(1), _oracle(2), size=4, n_subsets=10)
    assert study.adaptive is None
    assert all(p.adaptive is None for p in predictions(study).measures)


def test_equal_kernel_weights_change_nothing():
    study = study_subensembles(_oracle(1), _oracle(2), size=4, n_subsets=30, alpha=np.ones(N))
    for name in MEASURES:
        np.testing.assert_allclose(study.adaptive[name], study.fixed[name], atol=1e-12)


def test_mean_margin_is_member_accuracy_whatever_the_diversity():
    study = study_subensembles(_oracle(1), _oracle(2), size=5, n_subsets=50)
    np.testing.assert_allclose(study.mean_margin, 2 * study.member_accuracy - 1, atol=1e-12)
    assert (study.smallest_margin <= study.mean_margin + 1e-12).all()


def test_draws_are_distinct_sorted_seeded_and_start_alike():
    drawn = draw_subensembles(20, 6, 300, seed=4)
    assert drawn.shape[1] == 6
    assert (np.diff(drawn, axis=1) > 0).all()
    assert len(np.unique(drawn, axis=0)) == len(drawn)
    np.testing.assert_array_equal(drawn, draw_subensembles(20, 6, 300, seed=4))
    np.testing.assert_array_equal(drawn[:50], draw_subensembles(20, 6, 300, seed=4)[:50])
    np.testing.assert_array_equal(draw_subensembles(20, 6, 50, seed=4), drawn[:50])
    assert not np.array_equal(drawn, draw_subensembles(20, 6, 300, seed=5))


def test_every_subset_is_equally_likely():
    counts = dict.fromkeys(combinations(range(5), 2), 0)
    for seed in range(2000):
        counts[tuple(draw_subensembles(5, 2, 1, seed=seed)[0].tolist())] += 1
    expected = 200
    chi2 = sum((n - expected) ** 2 / expected for n in counts.values())
    assert chi2 < 27.9  # 99.9 % of chi-squared with 9 degrees of freedom


def test_all_subsets_of_a_small_pool_and_no_more():
    assert len(draw_subensembles(4, 2, 500)) == 6
    assert draw_subensembles(4, 4, 500).tolist() == [[0, 1, 2, 3]]


def test_pair_means_ignore_diagonal_and_undefined_pairs():
    matrix = np.array([[9.0, 1.0, np.nan], [1.0, 9.0, 3.0], [np.nan, 3.0, 9.0]])
    chosen = [[1, 1, 0], [1, 1, 1], [1, 0, 1], [0, 1, 0]]
    np.testing.assert_array_equal(pair_means(matrix, chosen), [1.0, 2.0, np.nan, np.nan])


def test_predictions_are_rank_correlations_of_diversity_with_accuracy():
    measured, scored = _oracle(1), _oracle(2, 67)
    alpha = np.random.default_rng(5).random(N)
    study = study_subensembles(measured, scored, size=5, n_subsets=80, alpha=alpha)
    predicted = predictions(study)
    found = {p.measure: p for p in predicted.measures}
    assert list(found) == list(MEASURES)
    columns = {"accuracy_correlation": study.member_accuracy}
    for name, measure in MEASURES.items():
        sign = {"up": 1, "down": -1}[measure.direction]
        columns[f"fixed {name}"] = sign * study.fixed[name]
        columns[f"adaptive {name}"] = sign * study.adaptive[name]
        value = rank_correlation(sign * study.fixed[name], study.accuracy)
        assert found[name].fixed.value == pytest.approx(value)
    together = subset_correlations(columns, study.accuracy, study.members, L)
    for name in MEASURES:
        for which in ("fixed", "adaptive"):
            one, wanted = getattr(found[name], which), together[f"{which} {name}"]
            assert (one.low, one.high) == pytest.approx((wanted.low, wanted.high), abs=0.02)
    assert predicted.accuracy_correlation.value == pytest.approx(
        rank_correlation(study.member_accuracy, study.accuracy)
    )
    group = next(g for g in predicted.orders if "disagreement" in g)
    assert "kohavi_wolpert" in group  # one number times a constant
    assert sorted(n for g in predicted.orders for n in g) == sorted(MEASURES)


def test_where_nothing_can_predict_hardly_anything_is_claimed():
    # 40 draws at 5 %: more than 5 come with a chance of 1.4 %. Sub-ensembles taken for independent
    # and measures taken one at a time claim something in half of them.
    case = (51, 7, 200, 60, 40, 2)
    found = [one_draw(exchangeable, case, seed, weighted=False) for seed in range(40)]
    assert sum(claims(one) for one in found) <= 5
    assert sum(claims_as_if_independent(one) for one in found) >= 14


def test_where_disagreement_predicts_it_is_claimed():
    for seed in range(5):
        found = one_draw(with_followers, (51, 15, 400, 100, 100, 2), seed)
        one = next(p for p in found.measures if p.measure == "disagreement")
        assert one.fixed.low > 0.2
        assert one.fixed.effective < 200


def test_wrong_input_is_diagnosed():
    with pytest.raises(InputError, match="of 14 members cannot be drawn from 13; choose 1 to 13"):
        study_subensembles(_oracle(1), _oracle(2), size=14)
    with pytest.raises(InputError, match="0 sub-ensembles were asked for"):
        draw_subensembles(5, 2, 0)
    with pytest.raises(InputError, match="same members"):
        study_subensembles(_oracle(1).prefix(4), _oracle(2), size=2)
    gaps = Oracle.from_codes(
        _oracle(1).codes, _oracle(1).label_codes, np.arange(C),
        available=np.random.default_rng(0).random((N, L)) < 0.5,
    )  # fmt: skip
    with pytest.raises(InputError, match="missing vote"):
        study_subensembles(gaps, _oracle(2), size=3)
