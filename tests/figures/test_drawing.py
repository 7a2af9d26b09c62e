"""A figure kept as dictionaries is sent as Plotly itself would send it."""

from __future__ import annotations

import base64
import json

import numpy as np
import plotly.graph_objects as go
import plotly.io
import pytest

from l2dwk_core.figures.drawing import Drawing

ARRAYS = {
    "float64": np.array([0.5, np.nan, -2.0]),
    "float32": np.array([0.5, 0.25], dtype=np.float32),
    "int64": np.array([1, -7, 2**31 - 1]),
    "beyond int32": np.array([2**40, 1]),
    "bytes": np.array([0, 255], dtype=np.uint8),
    "bool": np.array([True, False]),
    "words": np.array(["a", "b"], dtype=object),
    "empty": np.array([]),
    "strided": np.arange(8.0)[::2],
}


def _decoded(value):
    """Typed arrays read back, wherever they stand."""
    if isinstance(value, dict) and "bdata" in value:
        found = np.frombuffer(base64.b64decode(value["bdata"]), dtype=value["dtype"])
        shape = value.get("shape")
        return found.reshape([int(n) for n in shape.split(",")] if shape else -1).tolist()
    if isinstance(value, dict):
        return {key: _decoded(item) for key, item in value.items()}
    if isinstance(value, list):
        return [_decoded(item) for item in value]
    return value


def _sent(figure):
    return _decoded(json.loads(plotly.io.to_json(figure, validate=False)))


@pytest.mark.parametrize("values", ARRAYS.values(), ids=ARRAYS)
def test_arrays_arrive_as_from_plotly(values):
    trace = {"type": "scatter", "x": values, "marker": {"size": 5}}
    layout = {"height": 300, "template": {"layout": {"hovermode": "closest"}}}
    ours, theirs = _sent(Drawing([trace], layout)), _sent(go.Figure([trace], layout))
    np.testing.assert_array_equal(ours["data"][0].pop("x"), theirs["data"][0].pop("x"))
    assert ours == theirs


def test_tables_and_frames_arrive_as_from_plotly():
    table = np.arange(12, dtype=np.uint8).reshape(3, 4)
    data = [{"type": "heatmap", "z": table}, {"type": "scatter", "y": [1.0, 2.0]}]
    frames = [{"name": "1", "data": [{"type": "scatter", "y": np.array([3.0])}], "traces": [1]}]
    ours, theirs = _sent(Drawing(data, {}, frames)), _sent(go.Figure(data, {}, frames))
    theirs["layout"].pop("template", None)  # Plotly's default; ours come with their own
    assert ours == theirs
    assert ours["data"][0]["z"] == table.tolist()


def test_a_look_inside_makes_the_figure_and_a_change_is_sent():
    drawn = Drawing({"type": "scatter", "y": [1.0]}, {"height": 100})
    assert drawn.data[0].y == (1.0,)
    drawn.layout.height = 200
    assert _sent(drawn)["layout"]["height"] == 200
    assert isinstance(drawn, go.Figure)


def test_a_mistake_is_found_when_the_figure_is_made():
    with pytest.raises(ValueError, match="colour"):
        _ = Drawing([{"type": "scatter", "colour": "red"}]).data
