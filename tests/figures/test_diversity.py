"""Figures of the Diversity page show the values of their records."""

from __future__ import annotations

import re
from decimal import Decimal

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from l2dwk_core.diversity import (
    MEASURES,
    MeasureDetail,
    good_bad_diversity,
    kappa_error_pairs,
    measure_all,
)
from l2dwk_core.diversity.clusters import cluster_order
from l2dwk_core.diversity.pair_counts import oracle_of_counts
from l2dwk_core.figures.diversity.good_bad_diversity import (
    good_bad_diversity_figure,
    identity_table,
    measures_in_disguise_figure,
)
from l2dwk_core.figures.diversity.measures import (
    diversity_measures_figure,
    measures_table,
    position,
    undefined_sentences,
)
from l2dwk_core.figures.diversity.measures_predict import (
    COUNT_ACCURACY,
    diversity_predicts_accuracy_figure,
    prediction_sentence,
)
from l2dwk_core.figures.diversity.member_pairs import (
    MAX_POINTS,
    colour_range,
    kappa_error_figure,
    kappa_error_sentence,
    pair_heatmap_figure,
)
from l2dwk_core.figures.diversity.pair_measures import pair_measures_figure
from l2dwk_core.figures.diversity.subensembles import (
    margins_diversity_figure,
    subensemble_scatter_figure,
)
from l2dwk_core.oracle.oracle import Oracle
from l2dwk_core.oracle.weighted_vote import uniform_error
from l2dwk_core.statistics.rank_correlation import RankCorrelation, rank_correlation_matrix
from l2dwk_core.studies.diversity_report import DiversityReport, with_perfect_member
from l2dwk_core.studies.subensembles import (
    Prediction,
    Predictions,
    predictions,
    study_subensembles,
)
from tests.figures.diversity_charts import assert_whole, trace_of

N, L, C = 50, 12, 3


@pytest.fixture(scope="module")
def oracle():
    rng = np.random.default_rng(7)
    truth = rng.integers(0, C, N)
    right = rng.random((N, L)) < rng.beta(1.5, 1.0, N)[:, None]
    codes = np.where(right, truth[:, None], rng.integers(0, C, (N, L)))
    return Oracle.from_codes(codes.astype(np.int16), truth.astype(np.int16), np.arange(C))


@pytest.fixture(scope="module")
def alpha():
    return np.random.default_rng(1).random(N)


def _report(oracle, alpha, perfect=None):
    return DiversityReport(
        rows="weighting",
        oracle=oracle,
        test_oracle=oracle,
        alpha=alpha,
        alpha_round=None if alpha is None else 3,
        fixed=measure_all(oracle.matrix, codes=oracle.codes),
        adaptive=None if alpha is None else measure_all(oracle.matrix, alpha, codes=oracle.codes),
        kept=np.array([0, 2, 5]),
        perfect=perfect,
    )


@pytest.fixture(scope="module")
def study(oracle, alpha):
    return study_subensembles(oracle, oracle, size=5, n_subsets=80, alpha=alpha)


@pytest.fixture(scope="module")
def found(study):
    return predictions(study)


@pytest.fixture(scope="module")
def charts(oracle, alpha, study, found):
    measure = MEASURES["disagreement"]
    matrix = measure.matrix(oracle.matrix)
    return [
        diversity_measures_figure(_report(oracle, alpha)),
        pair_heatmap_figure(matrix, cluster_order(matrix), measure, "weighting"),
        kappa_error_figure(
            kappa_error_pairs(oracle.codes, oracle.label_codes), np.array([0, 2, 5]), "test"
        ),
        diversity_predicts_accuracy_figure(study, found, "test", "weighting"),
        subensemble_scatter_figure(study, "disagreement", found, "test"),
        margins_diversity_figure(study, "disagreement", "test"),
        measures_in_disguise_figure(study),
        good_bad_diversity_figure(good_bad_diversity(oracle.matrix), N),
    ]


