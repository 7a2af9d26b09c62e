"""Shipped studies with made records, so that the truth is known."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np
import pandas as pd

from l2dwk_core.study.record import bits_of
from l2dwk_core.study.shipped_study import SHIPPED, ShippedStudy

N_TEST, FOLDS = 400, 3
WHOLE = ("bagging", "random_forest", "adaboost")

Points = Callable[[str, str, str, str], float]
"""From dataset, base ensemble, rows and method to percentage points above 70 %."""


@dataclass(frozen=True, eq=False)
class MadeStudy(ShippedStudy):
    """A shipped study whose records are a given table."""

    table: pd.DataFrame = field(default_factory=pd.DataFrame)

    @property
    def records(self) -> pd.DataFrame:
        return self.table


def made_study(
    key: str,
    points: Points,
    *,
    kept: float = 0.1,
    without: int = 0,
    pools: tuple[str, ...] | None = None,
) -> MadeStudy:
    """A study in which every method has the accuracy 70 % + points on each fold of a dataset, to a
    row in 400. ``kept``: the share of 301 members that a method keeps. ``without``: so many
    datasets, from the end of the list, are not computed. ``pools``: with these base ensembles,
    which makes fewer contrasts than all."""
    base = SHIPPED[key]
    recipe = replace(base.recipe, folds=FOLDS, pools=pools or base.recipe.pools)
    rows = []
    for dataset in recipe.datasets[: len(recipe.datasets) - without]:
        for pool in recipe.pools:
            for source in recipe.sources(pool):
                for method in recipe.methods:
                    if method not in WHOLE:
                        value = points(dataset, pool, source, method)
                        rows += _rows(dataset, pool, source, method, value, kept)
        for method in (name for name in WHOLE if name in recipe.methods):
            rows += _rows(dataset, method, "none", method, points(dataset, "", "", method), 1.0)
    values: Mapping[str, Any] = vars(base) | {"recipe": recipe}
    return MadeStudy(**values, table=pd.DataFrame(rows))


def _rows(
    dataset: str, pool: str, source: str, method: str, points: float, kept: float
) -> list[dict[str, Any]]:
    correct = round(N_TEST * (0.7 + points / 100))
    bits = bits_of(np.arange(N_TEST) < correct)
    common = {
        "dataset": dataset, "pool": pool, "weighting": source, "method": method, "repeat": 0,
        "n_training": (FOLDS - 1) * N_TEST, "n_test": N_TEST, "n_members": 301,
        "kept": round(301 * kept), "correct": float(correct), "right": bits,
        "stop_reason": "settled" if method.startswith("l2dwk") else None,
        "diversity": 0.2, "effective_number": 301 * kept,
        "correlation_adaptive_disagreement": 0.3, "correlation_fixed_disagreement": 0.1,
    }  # fmt: skip
    return [common | {"fold": fold} for fold in range(FOLDS)]
