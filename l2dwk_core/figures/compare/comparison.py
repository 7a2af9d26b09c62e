"""Methods compared: differences to uniform votes, accuracy against size, what may be claimed."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import pandas as pd

from l2dwk_core.common.text import counted
from l2dwk_core.figures.chart import Chart
from l2dwk_core.figures.compare.point_names import Box, NamedPoint, free_places, pixels
from l2dwk_core.figures.drawing import Drawing
from l2dwk_core.figures.intervals import IntervalRow, intervals_figure, two_lines
from l2dwk_core.figures.layout_parts import label, level_line
from l2dwk_core.figures.palette import (
    L2DWK,
    MEMBERS,
    SINGLE,
    UNIFORM,
    UNIFORM_ALL,
    axis,
    keyed,
    layout,
    ticks_of,
)
from l2dwk_core.figures.traces import marker_trace
from l2dwk_core.figures.words import listed
from l2dwk_core.statistics.answers import BY_MISSING
from l2dwk_core.statistics.significance import LEAST_REPEATS
from l2dwk_core.studies.comparison_records import (
    ALL_ROWS,
    REFERENCE,
    ComparisonResult,
    Record,
    Standing,
)

_TICKS = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000]
_WIDE, _HIGH = 300, 300
"""Pixels of the plot on a phone, about. Names are placed for this size, so that a larger one has
room for them too."""
_NEAR = 0.012, 0.03
"""Two points this near to each other, in shares of what the figure spans across and up, overlap."""


_VOTES = {
    REFERENCE: "the uniform vote of the same members",
    ALL_ROWS: "the uniform vote of members trained on all training rows",
}
"""The references in a sentence."""
_GROUPS = {
    REFERENCE: "of the same<br>members",
    # Short lines, so that they fit beside the line in the middle on a phone.
    ALL_ROWS: "of members<br>trained on all<br>training rows",
}


def verdict(result: ComparisonResult) -> str:
    """Return what may be claimed. Nothing is claimed before the last split is finished."""
    others = [s for s in result.standings() if s.difference is not None]
    done, wanted = len(result.splits), result.recipe.folds * result.recipe.repeats
    if not others:
        so_far = "" if result.complete else f" after {done} of {counted(wanted, 'split')}"
        return f"There is nothing to compare the uniform vote with{so_far}"
    if not result.complete:
        return (
            f"Differences after {done} of {counted(wanted, 'split')}: none is claimed before the "
            "last"
        )
    if done < LEAST_REPEATS:
        few = "One split says" if done == 1 else "Two splits say"
        return f"{few} nothing about a difference"
    claimed = [s for s in others if s.difference and s.difference.claimed]
    if not claimed:
        votes = {str(s.reference) for s in others}
        vote = _VOTES[votes.pop()] if len(votes) == 1 else "a uniform vote"
        if len(others) == 1:
            return f"{others[0].title} cannot be said to differ from {vote}{_by_missing(others)}"
        # Not "methods": one line is the other uniform vote, which no reader has chosen.
        return f"None of the {len(others)} differences from {vote} can be claimed" + _by_missing(
            others
        )
    parts: list[str] = []
    said = ""
    for reference, vote in _VOTES.items():
        for word, sign in (("better", 1), ("worse", -1)):
            names = [
                _with_gaps(s)
                for s in claimed
                if s.reference == reference and s.difference and s.difference.mean * sign > 0
            ]
            if names:
                than = "" if said == reference else f" than {vote}"
                parts.append(f"{word}{than}: {listed(names)}")
                said = reference
    rest = len(others) - len(claimed)
    which = "one" if rest == 1 else str(rest)
    tail = f"; of the other {which} no difference can be claimed" if rest else ""
    sentence = "; ".join(parts) + tail + _by_missing(others)
    return sentence[0].upper() + sentence[1:]


def _with_gaps(standing: Standing) -> str:
    """Return the name of a method, with what must be said of its missing answers."""
    words = standing.answers.short_words
    return f"{standing.title} ({words})" if words else standing.title


def _by_missing(standings: list[Standing]) -> str:
    """Return which differences are not claimed because they come from rows without an answer,
    beginning with a semicolon; "" when there are none."""
    names = [_with_gaps(s) for s in standings if s.difference and s.difference.by_missing]
    return f"; for {listed(names)} {BY_MISSING}" if names else ""


def gaps_note(standings: Sequence[Standing]) -> str:
    """Return what a figure must say of missing answers, beginning with a blank; "" when every
    method answers all test rows."""
    gaps = [f"{s.title}: {s.answers.short_words}" for s in standings if s.answers.unanswered]
    if not gaps:
        return ""
    return (
        " Some votes are missing. A row without an answer counts as wrong, and a difference is "
        "claimed only where it also holds on the rows that both answered. "
        f"{'. '.join(gaps)}."
    )


def method_differences_figure(result: ComparisonResult) -> Chart:
    """Draw each method's mean difference in accuracy to its uniform vote, with the intervals of
    the test that decides what may be claimed."""
    standings = [s for s in result.standings() if s.difference is not None]
    # From below to above: those compared with the other members first.
    standings.sort(
        key=lambda s: (s.reference == REFERENCE, s.difference.mean if s.difference else 0.0)
    )
    several = len({s.reference for s in standings}) > 1
    rows = [
        IntervalRow(
            s.title, s.difference, colour_of(s.method), _GROUPS[str(s.reference)] if several else ""
        )
        for s in standings
        if s.difference is not None
    ]
    bars = (
        "Bars are intervals of 95% or more: wide because splits share training rows (Nadeau & "
        "Bengio 2003), wider for the number of methods (Holm), and never shorter than so few "
        "test rows allow; where a bar does not reach the line, the dot is filled and the "
        "difference may be claimed. A bar that reaches the edge continues beyond it."
        if result.complete
        else "Intervals are shown after the last split: stopping as soon as a difference appears "
        "would find one too often."
    )
    whole = (
        " Methods that train members on all training rows are compared with a uniform vote of "
        "such members."
        if several
        else ""
    )
    return Chart(
        "method_differences",
        verdict(result),
        intervals_figure(rows),
        f"Right of the line a method has more test rows right than the uniform vote, on average "
        f"over {counted(len(result.splits), 'split')}.{whole} {bars}"
        + gaps_note(result.standings()),
        "; ".join(row.sentence for row in rows) or "No split is finished yet.",
        {
            "standings": lambda: standings_table(result),
            "every split": lambda: records_table(result),
        },
    )


def accuracy_and_size_figure(result: ComparisonResult) -> Chart:
    """Draw the accuracy of each method against the number of members it keeps."""
    standings = result.standings()
    base = next((s for s in standings if s.method == REFERENCE), None)
    traces = [
        marker_trace(
            [s.kept],
            [s.accuracy],
            s.title,
            {"color": colour_of(s.method), "size": size, "opacity": 0.85}
            | ({"line": {"color": "white", "width": 1}} if len(spot) > 1 else {}),
            hover="<br>".join(
                f"{one.title}<br>accuracy {one.accuracy:.1%}, keeps {one.kept:.1f} of "
                f"{counted(round(one.n_members), 'member')}"
                for one in spot
            ),
        )
        for spot in _spots(standings)
        for s, size in zip(spot, _sizes(len(spot)), strict=True)
    ]
    figure = Drawing(
        traces,
        layout(
            height=380,
            shapes=[level_line(base.accuracy, UNIFORM, dash="dot")] if base else [],
            annotations=_names(standings),
            xaxis=axis("members kept (logarithmic)", type="log", tickmode="array", tickvals=_TICKS),
            yaxis=axis(
                "mean accuracy",
                tickformat=".1~%",
                **ticks_of([s.accuracy for s in standings], least=0.001),
            ),
        ),
    )
    title = "Accuracy and members kept"
    if base is not None:
        close = [s for s in standings if s.accuracy >= base.accuracy - 0.01 and s.kept > 0]
        fewest = min(close, key=lambda s: s.kept)
        over = f"Mean of {counted(len(result.splits), 'split')}, untested"
        if fewest.kept < base.kept:
            title = (
                f"{over}: {fewest.title} {_beside(fewest.accuracy - base.accuracy)} with "
                f"{fewest.kept:.0f} of {counted(round(fewest.n_members), 'member')}"
            )
        else:
            title = f"{over}: no method with fewer members comes within a point of the uniform vote"
    return Chart(
        "accuracy_and_size",
        title,
        figure,
        "Up is more accurate, left is a smaller and faster ensemble. The dotted line is the "
        "uniform vote of all members: points on it, far to the left, were as often right "
        "with few members. Other splits may place the points elsewhere: what may be claimed, the "
        "figure of differences says. Members kept are those with any weight. Rings around a point "
        f"are methods at the same place.{gaps_note(standings)}",
        "; ".join(
            f"{s.title}: {s.accuracy:.1%} with {counted(round(s.kept), 'member')}"
            for s in standings
        )
        or "No split is finished yet.",
        {"standings": lambda: standings_table(result)},
    )


def _beside(difference: float) -> str:
    """Return how an accuracy, at most a point below that of the uniform vote, lies beside it."""
    tenths = round(1000 * difference)
    if tenths > 0:
        return f"is {tenths / 10:.1f} points ahead of the uniform vote"
    if tenths == 0:
        return "is as often right as the uniform vote"
    return "comes within a point of the uniform vote"


def _spots(standings: tuple[Standing, ...]) -> list[list[Standing]]:
    """Return the standings in groups that lie at one place of the figure, where a point would hide
    the others."""
    if not standings:
        return []
    across = np.log10([max(s.kept, 1e-9) for s in standings])
    up = np.array([s.accuracy for s in standings])
    wide, high = (float(np.ptp(values)) or 1.0 for values in (across, up))
    groups: list[list[int]] = []
    for i in range(len(standings)):
        for group in groups:
            j = group[0]
            apart = (across[i] - across[j]) / wide, (up[i] - up[j]) / high
            if abs(apart[0]) < _NEAR[0] and abs(apart[1]) < _NEAR[1]:
                group.append(i)
                break
        else:
            groups.append([i])
    return [[standings[i] for i in group] for group in groups]


def _sizes(n: int) -> list[int]:
    """Return the sizes of n points at one place, the largest below: each shows as a ring."""
    return [12 + 7 * below for below in range(n - 1, -1, -1)]


def standings_table(result: ComparisonResult) -> pd.DataFrame:
    """Return one line for each method, the most accurate first. Shares are numbers from 0 to 1."""
    standings = result.standings()
    gaps = any(s.answers.unanswered for s in standings)
    return pd.DataFrame(
        [
            {
                "method": s.title,
                "compared_with": "" if s.reference is None else _VOTES[s.reference],
                "accuracy": s.accuracy,
                "deviation": s.deviation,
                "difference": None if s.difference is None else s.difference.mean,
                "low": None if s.difference is None else s.difference.low,
                "high": None if s.difference is None else s.difference.high,
                "p": None if s.difference is None else s.difference.p_value,
                "p_holm": None if s.difference is None else s.difference.adjusted_p,
                "claimed": s.difference is not None and s.difference.claimed,
                "members_kept": s.kept,
                "members": s.n_members,
                "seconds": s.seconds,
                "mean_rank": s.rank,
            }
            | (
                {"unanswered": s.answers.unanswered, "accuracy_on_answers": s.answers.accuracy}
                if gaps
                else {}
            )
            for s in standings
        ]
    )


def records_table(result: ComparisonResult) -> pd.DataFrame:
    """Return one line for each method and split. ``better`` and ``worse`` count the test rows on
    which only the method, or only its reference, is right."""
    gaps = any(r.unanswered for r in result.records)
    return pd.DataFrame([_record_line(r, gaps=gaps) for r in result.records])


def _record_line(record: Record, *, gaps: bool) -> dict[str, Any]:
    line = vars(record) | {"accuracy": record.accuracy}
    both = line.pop("answered") or (record.better, record.worse)
    groups = line.pop("groups")
    if groups is not None:
        line |= {"test_groups": groups.n_groups, "groups_that_differ": len(groups.gains)}
    if not gaps:
        line.pop("unanswered")
        return line
    return line | {
        "better_on_rows_both_answered": both[0],
        "worse_on_rows_both_answered": both[1],
    }


def colour_of(method: str) -> str:
    """Return the colour that a method has on every page."""
    if method.startswith("l2dwk"):
        return L2DWK
    own = {REFERENCE: UNIFORM, ALL_ROWS: UNIFORM_ALL, "bagging": UNIFORM_ALL, "single_best": SINGLE}
    return own.get(method, MEMBERS)


def _names(standings: tuple[Standing, ...]) -> list[dict[str, Any]]:
    """Return the names beside the points, as far as there is room. Hover texts hold the others.

    Methods with a colour of their own come first.
    """
    first = sorted(standings, key=lambda s: colour_of(s.method) == MEMBERS)
    across = np.log10([max(s.kept, 1e-9) for s in first])
    x, y = pixels(across, np.array([s.accuracy for s in first]), _WIDE, _HIGH)
    radius = {s.method: _sizes(len(spot))[0] / 2 for spot in _spots(standings) for s in spot}
    lines = [two_lines(s.title, 24).split("<br>") for s in first]
    spots = [
        NamedPoint(x[at], y[at], lines[at], radius[s.method], colour_of(s.method) != MEMBERS)
        for at, s in enumerate(first)
    ]
    labels = []
    # Above the left end of its line: the right is where whole ensembles crowd.
    of_line: list[Box] = []
    for at, s in enumerate(first):
        if s.method == REFERENCE:
            of_line = [(0.0, 105.0, y[at] - 2, y[at] + 18), (0.0, _WIDE, y[at] - 3, y[at] + 3)]
            text = keyed(s.title, colour_of(s.method))
            labels.append(
                label(text, 0, s.accuracy, xref="paper", xanchor="left", yshift=9, align="left")
            )
            spots[at] = spots[at]._replace(lines=[])
    for at, beside in free_places(spots, _WIDE, of_line, beyond=0).items():
        text, colour = "<br>".join(lines[at]), colour_of(first[at].method)
        labels.append(
            label(
                keyed(text, colour) if colour != MEMBERS else text,
                float(across[at]),
                first[at].accuracy,
                align="left",
                **beside,
            )
        )
    return labels
