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
    is None, NaN, pandas.NA or an empty text.
    """
    predictions = np.asarray(predictions, dtype=object)
    classes = np.array(CLASSES, dtype=object)
    if predictions.ndim != 2 or predictions.shape[1] != {all}:
        raise ValueError(f"Predictions have shape {{predictions.shape}}; give rows × {all} models.")
    shares = np.zeros((len(predictions), len(classes)))
    for column, name, weight in WEIGHTS:
        answers = predictions[:, column]
        given = ~np.array([missing(answer) for answer in answers], dtype=bool)
        votes = np.where(given, answers, None)[:, None] == classes
        if (unknown := given & ~votes.any(axis=1)).any():
            raise ValueError(
                f"Model {{name!r}} predicts {{answers[unknown][0]!r}}, which is none of "
                f"{{CLASSES}}: write them alike, 1 is not '1'."
            )
        shares += weight * votes
    if not (voted := shares.any(axis=1)).all():
        row = voted.argmin() + 1
        raise ValueError(
            f"Row {{row}} (row 1 is the first) has no vote of a model with weight; leave it out."
        )
'''

_PROBABILITIES = '''\
    """The class with the highest weighted mean probability; of tied classes the first.

    probabilities: (rows, {all}, {n_classes}), models in the order of the run, classes as in
    CLASSES.
    """
    probabilities = np.asarray(probabilities, dtype=float)
    classes = np.array(CLASSES, dtype=object)
    if probabilities.ndim != 3 or probabilities.shape[1:] != ({all}, {n_classes}):
        raise ValueError(
            f"Probabilities have shape {{probabilities.shape}}; "
            "give rows × {all} models × {n_classes} classes."
        )
    shares = sum(weight * probabilities[:, column] for column, _, weight in WEIGHTS)
    if not (known := np.isfinite(shares).all(axis=1)).all():
        row = known.argmin() + 1
        raise ValueError(f"Row {{row}} (row 1 is the first) lacks a probability; leave it out.")
'''

_MISSING = """

def missing(answer):
    try:
        return answer is None or bool(answer == "") or bool(answer != answer)
    except TypeError:  # pandas.NA is neither true nor false
        return True
"""

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
    return filled + _TAIL + ("" if soft else _MISSING)
