"""Points that a reader draws on Start, as words in the address: class, then x and y in hundredths.

``a2186`` is a point of class A at (0.21, 0.86) of the unit square.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

import numpy as np

from l2dwk_core.common.errors import InputError
from l2dwk_core.common.types import Floats, Indices
from l2dwk_core.demos.drawn_trees import CLASSES, MAX_POINTS, MIN_POINTS

SIDE = 99
"""The largest coordinate; the smallest is 0."""
FIRST_POINTS = tuple(
    "b6471 a2186 b5472 a5384 b3526 b3571 b4863 a8531 a1825 a1240 b6243 a9472 "
    "b2935 a0954 a5816 a0974 b4925 b7158 a0985 a3684 a4494 b2263 a7576 b5853".split()
)
"""A ring around a disc. These were picked: with them three trees err on different points, so that
the vote is better than each. The reader can move them until it is not."""
_LETTERS = "".join(CLASSES).lower()
_WORD = re.compile(rf"([{_LETTERS}])([0-9][0-9])([0-9][0-9])")


def parsed(words: Sequence[str]) -> tuple[Floats, Indices]:
    """Return (n, 2) coordinates in [0, 1] and (n,) class positions.

    Raise ``InputError`` for a word that is no point, and for too few or too many points.
    """
    found = [_WORD.fullmatch(word) for word in words]
    for word, match in zip(words, found, strict=True):
        if match is None:
            raise InputError(
                f"{word!r} is no point. A point is the letter a or b and four digits, as "
                f"{FIRST_POINTS[0]}: its class, then x and y from 00 to {SIDE}."
            )
    if not MIN_POINTS <= len(words) <= MAX_POINTS:
        raise InputError(
            f"There are {len(words)} points; {MIN_POINTS} to {MAX_POINTS} are allowed. Start "
            "again, or add some."
        )
    parts = [match.groups() for match in found if match]
    codes = np.array([_LETTERS.index(letter) for letter, _, _ in parts])
    return np.array([[int(x), int(y)] for _, x, y in parts]) / SIDE, codes


def place_of(word: str) -> tuple[int, int]:
    """Return x and y of a point, whole numbers from 0 to ``SIDE``."""
    return int(word[1:3]), int(word[3:5])


def moved(word: str, x: int, y: int) -> str:
    """Return a point of the same class at another place, each coordinate from 0 to ``SIDE``."""
    return f"{word[0]}{x:02d}{y:02d}"


def new_point(name: str) -> str:
    """Return a point of this class, "A" or "B", in the middle of the square."""
    return moved(name.lower(), SIDE // 2, SIDE // 2)
