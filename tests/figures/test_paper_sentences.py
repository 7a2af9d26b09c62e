"""What the Paper page says in words, at every place of its sliders, against numbers of our own."""

from __future__ import annotations

import itertools
import math
import re

import numpy as np
import pytest

from l2dwk_core.figures.paper import counter_examples
from l2dwk_core.method.kernels import KERNELS
from l2dwk_core.method.reweighting import Reweighting
from l2dwk_core.method.self_training import self_train
from l2dwk_core.method.settings import Settings
from l2dwk_core.paper import EQUATIONS
from l2dwk_core.paper import examples as ex
from pages.choices.field_rules import limits
from pages.models.paper import PaperChoice
from tests.problems import as_class_problem, class_problem

O = ex.EXAMPLE.astype(float)  # noqa: E741
S = O.T @ O / 20
REMARK = {e.key: e.remark for e in EQUATIONS}


def places(name):
    """Every place of a slider of the page."""
    rule = limits(PaperChoice, name)
    n = round((rule["high"] - rule["low"]) / rule["step"])
    values = [rule["low"] + i * rule["step"] for i in range(n + 1)]
    return [int(v) for v in values] if isinstance(rule["low"], int) else values


# (a)


@pytest.mark.parametrize(
    ("kernel", "sigma", "degree", "constant"),
    [("polynomial", 1.0, d, c) for d, c in ((1, 0.0), (1, 1.0), (1, 3.0), (2, 3.0), (3, 0.0))]
    + [("gaussian", s, 1, 1.0) for s in (0.2, 0.5, 1.0, 5.0)],
)
def test_bars_are_called_unequal_only_where_they_are(kernel, sigma, degree, constant):
    chart = counter_examples.kernels_figure(kernel, sigma, degree, constant)
    linear, scalar, joint = (np.asarray(bars.y, float) for bars in chart.figure.data)
    apart = np.abs(linear - joint).sum()
    assert f"{apart:.2f} apart" in chart.title
    np.testing.assert_allclose(scalar, linear, atol=1e-9)
    assert ("between whole columns they are not" in chart.reading) == (apart >= 0.005)
    assert ("degree 1 is linear itself" in chart.reading) == (
        kernel == "polynomial" and degree == 1
    )


@pytest.mark.parametrize("kernel", KERNELS)
def test_each_of_the_three_kernels_is_affine_in_the_product_and_another_need_not_be(kernel):
    settings = Settings(kernel=kernel, sigma=0.8, degree=3, constant=0.5)
    one = np.ones(1)
    k = KERNELS[kernel].scalar
    assert k(one, one, settings) == k(-one, -one, settings)
    assert "each of these three kernels" in REMARK["eq:weighted_kernel"]
    # (x + 1)(y + 1) is a kernel, but a + b·xy would need the same value twice.
    assert (1 + 1) * (1 + 1) != (-1 + 1) * (-1 + 1)


# Eq. UnifiedCriterion3


def test_when_minus_the_disagreement_matrix_is_semidefinite():
    def lowest(kernel):
        return np.linalg.eigvalsh(-(1 - kernel) / 2)[0]  # −D = −½(11ᵀ − K)

    assert lowest(S) < -1
    assert lowest(np.exp(-(1 - S))) < -0.1
    assert lowest((S + 1) ** 2) == pytest.approx(0.44, abs=0.005)  # the exception that is named
    assert lowest(np.ones((8, 8))) == pytest.approx(0)  # all members answer alike
    said = REMARK["eq:UnifiedCriterion3"]
    assert "never" not in said
    assert "polynomial kernel between columns with c > 0" in said and "answer alike" in said
    # A diagonal of 0 and a semidefinite matrix leave nothing but 0: 2×2 minors are −d².
    for seed in range(20):
        outputs = np.sign(np.random.default_rng(seed).normal(size=(7, 4)))
        gram = outputs.T @ outputs / 7
        assert (lowest(gram) > -1e-12) == bool((outputs == outputs[:, :1]).all())


# (d)


@pytest.mark.parametrize("rounds", places("d_rounds"))
def test_what_a_rising_damping_forgets(rounds):
    reading = counter_examples.damping_figure(rounds).reading
    alpha, last = 1.0, None
    for t in range(1, rounds + 1):  # what is left of everything before target t
        alpha, last = t / (t + 1), 1 / (t + 1)
    assert f"has {alpha:.0%} of the last target and {last:.0%} of everything before" in reading
    assert rounds > 1 or "has 50% of the last target" in reading


# (e)


@pytest.mark.parametrize("plural", places("e_plural"))
@pytest.mark.parametrize("wrong", [0, 1, 8])
def test_the_hinge_title_counts_and_divides_as_it_says(plural, wrong):
    title = counter_examples.hinge_figure(plural, wrong).title
    n = plural + wrong
    assert title.startswith(f"{n} {'row has' if n == 1 else 'rows have'} m ≤ 0, ")
    assert f"{wrong} {'vote is' if wrong == 1 else 'votes are'} wrong: " in title
    if wrong:
        assert title.endswith(f"sum to {n / wrong:g}")
    elif plural:
        assert title.endswith("divided by 0")
    else:
        assert title.endswith("no row gets any of the printed weights")


