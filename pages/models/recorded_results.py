"""What Compare and Noise show before anything is computed.

``python -m pages.models.recorded_results`` computes what both pages propose at first and writes it
beside this file. Run it again when a default, the dataset, or a library that trains members has
changed.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

from l2dwk_core.common.json_values import number_or_none
from l2dwk_core.runs.saved import versions
from l2dwk_core.studies.alpha_on_noise import AlphaOnNoise
from l2dwk_core.studies.comparison import compare
from l2dwk_core.studies.comparison_records import ComparisonRecipe, ComparisonResult, Record
from l2dwk_core.studies.noise_records import (
    NoisePair,
    NoiseRecipe,
    NoiseRecord,
    NoiseResult,
)
from l2dwk_core.studies.noise_study import noise_study
from pages.choices.choice import Choice
from pages.models import compare as compare_page
from pages.models import noise as noise_page

PATH = Path(__file__).with_name("recorded_results.json")


def first_comparison() -> ComparisonRecipe:
    """Return what Compare proposes at first."""
    return compare_page.recipe_of(Choice(), compare_page.CompareView())


def first_noise_study() -> NoiseRecipe:
    """Return what Noise proposes at first."""
    return noise_page.recipe_of(Choice(), noise_page.NoiseView())


def write(path: Path = PATH) -> None:
    """Compute both and write them to a file."""
    wanted = first_comparison()
    comparison = compare(**wanted.as_dict() | {"settings": wanted.settings})
    recipe = first_noise_study()
    noise = noise_study(
        recipe.dataset,
        run=recipe.run,
        methods=recipe.methods,
        shares=recipe.shares,
        repeats=recipe.repeats,
    )
    content = {
        "versions": versions(),
        "comparison": {
            "recipe": repr(wanted),
            "records": [asdict(record) for record in comparison.records],
            "refusals": dict(comparison.refusals),
            "notes": comparison.notes,
        },
        "noise": {
            "recipe": repr(recipe),
            "records": [asdict(record) for record in noise.records],
            "pairs": [asdict(pair) for pair in noise.pairs],
            "alpha_on_noise": [_as_lists(each) for each in noise.alpha_on_noise],
            "n_training": noise.n_training,
            "n_test": noise.n_test,
            "refusals": dict(noise.refusals),
            "notes": noise.notes,
        },
    }
    path.write_text(json.dumps(content, ensure_ascii=False, default=float), encoding="utf-8")


def comparison(recipe: ComparisonRecipe) -> ComparisonResult | None:
    """Return the recorded comparison, if it is the one of this recipe."""
    found = _read()["comparison"]
    if found["recipe"] != repr(recipe):
        return None
    return ComparisonResult(
        recipe,
        tuple(Record(**record) for record in found["records"]),
        found["refusals"],
        tuple(found["notes"]),
    )


def noise(recipe: NoiseRecipe) -> NoiseResult | None:
    """Return the recorded study of noise, if it is the one of this recipe."""
    found = _read()["noise"]
    if found["recipe"] != repr(recipe):
        return None
    return NoiseResult(
        recipe,
        tuple(NoiseRecord(**record) for record in found["records"]),
        tuple(NoisePair(**pair) for pair in found["pairs"]),
        tuple(_of_lists(each) for each in found["alpha_on_noise"]),
        found["n_training"],
        found["n_test"],
        found["refusals"],
        tuple(found["notes"]),
    )


def sentence() -> str:
    """Return what a page says about numbers that were not computed here."""
    listed = ", ".join(f"{name} {version}" for name, version in _read()["versions"].items())
    return (
        f"**Computed earlier** with {listed}. Any other choice is computed here; “Reproduce this” "
        "has the script that computes this one."
    )


@cache
def _read() -> Mapping[str, Any]:
    content: Mapping[str, Any] = json.loads(PATH.read_text(encoding="utf-8"))
    return content


def _as_lists(each: AlphaOnNoise) -> dict[str, Any]:
    # JSON has no NaN: where no vote is wrong stands None.
    return {
        name: [number_or_none(v) for v in value] if isinstance(value, np.ndarray) else value
        for name, value in vars(each).items()
    }


def _of_lists(values: Mapping[str, Any]) -> AlphaOnNoise:
    read: dict[str, Any] = {
        name: np.array(value, dtype=np.float64) if isinstance(value, list) else value
        for name, value in values.items()
    }
    return AlphaOnNoise(**read)


if __name__ == "__main__":
    write()
