"""Whether wrong labels draw kernel weight is claimed by a test against chance, seldom wrongly."""

from __future__ import annotations

from itertools import combinations
from types import SimpleNamespace

import numpy as np
import pytest

from l2dwk_core.runs.recipe import RunRecipe
from l2dwk_core.studies.noise_records import AlphaOnNoise, NoiseRecipe, NoiseResult

SHARES = (0.0, 0.2, 0.4)


def trace_of(alpha):
    last = SimpleNamespace(wrong=np.zeros(len(alpha), dtype=bool))
    return SimpleNamespace(rounds=[last], alphas=np.array([alpha]), returned_round=1)


def test_the_deviation_is_that_of_all_choices_of_rows():
    alpha = np.array([0.4, 0.3, 0.15, 0.1, 0.05, 0.0])
    flipped = np.array([True, False, True, False, False, False])
    found = AlphaOnNoise.of(0, 0.3, trace_of(alpha), flipped)
    every = [alpha[list(rows)].sum() for rows in combinations(range(6), 2)]
    assert found.chance_deviation == pytest.approx(np.std(every))
    assert found.gap == pytest.approx(0.55 - 1 / 3)
    assert np.mean(every) == pytest.approx(1 / 3)


def study(rng, repeats, n_rows, pull):
    """A study whose α knows nothing of the flips, or, with a pull, favours them."""
    runs = []
    for repeat in range(repeats):
        for share in SHARES:
            flipped = np.zeros(n_rows, dtype=bool)
            flipped[rng.permutation(n_rows)[: round(share * n_rows)]] = True
            # Kernel weights end on few rows: half of all on some five.
            alpha = rng.exponential(size=n_rows) ** 3 * (1 + pull * flipped)
            runs.append(AlphaOnNoise.of(repeat, share, trace_of(alpha / alpha.sum()), flipped))
    recipe = NoiseRecipe(RunRecipe("glass"), shares=SHARES, repeats=repeats)
    return NoiseResult(recipe, (), (), tuple(runs), 100, 40)


@pytest.mark.parametrize("repeats", [3, 5])
@pytest.mark.parametrize("n_rows", [20, 45])
def test_a_claim_is_seldom_wrong(repeats, n_rows):
    rng = np.random.default_rng(4)
    found = [study(rng, repeats, n_rows, 0.0) for _ in range(400)]
    wrong = np.mean([any(r.draws_alpha(s) for s in SHARES) for r in found])
    assert wrong <= 0.06


def test_what_is_there_is_found():
    rng = np.random.default_rng(5)
    found = [study(rng, 5, 90, 8.0) for _ in range(60)]
    assert np.mean([r.draws_alpha(0.2) for r in found]) > 0.8
