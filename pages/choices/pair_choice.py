"""What a reader can choose in the panel of a lesson: two members given by four counts."""

from __future__ import annotations

from dataclasses import dataclass

from pages.choices.field_rules import number

PAIR = "pair"
"""What the parameters start with in the address."""


@dataclass(frozen=True)
class PairChoice:
    """Numbers of rows on which both of two members, only one of them, or neither is right."""

    both: int = number(45, 0, 100, label="Rows on which both are right")
    first: int = number(25, 0, 100, label="Only the first is right")
    second: int = number(20, 0, 100, label="Only the second is right")
    neither: int = number(10, 0, 100, label="Neither is right")
