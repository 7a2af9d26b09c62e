"""Figures of the counter-examples to printed equations: a curve with a point, or weights as bars.

Blue is what is computed here, grey what is printed.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import ArrayLike, NDArray

from l2dwk_core.errors import InputError
from l2dwk_core.figures.chart import Chart
from l2dwk_core.figures.drawing import Drawing
from l2dwk_core.figures.palette import FAINT, L2DWK, MEMBERS, RIGHT, SINGLE, WRONG, axis, layout
from l2dwk_core.paper import examples as ex

_LEGEND = {"orientation": "h", "y": 1.02, "yanchor": "bottom", "x": 0}
_HEIGHT = 300


@dataclass(frozen=True, eq=False)
class _Line:
    name: str
    y: NDArray[np.float64]
    colour: str
    dash: str = "solid"
    legend: bool = True


def kernels_figure(kernel: str, sigma: float, degree: int, constant: float) -> Chart:
    """(a) Weights with the linear kernel, and with another in both forms."""
    forms = ex.kernel_forms(kernel, sigma=sigma, degree=degree, constant=constant)
    apart = float(np.abs(forms.joint - forms.linear).sum())
    same = float(np.abs(forms.scalar - forms.linear).max())
    return _bars(
        "paper_kernels",
        f"Row by row the weights are those of the linear kernel (within {max(same, 1e-9):.0e}); "
        f"between columns they are {apart:.2f} apart",
        [
            ("linear", forms.linear, MEMBERS),
            (f"{kernel}, row by row", forms.scalar, L2DWK),
            (f"{kernel}, between columns", forms.joint, RIGHT),
        ],
        f"Weights of eight members at λ = 2. On right and wrong answers this kernel is "
        f"{forms.a:.3g} + {forms.b:.3g}·xy, so row by row the bars of the first two never part; "
        "between whole columns they do.",
    )


def double_fault_figure(lam: float) -> Chart:
    """(b) The printed objective of each member alone against λ, and the member it returns."""
    grid = np.linspace(0.0, 6.0, 61)
    now = ex.double_fault_sign(lam)
    order = np.unique(now.accuracy)[::-1]
    looks = {0: (SINGLE, "solid"), len(order) - 1: (MEMBERS, "dash")}
    words = {0: "the most accurate, ", len(order) - 1: "the least accurate, "}
    lines = [
        _Line(
            f"{words.get(i, '')}right on {p:.0%}",
            1 - grid + (grid - 2) * p,
            *looks.get(i, (FAINT, "dot")),
            legend=i in looks,
        )
        for i, p in enumerate(order)
    ]
    chosen = now.accuracy[now.chosen]
    if lam < 2:
        who = "the most accurate"
    else:
        who = "the least accurate" if lam > 2 else "any one (all tie)"
    kept = int(np.count_nonzero(now.corrected))
    return _curve(
        "paper_double_fault",
        f"λ = {lam:g}: the printed program returns {who} member alone, right on {chosen:.0%}; with "
        f"the sign turned, {kept} members share the weight",
        grid,
        lines,
        (lam, float(now.values.min())),
        ("λ", "objective of one member alone"),
        "One line for each accuracy among eight members. The objective is concave, so the lowest "
        "line (the dot) is the answer. All cross at λ = 2, and the best become the worst.",
    )


def quarter_figure(copies: int) -> Chart:
    """(c) Weights with 1/4 and 1/(4N) when rows are merely repeated."""
    found = ex.quarter_over_n(copies)
    printed, kept = (int(np.count_nonzero(w)) for w in (found.printed, found.quarter))
    return _bars(
        "paper_quarter",
        f"{found.n_rows} rows: 1/(4N) turns λ = 20 into {found.effective_lam:.2g} and keeps "
        f"{printed} member{'s' * (printed != 1)}; 1/4 keeps {kept}",
        [("1/(4N), as printed", found.printed, MEMBERS), ("1/4", found.quarter, L2DWK)],
        "Every row is repeated as often as the slider says, which changes nothing about the "
        "members. Blue stays; grey moves to the single best member. (Sign corrected in both.)",
    )


def damping_figure(rounds: int) -> Chart:
    """(d) Which past the kernel weights are made of, for three dampings."""
    shares = {name: ex.mixture_shares(name, rounds) for name in ex.DAMPINGS}
    names = ["α¹"] + [f"target {s}" for s in range(1, rounds + 1)]
    return _bars(
        "paper_damping",
        f"After {rounds} round{'s' * (rounds != 1)}, 1/t keeps nothing of the equal weights α¹; "
        f"1/(t + 1) keeps {shares['1/(t+1)'][0]:.0%}",
        [
            ("1/t, as printed", shares["1/t"], MEMBERS),
            ("1/(t + 1)", shares["1/(t+1)"], L2DWK),
            ("rising, t/(t + 1)", shares["rising"], RIGHT),
        ],
        "Unrolled, α is a mixture of α¹ and all targets so far. 1/t averages the targets and drops "
        "α¹. A β that really rises, as the condition asks, forgets nearly all but the last target.",
        labels=names,
        titles=("part of the mixture", "share of α"),
    )


def hinge_figure(plural: int, wrong: int) -> Chart:
    """(e) Σ α* as printed against the number of rows that are right with a negative margin."""
    right = 20 - wrong
    grid = np.arange(0, 13)
    curve = [ex.hinge_mass(int(n), wrong, right).mass for n in grid]
    now = ex.hinge_mass(plural, wrong, right)
    title = f"{now.n_margin} rows have m ≤ 0, {now.n_wrong} votes are wrong: "
    if now.n_wrong:
        title += f"the printed weights sum to {now.mass:g}"
    else:
        title += "the printed weights are divided by 0"
    return _curve(
        "paper_hinge",
        title,
        grid.astype(np.float64),
        [
            _Line("Σ α*, as printed", np.array(curve), MEMBERS),
            _Line("divided by the size of the set", np.ones(len(grid)), L2DWK, "dash"),
        ],
        (plural, now.mass) if now.n_wrong else None,
        ("rows won by 3 votes against 2 and 2", "sum of the new kernel weights"),
        "Seven members, three classes. A row with votes 3, 2, 2 is won, yet its margin is −1/7: it "
        "gets weight 1/(Nε) without being an error.",
        # With no wrong vote there is no curve; the axis still shows where 1 is.
        {"yaxis_range": [0, max(2.0, *(c * 1.1 for c in curve))] if now.n_wrong else [0, 2]},
    )


def theta_figure(error: float) -> Chart:
    """(f) θ against ε, as printed and as kept within bounds for 20 rows."""
    grid = np.linspace(0.001, 0.999, 333)
    printed = ex.exp_theta(error)
    kept = ex.exp_theta(error, 20)
    if np.isinf(printed):
        said = f"θ is {'+' if printed > 0 else '−'}∞"
    else:
        # Rounding first keeps −0.00 out of the title.
        value = round(printed, 2) + 0.0
        said = f"θ = {value:.2f}".replace("-", "−")
        said += ": rows that are right gain weight" if error > 0.5 else ""
        said += ": nothing moves" if error == 0.5 else ""
    return _curve(
        "paper_theta",
        f"ε = {error:g}: {said}; kept within bounds it is {kept:.2f}",
        grid,
        [
            _Line("as printed", np.array([ex.exp_theta(e) for e in grid]), MEMBERS),
            _Line("bounds for 20 rows", np.array([ex.exp_theta(e, 20) for e in grid]), L2DWK),
        ],
        (error, kept),
        ("ε, share of wrong votes", "θ, strength of the update"),
        "Positive θ moves weight to rows that are lost, negative θ to rows that are won. The grey "
        "line runs off to infinity at both ends and turns negative beyond ½.",
        {"yaxis_range": [-3.6, 3.6]},
    )


def normalisation_figure(lam: float) -> Chart:
    """(g) Weights with the loss as a mean, as a sum, and with accuracies as shares."""
    found = ex.normalisations(lam)
    return _bars(
        "paper_normalisation",
        f"λ = {lam:g} means {lam / 20:.3g} when the loss is a sum over 20 rows; with accuracy as a "
        f"share it means {2 * lam:g}",
        [
            ("sum over rows, as printed", found.total, MEMBERS),
            ("mean over rows", found.mean, L2DWK),
            ("accuracy as a share", found.share, RIGHT),
        ],
        "One λ, three scales of the accuracy, three answers. Whoever states a λ has to say which.",
    )


def curvature_figure(constant: float) -> Chart:
    """(h) Smallest curvature along the simplex of the joint polynomial kernel against c."""
    grid = np.linspace(-1.0, 1.0, 81)
    value = ex.smallest_curvature(constant) + 0.0
    convex = value > -1e-9
    return _curve(
        "paper_curvature",
        f"c = {constant:g}: the objective is {'convex' if convex else 'not convex'} (smallest "
        f"curvature {0.0 if convex and value < 1e-9 else value:.3g})",
        grid,
        [_Line("smallest curvature", np.array([ex.smallest_curvature(c) for c in grid]), L2DWK)],
        (constant, value),
        ("constant c of the polynomial kernel, d = 2", "smallest curvature along the simplex"),
        "Four members on three rows. Below 0 there is a direction in which the objective bends "
        "downwards, so a solver for convex programs may return anything.",
    )


def training_vote_figure(members: int) -> Chart:
    """(i) Chance that a training row's vote is wrong against the number of fully grown trees."""
    grid = np.arange(1, 302, 2)
    now = ex.wrong_training_vote(members)
    return _curve(
        "paper_training_vote",
        f"With {members} tree{'s' * (members != 1)}, a training row is voted wrong with chance at "
        f"most {now:.2g}",
        grid.astype(np.float64),
        [_Line("bound", np.array([ex.wrong_training_vote(int(n)) for n in grid]), L2DWK)],
        (members, now),
        ("fully grown bagged trees", "largest chance of a wrong vote"),
        "Each tree has seen about 63% of the rows and is right on those. Even if it were wrong on "
        "all others, the trees that have seen a row outvote the rest. No wrong vote, no round 2.",
        {"yaxis_type": "log", "yaxis_exponentformat": "power"},
    )


