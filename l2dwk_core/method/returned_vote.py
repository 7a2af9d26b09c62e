"""Which round's weights a run returns, and what becomes of small ones."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from l2dwk_core.common.text import counted
from l2dwk_core.common.types import Floats
from l2dwk_core.method.settings import Settings
from l2dwk_core.method.trace import Round, Trace

SMALL_WEIGHT_AUTHORS = 1e-3
"""Returned weights of at most this become 0 in the authors' program."""


def returned_weights(rounds: Sequence[Round], settings: Settings) -> tuple[Floats, int]:
    """The weights (L,) that a run of these rounds returns, and the index of their round."""
    if settings.returned == "last":
        chosen = rounds[-1]
    elif settings.returned == "latest_best":
        chosen = min(rounds, key=lambda r: (r.error, -r.index))
    else:
        chosen = min(rounds, key=lambda r: (r.error, r.n_selected, -r.index))
    return cut_weights(chosen.weights, settings), chosen.index


def cut_weights(weights: Floats, settings: Settings) -> Floats:
    """A round's weights (L,) as they are returned: without small ones, as the authors' program."""
    if settings.small_weights == "authors":
        return np.where(weights <= SMALL_WEIGHT_AUTHORS, 0.0, weights)
    return weights


def removed_sentence(trace: Trace) -> str:
    """Return how many members of the returned round lost their weight when it was returned, with a
    space before it; "" where none did."""
    if not trace.n_removed:
        return ""
    before = trace.n_selected + trace.n_removed
    return (
        f" {counted(before, 'member')} had weight in round {trace.returned_round}; weights of at "
        f"most {SMALL_WEIGHT_AUTHORS:g} were removed when it was returned, so the returned vote is "
        f"that of {trace.n_selected}, whose weights count as the whole."
    )
