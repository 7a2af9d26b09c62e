"""The result of a study of label noise: records and paired differences."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from types import MappingProxyType

import numpy as np

from l2dwk_core.combiners import COMBINERS
from l2dwk_core.common.types import Floats
from l2dwk_core.method.kernels import KERNELS
from l2dwk_core.method.settings import Settings
from l2dwk_core.runs.recipe import RunRecipe
from l2dwk_core.statistics.discordant_rows import DiscordantRows
from l2dwk_core.statistics.multiple_tests import LEVEL, holm
from l2dwk_core.statistics.significance import Claim, chance_gap_p, claims
from l2dwk_core.studies.alpha_on_noise import AlphaOnNoise

REFERENCE = "uniform"
"""The uniform vote of the members that all share: what methods are compared with."""
ALL_ROWS = "uniform_all"
"""The uniform vote of members trained on all training rows: what whole ensembles, which train on
all of them too, are compared with."""
EQUAL_ALPHA = "equal_alpha"
"""The chosen kernel with kernel weights that stay equal: what reweighting is compared with."""

KERNEL_METHODS = {f"l2dwk_{kernel}": kernel for kernel in KERNELS}
"""L2DWK with each kernel: its key here, and the kernel's."""
VOTES = {
    REFERENCE: "Uniform vote",
    ALL_ROWS: "Uniform vote, members trained on all training rows",
    "best_single": "Best single member",
}
"""The three references, with their titles."""
ALWAYS: Mapping[str, str] = MappingProxyType(
    VOTES
    | {key: f"L2DWK, {KERNELS[kernel].title}" for key, kernel in KERNEL_METHODS.items()}
    | {EQUAL_ALPHA: "L2DWK, no reweighting"}
)
"""Methods that always take part, with their titles."""

CHOOSABLE = tuple(
    key
    for key, info in COMBINERS.items()
    if (info.family == "whole_ensembles" or info.needs <= {"complete_votes", "size"})
    and info.family != "reference"
    and not key.startswith("l2dwk")
)
"""Combiners that may take part besides: those that need votes alone, and whole ensembles."""


@dataclass(frozen=True)
class NoiseRecipe:
    """What determines a study, apart from the dataset's content.

    ``run`` says how members are trained, which labels are flipped (its ``label_noise`` is not
    used) and how L2DWK is set, each kernel in turn; ``methods`` are keys of ``CHOOSABLE``.
    """

    run: RunRecipe
    methods: tuple[str, ...] = ()
    shares: tuple[float, ...] = (0.0, 0.1, 0.2, 0.3, 0.4)
    repeats: int = 5

    @property
    def dataset(self) -> str:
        """Return the name of the dataset."""
        return self.run.dataset

    @property
    def settings(self) -> Settings:
        """Return the settings of L2DWK."""
        return self.run.settings

    @property
    def reweighted(self) -> str:
        """Return the key of the method that is L2DWK with the chosen kernel and reweighting."""
        return f"l2dwk_{self.settings.kernel}"

    def run_of(self, repeat: int, share: float) -> RunRecipe:
        """Return the recipe of one repeat and share, as another page would train it."""
        seed = (self.run.seed + repeat) % 2**32
        return self.run.changed(seed=seed, label_noise=share)


@dataclass(frozen=True)
class NoiseRecord:
    """One method on one repeat's clean test rows, after learning with a ``share`` of flips."""

    method: str
    repeat: int
    share: float
    correct: int
    n_test: int
    kept: int

    @property
    def accuracy(self) -> float:
        """Return the share of right test rows, in [0, 1]."""
        return self.correct / self.n_test


@dataclass(frozen=True)
class NoisePair:
    """Test rows of one repeat and share on which only one of two methods is right: ``better``
    where that is ``method``, ``worse`` where it is ``base``."""

    method: str
    base: str
    repeat: int
    share: float
    better: int
    worse: int


def base_of(method: str) -> str:
    """Return the uniform vote that a method is compared with."""
    whole = method in COMBINERS and COMBINERS[method].family == "whole_ensembles"
    return ALL_ROWS if whole else REFERENCE


@dataclass(frozen=True)
class NoiseDifference:
    """A method against ``base`` at one share of noise, over the repeats.

    ``interval`` is the mean difference with its interval, and whether it may be claimed among all
    differences of the study.
    """

    method: str
    base: str
    share: float
    interval: Claim

    @property
    def adjusted_p(self) -> float:
        """Return the p-value with Holm's correction over all methods and shares of the study."""
        return self.interval.adjusted_p

    @property
    def claimed(self) -> bool:
        """Return whether the difference may be claimed."""
        return self.interval.claimed