def alpha_figure(lam: float) -> Chart:
    """(k) Each row's term of f against its margin: which row a minimum over α would choose."""
    found = ex.alpha_choice(lam)
    grid = np.linspace(-1.0, 1.0, 101)
    best = found.margins[found.minimiser]
    update = found.update
    low = np.zeros(len(update), dtype=bool)
    low[found.minimiser] = True
    rest = ~(update | low)
    marks: list[dict[str, Any]] = [
        {
            "type": "scatter",
            "x": found.margins[rows],
            "y": found.terms[rows],
            "mode": "markers",
            "marker": {"color": colour, "size": size, "symbol": symbol},
            "name": name,
            "hovertemplate": "margin %{x:.3f}, term %{y:.3f}<extra></extra>",
        }
        for rows, colour, size, symbol, name in (
            (rest, RIGHT, 9, "circle", "other rows"),
            (update, WRONG, 13, "x", "rows the update chooses"),
            (low, L2DWK, 16, "diamond", "row a minimum over α chooses"),
        )
        if rows.any()
    ]
    return _curve(
        "paper_alpha",
        f"A minimum over α takes an easy row (margin {best:.2f}); the update takes "
        f"{int(update.sum())} hard ones",
        grid,
        [_Line("−m + (λ/2)m²", -grid + lam / 2 * grid**2, MEMBERS)],
        None,
        ("margin m of the row", "the row's term in the objective"),
        "With w fixed, the objective is the α-weighted mean of these terms. Its minimum puts all "
        "weight on the lowest, the row nearest to margin 1/λ. The algorithm goes the other way.",
        extra=marks,
    )


