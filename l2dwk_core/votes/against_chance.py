"""How often a model would be right by chance, and what it says when no model is better.

By chance the predictions of a model are in any order, each as likely as another: how often each
class is true, and how often the model names it, stays (``matches_by_chance``).
Rows of a group are alike, so that N rows count as ``n = N²/Σ n_g²`` of them (``GroupGains.worth``).
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
from scipy.stats import binom

from l2dwk_core.common.text import counted, shown
from l2dwk_core.common.types import Floats
from l2dwk_core.statistics.matches_by_chance import tails
from l2dwk_core.statistics.multiple_tests import LEVEL
from l2dwk_core.votes.votes import Votes


def cast_rows(votes: Votes, j: int) -> NDArray[np.bool_]:
    """Return the rows (N,) in which model *j* voted."""
    everywhere = np.ones(votes.n_rows, dtype=bool)
    return everywhere if votes.available is None else votes.available[:, j]


def _worth(votes: Votes, j: int) -> int:
    """Return as how many independent rows those in which model *j* voted count, 1 or more."""
    cast = cast_rows(votes, j)
    if votes.group is None:
        return int(cast.sum())
    sizes = np.unique(votes.group[cast], return_counts=True)[1]
    return int(sizes.sum() ** 2 // (sizes**2).sum())


def right_by_chance(votes: Votes, j: int) -> float:
    """Return how often model *j* would be right if its predictions were independent of the true
    labels and kept their frequencies."""
    cast = cast_rows(votes, j)
    n, n_classes = int(cast.sum()), votes.classes.size
    true = np.bincount(votes.label_codes[cast], minlength=n_classes) / n
    said = np.bincount(votes.codes[cast, j], minlength=n_classes) / n
    return min(float(true @ said), 1.0)


def is_more(votes: Votes, j: int) -> bool:
    """Return whether model *j* is right more often than chance explains, at ``LEVEL``."""
    return _tails(votes, j, _worth(votes, j))[1] < LEVEL


def seems_more(votes: Votes, j: int) -> bool:
    """Return whether model *j* would be right more often than chance explains if each row were a
    case of its own. Where few groups of rows leave open what ``is_more`` asks, this tells a model
    from a column that has nothing to do with the true label."""
    return _tails(votes, j, int(cast_rows(votes, j).sum()))[1] < LEVEL


def _tails(votes: Votes, j: int, worth: int) -> tuple[float, float]:
    """Return the probabilities that model *j* would by chance be right in as many rows as it is or
    fewer, and in as many or more, where its rows count as *worth* rows."""
    cast = cast_rows(votes, j)
    return tails(votes.label_codes[cast], votes.codes[cast, j], worth)


def too_few_groups(votes: Votes) -> str:
    """Return the finding that the groups are too few to tell a model from chance."""
    n = np.unique(np.asarray(votes.group)).size
    return (
        f"The rows are of {counted(n, 'group')}, each of which counts "
        "as one case. So few groups cannot tell whether a model is right more often than chance "
        "explains."
    )


def is_less(votes: Votes, j: int, right: float, usual: float) -> bool:
    """Return whether model *j* is right less often than *usual*, the accuracy of others, by
    more than chance explains, at ``LEVEL``."""
    n = _worth(votes, j)
    return bool(binom.cdf(round(right * n), n, usual) < LEVEL)


def none_is_better(votes: Votes, right: Floats) -> str:
    """Return the finding that no model is right more often than chance explains. *right* (L,) are
    the accuracies.

    When there are two classes and every model is right less often than chance explains, at
    ``LEVEL``, the other class of each prediction would be right: the finding says so.
    """
    if not _are_opposite(votes, right):
        return (
            "No model agrees with the true label more often than chance explains: check that the "
            "true label is the right column and that its rows are in the order of the predictions."
        )
    classes = votes.classes.tolist()
    least = f"{1 - float(right.max()):.1%}"
    best = least + ("" if votes.n_models == 1 or least == "100.0%" else " or more")
    found = (
        f"Every model is right less often than chance explains ({float(right.max()):.1%} at "
        f"most); with the opposite class {best} of its votes would be right. "
    )
    if votes.probabilities is None:
        return found + (
            f"The predictions may name the other class: check which of {shown(classes)} is which "
            "in the predictions and in the true label."
        )
    name = f"{votes.models[0]}_{classes[0]}"
    return found + (
        "They may be probabilities of the other class: if so, name each column with the class that "
        f"it is the probability of, such as {name!r}."
    )


def _are_opposite(votes: Votes, right: Floats) -> bool:
    if votes.classes.size != 2 or np.unique(votes.label_codes).size != 2:
        return False
    below = [_tails(votes, j, _worth(votes, j))[0] < LEVEL for j in range(votes.n_models)]
    return all(below) and bool((right < 0.5).all())
