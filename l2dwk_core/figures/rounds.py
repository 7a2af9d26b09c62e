"""The run, round by round: classifier weights, margins and the accuracy–diversity plane.

The three panels share one figure and one slider, so that they move together in the browser.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import pandas as pd
import plotly.graph_objects as go
from numpy.typing import NDArray

from l2dwk_core.figures.chart import Chart
from l2dwk_core.figures.margins import EDGES, N_BINS, MarginTarget, margin_counts, margin_target
from l2dwk_core.figures.palette import (
    FAINT,
    L2DWK,
    MEMBERS,
    RIGHT,
    UNIFORM,
    WRONG,
    axis,
    blank,
)
from l2dwk_core.records import Round, Trace
from l2dwk_core.runner import AccuracyDiversityPath, PairCloud

Floats = NDArray[np.float64]
MAX_FRAMES = 60
"""More rounds than this are thinned evenly: a slider of 400 px has no finer steps."""

LEFT, RIGHT_PANEL = (0.0, 0.44), (0.56, 1.0)
TOP, BOTTOM = (0.60, 1.0), (0.0, 0.40)


@dataclass(frozen=True)
class UniformPoint:
    """Diversity and accuracy of the uniform vote of the same members on the same rows."""

    diversity: float
    accuracy: float


def rounds_figure(
    trace: Trace,
    path: AccuracyDiversityPath,
    cloud: PairCloud,
    uniform: UniformPoint | None = None,
) -> Chart:
    """Sorted classifier weights, margins and the accuracy–diversity plane, with a round slider.

    ``path``, ``cloud`` and ``uniform`` must be taken on the same rows; margins are always those
    of the weighting rows. The slider starts at the returned round.
    """
    shown = _frames(trace)
    n_kept = max(r.n_selected for r in trace.rounds)
    target = margin_target(trace.settings)
    start = trace.rounds[trace.returned_round - 1]

    figure = blank("", height=600, hovermode="closest")
    figure.update_layout(margin={"l": 56, "r": 64, "t": 34, "b": 110})
    moving = _moving(start, path, n_kept)
    for trace_ in (*moving, *_standing(path, cloud, uniform)):
        figure.add_trace(trace_)
    figure.frames = [
        go.Frame(name=str(r.index), data=_frame(r, path, n_kept), traces=list(range(len(moving))))
        for r in shown
    ]
    _axes(figure, trace, path, cloud, n_kept)
    _titles(figure, path.rows)
    _target_line(figure, target)
    _controls(figure, shown, start)
    final = path.accuracy[trace.returned_round - 1]
    return Chart(
        "rounds",
        figure,
        "Drag the slider or press play. Top left: the members that keep weight, heaviest first. "
        "Bottom left: by how much weight each row is won (right of 0) or lost. Right: grey dots "
        "are pairs of members (left axis), the blue line is the ensemble, one point a round "
        "(right axis): to the right is more diverse, up is more often right.",
        f"{len(trace.rounds)} rounds; the returned round {trace.returned_round} keeps "
        f"{start.n_selected} members (effective number {start.effective_number:.1f}) and is right "
        f"on {final:.1%} of the {path.rows} rows at diversity "
        f"{path.diversity[trace.returned_round - 1]:.3f}.",
        {
            "rounds": lambda: round_table(trace, path),
            "classifier weights": lambda: weight_table(trace),
            "pairs of members": lambda: _pair_table(cloud),
        },
    )


def round_table(trace: Trace, path: AccuracyDiversityPath) -> pd.DataFrame:
    """One line a round: objective, certificate, votes, sparsity and the place on the plane."""
    return pd.DataFrame(
        {
            "round": [r.index for r in trace.rounds],
            "objective": [r.objective for r in trace.rounds],
            "gap": [r.gap for r in trace.rounds],
            "weighting_rows_wrong": [r.n_wrong for r in trace.rounds],
            "error_set": [r.n_error_set for r in trace.rounds],
            "tied_votes": [r.n_ties for r in trace.rounds],
            "members_kept": [r.n_selected for r in trace.rounds],
            "effective_number": [r.effective_number for r in trace.rounds],
            "sum_of_alpha": [r.alpha_mass for r in trace.rounds],
            "distance_to_target_alpha": [r.alpha_residual for r in trace.rounds],
            "change_of_weights": [r.weight_change for r in trace.rounds],
            f"diversity_{path.rows}": path.diversity,
            f"accuracy_{path.rows}": path.accuracy,
        }
    )


def weight_table(trace: Trace) -> pd.DataFrame:
    """Every positive classifier weight of every round."""
    pieces = []
    for r in trace.rounds:
        kept = np.flatnonzero(r.weights)
        kept = kept[np.argsort(-r.weights[kept], kind="stable")]
        pieces.append(pd.DataFrame({"round": r.index, "member": kept, "weight": r.weights[kept]}))
    return pd.concat(pieces, ignore_index=True)


def sorted_weights(r: Round, n: int) -> Floats:
    """The n heaviest classifier weights of a round, heaviest first."""
    return np.sort(r.weights)[::-1][:n]


def _frames(trace: Trace) -> list[Round]:
    rounds = trace.rounds
    if len(rounds) <= MAX_FRAMES:
        return list(rounds)
    places = {*np.linspace(0, len(rounds) - 1, MAX_FRAMES).round().astype(int).tolist()}
    return [rounds[i] for i in sorted(places | {trace.returned_round - 1})]


def _moving(r: Round, path: AccuracyDiversityPath, n_kept: int) -> list[go.Scatter]:
    """The traces a frame replaces, in the order of ``_frame``."""
    values = _frame(r, path, n_kept)
    ranks = np.arange(n_kept + 1, dtype=np.float32) + 0.5
    half = N_BINS // 2
    steps = {"mode": "lines", "line_shape": "hv", "fill": "tozeroy"}
    return [
        go.Scatter(
            x=ranks,
            y=values[0]["y"],
            line={"color": L2DWK, "width": 1.5},
            fillcolor="rgba(0, 114, 178, 0.45)",
            name="classifier weight",
            hovertemplate="weight of the member at this rank: %{y:.4f}<extra></extra>",
            **steps,
        ),
        go.Scatter(
            x=EDGES[: half + 1],
            y=values[1]["y"],
            line={"color": WRONG, "width": 1.5},
            fillcolor="rgba(213, 94, 0, 0.45)",
            name="rows with margin ≤ 0",
            hovertemplate="%{y} rows with a margin just above %{x:.2f}<extra></extra>",
            xaxis="x2",
            yaxis="y2",
            **steps,
        ),
        go.Scatter(
            x=EDGES[half:],
            y=values[2]["y"],
            line={"color": RIGHT, "width": 1.5},
            fillcolor="rgba(86, 180, 233, 0.45)",
            name="rows with margin > 0",
            hovertemplate="%{y} rows with a margin just above %{x:.2f}<extra></extra>",
            xaxis="x2",
            yaxis="y2",
            **steps,
        ),
        go.Scatter(
            x=values[3]["x"],
            y=values[3]["y"],
            mode="markers",
            marker={"color": L2DWK, "size": 17, "line": {"color": "white", "width": 2}},
            name="ensemble in this round",
            hovertemplate="diversity %{x:.4f}<br>vote accuracy %{y:.2%}<extra></extra>",
            xaxis="x3",
            yaxis="y4",
        ),
        go.Scatter(
            x=[1.0],
            y=[1.0],
            mode="text",
            text=values[4]["text"],
            textposition="bottom left",
            textfont={"size": 13},
            hoverinfo="skip",
            name="round",
            xaxis="x4",
            yaxis="y5",
        ),
    ]


def _frame(r: Round, path: AccuracyDiversityPath, n_kept: int) -> list[dict[str, Any]]:
    weights = np.append(sorted_weights(r, n_kept), 0.0).astype(np.float32)
    counts = margin_counts(r.margins).astype(np.int32)
    half = N_BINS // 2
    place = r.index - 1
    text = (
        f"{r.n_selected} of {len(r.weights)} members kept<br>"
        f"effective number 1/Σw² = {r.effective_number:.1f}"
    )
    return [
        {"y": weights},
        {"y": np.append(counts[:half], 0)},
        {"y": np.append(counts[half:], 0)},
        {"x": [float(path.diversity[place])], "y": [float(path.accuracy[place])]},
        {"text": [text]},
    ]


def _standing(
    path: AccuracyDiversityPath, cloud: PairCloud, uniform: UniformPoint | None
) -> list[go.Scatter]:
    traces = [
        go.Scattergl(
            x=cloud.disagreement.astype(np.float32),
            y=cloud.accuracy.astype(np.float32),
            mode="markers",
            marker={"color": MEMBERS, "size": 5, "opacity": 0.28},
            customdata=cloud.members.astype(np.int16),
            name="pairs of members",
            hovertemplate=(
                "members %{customdata[0]} and %{customdata[1]}<br>disagreement %{x:.3f}"
                "<br>mean accuracy %{y:.2%}<extra></extra>"
            ),
            xaxis="x3",
            yaxis="y3",
        ),
        go.Scatter(
            x=path.diversity,
            y=path.accuracy,
            mode="lines+markers",
            line={"color": L2DWK, "width": 1.5},
            marker={"size": 5, "color": L2DWK},
            name="ensemble, round by round",
            customdata=np.arange(1, len(path.accuracy) + 1).tolist(),
            hovertemplate=(
                "round %{customdata}<br>diversity wᵀDw = %{x:.4f}<br>vote accuracy %{y:.2%}"
                "<extra></extra>"
            ),
            xaxis="x3",
            yaxis="y4",
        ),
    ]
    if uniform is not None:
        traces.append(
            go.Scatter(
                x=[uniform.diversity],
                y=[uniform.accuracy],
                mode="markers+text",
                marker={
                    "color": UNIFORM,
                    "size": 13,
                    "symbol": "diamond",
                    "line": {"color": "white", "width": 1},
                },
                text=["uniform vote"],
                textposition="top center",
                textfont={"color": UNIFORM, "size": 12},
                name="uniform vote of the same members",
                hovertemplate=(
                    "uniform vote<br>diversity %{x:.4f}<br>vote accuracy %{y:.2%}<extra></extra>"
                ),
                xaxis="x3",
                yaxis="y4",
            )
        )
    return traces


def _axes(
    figure: go.Figure, trace: Trace, path: AccuracyDiversityPath, cloud: PairCloud, n_kept: int
) -> None:
    heaviest = max(float(r.weights.max()) for r in trace.rounds)
    tallest = max(int(margin_counts(r.margins).max(initial=1)) for r in trace.rounds)
    figure.update_layout(
        xaxis=axis("member, by weight", domain=LEFT, anchor="y", range=[0.3, n_kept + 0.7]),
        yaxis=axis("weight w", domain=TOP, anchor="x", range=[0, heaviest * 1.08]),
        xaxis2=axis("margin m (share of weight right − wrong)", domain=LEFT, anchor="y2",
                    range=[-1.02, 1.02]),
        yaxis2=axis("rows", domain=BOTTOM, anchor="x2", range=[0, tallest * 1.12]),
        xaxis3=axis(
            "diversity: disagreement of a pair, wᵀDw of the ensemble",
            domain=RIGHT_PANEL,
            anchor="y3",
        ),
        yaxis3=axis(
            "mean accuracy of a pair", domain=(0.0, 1.0), anchor="x3", tickformat=".0%",
            color=MEMBERS,
        ),
        yaxis4=axis(
            "vote accuracy of the ensemble", overlaying="y3", side="right", anchor="x3",
            tickformat=".1%", showgrid=False, color=L2DWK,
        ),
        xaxis4={"domain": LEFT, "anchor": "y5", "range": [0, 1], "visible": False},
        yaxis5={"domain": TOP, "anchor": "x4", "range": [0, 1], "visible": False},
    )  # fmt: skip
    # The marker is drawn before the line it belongs to; both must fit without a moving axis.
    spread = float(np.ptp(path.accuracy))
    if spread == 0.0:
        figure.update_layout(
            yaxis4_range=[max(path.accuracy[0] - 0.05, 0), min(path.accuracy[0] + 0.05, 1.02)]
        )


def _titles(figure: go.Figure, rows: str) -> None:
    for x, y, text in (
        (LEFT[0], TOP[1], "Few members keep weight"),
        (LEFT[0], BOTTOM[1], "Margins of the weighting rows"),
        (RIGHT_PANEL[0], 1.0, f"Where the ensemble travels ({rows} rows)"),
    ):
        figure.add_annotation(
            x=x, y=y, xref="paper", yref="paper", xanchor="left", yanchor="bottom", yshift=6,
            text=f"<b>{text}</b>", showarrow=False, font_size=14,
        )  # fmt: skip


def _target_line(figure: go.Figure, target: MarginTarget | None) -> None:
    if target is None:
        return
    guide = "" if target.exact else " (guide)"
    if target.value <= 1.0:
        figure.add_shape(
            type="line", xref="x2", yref="y2 domain", x0=target.value, x1=target.value, y0=0, y1=1,
            line={"color": L2DWK, "dash": "dash", "width": 2},
        )  # fmt: skip
        text, at, anchor = f"target {target.value:.2g}{guide}", target.value, "right"
        anchor = "right" if target.value > 0.2 else "left"
    else:
        text, at, anchor = f"target {target.value:.3g} is off to the right →{guide}", 1.0, "right"
    figure.add_annotation(
        x=at, y=1, xref="x2", yref="y2 domain", xanchor=anchor, yanchor="bottom",
        xshift=-4 if anchor == "right" else 4, yshift=-4, text=text, showarrow=False,
        font={"color": L2DWK, "size": 12},
    )  # fmt: skip


def _controls(figure: go.Figure, shown: list[Round], start: Round) -> None:
    now = {"mode": "immediate", "transition": {"duration": 0}}
    jump = {**now, "frame": {"duration": 0, "redraw": False}}
    play = {**now, "fromcurrent": True, "frame": {"duration": 350, "redraw": False}}
    figure.update_layout(
        sliders=[
            {
                "active": [r.index for r in shown].index(start.index),
                "x": 0.13,
                "len": 0.87,
                "y": -0.15,
                "yanchor": "top",
                "pad": {"t": 8, "b": 0},
                "currentvalue": {"prefix": "round ", "xanchor": "left", "font": {"size": 14}},
                "bgcolor": FAINT,
                "activebgcolor": L2DWK,
                "bordercolor": FAINT,
                "tickcolor": FAINT,
                "ticklen": 4,
                "steps": [
                    {
                        "label": str(r.index),
                        "value": str(r.index),
                        "method": "animate",
                        "args": [[str(r.index)], jump],
                    }
                    for r in shown
                ],
            }
        ],
        updatemenus=[
            {
                "type": "buttons",
                "direction": "right",
                "x": 0.0,
                "xanchor": "left",
                "y": -0.17,
                "yanchor": "top",
                "pad": {"t": 14},
                "bgcolor": "rgba(138, 151, 163, 0.18)",
                "bordercolor": FAINT,
                "showactive": False,
                "buttons": [
                    {"label": "▶", "method": "animate", "args": [None, play]},
                    {"label": "❚❚", "method": "animate", "args": [[None], jump]},
                ],
            }
        ],
    )


def _pair_table(cloud: PairCloud) -> pd.DataFrame:
    return pd.DataFrame(
        {
            "member": cloud.members[:, 0],
            "other_member": cloud.members[:, 1],
            f"disagreement_{cloud.rows}": cloud.disagreement,
            f"mean_accuracy_{cloud.rows}": cloud.accuracy,
        }
    )
