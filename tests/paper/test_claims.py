"""Verdicts on claims: each is reached where the truth is known, and the numbers are those of pandas
and scipy."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pandas as pd
import pytest
from scipy import stats

from l2dwk_core.figures.claims.accuracy_effects import accuracy_effects_figure
from l2dwk_core.figures.claims.dataset_differences import dataset_differences_figure
from l2dwk_core.figures.claims.sentences import (
    contrast_table,
    dataset_table,
    effect_words,
    setting_words,
)
from l2dwk_core.paper import EQUATIONS, examples
from l2dwk_core.paper.claim import CLAIM_VERDICTS, GROUPS, Argument, Measured, NotRun
from l2dwk_core.paper.claim_answers import answer_claim, answer_claims, claim_answers, progress
from l2dwk_core.paper.claims import CLAIMS
from l2dwk_core.paper.planned_contrasts import (
    choose_candidate,
    contrast_results,
    planned_contrasts,
)
from l2dwk_core.study.shipped_study import SHIPPED
from tests.made_study import made_study

TREE_METHOD = "l2dwk(kernel='gaussian')"
TREE_RIVALS = ("bagging", "adaboost", "random_forest", "gasen", "rse", "epsdp")
CLAIM = {claim.key: claim for claim in CLAIMS}
RNG = np.random.default_rng(5)
NOISE = {name: RNG.normal(0, 4) for name in SHIPPED["paper_table"].recipe.datasets}


def answered(key, points, **more):
    (study,) = CLAIM[key].evidence.studies
    return answer_claim(CLAIM[key], {study: made_study(study, points, **more)})


# What L2DWK is ahead by, in points, on a dataset with these rows.
TRUTHS = {
    "ahead everywhere": (lambda name, rows: 3 + NOISE[name] / 8, "supported"),
    "behind everywhere": (lambda name, rows: -3 + NOISE[name] / 8, "not supported"),
    "alike everywhere": (lambda name, rows: NOISE[name] / 40, "not supported"),
    "ahead on held-out rows": (
        lambda name, rows: 3 if rows == "hold_out" else -3,
        "depends",
    ),
    "ahead by far on some": (lambda name, rows: NOISE[name], "undecided"),
    "ahead on held-out rows, open on others": (
        lambda name, rows: 3 if rows == "hold_out" else NOISE[name],
        "undecided",
    ),
    "behind on held-out rows, open on others": (
        lambda name, rows: -3 if rows == "hold_out" else NOISE[name],
        "not supported",
    ),
}


@pytest.mark.parametrize("truth", TRUTHS)
def test_each_verdict_of_a_study_is_reached(truth):
    ahead, verdict = TRUTHS[truth]
    study = made_study(
        "paper_table",
        lambda name, pool, rows, method: ahead(name, rows) if method == TREE_METHOD else 0.0,
        pools=("bagging",),
    )
    # A whole ensemble, and a method that weighs the same members.
    for answer in answer_claims((CLAIM["bagging"], CLAIM["gasen"]), {"paper_table": study}):
        assert answer.verdict == verdict, answer.reason
        assert len(answer.results) == 2


def test_a_study_that_is_not_complete_decides_nothing():
    def ahead(name, pool, rows, method):
        return 3.0 * (method == TREE_METHOD)

    answer = answered("bagging", ahead, without=1, pools=("bagging",))
    assert answer.verdict == "undecided"
    assert answer.reason == "Not all datasets are computed: 30 of 31 datasets."
    assert set(contrast_table(answer)["verdict"]) == {"undecided"}
    assert "So far 30 of 31 datasets: " in dataset_differences_figure(answer).title
    answer = answered("bagging", ahead, pools=("bagging",))
    assert set(contrast_table(answer)["verdict"]) == {"first ahead"}
    assert "So far" not in dataset_differences_figure(answer).title


def test_a_study_that_was_not_begun_says_so():
    answer = answer_claim(
        CLAIM["bagging"],
        {"paper_table": made_study("paper_table", lambda *_: 0, without=30, pools=("bagging",))},
    )
    assert "1 of 31" in answer.reason
    empty = replace(SHIPPED["paper_table"], key="no_such_records")
    answer = answer_claim(CLAIM["bagging"], {"paper_table": empty})
    assert (answer.verdict, answer.weakest) == ("undecided", None)
    assert "has not been run yet: 0 of 31" in answer.reason
    assert dataset_differences_figure(answer) is None


@pytest.mark.parametrize(("kept", "verdict"), [(0.1, "supported"), (0.9, "not supported")])
def test_members_kept(kept, verdict):
    answer = answered("few_members", lambda *_: 0.0, kept=kept, pools=("bagging",))
    assert answer.verdict == verdict
    share = round(301 * kept) / 301
    assert effect_words(answer).startswith(
        f"{share:.1%} of the members ({share:.1%} to {share:.1%})"
    )
    chart = dataset_differences_figure(answer)
    np.testing.assert_allclose(chart.figure.data[0].x, 100 * share)
    assert chart.title.startswith(f"L2DWK keeps at most {share:.1%} of the members (")


def test_shares_of_members_and_their_intervals_lie_between_0_and_1():
    study = made_study("paper_table", lambda *_: 0.0, pools=("bagging",))
    study.table["kept"] = np.where(study.table["fold"].eq(0), 290, 5)
    answer = answer_claim(CLAIM["few_members"], {"paper_table": study})
    for points in answer.results:
        np.testing.assert_allclose(0.5 - points.differences, (290 + 5 + 5) / 903)
        assert (points.low == -0.5).all()
        assert (points.high == 0.5).all()


@pytest.mark.parametrize(
    ("reasons", "verdict"),
    [
        (["settled", "no_errors", "no_errors"], "supported"),
        (["cycle", "rounds", "settled"], "not supported"),
    ],
)
def test_a_run_has_settled_unless_it_cycles_or_its_rounds_are_used_up(reasons, verdict):
    study = made_study("components", lambda *_: 0.0)
    study.table["stop_reason"] = study.table["fold"].map(dict(enumerate(reasons)))
    answer = answer_claim(CLAIM["convergence"], {"components": study})
    assert answer.verdict == verdict
    share = np.mean([reason in ("settled", "no_errors") for reason in reasons])
    assert [r.contrast.label for r in answer.results] == ["Bagged CART", "Random forest"]
    for result in answer.results:
        np.testing.assert_allclose(result.differences, share - 0.5)
        assert not (result.high > 0.5).any()
    assert f"{share:.1%} of the runs" in effect_words(answer)


def test_diversity_is_that_of_two_different_members():
    study = made_study("components", lambda *_: 0.0, pools=("bagging",))
    table, weighted = study.table, study.table["method"].eq("l2dwk")
    # Two members with equal weight that disagree on 40 % of the rows, and four on 30 %.
    table["diversity"] = np.where(weighted, 0.4 / 2, 0.3 * 3 / 4)
    table["effective_number"] = np.where(weighted, 2.0, 4.0)
    answer = answer_claim(CLAIM["more_diverse"], {"components": study})
    assert answer.verdict == "supported"
    for result in answer.results:
        np.testing.assert_allclose(result.differences, 0.1)
    # A single member has no other to disagree with.
    lonely = weighted & table["dataset"].eq("zoo") & table["fold"].eq(0)
    table.loc[lonely, "effective_number"] = 1.0
    table.loc[lonely, "diversity"] = 0.0
    answer = answer_claim(CLAIM["more_diverse"], {"components": study})
    assert {result.left_out for result in answer.results} == {("zoo",)}


@pytest.mark.parametrize(("ahead", "verdict"), [(0.0, "supported"), (3.0, "not supported")])
def test_two_methods_that_are_to_be_alike(ahead, verdict):
    study = made_study(
        "components", lambda name, pool, rows, m: ahead * (m == "l2dwk"), pools=("bagging",)
    )
    answer = answer_claim(CLAIM["two_updates"], {"components": study})
    assert answer.verdict == verdict
    assert effect_words(answer).startswith(f"{ahead:+.2f} points")


def test_where_two_methods_should_be_alike_the_largest_difference_is_the_least_favourable():
    study = made_study(
        "components",
        lambda name, pool, rows, m: (m == "l2dwk") * (-0.5 if pool == "random_forest" else 3.0),
    )
    answer = answer_claim(CLAIM["two_updates"], {"components": study})
    assert answer.weakest.contrast.pool == "bagging"


def test_a_claim_about_several_studies_needs_all_of_them():
    keys = CLAIM["label_noise"].evidence.studies
    assert [SHIPPED[key].recipe.label_noise for key in keys] == [0.1, 0.2, 0.3]
    studies = {
        key: made_study(key, lambda name, pool, rows, m: 3.0 * (m == "l2dwk")) for key in keys
    }
    assert answer_claim(CLAIM["label_noise"], studies).verdict == "supported"
    last = made_study(keys[2], lambda name, pool, rows, m: -3.0 * (m == "l2dwk"))
    assert answer_claim(CLAIM["label_noise"], studies | {keys[2]: last}).verdict == "depends"
    short = made_study(keys[2], lambda *_: 0.0, without=1)
    answer = answer_claim(CLAIM["label_noise"], studies | {keys[2]: short})
    assert answer.verdict == "undecided"
    assert "30 of 31 datasets" in answer.reason


def test_every_verdict_is_reached_by_some_claim():
    reached = {verdict for _, verdict in TRUTHS.values()}
    reached |= {c.evidence.verdict for c in CLAIMS if isinstance(c.evidence, Argument)}
    assert reached == set(CLAIM_VERDICTS)


def test_a_dataset_on_which_a_method_failed_is_left_out_of_its_contrasts_and_named():
    study = made_study("paper_table", lambda *_: 0.0, pools=("bagging",))
    failed = study.table["dataset"].eq("sonar") & study.table["method"].eq("epsdp")
    study.table.loc[failed & study.table["fold"].eq(1), "correct"] = np.nan
    study.table.loc[failed & study.table["fold"].eq(1), "right"] = np.nan
    answers = answer_claims((CLAIM["epsdp"], CLAIM["gasen"]), {"paper_table": study})
    assert [r.left_out for r in answers[0].results] == [("sonar",)] * 2
    assert [r.left_out for r in answers[1].results] == [()] * 2
    assert "Left out, because a method failed there: sonar." in (
        dataset_differences_figure(answers[0]).reading
    )


# The candidate and the contrasts of the library.


def library(without=0, **ahead):
    """A study in which each candidate has its points on design and on judged datasets."""
    base = SHIPPED["library"]

    def points(name, pool, rows, method):
        place = base.candidates.index(method) if method in base.candidates else None
        if place is None:
            return 0.0
        part = "design" if name in base.design else "judged"
        return ahead[part][place] + NOISE[name] / 10

    return made_study("library", points, without=without)


@pytest.mark.parametrize("judged", [0, 1, 2, 15])
def test_judged_datasets_that_are_missing_are_counted(judged):
    study = library(without=16 - judged, design=[1, 0, 0, 0, 0, 0, 0], judged=[3] * 7)
    answer = answer_claim(CLAIM["different_models"], {"library": study})
    count = f"{15 + judged} of 31 datasets ({judged} of 16 judged)"
    assert (answer.verdict, answer.reason) == (
        "undecided", f"Not all datasets are computed: {count}.",
    )  # fmt: skip
    chart = dataset_differences_figure(answer)
    assert (chart is None) == (judged == 0)
    if chart is not None:
        assert chart.title.startswith(f"So far {judged} of 16 datasets: L2DWK is better on ")
        assert "nan" not in chart.title + chart.alternative + effect_words(answer)


def test_the_candidate_is_chosen_on_design_datasets_and_judged_on_the_others():
    # The second is best on the design datasets, and the only one that is worse on the others.
    study = library(design=[1, 2, 1, 0, 0, 0, 0], judged=[5, -3, 5, 5, 5, 5, 5])
    chosen = choose_candidate(study)
    assert chosen.text == study.candidates[1]
    assert chosen.complete
    primary = answer_claim(CLAIM["different_models"], {"library": study})
    assert primary.verdict == "supported"
    assert {r.contrast.first for r in primary.results} == {study.primary}
    answer = answer_claim(CLAIM["different_models_chosen"], {"library": study})
    assert answer.verdict == "not supported"
    # One correction over the contrasts of both.
    assert len(planned_contrasts(study)) == 6
    assert {r.contrast.first for r in answer.results} == {study.candidates[1]}
    assert [r.contrast.second for r in answer.results] == list(study.contrasts)
    assert all(set(r.datasets) == set(study.judged) for r in answer.results)


def test_the_primary_method_may_be_the_chosen_one():
    study = library(design=[2, 1, 0, 0, 0, 0, 0], judged=[5, 0, 0, 0, 0, 0, 0])
    assert choose_candidate(study).text == study.primary
    assert len(planned_contrasts(study)) == 3
    both = [
        answer_claim(CLAIM[name], {"library": study})
        for name in ("different_models", "different_models_chosen")
    ]
    assert [len(answer.results) for answer in both] == [3, 3]
    assert both[0].verdict == both[1].verdict == "supported"


def test_a_family_is_one_case_when_the_candidate_is_chosen():
    base = SHIPPED["library"]
    heart = {"heart-c", "heart-h", "heart-statlog"}

    def points(name, pool, rows, method):
        # Over 15 datasets the first is ahead (3 · 2 > 5 · 1); over 13 cases the second (2 < 5).
        first = 2.0 if name in heart else 0.0
        second = 1.0 if name in base.design[:5] else 0.0
        return {base.candidates[0]: first, base.candidates[1]: second}.get(method, -5.0)

    assert choose_candidate(made_study("library", points)).text == base.candidates[1]


def test_of_equal_candidates_the_one_that_keeps_fewer_is_chosen():
    study = library(design=[0, 2, 2, 0, 0, 0, 0], judged=[0] * 7)
    third = study.table["method"].eq(study.candidates[2])
    study.table.loc[third, "kept"] = 5
    assert choose_candidate(study).text == study.candidates[2]


def test_the_library_is_judged_by_the_rule_of_its_file():
    study = library(design=[1, 0, 0, 0, 0, 0, 0], judged=[3, 0, 0, 0, 0, 0, 0])
    answer = answer_claim(CLAIM["different_models"], {"library": study})
    assert answer.verdict == "supported"
    assert progress(study) == "31 of 31 datasets (16 of 16 judged)"


# Numbers against pandas and scipy, from the records themselves.


def plain_cases(study, contrast):
    """Mean difference a case: folds, then datasets of a family, by pandas alone."""
    records = study.records
    setting = records["weighting"].eq(contrast.weighting) & records["pool"].eq(contrast.pool)
    computed = records["dataset"].isin(set(contrast.datasets) & set(study.finished))
    rows = records[(setting | records["weighting"].eq("none")) & computed]
    accuracy = rows.assign(share=rows["correct"] / rows["n_test"]).pivot_table(
        index=["dataset", "fold"], columns="method", values="share"
    )
    difference = (accuracy[contrast.first] - accuracy[contrast.second]).unstack("fold")
    by_dataset = difference.dropna().mean(axis=1)
    family = {name: f[0] for f in study.families for name in f}
    return by_dataset, by_dataset.groupby(lambda name: family.get(name, name)).mean()


def plain_holm(p_values):
    order = np.argsort(p_values)
    adjusted, least = np.empty(len(p_values)), 0.0
    for place, i in enumerate(order):
        least = max(least, min(1.0, (len(p_values) - place) * p_values[i]))
        adjusted[i] = least
    return adjusted


def check_numbers(study, results):
    known = [result for result in results if result.test is not None]
    p_values = []
    for result in known:
        by_dataset, cases = plain_cases(study, result.contrast)
        np.testing.assert_allclose(
            result.differences, by_dataset.reindex(result.datasets), atol=1e-12
        )
        test = result.test
        assert test.mean == pytest.approx(cases.mean(), abs=1e-12)
        if len(cases) > 1:
            low, high = stats.t.interval(0.95, len(cases) - 1, cases.mean(), stats.sem(cases))
            assert (test.low, test.high) == pytest.approx((low, high), abs=1e-9)
        differing = cases.round(12)[cases.round(12) != 0]
        assert test.wins == (differing > 0).sum()
        assert test.wins + test.losses == len(differing)
        exact = stats.PermutationMethod(n_resamples=np.inf) if len(differing) <= 12 else None
        if exact is not None and len(differing):
            p_values.append(stats.wilcoxon(differing, method=exact).pvalue)
        else:
            p_values.append(test.wilcoxon_p)
        assert test.wilcoxon_p == pytest.approx(p_values[-1], abs=1e-9)
    adjusted = [result.test.adjusted_wilcoxon_p for result in known]
    np.testing.assert_allclose(adjusted, plain_holm(np.array(p_values)), atol=1e-9)
    return len(known)


def test_numbers_of_a_made_study_are_those_of_pandas_and_scipy():
    study = made_study(
        "paper_table",
        lambda name, pool, rows, method: NOISE[name] * (1 + len(method + pool + rows) / 30)
        * (method in (TREE_METHOD, "gasen", "adaboost")),
    )  # fmt: skip
    failed = study.table["method"].eq("gasen") & study.table["dataset"].isin(["heart-c", "zoo"])
    study.table.loc[failed & study.table["fold"].eq(2), ["correct", "right"]] = [np.nan, None]
    contrasts = [c for c in planned_contrasts(study) if c.value == "accuracy"]
    assert len(contrasts) == len(set(contrasts)) == 24
    results = contrast_results(study, contrasts)
    assert check_numbers(study, results) == 24
    # The correction of one rival's contrasts is that of all 24.
    answer = answer_claim(CLAIM["gasen"], {"paper_table": study})
    alone = {r.contrast: r.test.adjusted_wilcoxon_p for r in answer.results}
    assert alone == {
        r.contrast: r.test.adjusted_wilcoxon_p for r in results if r.contrast.second == "gasen"
    }


@pytest.mark.parametrize("key", ["library", "paper_table"])
def test_numbers_of_the_shipped_studies_are_those_of_pandas_and_scipy(key):
    study = SHIPPED[key]
    claims = [
        c for c in CLAIMS
        if isinstance(c.evidence, Measured) and c.evidence.studies == (key,)
        and c.key != "few_members"
    ]  # fmt: skip
    shown = {answer.claim.key: answer for answer in claim_answers()}
    results = [r for claim in claims for r in shown[claim.key].results]
    done = set(study.finished)
    wanted = [
        c for c in planned_contrasts(study) if c.value == "accuracy" and done & set(c.datasets)
    ]
    assert check_numbers(study, results) == len(wanted)
    if study.missing:
        assert {shown[claim.key].verdict for claim in claims} == {"undecided"}


def test_the_candidates_of_the_shipped_study_are_those_of_pandas():
    study = SHIPPED["library"]
    table = choose_candidate(study).table
    records = study.records
    rows = records[records["dataset"].isin(set(study.design) & set(study.finished))
                   & records["method"].isin(study.candidates)]  # fmt: skip
    share = rows.assign(share=rows["correct"] / rows["n_test"]).pivot_table(
        index="dataset", columns=["method", "fold"], values="share", dropna=False
    )
    family = {name: f[0] for f in study.families for name in f}
    by_case = share.dropna().T.groupby("method").mean().T
    plain = by_case.groupby(lambda name: family.get(name, name)).mean().mean()
    pd.testing.assert_series_equal(
        table["accuracy"].sort_index(), plain.sort_index(), check_names=False
    )
    assert choose_candidate(study).text == plain.idxmax() or plain.round(12).duplicated().any()


def test_the_figure_of_all_comparisons_fills_those_that_are_decided():
    rival = answered("rse", lambda name, pool, rows, method: 5.0 * (method == TREE_METHOD))
    noise = answered(
        "gasen", lambda name, pool, rows, method: NOISE[name] * (method == TREE_METHOD)
    )
    chart = accuracy_effects_figure([rival, noise])
    undecided, decided = chart.figure.data
    assert len(decided.x) == len(undecided.x) == 4
    np.testing.assert_allclose(decided.x, 5.0)
    np.testing.assert_allclose(undecided.x, [100 * r.test.mean for r in noise.results])
    assert min(decided.y) > max(undecided.y)
    assert chart.title == "Of 8 comparisons of accuracy: L2DWK ahead in 4, not decided in 4"
    (table,) = [make() for make in chart.tables.values()]
    np.testing.assert_allclose(100 * table["mean"], [*decided.x, *undecided.x])
    assert accuracy_effects_figure([]) is None
    # That two methods are practically equal is decided too.
    same = answered("rse", lambda name, pool, rows, method: 0.0)
    chart = accuracy_effects_figure([same])
    undecided, decided = chart.figure.data
    assert (len(undecided.x), len(decided.x)) == (0, 4)
    assert chart.title.endswith("practically equal in 4")


def test_points_of_the_figure_are_those_of_its_table():
    answer = answered("rse", lambda name, pool, rows, method: NOISE[name] * (method == TREE_METHOD))
    chart = dataset_differences_figure(answer)
    table = dataset_table(answer)
    for panel, result in enumerate(answer.results):
        points, mean = chart.figure.data[2 * panel : 2 * panel + 2]
        own = table[table["setting"] == result.contrast.label]
        np.testing.assert_allclose(points.x, 100 * own["difference"])
        np.testing.assert_allclose(
            np.array(points.error_x.array), 100 * (own["high"] - own["difference"])
        )
        assert mean.x[0] == pytest.approx(100 * result.test.mean)
        low, high = chart.figure.layout["xaxis" if not panel else f"xaxis{panel + 1}"].range
        assert all(low < x < high for x in points.x)
        filled = [symbol == "circle" for symbol in points.marker.symbol]
        assert filled == ((own["low"] > 0) | (own["high"] < 0)).tolist()
    assert setting_words(answer).endswith("; of 4 settings the worst for the claim")


# The list of claims.


def test_claims_have_a_group_a_name_and_an_answer():
    assert len(CLAIM) == len(CLAIMS)
    assert [g for g in GROUPS if any(c.group == g for c in CLAIMS)] == list(
        dict.fromkeys(c.group for c in CLAIMS)
    ) == list(GROUPS)  # fmt: skip
    rivals = {c.evidence.rival for c in CLAIMS if isinstance(c.evidence, Measured)}
    assert rivals == {*TREE_RIVALS, ""}
    for answer in claim_answers():
        assert answer.verdict in CLAIM_VERDICTS
        assert answer.reason.endswith(".")
        if isinstance(answer.claim.evidence, NotRun):
            assert answer.verdict == "undecided"
            assert answer.reason.startswith("No study has been run")


def test_what_an_argument_says_is_what_its_counter_example_computes():
    of = {e.key: e.example for e in EQUATIONS}
    letters = {c.key: of[c.evidence.equation] for c in CLAIMS if isinstance(c.evidence, Argument)}
    assert letters == {
        "convex_weights": "h", "printed_kernels": "a", "double_fault": "b", "joint_convexity": "l",
        "sum_of_alpha": "e",
    }  # fmt: skip
    assert examples.smallest_curvature(-0.5) < 0 < examples.smallest_curvature(1.0)
    for kernel in ("gaussian", "polynomial"):
        forms = examples.kernel_forms(kernel)
        np.testing.assert_allclose(forms.scalar, forms.linear, atol=1e-9)
    oracle = examples.EXAMPLE.astype(float)
    fault = (1 - oracle).T @ (1 - oracle) / (4 * len(oracle))
    for lam in (1.0, 100.0):
        # With the printed sign no mixture is better than the best single member.
        mixtures = RNG.dirichlet(np.full(oracle.shape[1], 0.3), size=500)
        f = -mixtures @ oracle.mean(axis=0) - lam * ((mixtures @ fault) * mixtures).sum(axis=1)
        assert f.min() >= examples.single_member_objective(lam).min() - 1e-12
    line = examples.joint_segment()
    assert line.value[len(line.value) // 2] > line.chord[len(line.chord) // 2]
    assert examples.hinge_mass(6, 2, 10).mass > 1
