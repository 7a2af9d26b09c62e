"""Comparisons of methods that the file of a study fixes before its first run."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

from l2dwk_core.common.checks import check_choice
from l2dwk_core.common.errors import InputError
from l2dwk_core.study.methods import parse_methods

COMPARED: Mapping[str, str] = MappingProxyType(
    {
        "accuracy": "the accuracy of two methods on test rows",
        "kept": "the share of the members that a method keeps, with one half",
        "settled": "the share of the runs that end because nothing changes any more, with one half",
        "adaptive_correlation": "over sub-ensembles, the rank correlation of accuracy with "
        "disagreement under the kernel weights of a method, with none",
        "adaptive_gain": "how much larger it is than that of equally weighted disagreement, with "
        "none",
        "diversity": "how often two different members disagree, drawn with the weights of two "
        "methods",
    }
)
"""What may be compared: accuracy, or another number of a record."""
OF_ONE_METHOD = ("kept", "settled", "adaptive_correlation", "adaptive_gain")
"""Numbers of one method alone, which are compared with a constant."""


@dataclass(frozen=True)
class Comparison:
    """One line of a plan: a method and those it is compared with, in one or more settings.

    Attributes
    ----------
    role
        Its name, by which a claim refers to it.
    first
        Text of a method.
    second
        Texts of methods; empty when the value is one of ``OF_ONE_METHOD``.
    weighting
        The rows that judge the members; empty for all of the study.
    value
        A key of ``COMPARED``.

    Raises
    ------
    InputError
        For an unknown value or method, or second methods where there should be none, or none where
        there should be some.
    """

    role: str
    first: str
    second: tuple[str, ...] = ()
    weighting: tuple[str, ...] = ()
    value: str = "accuracy"

    def __post_init__(self) -> None:
        check_choice("value to compare", self.value, COMPARED)
        if bool(self.second) == (self.value in OF_ONE_METHOD):
            raise InputError(
                f"The comparison {self.role!r} of {self.value!r} has {len(self.second)} second "
                f"methods; {', '.join(OF_ONE_METHOD)} have none, all others at least one."
            )
        object.__setattr__(self, "first", parse_methods((self.first,))[0].text)
        texts = tuple(method.text for method in parse_methods(self.second)) if self.second else ()
        object.__setattr__(self, "second", texts)


def read_comparisons(
    lines: Iterable[Mapping[str, Any]], methods: tuple[str, ...]
) -> tuple[Comparison, ...]:
    """Return the comparisons of a file. Raise ``InputError`` when one names a method that the study
    does not have."""
    found = tuple(_read(line) for line in lines)
    for each in found:
        unknown = [name for name in (each.first, *each.second) if name not in methods]
        if unknown:
            raise InputError(
                f"The comparison {each.role!r} names {', '.join(unknown)}, which the study does "
                "not compute; add it to its methods."
            )
    return found


def _read(line: Mapping[str, Any]) -> Comparison:
    values: dict[str, Any] = {
        name: tuple(value) if isinstance(value, list) else value for name, value in line.items()
    }
    return Comparison(**values)
