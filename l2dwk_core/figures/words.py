"""Numbers and names as sentences and labels say them."""

from __future__ import annotations


def points(difference: float) -> str:
    """A difference of shares in percentage points."""
    shown = f"{100 * difference:+.1f}".replace("-", "−")
    return f"{'±0.0' if shown in ('+0.0', '−0.0') else shown} points"


def listed(names: list[str]) -> str:
    """Names in a sentence."""
    return names[0] if len(names) == 1 else ", ".join(names[:-1]) + " and " + names[-1]