# (f)


@pytest.mark.parametrize("error", [0.1, 0.49, 0.5, 0.51, 0.9])
def test_what_theta_does_to_rows_that_are_lost(error):
    """The printed update α exp(−θ m)/Z from equal weights."""
    theta = 0.5 * math.log((1 - error) / error)
    up = []
    for margins in (np.linspace(-1, 1, 11), np.array([-0.9, -0.5, -0.1, 0.05])):
        new = np.exp(-theta * margins)
        up.append(bool(np.all(np.diff(new) > 1e-12)))
        if error > 0.5:  # a row with a negative margin may gain: it is the higher ones that do
            assert new[-1] / new.sum() > 1 / len(margins) > new[0] / new.sum()
    title = counter_examples.theta_figure(error).title
    assert [("weight would move to rows with high margins" in title)] * 2 == up
    assert ("nothing moves" in title) == (theta == 0)
    assert (
        "weight then moves from rows with low margins to rows with high ones"
        in (REMARK["eq:L2DWK-Exp"])
    )
    assert "rewards mistakes" not in REMARK["eq:L2DWK-Exp"]


# (g)


def test_the_three_answers_differ_at_every_place_of_the_slider():
    for lam in places("g_lam")[::5]:
        found = ex.normalisations(lam)
        for other in (found.total, found.share):
            assert np.abs(found.mean - other).sum() > 0.01


# (c) and (h)


def test_from_four_copies_on_one_member_has_all_the_weight():
    kept = [np.count_nonzero(ex.quarter_over_n(c).printed) for c in (1, 2, 3, 4, 5, 20, 50)]
    assert kept[:3] == [2, 2, 2] and set(kept[3:]) == {1}
    for copies, kept in enumerate((2, 2, 2, 1, 1), 1):
        title = counter_examples.quarter_figure(copies).title
        assert f"and keeps {kept} member" in title
    assert "from 4 copies on" in counter_examples.quarter_figure(2).reading


def test_below_zero_the_objective_bends_downwards_everywhere():
    for c in places("h_constant"):
        assert ("not convex" in counter_examples.curvature_figure(c).title) == (c < -1e-9)


# (k)


@pytest.mark.parametrize("lam", places("k_lam"))
def test_the_row_a_minimum_over_alpha_takes(lam):
    weights = self_train(
        *as_class_problem(O), Settings(kernel="linear", lam=lam, update="none")
    ).weights
    margins = O @ weights
    terms = -margins + lam / 2 * margins**2
    lowest = np.flatnonzero(terms < terms.min() + 1e-9)
    chart = counter_examples.alpha_figure(lam)
    margin = float(re.search(r"row with margin (-?[\d.]+),", chart.title)[1])
    assert min(abs(margins[lowest] - margin)) < 0.006
    assert abs(abs(margin - 1 / lam) - abs(margins - 1 / lam).min()) < 0.006
    easier = int(re.search(r"(\d+) of the 20 rows (?:is|are) easier", chart.reading)[1])
    assert easier in {int((margins > m + 1e-9).sum()) for m in margins[lowest]}
    if lam == 5.0:
        assert easier == 15
    hard = int((margins <= 1e-12).sum())
    assert f"takes {hard} row{'' if hard == 1 else 's'} with margins of at most 0" in chart.title


# Eqs. updating and L2DWK-Hinge


def test_a_step_is_at_most_what_is_said_also_when_the_printed_mass_exceeds_one():
    longest = 0.0
    for seed in range(6):
        votes = class_problem(seed, 30, 7, n_classes=4)
        for mass in ("set", "vote"):
            settings = Settings(
                kernel="linear", error_mass=mass, damping="1/t", lam=3.0, stop_on=(), max_rounds=8
            )
            rounds = self_train(*votes, settings).rounds
            for t, (r, after) in enumerate(itertools.pairwise(rounds), 1):
                step = np.abs(after.alpha - r.alpha).sum()
                target = 1.0 if mass == "set" else r.n_error_set / r.n_wrong
                assert step <= (target + r.alpha_mass) / t + 1e-12
                longest = max(longest, step * t)
    assert longest > 2  # so 2β would be too little
    assert "βₜ(Σα* + Σα)" in REMARK["eq:updating"]


def test_the_authors_damping_keeps_at_most_the_share_that_is_named():
    """β ≥ N/(N + t): every wrong vote has a margin that is not positive."""
    settings = Settings(error_mass="authors", damping="authors")
    for n, size, wrong, t in ((50, 9, 4, 3), (50, 4, 4, 30), (7, 7, 1, 1)):
        reweighting = Reweighting(settings, n, None, n)
        error_set = np.arange(n) < size
        step = reweighting.step(t, np.full(n, 1 / n), error_set, np.zeros(n), wrong)
        assert step.beta >= n / (n + t) - 1e-15
        if size == wrong:
            assert step.beta == pytest.approx(n / (n + t))
