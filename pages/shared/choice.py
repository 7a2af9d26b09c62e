"""The one record of everything that determines a result, and its form in the address.

Defaults are read from the core, so page, library and command line cannot drift apart.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field, fields, replace
from typing import Any

from l2dwk_core.errors import InputError, unknown_choice
from l2dwk_core.label_noise import check_label_noise, check_noise_kind
from l2dwk_core.pool_kinds import PoolRecipe
from l2dwk_core.runner import ORACLE_SOURCES, PRESET_ORACLES, RunRecipe
from l2dwk_core.settings import PRESETS, Settings
from pages.shared.codec import from_query, to_query, used
from pages.shared.sources import check_dataset

VERSION = "1"
"""Of the address. A changed default or meaning needs a new number, or old links would lie."""

START_DATASET = "glass"
"""Small, six classes, and votes that err: something to see within seconds."""

MAX_ROUNDS = 500
"""On a page: each round costs memory and a line in every table. The library allows more."""

MAX_LABEL_NOISE = 0.9

_RECIPE = RunRecipe(START_DATASET)
_SETTINGS = Settings()
_SETTING_NAMES = tuple(f.name for f in fields(Settings))
_RECIPE_NAMES = tuple(f.name for f in fields(RunRecipe))


@dataclass(frozen=True)
class Choice:
    """Everything the Lab's result depends on.

    The first block is what training needs, the second is ``Settings`` field by field. Values may
    not fit together; ``settings()`` then raises the core's ``InputError``.
    """

    dataset: str = START_DATASET
    pool: str = _RECIPE.pool
    n_members: int = _RECIPE.n_members
    oracle: str = _RECIPE.oracle
    seed: int = _RECIPE.seed
    test_fraction: float = _RECIPE.test_fraction
    weighting_fraction: float = _RECIPE.weighting_fraction
    max_depth: int | None = _RECIPE.max_depth
    min_samples_split: int = _RECIPE.min_samples_split
    min_samples_leaf: int = _RECIPE.min_samples_leaf
    label_noise: float = _RECIPE.label_noise
    noise_kind: str = _RECIPE.noise_kind

    preset: str = "recommended"
    kernel: str = _SETTINGS.kernel
    kernel_form: str = _SETTINGS.kernel_form
    sigma: float = _SETTINGS.sigma
    degree: int = _SETTINGS.degree
    constant: float = _SETTINGS.constant
    diversity: str = _SETTINGS.diversity
    lam: float = _SETTINGS.lam
    lam_on: str = _SETTINGS.lam_on
    terms: str = _SETTINGS.terms
    update: str = _SETTINGS.update
    error_set: str = _SETTINGS.error_set
    error_mass: str = _SETTINGS.error_mass
    damping: str = _SETTINGS.damping
    max_rounds: int = _SETTINGS.max_rounds
    stop_on: tuple[str, ...] = field(default=_SETTINGS.stop_on)
    returned: str = _SETTINGS.returned
    small_weights: str = _SETTINGS.small_weights
    matrix_repair: str = _SETTINGS.matrix_repair
    missing_votes: str = _SETTINGS.missing_votes
    outputs: str = _SETTINGS.outputs
    solver: str = _SETTINGS.solver

    def settings(self) -> Settings:
        """The settings of the self-training; raises ``InputError`` when they do not fit."""
        return Settings(**{name: getattr(self, name) for name in _SETTING_NAMES})

    def recipe(self) -> RunRecipe:
        """What has to be trained. A smaller ensemble is a prefix of the default one, so every size
        up to it shares one training."""
        values = {name: getattr(self, name) for name in _RECIPE_NAMES}
        return RunRecipe(**values | {"n_members": max(self.n_members, _RECIPE.n_members)})

    def with_preset(self, name: str) -> Choice:
        """Every choice a preset fills in; dataset, base ensemble and seed stay."""
        preset = PRESETS[name]
        return replace(
            self,
            preset=name,
            oracle=PRESET_ORACLES[name],
            **{key: getattr(preset, key) for key in _SETTING_NAMES},
        )

    def changed_from_preset(self) -> dict[str, Any]:
        """The choices that differ from the preset's, by name."""
        base = Choice().with_preset(self.preset)
        return {
            f.name: getattr(self, f.name)
            for f in fields(self)
            if f.name != "preset" and getattr(self, f.name) != getattr(base, f.name)
        }


def to_address(choice: Choice, base: Choice | None = None) -> dict[str, str]:
    """The query of a link to this choice: version, preset, and what differs from them.

    ``base``: where the link starts from, as a lesson's step; the defaults otherwise.
    """
    base = base or Choice()
    query = {"v": VERSION}
    if choice.preset != base.preset:
        query["preset"] = choice.preset
        base = base.with_preset(choice.preset)
    return query | to_query(choice, base)


def from_address(
    query: Mapping[str, str], own: Collection[str] = (), base: Choice | None = None
) -> tuple[Choice, list[str]]:
    """The choice a link stands for, and a line for every part of it that could not be used.

    A part that is unknown or out of range gets its default; the others still count. ``own`` are the
    words of the tables this session uploaded; no other session has them. ``base``: as in
    ``to_address``.
    """
    choice = base or Choice()
    query = dict(query)
    version = query.pop("v", VERSION)
    if version != VERSION:
        return choice, [
            f"This link was made for version {version!r} of the address, but this is version "
            f"{VERSION!r}; the defaults are used. Set the controls anew and copy the new address."
        ]
    notes: list[str] = []
    preset = query.pop("preset", choice.preset)
    if preset not in PRESETS:
        notes.append(f"{unknown_choice('preset', preset, PRESETS)} {used('preset', choice)}")
    elif preset != choice.preset:
        choice = choice.with_preset(preset)

    def check(name: str, value: Any) -> None:
        if name == "dataset":
            check_dataset(value, own)
        else:
            _check(name, value)

    choice, more = from_query(choice, query, check)
    return choice, notes + more


def _check(name: str, value: Any) -> None:
    """The core's own check of one value, everything else at its default."""
    if name == "oracle":
        if value not in ORACLE_SOURCES:
            raise unknown_choice("oracle source", value, ORACLE_SOURCES)
    elif name in ("test_fraction", "weighting_fraction"):
        if not 0 < value < 1:
            raise InputError(f"{name} is {value}; it must lie between 0 and 1; try 0.3.")
    elif name == "label_noise":
        check_label_noise(value)
        if value > MAX_LABEL_NOISE:
            raise InputError(
                f"label_noise is {value:g}; a page shows 0 to {MAX_LABEL_NOISE:g}; use the library "
                "for more."
            )
    elif name == "noise_kind":
        check_noise_kind(value)
    elif name == "max_rounds" and value > MAX_ROUNDS:
        raise InputError(
            f"max_rounds is {value}; a page shows 1 to {MAX_ROUNDS}; use the library for more."
        )
    elif name in _SETTING_NAMES:
        Settings(**{name: value})
    else:
        PoolRecipe(**{"kind" if name == "pool" else name: value})
