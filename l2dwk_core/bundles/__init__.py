"""One file for a class: a table or votes, a choice, and a lesson."""

from __future__ import annotations

from l2dwk_core.bundles.bundle import DATA, Bundle, BundledFile
from l2dwk_core.bundles.reader import is_bundle, read_bundle, read_name
from l2dwk_core.bundles.writer import write_bundle

__all__ = [
    "DATA",
    "Bundle",
    "BundledFile",
    "is_bundle",
    "read_bundle",
    "read_name",
    "write_bundle",
]
