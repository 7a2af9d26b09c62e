"""Where a table has gaps, and which columns are missing together."""

from __future__ import annotations

import numpy as np
import pandas as pd

from l2dwk_core.common.text import agreeing, counted
from l2dwk_core.figures.chart import Chart
from l2dwk_core.figures.data.classes import short_name
from l2dwk_core.figures.drawing import Drawing
from l2dwk_core.figures.layout_parts import name_axis
from l2dwk_core.figures.palette import MEMBERS, layout

MOST_COLUMNS = 30
MOST_PATTERNS = 15
_EMPTY = "rgba(138, 151, 163, 0.10)"


def missing_cells_figure(pattern: pd.DataFrame) -> Chart | None:
    """Draw the patterns of missing cells. Return None when no cell is missing.

    Parameters
    ----------
    pattern
        As ``missing_pattern`` makes it: a column of truth values for each column with gaps, and
        ``rows``, the number of rows with that pattern; the most frequent first.
    """
    # By position: a table may well have a column of its own called "rows".
    counts = pattern.iloc[:, -1].to_numpy(dtype=int)
    missing = pattern.iloc[:, :-1].to_numpy(dtype=bool)
    if missing.shape[1] == 0:
        return None
    names = np.array(pattern.columns[:-1], dtype=object)
    total = int(counts.sum())
    by_column = counts @ missing
    order = np.argsort(-by_column, kind="stable")
    shown = order[:MOST_COLUMNS]
    lines, rows = _merged(missing[:, shown], counts)
    n_lines = min(len(rows), MOST_PATTERNS)
    level = len(shown) <= 6  # names fit beside each other
    complete = int(counts[~missing.any(axis=1)].sum())
    heat = {
        "type": "heatmap",
        "x": np.arange(len(shown)),
        "y": np.arange(n_lines),
        "z": lines[:n_lines].astype(np.int8),
        "zmin": 0,
        "zmax": 1,
        "colorscale": [[0, _EMPTY], [1, MEMBERS]],
        "showscale": False,
        "xgap": 2,
        "ygap": 2,
        "customdata": [
            [
                f"{short_name(names[at])}: {'missing' if gap else 'present'} in "
                f"{counted(int(rows[line]), 'row')}"
                for at, gap in zip(shown, lines[line], strict=True)
            ]
            for line in range(n_lines)
        ],
        "hovertemplate": "%{customdata}<extra></extra>",
        "name": "missing",
    }
    figure = Drawing(
        [heat],
        layout(
            height=(90 if level else 150) + max(130, 22 * n_lines),
            margin={"l": 70, "r": 16, "t": 12, "b": 50 if level else 110},
            xaxis=name_axis(
                [f"{short_name(names[at])} {_share(by_column[at] / total)}" for at in shown],
                tickangle=0 if level else -40,
                showgrid=False,
            ),
            yaxis=name_axis(
                [f"{count:,}" for count in rows[:n_lines]],
                title="rows with this pattern",
                range=[n_lines - 0.5, -0.5],
                showgrid=False,
            ),
        ),
    )
    left_out = []
    if len(shown) < len(order):
        left_out.append(f"the {counted(len(order) - len(shown), 'column')} with the fewest gaps")
    if n_lines < len(rows):
        left_out.append(counted(len(rows) - n_lines, "rarer pattern"))
    worst = names[order[0]]
    return Chart(
        "missing_cells",
        f"{complete:,} of {counted(total, 'row')} {agreeing(complete, 'is', 'are')} complete; "
        f"{counted(len(order), 'column')} {agreeing(len(order), 'has', 'have')} gaps",
        figure,
        "Each line is one pattern of filled cells (a missing one is solid grey), with the number "
        "of rows that have it; "
        "below each column is "
        "its share of missing "
        "cells. Columns that "
        "are grey in the same "
        "lines are missing "
        "together, which says "
        "something about how "
        "the data were "
        "collected." + (f" Not shown: {' and '.join(left_out)}." if left_out else ""),
        f"{counted(len(order), 'column')} with gaps; the most in {worst} ({by_column[order[0]]} of "
        f"{total}).",
        {
            "missing by column": lambda: pd.DataFrame(
                {
                    "column": names[order],
                    "missing": by_column[order],
                    "share": by_column[order] / total,
                }
            ),
            "missing patterns": lambda: pattern,
        },
    )


def _share(share: float) -> str:
    return "< 1%" if share < 0.01 else f"{share:.0%}"


def _merged(missing: np.ndarray, counts: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Return the distinct lines and their rows, the most frequent first. When some columns are
    hidden, lines that differ only in these become one."""
    lines, member = np.unique(missing, axis=0, return_inverse=True)
    rows = np.bincount(member.reshape(-1), weights=counts, minlength=len(lines)).astype(int)
    order = np.argsort(-rows, kind="stable")
    return lines[order], rows[order]
