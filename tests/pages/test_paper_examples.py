"""The Paper page's counter-examples against independent values, and its list against the paper."""

from __future__ import annotations

import importlib
import itertools
import math
import re
from fractions import Fraction

import numpy as np
import pytest
from scipy.optimize import minimize
from scipy.stats import binom

from l2dwk_core.common.csv_text import csv_text
from l2dwk_core.common.errors import InputError
from l2dwk_core.figures.chart import Chart
from l2dwk_core.figures.paper import counter_examples
from l2dwk_core.method.self_training import self_train
from l2dwk_core.method.settings import PRESETS, Settings
from l2dwk_core.paper import EQUATIONS, PROGRAM_DIFFERENCES, VERDICTS
from l2dwk_core.paper import examples as ex
from tests import reference
from tests.problems import as_class_problem, class_problem

pytestmark = pytest.mark.filterwarnings("error")

# Names of the numbered equations and the algorithm, in the paper's order.
LABELS = [
    "eq:linearkernal", "eq:gausskernal", "eq:polykernal", "eq:Oracle-Output", "eq:Margin",
    "eq:Accuracy", "eq:diversity-1", "eq:Dis", "eq:Df", "eq:UnifiedCriterion",
    "eq:weighted_kernel", "eq:accuracy_loss", "eq:div_loss", "eq:UnifiedCriterion2",
    "eq:Dis-Omega", "eq:UnifiedCriterion3", "eq:Df-Omega", "eq:UnifiedCriterion4", "eq:QPD",
    "alg:l2dwk", "eq:beta", "eq:updating", "eq:L2DWK-Hinge", "eq:L2DWK-Exp", "eq:DSWL-tr",
]  # fmt: skip
O = ex.EXAMPLE.astype(float)  # noqa: E741
P = O.mean(axis=0)
S = O.T @ O / 20


def minimum(objective):
    """Weights by a general solver from several starts: an independent, slow way."""
    best = None
    starts = [np.full(8, 1 / 8), *(0.3 / 8 + 0.7 * np.eye(8))]
    for start in starts:
        found = minimize(
            objective, start, method="SLSQP", bounds=[(0, 1)] * 8,
            constraints={"type": "eq", "fun": lambda w: w.sum() - 1},
            options={"ftol": 1e-14, "maxiter": 500},
        )  # fmt: skip
        if best is None or found.fun < best.fun:
            best = found
    return best.x


def test_every_equation_is_listed_in_order_and_whole():
    assert [e.key for e in EQUATIONS if e.labelled] == LABELS
    assert len({e.key for e in EQUATIONS}) == len(EQUATIONS)
    for e in EQUATIONS:
        assert e.verdict in VERDICTS
        assert e.title and e.meaning and e.remark and e.code
        if e.verdict == "defect":
            assert e.example, f"{e.key} needs a counter-example"
    assert {e.verdict for e in EQUATIONS} == set(VERDICTS)


@pytest.mark.parametrize("place", sorted({p for e in EQUATIONS for p in e.code}))
def test_what_implements_an_equation_is_where_it_is_said_to_be(place):
    module, name = place.split(":")
    assert hasattr(importlib.import_module(f"l2dwk_core.{module}"), name)


@pytest.mark.parametrize("equation", EQUATIONS, ids=lambda e: e.key)
def test_formulas_balance(equation):
    for left, right in (("{", "}"), (r"\left[", r"\right]"), (r"\left(", r"\right)")):
        assert equation.latex.count(left) == equation.latex.count(right)
    begun = re.findall(r"\\begin\{(\w+)\}", equation.latex)
    assert begun == re.findall(r"\\end\{(\w+)\}", equation.latex)


def test_the_six_differences_together_are_the_preset():
    settings = {k: v for d in PROGRAM_DIFFERENCES for k, v in d.settings.items()}
    assert len(PROGRAM_DIFFERENCES) == 6
    assert PRESETS["paper"].changed(**settings) == PRESETS["authors"]
    for d in PROGRAM_DIFFERENCES:
        for name, value in d.settings.items():
            assert getattr(PRESETS["paper"], name) != value