def test_every_figure_names_itself_its_reading_and_its_data(charts):
    assert len({chart.name for chart in charts}) == len(charts)
    for chart in charts:
        assert_whole(chart)


def test_each_value_lies_where_its_range_says(oracle, alpha):
    seen = _report(oracle, alpha)
    chart = diversity_measures_figure(seen)
    fixed = trace_of(chart, "every row counts the same (fixed)")
    adaptive = trace_of(chart, "rows count by α of round 3 (adaptive)")
    np.testing.assert_allclose(fixed.customdata, [d.value for d in seen.fixed.values()])
    np.testing.assert_allclose(adaptive.customdata, [d.value for d in seen.adaptive.values()])
    places = dict(zip(seen.fixed, fixed.x, strict=True))
    # With 12 members at most 36 of 66 pairs can differ on a row.
    assert places["disagreement"] == pytest.approx(seen.fixed["disagreement"].value / (36 / 66))
    assert places["disagreement"] == pytest.approx(places["kohavi_wolpert"])
    assert places["label_kappa"] == pytest.approx(
        1 - (seen.fixed["label_kappa"].value + 1 / 11) / (12 / 11)
    )
    assert places["double_fault"] == pytest.approx(1 - seen.fixed["double_fault"].value)
    assert places["q_statistic"] == pytest.approx((1 - seen.fixed["q_statistic"].value) / 2)
    assert places["kohavi_wolpert"] == pytest.approx(seen.fixed["kohavi_wolpert"].value / 0.25)
    said = " ".join(a.text for a in chart.figure.layout.annotations)
    for measure in MEASURES.values():
        assert measure.title in said
    assert "in 0 … 0.25" in said
    assert "in −1 … 1" in said


def test_position_of_ends_and_of_nothing():
    nought, nothing = MeasureDetail(0.0), MeasureDetail(float("nan"))
    assert position(MEASURES["disagreement"], nought, 5) == 0
    assert position(MEASURES["disagreement"], MeasureDetail(0.6), 5) == pytest.approx(1)
    assert position(MEASURES["double_fault"], nought, 5) == 1
    assert np.isnan(position(MEASURES["q_statistic"], nothing, 5))
    assert position(MEASURES["kohavi_wolpert"], nought, 1) == 0.5


def test_equal_kernel_weights_are_drawn_once(oracle):
    chart = diversity_measures_figure(_report(oracle, np.full(N, 0.5)))
    assert len(chart.figure.data) == 2
    assert len(diversity_measures_figure(_report(oracle, None)).figure.data) == 2


def test_a_perfect_member_shows_what_becomes_undefined(oracle):
    seen = _report(with_perfect_member(oracle), None, perfect=L)
    chart = diversity_measures_figure(seen)
    said = " ".join(a.text for a in chart.figure.layout.annotations)
    assert said.count(f"{L} of {L * (L + 1) // 2} undefined") == 2
    assert undefined_sentences(seen) == [
        f"Q statistic, Correlation ρ: {L} of {L * (L + 1) // 2} pairs undefined (0/0): member "
        f"{L} is right on every row measured."
    ]
    table = measures_table(seen).set_index("measure")
    assert table.loc["Q statistic", "undefined_pairs"] == L
    assert pd.isna(table.loc["Entropy E", "undefined_pairs"])
    all_right = Oracle.from_matrix(np.ones((4, 3)))
    nothing = diversity_measures_figure(_report(all_right, None))
    said = " ".join(a.text for a in nothing.figure.layout.annotations)
    assert said.count("undefined in") >= 4


