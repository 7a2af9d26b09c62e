"""What a reader can choose on the Noise page, and the study that follows from it."""

from __future__ import annotations

from dataclasses import dataclass

from l2dwk_core.runs.recipe import RunRecipe
from l2dwk_core.studies.noise_records import CHOOSABLE, NoiseRecipe
from l2dwk_core.studies.noise_study import shares_up_to
from pages.choices.choice import Choice
from pages.choices.field_rules import number, option
from pages.widgets.scale import SCALES

PAGE = "noise"
FIRST = ("adaboost", "kappa_pruning", "reduce_error", "boosting_ordering")
"""Methods beside L2DWK at first: two that give hard rows more weight, and two that do not."""


@dataclass(frozen=True)
class NoiseView:
    """The page's own choices.

    Up to ``most`` % of the labels are flipped, in ``levels`` steps from 0, with ``repeats``
    repeats. ``level`` is the share that the page shows closely.
    """

    methods: tuple[str, ...] = option(FIRST, CHOOSABLE, "Methods besides L2DWK")
    most: int = number(40, 5, 60, 5, "Flipped at most, %")
    levels: int = number(5, 2, 9, label="Levels")
    repeats: int = number(5, 1, 20, label="Repeats")
    level: float = number(0.2, 0.0, 0.6, 0.05, "Share of noise looked at")
    scale: str = option("accuracy", SCALES, "Scale")

    @property
    def shares(self) -> tuple[float, ...]:
        """The shares of noise that are studied."""
        return shares_up_to(self.most / 100, self.levels)

    @property
    def nearest(self) -> float:
        """The share studied that is nearest to ``level``."""
        return min(self.shares, key=lambda share: abs(share - self.level))


def recipe_of(choice: Choice, view: NoiseView) -> NoiseRecipe:
    """Return what is studied.

    Raise InputError when the settings do not fit together.
    """
    # The study sets the share of flipped labels. It trains only the members that are used.
    run = choice.recipe().changed(
        n_members=choice.n_members, label_noise=0.0, settings=choice.settings()
    )
    chosen = tuple(key for key in CHOOSABLE if key in view.methods)
    return NoiseRecipe(run, chosen, view.shares, view.repeats)


def python_snippet(recipe: NoiseRecipe, dataset: str) -> str:
    """Return a script that repeats the study. ``dataset`` is the code that makes the rows."""
    base = RunRecipe(recipe.dataset).as_dict()
    changes = "".join(
        f", {name}={value!r}" for name, value in recipe.run.as_dict().items()
        if value != base[name]
    )  # fmt: skip
    settings = ", ".join(
        f"{name}={value!r}"
        for name, value in vars(recipe.settings).items()
        if value != getattr(type(recipe.settings)(), name)
    )
    return (
        "import l2dwk_core\n"
        "from l2dwk_core.studies.noise_study import noise_study\n"
        "from l2dwk_core.runs.recipe import RunRecipe\n\n"
        "result = noise_study(\n"
        f"    {dataset},\n"
        f"    run=RunRecipe.of(\n        {recipe.dataset!r}{changes},\n"
        f"        settings=l2dwk_core.Settings({settings}),\n    ),\n"
        f"    methods={recipe.methods!r},\n"
        f"    shares={recipe.shares!r},\n"
        f"    repeats={recipe.repeats},\n"
        ")\n"
        "for method in result.methods:\n"
        '    print(f"{method:20}", result.accuracies(method).mean(axis=0).round(4))\n'
    )
