"""Methods over many datasets: mean ranks, which methods are told apart, and head to head."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import pandas as pd

from l2dwk_core.common.errors import InputError
from l2dwk_core.common.types import Floats
from l2dwk_core.statistics.bayes_signed_rank import ROPE
from l2dwk_core.statistics.head_to_head import HeadToHead, ahead_p_value, heads_to_heads
from l2dwk_core.statistics.multiple_tests import LEVEL
from l2dwk_core.statistics.rank_tests import (
    FriedmanResult,
    friedman,
    nemenyi_difference,
    ranks,
    told_apart,
)


@dataclass(frozen=True, eq=False)
class AcrossDatasets:
    """Methods over N cases; a case is a dataset, or a family of related datasets.

    Attributes
    ----------
    cases
        Names of datasets and families, ``(N,)``, in the table's order.
    methods
        Names, ``(k,)``.
    accuracies
        ``(N, k)`` in [0, 1].
    left_out
        Datasets that were left out because a method has no accuracy there.
    mean_ranks
        ``(k,)``, 1 for the method that is best on every case; ties share their mean rank.
    friedman
        Friedman's test and Iman and Davenport's F; None for two methods. Their p-values are not
        used for any claim: they take all methods to vary alike, and tell equally good methods apart
        too often where some vary more than others.
    critical_difference
        Nemenyi's, of mean ranks, at ``LEVEL``.
    groups
        For a critical-difference diagram: each the names, best first, of two or more methods next
        to each other by mean rank, no two of which are told apart; none lies inside another.
        Methods further apart than the critical difference can share a group: :func:`told_apart`
        asks for more. Of two methods, *ahead* decides. Ranks depend on which methods are compared;
        a contrast of two methods is for :meth:`head_to_head`.
    """

    cases: tuple[str, ...]
    methods: tuple[str, ...]
    accuracies: Floats
    left_out: tuple[str, ...]
    mean_ranks: Floats
    friedman: FriedmanResult | None
    critical_difference: float
    groups: tuple[tuple[str, ...], ...]

    def head_to_head(self, first: str, second: str, rope: float = ROPE) -> HeadToHead:
        """Return what may be said of two methods when this contrast alone is asked for."""
        return self.contrasts([(first, second)], rope)[0]

    def contrasts(
        self, pairs: Sequence[tuple[str, str]], rope: float = ROPE
    ) -> tuple[HeadToHead, ...]:
        """Return what may be said of several pairs of methods, with Holm's correction over them.

        Ask at once for all contrasts that are shown together. Raise ``InputError`` for a name that
        is no method, or a method beside itself.
        """
        for name in (name for pair in pairs for name in pair):
            if name not in self.methods:
                raise InputError(f"There is no method {name!r}; known: {', '.join(self.methods)}.")
        for first, second in pairs:
            if first == second:
                raise InputError(f"{first!r} is compared with itself; name two methods.")
        column = {name: self.accuracies[:, j] for j, name in enumerate(self.methods)}
        return heads_to_heads(pairs, [column[a] - column[b] for a, b in pairs], rope)


def across_datasets(
    accuracies: pd.DataFrame, families: Mapping[str, Sequence[str]] | None = None
) -> AcrossDatasets:
    """Return ranks, groups and contrasts of methods over datasets.

    Every test here takes its cases to be independent draws from the datasets one could meet. Some
    tables are not: heart-c, heart-h and heart-statlog are patients with one disease and the same
    columns, led7 and led24 (wave21, wave40) come from one generator. What helps a method on one of
    them helps it on the others, so that counted singly they would count one success two or three
    times. A family therefore is one case: the mean of its members.

    Parameters
    ----------
    accuracies
        Datasets × methods, mean accuracies in [0, 1]; the index names the datasets, the columns the
        methods. NaN where a method failed: that dataset is left out for all methods (``left_out``),
        because means over different datasets cannot be compared. A family keeps its other members.
    families
        Members by name of the family. Members that are not in the table are passed over. Without
        families every dataset is a case.

    Raises
    ------
    InputError
        Fewer than two methods, no complete dataset, a name twice, a dataset in two families, or
        accuracies outside [0, 1].
    """
    by_case = case_means(accuracies, families)
    methods, means = tuple(by_case.columns), by_case.to_numpy()
    place = ranks(means)
    mean_ranks = place.mean(axis=0)
    n, k = place.shape
    return AcrossDatasets(
        cases=tuple(by_case.index),
        methods=methods,
        accuracies=means,
        left_out=tuple(map(str, accuracies.index[accuracies.isna().any(axis=1)])),
        mean_ranks=mean_ranks,
        friedman=friedman(means, LEVEL) if k > 2 and n > 1 else None,
        critical_difference=nemenyi_difference(k, n, LEVEL),
        groups=_groups(means, mean_ranks, methods),
    )


def case_means(
    accuracies: pd.DataFrame, families: Mapping[str, Sequence[str]] | None = None
) -> pd.DataFrame:
    """Return cases × methods: accuracies of datasets of their own, and the means of families.

    Parameters and errors are those of ``across_datasets``. A dataset on which a method failed is
    left out.
    """
    datasets, methods = [str(x) for x in accuracies.index], [str(x) for x in accuracies.columns]
    table = accuracies.to_numpy(dtype=np.float64, na_value=np.nan)
    _check(table, datasets, methods)
    complete = ~np.isnan(table).any(axis=1)
    if not complete.any():
        raise InputError("On every dataset some method has no accuracy; leave such methods out.")
    case_of = _case_of(families or {}, datasets)
    members: dict[str, list[int]] = {}
    for i in np.flatnonzero(complete):
        members.setdefault(case_of.get(datasets[i], datasets[i]), []).append(int(i))
    means = [table[rows].mean(axis=0) for rows in members.values()]
    return pd.DataFrame(means, index=list(members), columns=methods)


def _check(table: Floats, datasets: list[str], methods: list[str]) -> None:
    if len(methods) < 2:
        raise InputError(f"There is {len(methods)} method; at least 2 are needed.")
    for names in (datasets, methods):
        twice = sorted({name for name in names if names.count(name) > 1})
        if twice:
            raise InputError(f"{', '.join(twice)} stands twice in the table; rename or leave out.")
    if not ((table >= 0) & (table <= 1) | np.isnan(table)).all():
        raise InputError(
            f"Accuracies run from {np.nanmin(table)} to {np.nanmax(table)}; they must lie between "
            "0 and 1. Divide percentages by 100."
        )


def _case_of(families: Mapping[str, Sequence[str]], datasets: list[str]) -> dict[str, str]:
    """Return the family of every dataset that has one."""
    found: dict[str, str] = {}
    for family, members in families.items():
        if family in datasets and family not in members:
            raise InputError(f"{family!r} names a family and a dataset outside it; rename it.")
        for name in members:
            if found.setdefault(name, family) != family:
                raise InputError(
                    f"{name!r} is in the families {found[name]!r} and {family!r}; choose one."
                )
    return found


def _groups(
    means: Floats, mean_ranks: Floats, methods: Sequence[str]
) -> tuple[tuple[str, ...], ...]:
    order = np.argsort(mean_ranks, kind="stable")
    n, k = means.shape
    if n < 2:
        apart = np.zeros((k, k), dtype=bool)
    elif k == 2:
        # Of two methods Nemenyi's test is a sign test by the normal distribution, not exact.
        apart = np.full((2, 2), ahead_p_value(means[:, 0] - means[:, 1]) < LEVEL)
    else:
        apart = told_apart(means, LEVEL)
    apart = apart[np.ix_(order, order)]
    found: list[tuple[str, ...]] = []
    reached = 0
    for start in range(k):
        stop = start + 1
        while stop < k and not apart[start:stop, stop].any():
            stop += 1
        if stop - start > 1 and stop > reached:
            found.append(tuple(methods[j] for j in order[start:stop]))
            reached = stop
    return tuple(found)
