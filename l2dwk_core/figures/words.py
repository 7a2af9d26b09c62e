"""Numbers and names as sentences and labels say them."""

from __future__ import annotations


def points(difference: float) -> str:
    """A difference of shares in percentage points."""
    shown = f"{100 * difference:+.1f}".replace("-", "−")
    return f"{'±0.0' if shown in ('+0.0', '−0.0') else shown} points"


def plain(text: object) -> str:
    """A user's own words as Plotly shows them as they are: it reads a few HTML tags, and takes what
    stands between dollar signs for a formula."""
    return str(text).replace("&", "&amp;").replace("<", "&lt;").replace("$", "&#36;")


def listed(names: list[str]) -> str:
    """Names in a sentence."""
    return names[0] if len(names) == 1 else ", ".join(names[:-1]) + " and " + names[-1]
