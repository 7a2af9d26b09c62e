"""The bar that moves every figure on the page through the rounds. It works in the browser alone."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import streamlit as st

from l2dwk_core.common.text import agreeing, counted
from l2dwk_core.figures.lab.rounds import MAX_FRAMES, returned_sentence, shown_rounds
from l2dwk_core.method.returned_vote import removed_sentence
from l2dwk_core.method.trace import Round, Trace
from pages.runtime.object_cache import cached_on

_HERE = Path(__file__)
_BAR = st.components.v2.component(
    "l2dwk_round_bar",
    html=_HERE.with_suffix(".html").read_text(encoding="utf-8"),
    css=_HERE.with_suffix(".css").read_text(encoding="utf-8"),
    js=_HERE.with_suffix(".js").read_text(encoding="utf-8"),
)


def show(trace: Trace, *, from_first: bool = False, most: int = MAX_FRAMES) -> None:
    """Show buttons, a slider and the numbers of the round; nothing when there is one round only.

    ``from_first``: begin at the first round, and keep the round out of the address. Otherwise the
    bar begins at the round of the address, or at the returned one.
    ``most``: the page's figures have frames for so many rounds.
    """
    if len(trace.rounds) == 1:
        return
    with st.container(key="round-bar"):  # it stays in sight: see layout.css
        said = cached_on(trace, "bar", lambda: _said(trace, most))
        _BAR(key="round_bar", data=said | {"fromFirst": from_first})


def _said(trace: Trace, most: int) -> dict[str, Any]:
    shown = shown_rounds(trace, most)
    n_rows, n_members = len(shown[0].alpha), len(trace.weights)
    return {
        "rounds": [r.index for r in shown],
        "start": trace.returned_round,
        "why": returned_sentence(trace) + removed_sentence(trace),
        "facts": [
            f"{r.n_selected} of {counted(n_members, 'member')} "
            f"{agreeing(r.n_selected, 'keeps', 'keep')} weight · vote wrong on "
            f"{r.n_wrong} of {counted(n_rows, 'weighting row')}"
            f"{_unanswered(r)} · objective "
            f"{r.objective:.4f}".replace("-", "−")
            for r in shown
        ],
    }


def _unanswered(r: Round) -> str:
    """Return on how many rows no member with weight may judge; "" where all rows have a vote."""
    n = len(r.alpha) - r.n_right - r.n_wrong
    return f", without an answer on {n}" if n else ""
