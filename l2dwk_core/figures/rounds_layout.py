"""Where the panels of the figure of rounds stand, and the controls that move them."""

from __future__ import annotations

from typing import Any

import numpy as np

from l2dwk_core.figures.margins import MarginTarget, margin_counts
from l2dwk_core.figures.palette import FAINT, L2DWK, axis
from l2dwk_core.records import Round, Trace
from l2dwk_core.run_record import AccuracyDiversityPath

_LEFT, _RIGHT = (0.0, 0.44), (0.56, 1.0)
_TOP, _BOTTOM = (0.63, 1.0), (0.0, 0.38)


def axes(trace: Trace, path: AccuracyDiversityPath, n_kept: int) -> dict[str, Any]:
    """Axes of the three panels; their ranges hold for every round, so nothing jumps."""
    heaviest = max(float(r.weights.max()) for r in trace.rounds)
    tallest = max(int(margin_counts(r.margins).max(initial=1)) for r in trace.rounds)
    # One accuracy for all rounds would give the axis no length.
    still = {"range": [path.accuracy[0] - 0.05, path.accuracy[0] + 0.05]}
    return {
        "xaxis": axis("member, by weight", domain=_LEFT, anchor="y", range=[0.3, n_kept + 0.7]),
        "yaxis": axis("weight w", domain=_TOP, anchor="x", range=[0, heaviest * 1.08]),
        "xaxis2": axis(
            "margin m = weight right − weight wrong", domain=_LEFT, anchor="y2", range=[-1.02, 1.02]
        ),
        "yaxis2": axis("weighting rows", domain=_BOTTOM, anchor="x2", range=[0, tallest * 1.12]),
        "xaxis3": axis(
            "diversity: disagreement of a pair, wᵀDw of the ensemble",
            domain=_RIGHT,
            anchor="y3",
        ),
        "yaxis3": axis("mean accuracy of a pair", domain=(0.0, 1.0), anchor="x3", tickformat=".0%"),
        "yaxis4": axis(
            "vote accuracy of the ensemble",
            overlaying="y3",
            side="right",
            anchor="x3",
            tickformat=".3~p",
            tickmode="auto",
            nticks=7,
            showgrid=False,
            **(still if float(np.ptp(path.accuracy)) == 0.0 else {}),
        ),
        "xaxis4": {"domain": _LEFT, "anchor": "y5", "range": [0, 1], "visible": False},
        "yaxis5": {"domain": _TOP, "anchor": "x4", "range": [0, 1], "visible": False},
    }


def titles(rows: str) -> list[dict[str, Any]]:
    """What each panel shows."""
    return [
        {
            "x": x,
            "y": y,
            "xref": "paper",
            "yref": "paper",
            "xanchor": "left",
            "yanchor": "bottom",
            "yshift": 6,
            "text": f"<b>{text}</b>",
            "showarrow": False,
            "font": {"size": 15},
        }
        for x, y, text in (
            (_LEFT[0], _TOP[1], "Which members keep weight"),
            (_LEFT[0], _BOTTOM[1], "How clearly rows are won or lost"),
            (_RIGHT[0], 1.0, f"Where the ensemble travels ({rows} rows)"),
        )
    ]


def target_line(target: MarginTarget | None) -> tuple[list[dict[str, Any]], list[dict[str, Any]]]:
    """A dashed line at the target, or a pointer to it when it lies beyond the largest margin."""
    if target is None:
        return [], []
    guide = "" if target.exact else " (guide)"
    inside = target.value <= 1.0
    text = f"target {target.value:.3g}{guide}"
    left_of_line = target.value > 0.2
    label = {
        "x": target.value if inside else 1.0,
        "y": 1,
        "xref": "x2",
        "yref": "y2 domain",
        "xanchor": "right" if left_of_line else "left",
        "yanchor": "top",
        "xshift": -5 if left_of_line else 5,
        "text": text if inside else f"{text} →",
        "showarrow": False,
        "font": {"size": 13},
    }
    line = {
        "type": "line",
        "xref": "x2",
        "yref": "y2 domain",
        "x0": target.value,
        "x1": target.value,
        "y0": 0,
        "y1": 1,
        "line": {"color": L2DWK, "dash": "dash", "width": 2},
    }
    return ([line] if inside else []), [label]


def controls(shown: list[Round], start: Round) -> dict[str, Any]:
    """Slider and play button; they run in the browser alone. One round needs neither."""
    if len(shown) == 1:
        return {}
    now = {"mode": "immediate", "transition": {"duration": 0}}
    jump = {**now, "frame": {"duration": 0, "redraw": False}}
    play = {**now, "fromcurrent": True, "frame": {"duration": 350, "redraw": False}}
    slider = {
        "active": [r.index for r in shown].index(start.index),
        "x": 0.16,
        "len": 0.84,
        "y": -0.15,
        "yanchor": "top",
        "pad": {"t": 8, "b": 0},
        "currentvalue": {"prefix": "round ", "xanchor": "left", "font": {"size": 15}},
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
    buttons = {
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
    return {"sliders": [slider], "updatemenus": [buttons]}
