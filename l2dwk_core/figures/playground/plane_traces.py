"""Common parts of both pictures of the playground: regions, outlines and points of the plane."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from l2dwk_core.common.types import Floats
from l2dwk_core.demos.playground import SIDE, Regions, Solved
from l2dwk_core.figures.palette import CLASS_SYMBOLS, CLASSES, MEMBERS, WRONG, axis
from l2dwk_core.figures.playground.outlines import outline
from l2dwk_core.figures.traces import marker_trace

Trace = dict[str, Any]

LEVELS = 80
"""Depths of colour of a class."""

_FAINTEST, _DEEPEST = 0.05, 0.62
_MEAN_SIZE, _SMALLEST, _LARGEST = 8.5, 4.0, 30.0
_RIM = "rgba(255, 255, 255, 0.9)"


def vote_traces(
    solved: Solved,
    regions: Regions,
    wrong: NDArray[np.bool_],
    times: NDArray[np.float64],
    headline: str,
) -> list[Trace]:
    """Return all traces of a vote: region, its outline, weighting points by class, crosses, and a
    line of text.

    ``wrong`` and ``times``, the kernel weight in averages, are those of the weighting points.
    """
    setup = solved.setup
    region = region_trace(setup.x, setup.y, len(setup.classes))
    fixed = [region, boundary_trace(), *_clouds(solved), crosses_trace(), _headline(solved)]
    moving = vote_changes(solved, regions, wrong, times, headline)
    return [_merged(old, new) for old, new in zip(fixed, moving, strict=True)]


def vote_changes(
    solved: Solved,
    regions: Regions,
    wrong: NDArray[np.bool_],
    times: NDArray[np.float64],
    headline: str,
) -> list[Trace]:
    """Return the part of ``vote_traces`` that differs from vote to vote."""
    setup = solved.setup
    x, y = outline(regions.winner, setup.x, setup.y)
    sizes = np.clip(_MEAN_SIZE * np.sqrt(times), _SMALLEST, _LARGEST).astype(np.float32)
    codes = setup.codes[setup.weighting_rows]
    at = setup.points[setup.weighting_rows[wrong]].astype(np.float32)
    return [
        {"type": "heatmap", "z": depth_codes(regions, len(setup.classes))},
        {"x": x, "y": y},
        *(
            {"customdata": times[own].astype(np.float32), "marker": {"size": sizes[own]}}
            for own in (codes == c for c in range(len(setup.classes)))
        ),
        {"x": at[:, 0], "y": at[:, 1], "marker": {"size": np.maximum(0.6 * sizes[wrong], 6.0)}},
        {"text": [headline]},
    ]


def depth_codes(regions: Regions, n_classes: int) -> NDArray[np.uint8]:
    """Return class and clarity of each cell in one byte: ``LEVELS`` steps for each class, deeper
    for a clearer vote."""
    clear = (regions.share - 1.0 / n_classes) / (1.0 - 1.0 / n_classes)
    steps = np.rint(np.clip(clear, 0.0, 1.0) * (LEVELS - 1))
    return (regions.winner * LEVELS + steps).astype(np.uint8)


def training_points(solved: Solved) -> Trace:
    """Return the points on which the trees are trained: small, without marks."""
    setup = solved.setup
    rows, last = setup.training_rows, len(setup.classes) - 1
    return marker_trace(
        setup.points[rows, 0].astype(np.float32),
        setup.points[rows, 1].astype(np.float32),
        "training points",
        {
            # Numbers on a scale: plotly.py checks a list of colours one by one.
            "color": setup.codes[rows].astype(np.uint8),
            "colorscale": [[c / last, CLASSES[c]] for c in range(last + 1)],
            "cmin": 0,
            "cmax": last,
            "size": 4,
            "opacity": 0.55,
        },
    )


def tree_outlines(solved: Solved, chosen: list[int], **more: Any) -> Trace:
    """Return the own boundaries of some trees, counted from 0, as one trace."""
    setup = solved.setup
    lines = [outline(setup.grid_codes[:, j].reshape(SIDE, SIDE), setup.x, setup.y) for j in chosen]
    return {
        "type": "scatter",
        "mode": "lines",
        "x": np.concatenate([x for x, _ in lines]),
        "y": np.concatenate([y for _, y in lines]),
        **more,
    }


def axes(solved: Solved) -> dict[str, Any]:
    """Return axes for a square of the plane, with one unit as long on both."""
    left, right, low, high = _corners(solved)
    plain = {
        "showgrid": False,
        "nticks": 5,
        "fixedrange": True,
        "mirror": True,
        "constrain": "domain",
    }
    return {
        "xaxis": axis("x<sub>1</sub>", range=[left, right], **plain),
        "yaxis": axis("x<sub>2</sub>", range=[low, high], scaleanchor="x", **plain),
    }


def region_trace(x: Floats, y: Floats, n_classes: int) -> Trace:
    """Return the cells of a plane, coloured by ``depth_codes``; ``x`` and ``y`` are the centres of
    the columns and rows."""
    last = n_classes * LEVELS - 1
    scale: list[list[Any]] = []
    for c in range(n_classes):
        red, green, blue = (int(CLASSES[c][i : i + 2], 16) for i in (1, 3, 5))
        for step, alpha in ((0, _FAINTEST), (LEVELS - 1, _DEEPEST)):
            scale.append([(c * LEVELS + step) / last, f"rgba({red},{green},{blue},{alpha})"])
    return {
        "type": "heatmap",
        "x": x.astype(np.float32),
        "y": y.astype(np.float32),
        "zmin": 0,
        "zmax": last,
        "colorscale": scale,
        "showscale": False,
        "hoverinfo": "skip",
        "name": "region",
    }


def boundary_trace() -> Trace:
    """Return the style of the border between the classes."""
    return {
        "type": "scatter",
        "mode": "lines",
        "line": {"color": MEMBERS, "width": 2.5},
        "hoverinfo": "skip",
        "name": "boundary of the vote",
    }


def _clouds(solved: Solved) -> list[Trace]:
    """Return the weighting points, with a trace for each class."""
    setup = solved.setup
    weighting = setup.weighting_rows
    clouds = []
    for c, name in enumerate(setup.classes):
        rows = weighting[setup.codes[weighting] == c]
        clouds.append(
            marker_trace(
                setup.points[rows, 0].astype(np.float32),
                setup.points[rows, 1].astype(np.float32),
                f"class {name}",
                {
                    "color": CLASSES[c],
                    "symbol": CLASS_SYMBOLS[c],
                    "line": {"color": _RIM, "width": 1},
                },
                hover=(f"class {name}, %{{text}}<br>%{{customdata:.2f}} times the average α"),
                text=np.where(setup.flipped[rows], "label flipped", "label as drawn").tolist(),
            )
        )
    return clouds


def crosses_trace() -> Trace:
    """Return the style of the marks on points that the vote gets wrong."""
    return {
        "type": "scatter",
        "mode": "markers",
        "marker": {"color": WRONG, "symbol": "x", "line": {"color": _RIM, "width": 1}},
        "hoverinfo": "skip",
        "name": "vote is wrong",
    }


def _headline(solved: Solved) -> Trace:
    """Return the text above the plane. It is a trace, because rounds change it."""
    left, _, _, high = _corners(solved)
    return marker_trace(
        [left],
        [high],
        "headline",
        {"size": 8, "opacity": 0},  # unseen, it keeps the text off the frame
        textposition="top right",
        textfont={"size": 14},
        cliponaxis=False,
    )


def _corners(solved: Solved) -> tuple[float, float, float, float]:
    x, y = solved.setup.x, solved.setup.y
    half = (x[1] - x[0]) / 2.0
    return float(x[0] - half), float(x[-1] + half), float(y[0] - half), float(y[-1] + half)


def _merged(old: Trace, new: Trace) -> Trace:
    marker = {"marker": old["marker"] | new["marker"]} if "marker" in new else {}
    return old | new | marker
