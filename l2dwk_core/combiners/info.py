"""What the registry says about a combiner, and the parameters each declares."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from l2dwk_core.errors import InputError, unknown_choice

if TYPE_CHECKING:
    from l2dwk_core.combiners.base import Combiner

NEEDS: Mapping[str, str] = MappingProxyType(
    {
        "two_classes": "exactly two classes",
        "size": "the number of members to keep",
        "probabilities": "class probabilities of the members",
        "features": "the table's columns, not only the members' votes",
        "complete_votes": "a vote of every member on every weighting row",
    }
)
"""What a method may need besides votes and labels."""


def option(default: Any, meaning: str, allowed: str) -> Any:
    """A parameter of a combiner: a dataclass field that carries its line of the table."""
    return field(default=default, metadata={"meaning": meaning, "allowed": allowed})


def check_option(name: str, found: str, allowed: tuple[str, ...]) -> None:
    """Raise ``InputError`` unless a choice is among the allowed ones."""
    if found not in allowed:
        raise unknown_choice(name, found, allowed)


def check_number(name: str, found: Any, low: float, high: float) -> float:
    """*found* as a float in [low, high]; ``InputError`` otherwise, NaN included."""
    number = isinstance(found, float | int) or hasattr(found, "__float__")
    if isinstance(found, bool | str) or not number or not low <= float(found) <= high:
        raise InputError(f"{name} is {found!r}; it must be a number from {low:g} to {high:g}.")
    return float(found)


def subset_size(size: int | None, n_members: int, default_share: float) -> int:
    """How many members to keep: *size*, or a share of all when it is None; at least one.

    Raises ``InputError`` when *size* is not a whole number from 1 to *n_members*.
    """
    if size is None:
        return max(1, round(default_share * n_members))
    whole = hasattr(size, "__index__") and not isinstance(size, bool)
    if not whole or not 1 <= size <= n_members:
        raise InputError(
            f"size is {size!r}; it must be a whole number from 1 to {n_members}, the number "
            "of members there are."
        )
    return int(size)


@dataclass(frozen=True)
class Parameter:
    """One line of a method's parameter table."""

    name: str
    default: Any
    allowed: str
    meaning: str


@dataclass(frozen=True)
class CombinerInfo:
    """A method by name.

    Attributes
    ----------
    key, title
        Its name in code and on a page.
    family
        A key of ``FAMILIES``.
    authors, year, work
        Where it was published.
    complexity
        Order of its cost in N weighting rows, L members, C classes, k kept members.
    confirmed
        What of it rests on the published text, and what could not be confirmed there.
    estimator
        The scikit-learn classifier.
    defaults
        Parameters in which this entry differs from the estimator's own defaults.
    """

    key: str
    title: str
    family: str
    authors: str
    year: int
    work: str
    complexity: str
    confirmed: str
    estimator: type[Combiner]
    defaults: Mapping[str, Any] = field(default_factory=lambda: MappingProxyType({}))

    @property
    def source(self) -> str:
        """Authors, year and work in one line."""
        return f"{self.authors} {self.year}: {self.work}"

    @property
    def needs(self) -> frozenset[str]:
        """Keys of ``NEEDS``."""
        return self.estimator.needs

    @property
    def parameters(self) -> tuple[Parameter, ...]:
        """The method's own parameters; those of the pool are common to all."""
        from l2dwk_core.combiners.base import Combiner

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
        """The classifier; *parameters* as for its constructor.

        Raises ``InputError`` for a parameter the method does not have.
        """
        known = [item.name for item in fields(self.estimator)]
        for name in parameters:
            if name not in known:
                raise unknown_choice(f"parameter of {self.key}", name, known)
        return self.estimator(**{**self.defaults, **parameters})

    def refusal(self, n_classes: int, n_members: int, *, complete_votes: bool = True) -> str | None:
        """Why the method cannot be used here, as one short clause; None when it can."""
        return refusal(self.needs, n_classes, n_members, complete_votes=complete_votes)


def refusal(
    needs: frozenset[str], n_classes: int, n_members: int, *, complete_votes: bool = True
) -> str | None:
    """Why a method with these needs cannot be used here; None when it can."""
    if n_members < 1:
        return "needs at least one member; there is none"
    if "two_classes" in needs and n_classes != 2:
        return f"needs two classes; this task has {n_classes}"
    if "complete_votes" in needs and not complete_votes:
        return "needs every member's vote on every weighting row; out-of-bag votes have gaps"
    return None
