"""What stands for a dataset in a choice and in the address: one word.

The word is a name of the catalogue, a teaching set with its noise (``moons_noise0.3_seed7``), or
``own-…`` or ``votes-…``, the fingerprint of a table, or of models' votes, that one session
uploaded.
"""

from __future__ import annotations

import re
from collections.abc import Collection
from dataclasses import dataclass, fields

from l2dwk_core.common.errors import InputError, unknown_choice
from l2dwk_core.datasets import DATASETS, TEACHING_SETS, Dataset, teaching_set
from l2dwk_core.datasets.teaching import MIN_ROWS
from pages.choices.field_rules import read_float
from pages.choices.query import text

MAX_TEACHING_ROWS = 5_000
"""Most rows on a page; the library allows more."""
MAX_NOISE = 2.0
FOREIGN_TABLE = (
    "This link is about a table of somebody's own, which lives in the session that uploaded it and "
    "cannot be shared by link"
)
OWN = re.compile(r"(?:own|votes)-[0-9a-f]{16}")
"""What one session uploaded: a table, or models' votes."""
VOTES = re.compile(r"votes-[0-9a-f]{16}")

_PARTS = {"rows": "n_rows", "noise": "noise", "labels": "label_noise", "seed": "seed"}
_PART = re.compile(r"(rows|noise|labels|seed)([0-9.e+-]{1,30})")


@dataclass(frozen=True)
class TeachingChoice:
    """A teaching set and what it is drawn with. ``str`` gives its word."""

    kind: str = "moons"
    n_rows: int = 400
    noise: float = 0.2
    label_noise: float = 0.0
    seed: int = 0

    def __str__(self) -> str:
        parts = [self.kind]
        for short, name in _PARTS.items():
            value = getattr(self, name)
            if value != getattr(TeachingChoice, name):
                parts.append(f"{short}{text(value)}")
        return "_".join(parts)

    @property
    def title(self) -> str:
        """The line for a menu."""
        label = f", {self.label_noise:.0%} wrong labels" if self.label_noise else ""
        return f"{self.kind}: {self.n_rows:,} points, noise {self.noise:g}{label}"

    def dataset(self) -> Dataset:
        """Return its rows."""
        return teaching_set(self.kind, self.n_rows, self.noise, self.label_noise, self.seed)

    def changes(self) -> dict[str, object]:
        """Return the arguments that differ from the library's defaults, by name."""
        return {
            f.name: getattr(self, f.name)
            for f in fields(self)
            if f.name != "kind" and getattr(self, f.name) != f.default
        }


def teaching_choice(word: str) -> TeachingChoice | None:
    """Return the teaching set a word stands for; None when it names none.

    Raise InputError when the part behind the name cannot be used.
    """
    kind, *parts = word.split("_")
    if kind not in TEACHING_SETS:
        return None
    values: dict[str, float | int] = {}
    for part in parts:
        found = _PART.fullmatch(part)
        try:
            if not found:
                raise ValueError
            name = _PARTS[found[1]]
            values[name] = read_float(found[2]) if name.endswith("noise") else int(found[2])
        except ValueError:
            raise InputError(
                f"{part!r} in the dataset {word[:60]!r} is unknown; a teaching set is written like "
                "'moons_rows400_noise0.2_labels0.1_seed0'."
            ) from None
    choice = TeachingChoice(kind, **values)  # type: ignore[arg-type]
    if not MIN_ROWS <= choice.n_rows <= MAX_TEACHING_ROWS:
        raise InputError(
            f"{kind} with {choice.n_rows} points; a page draws {MIN_ROWS} to {MAX_TEACHING_ROWS}."
        )
    fits = 0 <= choice.noise <= MAX_NOISE and 0 <= choice.label_noise <= 1
    if not fits or not 0 <= choice.seed < 2**32:
        raise InputError(
            f"The dataset {word[:60]!r} is out of range; noise is 0 to {MAX_NOISE:g}, labels 0 to "
            "1, the seed below 2**32."
        )
    return choice


def check_dataset(word: str, own: Collection[str] = ()) -> None:
    """Raise InputError unless the word stands for a dataset.

    ``own``: the words of this session's tables.
    """
    if OWN.fullmatch(word):
        if word not in own:
            raise InputError(f"{FOREIGN_TABLE}; upload the file on the Data page.")
    elif word not in DATASETS and teaching_choice(word) is None:
        raise unknown_choice("dataset", word[:60], [*DATASETS, *TEACHING_SETS])
