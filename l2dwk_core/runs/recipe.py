"""The record of everything that determines a run."""

from __future__ import annotations

from dataclasses import dataclass, field, fields
from typing import Any

from l2dwk_core.common.errors import InputError
from l2dwk_core.common.text import shown
from l2dwk_core.datasets.splits import check_share
from l2dwk_core.method.setting_fields import SETTING_FACTS
from l2dwk_core.method.settings import Settings, checked_settings
from l2dwk_core.oracle.out_of_fold import N_FOLDS, check_folds
from l2dwk_core.oracle.weighting_rows import ORACLE_SOURCES, check_weighting, default_weighting
from l2dwk_core.pools.kinds import fully_grown
from l2dwk_core.pools.recipe import GIVEN, TREE_LIMITS, PoolRecipe
from l2dwk_core.runs.label_noise import check_label_noise, check_noise_kind

_POOL_FIELDS = tuple(f.name for f in fields(PoolRecipe) if f.name != "kind")


@dataclass(frozen=True)
class RunRecipe:
    """Everything that determines a run, except the content of the dataset.

    Attributes
    ----------
    dataset
        The name of the dataset.
    pool
        How the members are trained. Its seed is the seed of the run: it determines the splits, the
        members, the flipped labels and the bootstrap.
    settings
        The settings of the self-training. They do not change how members are trained.
    weighting
        A key of ``ORACLE_SOURCES``: which rows judge the members. ``GIVEN`` for votes that are
        given; then all rows that are not for testing judge the models.
    n_folds
        With "out_of_fold", the number of parts the training rows are divided into, 2 to 20.
    weighting_fraction
        With "hold_out", the share of the training rows that judges the members, in (0, 1).
    test_fraction
        The share of all rows set aside for testing, stratified by class, in (0, 1).
    label_noise
        The share of training and weighting rows whose label is flipped to another class, in [0, 1).
        Labels of test rows are not flipped.
    noise_kind
        A key of ``NOISE_KINDS``: which labels are flipped.

    Raises
    ------
    InputError
        When a name is unknown, a value is out of range, or two values contradict each other.
    """

    dataset: str
    pool: PoolRecipe = field(default_factory=PoolRecipe)
    settings: Settings = field(default_factory=Settings)
    weighting: str = "hold_out"
    weighting_fraction: float = 0.3
    test_fraction: float = 0.3
    label_noise: float = 0.0
    noise_kind: str = "random"
    n_folds: int = N_FOLDS

    def __post_init__(self) -> None:
        if not isinstance(self.pool, PoolRecipe):
            raise InputError(
                f"pool is {shown(self.pool)}; a RunRecipe holds a PoolRecipe. Write "
                "RunRecipe.of(dataset, pool='bagging', n_members=301), which makes one."
            )
        checked_settings(self.settings)
        check_weighting(self.weighting, self.pool.kind, self.settings.outputs, ORACLE_SOURCES)
        object.__setattr__(self, "n_folds", check_folds(self.n_folds))
        check_label_noise(self.label_noise)
        check_noise_kind(self.noise_kind)
        check_share(self.test_fraction, "test_fraction")
        check_share(self.weighting_fraction, "weighting_fraction")
        if self.pool.kind == GIVEN:
            self._check_nothing_trained()

    def _check_nothing_trained(self) -> None:
        """Raise ``InputError`` when a choice is about training, since these models are fitted."""
        defaults = {name: getattr(PoolRecipe, name) for name in TREE_LIMITS}
        defaults |= {"weighting_fraction": 0.3, "label_noise": 0.0, "n_folds": N_FOLDS}
        for name, default in defaults.items():
            found = getattr(self.pool if name in TREE_LIMITS else self, name)
            if found != default:
                raise InputError(
                    f"{name} is {found}, but the models' votes are given and nothing is trained, "
                    f"so it would change nothing or be untrue; leave it at {default}."
                )

    @classmethod
    def of(
        cls,
        dataset: str,
        pool: str | PoolRecipe = "bagging",
        *,
        settings: Settings | None = None,
        weighting: str | None = None,
        oracle: str | None = None,
        **choices: Any,
    ) -> RunRecipe:
        """Return the recipe with these values. The keywords are the fields of this class and of
        ``PoolRecipe``.

        ``pool`` is a key of ``POOL_KINDS``, or a ``PoolRecipe`` whose fields the other keywords
        change. ``settings``: None takes the preset "recommended". ``weighting``: None takes the
        rows that belong to the preset the settings were made from (``PRESET_WEIGHTINGS``), or
        "out_of_fold" for the library (``default_weighting``). ``oracle`` is an older name of
        ``weighting``.

        Raise ``InputError`` when both names are given with different values, and in the cases
        named at the class.
        """
        if None not in (weighting, oracle) and weighting != oracle:
            raise InputError(
                f"weighting is {shown(weighting)}, but oracle, an older name of it, is "
                f"{shown(oracle)}; give weighting alone."
            )
        members = {name: choices.pop(name) for name in _POOL_FIELDS if name in choices}
        for name, value in choices.items():
            if name in SETTING_FACTS:
                raise InputError(
                    f"{name} is a setting; write settings=Settings({name}={shown(value)})."
                )
        settings = checked_settings(settings)
        given = oracle if weighting is None else weighting
        made = PoolRecipe.of(pool, **members)
        own = GIVEN if made.kind == GIVEN else default_weighting(made.kind, settings.made_from)
        return cls(dataset, made, settings, own if given is None else given, **choices)

    def changed(self, **changes: Any) -> RunRecipe:
        """Return a copy with these values changed. The keywords are those of ``of``."""
        if isinstance(changes.get("pool"), str):
            changes["pool"] = PoolRecipe.of(self.pool, kind=changes["pool"])
        if "oracle" in changes:
            changes = {"weighting": None} | changes
        return RunRecipe.of(**vars(self) | changes)

    def as_dict(self) -> dict[str, Any]:
        """Return everything except the settings as one flat dictionary, ready for JSON. The keys
        are the keywords of ``of``."""
        own = {f.name: getattr(self, f.name) for f in fields(self)}
        del own["settings"]
        members = self.pool.as_dict()
        return own | {"pool": members.pop("kind")} | members

    def relevant(self) -> dict[str, Any]:
        """Return ``as_dict`` without choices that have no part in this run: those of other rows
        that judge, of a training where votes are given, and of labels that are not flipped."""
        found = self.as_dict()
        unused = set() if self.label_noise else {"noise_kind"}
        if self.pool.kind == GIVEN:
            unused |= {*TREE_LIMITS, "weighting", "label_noise"}
        if self.pool.kind == "library":
            unused |= {*TREE_LIMITS}
        if self.weighting != "hold_out":
            unused.add("weighting_fraction")
        if self.weighting != "out_of_fold":
            unused.add("n_folds")
        return {name: value for name, value in found.items() if name not in unused}

    @property
    def seed(self) -> int:
        """Return the seed of the run, which is the seed of the pool."""
        return self.pool.seed

    @property
    def fully_grown(self) -> bool:
        """Return whether the members are trees that grow without limits."""
        return fully_grown(self.pool)
