"""The recorded runs of the shipped lessons, so that they open without a training.

``python -m pages.jobs.lesson_runs`` trains what the steps of the lessons need and writes the
members' answers into ``lesson_runs/``. Run it again when a lesson names another dataset or base
ensemble, or when a dataset or a library that trains members has changed.
"""

from __future__ import annotations

import hashlib
import json
from functools import cache
from pathlib import Path

from l2dwk_core.common.errors import InputError
from l2dwk_core.datasets import load_dataset
from l2dwk_core.runs.prepare import prepare_run
from l2dwk_core.runs.recipe import RunRecipe
from l2dwk_core.runs.saved import RecordedRun, load_run, save_run
from pages.choices.choice import Choice
from pages.lessons.lessons import LESSONS
from pages.lessons.rules import step_choice

FOLDER = Path(__file__).with_name("lesson_runs")


def recipes() -> list[RunRecipe]:
    """Return what has to be trained for the shipped lessons, without the default of the Lab, which
    is recorded already."""
    found = {
        path_of(recipe): recipe
        for lesson in LESSONS.values()
        for step in lesson.steps
        if step.of == "run" and (recipe := step_choice(step).recipe()) != Choice().recipe()
    }
    return list(found.values())


def path_of(recipe: RunRecipe) -> Path:
    """Return the file of a recipe. Its name begins with what the recipe is about."""
    words = json.dumps(recipe.as_dict(), sort_keys=True, default=str)
    digest = hashlib.sha256(words.encode()).hexdigest()[:8]
    about = f"{recipe.dataset}-{recipe.pool.kind}-{recipe.weighting}"
    return FOLDER / f"{about}-{digest}.npz"


def write() -> None:
    """Train every recipe whose file is missing, and delete files that no lesson needs."""
    FOLDER.mkdir(exist_ok=True)
    needed = {path_of(recipe): recipe for recipe in recipes()}
    for path in set(FOLDER.glob("*.npz")) - needed.keys():
        path.unlink()
    for path, recipe in needed.items():
        if not path.exists():
            save_run(prepare_run(**vars(recipe) | {"dataset": load_dataset(recipe.dataset)}), path)


@cache
def recorded_recipes() -> frozenset[RunRecipe]:
    """Return the recipes that have a file."""
    return frozenset(recipe for recipe in recipes() if path_of(recipe).exists())


def read(recipe: RunRecipe) -> RecordedRun | None:
    """Return the recorded run of a recipe; None when there is none, or none of today's rows."""
    if recipe not in recorded_recipes():
        return None
    try:
        return load_run(path_of(recipe))
    except InputError:
        return None


if __name__ == "__main__":
    write()
