"""What a reader can choose among results over many datasets, and the table that follows from it."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import cache
from types import MappingProxyType

import pandas as pd

from l2dwk_core.combiners import COMBINERS
from l2dwk_core.datasets import DATASETS, OFFLINE_DATASETS, Dataset
from l2dwk_core.oracle.weighting_rows import ORACLE_SOURCES
from l2dwk_core.pools.kinds import POOL_KINDS
from l2dwk_core.study.dataset_traits import (
    TRAIT_FILTERS,
    DatasetTraits,
    fitting_datasets,
    traits_of,
)
from l2dwk_core.study.ranked_methods import RankedMethods, ranked_methods
from l2dwk_core.study.recipe import StudyRecipe
from l2dwk_core.study.results import Families, StudyTable, finished_datasets, study_table
from l2dwk_core.study.shipped_study import SHIPPED, shipped
from pages.choices.field_rules import number, option

STUDIES = "studies"
NEW = "new"
"""The study that is made on the page."""
ONE, MANY = "one", "many"
"""What the Compare page shows: one dataset, or many."""
MOST_FOLDS = 10
MOST_KEPT = 8
"""Tables of a study that are kept, with ranks and figures; each takes some MB."""
_METHODS = tuple(
    dict.fromkeys((*(m for s in SHIPPED.values() for m in s.recipe.methods), *COMBINERS))
)
_RANGES = {key: ("all", *trait.ranges) for key, trait in TRAIT_FILTERS.items()}


@dataclass(frozen=True)
class StudiesView:
    """The choices of the page's second half.

    ``show``: one dataset, or many. ``part``: the datasets on which a default was chosen or judged.
    ``shown``: all methods, or those of the study's question. The fields that begin with ``new``
    are those of a study that is made on the page.
    """

    show: str = option(ONE, (ONE, MANY), "Compare on")
    study: str = option("library", (*SHIPPED, NEW), "Study")
    pool: str = option("library", POOL_KINDS, "Base ensemble")
    weighting: str = option("out_of_fold", ORACLE_SOURCES, "Members are judged on")
    part: str = option("all", ("all", "design", "judged"), "Part")
    shown: str = option("all", ("all", "primary"), "Methods")
    rows: str = option("all", _RANGES["rows"], TRAIT_FILTERS["rows"].title)
    classes: str = option("all", _RANGES["classes"], TRAIT_FILTERS["classes"].title)
    symbolic: str = option("all", _RANGES["symbolic"], TRAIT_FILTERS["symbolic"].title)
    missing: str = option("all", _RANGES["missing"], TRAIT_FILTERS["missing"].title)
    order: str = option("mean_rank", ("mean_rank", "name", *DATASETS), "Order")
    first: str = option("l2dwk_cv", _METHODS, "First method")
    second: str = option("single_best", _METHODS, "Second method")
    new_datasets: tuple[str, ...] = option(("glass", "sonar", "zoo"), OFFLINE_DATASETS, "Datasets")
    new_methods: tuple[str, ...] = option(
        ("uniform_vote", "single_best", "l2dwk", "reduce_error"), tuple(COMBINERS), "Methods"
    )
    new_folds: int = number(5, 2, MOST_FOLDS, label="Folds")


@dataclass(frozen=True, eq=False)
class Results:
    """The records of a study with what is known of its datasets.

    Attributes
    ----------
    recipe, records, families
        As in the core's ``ShippedStudy``.
    traits, words
        Of each finished dataset: its traits, and its word in the session.
    parts
        Datasets by key of ``StudiesView.part``; empty where nothing was chosen on a part.
    primary
        Methods of the study's question; empty where all are.
    kept
        The tables shown last, at most ``MOST_KEPT``.
    """

    recipe: StudyRecipe
    records: pd.DataFrame
    families: Families
    traits: Mapping[str, DatasetTraits]
    words: Mapping[str, str]
    parts: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    primary: tuple[str, ...] = ()
    kept: OrderedDict[StudiesView, RankedMethods] = field(default_factory=OrderedDict, repr=False)

    @property
    def missing(self) -> tuple[str, ...]:
        """Return the datasets that are not finished."""
        return tuple(name for name in self.recipe.datasets if name not in self.traits)


@cache
def shipped_results(key: str) -> Results:
    """Return the results of a study that comes with the package."""
    study = shipped(key)
    parts = {"design": study.design, "judged": study.judged} if study.design else {}
    primary = (*study.candidates, *study.contrasts)
    if primary and "uniform_vote" in study.recipe.methods:
        primary = (*primary, "uniform_vote")
    return Results(
        study.recipe,
        study.records,
        study.families,
        {name: traits_of(name) for name in study.finished},
        {name: name for name in study.finished},
        MappingProxyType(parts),
        primary,
    )


def made_results(
    recipe: StudyRecipe,
    records: pd.DataFrame,
    data: Mapping[str, Dataset],
    words: Mapping[str, str],
) -> Results:
    """Return the results of a study made on the page. ``data``: tables that are not in the
    catalogue; ``words``: their words in the session."""
    finished = finished_datasets(recipe, records) if len(records) else ()
    return Results(
        recipe,
        records,
        (),
        {name: traits_of(name, data.get(name)) for name in finished},
        {name: words.get(name, name) for name in finished},
    )


def fitting(view: StudiesView, results: Results) -> StudiesView:
    """Return the view with the base ensemble and the way to judge that the study has."""
    recipe = results.recipe
    pool = view.pool if view.pool in recipe.pools else recipe.pools[0]
    sources = recipe.sources(pool)
    weighting = view.weighting if view.weighting in sources else sources[0]
    return replace(
        view,
        pool=pool,
        weighting=weighting,
        part=view.part if results.parts else "all",
        shown=view.shown if results.primary else "all",
    )


def chosen_datasets(view: StudiesView, results: Results) -> tuple[str, ...]:
    """Return the finished datasets of the chosen part that have the chosen traits."""
    wanted = {key: getattr(view, key) for key in TRAIT_FILTERS}
    found = fitting_datasets(results.traits, wanted)
    part = results.parts.get(view.part)
    return found if part is None else tuple(name for name in found if name in part)


def chosen_table(view: StudiesView, results: Results) -> StudyTable:
    """Return the table of the chosen datasets and methods."""
    table = study_table(
        results.recipe, results.records, view.pool, view.weighting, results.families
    )
    methods = results.primary if view.shown == "primary" else None
    return table.of(chosen_datasets(view, results), methods)


def chosen_ranks(view: StudiesView, results: Results) -> RankedMethods:
    """Return the ranks of the chosen table. The last ones are kept, with their figures."""
    names = ("pool", "weighting", "part", "shown", *TRAIT_FILTERS)
    key = StudiesView(**{name: getattr(view, name) for name in names})
    found = results.kept.pop(key, None) or ranked_methods(chosen_table(view, results))
    results.kept[key] = found
    with suppress(KeyError):  # another session may drop one at the same moment
        while len(results.kept) > MOST_KEPT:
            results.kept.popitem(last=False)
    return found


def chosen_pair(view: StudiesView, methods: Iterable[str]) -> tuple[str, str]:
    """Return the two methods to compare, or the first ones there are where those are not shown:
    one of L2DWK, and another."""
    listed = list(methods)
    first = _first(listed, lambda m: m == view.first, lambda m: m.startswith("l2dwk"))
    rest = [m for m in listed if m != first]
    return first, _first(rest, lambda m: m == view.second)


def _first(names: list[str], *tests: Callable[[str], bool]) -> str:
    found = (name for test in tests for name in names if test(name))
    return next(found, names[0])