@pytest.mark.parametrize("name", [n for n, m in MEASURES.items() if m.pairwise])
def test_heatmap_holds_every_pair_in_order(oracle, name):
    measure = MEASURES[name]
    matrix = measure.matrix(oracle.matrix if measure.needs == "oracle" else oracle.codes)
    order = cluster_order(matrix, measure.direction)
    chart = pair_heatmap_figure(matrix, order, measure, "weighting", perfect=int(order[1]))
    heat = chart.figure.data[0]
    assert np.isnan(np.diag(heat.z)).all()
    for i in range(L):
        for j in range(L):
            if i != j:
                expected = matrix[order[i], order[j]]
                assert heat.z[i, j] == pytest.approx(expected, rel=1e-6, nan_ok=True)
    assert heat.x[0] == f"member {order[0]}"
    assert heat.x[1] == "the perfect member"
    assert bool(heat.reversescale) == (measure.direction == "down")
    table = chart.tables["member pairs"]()
    assert len(table) == L * (L - 1) // 2


def test_colour_range_is_symmetric_for_agreement_beyond_chance():
    assert colour_range(MEASURES["correlation"], np.array([-0.2, 0.7])) == (-0.7, 0.7)
    assert colour_range(MEASURES["disagreement"], np.array([0.1, 0.4])) == (0.0, 0.4)
    assert colour_range(MEASURES["double_fault"], np.array([])) == (0.0, 1.0)
    assert colour_range(MEASURES["q_statistic"], np.array([])) == (-1.0, 1.0)


def test_heatmap_without_any_defined_pair_says_so():
    matrix = np.full((3, 3), np.nan)
    chart = pair_heatmap_figure(matrix, np.arange(3), MEASURES["q_statistic"], "weighting")
    assert chart.title == "Q statistic: no pair of members has a value"
    assert "3 pairs have no value" in chart.reading


def test_kappa_error_diagram_splits_kept_pairs(oracle):
    pairs = kappa_error_pairs(oracle.codes, oracle.label_codes)
    chart = kappa_error_figure(pairs, np.array([0, 2, 5]), "weighting")
    ours = trace_of(chart, "pairs of members L2DWK kept")
    assert sorted(map(tuple, ours.customdata.tolist())) == [(0, 2), (0, 5), (2, 5)]
    others = trace_of(chart, "pairs of members")
    assert len(others.x) + 3 == L * (L - 1) // 2
    for (i, j), kappa, error in zip(others.customdata, others.x, others.y, strict=True):
        k = np.flatnonzero((pairs.first == i) & (pairs.second == j))[0]
        assert kappa == pytest.approx(pairs.kappa[k], rel=1e-6)
        assert error == pytest.approx(pairs.error[k], rel=1e-6)


def test_kappa_error_of_many_pairs_is_thinned_and_says_so():
    rng = np.random.default_rng(0)
    codes = rng.integers(0, 2, (20, 90))
    pairs = kappa_error_pairs(codes, rng.integers(0, 2, 20))
    chart = kappa_error_figure(pairs, np.array([], dtype=int), "test")
    assert len(chart.figure.data[0].x) == MAX_POINTS
    assert f"{MAX_POINTS:,} of 4,005 pairs are drawn" in chart.reading


def test_kappa_error_sentence_is_the_correlation_and_no_claim():
    class Pairs:
        def __init__(self, kappa, error):
            self.kappa, self.error = np.array(kappa, float), np.array(error, float)

    x = np.arange(5.0)
    start = "Agreement and error of 5 pairs: correlation"
    assert kappa_error_sentence(Pairs(x, -x)) == f"{start} −1.00"
    assert kappa_error_sentence(Pairs(x, x)) == f"{start} 1.00"
    assert "too few" in kappa_error_sentence(Pairs([1, 1, np.nan], [0, 0, 1]))


