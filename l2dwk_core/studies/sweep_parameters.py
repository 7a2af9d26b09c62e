"""What can be swept, and the values of a sweep."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

import numpy as np

from l2dwk_core.common.errors import InputError, unknown_choice
from l2dwk_core.method.kernels import KERNELS
from l2dwk_core.method.setting_fields import KERNEL_PARAMETERS, SETTING_FACTS
from l2dwk_core.pools.recipe import MAX_MEMBERS

MAX_VALUES = 41
"""Values of one sweep."""


@dataclass(frozen=True)
class SweepParameter:
    """A choice that can be swept.

    Attributes
    ----------
    title, symbol, noun
        What it is called in a menu, before "=", and in a sentence.
    low, high
        The range to start with.
    allowed
        Smallest and largest value.
    spacing
        "log": values in equal ratios; "linear": in equal steps.
    whole
        Whether values are whole numbers; a sweep then has no value twice.
    kernels
        The kernels it concerns; empty when it concerns all.
    trained
        Whether members are trained anew for every value: a choice of ``RunRecipe.of``.
    chosen
        Whether a person can choose its value. The share of wrong labels cannot be chosen.
    """

    title: str
    symbol: str
    noun: str
    low: float
    high: float
    allowed: tuple[float, float]
    spacing: str
    whole: bool = False
    kernels: tuple[str, ...] = ()
    trained: bool = False
    chosen: bool = True


def _setting(name: str, title: str = "") -> SweepParameter:
    """A number of ``Settings``; its title says which kernels it concerns, when not all."""
    facts, kernels = SETTING_FACTS[name], KERNEL_PARAMETERS.get(name, ())
    found = facts.sweep
    if found is None:
        raise ValueError(f"{name} is no number that can be swept")
    if kernels:
        title = f"{facts.word}, {' or '.join(KERNELS[key].title for key in kernels)} kernel"
    return SweepParameter(
        title,
        facts.symbol,
        facts.noun,
        found.low,
        found.high,
        (found.least, found.most),
        found.spacing,
        facts.whole,
        kernels,
    )


PARAMETERS: Mapping[str, SweepParameter] = MappingProxyType(
    {
        "lam": _setting("lam", "λ"),
        **{name: _setting(name) for name in KERNEL_PARAMETERS},
        "n_members": SweepParameter(
            "number of members",
            "members",
            "the number of members",
            3,
            301,
            (1, MAX_MEMBERS),
            "log",
            True,
        ),
        "max_rounds": _setting("max_rounds", "rounds of self-training at most"),
        "max_depth": SweepParameter(
            "depth of the trees at most",
            "depth",
            "the depth",
            1,
            20,
            (1, 100),
            "log",
            True,
            trained=True,
        ),
        "label_noise": SweepParameter(
            "flipped labels, share",
            "flipped",
            "the share of flipped labels",
            0.0,
            0.4,
            (0.0, 0.9),
            "linear",
            trained=True,
            chosen=False,
        ),
    }
)
"""What can be swept, by the name it has in ``Settings`` or ``RunRecipe.of``."""


def sweep_values(parameter: str, low: float, high: float, n_values: int) -> tuple[float, ...]:
    """Return ascending values from ``low`` to ``high``, both included.

    At most ``n_values`` (2 to ``MAX_VALUES``): whole numbers are not repeated. Others are rounded
    to six digits. Raise ``InputError`` for a range out of order or out of bounds.
    """
    if parameter not in PARAMETERS:
        raise unknown_choice("parameter to sweep", parameter, PARAMETERS)
    kind = PARAMETERS[parameter]
    least, most = kind.allowed
    if not least <= low <= high <= most:
        raise InputError(
            f"{kind.symbol} runs from {low:g} to {high:g}; needed is {least:g} ≤ from ≤ to ≤ "
            f"{most:g}."
        )
    if not 2 <= n_values <= MAX_VALUES:
        raise InputError(f"{n_values} values were asked for; allowed is 2 to {MAX_VALUES}.")
    space: Any = np.geomspace if kind.spacing == "log" else np.linspace
    inner = [float(value) for value in space(low, high, n_values)[1:-1]]
    rounded = [float(round(v)) if kind.whole else float(f"{v:.6g}") for v in inner]
    return tuple(sorted({float(low), float(high), *rounded}))
