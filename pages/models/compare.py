"""What a reader can choose on the Compare page, and the comparison that follows from it."""

from __future__ import annotations

from dataclasses import dataclass, replace

from l2dwk_core.combiners import COMBINERS
from l2dwk_core.pools.recipe import GIVEN
from l2dwk_core.studies.comparison_records import REFERENCE, ComparisonRecipe
from pages.choices.choice import Choice
from pages.choices.field_rules import number, option
from pages.state.members_used import members_used

PAGE = "compare"
MOST_FOLDS, MOST_REPEATS = 20, 10
"""Limits of a page; the library allows more."""

CHOOSABLE = tuple(key for key in COMBINERS if key != REFERENCE)
FIRST = (
    "single_best", "bagging", "random_forest", "adaboost", "l2dwk", "qpd", "rse", "gasen",
    "reduce_error", "drep", "kappa_pruning",
)  # fmt: skip
"""Methods compared at first: the references, L2DWK, and one or two of each kind. All are fast."""


@dataclass(frozen=True)
class CompareView:
    """The page's own choices."""

    methods: tuple[str, ...] = option(FIRST, CHOOSABLE, "Methods")
    folds: int = number(10, 2, MOST_FOLDS, label="Folds")
    repeats: int = number(1, 1, MOST_REPEATS, label="Repeats")


def choosable(*, given: bool) -> tuple[str, ...]:
    """Return the methods that can be chosen; ``given``: votes are given, and nothing is trained."""
    if not given:
        return CHOOSABLE
    return tuple(key for key in CHOOSABLE if COMBINERS[key].family != "whole_ensembles")


def recipe_of(choice: Choice, view: CompareView) -> ComparisonRecipe:
    """Return what is compared. The settings of L2DWK count only where it takes part. Where votes
    are given, whole ensembles take no part: they train members of their own.

    Raise InputError when those settings do not fit together.
    """
    run = choice.recipe()
    offered = choosable(given=run.pool.kind == GIVEN)
    wanted = {REFERENCE, *(key for key in view.methods if key in offered)}
    chosen = tuple(key for key in COMBINERS if key in wanted)
    return ComparisonRecipe(
        choice.dataset,
        chosen,
        view.folds,
        view.repeats,
        replace(run.pool, n_members=members_used(choice)),
        choice.weighting_fraction,
        choice.settings() if "l2dwk" in chosen else None,
        run.n_folds,
    )


def python_snippet(recipe: ComparisonRecipe, dataset: str) -> str:
    """Return a script that repeats the comparison. ``dataset`` is the code that makes the rows."""
    base = ComparisonRecipe(recipe.dataset, recipe.methods).as_dict()
    lines = [dataset, f"methods={[key for key in recipe.methods if key != REFERENCE]!r}"]
    for name, value in recipe.as_dict().items():
        if name not in ("dataset", "methods", "settings") and value != base[name]:
            lines.append(f"{name}={value!r}")
    imports = ["import l2dwk_core", "from l2dwk_core.studies.comparison import compare"]
    if recipe.settings is not None:
        changes = ", ".join(
            f"{name}={value!r}"
            for name, value in vars(recipe.settings).items()
            if value != getattr(type(recipe.settings)(), name)
        )
        lines.append(f"settings=l2dwk_core.Settings({changes})")
    if not any("l2dwk_core." in line for line in lines):
        imports = imports[1:]
    listed = "".join(f"    {line},\n" for line in lines)
    return (
        "\n".join(imports)
        + f"\n\nresult = compare(\n{listed})\n"
        + "for s in result.standings():\n"
        + '    print(f"{s.title:45} {s.accuracy:.4f}")\n'
    )
