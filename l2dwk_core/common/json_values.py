"""Numbers for JSON, which has no NaN."""

from __future__ import annotations

import math


def number_or_none(value: float) -> float | None:
    """Return the number as a ``float``, or None for NaN."""
    return None if math.isnan(value) else float(value)
