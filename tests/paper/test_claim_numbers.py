"""The numbers behind claims are those of pandas and scipy, from the records themselves."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest
from scipy import stats

from l2dwk_core.paper.claim import Measured
from l2dwk_core.paper.claim_answers import answer_claim, claim_answers
from l2dwk_core.paper.claims import CLAIMS
from l2dwk_core.paper.planned_contrasts import (
    choose_candidate,
    contrast_results,
    planned_contrasts,
)
from l2dwk_core.study.shipped_study import SHIPPED
from tests.made_study import made_study
from tests.paper.answered_claims import CLAIM, NOISE, TREE_METHOD


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
