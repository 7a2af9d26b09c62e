"""What the tests of the Diversity page's figures ask of a figure."""

from __future__ import annotations

import json

import pandas as pd

from l2dwk_core.common.csv_text import csv_text


def trace_of(chart, name):
    return next(t for t in chart.figure.data if t.name == name)


def assert_whole(chart):
    """It names itself, its reading and its data."""
    assert chart.title
    assert chart.reading.endswith(".")
    assert chart.alternative
    assert chart.tables
    for title, table in chart.tables.items():
        frame = table()
        assert isinstance(frame, pd.DataFrame)
        assert len(frame)
        assert csv_text(chart.tables[title]())
    json.loads(chart.figure.to_json())
    assert chart.figure.layout.paper_bgcolor == "rgba(0,0,0,0)"
