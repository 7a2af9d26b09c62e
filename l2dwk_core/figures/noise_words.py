"""What a study of label noise allows to be said, and its tables."""

from __future__ import annotations

import numpy as np
import pandas as pd

from l2dwk_core.figures.words import listed, points
from l2dwk_core.noise_records import (
    NoiseDifference,
    NoiseResult,
    title_of,
)
from l2dwk_core.statistics import LEAST_REPEATS
from l2dwk_core.wording import counted


def noise_verdict(result: NoiseResult) -> str:
    """Which differences to the uniform vote are larger than their spread; never more."""
    shares = result.recipe.shares
    so_far = "" if result.complete else f" after {result.n_done} of {result.n_wanted} trainings"
    if result.recipe.repeats < LEAST_REPEATS:
        return f"With fewer than {LEAST_REPEATS} repeats nothing can be claimed{so_far}."
    found = [d for share in shares for d in result.differences(share)]
    claimed = [d for d in found if d.claimed]
    if not claimed:
        return (
            f"None of the {len(found)} differences to the uniform vote is larger than its spread "
            f"over {repeats_of(result)}{so_far}."
        )
    parts: list[str] = []
    for word, sign in (("better", 1), ("worse", -1)):
        by_method: dict[str, list[str]] = {}
        for d in claimed:
            if d.interval.mean * sign > 0:
                by_method.setdefault(title_of(d.method), []).append(f"{d.share:.0%}")
        if by_method:
            each = [f"{name} (at {listed(at)})" for name, at in by_method.items()]
            than = "" if parts else " than the uniform vote"
            parts.append(f"{word}{than}: {', '.join(each)}")
    rest = len(found) - len(claimed)
    return f"By more than the spread over {repeats_of(result)}{so_far}, {'; '.join(parts)}." + (
        f" The other {counted(rest, 'difference')} may be chance." if rest else ""
    )


def reweighting_sentence(result: NoiseResult) -> str:
    """Reweighting against equal kernel weights, the same kernel: at no and at most noise."""
    found = result.reweighting()
    if not found:
        return "Nothing is finished yet."
    method = title_of(result.recipe.reweighted)
    ends = [found[0], found[-1]] if len(found) > 1 else [found[0]]
    said = " and ".join(f"{points(d.interval.mean)} at {d.share:.0%}" + _interval(d) for d in ends)
    claimed = [d for d in found if d.claimed]
    if result.recipe.repeats < LEAST_REPEATS:
        verdict = f"with fewer than {LEAST_REPEATS} repeats no difference can be claimed"
    elif not claimed:
        verdict = "no difference is larger than its spread"
    else:
        verdict = "larger than its spread at " + listed([f"{d.share:.0%}" for d in claimed])
    same = _first_returned(result)
    return f"Reweighting itself, {method} against the same with equal α: {said}; {verdict}.{same}"


def noise_table(result: NoiseResult) -> pd.DataFrame:
    """One line for each method and share of noise: mean, spread, paired difference."""
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
                    "difference": d.interval.mean if d else np.nan,
                    "low_95": d.interval.low if d else np.nan,
                    "high_95": d.interval.high if d else np.nan,
                    "p_holm": d.adjusted_p if d else np.nan,
                    "members_kept": result.kept(method, share),
                }
            )
    return pd.DataFrame(lines)


def noise_records_table(result: NoiseResult) -> pd.DataFrame:
    """One line for each method, repeat and share of noise."""
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
    """How often there is no difference because equal kernel weights were returned anyway."""
    first = sum(c.returned_round == 1 for c in result.chases)
    if not first:
        return ""
    return (
        f" In {first} of {len(result.chases)} runs no later round makes fewer mistakes on the "
        "weighting rows than the first, so the first is returned and reweighting changes nothing."
    )


def repeats_of(result: NoiseResult) -> str:
    """Over how many repeats, at most, there are results so far, in words."""
    n = len({r.repeat for r in result.records})
    return "1 repeat" if n == 1 else f"{n} repeats"
