"""A figure together with how to read it, what it shows in words, and its data."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

import pandas as pd
import plotly.graph_objects as go

Table = Callable[[], pd.DataFrame]


@dataclass(frozen=True, eq=False)
class Chart:
    """A figure with its title, how to read it, what it shows in words, and its data.

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
        By title, the function that makes each table behind the figure; called only when the table
        is needed.
    """

    name: str
    title: str
    figure: go.Figure
    reading: str
    alternative: str
    tables: Mapping[str, Table]
