"""A small script that applies learned weights to the outputs of all members."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

_HEAD = '''"""Weighted vote of {kept} of {all} models; needs NumPy alone."""

import numpy as np

CLASSES = {classes}
WEIGHTS = [  # column, name, weight
{weights}
]


def vote({what}):
'''

_VOTES = '''\
    """The class with the most weight; of tied classes the first.

    predictions: (rows, {all}) classes, a column a model, in the order of the run. A missing vote
    is a value that is no class, such as "" or None.
    """
    predictions = np.asarray(predictions, dtype=object)
    classes = np.array(CLASSES, dtype=object)
    shares = np.zeros((len(predictions), len(classes)))
    for column, _, weight in WEIGHTS:
        shares += weight * (predictions[:, [column]] == classes)
    if len(shares) and not shares.any():
        raise ValueError(f"No prediction is one of {{CLASSES}}: write them alike, 1 is not '1'.")
'''

_PROBABILITIES = '''\
    """The class with the highest weighted mean probability; of tied classes the first.

    probabilities: (rows, {all}, {n_classes}), models in the order of the run, classes as in
    CLASSES.
    """
    probabilities = np.asarray(probabilities, dtype=float)
    classes = np.array(CLASSES, dtype=object)
    shares = sum(weight * probabilities[:, column] for column, _, weight in WEIGHTS)
'''

_TAIL = """    leads = shares >= shares.max(axis=1, keepdims=True) - 1e-12  # but for rounding
    return classes[leads.argmax(axis=1)]
"""


def vote_script(
    weights: Sequence[tuple[int, str, float]],
    classes: Sequence[Any],
    n_members: int,
    outputs: str = "votes",
) -> str:
    """Return a Python script whose function ``vote`` computes the vote with these weights.

    Parameters
    ----------
    weights
        (column, name, weight) for each member with weight.
    classes
        (C,) texts or numbers. Of classes with equal votes the first in this order wins.
    n_members
        The number L of all members, which is the number of columns of the array that ``vote``
        takes.
    outputs
        "votes": ``vote(predictions)`` takes (rows, L) classes; "probabilities": it takes
        (rows, L, C) probabilities.
    """
    soft = outputs == "probabilities"
    parts = _HEAD + (_PROBABILITIES if soft else _VOTES)
    filled = parts.format(
        kept=len(weights),
        all=n_members,
        classes=repr(list(classes)),
        weights="\n".join(f"    {(j, str(name), float(w))!r}," for j, name, w in weights),
        what="probabilities" if soft else "predictions",
        n_classes=len(classes),
    )
    return filled + _TAIL