# (a)


@pytest.mark.parametrize(
    ("kernel", "changes"),
    [("gaussian", {"sigma": s}) for s in (0.3, 1.0, 4.0)]
    + [("polynomial", {"degree": d, "constant": c}) for d, c in ((2, 1.0), (3, 0.0), (4, 2.0))],
)
def test_row_by_row_kernels_share_one_minimiser(kernel, changes):
    found = ex.kernel_forms(kernel, **changes)
    np.testing.assert_allclose(found.scalar, found.linear, atol=1e-9)
    wanted = minimum(lambda w: w @ S @ w - P @ w)
    np.testing.assert_allclose(found.linear, wanted, atol=1e-4)
    # The objective from sums of single kernel values, row by row.
    record = Settings(kernel=kernel, kernel_form="scalar", lam=2.0, **changes)
    tables = reference.kernel_tables(record, np.full(20, 0.05), O)
    best = reference.objective(record, found.scalar, *tables)
    for w in np.random.default_rng(0).dirichlet(np.ones(8), 100):
        assert best <= reference.objective(record, w, *tables) + 1e-12


def test_between_columns_they_differ_and_coefficients_are_right():
    found = ex.kernel_forms("gaussian", sigma=0.5)
    assert np.abs(found.joint - found.linear).sum() > 0.3
    e = math.exp(-8)
    assert (found.a, found.b) == pytest.approx(((1 + e) / 2, (1 - e) / 2))
    with pytest.raises(InputError, match="objective constant"):
        ex.kernel_forms("polynomial", degree=2, constant=0.0)


# (b)


def vertex(lam, member, divisor):
    """Eq. UnifiedCriterion4 at w = e_j, linear kernel, α = 1/N, entry by entry in exact fractions:
    its bracket is 1 − k_j − k_j + K_jj, the bracket's factor λ/(4·divisor)."""
    outputs = [Fraction(int(o)) for o in ex.EXAMPLE[:, member]]
    alpha = Fraction(1, 20)
    k = sum(alpha * o for o in outputs)
    return -k - Fraction(lam) / (4 * divisor) * (1 - 2 * k + sum(alpha * o * o for o in outputs))


@pytest.mark.parametrize("lam", [0.0, 1.0, 1.75, 2.0, 2.25, 4.0, 6.0, 39.75, 40.0, 40.25, 60.0])
@pytest.mark.parametrize(("divisor", "turn"), [(20, 40), (1, 2)])
def test_printed_double_fault_returns_best_or_worst(lam, divisor, turn):
    """With 1/(4N), divisor N, the turn is at 2N = 40; with 1/4 at 2."""
    found = ex.double_fault_sign(lam)
    values = found.printed if divisor == 20 else found.quarter
    exact = [vertex(lam, j, divisor) for j in range(8)]
    np.testing.assert_allclose(values, [float(v) for v in exact], atol=1e-12)
    right = (O > 0).mean(axis=0)
    np.testing.assert_allclose(found.accuracy, right)
    best = [right[j] for j in range(8) if exact[j] == min(exact)]
    words = counter_examples.double_fault_figure(lam).title
    said = words.partition("as printed, ")[2] if divisor == 20 else words.partition("1/4, ")[2]
    if lam == turn:
        assert len(best) == 8
        assert said.startswith("any one member (all tie)")
    else:
        assert set(best) == {right.max() if lam < turn else right.min()}
        assert said.startswith(f"the {'most' if lam < turn else 'least'} accurate member")
    # No mixture is better, and the loop's own printed double fault returns that member.
    fault = (O < 0).T.astype(float) @ (O < 0) / 20 / divisor
    for w in np.random.default_rng(1).dirichlet(np.ones(8), 200):
        assert values.min() <= -P @ w - lam * w @ fault @ w + 1e-12
    settings = Settings(
        kernel="linear", update="none", diversity="double_fault_printed", lam=lam / divisor
    )
    weights = self_train(*as_class_problem(O), settings).weights
    assert np.count_nonzero(weights) == 1
    assert values[weights.argmax()] == pytest.approx(values.min(), abs=1e-12)


