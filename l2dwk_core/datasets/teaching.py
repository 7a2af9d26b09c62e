"""Two-dimensional sets in which a class boundary can be seen."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType

import numpy as np
import pandas as pd

from l2dwk_core.common.checks import check_choice, check_seed, check_whole, is_number
from l2dwk_core.common.errors import InputError
from l2dwk_core.common.text import shown
from l2dwk_core.datasets.dataset import Dataset

MIN_ROWS = 10
MAX_ROWS = 100_000  # more points than a plot can show, and a bound on memory

Points = tuple[np.ndarray, np.ndarray]


@dataclass(frozen=True)
class TeachingSet:
    """A shape: what is seen, how many classes it has, and how its points are drawn.

    ``draw(n_rows, noise, stream)`` returns points (n_rows, 2) and class codes (n_rows,).
    """

    title: str
    about: str
    n_classes: int
    draw: Callable[[int, float, np.random.RandomState], Points]


def _moons(n_rows: int, noise: float, stream: np.random.RandomState) -> Points:
    from sklearn.datasets import make_moons

    points: Points = make_moons(n_rows, noise=noise, random_state=stream)
    return points


def _circles(n_rows: int, noise: float, stream: np.random.RandomState) -> Points:
    from sklearn.datasets import make_circles

    points: Points = make_circles(n_rows, noise=noise, factor=0.5, random_state=stream)
    return points


def _blobs(n_rows: int, noise: float, stream: np.random.RandomState) -> Points:
    from sklearn.datasets import make_blobs

    corners = np.array([[-1.0, 0.0], [1.0, 0.0], [0.0, np.sqrt(3)]])
    points: Points = make_blobs(n_rows, centers=corners, cluster_std=noise, random_state=stream)
    return points


def _spirals(n_rows: int, noise: float, stream: np.random.RandomState) -> Points:
    codes = np.arange(n_rows) % 2
    # The square root spreads the points evenly along the arm.
    turn = 3 * np.pi * np.sqrt(stream.uniform(0.02, 1, n_rows))
    angle = turn + np.pi * codes
    arm = np.column_stack([turn * np.cos(angle), turn * np.sin(angle)]) / np.pi
    return arm + stream.normal(0, noise, (n_rows, 2)), codes


def _xor(n_rows: int, noise: float, stream: np.random.RandomState) -> Points:
    square = stream.uniform(-1, 1, (n_rows, 2))
    codes = (square[:, 0] * square[:, 1] > 0).astype(int)
    return square + stream.normal(0, noise, (n_rows, 2)), codes


TEACHING_SETS: Mapping[str, TeachingSet] = MappingProxyType(
    {
        "moons": TeachingSet("Moons", "Two half circles that reach into each other.", 2, _moons),
        "circles": TeachingSet("Circles", "A ring inside a ring of twice its size.", 2, _circles),
        "spirals": TeachingSet("Spirals", "Two arms of one and a half turns.", 2, _spirals),
        "xor": TeachingSet("XOR", "Opposite quarters of a square belong together.", 2, _xor),
        "blobs": TeachingSet(
            "Blobs", "Three round clouds at the corners of a triangle.", 3, _blobs
        ),
    }
)


def teaching_set(
    kind: str,
    n_rows: int = 400,
    noise: float = 0.2,
    label_noise: float = 0.0,
    seed: int = 0,
) -> Dataset:
    """Return a two-dimensional teaching set.

    Parameters
    ----------
    kind
        A key of `TEACHING_SETS`.
    n_rows
        Number of points, 10 to 100 000, as evenly over the classes as the shape allows.
    noise
        Standard deviation of a Gaussian displacement of each coordinate, ≥ 0, in the unit of the
        plot (the shapes are 2 to 6 wide; for blobs it is the clouds' own spread).
    label_noise
        Probability in [0, 1] with which a point's label is replaced by one of the other classes,
        each equally likely.
    seed
        Non-negative; the same seed gives the same points, and points do not depend on
        ``label_noise``.

    Returns
    -------
    Dataset
        Numeric columns ``x1`` and ``x2``; labels ``"A"``, ``"B"``, …; ``notes`` count the labels
        that were replaced.

    Raises
    ------
    InputError
        For an unknown kind or a value outside its range.
    """
    check_choice("teaching set", kind, TEACHING_SETS)
    n_rows, seed = check_whole("n_rows", n_rows, MIN_ROWS, MAX_ROWS), check_seed(seed)
    if not is_number(noise) or noise < 0:
        raise InputError(f"noise is {shown(noise)}; give a standard deviation of 0 or more.")
    if not is_number(label_noise) or not 0 <= label_noise <= 1:
        raise InputError(f"label_noise is {shown(label_noise)}; give a probability from 0 to 1.")
    shape = TEACHING_SETS[kind]
    noise += 0.0  # minus zero becomes 0, which is what NumPy takes for a standard deviation
    points, codes = shape.draw(n_rows, noise, np.random.RandomState(seed))
    # A stream of its own, so that turning up label noise leaves every point where it is.
    labels = np.random.RandomState([seed, 1])
    replaced = labels.random_sample(n_rows) < label_noise
    shift = labels.randint(1, shape.n_classes, n_rows)
    codes = np.where(replaced, (codes + shift) % shape.n_classes, codes)
    notes = (f"{int(replaced.sum())} of {n_rows} labels were replaced.",) if label_noise else ()
    X = pd.DataFrame(points, columns=["x1", "x2"])
    return Dataset(kind, X, np.array(["A", "B", "C"])[codes], notes)
