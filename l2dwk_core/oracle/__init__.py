"""The oracle matrix: which member is right (+1) or wrong (−1) on which row."""

from __future__ import annotations

from l2dwk_core.oracle.oracle import Oracle

__all__ = ["Oracle"]
