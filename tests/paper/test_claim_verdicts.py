"""Each verdict on a claim is reached where the truth is known."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from l2dwk_core.figures.claims.dataset_differences import dataset_differences_figure
from l2dwk_core.figures.claims.sentences import (
    contrast_table,
    effect_words,
)
from l2dwk_core.paper.claim import CLAIM_VERDICTS, Argument
from l2dwk_core.paper.claim_answers import answer_claim, answer_claims
from l2dwk_core.paper.claims import CLAIMS
from l2dwk_core.study.shipped_study import SHIPPED
from tests.made_study import made_study
from tests.paper.answered_claims import CLAIM, NOISE, TREE_METHOD, answered

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
