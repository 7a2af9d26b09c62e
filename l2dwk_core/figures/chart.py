"""What a figure is handed over with: how to read it, what it shows in words, and its data."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

import pandas as pd
import plotly.graph_objects as go

Table = Callable[[], pd.DataFrame]


@dataclass(frozen=True, eq=False)
class Chart:
    """A figure that can be read, checked and taken along.

    Attributes
    ----------
    name
        Stem of file names, unique in the package.
    title
        What is seen, in one line. A page prints it above the figure, where it can wrap.
    figure
        The Plotly figure, without the title.
    reading
        How to read it, in a sentence or two.
    alternative
        What is seen, in words, for somebody who cannot see it.
    tables
        By title, what makes each table behind the figure; called only when somebody asks.
    """

    name: str
    title: str
    figure: go.Figure
    reading: str
    alternative: str
    tables: Mapping[str, Table]
