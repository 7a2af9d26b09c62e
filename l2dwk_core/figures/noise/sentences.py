"""The sentences that a study of label noise allows, and its tables."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pandas as pd

from l2dwk_core.common.text import agreeing, counted
from l2dwk_core.figures.words import listed, points
from l2dwk_core.statistics.significance import LEAST_REPEATS
from l2dwk_core.studies.noise_records import (
    ALL_ROWS,
    REFERENCE,
    NoiseDifference,
    NoiseResult,
    title_of,
)


def unclaimed(result: NoiseResult) -> str:
    """Return why nothing may be claimed whatever the numbers are, or "" when something may."""
    if result.recipe.repeats < LEAST_REPEATS:
        return f"with fewer than {LEAST_REPEATS} repeats no difference can be claimed"
    if not result.complete:
        return (
            f"after {result.n_done} of {counted(result.n_wanted, 'training')} no difference is "
            "claimed yet"
        )
    return ""


def better_and_worse(
    claimed: list[NoiseDifference], name: Callable[[NoiseDifference], str]
) -> list[str]:
    """Return claimed differences in words, grouped by the vote they are differences to and by
    their sign."""
    parts: list[str] = []
    for base, vote in (
        (REFERENCE, "the uniform vote"),
        (ALL_ROWS, "the uniform vote of members trained on all training rows"),
    ):
        than = f" than {vote}"
        for word, sign in (("better", 1), ("worse", -1)):
            names = dict.fromkeys(
                name(d) for d in claimed if d.base == base and d.interval.mean * sign > 0
            )
            if names:
                parts.append(f"{word}{than}: {listed(list(names))}")
                than = ""
    return parts


def noise_verdict(result: NoiseResult) -> str:
    """Return which differences to the uniform vote may be claimed."""
    if reason := unclaimed(result):
        return f"{reason[0].upper()}{reason[1:]}."
    found = [d for share in result.recipe.shares for d in result.differences(share)]
    claimed = [d for d in found if d.claimed]
    over = f"over {repeats_of(result)}"
    if not claimed:
        which = "The one difference" if len(found) == 1 else f"None of the {len(found)} differences"
        can = agreeing(len(found), "cannot", "can")
        return f"{which} to the uniform vote {can} be claimed, {over}."

    def name(d: NoiseDifference) -> str:
        same = [
            o for o in claimed if o.method == d.method and o.interval.mean * d.interval.mean > 0
        ]
        return f"{title_of(d.method)} (at {listed([f'{o.share:.0%}' for o in same])})"

    rest = len(found) - len(claimed)
    said = "; ".join(better_and_worse(claimed, name))
    return f"It can be claimed, {over}: {said}." + (
        f" The other {counted(rest, 'difference')} may be chance." if rest else ""
    )


def reweighting_sentence(result: NoiseResult) -> str:
    """Return reweighting against equal kernel weights with the same kernel, without noise and at
    most noise, in words."""
    found = result.reweighting()
    if not found:
        return "Nothing is finished yet."
    method = title_of(result.recipe.reweighted)
    ends = [found[0], found[-1]] if len(found) > 1 else [found[0]]
    said = " and ".join(f"{points(d.interval.mean)} at {d.share:.0%}" + _interval(d) for d in ends)
    claimed = [d for d in found if d.claimed]
    if reason := unclaimed(result):
        verdict = reason
    elif not claimed:
        verdict = "no difference can be claimed"
    else:
        verdict = "a difference can be claimed at " + listed([f"{d.share:.0%}" for d in claimed])
    same = _first_returned(result)
    return f"Reweighting itself, {method} against the same with equal α: {said}; {verdict}.{same}"


def noise_table(result: NoiseResult) -> pd.DataFrame:
    """Return one line for each method and share of noise: mean, spread and paired difference."""
    lines = []
    for place, share in enumerate(result.recipe.shares):
        differences = {d.method: d for d in result.differences(share)}
        for method in result.methods:
            values = result.accuracies(method)[:, place]
            values = values[~np.isnan(values)]
            if not values.size:
                continue
            d = differences.get(method)
            lines.append(
                {
                    "flipped": share,
                    "method": title_of(method),
                    "accuracy": values.mean(),
                    "deviation": values.std(ddof=1) if values.size > 1 else np.nan,
                    "lowest": values.min(),
                    "highest": values.max(),
                    "repeats": values.size,
                    "compared_with": title_of(d.base) if d else "",
                    "difference": d.interval.mean if d else np.nan,
                    "low": d.interval.low if d else np.nan,
                    "high": d.interval.high if d else np.nan,
                    "p_holm": d.adjusted_p if d else np.nan,
                    "members_kept": result.kept(method, share),
                }
            )
    return pd.DataFrame(lines)


def noise_records_table(result: NoiseResult) -> pd.DataFrame:
    """Return one line for each method, repeat and share of noise."""
    return pd.DataFrame(
        [
            {
                "seed": result.recipe.run_of(r.repeat, r.share).seed,
                "flipped": r.share,
                "method": title_of(r.method),
                "test_rows_right": r.correct,
                "test_rows": r.n_test,
                "accuracy": r.accuracy,
                "members_kept": r.kept,
            }
            for r in result.records
        ]
    )


def _interval(d: NoiseDifference) -> str:
    if np.isnan(d.interval.low):
        return ""
    low = points(d.interval.low).removesuffix(" points")
    return f" (95% interval {low} to {points(d.interval.high)})"


def _first_returned(result: NoiseResult) -> str:
    """Return how often there is no difference because equal kernel weights were returned anyway."""
    first = sum(c.returned_round == 1 for c in result.alpha_on_noise)
    if not first:
        return ""
    runs = counted(len(result.alpha_on_noise), "run")
    return (
        f" In {first} of {runs} no later round makes fewer mistakes "
        "on the weighting rows than the first, so the first is returned and reweighting changes "
        "nothing."
    )


def repeats_of(result: NoiseResult) -> str:
    """Return, in words, over how many repeats at most there are results so far."""
    return counted(len({r.repeat for r in result.records}), "repeat")
