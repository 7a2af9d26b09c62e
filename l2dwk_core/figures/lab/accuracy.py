"""Test accuracy beside its references, and what may be claimed."""

from __future__ import annotations

import pandas as pd

from l2dwk_core.common.text import counted, p_text
from l2dwk_core.datasets.splits import Score
from l2dwk_core.figures.chart import Chart
from l2dwk_core.figures.drawing import Drawing
from l2dwk_core.figures.palette import L2DWK, NO_TICKS, SINGLE, UNIFORM, UNIFORM_ALL, axis, layout
from l2dwk_core.figures.traces import error_bars, marker_trace
from l2dwk_core.runs.accuracy import Accuracy
from l2dwk_core.statistics.answers import BY_MISSING


def contenders(accuracy: Accuracy, *, given: bool = False) -> list[tuple[str, str, Score]]:
    """Return ``(name, colour, score)`` of the weighted vote and its references, in the order
    shown. With ``given`` votes nothing is trained, so there are no members of all training rows."""
    found = [
        ("L2DWK, weighted vote", L2DWK, accuracy.l2dwk),
        ("Uniform vote, same members", UNIFORM, accuracy.uniform),
        (
            "Uniform vote, members trained<br>on all training rows",
            UNIFORM_ALL,
            accuracy.uniform_all,
        ),
        ("Best single member", SINGLE, accuracy.best_single),
    ]
    return [entry for entry in found if not given or entry[1] != UNIFORM_ALL]


def accuracy_figure(accuracy: Accuracy, *, given: bool = False) -> Chart:
    """Draw the accuracies of ``contenders`` on the same test rows with their 95% Wilson
    intervals."""
    rows = contenders(accuracy, given=given)
    n, gaps = accuracy.n_test_rows, accuracy.answers
    points = [
        marker_trace(
            [score.accuracy],
            [name],
            name.replace("<br>", " "),
            {"color": colour, "size": 14},
            hover=(
                f"{score.correct} of {score.n_rows} right: {score.accuracy:.1%}<br>"
                f"95% interval {score.low:.1%} to {score.high:.1%}"
            ),
            error_x=error_bars(
                [score.high - score.accuracy],
                [score.accuracy - score.low],
                colour,
                thickness=2.5,
                width=7,
            ),
            text=[f"<b>{score.accuracy:.1%}</b>"],
            textposition="top center",
            textfont={"size": 14},
        )
        for name, colour, score in rows
    ]
    low = min(score.low for _, _, score in rows)
    figure = Drawing(
        points,
        layout(
            height=310,
            margin={"l": 20, "r": 16, "t": 12, "b": 52},
            xaxis=axis(
                "test rows right, 95% interval",
                tickformat=".0%",
                range=[max(low - 0.03, 0.0), 1.005],
            ),
            yaxis=axis(
                autorange=False,
                range=[len(rows) - 0.5, -0.75],
                showgrid=False,
                **NO_TICKS,
                showline=False,
            ),
        ),
    )
    return Chart(
        "test_accuracy",
        f"Right answers on {counted(n, 'test row')} that took no part in the run",
        figure,
        "A dot is the share of the test rows that a vote gets right; its bar is the 95% interval, "
        "which is wide when there are few rows. Bars that overlap decide nothing: the Lab's "
        "verdict compares two votes row by row."
        + _equal_members(accuracy)
        + accuracy.gaps_sentence,
        "; ".join(
            f"{name.replace('<br>', ' ')}: {score.correct} of {score.n_rows} right "
            f"({score.accuracy:.1%}, interval {score.low:.1%} to {score.high:.1%})"
            for name, _, score in rows
        ),
        {
            "test accuracy": lambda: pd.DataFrame(
                [
                    {
                        "vote": name.replace("<br>", " "),
                        "right": score.correct,
                        "test_rows": score.n_rows,
                        "accuracy": score.accuracy,
                        "low_95": score.low,
                        "high_95": score.high,
                    }
                    | (
                        {
                            "unanswered": gaps[name].unanswered,
                            "accuracy_on_answers": gaps[name].accuracy,
                        }
                        if name in gaps
                        else {}
                    )
                    for name, _, score in rows
                ]
            )
        },
    )


def _equal_members(accuracy: Accuracy) -> str:
    """Return that the best single member is one of several, beginning with a blank."""
    words = accuracy.equal_members_words
    return f" The best single member is {words}." if words else ""


def comparison_sentence(accuracy: Accuracy) -> str:
    """Return what these test rows say about the weighted vote against the uniform vote of the
    same members."""
    better, worse, n = accuracy.better, accuracy.worse, accuracy.n_test_rows
    if better + worse == 0:
        where = "the one test row" if n == 1 else f"all {counted(n, 'test row')}"
        return (
            f"On {where} the weighted and the uniform vote of the same members are right "
            "or wrong together: no difference can be claimed."
        )
    found = accuracy.against_uniform
    p = found.adjusted_p
    test = f"{accuracy.test_words}, corrected for the {accuracy.comparisons} comparisons of a run"
    gaps = accuracy.gaps_sentence
    paired = (
        f"On {better} of {counted(n, 'test row')} only the weighted vote is right, on {worse} only "
        f"the uniform vote of the same members{accuracy.groups_words}"
    )
    if not found.claimed:
        why = f", as {BY_MISSING}" if found.by_missing else ""
        return f"{paired}: no difference can be claimed{why} ({test}, {p_text(p)}).{gaps}"
    winner = "weighted" if better > worse else "uniform"
    return (
        f"{paired}: on this one split the {winner} vote is better ({test}, {p_text(p)}); "
        f"other splits may say otherwise.{gaps}"
    )