def test_correlations_and_intervals_are_drawn(study, found):
    accuracy_correlation = found.accuracy_correlation
    chart = diversity_predicts_accuracy_figure(study, found, "test", "weighting")
    same = diversity_predicts_accuracy_figure(study, found, "test", "test")
    assert same.title.startswith("On the very rows that are measured: ")
    assert "that is no prediction" in same.reading
    assert "no prediction" not in chart.reading
    fixed = trace_of(chart, "every row counts the same (fixed)")
    adaptive = trace_of(chart, "rows count by α (adaptive)")
    for trace, values in (
        (fixed, [p.fixed for p in found.measures]),
        (adaptive, [p.adaptive for p in found.measures]),
    ):
        np.testing.assert_allclose(trace.x, [c.value for c in values])
        np.testing.assert_allclose(trace.x + trace.error_x.array, [c.high for c in values])
        np.testing.assert_allclose(trace.x - trace.error_x.arrayminus, [c.low for c in values])
    assert trace_of(chart, "for comparison: accuracy itself").x[0] == accuracy_correlation.value
    low, high = chart.figure.layout.xaxis.range
    assert low <= min(fixed.x - fixed.error_x.arrayminus)
    assert high >= max(fixed.x + fixed.error_x.array)
    table = chart.tables["rank correlations"]()
    assert len(table) == 2 * len(found.measures) + 1
    assert len(chart.tables["sub-ensembles"]()) == len(study.accuracy)


def _predicted(orders, adaptive_orders=None, adaptive=None, **intervals):
    def correlation(ends):
        low, high = ends
        return RankCorrelation((low + high) / 2, low, high, 9, 0, 9.0)

    return Predictions(
        tuple(
            Prediction(
                name, name, correlation(ends), correlation(adaptive[name]) if adaptive else None
            )
            for name, ends in intervals.items()
        ),
        correlation((0, 1)),
        orders,
        adaptive_orders,
    )


def test_prediction_sentence_claims_no_more_than_the_intervals():
    better, worse, unsure = (0.1, 0.2), (-0.3, -0.1), (-0.1, 0.2)
    apart = (("a",), ("b",))
    assert prediction_sentence(_predicted(apart, a=unsure, b=unsure)) == (
        "None of 2 different measures can be said to tell which sub-ensembles vote better"
    )
    assert prediction_sentence(_predicted((), a=(np.nan, np.nan))) == (
        "No measure tells these sub-ensembles apart"
    )
    assert prediction_sentence(_predicted(apart, a=better, b=unsure)) == (
        "By 1 of 2 different measures the more diverse sub-ensembles vote better"
    )
    assert prediction_sentence(_predicted(apart, a=better, b=worse)).endswith(
        "by 1 of 2 different measures the more diverse sub-ensembles vote worse"
    )
    assert prediction_sentence(_predicted((("a",),), a=worse), same_rows=True) == (
        "On the very rows that are measured: by 1 of 1 different measure the more diverse "
        "sub-ensembles vote worse"
    )


def test_of_four_members_nothing_is_said_and_the_caption_says_why(oracle):
    study = study_subensembles(oracle.prefix(4), oracle.prefix(4), size=2)
    found = predictions(study)
    chart = diversity_predicts_accuracy_figure(study, found, "test", "weighting")
    assert len(study.accuracy) == 6
    assert all(not p.fixed.effective > 6 for p in found.measures)
    assert chart.title == (
        "So few different sub-ensembles cannot tell whether any measure predicts the vote"
    )
    assert "With fewer than 8 even a perfect order is too likely by chance" in chart.reading


def test_the_sentence_says_which_measures_count_accuracy():
    better = (0.1, 0.2)
    apart = (("double_fault",), ("entropy",))
    assert prediction_sentence(_predicted(apart, double_fault=better, entropy=better)) == (
        "By 2 of 2 different measures the more diverse sub-ensembles vote better (1 of which also "
        "count accuracy)"
    )
    one = (("double_fault", "generalized_diversity"), ("entropy",))
    intervals = {"double_fault": better, "generalized_diversity": better, "entropy": (-0.1, 0.1)}
    assert prediction_sentence(_predicted(one, **intervals)).endswith(
        "vote better (all of which also count accuracy)"
    )


