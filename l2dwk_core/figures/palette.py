"""One palette for every page: a colour means the same thing wherever it appears.

The hues are those of Okabe & Ito (2008), told apart with every common kind of colour blindness;
their blue is a little lighter here, so that it has the same contrast (4.2) to white and to the dark
page. Backgrounds are transparent and text takes the page's colour, so each figure suits a light and
a dark page. No colour has a contrast of 4.5, which text needs, to white and to near-black at once:
words about something coloured follow a dot of its colour (``keyed``).
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

L2DWK = "#1580C4"
"""The weighted ensemble: its path, its weights, its accuracy."""
UNIFORM = "#E69F00"
"""Uniform vote of the same members."""
UNIFORM_ALL = "#CC79A7"
"""Uniform vote of members trained on all training rows."""
SINGLE = "#009E73"
"""The best single member."""
PINNED = "#7A5FC0"
"""The pinned run A, which the run on the page is compared with; always dashed or named as well."""
WRONG = "#D55E00"
"""Rows the vote gets wrong, margins that are not positive."""
RIGHT = "#56B4E9"
"""Rows the vote gets right, positive margins."""
MEMBERS = "#8A97A3"
"""Single members and pairs of members; equal shares; anything in the background."""
DIVERSITY = "#0B8578"
"""Diversity: how much the members of an ensemble differ."""
GRID = "rgba(138, 151, 163, 0.25)"
"""Grid lines and frames: visible on white and on near-black."""
FAINT = "rgba(138, 151, 163, 0.55)"

ALPHA_SCALE = [
    [0.0, "rgba(138, 151, 163, 0.08)"],
    [0.15, "rgba(236, 178, 60, 0.55)"],
    [0.4, "rgba(230, 130, 30, 0.9)"],
    [0.7, "#D8443C"],
    [1.0, "#A8115F"],
]
"""Kernel weight α, from an empty cell to the heaviest. It starts transparent and ends at a middle
lightness, so that more weight stands out more on a white and on a dark page."""

DIVERSITY_SCALE = [
    [0.0, "#A6611A"],
    [0.25, "rgba(196, 140, 75, 0.75)"],
    [0.5, "rgba(138, 151, 163, 0.22)"],
    [0.75, "rgba(72, 160, 150, 0.75)"],
    [1.0, DIVERSITY],
]
"""From alike (brown) over independent or average (page) to different (teal), told apart with every
common kind of colour blindness and on a white and a dark page."""
DIFFERENCE_SCALE = [
    [0.0, UNIFORM],
    [0.25, "rgba(230, 159, 0, 0.5)"],
    [0.5, "rgba(138, 151, 163, 0.12)"],
    [0.75, "rgba(21, 128, 196, 0.5)"],
    [1.0, L2DWK],
]
"""From the uniform vote ahead (its colour) over no difference (page) to the weighted vote ahead."""
DIVERSE_SCALE = [[0.0, "rgba(138, 151, 163, 0.12)"], [1.0, DIVERSITY]]
"""How diverse an ensemble is, where there is no middle: from the page to "different"."""
RANK_SCALE = [
    [0.0, "rgba(86, 180, 233, 0.6)"],
    [0.5, "rgba(138, 151, 163, 0.1)"],
    [1.0, "rgba(213, 94, 0, 0.6)"],
]
"""From the best rank (the colour of right rows) over the middle (page) to the worst (that of wrong
ones), so faint that numbers in the page's text colour stand on them."""
MEMBERS_SCALE = [[0.0, "rgba(21, 128, 196, 0.06)"], [1.0, L2DWK]]
"""How many members the weighted vote keeps."""
CLASSES = ("#4477AA", "#EE6677", "#228833", "#CCBB44", "#66CCEE", "#AA3377")
"""Classes of the data, the most frequent first; further ones share ``MEMBERS``. Paul Tol's "bright"
set: told apart with every common kind of colour blindness, on white and on near-black. Always shown
together with a symbol of ``CLASS_SYMBOLS``."""
CLASS_SYMBOLS = ("circle", "diamond", "square", "triangle-up", "cross", "x")

COLOUR_MEANINGS = {
    "L2DWK, the weighted vote": L2DWK,
    "uniform vote, same members": UNIFORM,
    "uniform vote, members trained on all training rows": UNIFORM_ALL,
    "best single member": SINGLE,
    "the pinned run A": PINNED,
    "right / positive margin": RIGHT,
    "wrong / margin not positive": WRONG,
    "members and pairs of members": MEMBERS,
    "diversity": DIVERSITY,
}
"""The legend of the whole application."""


