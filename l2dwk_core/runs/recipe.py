"""The record of everything that determines a run."""

from __future__ import annotations

from dataclasses import dataclass, field, fields
from typing import Any

from l2dwk_core.common.errors import InputError
from l2dwk_core.common.text import shown
from l2dwk_core.datasets.splits import check_share
from l2dwk_core.method.settings import Settings, checked_settings
from l2dwk_core.oracle.out_of_fold import N_FOLDS, check_folds
from l2dwk_core.oracle.weighting_rows import ORACLE_SOURCES, check_weighting, default_weighting
from l2dwk_core.pools.kinds import fully_grown
from l2dwk_core.pools.recipe import GIVEN, TREE_LIMITS, PoolRecipe
from l2dwk_core.runs.label_noise import check_label_noise, check_noise_kind

_POOL_FIELDS = tuple(f.name for f in fields(PoolRecipe) if f.name != "kind")


@dataclass(frozen=True)
class RunRecipe:
    """What determines a run, apart from the dataset's content.

    Attributes
    ----------
    dataset
        Its name.
    pool
        How the members are trained. Its seed is the run's: it determines splits, members, flips and
        bootstrap.
    settings
        Of the self-training; they change nothing of what is trained.
    weighting
        A key of ``ORACLE_SOURCES``: which rows judge the members; ``GIVEN`` for votes that are
        given, which all rows that are not for testing judge.
    n_folds
        With "out_of_fold", how many parts the training rows are divided into, 2 to 20.
    weighting_fraction
        With "hold_out", the share of the training rows that judges them, in (0, 1).
    test_fraction
        The share of all rows set aside for testing, stratified, in (0, 1).
    label_noise
        The share of training and weighting rows whose label is flipped to another class, in [0, 1);
        test rows stay clean.
    noise_kind
        A key of ``NOISE_KINDS``: which labels are flipped.

    Raises
    ------
    InputError
        When a name is unknown, a value is out of its range, or two of them do not fit together.
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
        """Refuse choices that would have to be made before the models were fitted."""
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
        """Return the recipe of these keywords: its own fields, and those of ``PoolRecipe``.

        ``pool`` is a key of ``POOL_KINDS``, or a ``PoolRecipe`` of which the other keywords change
        fields. ``settings``: None takes the preset "recommended". ``weighting``: None takes the
        rows that belong to the preset the settings were made from (``PRESET_WEIGHTINGS``), or
        "out_of_fold" for the library (``default_weighting``). ``oracle`` is an older name of
        ``weighting``.

        Raise ``InputError`` when the two are both given and differ, and as the class does.
        """
        if None not in (weighting, oracle) and weighting != oracle:
            raise InputError(
                f"weighting is {shown(weighting)}, but oracle, an older name of it, is "
                f"{shown(oracle)}; give weighting alone."
            )
        members = {name: choices.pop(name) for name in _POOL_FIELDS if name in choices}
        settings = checked_settings(settings)
        given = oracle if weighting is None else weighting
        made = PoolRecipe.of(pool, **members)
        own = GIVEN if made.kind == GIVEN else default_weighting(made.kind, settings.made_from)
        return cls(dataset, made, settings, own if given is None else given, **choices)

    def changed(self, **changes: Any) -> RunRecipe:
        """Return a copy with other values, by the keywords of ``of``."""
        if isinstance(changes.get("pool"), str):
            changes["pool"] = PoolRecipe.of(self.pool, kind=changes["pool"])
        if "oracle" in changes:
            changes = {"weighting": None} | changes
        return RunRecipe.of(**vars(self) | changes)

    def as_dict(self) -> dict[str, Any]:
        """Return everything but the settings, flat, by the keywords of ``of``; ready for JSON."""
        own = {f.name: getattr(self, f.name) for f in fields(self)}
        del own["settings"]
        members = self.pool.as_dict()
        return own | {"pool": members.pop("kind")} | members

    @property
    def seed(self) -> int:
        """The run's seed, which is the pool's."""
        return self.pool.seed

    @property
    def fully_grown(self) -> bool:
        """Whether the members are trees that nothing stops but their own rows."""
        return fully_grown(self.pool)
