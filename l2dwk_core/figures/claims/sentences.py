"""Effects of claims in words, and the table of all claims."""

from __future__ import annotations

import numpy as np
import pandas as pd

from l2dwk_core.common.text import counted
from l2dwk_core.paper.claim import Argument, NotRun
from l2dwk_core.paper.claim_answers import ClaimAnswer
from l2dwk_core.paper.planned_contrasts import ContrastResult


def signed_points(difference: float) -> str:
    """Return a difference of shares in percentage points: ``signed_points(0.0123)`` is "+1.23"."""
    return f"{100 * difference:+.2f}".replace("-", "−")


def effect_words(answer: ClaimAnswer) -> str:
    """Return the effect of the weakest contrast with its 95 % interval."""
    if isinstance(answer.claim.evidence, Argument):
        return "a counter-example"
    weakest = answer.weakest
    if weakest is None:
        return "no study" if isinstance(answer.claim.evidence, NotRun) else "no dataset yet"
    return result_words(answer, weakest)


def setting_words(answer: ClaimAnswer) -> str:
    """Return the setting of the weakest contrast, and how many there are; empty without a study."""
    weakest = answer.weakest
    if weakest is None:
        return ""
    others = len([result for result in answer.results if result.test is not None]) - 1
    beside = f"; of {others + 1} settings the worst for the claim" if others else ""
    return f"{weakest.contrast.label}{beside}"


def result_words(answer: ClaimAnswer, result: ContrastResult) -> str:
    """Return the mean of one contrast with its 95 % interval; empty without a dataset."""
    test = result.test
    if test is None:
        return ""
    value = answer.value
    if value.middle is not None:
        mean, low, high = value.shown(test.mean, test.low, test.high)
        interval = "" if np.isnan(low) else f" ({low:.1%} to {high:.1%})"
        return f"{mean:.1%} {value.noun}{interval}".replace("-", "−")
    interval = (
        "" if np.isnan(test.low) else f" ({signed_points(test.low)} to {signed_points(test.high)})"
    )
    return f"{signed_points(test.mean)} {value.noun}{interval}"


def contrast_table(answer: ClaimAnswer) -> pd.DataFrame:
    """Return one line for each contrast of a claim. Shares are numbers from −1 to 1."""
    return pd.DataFrame(
        [
            {
                "setting": result.contrast.label,
                "first": result.contrast.first,
                "second": result.contrast.second,
                "cases": result.test.wins + result.test.ties + result.test.losses,
                "wins": result.test.wins,
                "ties": result.test.ties,
                "losses": result.test.losses,
                "mean": result.test.mean,
                "low": result.test.low,
                "high": result.test.high,
                "ahead_p": result.test.ahead_p,
                "equal_p": result.test.equal_p,
                "wilcoxon_p_after_holm": result.test.adjusted_wilcoxon_p,
                "verdict": result.test.verdict if result.complete else "undecided",
                "left_out": ", ".join(result.left_out),
            }
            for result in answer.results
            if result.test is not None
        ]
    )


def dataset_table(answer: ClaimAnswer) -> pd.DataFrame:
    """Return one line for each dataset and contrast of a claim. Shares are from −1 to 1."""
    return pd.DataFrame(
        [
            {
                "setting": result.contrast.label,
                "dataset": name,
                "difference": difference,
                "low": low,
                "high": high,
            }
            for result in answer.results
            for name, difference, low, high in zip(
                result.datasets, result.differences, result.low, result.high, strict=True
            )
        ]
    )


def wins_words(answer: ClaimAnswer) -> str:
    """Return on how many cases the first method is better, over the contrasts of a claim; empty
    without a dataset."""
    tests = [result.test for result in answer.results if result.test is not None]
    if not tests:
        return ""
    cases = max(test.wins + test.ties + test.losses for test in tests)
    wins = sorted({test.wins for test in tests})
    many = f"{wins[0]}" if len(wins) == 1 else f"{wins[0]} to {wins[-1]}"
    return f"{many} of {counted(cases, 'dataset')} (related ones count as one)"
