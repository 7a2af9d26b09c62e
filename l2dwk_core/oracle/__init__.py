"""Who is right where: votes and labels become the ±1 oracle matrix."""

from __future__ import annotations

from l2dwk_core.oracle.oracle import Oracle

__all__ = ["Oracle"]
