"""What a file holds of one study."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from l2dwk_core.study.recipe import StudyRecipe
from l2dwk_core.study.record import StudyRecord


@dataclass(frozen=True, eq=False)
class StudyOutcome:
    """A study, finished or not.

    ``records`` are sorted by their keys; ``notes`` are those of every dataset; ``seconds`` is the
    sum over the finished tasks, on one core.
    """

    recipe: StudyRecipe
    versions: Mapping[str, str]
    records: tuple[StudyRecord, ...]
    notes: Mapping[str, tuple[str, ...]]
    seconds: float

    @property
    def failures(self) -> tuple[StudyRecord, ...]:
        """Return the records of methods that failed."""
        return tuple(record for record in self.records if record.failure)
