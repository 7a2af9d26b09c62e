"""The record of everything that determines a result, and its form in the address.

Its defaults are those of the core, so page, library and command line agree.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field, fields, replace
from typing import Any

from l2dwk_core.method.settings import PRESETS, SettingFields, Settings
from l2dwk_core.oracle.weighting_rows import ORACLE_SOURCES, PRESET_WEIGHTINGS
from l2dwk_core.pools.kinds import POOL_KINDS
from l2dwk_core.pools.recipe import GIVEN, MAX_MEMBERS, own_members
from l2dwk_core.runs.label_noise import NOISE_KINDS
from l2dwk_core.runs.recipe import RunRecipe
from pages.choices.dataset_key import VOTES, check_dataset
from pages.choices.field_rules import limits, number, option
from pages.choices.query import ParameterValue, from_query, last_value, to_query

VERSION = "1"
"""Version of the address. A changed default or meaning needs a new number; otherwise old links
would show something else."""

START_DATASET = "glass"
"""The dataset at first: it is small, has six classes, and some of its votes are wrong."""

MAX_LABEL_NOISE = 0.9

_RECIPE = RunRecipe(START_DATASET)
_SETTING_NAMES = tuple(f.name for f in fields(Settings))
# Of folds there are as many as the core takes by default.
_RECIPE_NAMES = tuple(name for name in _RECIPE.as_dict() if name != "n_folds")


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
        values["n_members"] = min(max(self.n_members, own), most)
        return RunRecipe.of(**values)

    def with_preset(self, name: str) -> Choice:
        """Return the choice with all values of a preset. Dataset, base ensemble and seed stay."""
        preset = PRESETS[name]
        return replace(
            self,
            preset=name,
            weighting=PRESET_WEIGHTINGS[name],
            **{key: getattr(preset, key) for key in _SETTING_NAMES},
        )

    def changed_from_preset(self) -> dict[str, Any]:
        """Return the fields that differ from the preset, by name."""
        base = Choice().with_preset(self.preset)
        return {
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
    parts = dict(query)
    if (note := other_version(parts.pop("v", VERSION))) is not None:
        return choice, [note]
    # A preset sets other choices, so it comes first.
    preset = {name: parts.pop(name) for name in ("preset",) if name in parts}
    named, notes = from_query(choice, preset)
    if named.preset != choice.preset:
        choice = choice.with_preset(named.preset)
    choice, more = from_query(
        choice, parts, checks={"dataset": lambda word: check_dataset(word, own)}
    )
    fitting = fitted(choice)
    if fitting is not choice:
        rule = limits(Choice, "weighting")
        more.append(
            f"{rule['label']} (weighting) is {choice.weighting!r}, but the base ensemble "
            f"{choice.pool!r} leaves no rows out of bag. Used instead: {fitting.weighting}."
        )
    return fitting, notes + more


def fits_pool(weighting: str, pool: str) -> bool:
    """Return whether these rows can judge the members of this base ensemble."""
    kind = POOL_KINDS[pool]
    if weighting == "out_of_bag":
        return kind.has_out_of_bag
    return weighting != "out_of_fold" or kind.by_recipe


def fitted(choice: Choice) -> Choice:
    """Return the choice, changed to held-out rows where its members leave no rows out of bag."""
    if fits_pool(choice.weighting, choice.pool):
        return choice
    return replace(choice, weighting=Choice.weighting)


def other_version(words: ParameterValue) -> str | None:
    """Return the line for a link of another version of the address; None for this version."""
    version, _ = last_value("v", words)
    if version == VERSION:
        return None
    return (
        f"This link was made for version {version!r} of the address, but this is version "
        f"{VERSION!r}; the defaults are used. Set the controls anew and copy the new address."
    )