def joint_figure(position: float) -> Chart:
    """(l) f along a line in (w, α) above its chord."""
    line = ex.joint_segment()
    here = float(np.interp(position, line.position, line.value))
    chord = float(np.interp(position, line.position, line.chord))
    if here > chord + 1e-9:
        rise = f"{here - chord:.3f}"
        title = f"At {position:g} of the way f is {rise} above the straight line: not convex"
    else:
        title = "At its ends the curve meets the straight line"
    return _curve(
        "paper_joint",
        title,
        line.position,
        [
            _Line("straight line between the ends", line.chord, MEMBERS, "dash"),
            _Line("f(w, α)", line.value, L2DWK),
        ],
        (position, here),
        ("way from (w, α) to another (w, α)", "objective f"),
        "w and α both move in a straight line, each from one single member and row to another. A "
        "convex function would stay below the dashed line everywhere.",
    )


def self_figure(rows: int) -> Chart:
    """(m) Disagreement of a member with itself against N, for unweighted rows and α = 1/N."""
    grid = np.arange(1, 101)
    now = ex.self_disagreement(rows, weighted=False)
    return _curve(
        "paper_self",
        f"{rows} unweighted row{'s' * (rows != 1)}: a member disagrees with itself by "
        + f"{now:g}".replace("-", "−"),
        grid.astype(np.float64),
        [
            _Line(
                "α = 1, no weights",
                np.array([ex.self_disagreement(int(n), weighted=False) for n in grid]),
                MEMBERS,
            ),
            _Line(
                "α = 1/N",
                np.array([ex.self_disagreement(int(n), weighted=True) for n in grid]),
                L2DWK,
            ),
        ],
        (rows, now),
        ("number of rows N", "disagreement with oneself"),
        "It ought to be 0. The printed matrix has lost its 1/N and is right only when the kernel "
        "weights bring it back.",
    )


