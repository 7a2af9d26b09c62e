"""How a value chosen on the weighting rows does on the test rows."""

from __future__ import annotations

import numpy as np
import pandas as pd

from l2dwk_core.common.text import counted
from l2dwk_core.figures.chart import Chart
from l2dwk_core.figures.drawing import Drawing
from l2dwk_core.figures.layout_parts import legend_above, upright_line
from l2dwk_core.figures.palette import L2DWK, MEMBERS, NO_TICKS, UNIFORM, axis, layout
from l2dwk_core.figures.traces import marker_trace
from l2dwk_core.figures.words import points
from l2dwk_core.statistics.answers import BY_MISSING
from l2dwk_core.statistics.significance import LEAST_REPEATS, Claim
from l2dwk_core.studies.sweep_parameters import PARAMETERS
from l2dwk_core.studies.sweep_selection import Selection, discordant_rows
from l2dwk_core.studies.sweeps import Sweep


def sweep_selection_figure(sweep: Sweep, found: Selection) -> Chart:
    """Draw each split's difference to the uniform vote at the value its weighting rows chose."""
    symbol, noun = PARAMETERS[sweep.plan.name].symbol, PARAMETERS[sweep.plan.name].noun
    splits = [f"seed {seed}" for seed in sweep.seeds]
    traces = [
        marker_trace(
            found.hindsight - found.uniform,
            splits,
            "best on the test rows, known only afterwards",
            {"color": MEMBERS, "size": 13, "symbol": "circle-open", "line": {"width": 2}},
            hover="%{x:+.1%} with the value that is best on the test rows themselves",
            aside="%{y}",
        ),
        marker_trace(
            found.differences,
            splits,
            f"{symbol} chosen on the weighting rows",
            {"color": L2DWK, "size": 12},
            hover="%{text}: %{x:+.1%}",
            aside="%{y}",
            text=[f"{symbol} = {value:.3g}" for value in found.values],
            textposition="top center",
            textfont={"size": 11},
            cliponaxis=False,
        ),
    ]
    n = len(splits)
    figure = Drawing(
        traces,
        layout(
            height=34 * n + 170,
            showlegend=True,
            legend=legend_above(1.0),
            margin={"l": 16, "r": 20, "t": 56, "b": 52},
            shapes=[upright_line(0, UNIFORM, layer="below")],
            xaxis=axis("test accuracy minus that of the uniform vote", tickformat="+.0%"),
            yaxis=axis(None, autorange=False, range=[n - 0.5, -0.8], **NO_TICKS, showline=False),
        ),
    )
    return Chart(
        "sweep_selection",
        _title(sweep, found),
        figure,
        f"Blue: on each split, {noun} with most right votes on the weighting rows (ties: fewest "
        "members, then the smallest), scored on the test rows. The orange line is the uniform "
        "vote. Rings are the result of choosing on the test rows themselves. Nobody can choose "
        "so in practice, and to report rings as results would be wrong.",
        "; ".join(
            f"{name}: {value:g} gives {difference:+.1%}"
            for name, value, difference in zip(splits, found.values, found.differences, strict=True)
        ),
        {"chosen values": lambda: selection_table(sweep, found)},
    )


def _title(sweep: Sweep, found: Selection) -> str:
    """Return in how many splits the chosen value was right more often, or less often when those are
    more, and whether that may be chance."""
    n, noun = len(found.values), f"{PARAMETERS[sweep.plan.name].noun} chosen on the weighting rows"
    if n == 1:
        return f"{_capital(noun)} is {_outcome_of_one(sweep, found)}"
    if found.equal == n:
        return f"In {n} of {n} splits {noun} was right as often as the uniform vote"
    more, less = "right more often than the uniform vote", "right less often than the uniform vote"
    # The count may point the other way than the mean that is tested.
    claimed = found.interval.claimed and (found.better - found.worse) * found.interval.mean > 0
    chance = "" if claimed else ", which may be chance"
    if found.interval.by_missing:
        chance = f"; {BY_MISSING}"
    if found.better == found.worse:
        return f"In {found.better} of {n} splits {noun} was {more}, in {found.worse} less often"
    if found.better > found.worse:
        return f"In {found.better} of {n} splits {noun} was {more}{chance}"
    return f"In {found.worse} of {n} splits {noun} was {less}{chance}"


