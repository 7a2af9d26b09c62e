"""The faults of a lesson file, each with the number of its line."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, field

from l2dwk_core.common.errors import InputError

MAX_FAULTS = 100
"""The largest number of faults that are reported: reading ends there."""


class LessonFileError(InputError):
    """A lesson file that cannot be used.

    ``problems`` has a line for each fault, with the number of the line it is on. ``more`` says so
    when reading ended before the end of the file; it is empty otherwise.
    """

    def __init__(self, problems: Collection[str], more: str = "") -> None:
        self.problems, self.more = tuple(problems), more
        super().__init__(" ".join(filter(None, (*self.problems, more))))


class EnoughFaults(Exception):
    """Reading ends, because MAX_FAULTS faults are reported."""


@dataclass
class Faults:
    """The faults found so far: the line and the words of each."""

    found: list[tuple[int, str]] = field(default_factory=list)

    def report(self, line: int, words: str) -> None:
        """Add a fault. Raise EnoughFaults when there are MAX_FAULTS."""
        self.found.append((line, f"Line {line}: {words}"))
        if len(self.found) == MAX_FAULTS:
            raise EnoughFaults
