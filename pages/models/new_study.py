"""The study that follows from the choices of the Compare page."""

from __future__ import annotations

from l2dwk_core.combiners import COMBINERS
from l2dwk_core.method.settings import Settings
from l2dwk_core.pools.recipe import TREE_LIMITS
from l2dwk_core.study.methods import StudyMethod
from l2dwk_core.study.recipe import StudyRecipe
from pages.choices.choice import Choice
from pages.models.studies import StudiesView


def new_study(choice: Choice, view: StudiesView, own: str = "") -> StudyRecipe:
    """Return the study with the members of the choice, and L2DWK with its settings.

    ``own``: what a table or votes of the session are called in it; empty without them. Raise
    ``InputError`` when settings do not fit together, or nothing is chosen.
    """
    limits = {name: getattr(choice, name) for name in TREE_LIMITS if choice.pool != "library"}
    return StudyRecipe(
        datasets=(*([own] if own else []), *view.new_datasets),
        pools=(choice.pool,),
        methods=tuple(_text(key, choice) for key in COMBINERS if key in view.new_methods),
        folds=view.new_folds,
        n_members=choice.n_members,
        weighting_fraction=choice.weighting_fraction,
        seed=choice.seed,
        measures=False,
        **limits,
    )


def _text(key: str, choice: Choice) -> str:
    """Return the text of a method; L2DWK has the settings of the Lab."""
    if key != "l2dwk":
        return key
    default = Settings()
    changed = {
        name: value
        for name, value in vars(choice.settings()).items()
        if value != getattr(default, name)
    }
    return StudyMethod(key, tuple(sorted(changed.items()))).text
