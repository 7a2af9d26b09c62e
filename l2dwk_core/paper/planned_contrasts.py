"""The contrasts that were fixed before a study was run, and what its records say of each."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np
import pandas as pd

from l2dwk_core.common.types import Floats
from l2dwk_core.paper.compared_values import COMPARED_VALUES
from l2dwk_core.pools.kinds import POOL_KINDS
from l2dwk_core.statistics.across_datasets import across_datasets, case_means
from l2dwk_core.statistics.discordant_rows import DiscordantRows
from l2dwk_core.statistics.head_to_head import HeadToHead, heads_to_heads
from l2dwk_core.statistics.paired_interval import corrected_resampled_interval
from l2dwk_core.study.methods import parse_methods
from l2dwk_core.study.record import only_one_right
from l2dwk_core.study.shipped_study import ShippedStudy

_ROWS: Mapping[str, str] = {"hold_out": "held-out rows", "bootstrap": "the paper's rows"}
"""Names of the rows that judge members, where a comparison is made on several kinds of them: rows
that no member was fitted on, and, as in the paper, a bootstrap sample of the rows they were fitted
on."""


@dataclass(frozen=True)
class PlannedContrast:
    """Two methods that are compared on some datasets, or a number of one method with one half.

    Attributes
    ----------
    first, second
        Texts of methods; the second is empty for a number of one method.
    pool, weighting
        The base ensemble, and the rows that judge its members.
    datasets
        On which they are compared.
    label
        The setting in a few words.
    role
        The name of the comparison; of a study with candidates "primary" or "chosen", which tells
        the first method.
    value
        What is compared: a key of ``COMPARED_VALUES``.
    """

    first: str
    second: str
    pool: str
    weighting: str
    datasets: tuple[str, ...]
    label: str
    role: str
    value: str = "accuracy"


@dataclass(frozen=True, eq=False)
class ContrastResult:
    """What the records say of one contrast, as far as they are there.

    Attributes
    ----------
    contrast
        The contrast.
    datasets
        Those that are computed and on which both methods have an accuracy, ``(n,)``.
    differences, low, high
        ``(n,)`` by how much the numbers of a dataset speak for the first, and the 95 % interval
        over the folds, in [−1, 1]. For accuracy, first minus second.
    left_out
        Datasets that are computed, on which one of the methods failed.
    complete
        Whether all datasets are computed.
    test
        The test over the datasets, a family as one case, corrected for all contrasts asked for
        together; None while there is no dataset.
    """

    contrast: PlannedContrast
    datasets: tuple[str, ...]
    differences: Floats
    low: Floats
    high: Floats
    left_out: tuple[str, ...]
    complete: bool
    test: HeadToHead | None = None


@dataclass(frozen=True, eq=False)
class ChosenCandidate:
    """The candidate that is chosen on the design datasets.

    Attributes
    ----------
    table
        A row each candidate: ``accuracy``, the mean over the design datasets with a family as one
        case, and ``kept``, the mean number of members it keeps.
    text
        The chosen method; empty while no design dataset is computed.
    complete
        Whether all design datasets are computed.
    """

    table: pd.DataFrame
    text: str
    complete: bool


def choose_candidate(study: ShippedStudy) -> ChosenCandidate:
    """Return the candidate with the highest mean accuracy on the design datasets; of equal ones the
    one that keeps fewer members."""
    pool, weighting = _only_setting(study)
    computed = set(study.finished)
    finished = [name for name in study.design if name in computed]
    complete = len(finished) == len(study.design)
    empty = pd.DataFrame({"accuracy": [], "kept": []})
    if not finished:
        return ChosenCandidate(empty, "", complete)
    wide = study.accuracies(pool, weighting).reindex(finished)
    candidates = [name for name in study.candidates if wide.get(name, pd.Series()).notna().any()]
    if len(candidates) < 2:
        return ChosenCandidate(empty, "", complete)
    found = across_datasets(wide[candidates], _families(study))
    records = study.records
    own = records[records["dataset"].isin(finished) & (records["weighting"] == weighting)]
    kept = own.groupby("method")["kept"].mean()
    table = pd.DataFrame(
        {"accuracy": found.accuracies.mean(axis=0), "kept": kept.reindex(candidates).to_numpy()},
        index=pd.Index(candidates, name="method"),
    )
    best = table.assign(accuracy=table["accuracy"].round(12)).sort_values(
        ["accuracy", "kept"], ascending=[False, True], kind="stable"
    )
    return ChosenCandidate(table, str(best.index[0]), complete)


def planned_contrasts(study: ShippedStudy) -> tuple[PlannedContrast, ...]:
    """Return the contrasts of a study, as its file fixed them before the first run: each of its
    ``comparisons`` with every base ensemble.

    Of a study with candidates besides: the primary method and the chosen candidate, when it is
    another one, against ``study.contrasts`` on the judged datasets; none while nothing is chosen.
    """
    found: list[PlannedContrast] = []
    if study.candidates:
        chosen = choose_candidate(study).text
        pool, weighting = _only_setting(study)
        firsts = {study.primary: "primary"} if study.primary and chosen else {}
        if chosen:
            firsts.setdefault(chosen, "chosen")
        found += [
            PlannedContrast(
                first, second, pool, weighting, study.judged, f"against {_short(second)}", role
            )
            for first, role in firsts.items()
            for second in study.contrasts
        ]
    for comparison in study.comparisons:
        for second in comparison.second or ("",):
            for pool in study.recipe.pools:
                sources = study.recipe.sources(pool)
                for weighting in comparison.weighting or sources:
                    words = [POOL_KINDS[pool].label]
                    if len(sources) > 1:
                        words.append(_ROWS.get(weighting, weighting))
                    if study.recipe.label_noise:
                        words.append(f"{study.recipe.label_noise:.0%} wrong labels")
                    if second in _PARTS:
                        words.append(f"against {_PARTS[second]}")
                    found.append(
                        PlannedContrast(
                            comparison.first,
                            second,
                            pool,
                            weighting,
                            study.recipe.datasets,
                            ", ".join(words),
                            comparison.role,
                            comparison.value,
                        )
                    )
    return tuple(found)


def contrast_results(
    study: ShippedStudy, contrasts: Sequence[PlannedContrast]
) -> tuple[ContrastResult, ...]:
    """Return what the records say of contrasts. Holm's correction is over all that have data and
    are about the same number."""
    tables = {
        setting: study.accuracies(*setting)
        for setting in dict.fromkeys((c.pool, c.weighting) for c in contrasts)
    }
    records = _Records(study)
    found = [
        _of_accuracy(study, contrast, tables[contrast.pool, contrast.weighting], records)
        if contrast.value == "accuracy"
        else _of_number(study, contrast, records)
        for contrast in contrasts
    ]
    tests: dict[int, HeadToHead] = {}
    for value in dict.fromkeys(contrast.value for contrast in contrasts):
        there = [i for i, c in enumerate(contrasts) if c.value == value and found[i][1].size]
        pairs = [(contrasts[i].first, contrasts[i].second) for i in there]
        cases = [found[i][1] for i in there]
        tests |= zip(there, heads_to_heads(pairs, cases), strict=True)
    return tuple(replace(result, test=tests.get(i)) for i, (result, _) in enumerate(found))


class _Records:
    """The records of a study, found by method: looking each up among all takes most of the time."""

    def __init__(self, study: ShippedStudy) -> None:
        self.finished = set(study.finished)
        by = ["pool", "weighting", "method"]
        indexed = study.records.set_index(["dataset", "repeat", "fold"])
        self._empty = indexed.iloc[:0]
        self._of = dict(iter(indexed.groupby(by, sort=False)))
        whole = indexed[indexed["weighting"] == "none"]
        self._whole = dict(iter(whole.groupby("method", sort=False)))

    def of(self, contrast: PlannedContrast, method: str) -> pd.DataFrame:
        """Return those of a method in the setting of a contrast, by dataset, repeat and fold."""
        return self._of.get((contrast.pool, contrast.weighting, method), self._empty)

    def with_whole(self, contrast: PlannedContrast, method: str) -> pd.DataFrame:
        """Return the same, also for a whole ensemble, which nothing judges."""
        return self._whole[method] if method in self._whole else self.of(contrast, method)


def _of_accuracy(
    study: ShippedStudy, contrast: PlannedContrast, wide: pd.DataFrame, records: _Records
) -> tuple[ContrastResult, Floats]:
    """Return the result without its test, and one difference a case."""
    done = [name for name in contrast.datasets if name in records.finished]
    pair = wide.reindex(index=done, columns=[contrast.first, contrast.second])
    whole = pair.dropna()
    low, high = _fold_intervals(records, contrast, list(whole.index))
    result = ContrastResult(
        contrast,
        tuple(whole.index),
        (whole[contrast.first] - whole[contrast.second]).to_numpy(),
        low,
        high,
        tuple(name for name in done if name not in whole.index),
        len(done) == len(contrast.datasets),
    )
    return result, _case_differences(whole, study)


def _of_number(
    study: ShippedStudy, contrast: PlannedContrast, records: _Records
) -> tuple[ContrastResult, Floats]:
    """As ``_of_accuracy``, for a number that each fold has once: its mean over the folds, with the
    corrected resampled interval."""
    value = COMPARED_VALUES[contrast.value]
    finished = records.finished
    first = records.of(contrast, contrast.first)
    if value.middle is None:
        difference = value.of(first) - value.of(records.of(contrast, contrast.second))
    else:
        difference = value.of(first) - value.middle
    rows = first.assign(difference=value.sign * difference)
    by_dataset = {str(name): part for name, part in rows.groupby("dataset")}
    done = [name for name in contrast.datasets if name in finished and name in by_dataset]
    failed = [name for name in done if by_dataset[name]["difference"].isna().any()]
    names = [name for name in done if name not in failed]
    ends = [
        corrected_resampled_interval(
            by_dataset[name]["difference"],
            by_dataset[name]["n_test"].sum() / by_dataset[name]["n_training"].sum(),
        )
        for name in names
    ]
    means = np.array([end.mean for end in ends])
    # A share lies from 0 to 1, and so does its interval.
    limits = (-0.5, 0.5) if value.middle else (-1.0, 1.0)
    result = ContrastResult(
        contrast,
        tuple(names),
        means,
        np.array([max(end.low, limits[0]) for end in ends]),
        np.array([min(end.high, limits[1]) for end in ends]),
        tuple(failed),
        len(finished) == len(contrast.datasets),
    )
    # Shares from 0 to 1 beside the one of no difference: a family is averaged as accuracies are.
    table = pd.DataFrame({"first": (1 + means) / 2, "second": 0.5}, index=names)
    return result, 2 * _case_differences(table, study)


def _case_differences(pair: pd.DataFrame, study: ShippedStudy) -> Floats:
    """Return one difference a case, first column minus second; a family is one case."""
    if not len(pair):
        return np.empty(0)
    found = case_means(pair, _families(study))
    return np.asarray(found.iloc[:, 0] - found.iloc[:, 1])


def _fold_intervals(
    records: _Records, contrast: PlannedContrast, datasets: list[str]
) -> tuple[Floats, Floats]:
    """Return the ends of the 95 % intervals over folds, from the rows that only one of the methods
    classifies rightly."""
    first, second = (
        records.with_whole(contrast, method) for method in (contrast.first, contrast.second)
    )
    both = first.assign(other=second["right"]).reset_index()
    both = both[both["dataset"].isin(datasets)]
    counts: dict[str, list[tuple[int, int, int, int]]] = {name: [] for name in datasets}
    columns = (both[name] for name in ("dataset", "right", "other", "n_test", "n_training"))
    for name, right, other, n_test, n_training in zip(*columns, strict=True):
        counts[name].append((*only_one_right(right, other), int(n_test), int(n_training)))
    ends = [DiscordantRows(*zip(*counts[name], strict=True)).interval() for name in datasets]
    return np.array([max(e.low, -1.0) for e in ends]), np.array([min(e.high, 1.0) for e in ends])


def _families(study: ShippedStudy) -> dict[str, tuple[str, ...]]:
    """Return the families by a name of their own."""
    return {f"{family[0]} and related": family for family in study.families}


def _only_setting(study: ShippedStudy) -> tuple[str, str]:
    """Return the base ensemble and the rows of a study that has one of each."""
    pool = study.recipe.pools[0]
    return pool, study.recipe.sources(pool)[0]


_PARTS = {
    "l2dwk(terms='accuracy')": "accuracy alone",
    "l2dwk(terms='diversity')": "diversity alone",
}
"""Names of methods that leave out a part."""


def _short(method: str) -> str:
    """Return a method's name in a sentence."""
    return _NAMES.get(method) or parse_methods(method)[0].title


_NAMES = {
    "single_best": "the best single model",
    "forward_selection(n_bags=1, n_initial=0)": "plain forward selection",
    "forward_selection": "bagged forward selection",
}
