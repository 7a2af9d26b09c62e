"""The Claims page: its table and sections say what the core says, and its links open a run."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest

from l2dwk_core.figures.claims.sentences import effect_words
from l2dwk_core.paper import EQUATIONS, claim_answers
from l2dwk_core.paper.claim import Argument, Measured
from l2dwk_core.paper.claim_answers import answer_claims, progress
from l2dwk_core.paper.claims import CLAIMS
from l2dwk_core.paper.planned_contrasts import choose_candidate
from l2dwk_core.study.shipped_study import SHIPPED
from pages.choices.choice import from_address
from pages.models.paper import PaperChoice
from tests import page_apps as apps
from tests.made_study import made_study


@pytest.fixture(scope="module")
def app():
    app = apps.open_page("claims.py")
    apps.check(app)
    return app


def overview(app) -> pd.DataFrame:
    return app.table[0].value


def test_the_table_has_every_claim_with_its_verdict_and_effect(app):
    shown = overview(app)
    # Claims of this project are marked.
    ours = [" (a claim of this project, not of the paper)" in name for name in shown.index]
    assert ours == [claim.group == "ours" for claim in CLAIMS]
    shown.index = [name.partition(" (a claim of")[0] for name in shown.index]
    answers = claim_answers.claim_answers()
    assert list(shown.index) == [claim.title for claim in CLAIMS]
    for answer in answers:
        verdict, effect = shown.loc[answer.claim.title]
        assert answer.verdict.capitalize() in verdict
        assert effect.replace("\\", "") == effect_words(answer)


def test_every_claim_has_a_section_with_its_promise_and_reason(app):
    said = apps.said(app)
    for answer in claim_answers.claim_answers():
        assert f"**{answer.claim.title}**" in said
        assert answer.claim.promise in said
        assert answer.reason in said


def test_the_page_says_how_much_is_computed_and_how_to_compute_it(app):
    said = apps.said(app)
    for study in SHIPPED.values():
        assert f"{study.title}: {progress(study)}" in said
        assert study.recipe.command() in [block.value for block in app.code]
        for name, version in study.facts.get("versions", {}).items():
            assert f"{name} {version}" in said
    chosen = choose_candidate(SHIPPED["library"])
    assert f"`{chosen.text}`" in said


@pytest.mark.parametrize("claim", CLAIMS, ids=lambda claim: claim.key)
def test_links_of_a_claim_open_the_run_and_the_counter_example_that_they_name(claim):
    choice, notes = from_address({"v": "1", **claim.example})
    assert notes == []
    assert {name: str(getattr(choice, name)) for name in claim.example} == dict(claim.example)
    choice.settings()
    if isinstance(claim.evidence, Argument):
        equation = next(e for e in EQUATIONS if e.key == claim.evidence.equation)
        assert equation.example
        assert PaperChoice(example=equation.slug).example in PaperChoice.__dataclass_fields__[
            "example"
        ].metadata["allowed"]  # fmt: skip


def test_figures_and_verdicts_follow_the_records(monkeypatch):
    def points(name, pool, rows, method):
        return 3.0 * (method == "l2dwk(kernel='gaussian')") - 3.0 * (method == "gasen")

    studies = {key: made_study(key, points) for key in SHIPPED}
    answers = answer_claims(CLAIMS, studies)
    monkeypatch.setattr(claim_answers, "claim_answers", lambda: answers)
    app = apps.open_page("claims.py")
    apps.check(app)
    shown = overview(app)
    verdict, effect = shown.loc["L2DWK is more accurate than GASEN"]
    assert "Supported" in verdict
    assert effect.replace("\\", "").startswith("+6.00 points (+6.00 to +6.00)")
    # Below the table all comparisons; a claim's own figure when its drawer is opened.
    (effects,) = apps.figures(app)
    assert "practically equal in" in effects["title"]
    for claim in CLAIMS:
        app.session_state[f"differences-{claim.key}-drawer"] = True
    app.run()
    apps.check(app)
    figures = apps.figures(app)
    assert len(figures) == 1 + sum(isinstance(claim.evidence, Measured) for claim in CLAIMS) == 18
    points_of_gasen = figures[4]["data"][0]
    np.testing.assert_allclose(apps.numbers(points_of_gasen["x"]), 6.0)
    assert len(points_of_gasen["x"]) == 31
    assert "L2DWK is better on 27 of 27 datasets (related ones count as one)" in figures[4]["title"]