@pytest.mark.parametrize("lam", [0.0, 1.0, 2.25, 4.0, 60.0])
def test_corrected_double_fault_is_the_minimum(lam):
    found = ex.double_fault_sign(lam)
    both_wrong = (O < 0).T.astype(float) @ (O < 0) / 20
    corrected = minimum(lambda w: -P @ w + lam * w @ both_wrong @ w)
    f = [-P @ w + lam * w @ both_wrong @ w for w in (found.corrected, corrected)]
    assert f[0] <= f[1] + 1e-9


# (c)


@pytest.mark.parametrize("copies", [1, 5, 50])
def test_copies_change_nothing_but_the_printed_factor(copies):
    found = ex.quarter_over_n(copies)
    once = ex.quarter_over_n(1)
    np.testing.assert_allclose(found.quarter, once.quarter, atol=1e-9)
    assert found.n_rows == 20 * copies
    assert found.effective_lam == pytest.approx(1 / copies)
    # Double fault at λ is disagreement at λ/(λ + 2).
    lam = found.effective_lam / (found.effective_lam + 2)
    labels = as_class_problem(O)
    same = self_train(*labels, Settings(kernel="linear", lam=lam, update="none")).weights
    np.testing.assert_allclose(found.printed, same, atol=1e-6)
    if copies == 50:
        assert np.count_nonzero(found.printed) == 1
        assert np.count_nonzero(found.quarter) > 3


# (d)


@pytest.mark.parametrize("damping", ex.DAMPINGS)
@pytest.mark.parametrize("rounds", [1, 2, 7])
def test_shares_are_those_of_the_recursion(damping, rounds):
    rng = np.random.default_rng(2)
    first, targets = rng.dirichlet(np.ones(5)), rng.dirichlet(np.ones(5), rounds)
    alpha = first
    for t in range(1, rounds + 1):
        beta = {"1/t": 1 / t, "1/(t+1)": 1 / (t + 1), "rising": t / (t + 1)}[damping]
        alpha = beta * targets[t - 1] + (1 - beta) * alpha
    shares = ex.mixture_shares(damping, rounds)
    np.testing.assert_allclose(shares @ np.vstack([first, targets]), alpha, atol=1e-15)
    assert shares.sum() == pytest.approx(1)
    if damping == "1/t":
        assert shares[0] == 0
        np.testing.assert_allclose(shares[1:], 1 / rounds)


def test_shares_are_those_of_the_loop():
    predictions, labels = class_problem(2, 40, 8)
    choice = Settings(kernel="linear", damping="1/(t+1)", max_rounds=6, stop_on=())
    trace = self_train(predictions, labels, choice)
    past = [trace.rounds[0].alpha] + [r.error_set / r.n_error_set for r in trace.rounds[:-1]]
    np.testing.assert_allclose(ex.mixture_shares("1/(t+1)", 5) @ past, trace.rounds[-1].alpha)
    with pytest.raises(InputError, match="Unknown damping"):
        ex.mixture_shares("t", 3)


# (e)


def test_mass_of_the_published_example():
    found = ex.hinge_mass(6, 2, 12)
    assert (found.n_rows, found.n_margin, found.n_wrong, found.mass) == (20, 8, 2, 4.0)
    assert ex.hinge_mass(0, 3, 17).mass == 1.0
    nothing = ex.hinge_mass(5, 0, 3)
    assert nothing.n_margin == 5 and nothing.n_wrong == 0 and math.isnan(nothing.mass)
    with pytest.raises(InputError, match="There are no rows"):
        ex.hinge_mass(0, 0, 0)


# (f)


def test_theta_and_its_ends():
    assert ex.exp_theta(0.0) == math.inf and ex.exp_theta(1.0) == -math.inf
    assert ex.exp_theta(0.5) == 0.0
    assert ex.exp_theta(0.8) < 0
    assert ex.exp_theta(0.2) == pytest.approx(math.atanh(1 - 2 * 0.2))
    for error in (0.0, 0.3, 0.5, 1.0):
        assert 0 < ex.exp_theta(error, 20) <= math.atanh(1 - 1 / 20) + 1e-12
    with pytest.raises(InputError, match=r"The error is 1\.2"):
        ex.exp_theta(1.2)


