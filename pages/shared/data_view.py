"""What the Data page shows: its own record, and the catalogue after its filters."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import pandas as pd

from l2dwk_core.datasets import DATASETS, TEACHING_SETS, catalogue_table
from l2dwk_core.errors import InputError, unknown_choice
from pages.shared.sources import MAX_NOISE, MAX_TEACHING_ROWS, TeachingChoice

PAGE = "data"

SECTIONS = {
    "catalogue": "The paper's 32 datasets",
    "teaching": "Teaching sets",
    "own": "Your own table",
}
GAPS = {"any": "With or without gaps", "some": "With missing cells", "none": "Complete"}
SIZES = (76, 200, 500, 1_000, 5_109)
"""Steps of the filter for rows, from the smallest to the largest dataset."""
MOST_CLASSES = max(facts.n_classes for facts in DATASETS.values())


@dataclass(frozen=True)
class DataView:
    """The page's own choices; ``show`` is the dataset whose card is open."""

    section: str = "catalogue"
    show: str = "glass"
    find: str = ""
    min_rows: int = SIZES[0]
    max_rows: int = SIZES[-1]
    max_classes: int = MOST_CLASSES
    gaps: str = "any"
    kind: str = TeachingChoice.kind
    n_rows: int = TeachingChoice.n_rows
    noise: float = TeachingChoice.noise
    label_noise: float = TeachingChoice.label_noise
    seed: int = TeachingChoice.seed

    @property
    def teaching(self) -> TeachingChoice:
        """The teaching set its controls describe."""
        return TeachingChoice(self.kind, self.n_rows, self.noise, self.label_noise, self.seed)


def check(name: str, value: Any) -> None:
    """Raise ``InputError`` for a value of a field that the page has no place for."""
    menus: dict[str, Any] = {
        "section": SECTIONS, "show": DATASETS, "gaps": GAPS, "kind": TEACHING_SETS,
        "min_rows": SIZES, "max_rows": SIZES,
    }  # fmt: skip
    ranges = {
        "max_classes": (2, MOST_CLASSES),
        "n_rows": (10, MAX_TEACHING_ROWS),
        "noise": (0, MAX_NOISE),
        "label_noise": (0, 1),
        "seed": (0, 2**32 - 1),
    }
    if name in menus and value not in menus[name]:
        raise unknown_choice(name.replace("_", " "), value, map(str, menus[name]))
    if name in ranges and not ranges[name][0] <= value <= ranges[name][1]:
        low, high = ranges[name]
        raise InputError(f"{name} is {value}; allowed is {low:g} to {high:g}.")


def filtered(view: DataView) -> pd.DataFrame:
    """The catalogue's rows that pass the filters; ``reason`` says why the paper's sizes differ."""
    table = catalogue_table()
    words = view.find.lower().split()
    kept = [
        all(word in f"{name} {DATASETS[name].title} {DATASETS[name].about}".lower()
            for word in words)
        for name in table.index
    ]  # fmt: skip
    table["reason"] = [text or "The two agree." for text in table["difference"]]
    table = table[kept]
    table = table[table["rows"].between(view.min_rows, view.max_rows)]
    table = table[table["classes"] <= view.max_classes]
    if view.gaps != "any":
        table = table[(table["missing cells"] > 0) == (view.gaps == "some")]
    return table
