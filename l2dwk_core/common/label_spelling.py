"""Predicted and true labels that are the same class written in two ways."""

from __future__ import annotations

import re
from collections.abc import Iterable
from decimal import Decimal

from l2dwk_core.common.errors import InputError
from l2dwk_core.common.text import shown

_NUMBER = re.compile(r"[+-]?(\d+\.?\d*|\.\d+)", re.ASCII)


def check_spelling(predicted: Iterable[object], labels: Iterable[object]) -> None:
    """Raise ``InputError`` when a predicted class is none of the labels, but would be one if letter
    case, blanks at the ends and the way to write a number ("0.0" and "0") did not matter.

    Such a prediction would never be right. A class that is like no label is allowed, as rows may be
    without it. So is one that is like several labels, as these then differ by such signs alone.
    """
    known = {text for label in labels if (text := _text(label)) is not None}
    by_reading: dict[object, set[str]] = {}
    for text in known:
        by_reading.setdefault(_reading(text), set()).add(text)
    for found in predicted:
        text = _text(found)
        if text is None or text in known:
            continue
        alike = by_reading.get(_reading(text), set())
        if len(alike) == 1:
            raise InputError(
                f"Predictions hold the class {shown(text)}, which is no label, but the labels hold "
                f"{shown(next(iter(alike)))}: they differ only in letter case, blanks at the ends "
                "or how a number is written, so these predictions would never be right. Write both "
                "in the same way; if they are two classes, rename one."
            )


def _text(label: object) -> str | None:
    if isinstance(label, bytes):
        return label.decode("utf-8", "replace")
    return str(label) if isinstance(label, str) else None


def _reading(text: str) -> object:
    bare = text.strip().casefold()
    return Decimal(bare) if _NUMBER.fullmatch(bare) else bare
