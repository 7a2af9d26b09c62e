"""Whether accuracies are drawn as they are or against the uniform vote."""

from __future__ import annotations

from pages.widgets import fields

SCALES = {"accuracy": "Test accuracy", "difference": "Difference to the uniform vote"}


def relative(page: str) -> bool:
    """Draw the control of a page whose record has a ``scale``; whether differences are wanted."""
    return bool(fields.segments(page, "scale", SCALES, "Scale") == "difference")
