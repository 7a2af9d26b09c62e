"""A place that a reader predicts in a figure of two quantities, and later the answer beside it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import pandas as pd

from l2dwk_core.figures.chart import Chart
from l2dwk_core.figures.drawing import Drawing
from l2dwk_core.figures.label_places import Label, label_places
from l2dwk_core.figures.palette import L2DWK, MEMBERS, UNIFORM, axis, layout
from l2dwk_core.figures.traces import line_trace, marker_trace

Place = tuple[float, float]
PREDICTION = "your prediction"
ANSWER = "the answer"
_ROOM = 0.04
"""Share of an axis that is free at each end, so that a point at the end is seen whole."""


@dataclass(frozen=True)
class PlaceAxis:
    """One axis: its title, its two ends, how a sentence shows a number, and the unit of ticks."""

    title: str
    low: float
    high: float
    shown: Callable[[float], str]
    unit: str = ""


@dataclass(frozen=True)
class KnownPlace:
    """A place that is shown at once. ``uniform``: it is that of a uniform vote."""

    words: str
    place: Place
    uniform: bool = False


def predicted_place_figure(
    across: PlaceAxis,
    up: PlaceAxis,
    prediction: Place,
    known: Sequence[KnownPlace] = (),
    answer: Place | None = None,
) -> Chart:
    """Draw the reader's point and the known places; with ``answer``, also this and the way to it.

    Places are (across, up) in the units of the axes.
    """
    axes = across, up
    figure = Drawing(
        _traces(axes, prediction, known, answer),
        layout(
            height=340,
            margin={"l": 48, "r": 20, "t": 16, "b": 44},
            dragmode=False,
            xaxis=_axis(across),
            yaxis=_axis(up),
        ),
    )
    places = [
        *((one.words, one.place) for one in known),
        (PREDICTION, prediction),
        *([] if answer is None else [(ANSWER, answer)]),
    ]
    reading = (
        "The dashed line leads from your prediction to the answer: the shorter, the better."
        if answer is not None
        else "Drag the ring to the place, or click the place, where you expect the answer. The two "
        "sliders below move the point too."
    )
    return Chart(
        "predicted_place",
        f"Your prediction: {_said(axes, prediction)}"
        if answer is None
        else "Your prediction and the answer",
        figure,
        f"Across: {across.title}. Up: {up.title}. {reading}",
        ". ".join(f"{words.capitalize()}: {_said(axes, place)}" for words, place in places) + ".",
        {"places": lambda: _table(axes, places)},
    )


def _said(axes: tuple[PlaceAxis, PlaceAxis], place: Place) -> str:
    return ", ".join(f"{a.title} {a.shown(v)}" for a, v in zip(axes, place, strict=True))


def _axis(of: PlaceAxis) -> dict[str, Any]:
    room = _ROOM * (of.high - of.low)
    return axis(of.title, range=[of.low - room, of.high + room], ticksuffix=of.unit)


def _traces(
    axes: tuple[PlaceAxis, PlaceAxis],
    prediction: Place,
    known: Sequence[KnownPlace],
    answer: Place | None,
) -> list[dict[str, Any]]:
    labels = [_label(axes, one.words, one.place, "bottom") for one in known]
    labels.append(_label(axes, PREDICTION, prediction, "middle"))
    if answer is None:  # while the point is dragged, no words jump to another place
        places = [f"{label.height} {label.side}" for label in labels]
    else:
        labels.append(_label(axes, ANSWER, answer, "top"))
        ends = labels[-2:]
        line = (ends[0].x, ends[0].y), (ends[1].x, ends[1].y)
        places = label_places(labels, line)
    traces = [
        _point(
            axes, one.words, one.place, place,
            {"color": UNIFORM if one.uniform else MEMBERS, "size": 12,
             "symbol": "diamond" if one.uniform else "square"},
        )
        for one, place in zip(known, places, strict=False)
    ]  # fmt: skip
    if answer is not None:
        x, y = zip(prediction, answer, strict=True)
        traces.append(line_trace(list(x), list(y), "how far off", L2DWK, dash="dash"))
    traces.append(
        _point(
            axes,
            PREDICTION,
            prediction,
            places[len(known)],
            {"color": L2DWK, "size": 18, "symbol": "circle-open", "line": {"width": 5}},
        )
    )
    if answer is not None:
        traces.append(_point(axes, ANSWER, answer, places[-1], {"color": L2DWK, "size": 16}))
    return traces


def _label(axes: tuple[PlaceAxis, PlaceAxis], words: str, place: Place, height: str) -> Label:
    x, y = ((v - a.low) / (a.high - a.low) for a, v in zip(axes, place, strict=True))
    return Label(words, x, y, height)


def _point(
    axes: tuple[PlaceAxis, PlaceAxis], name: str, place: Place, beside: str, marker: dict[str, Any]
) -> dict[str, Any]:
    x, y = place
    gap = "\u00a0\u00a0"
    return marker_trace(
        [x],
        [y],
        name,
        {"line": {"color": "white", "width": 2}, **marker},
        hover=f"{name}<br>{_said(axes, place)}",
        text=[f"{gap}{name}{gap}"],
        textposition=beside,
        textfont={"size": 13},
        cliponaxis=False,
    )


def _table(axes: tuple[PlaceAxis, PlaceAxis], places: Sequence[tuple[str, Place]]) -> pd.DataFrame:
    return pd.DataFrame(
        {
            "place": [words for words, _ in places],
            **{a.title: [place[i] for _, place in places] for i, a in enumerate(axes)},
        }
    )
