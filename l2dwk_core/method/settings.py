"""All choices that L2DWK leaves open, in one frozen record with three named presets."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields, replace
from numbers import Integral, Real
from types import MappingProxyType
from typing import Any, ClassVar

import numpy as np

from l2dwk_core.common.errors import InputError, unknown_choice
from l2dwk_core.common.text import shown
from l2dwk_core.method.setting_choices import CHOICES, STOP_RULES
from l2dwk_core.method.setting_facts import SettingFacts
from l2dwk_core.method.setting_fields import SETTING_FACTS, SettingFields

_LEAST_LAMBDA = 1e-300


@dataclass(frozen=True)
class Settings(SettingFields):
    """What determines a self-training run, given its predictions.

    The problem solved in each round is ``min ½ λ wᵀKw − vᵀw`` on the simplex, with
    ``v_j = k_α(1, O_j)`` and ``K_ij = k_α(O_i, O_j)``. Defaults are the preset "recommended".

    Attributes
    ----------
    kernel, kernel_form
        Which kernel, and whether it acts on whole output vectors ("joint") or row by row
        ("scalar"). In the scalar form they are a + b·xy on ±1 outputs, and all with b > 0 share
        one minimiser.
    sigma
        Gaussian width, > 0.
    degree, constant
        Polynomial degree (whole number ≥ 1) and constant. The joint form needs ``constant ≥ 0``;
        the scalar form refuses an even degree with constant 0, where the objective is constant.
        The linear kernel's optional constant is left out: it cancels on the simplex.
    diversity
        "double_fault" equals "disagreement" at λ/(λ+2) for every kernel, at 2λ + 1 with
        ``lam_on="accuracy"``; see ``objective.equal_disagreement``. "double_fault_printed" has the
        paper's sign, with 1/4 where it prints 1/(4N), which is the same at N times the λ.
    lam, lam_on
        λ ≥ 0 and which of the two terms it multiplies.
    terms, update
        Leave out a term, or the reweighting: the paper's component experiment.
    error_set, error_mass, damping
        How mistakes determine the next kernel weights.
    max_rounds
        1 to 10,000.
    stop_on
        Subset of ``STOP_RULES``.
    returned
        Which round's classifier weights are the result.
    small_weights, matrix_repair, missing_votes, outputs, solver
        See ``CHOICES``.

    Raises
    ------
    InputError
        For a value outside these ranges, naming it, the range and the remedy.
    """

    _made_from: ClassVar[str] = "recommended"

    def __post_init__(self) -> None:
        for name, allowed in CHOICES.items():
            found = getattr(self, name)
            if not isinstance(found, str) or found not in allowed:
                raise unknown_choice(name, found, allowed)
        for name, facts in SETTING_FACTS.items():
            if not facts.options:
                self._check_number(name, facts)
        if 0.0 < self.lam < _LEAST_LAMBDA:  # its reciprocal is infinite
            raise InputError(
                f"λ is {self.lam:g}; allowed is 0, or {_LEAST_LAMBDA:g} to 1e15; try 0.1 to 10."
            )
        self._check_kernel()
        self._check_stop_rules()

    def _check_number(self, name: str, facts: SettingFacts) -> None:
        found: Any = getattr(self, name)
        kind = Integral if facts.whole else Real
        right = isinstance(found, kind) and not isinstance(found, bool | np.bool_)
        if not right or not facts.low <= found <= facts.high:
            what, allowed = facts.word, facts.allowed
            if facts.whole:
                what = name
                allowed = f"a whole number from {facts.low:g} to {facts.high:g}"
            raise InputError(f"{what} is {found!r}; allowed is {allowed}; try {facts.remedy}.")
        object.__setattr__(self, name, int(found) if facts.whole else float(found) + 0.0)

    def _check_kernel(self) -> None:
        if self.kernel_form == "scalar" and self.diversity == "double_fault_authors":
            raise InputError(
                "diversity 'double_fault_authors' needs the joint kernel form, the only one the "
                "authors' program has; take kernel_form='joint' or diversity='double_fault'."
            )
        if self.kernel != "polynomial":
            return
        if self.kernel_form == "joint" and self.constant < 0:
            raise InputError(
                f"constant c is {self.constant:g}, but the joint polynomial kernel needs c ≥ 0, "
                "or the objective may be non-convex; take c = 0 or 1."
            )
        if self.degree * math.log10(1.0 + abs(self.constant)) > 15.0:
            raise InputError(
                f"constant c = {self.constant:g} with degree {self.degree} gives kernel values of "
                f"10^{self.degree * math.log10(1.0 + abs(self.constant)):.0f}, whose differences "
                "double precision cannot hold; allowed is (1 + |c|)^degree up to 1e15; take c = 1."
            )
        if self.kernel_form == "scalar" and self.degree % 2 == 0 and self.constant == 0:
            raise InputError(
                f"degree {self.degree} with c = 0 makes the scalar objective constant, because "
                "(±1)² is always 1; take an odd degree, c > 0, or the joint form."
            )

    def _check_stop_rules(self) -> None:
        rules: Any = self.stop_on
        if not isinstance(rules, tuple | list) or not all(isinstance(rule, str) for rule in rules):
            raise InputError(
                f"stop_on is {rules!r}, but must be a tuple of rules; "
                f"allowed are {', '.join(STOP_RULES)}."
            )
        object.__setattr__(self, "stop_on", tuple(rules))
        for rule in self.stop_on:
            if rule not in STOP_RULES:
                raise unknown_choice("stop rule", rule, STOP_RULES)

    @classmethod
    def preset(cls, name: str, **changes: Any) -> Settings:
        """Return the settings of a preset with some choices changed.

        "recommended": every defect repaired. "paper": as printed. "authors": what the authors'
        own program does. Raise ``InputError`` for an unknown preset or setting.
        """
        if not isinstance(name, str) or name not in PRESETS:
            raise unknown_choice("preset", name, PRESETS)
        return PRESETS[name].changed(**changes)

    @property
    def made_from(self) -> str:
        """Return the preset these settings started from, or "recommended" when they were made field
        by field.

        This is not a setting: equal settings give equal results. It only tells ``run`` which rows
        judge the members when the caller does not say so.
        """
        return self._made_from

    def changed(self, **changes: Any) -> Settings:
        """Return a copy with some choices replaced. It is checked like new settings."""
        known = [field.name for field in fields(self)]
        for name in changes:
            if name not in known:
                raise unknown_choice("setting", name, known)
        return replace(self, **changes)._of_preset(self._made_from)

    def _of_preset(self, name: str) -> Settings:
        # An attribute of the object and no field: it must count neither in comparisons nor in
        # tables of the settings.
        object.__setattr__(self, "_made_from", name)
        return self

    def as_dict(self) -> dict[str, Any]:
        """Return plain values, ready for JSON."""
        return asdict(self) | {"stop_on": list(self.stop_on)}


PRESETS: Mapping[str, Settings] = MappingProxyType(
    {
        "recommended": Settings(),
        "paper": Settings(
            kernel="linear",
            kernel_form="scalar",
            error_mass="vote",
            damping="1/t",
            stop_on=("no_errors",),
            returned="last",
        )._of_preset("paper"),
        "authors": Settings(
            lam_on="accuracy",
            error_mass="authors",
            damping="authors",
            stop_on=("no_vote_errors",),
            returned="latest_best",
            small_weights="authors",
            matrix_repair="authors",
        )._of_preset("authors"),
    }
)


def checked_settings(settings: Any) -> Settings:
    """Return *settings* as they are, or the preset "recommended" for None. Raise ``InputError`` for
    another type.

    An empty mapping is refused too, because it does not mean the same as None.
    """
    if settings is None:
        return PRESETS["recommended"]
    if isinstance(settings, Settings):
        return settings
    remedy = "Settings(lam=1.0)"
    if isinstance(settings, str) and settings in PRESETS:
        remedy = f"Settings.preset({settings!r})"
    elif isinstance(settings, Mapping):
        remedy = "Settings(**settings)"
    raise InputError(
        f"settings is {shown(settings)}; allowed is a Settings object; write {remedy}."
    )
