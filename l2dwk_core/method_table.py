"""The registry of methods as one table: what each is, where it comes from, takes and costs."""

from __future__ import annotations

import pandas as pd

from l2dwk_core.combiners import COMBINERS, FAMILIES
from l2dwk_core.combiners.info import NEEDS


def methods_table() -> pd.DataFrame:
    """One line a method, in registry order.

    Columns: key, method, family, source, parameters (name = default), needs, complexity (in N
    weighting rows, L members, C classes, k kept members), confirmed (what of it rests on the
    published text, and what could not be confirmed there).
    """
    return pd.DataFrame(
        [
            {
                "key": key,
                "method": info.title,
                "family": FAMILIES[info.family],
                "source": info.source,
                "parameters": ", ".join(f"{p.name} = {p.default}" for p in info.parameters)
                or "none",
                "needs": "; ".join(NEEDS[need] for need in NEEDS if need in info.needs) or "votes",
                "complexity": info.complexity,
                "confirmed": info.confirmed,
            }
            for key, info in COMBINERS.items()
        ]
    )


def parameter_table() -> pd.DataFrame:
    """One line a parameter of a method: default, what is allowed, what it means."""
    return pd.DataFrame(
        [
            {
                "method": info.title,
                "parameter": p.name,
                "default": str(p.default),
                "allowed": p.allowed,
                "meaning": p.meaning,
            }
            for info in COMBINERS.values()
            for p in info.parameters
        ]
    )