@dataclass(frozen=True, eq=False)
class NoiseResult:
    """All records of a study, which may still be running.

    ``pairs`` hold the rows that tell a method and its base apart. ``n_training`` counts the rows
    that train and weigh, ``n_test`` those that only test. ``refusals`` says by method why it could
    not be used.
    """

    recipe: NoiseRecipe
    records: tuple[NoiseRecord, ...]
    pairs: tuple[NoisePair, ...]
    alpha_on_noise: tuple[AlphaOnNoise, ...]
    n_training: int
    n_test: int
    refusals: Mapping[str, str] = field(default_factory=dict)
    notes: tuple[str, ...] = ()

    @property
    def n_done(self) -> int:
        """Return the number of finished trainings, of ``n_wanted``."""
        return len(self.alpha_on_noise)

    @property
    def n_wanted(self) -> int:
        """Return the number of trainings of the study: one for each repeat and share."""
        return self.recipe.repeats * len(self.recipe.shares)

    @property
    def complete(self) -> bool:
        """Return whether all trainings are finished."""
        return self.n_done == self.n_wanted

    @property
    def methods(self) -> tuple[str, ...]:
        """Return the methods with a record, in the order of their keys. Refused methods are left
        out."""
        present = {r.method for r in self.records} - set(self.refusals)
        return tuple(key for key in (*ALWAYS, *CHOOSABLE) if key in present)

    def accuracies(self, method: str) -> Floats:
        """Return (repeats, shares) accuracies on clean test rows; NaN where there is none yet."""
        table = np.full((self.recipe.repeats, len(self.recipe.shares)), np.nan)
        column = {share: j for j, share in enumerate(self.recipe.shares)}
        for r in self.records:
            if r.method == method:
                table[r.repeat, column[r.share]] = r.accuracy
        return table

    def kept(self, method: str, share: float) -> float:
        """Return the mean number of members with weight."""
        found = [r.kept for r in self.records if (r.method, r.share) == (method, share)]
        return float(np.mean(found)) if found else float("nan")

    def differences(self, share: float) -> tuple[NoiseDifference, ...]:
        """Return every other method's difference to its uniform vote at a share of noise."""
        return tuple(d for d in self._all_differences if d.share == share and d.base != EQUAL_ALPHA)

    def reweighting(self) -> tuple[NoiseDifference, ...]:
        """Return, at every share, the chosen kernel with reweighting minus the same with equal
        α."""
        return tuple(d for d in self._all_differences if d.base == EQUAL_ALPHA)

    @cached_property
    def _all_differences(self) -> tuple[NoiseDifference, ...]:
        """Return all differences that the page shows, by share and method. They are claimed as
        one family."""
        found: dict[tuple[str, str, float], list[NoisePair]] = {}
        for pair in self.pairs:
            found.setdefault((pair.method, pair.base, pair.share), []).append(pair)
        wanted = [(method, base_of(method)) for method in self.methods if method != REFERENCE]
        wanted.append((self.recipe.reweighted, EQUAL_ALPHA))
        keys = [
            (method, base, share)
            for share in self.recipe.shares
            for method, base in wanted
            if (method, base, share) in found
        ]
        family = [
            DiscordantRows(
                tuple(pair.better for pair in found[key]),
                tuple(pair.worse for pair in found[key]),
                (self.n_test,) * len(found[key]),
                (self.n_training,) * len(found[key]),
            )
            for key in keys
        ]
        return tuple(
            NoiseDifference(*key, interval)
            for key, interval in zip(keys, claims(family, complete=self.complete), strict=True)
        )

    def draws_alpha(self, share: float) -> bool:
        """Return whether it may be claimed that flipped rows have more kernel weight than is
        expected of them without an effect of the flips (``AlphaOnNoise.expected``), or less, at
        this share of noise: after all repeats, and with Holm's correction over the shares of the
        study."""
        return self._gap_p_values.get(share, 1.0) < LEVEL

    @cached_property
    def _gap_p_values(self) -> dict[float, float]:
        shares = [share for share in self.recipe.shares if share > 0]
        found = [self.alpha_on_noise_at(share) for share in shares]
        p_values = [
            chance_gap_p([c.gap for c in runs], [c.chance_deviation for c in runs])
            if self.complete
            else float("nan")
            for runs in found
        ]
        adjusted = holm(p_values)
        return {s: float(p) for s, p in zip(shares, adjusted, strict=True) if not np.isnan(p)}

    def alpha_on_noise_at(self, share: float) -> tuple[AlphaOnNoise, ...]:
        """Return the records of one share of noise."""
        return tuple(c for c in self.alpha_on_noise if c.share == share)


def title_of(method: str) -> str:
    """Return a method's name on a page."""
    return ALWAYS.get(method) or COMBINERS[method].title
