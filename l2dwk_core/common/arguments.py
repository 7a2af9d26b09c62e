"""Arguments of the command line, read before they are checked."""

from __future__ import annotations


def number_or_text(text: str) -> float | str:
    """Return the number in a text. Return any other text unchanged; the core then raises an error
    that says what is allowed."""
    for kind in (int, float):
        try:
            return kind(text)
        except ValueError:
            continue
    return text
