"""What the program that shows lessons has, so that a file can be checked against it."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass
from typing import Any


def _fits(of: str, fields: Mapping[str, Any]) -> Iterable[tuple[str, str]]:
    return ()


@dataclass(frozen=True)
class Rules:
    """What the program that shows a lesson has.

    ``figures`` and ``controls``: names by what a step is about, "run" or "pair".
    ``problems_of(of, fields)`` gives, for each field of a choice that cannot be used, its name and
    why. ``misfits(of, fields)`` gives the same for fields that do not fit each other; it is asked
    only about fields without problems.
    """

    figures: Mapping[str, Collection[str]]
    controls: Mapping[str, Collection[str]]
    problems_of: Callable[[str, Mapping[str, Any]], Iterable[tuple[str, str]]]
    misfits: Callable[[str, Mapping[str, Any]], Iterable[tuple[str, str]]] = _fits