# (g)


@pytest.mark.parametrize("lam", [0.5, 2.0, 20.0])
def test_scales_of_the_accuracy_are_scales_of_lambda(lam):
    found = ex.normalisations(lam)
    for weights, at in ((found.mean, lam), (found.total, lam / 20), (found.share, 2 * lam)):
        wanted = minimum(lambda w, at=at: at / 2 * w @ S @ w - P @ w)
        np.testing.assert_allclose(weights, wanted, atol=2e-4)


# (h)


@pytest.mark.parametrize("c", [-1.0, -0.5, -0.1, 0.0, 0.7])
def test_smallest_curvature_is_that_of_directions_that_sum_to_zero(c):
    found = ex.smallest_curvature(c)
    members = ex.CUBE.T.astype(float)
    kernel = np.array([[(x @ y / 3 + c) ** 2 for y in members] for x in members])
    rng = np.random.default_rng(3)
    seen = []
    for _ in range(4000):
        d = rng.normal(size=4)
        d -= d.mean()
        seen.append(d @ kernel @ d / (d @ d))
    assert found <= min(seen) + 1e-12
    assert found == pytest.approx(min(seen), abs=0.06)
    # By hand, along (1,1,−1,−1), (1,−1,1,−1) and (1,−1,−1,1), which are eigenvectors for every c.
    assert found == pytest.approx(min(16 * c / 3, 8 * c / 3, 16 / 9), abs=1e-12)


# (i)


