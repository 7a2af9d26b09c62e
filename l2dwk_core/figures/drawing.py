"""A Plotly figure that stays a dictionary until it is inspected or changed.

Plotly makes an object of every part of a figure and checks it: a few ms for a figure, tens of ms
with a frame for each round. A page only passes the parts on to the browser.
"""

from __future__ import annotations

import base64
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import plotly.graph_objects as go

_TYPED = {"f4", "f8", "i1", "u1", "i2", "u2", "i4", "u4"}


class Drawing(go.Figure):  # type: ignore[misc]
    """``go.Figure(data, layout, frames)`` of plain dictionaries and arrays, made when needed.

    ``to_dict`` returns them unchanged. Reading or changing anything makes the figure, which is then
    checked like any other; only one thread may do that. Of figures that sessions share only
    ``to_dict`` is used.
    """

    def __init__(
        self,
        data: Sequence[Any] | Mapping[str, Any],
        layout: Mapping[str, Any] | None = None,
        frames: Sequence[Mapping[str, Any]] = (),
    ) -> None:
        traces = [data] if isinstance(data, Mapping) else list(data)
        parts = {"data": traces, "layout": layout or {}, "frames": list(frames)}
        self.__dict__["_parts"] = parts

    def __getattr__(self, name: str) -> Any:
        parts = self.__dict__.pop("_parts", None)
        if parts is None:
            raise AttributeError(name)
        super().__init__(**parts)
        return getattr(self, name)

    def to_dict(self) -> Any:
        """Return what is sent: dictionaries, lists, and arrays as typed base64."""
        parts = self.__dict__.get("_parts")
        if parts is None:
            return super().to_dict()
        if "_sent" not in self.__dict__:
            self.__dict__["_sent"] = {k: _plain(v) for k, v in parts.items() if k != "frames" or v}
        return self.__dict__["_sent"]


def _plain(value: Any) -> Any:
    if isinstance(value, np.ndarray):
        return _typed(value)
    if isinstance(value, Mapping):
        return {key: _plain(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [_plain(item) for item in value]
    return value


def _typed(values: np.ndarray) -> Any:
    if values.dtype == np.int64 and values.size and np.abs(values).max() < 2**31:
        values = values.astype(np.int32)
    code = values.dtype.str[1:]
    if code not in _TYPED or values.size == 0:
        return values.tolist()
    ordered = np.ascontiguousarray(values, dtype=values.dtype.newbyteorder("<"))
    spec = {"dtype": code, "bdata": base64.b64encode(ordered.tobytes()).decode("ascii")}
    return spec | ({"shape": ", ".join(map(str, values.shape))} if values.ndim > 1 else {})
