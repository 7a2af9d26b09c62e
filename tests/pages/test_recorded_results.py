"""Results computed earlier are those of the pages' first choices, and nothing else shows them."""

from __future__ import annotations

from dataclasses import asdict, replace

import numpy as np
import pytest

from l2dwk_core.studies.comparison import compare
from l2dwk_core.studies.noise_study import noise_study
from pages.models import recorded_results as recorded
from tests import page_apps as apps


@pytest.mark.parametrize(("page", "n_figures"), [("compare.py", 2), ("noise.py", 3)])
def test_a_page_opens_with_its_first_result(page, n_figures):
    app = apps.open_page(page)
    apps.check(app)
    assert len(apps.figures(app)) >= n_figures
    assert recorded.sentence() in apps.said(app)
    assert not apps.button(app, f"{page.removesuffix('.py')}_run")


@pytest.mark.parametrize("page", ["compare.py", "noise.py"])
def test_another_choice_is_not_shown_but_offered(page):
    app = apps.open_page(page, v="1", seed="1")
    apps.check(app)
    assert len(apps.figures(app)) == 0
    assert apps.button(app, f"{page.removesuffix('.py')}_run")
    assert "Computed earlier" not in apps.said(app)


def test_any_change_makes_it_another_result():
    first, noise = recorded.first_comparison(), recorded.first_noise_study()
    assert recorded.comparison(first).recipe == first
    assert recorded.noise(noise).recipe == noise
    assert recorded.comparison(replace(first, folds=9)) is None
    assert recorded.noise(replace(noise, repeats=4)) is None


@pytest.mark.slow
def test_the_comparison_computed_here_is_the_recorded_one():
    first = recorded.first_comparison()
    found = recorded.comparison(first)
    here = compare(**first.as_dict() | {"settings": first.settings})
    alike = [
        [replace(record, seconds=0.0) for record in result.records] for result in (found, here)
    ]
    assert alike[0] == alike[1]
    assert dict(here.refusals) == found.refusals


@pytest.mark.slow
def test_the_noise_study_computed_here_is_the_recorded_one():
    first = recorded.first_noise_study()
    found = recorded.noise(first)
    here = noise_study(
        first.dataset, run=first.run, methods=first.methods, shares=first.shares,
        repeats=first.repeats,
    )  # fmt: skip
    assert [asdict(r) for r in here.records] == [asdict(r) for r in found.records]
    assert here.pairs == found.pairs
    for mine, other in zip(here.alpha_on_noise, found.alpha_on_noise, strict=True):
        np.testing.assert_allclose(mine.of_alpha, other.of_alpha, atol=1e-9)
        np.testing.assert_array_equal(mine.of_errors, other.of_errors)