@pytest.mark.parametrize("members", [1, 2, 11, 301])
def test_chance_of_a_wrong_training_vote(members):
    found = ex.wrong_training_vote(members)
    q = 1 - 1 / math.e
    by_hand = sum(
        math.comb(members, k) * q**k * (1 - q) ** (members - k) for k in range(members // 2 + 1)
    )
    assert found == pytest.approx(by_hand)
    assert found == pytest.approx(float(binom.cdf(members // 2, members, q)))
    if members == 301:
        assert found == pytest.approx(1.5e-6, rel=0.02)


# (k)


@pytest.mark.parametrize("lam", [0.25, 1.0, 2.0, 5.0])
def test_a_minimum_over_alpha_takes_the_row_nearest_to_the_target(lam):
    found = ex.alpha_choice(lam)
    rng = np.random.default_rng(4)
    lowest = found.terms[found.minimiser]
    for alpha in rng.dirichlet(np.full(20, 0.1), 200):
        assert lowest <= alpha @ found.terms + 1e-12
    nearest = np.abs(found.margins - 1 / lam).min()
    assert abs(found.margins[found.minimiser] - 1 / lam) == pytest.approx(nearest)
    assert found.margins[found.minimiser] > 0
    assert found.update.any()
    assert (found.terms[found.update] > lowest).all()


# (l)


def test_the_segment_is_f_and_rises_above_its_chord():
    line = ex.joint_segment()
    choice = Settings(kernel="linear", lam=1.0)

    def f(w, alpha):
        return reference.objective(choice, w, *reference.kernel_tables(choice, alpha, O))

    best = -np.inf
    for i, j in itertools.product(range(8), repeat=2):
        for k, row in itertools.product(range(20), repeat=2):
            m = (O[[k, row], i] + O[[k, row], j]) / 2
            middle = np.mean(-m + m**2 / 2)
            ends = [-O[k, i] + 0.5, -O[row, j] + 0.5]
            best = max(best, middle - np.mean(ends))
    middle = len(line.position) // 2
    assert line.value[middle] - line.chord[middle] == pytest.approx(best)
    assert best == pytest.approx(0.5)
    assert line.value[[0, -1]] == pytest.approx(line.chord[[0, -1]])
    # The constant of the reference is λ/2 less; the same pair through its slow sums.
    i, k = next((i, k) for i in range(8) for k in range(20) if O[k, i] == 1)
    j, row = next(
        (j, r) for j in range(8) for r in range(20)
        if O[r, j] == 1 and O[k, j] == -1 and O[r, i] == -1
    )  # fmt: skip
    w, z, a, b = np.eye(8)[i], np.eye(8)[j], np.eye(20)[k], np.eye(20)[row]
    excess = f((w + z) / 2, (a + b) / 2) - (f(w, a) + f(z, b)) / 2
    assert excess == pytest.approx(best)


# (m)


@pytest.mark.parametrize("rows", [1, 20, 80])
def test_disagreement_with_oneself(rows):
    assert ex.self_disagreement(rows, weighted=False) == (1 - rows) / 2
    assert ex.self_disagreement(rows, weighted=True) == pytest.approx(0, abs=1e-15)


# Figures


CHARTS = {
    "a": lambda: counter_examples.kernels_figure("gaussian", 0.5, 3, 1.0),
    "b": lambda: counter_examples.double_fault_figure(4.0),
    "c": lambda: counter_examples.quarter_figure(5),
    "d": lambda: counter_examples.damping_figure(5),
    "e": lambda: counter_examples.hinge_figure(6, 2),
    "e0": lambda: counter_examples.hinge_figure(6, 0),
    "f": lambda: counter_examples.theta_figure(0.0),
    "g": lambda: counter_examples.normalisation_figure(2.0),
    "h": lambda: counter_examples.curvature_figure(-0.5),
    "i": lambda: counter_examples.training_vote_figure(301),
    "k": lambda: counter_examples.alpha_figure(1.0),
    "l": lambda: counter_examples.joint_figure(0.5),
    "m": lambda: counter_examples.self_figure(80),
}


@pytest.mark.parametrize("key", CHARTS)
def test_figures_are_whole(key):
    chart: Chart = CHARTS[key]()
    assert chart.title and chart.reading and chart.alternative
    assert chart.figure.layout.xaxis.title.text and chart.figure.layout.yaxis.title.text
    for title in chart.tables:
        assert len(csv_text(chart.tables[title]()).splitlines()) > 2


@pytest.mark.parametrize(
    ("key", "said"),
    [
        (
            "b",
            "1/(4N), as printed, the most accurate member is returned alone; with 1/4, the least",
        ),
        ("c", "100 rows: 1/(4N) turns λ = 20 into 0.2 and keeps 1 member;"),
        ("d", "1/(t + 1) keeps 17%"),
        ("e", "8 rows have m ≤ 0, 2 votes are wrong: the printed weights sum to 4"),
        ("e0", "6 rows have m ≤ 0, 0 votes are wrong: the printed weights are divided by 0"),
        ("f", "ε = 0: θ is +∞; kept within bounds it is 1.83"),
        ("h", "c = -0.5: the objective is not convex (smallest curvature -2.67)"),
        ("i", "With 301 trees, a training row is voted wrong with chance at most 1.5e-06"),
        ("k", "a row with margin 1.00, the nearest to 1/λ = 1.00; the update takes 3 rows"),
        ("l", "f is 0.500 above the straight line: not convex"),
        ("m", "disagrees with itself by −39.5"),
    ],
)
def test_titles_say_what_the_numbers_are(key, said):
    assert said in CHARTS[key]().title


def test_moving_a_slider_moves_the_point_along_the_curve():
    for figure, at in (
        (counter_examples.double_fault_figure, (0.5, 1.5, 5.0)),
        (counter_examples.curvature_figure, (-0.75, 0.0, 0.5)),
        (counter_examples.joint_figure, (0.0, 0.25, 0.5)),
        (counter_examples.training_vote_figure, (1, 51, 301)),
    ):
        for value in at:
            data = figure(value).figure.data
            x, y = data[-1].x[0], data[-1].y[0]
            assert x == value
            curves = [np.interp(x, d.x, np.asarray(d.y, float)) for d in data[:-1]]
            assert min(abs(c - y) for c in curves) < 1e-9