def _curve(
    name: str,
    title: str,
    x: NDArray[np.float64],
    lines: Sequence[_Line],
    point: tuple[float, float] | None,
    axes: tuple[str, str],
    reading: str,
    more: dict[str, Any] | None = None,
    extra: Sequence[dict[str, Any]] = (),
) -> Chart:
    traces: list[dict[str, Any]] = [
        {
            "type": "scatter",
            "x": x,
            "y": line.y,
            "mode": "lines",
            "line": {"color": line.colour, "width": 2.5, "dash": line.dash},
            "name": line.name,
            "showlegend": line.legend,
            "hovertemplate": f"{line.name}: %{{y:.4g}}<extra></extra>",
        }
        for line in lines
    ]
    traces += extra
    if point is not None:
        traces.append(
            {
                "type": "scatter",
                "x": [point[0]],
                "y": [point[1]],
                "mode": "markers",
                "marker": {"color": L2DWK, "size": 15, "line": {"color": "white", "width": 2}},
                "name": "where the slider stands",
                "showlegend": False,
                "hovertemplate": "%{x:g}: %{y:.4g}<extra></extra>",
            }
        )
    figure = Drawing(
        traces,
        layout(
            height=_HEIGHT,
            showlegend=len(lines) + len(extra) > 1,
            legend=_LEGEND,
            margin={"l": 56, "r": 16, "t": 34, "b": 48},
            xaxis=axis(axes[0]),
            yaxis=axis(axes[1]),
        ),
    )
    if more:
        figure.update_layout(**more)
    return Chart(
        name,
        title,
        figure,
        reading,
        f"{title}. {axes[1].capitalize()} against {axes[0]}.",
        {
            title_of(name): lambda: pd.DataFrame(
                {axes[0]: x} | {line.name: line.y for line in lines}
            )
        },
    )


def _bars(
    name: str,
    title: str,
    series: Sequence[tuple[str, ArrayLike, str]],
    reading: str,
    labels: Sequence[str] | None = None,
    titles: tuple[str, str] = ("member", "classifier weight"),
) -> Chart:
    if labels is None:
        labels = [str(j + 1) for j in range(ex.EXAMPLE.shape[1])]
    if any(len(np.asarray(values)) != len(labels) for _, values, _ in series):
        raise InputError("Every series needs one value for each label.")
    figure = Drawing(
        [
            {
                "type": "bar",
                "x": labels,
                "y": values,
                "marker": {"color": colour},
                "name": label,
                "hovertemplate": f"{label}: %{{y:.4f}}<extra></extra>",
            }
            for label, values, colour in series
        ],
        layout(
            height=_HEIGHT,
            showlegend=True,
            legend=_LEGEND,
            barmode="group",
            margin={"l": 56, "r": 16, "t": 34, "b": 48},
            xaxis=axis(titles[0], type="category"),
            yaxis=axis(titles[1], rangemode="tozero"),
        ),
    )
    return Chart(
        name,
        title,
        figure,
        reading,
        f"{title}. "
        + "; ".join(
            f"{label}: " + ", ".join(f"{v:.3f}" for v in np.asarray(values))
            for label, values, _ in series
        ),
        {
            title_of(name): lambda: pd.DataFrame(
                {titles[0]: labels} | {label: values for label, values, _ in series}
            )
        },
    )


def title_of(name: str) -> str:
    """Title of a figure's one table."""
    return name.replace("_", " ")
