"""The one record of everything that determines a result, and its form in the address.

Defaults are read from the core, so page, library and command line cannot drift apart.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field, fields, replace
from typing import Any

from l2dwk_core.method.settings import CHOICES, PRESETS, STOP_RULES, Settings
from l2dwk_core.oracle.weighting_rows import ORACLE_SOURCES, PRESET_WEIGHTINGS
from l2dwk_core.pools.kinds import POOL_KINDS
from l2dwk_core.pools.recipe import MAX_MEMBERS, own_members
from l2dwk_core.runs.label_noise import NOISE_KINDS
from l2dwk_core.runs.recipe import RunRecipe
from pages.choices.dataset_key import check_dataset
from pages.choices.field_rules import limits, number, option
from pages.choices.query import ParameterValue, from_query, last_value, to_query

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
# Of folds there are as many as the core takes by default.
_RECIPE_NAMES = tuple(name for name in _RECIPE.as_dict() if name != "n_folds")


def _menu(name: str, label: str) -> Any:
    """A field whose menu is one of the core's."""
    return option(getattr(_SETTINGS, name), CHOICES[name], label)


@dataclass(frozen=True)
class Choice:
    """Everything the Lab's result depends on.

    The first block is what training needs, the second is ``Settings`` field by field. Values may
    not fit together; ``settings()`` then raises the core's ``InputError``.
    """

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
    kernel: str = _menu("kernel", "Kernel")
    kernel_form: str = _menu("kernel_form", "Kernel form")
    sigma: float = number(_SETTINGS.sigma, 1e-9, 1e9, label="σ, width of the kernel")
    degree: int = number(_SETTINGS.degree, 1, 20, label="Degree d")
    constant: float = number(_SETTINGS.constant, -100.0, 100.0, 0.5, "Constant c")
    diversity: str = _menu("diversity", "Diversity")
    lam: float = number(_SETTINGS.lam, 0.0, 1e15, label="λ")
    lam_on: str = _menu("lam_on", "λ multiplies")
    terms: str = _menu("terms", "Terms of the objective")
    update: str = _menu("update", "Update of kernel weights")
    error_set: str = _menu("error_set", "Rows that gain weight")
    error_mass: str = _menu("error_mass", "Weight they gain")
    damping: str = _menu("damping", "Damping β of round t")
    max_rounds: int = number(_SETTINGS.max_rounds, 1, MAX_ROUNDS, label="Rounds at most")
    stop_on: tuple[str, ...] = option(_SETTINGS.stop_on, STOP_RULES, "Stop rules")
    returned: str = _menu("returned", "Round returned")
    small_weights: str = _menu("small_weights", "Small weights")
    matrix_repair: str = _menu("matrix_repair", "Matrix repair")
    missing_votes: str = _menu("missing_votes", "Missing votes")
    outputs: str = _menu("outputs", "Members' outputs")
    solver: str = _menu("solver", "Solver")

    def settings(self) -> Settings:
        """The settings of the self-training; raises ``InputError`` when they do not fit."""
        return Settings(**{name: getattr(self, name) for name in _SETTING_NAMES})

    def recipe(self) -> RunRecipe:
        """What has to be trained: without the settings, which change nothing of it. A smaller
        ensemble is a prefix of the default one, so every size up to it shares one training."""
        values = {name: getattr(self, name) for name in _RECIPE_NAMES}
        own, most = own_members(self.pool)
        values["n_members"] = min(max(self.n_members, own), most)
        return RunRecipe.of(**values)

    def with_preset(self, name: str) -> Choice:
        """Every choice a preset fills in; dataset, base ensemble and seed stay."""
        preset = PRESETS[name]
        return replace(
            self,
            preset=name,
            weighting=PRESET_WEIGHTINGS[name],
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
    query: Mapping[str, ParameterValue], own: Collection[str] = (), base: Choice | None = None
) -> tuple[Choice, list[str]]:
    """The choice a link stands for, and a line for every part of it that could not be used.

    A part that is unknown or out of range gets its default; the others still count. ``own`` are the
    words of the tables this session uploaded; no other session has them. ``base``: as in
    ``to_address``.
    """
    choice = base or Choice()
    parts = dict(query)
    if (note := other_version(parts.pop("v", VERSION))) is not None:
        return choice, [note]
    # A preset fills in other choices, so it comes first.
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
    """Whether members of this base ensemble can be judged so."""
    kind = POOL_KINDS[pool]
    if weighting == "out_of_bag":
        return kind.has_out_of_bag
    return weighting != "out_of_fold" or kind.by_recipe


def fitted(choice: Choice) -> Choice:
    """The choice, judged on held-out rows where its members leave no rows out of bag."""
    if fits_pool(choice.weighting, choice.pool):
        return choice
    return replace(choice, weighting=Choice.weighting)


def other_version(words: ParameterValue) -> str | None:
    """The line for a link of another version of the address; None for this one's."""
    version, _ = last_value("v", words)
    if version == VERSION:
        return None
    return (
        f"This link was made for version {version!r} of the address, but this is version "
        f"{VERSION!r}; the defaults are used. Set the controls anew and copy the new address."
    )
