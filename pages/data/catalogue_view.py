"""What a reader can choose on the Data page, and the catalogue after its filters."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

import pandas as pd

from l2dwk_core.datasets import DATASETS, TEACHING_SETS, catalogue_table
from l2dwk_core.datasets.teaching import MIN_ROWS
from pages.choices.dataset_key import MAX_NOISE, MAX_TEACHING_ROWS, TeachingChoice
from pages.choices.field_rules import number, option

PAGE = "data"

OF_THE_PAPER = [name for name, facts in DATASETS.items() if facts.paper_sizes]
_OTHERS = len(DATASETS) - len(OF_THE_PAPER)
_AND_OTHERS = f" and {_OTHERS} more" if _OTHERS else ""

SECTIONS = {
    "catalogue": f"The paper's {len(OF_THE_PAPER)} datasets{_AND_OTHERS}",
    "teaching": "Teaching sets",
    "own": "Your own table",
    "votes": "Your models' votes",
}
GAPS = {"any": "With or without gaps", "some": "With missing cells", "none": "Complete"}


def row_steps(rows: Collection[int]) -> tuple[int, ...]:
    """Return the steps of the filter for rows, from the smallest to the largest dataset."""
    low, high = min(rows), max(rows)
    return (low, *(step for step in (200, 500, 1_000) if low < step < high), high)


SIZES = row_steps([facts.n_rows for facts in DATASETS.values()])
MOST_CLASSES = max(facts.n_classes for facts in DATASETS.values())


@dataclass(frozen=True)
class DataView:
    """The page's own choices. ``show`` is the dataset whose card is open."""

    section: str = option("catalogue", SECTIONS, "Kind of data")
    show: str = option("glass", DATASETS, "Card of")
    find: str = ""
    min_rows: int = option(SIZES[0], SIZES, "Rows from")
    max_rows: int = option(SIZES[-1], SIZES, "Rows to")
    max_classes: int = number(MOST_CLASSES, 2, MOST_CLASSES, label="Classes at most")
    gaps: str = option("any", GAPS, "Missing cells")
    kind: str = option(TeachingChoice.kind, TEACHING_SETS, "Shape")
    n_rows: int = number(TeachingChoice.n_rows, MIN_ROWS, MAX_TEACHING_ROWS, 10, "Points")
    noise: float = number(TeachingChoice.noise, 0.0, MAX_NOISE, 0.05, "Noise of the points")
    label_noise: float = number(TeachingChoice.label_noise, 0.0, 1.0, 0.01, "Wrong labels")
    seed: int = number(TeachingChoice.seed, 0, 2**32 - 1, label="Seed")

    @property
    def teaching(self) -> TeachingChoice:
        """The teaching set that the controls describe."""
        return TeachingChoice(self.kind, self.n_rows, self.noise, self.label_noise, self.seed)


def filtered(view: DataView) -> pd.DataFrame:
    """Return the lines of the catalogue that pass the filters.

    The column ``reason`` says why the sizes in the paper differ, that they agree, or that the paper
    does not list the dataset.
    """
    table = catalogue_table()
    words = view.find.lower().split()
    kept = [
        all(word in f"{name} {DATASETS[name].title} {DATASETS[name].about}".lower()
            for word in words)
        for name in table.index
    ]  # fmt: skip
    table["reason"] = [DATASETS[name].paper_remark for name in table.index]
    table = table[kept]
    table = table[table["rows"].between(view.min_rows, view.max_rows)]
    table = table[table["classes"] <= view.max_classes]
    if view.gaps != "any":
        table = table[(table["missing cells"] > 0) == (view.gaps == "some")]
    return table