def layout(*, height: int, **more: Any) -> dict[str, Any]:
    """Return the common layout as a plain dictionary.

    Plain, because a figure made in one go from dictionaries takes a fraction of the time that
    ``update_layout`` and ``add_trace`` do, and every slider move waits for it.
    """
    common: dict[str, Any] = {
        "height": height,
        "margin": {"l": 56, "r": 16, "t": 12, "b": 48},
        "paper_bgcolor": "rgba(0,0,0,0)",
        "plot_bgcolor": "rgba(0,0,0,0)",
        "font": {"size": 13},
        "hoverlabel": {"font": {"size": 13}},
        "showlegend": False,
        # Plotly's own template would add 7 kB to every figure sent; the page brings its theme.
        "template": {"layout": {"hovermode": "closest"}},
    }
    return common | more


def axis(title: str | None = None, **more: Any) -> dict[str, Any]:
    """Return an axis in the common style."""
    return {
        "title": {"text": title or "", "standoff": 8},
        "gridcolor": GRID,
        "zeroline": False,
        "showline": True,
        "linecolor": GRID,
        "ticks": "outside",
        "tickcolor": GRID,
        "automargin": True,
        **more,
    }


NO_TICKS: dict[str, Any] = {"ticks": "outside", "ticklen": 5, "tickcolor": "rgba(0, 0, 0, 0)"}
"""Ticks of an axis with names: not seen, but the names stand a little away from what is drawn."""


def keyed(text: str, colour: str, mark: str = "●") -> str:
    """Return words about what is drawn in a colour: in the page's own text colour, after a dot
    of that colour."""
    return f'<span style="color:{colour}">{mark}</span> {text}'


def contrast(one: str, other: str) -> float:
    """Return the contrast ratio of two colours ``#rrggbb``, from 1 to 21 (WCAG 2.2, relative
    luminance)."""
    low, high = sorted((_luminance(one), _luminance(other)))
    return (high + 0.05) / (low + 0.05)


def ink_on(background: str) -> str:
    """Return black or white, whichever is easier to read on a colour ``#rrggbb``."""
    return max("#000000", "#ffffff", key=lambda ink: contrast(ink, background))


def _luminance(colour: str) -> float:
    shares = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    linear = [s / 12.92 if s <= 0.04045 else ((s + 0.055) / 1.055) ** 2.4 for s in shares]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def steady_range(low: float, high: float, parts: int) -> list[float]:
    """Return the range from low to high, rounded outward to multiples of 1, 2 or 5 · 10ᵏ, of
    which at least ``parts`` lie in between. So the axis mostly stays as it is while a slider
    moves."""
    longest = (high - low) / parts
    decade = 10.0 ** math.floor(math.log10(longest))
    step = max(m * decade for m in (1, 2, 5) if m * decade <= longest * (1 + 1e-9))
    return [math.floor(low / step + 1e-9) * step, math.ceil(high / step - 1e-9) * step]


def share_range(low: float, high: float) -> list[float]:
    """Return the range of an axis of shares: beyond 0 and 1 it goes by 3 % of its length at most.

    That is room for half a point, and less than the browser's smallest distance of ticks, so no
    tick stands where no share can be. Its ticks need no list, which would have to follow a slider.
    """
    room = 0.03 * (min(high, 1.0) - max(low, 0.0))
    return [max(low, -room), min(high, 1.0 + room)]


def share_ticks(low: float, high: float, least: float = 0.01) -> dict[str, Any]:
    """Return the ticks of an axis of shares whose values go from low to high: multiples of 1, 2 or
    5 · 10ᵏ, at least ``least``, none of them below 0 or above 1.

    The room that an axis leaves around its values may go beyond 1, where no share can be. Empty,
    so that the browser chooses the ticks, when the room stays within 0 and 1.
    """
    room = 0.15 * (high - low) or 0.05
    bottom, top = low - room, high + room
    if not (bottom < 0.0 or top > 1.0):  # NaN, too, leaves it to the browser
        return {}
    wanted = max((top - bottom) / 8, least)
    decade = 10.0 ** math.floor(math.log10(wanted) + 1e-9)
    step = min(m * decade for m in (1, 2, 5, 10) if m * decade >= wanted * (1 - 1e-9))
    first, last = math.ceil(max(bottom, 0.0) / step - 1e-9), math.floor(min(top, 1.0) / step + 1e-9)
    return {
        "tickmode": "array",
        "tickvals": [round(place * step, 10) for place in range(first, last + 1)],
    }


def ticks_of(*values: ArrayLike, least: float = 0.01) -> dict[str, Any]:
    """Return ``share_ticks`` of all these values; NaN do not count."""
    known = np.concatenate([np.empty(0), *(np.ravel(np.asarray(v, dtype=float)) for v in values)])
    known = known[~np.isnan(known)]
    return share_ticks(float(known.min()), float(known.max()), least) if known.size else {}


def faded(colour: str) -> str:
    """Return a colour ``#rrggbb`` as faint as the band around a line of it."""
    red, green, blue = (int(colour[i : i + 2], 16) for i in (1, 3, 5))
    return f"rgba({red}, {green}, {blue}, 0.15)"
