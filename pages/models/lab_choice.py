"""The choice of the Lab that shows a method of a study on one dataset."""

from __future__ import annotations

from collections import Counter
from dataclasses import fields, replace
from typing import Any

import pandas as pd

from l2dwk_core.method.settings import Settings
from l2dwk_core.study.methods import parse_methods
from l2dwk_core.study.recipe import StudyRecipe
from pages.choices.choice import Choice, fits_pool, fitted

_PRESETS = {"l2dwk_paper": "paper", "l2dwk_authors": "authors"}
_CHOSEN = {"lam": "chosen_lambda", "kernel": "chosen_kernel", "max_rounds": "chosen_rounds"}


def lab_choice(
    recipe: StudyRecipe, records: pd.DataFrame, dataset: str, pool: str, weighting: str, method: str
) -> Choice | None:
    """Return the choice with the members, the way to judge and the settings of a method; None for a
    method that is no L2DWK.

    What a method chooses by cross-validation in each fold is what it chose most often on this
    dataset. ``records``: those of the shown table; ``dataset``: its name there.
    """
    (found,) = parse_methods(method)
    if not found.key.startswith("l2dwk"):
        return None
    model = found.create()
    values = {f.name: getattr(model.settings, f.name) for f in fields(Settings)}
    rows = records[(records["dataset"] == dataset) & (records["method"] == method)]
    values |= {
        name: _most_often(rows[column])
        for name, column in _CHOSEN.items()
        if rows[column].notna().any()
    }
    if "max_rounds" in values:
        values["max_rounds"] = int(values["max_rounds"])
    source = model.weighting or weighting
    choice = Choice().with_preset(_PRESETS.get(found.key, "recommended")).with_pool(pool)
    limits = {
        name: value
        for name in ("max_depth", "min_samples_split", "min_samples_leaf")
        if pool != "library" and (value := getattr(recipe, name)) is not None
    }
    return fitted(
        replace(
            choice,
            dataset=dataset,
            weighting=source if fits_pool(source, pool) else choice.weighting,
            weighting_fraction=recipe.weighting_fraction,
            seed=recipe.seed,
            label_noise=recipe.label_noise,
            n_members=recipe.n_members or choice.n_members,
            **limits,
            **values,
        )
    )


def _most_often(values: pd.Series) -> Any:
    return Counter(values.dropna().tolist()).most_common(1)[0][0]
