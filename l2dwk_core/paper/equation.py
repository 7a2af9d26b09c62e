"""The record of one equation of the paper."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

VERDICTS: Mapping[str, str] = MappingProxyType(
    {
        "exact": "implemented as printed, and it holds",
        "defect": "is misprinted or does not hold: a counter-example shows it, and a setting "
        "switches it",
        "reading": "leaves something open: the text says how it is read here",
    }
)


@dataclass(frozen=True)
class Equation:
    """One equation of Yin, Yang & Hao (2014).

    Attributes
    ----------
    key
        The paper's own name of it (its LaTeX label), or a name of ours where it has none.
    labelled
        Whether the name is the paper's.
    title, latex, meaning
        In our words; the formula as printed; what it says.
    code
        ``module:name`` of what implements it, the module below ``l2dwk_core``.
    verdict
        A key of ``VERDICTS``.
    remark
        Why that verdict, and what is done instead.
    example
        Key of a counter-example, or empty.
    """

    key: str
    title: str
    latex: str
    meaning: str
    code: tuple[str, ...]
    verdict: str
    remark: str
    example: str = ""
    labelled: bool = True

    @property
    def slug(self) -> str:
        """Return the name in the form that an address can hold."""
        return self.key.partition(":")[2] or self.key.replace(" ", "_")