def test_measures_that_count_accuracy_change_when_right_and_wrong_are_exchanged():
    matrix = np.where(np.random.default_rng(0).random((80, 9)) < 0.7, 1, -1)
    plain, exchanged = (measure_all(each) for each in (matrix, -matrix))
    changed = {name for name in plain if plain[name].value != pytest.approx(exchanged[name].value)}
    assert changed == COUNT_ACCURACY


def test_copies_of_one_measure_are_counted_once():
    better, unsure = (0.1, 0.2), (-0.1, 0.2)
    copies = (("a", "b", "c"), ("d",))
    intervals = {"a": better, "b": better, "c": unsure, "d": unsure}
    assert prediction_sentence(_predicted(copies, **intervals)) == (
        "By 1 of 2 different measures the more diverse sub-ensembles vote better"
    )
    both = _predicted(
        copies, (("a",), ("b",), ("c", "d")), dict.fromkeys("abcd", better), **intervals
    )
    assert prediction_sentence(both) == (
        "If all rows count the same, by 1 of 2 different measures the more diverse sub-ensembles "
        "vote better; if rows count by α, by 3 of 3 different measures the more diverse "
        "sub-ensembles vote better"
    )


@pytest.mark.parametrize("measure", MEASURES)
def test_scatter_and_margins_show_the_study(study, found, measure):
    chart = subensemble_scatter_figure(study, measure, found, "test")
    np.testing.assert_allclose(trace_of(chart, "fixed").x, study.fixed[measure], rtol=1e-6)
    np.testing.assert_allclose(trace_of(chart, "adaptive").x, study.adaptive[measure], rtol=1e-6)
    np.testing.assert_allclose(trace_of(chart, "fixed").y, study.accuracy, rtol=1e-6)
    margins = margins_diversity_figure(study, measure, "weighting")
    np.testing.assert_allclose(
        trace_of(margins, "smallest margin").y, study.smallest_margin, rtol=1e-6
    )
    np.testing.assert_allclose(trace_of(margins, "mean margin").y, study.mean_margin, rtol=1e-6)


def test_disguise_shows_rank_correlations_and_identities_hold(study):
    chart = measures_in_disguise_figure(study)
    shown = chart.tables["measures against each other"]().set_index("measure")
    signs = {n: 1 if m.direction == "up" else -1 for n, m in MEASURES.items()}
    table = rank_correlation_matrix({n: signs[n] * study.fixed[n] for n in MEASURES})
    expected = pd.DataFrame(table, index=list(MEASURES), columns=list(MEASURES))
    pd.testing.assert_frame_equal(
        shown, expected.loc[list(shown.index), list(shown.columns)], check_names=False
    )
    np.testing.assert_array_equal(chart.figure.data[0].z, shown.to_numpy())
    assert shown.loc["disagreement", "kohavi_wolpert"] == 1
    off = identity_table(study)["largest_difference"]
    assert len(off) == 5
    assert (off < 1e-12).all()
    heads = list(chart.figure.layout.xaxis.ticktext)
    assert sorted(heads) == sorted(measure.symbol for measure in MEASURES.values())


def test_good_and_bad_diversity_add_up(oracle):
    split = good_bad_diversity(oracle.matrix)
    chart = good_bad_diversity_figure(split, N)
    bars = {t.name: (t.base[0], t.y[0]) for t in chart.figure.data}
    assert bars["members"] == (0, split.individual_error)
    assert bars["− good"] == (pytest.approx(split.individual_error - split.good), split.good)
    assert bars["+ bad"][0] + bars["+ bad"][1] == pytest.approx(bars["vote"][1])
    assert re.match(r"Good diversity [\d.]+%, bad [\d.]+%: ", chart.title)
    assert f"the vote errs on {split.vote_error:.1%} of rows" in chart.title
    assert chart.title.endswith(f"its average member on {split.individual_error:.1%}")
    assert "plurality" not in chart.reading


