"""Settings of a model beside its answers: mtry, C or max_depth, as caret and searches write them.

Each setting is a model of its own, and its rows stand below those of the others.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from l2dwk_core.common.errors import InputError
from l2dwk_core.common.text import agreeing, shown, words_of
from l2dwk_core.datasets.tables.cases.names import CASE, ID, ROW, kind_of_name
from l2dwk_core.datasets.tables.cases.repeated import repeats
from l2dwk_core.datasets.tables.columns import Column
from l2dwk_core.votes.shares import holds_fractions

_NAMES = frozenset(
    "mtry ncomp nrounds max_depth maxdepth interaction_depth n_trees ntree n_minobsinnode "
    "splitrule min_node_size usekernel kmax colsample_bytree min_child_weight l1_ratio mstop "
    "winnow n_estimators n_neighbors learning_rate learn_rate num_leaves min_samples_leaf "
    "min_samples_split max_features max_iter hidden_layer_sizes tree_depth min_n hyperparameter "
    "hyperparameters params".split()
)
_ALSO_OTHERS = frozenset(
    "c sigma cp k size decay alpha lambda eta gamma shrinkage degree scale fl adjust distance "
    "kernel trials subsample iter nu penalty cost loss mixture trees neighbors dropout batch_size "
    "threshold rules parameter parameters setting settings config configuration".split()
)
"""Names that may be those of a property of the cases too, where no case stands in several rows."""

_PARAMETER = re.compile(r"(?:param|params|hp|hyper|config|tune)[_.]{1,2}.+")
_FEWEST_ROWS = 4
"""On average so many rows have one value."""


def names_a_setting(name: str) -> bool:
    """Return whether a name is that of a setting of a model."""
    plain = "_".join(words_of(name))
    return plain in _NAMES | _ALSO_OTHERS or _PARAMETER.fullmatch(name.strip().lower()) is not None


def check_settings(name: str, columns: Sequence[Column], models: Sequence[Column]) -> None:
    """Raise ``InputError`` when one model's answers stand beside columns with two or more values of
    its settings. *models* are the columns that may be predicted labels."""
    repeated = any(map(_numbers_repeated_rows, columns))
    settings = [column for column in columns if _is_setting(column, repeated)]
    votes = [c for c in models if c not in settings and not _is_one_setting(c)]
    votes = [column for column in votes if not holds_fractions(column)]
    if len(votes) > 1 or not settings:
        return
    first = settings[0]
    named = " and ".join(repr(column.name) for column in settings[:3])
    raise InputError(
        f"{name!r} seems to hold one model with several settings one below the other: "
        f"{agreeing(len(settings), 'column', 'columns')} {named} "
        f"{agreeing(len(settings), 'has', 'have')} several values ({first.name!r}: "
        f"{shown(list(first.levels[:4]))}). Each setting is a model: give each case one row and "
        "each setting a column with its answers, as pandas' pivot makes them, or keep the rows of "
        "one setting."
    )


def _is_setting(column: Column, repeated: bool) -> bool:
    many = len(column.levels)
    return (
        names_a_setting(column.name)
        and (repeated or "_".join(words_of(column.name)) not in _ALSO_OTHERS)
        and not column.n_missing
        and 2 <= many <= len(column.codes) / _FEWEST_ROWS
    )


def _is_one_setting(column: Column) -> bool:
    return names_a_setting(column.name) and len(column.levels) == 1


def _numbers_repeated_rows(column: Column) -> bool:
    """Return whether a column names rows or cases, nearly each in several rows."""
    return kind_of_name(column.name) in (CASE, ID, ROW) and repeats(column)
