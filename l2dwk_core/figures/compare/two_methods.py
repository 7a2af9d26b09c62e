"""Two methods head to head: a point with its interval for each dataset, and the verdict."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
import pandas as pd

from l2dwk_core.common.text import counted
from l2dwk_core.figures.chart import Chart
from l2dwk_core.figures.compare.comparison import colour_of
from l2dwk_core.figures.compare.method_titles import method_titles
from l2dwk_core.figures.intervals import IntervalRow, intervals_figure
from l2dwk_core.figures.palette import UNIFORM
from l2dwk_core.figures.words import plain, points
from l2dwk_core.statistics.head_to_head import LEAST_CASES
from l2dwk_core.study.two_methods import TwoMethods


def two_methods_figure(pair: TwoMethods, names: Mapping[str, str] | None = None) -> Chart:
    """Draw the difference on each dataset, the largest at the top.

    ``names``: what stands for a dataset, its own name unless given.
    """
    titles = method_titles((pair.first, pair.second))
    first, second = titles[pair.first], titles[pair.second]
    ordered = sorted(pair.by_dataset.items(), key=lambda item: item[1].mean)
    colour = colour_of(pair.first.partition("(")[0])
    rows = [
        IntervalRow(plain((names or {}).get(name, name)), claim, colour) for name, claim in ordered
    ]
    reference = colour_of(pair.second.partition("(")[0])
    lost = (
        f" Left out, because one of the two has no result: {', '.join(pair.left_out)}."
        if pair.left_out
        else ""
    )
    if pair.unanswered:
        lost += (
            f" Not in what is said over all datasets: {', '.join(pair.unanswered)}, where one of "
            "the two has test rows without an answer, which count as wrong; a difference there "
            "must also hold on the rows that both answered."
        )
    return Chart(
        "two_methods",
        f"{first} against {second}: {_verdict(pair, first, second)}",
        intervals_figure(rows, plain(second, 60), reference if reference != colour else UNIFORM),
        f"Right of the line {first} has more test rows right than {second}. Bars are intervals of "
        "95 % or more from the rows that only one of the two has right, wider for the number of "
        "datasets (Holm); where a bar does not reach the line, the dot is filled and the "
        "difference on that dataset may be claimed. What may be said over all datasets together, "
        "the title says, for this pair alone: of many pairs that are tried, some look different "
        "by chance. It is decided only if the tests of the mean, of the ranks and of the number of "
        "datasets agree, so that the interval of the mean may exclude 0 where it is undecided."
        + lost,
        "; ".join(row.sentence for row in rows),
        {"differences": lambda: differences_table(pair), "verdict": lambda: verdict_table(pair)},
    )


def differences_table(pair: TwoMethods) -> pd.DataFrame:
    """Return a row for each dataset: the difference in [−1, 1], its interval and p-values."""
    return pd.DataFrame(
        [
            {
                "dataset": name,
                "first": pair.first,
                "second": pair.second,
                "difference": claim.mean,
                "low": claim.low,
                "high": claim.high,
                "p": claim.p_value,
                "p_holm": claim.adjusted_p,
                "claimed": claim.claimed,
            }
            for name, claim in pair.by_dataset.items()
        ]
    )


def verdict_table(pair: TwoMethods) -> pd.DataFrame:
    """Return what may be said over all cases, in one row."""
    both = pair.together
    return pd.DataFrame(
        [
            {
                "first": pair.first,
                "second": pair.second,
                "cases": len(pair.cases),
                "wins": both.wins,
                "ties": both.ties,
                "losses": both.losses,
                "mean_difference": both.mean,
                "low": both.low,
                "high": both.high,
                "p_ahead": both.ahead_p,
                "p_practically_equal": both.equal_p,
                "probability_first_ahead": both.posterior.first,
                "probability_practically_equal": both.posterior.equal,
                "probability_second_ahead": both.posterior.second,
                "verdict": both.verdict,
            }
        ]
    )


def _verdict(pair: TwoMethods, first: str, second: str) -> str:
    both, n = pair.together, len(pair.cases)
    told = {
        "first ahead": f"{first} is ahead",
        "second ahead": f"{second} is ahead",
        "practically equal": "practically equal",
        "undecided": "undecided",
    }[both.verdict]
    few = f" (fewer than {LEAST_CASES} cases decide nothing)" if n < LEAST_CASES else ""
    mean = f"mean difference {points(both.mean)}"
    if not np.isnan(both.low):  # one case has no interval
        mean += f" ({100 * both.low:+.1f} to {100 * both.high:+.1f})".replace("-", "−")
    return (
        f"{told}{few}; {mean} over {counted(n, 'case')}, better on {both.wins}, equal on "
        f"{both.ties}, worse on {both.losses}"
    )
