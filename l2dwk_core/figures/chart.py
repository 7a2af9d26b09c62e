"""What a figure is handed over with: how to read it, what it shows in words, and its data."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

import pandas as pd
import plotly.graph_objects as go

from l2dwk_core.figures.rounds_controls import add_controls

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

    def titled(self) -> go.Figure:
        """A copy with its title inside, to be saved or used outside a page; one that follows the
        round gets a slider and a play button."""
        figure = go.Figure(self.figure)
        figure.layout.title = {"text": self.title, "x": 0, "xanchor": "left"}
        figure.layout.margin.t = (figure.layout.margin.t or 0) + 40
        figure.layout.height = (figure.layout.height or 400) + 40
        add_controls(figure)
        return figure

    def csv(self, title: str) -> str:
        """A table as comma-separated text, every number in full."""
        return self.tables[title]().to_csv(index=False)
