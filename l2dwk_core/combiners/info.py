"""The description of a method: its names, source, cost and classifier."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from types import MappingProxyType
from typing import Any

from l2dwk_core.combiners.base import Combiner
from l2dwk_core.combiners.options import refusal
from l2dwk_core.common.errors import unknown_choice

FAMILIES: Mapping[str, str] = MappingProxyType(
    {
        "reference": "what any method must beat",
        "whole_ensembles": "an ensemble method as it is",
        "optimisation": "weights or a subset as the solution of a program",
        "search": "evolutionary search for weights or a subset",
        "ordering": "members added one after another",
        "clustering": "representatives of groups of similar members",
        "learned": "a second classifier on the members' outputs",
    }
)
"""Families in the order in which tables show them; each is a folder of this package."""

LAST = 1000


@dataclass(frozen=True)
class Parameter:
    """One line of a method's parameter table."""

    name: str
    default: Any
    allowed: str
    meaning: str


@dataclass(frozen=True, kw_only=True)
class CombinerInfo:
    """A method by name.

    Attributes
    ----------
    key, title
        Its name in code and on a page.
    family
        A key of ``FAMILIES``.
    place
        Its position among its family in menus and tables; without a number it comes last.
    authors, year, work
        Where it was published.
    complexity
        Order of its cost in N weighting rows, L members, C classes, k kept members.
    confirmed
        Which parts follow the published text, and which could not be confirmed there.
    estimator
        The scikit-learn classifier.
    defaults
        Parameters in which this entry differs from the estimator's own defaults.
    """

    key: str
    title: str
    family: str
    place: int = LAST
    authors: str
    year: int
    work: str
    complexity: str
    confirmed: str
    estimator: type[Combiner]
    defaults: Mapping[str, Any] = field(default_factory=lambda: MappingProxyType({}))

    @property
    def source(self) -> str:
        """Return authors, year and work in one line."""
        return f"{self.authors} {self.year}: {self.work}"

    @property
    def needs(self) -> frozenset[str]:
        """Return keys of ``NEEDS``."""
        return self.estimator.needs

    @property
    def parameters(self) -> tuple[Parameter, ...]:
        """Return the method's own parameters. Those of the pool are common to all methods."""
        common = {item.name for item in fields(Combiner)}
        return tuple(
            Parameter(
                item.name,
                self.defaults.get(item.name, item.default),
                str(item.metadata.get("allowed", "")),
                str(item.metadata.get("meaning", "")),
            )
            for item in fields(self.estimator)
            if item.name not in common
        )

    def create(self, **parameters: Any) -> Combiner:
        """Return the classifier. *parameters* are those of its constructor.

        Raise ``InputError`` for a parameter the method does not have.
        """
        known = [item.name for item in fields(self.estimator)]
        for name in parameters:
            if name not in known:
                raise unknown_choice(f"parameter of {self.key}", name, known)
        return self.estimator(**{**self.defaults, **parameters})

    def refusal(self, n_classes: int, n_members: int, *, complete_votes: bool = True) -> str | None:
        """Return why the method cannot be used here, as one short clause, or None when it can."""
        return refusal(self.needs, n_classes, n_members, complete_votes=complete_votes)
