"""A first row of names that looks like data, as its names of models are classes too."""

from __future__ import annotations

from collections.abc import Sequence

from l2dwk_core.common.text import words_of
from l2dwk_core.datasets.tables.columns import Column
from l2dwk_core.votes.truth_names import LABEL_NAMES


def names_of_the_columns(columns: Sequence[Column]) -> bool:
    """Return whether the first row of columns without names is that of their names, though the
    names of models are classes too: all are different words, and one is a usual name of a true
    label that is no value elsewhere, or stands above the classes that all other names are."""
    if any(not len(c.codes) or c.codes[0] < 0 for c in columns):
        return False
    texts = [column.levels[column.codes[0]] for column in columns]
    truths = [
        column
        for column, text in zip(columns, texts, strict=True)
        if "_".join(words_of(text)) in LABEL_NAMES and column.counts[column.codes[0]] == 1
    ]
    truths = truths or [
        column
        for column, text in zip(columns, texts, strict=True)
        if column.counts[column.codes[0]] == 1 and {*texts} - {text} == {*column.levels} - {text}
    ]
    if len(truths) != 1 or len(set(texts)) < len(texts) or len(truths[0].levels) < 3:
        return False
    name = truths[0].levels[truths[0].codes[0]]
    elsewhere = any(name in column.levels for column in columns if column is not truths[0])
    return not elsewhere and not any(text.strip()[0].isdigit() for text in texts)
