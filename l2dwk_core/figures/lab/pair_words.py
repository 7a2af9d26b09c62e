"""How many pairs of members a figure shows, where it does not show all of them."""

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