def _outcome_of_one(sweep: Sweep, found: Selection) -> str:
    # One split claims nothing, as below: the Lab tests the same two votes among other comparisons.
    rows = discordant_rows(sweep, [int(found.places[0])])
    better, worse = rows.better[0], rows.worse[0]
    if better == worse:
        return "right on as many test rows as the uniform vote, on one split"
    more = "more" if better > worse else "fewer"
    return f"right on {more} test rows than the uniform vote, on one split, which may be chance"


def selection_sentence(sweep: Sweep, found: Selection) -> str:
    """Return what may be claimed of a value chosen on the weighting rows."""
    n = len(sweep.seeds)
    noun = PARAMETERS[sweep.plan.name].noun
    interval, hindsight = found.interval, (found.hindsight - found.uniform).mean()
    afterwards = f" Choosing on the test rows would have shown {points(hindsight)}."
    afterwards += gaps_words(found)
    vote = "the uniform vote of the same members"
    if n == 1:
        how = "as many" if found.equal else "more" if found.better else "fewer"
        than = "as" if found.equal else "than"
        return (
            f"On this one split {noun} chosen on the weighting rows has {how} test rows right "
            f"{than} {vote} ({points(interval.mean)}). One split says almost nothing."
            f"{afterwards}"
        )
    counts = (
        f"In {found.better} of {counted(n, 'split')} {noun} chosen on the weighting rows has more "
        f"test rows right than {vote}, in {found.equal} as many, in {found.worse} fewer"
    )
    return f"{counts}. On average {claim_words(interval)}.{afterwards}"


def gaps_words(found: Selection) -> str:
    """Return, beginning with a blank, how many test rows the two votes leave without an answer over
    all splits and how they do on the others; "" where they answer all."""
    return "".join(
        f" {name}: {answers.words}, over all splits."
        for name, answers in (
            ("Weighted vote", found.answers),
            ("Uniform vote", found.uniform_answers),
        )
        if answers is not None and answers.unanswered
    )


def claim_words(found: Claim) -> str:
    """Return a mean difference to the uniform vote over several splits, and what may be claimed
    of it."""
    if found.n < LEAST_REPEATS:
        return (
            f"{points(found.mean)}: with fewer than {LEAST_REPEATS} splits no difference can be "
            "claimed"
        )
    if np.isnan(found.low):
        return f"{points(found.mean)}: no difference is claimed before the last split"
    spread = f"95% interval {points(found.low)} to {points(found.high)}"
    if not found.claimed:
        why = f", as {BY_MISSING}" if found.by_missing else ""
        return f"{points(found.mean)} ({spread}): no difference can be claimed{why}"
    winner = "weighted" if found.mean > 0 else "uniform"
    return f"{points(found.mean)} ({spread}): on these data the {winner} vote is ahead"


def selection_table(sweep: Sweep, found: Selection) -> pd.DataFrame:
    """Return one line for each split."""
    return pd.DataFrame(
        {
            "seed": sweep.seeds,
            f"chosen_{sweep.plan.name}": found.values,
            "test_accuracy": found.chosen,
            "uniform": found.uniform,
            "difference": found.differences,
            "best_in_hindsight": found.hindsight,
        }
        | _unanswered(sweep, found)
    )


def _unanswered(sweep: Sweep, found: Selection) -> dict[str, list[int]]:
    """Return, where votes are missing, the test rows without an answer split by split."""
    chosen = zip(sweep.outcomes, found.places, strict=True)
    gaps = [split[place].accuracy.gaps for split, place in chosen]
    known = [gap for gap in gaps if gap is not None]
    if len(known) < len(gaps):
        return {}
    return {
        "unanswered": [gap.l2dwk.unanswered for gap in known],
        "uniform_unanswered": [gap.uniform.unanswered for gap in known],
    }


def _capital(noun: str) -> str:
    """Return the words with a capital; a symbol such as λ stays."""
    return noun[0].upper() + noun[1:] if noun[:2].isalpha() and noun[0].isascii() else noun
