"""The candidate of the library's study is chosen on some datasets and judged on the others."""

from __future__ import annotations

import pytest

from l2dwk_core.figures.claims.dataset_differences import dataset_differences_figure
from l2dwk_core.figures.claims.sentences import (
    effect_words,
)
from l2dwk_core.paper.claim_answers import answer_claim, progress
from l2dwk_core.paper.planned_contrasts import (
    choose_candidate,
    planned_contrasts,
)
from l2dwk_core.study.shipped_study import SHIPPED
from tests.made_study import made_study
from tests.paper.answered_claims import CLAIM, NOISE


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
