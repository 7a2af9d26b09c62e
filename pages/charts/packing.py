"""A figure in the form in which it is sent to a browser.

This module does not import Streamlit, because worker processes pack figures too.
"""

from __future__ import annotations

import json
import zlib
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from plotly.utils import PlotlyJSONEncoder

from l2dwk_core.figures.chart import Chart
from l2dwk_core.figures.words import own_tags_only
from pages.runtime.object_cache import cached_on

_CONFIG = {
    "displaylogo": False,
    # This button uploads the figure, which may show rows of an uploaded table.
    "showSendToCloud": False,
    # No figure has a formula, so a dollar sign is text.
    "typesetMath": False,
    "doubleClick": "reset",
    "modeBarButtonsToRemove": ["select2d", "lasso2d", "autoScale2d"],
}


@dataclass(frozen=True, eq=False)
class PackedChart:
    """A figure that another process has packed, with the name of its ``Chart``.

    ``chart`` makes the chart itself. It is called only when somebody asks for tables or files.
    """

    name: str
    sent: bytes
    chart: Callable[[], Chart]


@dataclass(frozen=True)
class PackedWords:
    """Words and numbers of a page that follow a slider as its figures do: JSON, deflated."""

    sent: bytes


def packed_words(words: dict[str, Any]) -> PackedWords:
    """Return words as they are sent."""
    return PackedWords(zlib.compress(_json(words).encode(), 1))


def whole(figure: Chart | PackedChart) -> Chart:
    """Return the chart itself, with its tables."""
    return figure.chart() if isinstance(figure, PackedChart) else figure


def sent(figure: Chart | PackedChart, *, wide: bool = False) -> bytes:
    """Return the packed figure; each is packed once."""
    if isinstance(figure, PackedChart) and not wide:
        return figure.sent
    chart = whole(figure)
    return cached_on(chart, ("packed", wide), lambda: packed(chart, wide=wide))


def packed(chart: Chart, *, wide: bool = False) -> bytes:
    """Return a figure as it is sent: JSON, deflated."""
    picture = {"filename": chart.name, "scale": 2}
    words = {
        "config": _CONFIG | {"toImageButtonOptions": picture},
        "title": chart.title,
        "reading": chart.reading,
        "alternative": chart.alternative,
        "wide": wide,
    }
    text = own_tags_only(_json(chart.figure.to_dict()))
    text = f"{text[:-1]},{_json(words)[1:]}"
    return zlib.compress(text.encode(), 1)


def _json(value: Any) -> str:
    return json.dumps(value, separators=(",", ":"), cls=PlotlyJSONEncoder)


def unpacked(whole: bytes) -> dict[str, Any]:
    """Return the figure that ``packed`` has packed."""
    unpacked_chart: dict[str, Any] = json.loads(zlib.decompress(whole))
    return unpacked_chart
