"""A label for each row from the class column: a word, a number as it is written, an interval."""

from __future__ import annotations

from itertools import pairwise

import numpy as np

from l2dwk_core.common.errors import InputError
from l2dwk_core.common.text import counted
from l2dwk_core.datasets.tables.columns import Column
from l2dwk_core.datasets.tables.limits import (
    MAX_CLASSES,
    MAX_LABEL_CHARACTERS,
    MAX_NUMERIC_CLASSES,
)
from l2dwk_core.datasets.tables.no_quantities.versions import labels_as_written, one_number
from l2dwk_core.datasets.tables.notation import WORD
from l2dwk_core.datasets.tables.roles import (
    IDENTIFIER,
    NUMERIC,
)
from l2dwk_core.datasets.tables.values import shortest
from l2dwk_core.datasets.tables.written import some, written_as


def is_numeric_target(column: Column, role: str) -> bool:
    """Return whether the class column holds numbers, which may be cut into classes. This also
    holds for numbers that hardly repeat, for which the column would be left out as an input."""
    return role == NUMERIC or (
        role == IDENTIFIER and 0 < column.n_numbers == column.n_present and not column.declared
    )


def class_labels(column: Column, numeric: bool, bins: int | None) -> tuple[np.ndarray, list[str]]:
    """Return a label for each row, "" where there is none."""
    if not numeric:
        if bins is not None:
            raise InputError(
                f"bins cuts a numeric target into classes, but {column.name!r} is not numeric; "
                "leave bins out or give it the role numeric."
            )
        longest = max(column.levels, key=len, default="")
        if len(longest) > MAX_LABEL_CHARACTERS:
            raise InputError(
                f"The target {column.name!r} has a value of {len(longest):,} characters "
                f"({longest[:30]!r}…); class names have at most {MAX_LABEL_CHARACTERS}. Choose "
                "another column."
            )
        return np.array([*column.levels, ""], dtype=str)[column.codes], []
    values = column.values()
    finite = np.isfinite(values)
    distinct = np.unique(values[finite])
    lost = column.n_present - int(finite.sum())
    notes = []
    if lost:
        what = counted(lost, "value is no number", "values are no numbers")
        told = f": {some(words)}" if (words := column.odd(WORD)) else ""
        notes.append(f"{what} in the target {column.name!r}{told}.")
    if finite.any() and (written := written_as(column, labels=bins is None)):
        notes.append(f"Numbers of the target {column.name!r}: {' '.join(written)}")
    if bins is not None:
        labels, note = _equal_frequency(column.name, values, bins)
        return labels, [*notes, note]
    if len(distinct) > MAX_NUMERIC_CLASSES:
        raise InputError(
            f"The target {column.name!r} has {len(distinct)} different numbers; give bins, such as "
            "bins=3, to cut it into classes of equal frequency, make its role symbolic if they are "
            "codes, or choose another column."
        )
    if two := one_number(column):
        # Two texts are one class only where that is sure.
        notes.append(
            f"As numbers {two[0][:20]!r} and {two[1][:20]!r} of the target {column.name!r} would "
            "be one class; its values are taken as they are written."
        )
        written = [
            level if np.isfinite(value) else ""
            for level, value in zip(column.levels, column.numbers, strict=True)
        ]
        return np.array([*written, ""], dtype=str)[column.codes], notes
    shown = labels_as_written(column, distinct) or [shortest(float(one)) for one in distinct]
    texts = np.array([*shown, ""], dtype=str)
    codes = np.where(finite, np.searchsorted(distinct, np.where(finite, values, 0)), -1)
    return texts[np.where(finite, codes, len(distinct))], notes


def _equal_frequency(name: str, values: np.ndarray, bins: int) -> tuple[np.ndarray, str]:
    """Return intervals with about the same number of rows. Equal numbers share an interval."""
    finite = np.isfinite(values)
    if not finite.any():
        raise InputError(f"The target {name!r} has no numbers; choose another column.")
    # Bounds are observed values, so that no bound lies between numbers that look equal.
    cuts = np.quantile(values[finite], np.arange(1, bins) / bins, method="inverted_cdf")
    cuts = np.unique(cuts)
    cuts = cuts[cuts < values[finite].max()]
    ends = [shortest(float(cut)) for cut in cuts]
    if ends:
        texts = [f"up to {ends[0]}"]
        texts += [f"over {low} to {high}" for low, high in pairwise(ends)]
        texts.append(f"over {ends[-1]}")
    else:
        texts = ["all"]
    codes = np.searchsorted(cuts, np.where(finite, values, 0), side="left")
    labels = np.array([*texts, ""], dtype=str)[np.where(finite, codes, len(texts))]
    fewer = f" instead of {bins}, because numbers repeat" if len(texts) < bins else ""
    return labels, (
        f"The target {name!r} is cut into {len(texts)} classes of about equal frequency{fewer}."
    )


def check_classes(target: str, y: np.ndarray, lost: str = "") -> None:
    """Refuse labels that nothing can be learned from; *lost* is said of the rows that have none."""
    n_classes = len(np.unique(y))
    if n_classes < 2:
        raise InputError(
            f"The target {target!r} has one class ({str(y[0])[:40]!r}); two are needed. Choose "
            f"another column.{lost and ' ' + lost}"
        )
    if n_classes == len(y) > 2:
        raise InputError(
            f"Each row has another value of {target!r}, so no class can be learned. Choose another "
            "column, or turn the table if its rows are the columns."
        )
    if n_classes > MAX_CLASSES:
        raise InputError(
            f"The target {target!r} has {n_classes} classes; at most {MAX_CLASSES} are allowed. "
            "Choose another column, or join rare classes."
        )
