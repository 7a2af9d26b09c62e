"""What the Noise page lets a reader choose, and what is studied for it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from l2dwk_core.errors import InputError, unknown_choice
from l2dwk_core.noise_records import CHOOSABLE, NoiseRecipe
from l2dwk_core.noise_study import shares_up_to
from l2dwk_core.runner import RunRecipe
from pages.shared.choice import Choice

PAGE = "noise"
SCALES = {"accuracy": "Test accuracy", "difference": "Difference to the uniform vote"}
FIRST = ("adaboost", "kappa_pruning", "reduce_error", "boosting_ordering")
"""Methods beside L2DWK at first: two that follow hard rows themselves, two that do not."""
_RANGES = {"most": (5, 60), "levels": (2, 9), "repeats": (1, 20), "level": (0.0, 0.6)}


@dataclass(frozen=True)
class NoiseView:
    """The page's own choices: ``most`` % of labels flipped, in how many ``levels`` from 0, over how
    many ``repeats``; ``level`` is the share looked at closely."""

    methods: tuple[str, ...] = FIRST
    most: int = 40
    levels: int = 5
    repeats: int = 5
    level: float = 0.2
    scale: str = "accuracy"

    @property
    def shares(self) -> tuple[float, ...]:
        """The shares of noise studied."""
        return shares_up_to(self.most / 100, self.levels)

    @property
    def nearest(self) -> float:
        """The share studied that is nearest to ``level``."""
        return min(self.shares, key=lambda share: abs(share - self.level))


def check(name: str, value: Any) -> None:
    """Raise ``InputError`` for a value that the page has no place for."""
    if name == "methods":
        for key in value:
            if key not in CHOOSABLE:
                raise unknown_choice("method", key, CHOOSABLE)
    elif name == "scale":
        if value not in SCALES:
            raise unknown_choice(name, value, SCALES)
    else:
        low, high = limits(name)
        if not low <= value <= high:
            raise InputError(f"{name} is {value:g}; allowed is {low:g} to {high:g}.")


def limits(name: str) -> tuple[float, float]:
    """Smallest and largest value of a number."""
    return _RANGES[name]


def recipe_of(choice: Choice, view: NoiseView) -> NoiseRecipe:
    """What is studied; ``InputError`` when the settings do not fit together."""
    # How many labels are flipped is the study's own; as many members are trained as are used.
    run = replace(choice.recipe(), n_members=choice.n_members, label_noise=RunRecipe.label_noise)
    chosen = tuple(key for key in CHOOSABLE if key in view.methods)
    return NoiseRecipe(choice.dataset, run, choice.settings(), chosen, view.shares, view.repeats)


def python_snippet(recipe: NoiseRecipe, dataset: str) -> str:
    """A script that repeats the study; ``dataset`` is the code that makes the rows."""
    run = RunRecipe(recipe.run.dataset)
    changes = "".join(
        f", {name}={value!r}" for name, value in vars(recipe.run).items()
        if name != "dataset" and value != getattr(run, name)
    )  # fmt: skip
    settings = ", ".join(
        f"{name}={value!r}"
        for name, value in vars(recipe.settings).items()
        if value != getattr(type(recipe.settings)(), name)
    )
    return (
        "import l2dwk_core\n"
        "from l2dwk_core.noise_study import noise_study\n"
        "from l2dwk_core.runner import RunRecipe\n\n"
        "result = noise_study(\n"
        f"    {dataset},\n"
        f"    run=RunRecipe({recipe.run.dataset!r}{changes}),\n"
        f"    settings=l2dwk_core.Settings({settings}),\n"
        f"    methods={recipe.methods!r},\n"
        f"    shares={recipe.shares!r},\n"
        f"    repeats={recipe.repeats},\n"
        ")\n"
        "for method in result.methods:\n"
        '    print(f"{method:20}", result.accuracies(method).mean(axis=0).round(4))\n'
    )
