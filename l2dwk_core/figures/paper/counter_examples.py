"""Figures of the counter-examples to printed equations: a curve with a point, or weights as bars.

Blue is what is computed here, grey what is printed.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from l2dwk_core.common.text import agreeing, bound, counted
from l2dwk_core.figures.chart import Chart
from l2dwk_core.figures.palette import L2DWK, MEMBERS, RIGHT, WRONG
from l2dwk_core.figures.paper.charts import Line, bar_chart, curve_chart
from l2dwk_core.figures.traces import marker_trace
from l2dwk_core.paper import examples as ex
from l2dwk_core.paper.conflicts import conflicts_sentence


def kernels_figure(kernel: str, sigma: float, degree: int, constant: float) -> Chart:
    """Draw (a): weights with the linear kernel, and with another kernel in both forms."""
    forms = ex.kernel_forms(kernel, sigma=sigma, degree=degree, constant=constant)
    apart = float(np.abs(forms.joint - forms.linear).sum())
    same = float(np.abs(forms.scalar - forms.linear).max())
    return bar_chart(
        "paper_kernels",
        f"Row by row the weights are those of the linear kernel (within {bound(max(same, 1e-9))}); "
        f"between columns they are {apart:.2f} apart",
        [
            ("linear", forms.linear, MEMBERS),
            (f"{kernel}, row by row", forms.scalar, L2DWK),
            (f"{kernel}, between columns", forms.joint, RIGHT),
        ],
        f"Weights of eight members at λ = 2. On right and wrong answers this kernel is "
        f"{forms.a:.3g} + {forms.b:.3g}·xy, so row by row the bars of the first two are equal; "
        + (
            "between whole columns they are not."
            if apart >= 0.005
            else "between whole columns too, to two places: a power of degree 1 is linear itself."
            if kernel == "polynomial" and degree == 1
            else "between whole columns they differ, but by less than two decimal places show."
        ),
    )


def double_fault_figure(lam: float) -> Chart:
    """Draw (b): which member the printed double fault returns, with 1/(4N) and with 1/4, against
    λ."""
    grid = np.linspace(0.0, 60.0, 241)
    now = ex.double_fault_sign(lam)
    n = ex.EXAMPLE.shape[0]

    def returned(values: NDArray[np.float64]) -> float:
        # Where all members tie, rounding must not choose among them.
        return float(now.accuracy[values.round(12).argmin()])

    def curve(divisor: float) -> NDArray[np.float64]:
        return np.array([returned(ex.single_member_objective(at / divisor)) for at in grid])

    def who(turn: float) -> str:
        if lam == turn:
            return "any one member (all tie)"
        return f"the {'most' if lam < turn else 'least'} accurate member"

    point = marker_trace(
        [lam],
        [returned(now.printed)],
        "where the slider stands, as printed",
        {"color": MEMBERS, "size": 15, "line": {"color": "white", "width": 2}},
        hover="%{x:g}: %{y:.0%}",
        showlegend=False,
    )
    kept = int(np.count_nonzero(now.corrected))
    return curve_chart(
        "paper_double_fault",
        f"λ = {lam:g}: with 1/(4N), as printed, {who(ex.TURN_PRINTED)} is returned alone; with "
        f"1/4, {who(ex.TURN_QUARTER)}; with the sign turned, {counted(kept, 'member')} "
        f"{agreeing(kept, 'has all', 'share')} the weight",
        grid,
        [
            Line("1/(4N), as printed", curve(n), MEMBERS),
            Line("1/4 in its place", curve(1.0), L2DWK),
        ],
        (lam, returned(now.quarter)),
        ("λ", "rows the returned member is right on"),
        f"Eight members, N = {n} rows. The printed objective is concave, so one single member is "
        "the answer: the most accurate, and beyond a certain λ the least accurate. That is λ = "
        f"2N = {ex.TURN_PRINTED:g} as printed, and 2 when 1/(4N) is read as 1/4. At that λ itself "
        "all members tie.",
        {"yaxis_tickformat": ".0%", "yaxis_range": [0.45, 0.85]},
        extra=[point],
    )


def quarter_figure(copies: int) -> Chart:
    """Draw (c): weights with 1/4 and 1/(4N) when rows are merely repeated."""
    found = ex.quarter_over_n(copies)
    printed, kept = (int(np.count_nonzero(w)) for w in (found.printed, found.quarter))
    return bar_chart(
        "paper_quarter",
        f"{found.n_rows} rows: 1/(4N) turns λ = 20 into {found.effective_lam:.2g} and keeps "
        f"{counted(printed, 'member')}; 1/4 keeps {kept}",
        [("1/(4N), as printed", found.printed, MEMBERS), ("1/4", found.quarter, L2DWK)],
        "Every row occurs as often as the slider says, which changes nothing about the members. "
        "The blue bars stay the same; the grey ones move to the single best member, which has "
        "all the weight from 4 copies on. (Sign corrected in both.)",
    )


def damping_figure(rounds: int) -> Chart:
    """Draw (d): the shares of earlier targets in the kernel weights, for three dampings."""
    shares = {name: ex.mixture_shares(name, rounds) for name in ex.DAMPINGS}
    names = ["α¹"] + [f"target {s}" for s in range(1, rounds + 1)]
    return bar_chart(
        "paper_damping",
        f"After {counted(rounds, 'round')}, 1/t keeps nothing of the equal weights α¹; "
        f"1/(t + 1) keeps {shares['1/(t+1)'][0]:.0%}",
        [
            ("1/t, as printed", shares["1/t"], MEMBERS),
            ("1/(t + 1)", shares["1/(t+1)"], L2DWK),
            ("rising, t/(t + 1)", shares["rising"], RIGHT),
        ],
        "Unrolled, α is a mixture of α¹ and all targets so far. 1/t averages the targets and drops "
        "α¹. A β that rises, as the condition asks, here t/(t + 1), has "
        f"{shares['rising'][-1]:.0%} of the last target and "
        f"{1 - shares['rising'][-1]:.0%} of everything before.",
        labels=names,
        titles=("part of the mixture", "share of α"),
    )


def hinge_figure(plural: int, wrong: int) -> Chart:
    """Draw (e): Σ α* as printed against the number of rows that are right with a negative
    margin."""
    right = 20 - wrong
    grid = np.arange(0, 13)
    curve = [ex.hinge_mass(int(n), wrong, right).mass for n in grid]
    now = ex.hinge_mass(plural, wrong, right)
    title = (
        f"{counted(now.n_margin, 'row')} {agreeing(now.n_margin, 'has', 'have')} m ≤ 0, "
        f"{counted(now.n_wrong, 'vote')} {agreeing(now.n_wrong, 'is', 'are')} wrong: "
    )
    if now.n_wrong:
        title += f"the printed weights sum to {now.mass:g}"
    elif now.n_margin:
        title += "the printed weights are divided by 0"
    else:
        title += "no row gets any of the printed weights"
    return curve_chart(
        "paper_hinge",
        title,
        grid.astype(np.float64),
        [
            Line("Σ α*, as printed", np.array(curve), MEMBERS),
            Line("divided by the size of the set", np.ones(len(grid)), L2DWK, "dash"),
        ],
        (plural, now.mass) if now.n_wrong else None,
        ("rows won by 3 votes against 2 and 2", "sum of the new kernel weights"),
        "Seven members, three classes. A row with votes 3, 2, 2 is right, but its margin is "
        "−1/7: where any vote is wrong, it gets weight 1/(Nε) without being an error.",
        # With no wrong vote there is no curve; the axis still shows where 1 is.
        {"yaxis_range": [0, max(2.0, *(c * 1.1 for c in curve))] if now.n_wrong else [0, 2]},
    )


def theta_figure(error: float) -> Chart:
    """Draw (f): θ against ε, as printed and as kept within bounds for 20 rows."""
    grid = np.linspace(0.001, 0.999, 333)
    printed = ex.exp_theta(error)
    kept = ex.exp_theta(error, 20)
    if np.isinf(printed):
        said = f"θ is {'+' if printed > 0 else '−'}∞"
    else:
        # Rounding first keeps −0.00 out of the title.
        value = round(printed, 2) + 0.0
        said = f"θ = {value:.2f}".replace("-", "−")
        said += ": weight would move to rows with high margins" if error > 0.5 else ""
        said += ": nothing moves" if error == 0.5 else ""
    return curve_chart(
        "paper_theta",
        f"ε = {error:g}: {said}; kept within bounds it is {kept:.2f}",
        grid,
        [
            Line("as printed", np.array([ex.exp_theta(e) for e in grid]), MEMBERS),
            Line("bounds for 20 rows", np.array([ex.exp_theta(e, 20) for e in grid]), L2DWK),
        ],
        (error, kept),
        ("ε, share of wrong votes", "θ, strength of the update"),
        "Positive θ moves weight to rows with a low margin, negative θ to rows with a high one. "
        "The grey line goes to infinity at both ends and is negative beyond ½.",
        {"yaxis_range": [-3.6, 3.6]},
    )


def normalisation_figure(lam: float) -> Chart:
    """Draw (g): weights with the loss as a mean, as a sum, and with accuracies as shares."""
    found = ex.normalisations(lam)
    return bar_chart(
        "paper_normalisation",
        f"λ = {lam:g} means {lam / 20:.3g} when the loss is a sum over 20 rows; with accuracy as a "
        f"share it means {2 * lam:g}",
        [
            ("sum over rows, as printed", found.total, MEMBERS),
            ("mean over rows", found.mean, L2DWK),
            ("accuracy as a share", found.share, RIGHT),
        ],
        "One λ and three scales of the accuracy give three answers here. A value of λ means "
        "nothing unless its scale is stated.",
    )


def curvature_figure(constant: float) -> Chart:
    """Draw (h): the smallest curvature along the simplex of the joint polynomial kernel against
    c."""
    grid = np.linspace(-1.0, 1.0, 81)
    value = ex.smallest_curvature(constant) + 0.0
    convex = value > -1e-9
    return curve_chart(
        "paper_curvature",
        f"c = {constant:g}: the objective is {'convex' if convex else 'not convex'} (smallest "
        f"curvature {0.0 if convex and value < 1e-9 else value:.3g})",
        grid,
        [Line("smallest curvature", np.array([ex.smallest_curvature(c) for c in grid]), L2DWK)],
        (constant, value),
        ("constant c of the polynomial kernel, d = 2", "smallest curvature along the simplex"),
        "Four members on three rows. Below 0 there is a direction in which the objective curves "
        "downwards, so the result of a solver for convex programs need not be a minimum.",
    )


def training_vote_figure(members: int) -> Chart:
    """Draw (i): the probability that a training row's vote is wrong against the number of fully
    grown trees."""
    grid = np.arange(1, 302, 2)
    now = ex.wrong_training_vote(members)
    return curve_chart(
        "paper_training_vote",
        f"With {counted(members, 'tree')}, a training row is voted wrong with chance at most "
        f"{now:.2g}, unless it equals a row of another class",
        grid.astype(np.float64),
        [Line("bound", np.array([ex.wrong_training_vote(int(n)) for n in grid]), L2DWK)],
        (members, now),
        ("fully grown bagged trees", "largest chance of a wrong vote"),
        "Each tree is trained on about 63% of the rows and is right on those, unless equal rows "
        "have different classes. Even if it were wrong on all others, with many trees those "
        "trained on a row mostly outvote the rest. Without a wrong vote there is no round 2. "
        f"{conflicts_sentence()}",
        {"yaxis_type": "log", "yaxis_exponentformat": "power"},
    )


def alpha_figure(lam: float) -> Chart:
    """Draw (k): each row's term of f against its margin, and which row a minimum over α would
    choose."""
    found = ex.alpha_choice(lam)
    grid = np.linspace(-1.0, 1.0, 101)
    best = found.margins[found.minimiser]
    easier = int(np.count_nonzero(found.margins > best + 1e-9))
    hard = int(found.update.sum())
    update = found.update
    low = np.zeros(len(update), dtype=bool)
    low[found.minimiser] = True
    rest = ~(update | low)
    marks: list[dict[str, Any]] = [
        marker_trace(
            found.margins[rows],
            found.terms[rows],
            name,
            {"color": colour, "size": size, "symbol": symbol},
            hover="margin %{x:.3f}, term %{y:.3f}",
        )
        for rows, colour, size, symbol, name in (
            (rest, RIGHT, 9, "circle", "other rows"),
            (update, WRONG, 13, "x", "rows the update chooses"),
            (low, L2DWK, 16, "diamond", "row a minimum over α chooses"),
        )
        if rows.any()
    ]
    return curve_chart(
        "paper_alpha",
        f"A minimum over α takes a row with margin {best:.2f}, the nearest to 1/λ = {1 / lam:.2f}; "
        f"the update takes {counted(hard, 'row')} with margins of at most 0",
        grid,
        [Line("−m + (λ/2)m²", -grid + lam / 2 * grid**2, MEMBERS)],
        None,
        ("margin m of the row", "the row's term in the objective"),
        "With w fixed, the objective is the α-weighted mean of these terms. A minimum over α "
        f"puts all weight on a lowest one, a row whose margin is nearest 1/λ; {easier} of the "
        f"{len(found.margins)} rows {agreeing(easier, 'is', 'are')} easier than that. The "
        "algorithm moves weight to the rows with a margin of at most 0.",
        extra=marks,
    )


def joint_figure(position: float) -> Chart:
    """Draw (l): f along a line in (w, α), above the straight line through its end values."""
    line = ex.joint_segment()
    here = float(np.interp(position, line.position, line.value))
    chord = float(np.interp(position, line.position, line.chord))
    if here > chord + 1e-9:
        rise = f"{here - chord:.3f}"
        title = f"At {position:g} of the way f is {rise} above the straight line: not convex"
    else:
        title = "At its ends the curve meets the straight line"
    return curve_chart(
        "paper_joint",
        title,
        line.position,
        [
            Line("straight line between the ends", line.chord, MEMBERS, "dash"),
            Line("f(w, α)", line.value, L2DWK),
        ],
        (position, here),
        ("way from (w, α) to another (w, α)", "objective f"),
        "w and α both move in a straight line, each from one single member and row to another. A "
        "convex function would stay below the dashed line everywhere.",
    )


def self_figure(rows: int) -> Chart:
    """Draw (m): the disagreement of a member with itself against N, for unweighted rows and α =
    1/N."""
    grid = np.arange(1, 101)
    now = ex.self_disagreement(rows, weighted=False)
    return curve_chart(
        "paper_self",
        f"{counted(rows, 'unweighted row')}: a member disagrees with itself by "
        + f"{now:g}".replace("-", "−"),
        grid.astype(np.float64),
        [
            Line(
                "α = 1, no weights",
                np.array([ex.self_disagreement(int(n), weighted=False) for n in grid]),
                MEMBERS,
            ),
            Line(
                "α = 1/N",
                np.array([ex.self_disagreement(int(n), weighted=True) for n in grid]),
                L2DWK,
            ),
        ],
        (rows, now),
        ("number of rows N", "disagreement with oneself"),
        "It should be 0. The printed matrix lacks its 1/N and is right when the kernel weights "
        "supply it, as α = 1/N does.",
    )