@given(st.integers(1, 40), st.integers(1, 12), st.integers(0, 2**32 - 1))
def test_good_and_bad_diversity_add_up_as_they_are_shown(n_rows, n_members, seed):
    matrix = np.random.default_rng(seed).choice([-1, 1], size=(n_rows, n_members))
    split = good_bad_diversity(matrix)
    bars = [t.text[0] for t in good_bad_diversity_figure(split, n_rows).figure.data]
    shown = [Decimal(text.strip("<b>/+−%")) for text in bars]
    member, good, bad, vote = shown
    assert member - good + bad == vote
    exact = (split.individual_error, split.good, split.bad, split.vote_error)
    for value, nearest in zip(shown, exact, strict=True):
        assert abs(float(value) - 100 * nearest) < 0.1


def test_plurality_stands_beside_the_majority_the_identity_is_about(oracle):
    split = good_bad_diversity(oracle.matrix)
    votes = np.array([np.bincount(row, minlength=len(oracle.classes)) for row in oracle.codes])
    plural = float((votes.argmax(axis=1) != oracle.label_codes).mean())
    assert uniform_error(oracle) == plural
    chart = good_bad_diversity_figure(split, N, plural - 0.01)
    assert [t.name for t in chart.figure.data][-2:] == ["majority", "plurality"]
    # The title names what the identity is about and the vote, and claims nothing across them.
    majority, plurality = (t.text[0].strip("<b>/") for t in chart.figure.data[-2:])
    assert f"more than half of the votes are wrong on {majority} of rows" in chart.title
    assert chart.title.endswith(f"the most frequent answer on {plurality}")
    assert "Majority error = member error − good + bad, exactly" in chart.reading
    assert f"is wrong on {plurality}" in chart.reading
    alone = good_bad_diversity_figure(split, N, split.vote_error)
    assert [t.name for t in alone.figure.data][-1] == "vote"


def test_prediction_sentence_counts_fixed_and_adaptive_apart():
    apart = (("a",), ("b",))
    up, none, down = (0.4, 0.6), (-0.1, 0.1), (-0.6, -0.4)
    differ = _predicted(apart, apart, {"a": none, "b": down}, a=up, b=up)
    assert prediction_sentence(differ) == (
        "If all rows count the same, by 2 of 2 different measures the more diverse sub-ensembles "
        "vote better; if rows count by α, by 1 of 2 different measures the more diverse "
        "sub-ensembles vote worse"
    )
    agree = _predicted(apart, apart, {"a": up, "b": none}, a=up, b=none)
    assert prediction_sentence(agree) == (
        "By 1 of 2 different measures the more diverse sub-ensembles vote better, whether rows "
        "count the same or by α"
    )


def test_a_measure_of_a_pair_that_is_undefined_has_no_mark():
    """A mark at 0 would say that the two are independent."""
    figure = pair_measures_figure(measure_all(oracle_of_counts(75, 25, 0, 0))).figure
    marks = figure.data[-1]
    value = dict(zip(marks.y, marks.x, strict=True))
    bars = {trace.y[0]: trace for trace in figure.data[:-1]}
    said = {words.y: words for words in figure.layout.annotations}
    assert set(said) == {"Q statistic", "Correlation ρ"}
    for title in value:
        assert np.isnan(value[title]) == (title in said)
        assert (bars[title].line.dash == "dot") == (title in said)
    for title, words in said.items():
        assert words.text == "undefined: 0/0"
        assert bars[title].x[0] < words.x < bars[title].x[1]
    independent = pair_measures_figure(measure_all(oracle_of_counts(36, 24, 24, 16)))
    assert not independent.figure.layout.annotations
    np.testing.assert_allclose(independent.figure.data[-1].x[:2], 0, atol=1e-12)
    assert "Q = 0 and ρ = 0" in independent.reading
