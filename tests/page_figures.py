"""What a page under AppTest sends as figures."""

from __future__ import annotations

import json
from typing import Any

from streamlit.testing.v1 import AppTest

from pages.shared import figure_view, packing


def figures(app: AppTest) -> list[dict[str, Any]]:
    """Every figure in page order: ``data``, ``layout``, ``title``, ``reading``, ``alternative``."""
    return [
        packing.unpacked(part.proto.bytes)
        for part in app.get("bidi_component")
        if part.proto.component_name == figure_view.NAME
    ]


def following(app: AppTest) -> dict[str, Any]:
    """What the page told its part that has figures follow a slider."""
    (part,) = (p for p in app.get("bidi_component") if p.proto.component_name == "l2dwk_live")
    return dict(json.loads(part.proto.json))


def titles(app: AppTest) -> str:
    """What stands above the figures, a line each."""
    return "\n".join(figure["title"] for figure in figures(app))
