"""Words and the table about kernel weights, which several figures share."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from l2dwk_core.method.settings import Settings
from l2dwk_core.method.trace import Trace


def target_words(settings: Settings) -> str:
    """Return which rows gain kernel weight from one round to the next, in words.

    A step is αᵗ⁺¹ − αᵗ = βₜ(α* − αᵗ): a row gains when it is below its target α*, and loses above.
    """
    if settings.update == "none":
        return "With these settings they stay equal."
    if settings.update == "exp":
        return (
            "After each round α moves part of the way to a target that falls with the row's "
            "margins so far: a row below its target gains weight, one above it loses."
        )
    lost = "does not win" if settings.error_set == "margin" else "gets wrong"
    if settings.error_mass == "set" or settings.damping == "authors":
        share = "an equal share for each row"
    elif settings.error_mass == "vote":
        share = "1/(Nε) for each row"
    else:
        share = "1/ε for each row"
    return (
        f"After each round α moves part of the way to a target, {share} the vote {lost} and 0 for "
        "the others: a row below its target gains weight and pulls the classifiers' weights "
        "towards itself, one above it loses."
    )


def who_starts(trace: Trace) -> str:
    """Return which rows start equal, in words. A row that no member may judge has weight 0 in
    every round."""
    return "" if trace.rounds[0].alpha.all() else "that some member may judge "


def alpha_table(trace: Trace, row_names: Sequence[str], rows: NDArray[np.intp]) -> pd.DataFrame:
    """Return a line for each of these rows in each round."""
    pieces = [
        pd.DataFrame(
            {
                "row": [row_names[k] for k in rows],
                "round": r.index,
                "alpha": r.alpha[rows],
                "margin": r.margins[rows],
                "vote_wrong": r.wrong[rows],
                "in_error_set": r.error_set[rows],
            }
        )
        for r in trace.rounds
    ]
    return pd.concat(pieces, ignore_index=True)
