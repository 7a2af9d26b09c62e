"""What determines a study, and the tasks it consists of."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, fields
from typing import Any

from l2dwk_core.common.checks import check_choice, check_seed, check_whole
from l2dwk_core.common.errors import InputError, unknown_choice
from l2dwk_core.common.shell_text import shell_line
from l2dwk_core.common.text import shown
from l2dwk_core.datasets import DATASETS
from l2dwk_core.oracle.weighting_rows import WEIGHTING_SOURCES, default_weighting
from l2dwk_core.pools.kinds import POOL_KINDS
from l2dwk_core.pools.recipe import TREE_LIMITS, PoolRecipe
from l2dwk_core.runs.label_noise import check_label_noise
from l2dwk_core.studies.comparison import MAX_FOLDS, MAX_REPEATS
from l2dwk_core.studies.subensembles import MAX_SUBSETS
from l2dwk_core.study.methods import StudyMethod, parse_methods

DEFAULT_WEIGHTING = "default"
"""The rows that judge members of a kind when nothing else is chosen (``default_weighting``)."""


@dataclass(frozen=True, order=True)
class Task:
    """One base ensemble on one fold: what is computed at once and stored as a whole.

    ``repeat`` and ``fold`` are counted from 0.
    """

    dataset: str
    pool: str
    repeat: int
    fold: int


@dataclass(frozen=True)
class StudyRecipe:
    """Everything that determines the records of a study.

    Attributes
    ----------
    datasets
        Names: of the catalogue, or of tables that are given with the recipe.
    pools
        Keys of ``POOL_KINDS``: the base ensembles whose members the methods weigh.
    weighting
        Which rows judge the members: keys of ``WEIGHTING_SOURCES``, or "default". What a base
        ensemble cannot be judged by is recorded as not possible, with its reason. A method that is
        defined with rows of its own, such as ``l2dwk_paper``, keeps these.
    methods
        Texts that ``parse_methods`` reads. A whole ensemble, such as ``random_forest``, trains
        members of its own kind.
    folds, repeats
        Stratified folds (2 to 50), and how often they are drawn anew (1 to 20).
    n_members
        Of every base ensemble; None for the default of its kind.
    max_depth, min_samples_split, min_samples_leaf
        Limits on the growth of trees, as in ``PoolRecipe``; not for the library.
    weighting_fraction
        Share of the training rows of a fold that "hold_out" sets aside.
    label_noise
        Share of the training rows of a fold whose label is flipped before anything is trained, in
        [0, 1). A larger share flips the rows of a smaller one and more. Test rows keep their
        labels.
    seed
        Of the folds, the members and the draws of the methods.
    measures
        Whether the measures of diversity of the members that are kept are recorded.
    subensembles
        How many random sub-ensembles of the members are drawn for a method with kernel weights, to
        see how diversity goes with accuracy; 0 for none.

    Raises
    ------
    InputError
        For an unknown name, or a number out of range.
    """

    datasets: tuple[str, ...]
    pools: tuple[str, ...] = ("bagging",)
    weighting: tuple[str, ...] = (DEFAULT_WEIGHTING,)
    methods: tuple[str, ...] = ("uniform_vote", "l2dwk")
    folds: int = 10
    repeats: int = 1
    n_members: int | None = None
    max_depth: int | None = None
    min_samples_split: int = 2
    min_samples_leaf: int = 1
    weighting_fraction: float = 0.3
    label_noise: float = 0.0
    seed: int = 0
    measures: bool = True
    subensembles: int = 0

    def __post_init__(self) -> None:
        for name in ("datasets", "pools", "weighting"):
            object.__setattr__(self, name, _names(name, getattr(self, name)))
        for pool in self.pools:
            check_choice("base ensemble", pool, POOL_KINDS)
        allowed = {DEFAULT_WEIGHTING: "", **WEIGHTING_SOURCES}
        for source in self.weighting:
            check_choice("weighting", source, allowed)
        texts = tuple(method.text for method in parse_methods(self.methods))
        object.__setattr__(self, "methods", texts)
        for name, low, high in (("folds", 2, MAX_FOLDS), ("repeats", 1, MAX_REPEATS)):
            object.__setattr__(self, name, check_whole(name, getattr(self, name), low, high))
        object.__setattr__(self, "seed", check_seed(self.seed))
        if not 0 < self.weighting_fraction < 1:
            raise InputError(
                f"weighting_fraction is {shown(self.weighting_fraction)}; it must lie between 0 "
                "and 1."
            )
        check_label_noise(self.label_noise)
        n_subsets = check_whole("subensembles", self.subensembles, 0, MAX_SUBSETS)
        object.__setattr__(self, "subensembles", n_subsets)
        for pool in self.all_pools:
            self.pool_recipe(pool)  # raises for limits that do not go with the kind

    @property
    def all_methods(self) -> tuple[StudyMethod, ...]:
        """Return the methods."""
        return parse_methods(self.methods)

    @property
    def all_pools(self) -> tuple[str, ...]:
        """Return the base ensembles, then those that only whole ensembles need."""
        own = [method.create().pool for method in self.all_methods if method.is_whole_ensemble]
        return tuple(dict.fromkeys((*self.pools, *own)))

    def pool_recipe(self, kind: str) -> PoolRecipe:
        """Return how members of a kind are trained, with the seed of the study. Limits on trees do
        not concern the library."""
        limits = {name: getattr(self, name) for name in TREE_LIMITS}
        if kind == "library":
            return PoolRecipe.of(kind, n_members=self.n_members, seed=self.seed)
        return PoolRecipe.of(kind, n_members=self.n_members, seed=self.seed, **limits)

    def sources(self, pool: str) -> tuple[str, ...]:
        """Return the ways to judge the members of a base ensemble, each once."""
        named = (
            default_weighting(pool) if source == DEFAULT_WEIGHTING else source
            for source in self.weighting
        )
        return tuple(dict.fromkeys(named))

    def tasks(self) -> tuple[Task, ...]:
        """Return the tasks, all folds of one dataset after another."""
        return tuple(self._tasks())

    def _tasks(self) -> Iterator[Task]:
        for dataset in self.datasets:
            for pool in self.all_pools:
                for repeat in range(self.repeats):
                    for fold in range(self.folds):
                        yield Task(dataset, pool, repeat, fold)

    def as_dict(self) -> dict[str, Any]:
        """Return the fields, ready for JSON."""
        return {
            field.name: list(value) if isinstance(value, tuple) else value
            for field in fields(self)
            for value in (getattr(self, field.name),)
        }

    @classmethod
    def from_dict(cls, values: Mapping[str, Any]) -> StudyRecipe:
        """Return the recipe of ``as_dict``."""
        given: dict[str, Any] = {
            name: tuple(value) if isinstance(value, list) else value
            for name, value in values.items()
        }
        return cls(**given)

    @property
    def key(self) -> str:
        """Return the text by which a file tells one study from another. The list of datasets is no
        part of it: a study may be run in parts, and continued with more datasets. Without label
        noise and sub-ensembles it is the text of files that were made before there were any."""
        added_later = {name for name in ("label_noise", "subensembles") if not getattr(self, name)}
        left_out = {"datasets", *added_later}
        return json.dumps({k: v for k, v in self.as_dict().items() if k not in left_out})

    def command(self, file: str = "study.db") -> str:
        """Return the command that runs this study."""
        default = StudyRecipe(("glass",))
        words = ["l2dwk", "study", "--file", file, "--datasets", ",".join(self.datasets)]
        for name in ("pools", "weighting"):
            if getattr(self, name) != getattr(default, name):
                words += [f"--{name}", ",".join(getattr(self, name))]
        words += ["--methods", ", ".join(self.methods)]
        for name, option in _NUMBERS.items():
            if getattr(self, name) != getattr(default, name):
                words += [option, str(getattr(self, name))]
        if not self.measures:
            words.append("--no-measures")
        return shell_line(words)


_NUMBERS = {
    "folds": "--folds",
    "repeats": "--repeats",
    "n_members": "--members",
    "max_depth": "--max-depth",
    "min_samples_split": "--min-samples-split",
    "min_samples_leaf": "--min-samples-leaf",
    "weighting_fraction": "--weighting-fraction",
    "label_noise": "--label-noise",
    "subensembles": "--subensembles",
    "seed": "--seed",
}


def check_datasets(names: tuple[str, ...], given: Mapping[str, Any]) -> None:
    """Raise ``InputError`` unless every name is in the catalogue or among the *given* tables."""
    for name in names:
        if name not in given and name not in DATASETS:
            raise unknown_choice("dataset", name, [*given, *DATASETS])


def _names(what: str, given: Any) -> tuple[str, ...]:
    names = (given,) if isinstance(given, str) else tuple(given)
    if not names:
        raise InputError(f"{what} is empty; give at least one name.")
    return tuple(dict.fromkeys(names))
