"""How many pairs of members a figure shows, and on which rows, where these are not all."""

from __future__ import annotations

from l2dwk_core.runs.plane import PairCloud


def each_pair(cloud: PairCloud) -> str:
    """Return "each pair of members", or of how many drawn pairs each."""
    if not cloud.drawn_of:
        return "each pair of members"
    return f"each of {len(cloud.members)} pairs of members, drawn of {cloud.drawn_of:,}"


def pairs_of(cloud: PairCloud) -> str:
    """Return "Pairs of members", or how many were drawn."""
    if not cloud.drawn_of:
        return "Pairs of members"
    return f"{len(cloud.members)} pairs of members, drawn of {cloud.drawn_of:,}"


def drawn(cloud: PairCloud) -> str:
    """Return in brackets how many pairs were drawn, with a space before it; "" for all pairs."""
    if not cloud.drawn_of:
        return ""
    return f" ({len(cloud.members)} pairs, drawn of {cloud.drawn_of:,})"


def rows_of_pairs(cloud: PairCloud) -> str:
    """Return on which rows pairs of members were compared; "" where these are all."""
    if not cloud.some_rows:
        return ""
    return " Of a pair only rows that both judge count, of a member only those that it judges."
