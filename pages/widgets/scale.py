"""Whether accuracies are drawn themselves or as differences to the uniform vote."""

from __future__ import annotations

from pages.widgets import fields

SCALES = {"accuracy": "Test accuracy", "difference": "Difference to the uniform vote"}


def relative(page: str) -> bool:
    """Show the control of a page whose record has a ``scale``.

    Return whether differences are drawn.
    """
    return bool(fields.segments(page, "scale", SCALES, "Scale") == "difference")
