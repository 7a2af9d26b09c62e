"""What is said of a field of ``Settings``, stated once, beside the field.

Checks, the classifier's parameters, the command line, sweeps, and the menus, controls and words of
pages are made from these records.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any


@dataclass(frozen=True)
class SweepRange:
    """Values of a sweep.

    Attributes
    ----------
    low, high
        The range to start with.
    least, most
        Smallest and largest value.
    spacing
        "log": values in equal ratios; "linear": in equal steps.
    """

    low: float
    high: float
    least: float
    most: float
    spacing: str


@dataclass(frozen=True)
class SettingFacts:
    """The facts of one field.

    Attributes
    ----------
    label
        What stands above its control.
    meaning
        A few words for tables of parameters and ``--help``.
    options
        Allowed values, each with its explanation; empty for a number.
    whole
        Whether it is a whole number.
    low, high
        Smallest and largest number.
    allowed, remedy
        The allowed values in words, and what an error proposes.
    symbol, word, noun
        What it is called before "=", in a list of words, and in a sentence.
    explanation
        What it does, for somebody who meets it for the first time: the control's help.
    offered
        Smallest and largest number a page offers.
    step
        Of a control for numbers.
    slider
        Values of its slider; empty when its control is a box for a number.
    sweep
        How it is swept.
    """

    label: str
    meaning: str
    options: Mapping[str, str]
    whole: bool = False
    low: float = 0.0
    high: float = 0.0
    allowed: str = ""
    remedy: str = ""
    symbol: str = ""
    word: str = ""
    noun: str = ""
    explanation: str = ""
    offered: tuple[float, float] = (0.0, 0.0)
    step: float = 1
    slider: tuple[float, ...] = ()
    sweep: SweepRange | None = None


def named(default: Any, options: Mapping[str, str], label: str, meaning: str) -> Any:
    """A field that is one of some names, or a tuple of several."""
    facts = SettingFacts(label, meaning, options, allowed=", ".join(options))
    return field(default=default, metadata={"facts": facts})


def number(
    default: float,
    low: float,
    high: float,
    label: str,
    *,
    symbol: str,
    meaning: str = "",
    word: str = "",
    noun: str = "",
    explanation: str = "",
    allowed: str = "",
    remedy: str = "",
    offered: tuple[float, float] | None = None,
    step: float = 0,
    slider: Iterable[float] = (),
    sweep: SweepRange | None = None,
) -> Any:
    """A field that is a number from ``low`` to ``high``: whole if its default is.

    What is left out follows from the rest: it is called by its symbol, explained by its label, and
    swept over the whole range that a page offers.
    """
    offered = offered or (low, high)
    spacing = "log" if offered[0] > 0 else "linear"
    whole = isinstance(default, int)
    facts = SettingFacts(
        label,
        meaning or label,
        MappingProxyType({}),
        whole=whole,
        low=low,
        high=high,
        allowed=allowed or f"{low:g} to {high:g}",
        remedy=remedy or f"{default:g}",
        symbol=symbol,
        word=word or symbol,
        noun=noun or symbol,
        explanation=explanation or f"{label[0].upper()}{label[1:]}.",
        offered=offered,
        step=step or (1 if whole else 0.1),
        slider=tuple(slider),
        sweep=sweep or SweepRange(*offered, *offered, spacing),
    )
    return field(default=default, metadata={"facts": facts})
