"""Why the loop ended and why the weights of this round are the result, in plain words."""

from __future__ import annotations

from l2dwk_core.common.text import counted
from l2dwk_core.method.setting_choices import CHOICES
from l2dwk_core.method.trace import STOP_REASONS, Trace


def why(trace: Trace) -> str:
    """Return one line on why the loop ended."""
    n = len(trace.rounds)
    words = f"**Why it stopped after {counted(n, 'round')}.** "
    words += STOP_REASONS[trace.stop_reason]
    if trace.period is not None and trace.period > 1:
        words += f" They repeat every {trace.period} rounds."
    if trace.stop_reason == "rounds" and n > 1:
        words += " That is not to say that it had settled: see “Does it settle?” below."
    return words


def why_returned(trace: Trace) -> str:
    """Return which rule chose the round."""
    return f"Chosen: {CHOICES['returned'][trace.settings.returned]}."
