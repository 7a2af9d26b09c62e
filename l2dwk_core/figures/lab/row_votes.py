"""Chosen rows: the share of the vote for each class, weighted and uniform."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import pandas as pd

from l2dwk_core.common.text import abbreviated, counted, per_cent
from l2dwk_core.figures.chart import Chart
from l2dwk_core.figures.drawing import Drawing
from l2dwk_core.figures.layout_parts import name_axis
from l2dwk_core.figures.palette import CLASSES, MEMBERS, axis, ink_on, layout
from l2dwk_core.figures.traces import bar_trace
from l2dwk_core.figures.words import plain
from l2dwk_core.runs.row_votes import RowAnswers
from l2dwk_core.runs.run import Run

_LONGEST = 24


def row_answers_figure(run: Run, answers: RowAnswers, row_names: Sequence[str]) -> Chart:
    """Draw two bars for each row: the shares of the weighted and of the uniform vote by class.

    ``row_names`` (K,) in the order of ``answers.rows``. The true class is marked with a tick.
    """
    classes = run.oracle.classes
    colours = _colours(run)
    n = len(answers.rows)
    # Two bars a row, the weighted one on top.
    places = np.concatenate([np.arange(n) - 0.2, np.arange(n) + 0.2])
    shares = np.concatenate([answers.weighted, answers.uniform])
    truth = np.concatenate([answers.truth, answers.truth])
    bars: list[dict[str, Any]] = [
        bar_trace(
            shares[:, c],
            places,
            plain(name),
            {"color": colours[c], "line": {"width": 0}},
            hover=f"{plain(name)}: %{{x:.1%}} of the %{{customdata}}",
            orientation="h",
            width=0.34,
            text=[
                "✓" if t == c and s >= 0.05 else ""
                for t, s in zip(truth, shares[:, c], strict=True)
            ],
            textposition="inside",
            insidetextanchor="middle",
            textangle=0,
            constraintext="none",
            textfont={"color": ink_on(colours[c]), "size": 13},
            customdata=["weighted vote"] * n + ["uniform vote"] * n,
        )
        for c, name in enumerate(classes)
        if (shares[:, c] > 0).any()
    ]
    figure = Drawing(
        bars,
        layout(
            height=150 + 64 * n,
            barmode="stack",
            showlegend=True,
            legend={"orientation": "h", "yref": "container", "y": 0, "yanchor": "bottom"},
            margin={"l": 20, "r": 16, "t": 8, "b": 100},
            xaxis=axis("share of the vote", tickformat=".0%", range=[0, 1]),
            yaxis=name_axis(
                [plain(_short(name)) for name in row_names],
                range=[n - 0.5, -0.5],
                showgrid=False,
            ),
        ),
    )
    right = int(np.count_nonzero(answers.winner == answers.truth))
    unweighted = int(np.count_nonzero(answers.winner_uniform == answers.truth))
    return Chart(
        "row_answers",
        f"Of {counted(n, 'chosen row')} the weighted vote gets {right} right, the "
        f"uniform vote {unweighted}",
        figure,
        "Two bars for each row: above, the vote with the learned weights; below, the vote with "
        "equal weights. Colours are the predicted classes, and ✓ marks the true one. The class "
        "with the longest part wins.",
        "; ".join(
            f"{name}: the weighted vote gives its class {per_cent(answers.weighted[k, t])}, the "
            f"uniform vote {per_cent(answers.uniform[k, t])}"
            for k, (name, t) in enumerate(zip(row_names, answers.truth, strict=True))
        ),
        {"votes on chosen rows": lambda: _table(answers, row_names, classes)},
    )


def _colours(run: Run) -> list[str]:
    """Return colours by class. As on the other pages, the most frequent class gets the first
    colour."""
    classes = run.oracle.classes
    counts = np.array([np.count_nonzero(run.prepared.dataset.y == name) for name in classes])
    place = np.empty(len(classes), dtype=int)
    place[np.argsort(-counts, kind="stable")] = np.arange(len(classes))
    return [CLASSES[p] if p < len(CLASSES) else MEMBERS for p in place]


def _short(name: str) -> str:
    row, mark, kind = name.partition(" · ")
    return f"{row}{mark}{abbreviated(kind, max(_LONGEST - len(row + mark), 7))}"


def _table(answers: RowAnswers, row_names: Sequence[str], classes: Any) -> pd.DataFrame:
    pieces = []
    for vote, shares in (("weighted", answers.weighted), ("uniform", answers.uniform)):
        for k, name in enumerate(row_names):
            values = dict(zip((str(c) for c in classes), shares[k], strict=True))
            pieces.append({"row": name, "vote": vote, "true_class": str(classes[answers.truth[k]])})
            pieces[-1] |= values
    return pd.DataFrame(pieces)
