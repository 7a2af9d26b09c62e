"""Models that are right more often in the rows of their training than elsewhere."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.stats import fisher_exact

from l2dwk_core.common.text import counted, short_name
from l2dwk_core.common.types import Floats
from l2dwk_core.statistics.multiple_tests import LEVEL, holm
from l2dwk_core.votes.votes import Votes

_NEARLY_ALL = 0.99
_MANY = 20
_NAMED = 5


def fitted_findings(votes: Votes) -> list[str]:
    """Return a finding when models seem to have been fitted to the rows of a training
    (``votes.training``).

    Either nearly all votes of every model are right there (``_NEARLY_ALL``) and not elsewhere, or
    some model is right there more often than elsewhere, by Fisher's exact test with Holm's
    correction over the models. Rows of a group are alike, so that N rows count as ``N²/Σ n_g²`` of
    them.
    """
    training, models, group = votes.training, votes.models, votes.group
    if training is None:
        return []
    right = votes.codes == votes.label_codes[:, None]
    cast = np.ones_like(right) if votes.available is None else votes.available
    inside, outside = training.rows, ~training.rows
    here, n_here = _shares(right, cast & inside[:, None])
    there, n_there = _shares(right, cast & outside[:, None])
    both = (n_here > 0) & (n_there > 0)
    if not both.any():
        return []
    p_values = np.ones(len(models))
    for j in np.flatnonzero(both & (here > there)):
        n = _worth(group, cast[:, j] & inside), _worth(group, cast[:, j] & outside)
        table = [
            [round(share * size), size - round(share * size)]
            for share, size in zip((here[j], there[j]), n, strict=True)
        ]
        p_values[j] = float(fisher_exact(table, alternative="greater").pvalue)
    better = holm(p_values) < LEVEL
    if (
        (here[both] >= _NEARLY_ALL).all()
        and (there[both] < _NEARLY_ALL).any()
        and n_here.max() >= _MANY
    ):
        better = both & (there < here)
    named = np.flatnonzero(better)
    if not named.size:
        return []
    listed = ", ".join(
        f"{short_name(models[j])} ({here[j]:.1%} against {there[j]:.1%})" for j in named[:_NAMED]
    )
    more = f" and {len(named) - _NAMED} more" if len(named) > _NAMED else ""
    return [
        f"In the {counted(int(inside.sum()), 'row')} that {training.said}, the votes of "
        f"{listed}{more} are right more often than in the other rows: these seem to be the rows "
        "the models were trained on, and there votes say little about new cases. Leave these rows "
        "out of the file."
    ]


def _shares(right: NDArray[np.bool_], cast: NDArray[np.bool_]) -> tuple[Floats, NDArray[np.intp]]:
    """Return each model's share of right votes among those *cast* (0 without one), and their
    number."""
    n = np.count_nonzero(cast, axis=0)
    return np.count_nonzero(right & cast, axis=0) / np.maximum(n, 1), n


def _worth(group: NDArray[Any] | None, rows: NDArray[np.bool_]) -> int:
    n = int(rows.sum())
    if group is None:
        return n
    sizes = np.unique(group[rows], return_counts=True)[1]
    return int(n**2 // (sizes**2).sum())
