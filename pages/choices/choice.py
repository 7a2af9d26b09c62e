"""The record of everything that determines a result, and its form in the address.

Its defaults are those of the core, so page, library and command line agree.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field, fields, replace
from typing import Any

from l2dwk_core.method.setting_fields import SettingFields
from l2dwk_core.method.settings import PRESETS, Settings
from l2dwk_core.oracle.out_of_fold import MAX_FOLDS
from l2dwk_core.oracle.weighting_rows import ORACLE_SOURCES, default_weighting
from l2dwk_core.pools.kinds import POOL_KINDS
from l2dwk_core.pools.recipe import GIVEN, MAX_MEMBERS, TREE_LIMITS, own_members
from l2dwk_core.runs.label_noise import NOISE_KINDS
from l2dwk_core.runs.recipe import RunRecipe
from pages.choices.dataset_key import VOTES, check_dataset
from pages.choices.field_rules import limits, number, option
from pages.choices.query import ParameterValue, from_query, last_value, text, to_query

VERSION = "1"
"""Version of the address. A changed default or meaning needs a new number; otherwise old links
would show something else."""

START_DATASET = "glass"
"""The dataset at first: it is small, has six classes, and some of its votes are wrong."""

MAX_LABEL_NOISE = 0.9

_RECIPE = RunRecipe(START_DATASET)
_SETTING_NAMES = tuple(f.name for f in fields(Settings))
_RECIPE_NAMES = tuple(_RECIPE.as_dict())


@dataclass(frozen=True)
class TrainingChoice:
    """What training needs, and the preset that the settings start from."""

    dataset: str = field(default=START_DATASET, metadata={"label": "Dataset"})
    pool: str = option(_RECIPE.pool.kind, POOL_KINDS, "Base ensemble")
    n_members: int = number(_RECIPE.pool.n_members, 1, MAX_MEMBERS, label="Members used")
    weighting: str = option(_RECIPE.weighting, ORACLE_SOURCES, "Members are judged on")
    seed: int = number(_RECIPE.pool.seed, 0, 2**32 - 1, label="Seed")
    test_fraction: float = number(_RECIPE.test_fraction, 0.01, 0.99, label="Share of test rows")
    weighting_fraction: float = number(
        _RECIPE.weighting_fraction, 0.01, 0.99, label="Share of weighting rows"
    )
    n_folds: int = number(_RECIPE.n_folds, 2, MAX_FOLDS, label="Folds")
    max_depth: int | None = number(_RECIPE.pool.max_depth, 1, 100, label="Depth at most")
    min_samples_split: int = number(
        _RECIPE.pool.min_samples_split, 2, 10_000, label="Rows a node needs to be split"
    )
    min_samples_leaf: int = number(
        _RECIPE.pool.min_samples_leaf, 1, 10_000, label="Rows a leaf keeps"
    )
    label_noise: float = number(
        _RECIPE.label_noise, 0.0, MAX_LABEL_NOISE, 0.05, "Flipped labels, share"
    )
    noise_kind: str = option(_RECIPE.noise_kind, NOISE_KINDS, "Which labels are flipped")

    preset: str = option("recommended", PRESETS, "Preset")


@dataclass(frozen=True)
class Choice(SettingFields, TrainingChoice):
    """Everything the Lab's result depends on: what training needs, then ``Settings`` field by
    field. Values may not fit together; ``settings()`` then raises the core's ``InputError``.
    """

    def settings(self) -> Settings:
        """Return the settings of the self-training.

        Raise InputError when they do not fit together.
        """
        return Settings(**{name: getattr(self, name) for name in _SETTING_NAMES})

    def recipe(self) -> RunRecipe:
        """Return what has to be trained.

        It holds no settings, as they do not change the members. A smaller ensemble is the beginning
        of the default one, so all sizes up to the default share one training. Of votes that are
        given, all models take part; how many there are, only the votes know.
        """
        if VOTES.fullmatch(self.dataset):
            return RunRecipe.of(
                self.dataset,
                GIVEN,
                n_members=MAX_MEMBERS,
                seed=self.seed,
                test_fraction=self.test_fraction,
            )
        values = {name: getattr(self, name) for name in _RECIPE_NAMES}
        own, most = own_members(self.pool)
        if not POOL_KINDS[self.pool].by_recipe:
            own = _RECIPE.pool.n_members
        values["n_members"] = min(max(self.n_members, own), most)
        if self.weighting != "out_of_fold":
            values["n_folds"] = _RECIPE.n_folds
        return RunRecipe.of(**values)

    def with_preset(self, name: str) -> Choice:
        """Return the choice with all values of a preset. Dataset, base ensemble and seed stay."""
        preset = PRESETS[name]
        return replace(
            self,
            preset=name,
            weighting=default_weighting(self.pool, name),
            **{key: getattr(preset, key) for key in _SETTING_NAMES},
        )

    def with_pool(self, name: str) -> Choice:
        """Return the choice with another base ensemble.

        Between the library and another ensemble also the number of members, the rows that judge
        them and the limits on trees become those of the new one: the others say nothing about it.
        """
        if POOL_KINDS[name].by_recipe == POOL_KINDS[self.pool].by_recipe:
            return replace(self, pool=name)
        return replace(
            self,
            pool=name,
            n_members=own_members(name)[0],
            weighting=default_weighting(name, self.preset),
            **{limit: getattr(Choice, limit) for limit in TREE_LIMITS},
        )

    def changed_from_preset(self) -> dict[str, Any]:
        """Return the fields that differ from the preset, by name."""
        base = Choice().with_preset(self.preset)
        named = {"pool": self.pool} if self.pool != base.pool else {}
        base = base.with_pool(self.pool)
        return named | {
            f.name: getattr(self, f.name)
            for f in fields(self)
            if f.name != "preset" and getattr(self, f.name) != getattr(base, f.name)
        }


def to_address(choice: Choice, base: Choice | None = None) -> dict[str, str]:
    """Return the query of a link to this choice: version, preset, and what differs from them.

    ``base``: where the link starts from, for example a step of a lesson; without it the defaults.
    """
    base = base or Choice()
    query = {"v": VERSION}
    if choice.preset != base.preset:
        query["preset"] = choice.preset
        base = base.with_preset(choice.preset)
    if choice.pool != base.pool:
        query["pool"] = choice.pool
        base = base.with_pool(choice.pool)
    return query | to_query(choice, base)


def from_address(
    query: Mapping[str, ParameterValue], own: Collection[str] = (), base: Choice | None = None
) -> tuple[Choice, list[str]]:
    """Return the choice of a link, and a line for each part that could not be used.

    A part that is unknown or out of range gets its default; the others still count. ``own``: the
    words of the tables that this session uploaded; no other session has them. ``base``: as in
    ``to_address``.
    """
    choice = base or Choice()
    parts: dict[str, ParameterValue] = dict(query)
    if (note := other_version(parts.pop("v", VERSION))) is not None:
        return choice, [note]
    # A preset and a base ensemble set other choices, so they come first.
    first: dict[str, ParameterValue] = {
        name: parts.pop(name) for name in ("preset", "pool") if name in parts
    }
    named, notes = from_query(choice, first)
    if named.preset != choice.preset:
        choice = choice.with_preset(named.preset)
    choice = choice.with_pool(named.pool)
    choice, more = from_query(
        choice, parts, checks={"dataset": lambda word: check_dataset(word, own)}
    )
    fitting = fitted(choice)
    return fitting, notes + more + _unfit(choice, fitting)


def fits_pool(weighting: str, pool: str) -> bool:
    """Return whether these rows can judge the members of this base ensemble."""
    kind = POOL_KINDS[pool]
    if weighting == "out_of_bag":
        return kind.has_out_of_bag
    return weighting != "out_of_fold" or kind.by_recipe


def fitted(choice: Choice) -> Choice:
    """Return the choice with what its base ensemble cannot have replaced by what it has: the rows
    that judge, the number of members, and limits on trees."""
    changes: dict[str, Any] = {}
    if not fits_pool(choice.weighting, choice.pool):
        changes["weighting"] = default_weighting(choice.pool)
    most = own_members(choice.pool)[1]
    if choice.n_members > most:
        changes["n_members"] = most
    if POOL_KINDS[choice.pool].by_recipe:
        changes |= {
            name: getattr(Choice, name)
            for name in TREE_LIMITS
            if getattr(choice, name) != getattr(Choice, name)
        }
    return replace(choice, **changes) if changes else choice


def _unfit(choice: Choice, fitting: Choice) -> list[str]:
    """Return a line for each field that the base ensemble of a choice cannot have."""
    reasons = {
        "weighting": f"the base ensemble {choice.pool!r} leaves no rows out of bag",
        "n_members": f"the base ensemble {choice.pool!r} has {fitting.n_members} models",
    }
    if choice.weighting == "out_of_fold":
        reasons["weighting"] = (
            f"the members of the base ensemble {choice.pool!r} differ only by the rows or the seed "
            "they drew, so that other members would answer for them"
        )
    return [
        f"{limits(Choice, f.name)['label']} ({f.name}) is {text(found)!r}, but "
        f"{reasons.get(f.name, 'the models of the library have limits of their own')}. "
        f"Used instead: {text(getattr(fitting, f.name))}."
        for f in fields(choice)
        if (found := getattr(choice, f.name)) != getattr(fitting, f.name)
    ]


def other_version(words: ParameterValue) -> str | None:
    """Return the line for a link of another version of the address; None for this version."""
    version, _ = last_value("v", words)
    if version == VERSION:
        return None
    return (
        f"This link was made for version {version!r} of the address, but this is version "
        f"{VERSION!r}; the defaults are used. Set the controls anew and copy the new address."
    )
