"""A number at the end of all names that is a class too: of which class a column is, the names say,
and not the true labels, which would make weak models look better than they are."""

from __future__ import annotations

import re
from collections.abc import Sequence
from string import ascii_lowercase

from l2dwk_core.common.text import words_of
from l2dwk_core.datasets.tables.columns import Column
from l2dwk_core.votes.opposite_names import is_smaller

_COUNTED = frozenset(
    "model modell modele modelo fold folds seed run rep repeat repetition iter iteration net m k "
    "cv clf classifier learner estimator member version v reader rater annotator expert "
    "epoch split trial round bag checkpoint ckpt no nr".split()
)
_SAYS_A_CLASS = re.compile(
    r"(?:^|[^a-z])(?:p|pr|probs?|proba|probability|class|cls)[ _.:(\[=-]*\d", re.I
)
_LEAST_LETTERED = 3


def counts_models(names: Sequence[str]) -> bool:
    """Return whether the number at the end of all *names* (``fold_0``) is that of a model, by the
    word before it, and no class."""
    before = [(["", *words_of(name)])[-2] for name in names]
    return all(word in _COUNTED for word in before)


def letters_count(names: Sequence[str]) -> bool:
    """Return whether *names* are alike but for one letter, which counts them from the first of the
    alphabet on: Model A, Model B, Model C, three or more. Two may be those of two classes."""
    if len(names) < _LEAST_LETTERED or len(set(map(len, names))) > 1:
        return False
    places = [at for at, signs in enumerate(zip(*names, strict=True)) if len(set(signs)) > 1]
    letters = "".join(name[places[0]] for name in names) if len(places) == 1 else ""
    return letters.casefold() == ascii_lowercase[: len(names)]


def says_a_class(name: str) -> bool:
    """Return whether a name says that a number is a class: ``rf_p0``, ``P(0) rf``, ``class_0``."""
    return _SAYS_A_CLASS.search(name) is not None


def against_the_names(columns: Sequence[Column], truth: Column, label: str, other: str) -> str:
    """Return a sentence, with a space before it, that the numbers contradict the names: each column
    is smaller for its own class *label*, by more than chance explains; "" when they do not."""
    if not all(is_smaller(column, truth, label) for column in columns):
        return ""
    several = len(columns) > 1
    return (
        f" But {'all' if several else 'its numbers'} are smaller for the cases of {label!r}, by "
        f"more than chance explains. If {label!r} is no class in the "
        f"{'names' if several else 'name'}, or these are the probabilities of {other!r}, put "
        f"{f'_{other}'!r} behind the {'names' if several else 'name'}."
    )
