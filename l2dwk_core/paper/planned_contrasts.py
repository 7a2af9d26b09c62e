"""The contrasts that were fixed before a study was run, and what its records say of each."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np
import pandas as pd

from l2dwk_core.common.errors import InputError
from l2dwk_core.common.types import Floats
from l2dwk_core.pools.kinds import POOL_KINDS
from l2dwk_core.statistics.across_datasets import across_datasets
from l2dwk_core.statistics.head_to_head import HeadToHead, heads_to_heads
from l2dwk_core.statistics.significance import DiscordantRows, corrected_resampled_interval
from l2dwk_core.study.methods import parse_methods
from l2dwk_core.study.record import only_one_right
from l2dwk_core.study.shipped_study import ShippedStudy

TREE_METHOD = "l2dwk(kernel='gaussian')"
"""The method that is compared with the six rivals."""
TREE_RIVALS = ("bagging", "adaboost", "random_forest", "gasen", "rse", "epsdp")
TREE_ROWS: Mapping[str, str] = {"hold_out": "held-out rows", "bootstrap": "the paper's rows"}
"""Which rows judge the trees: rows that no tree was fitted on, and a bootstrap sample of the rows
they were fitted on, as in the paper."""


@dataclass(frozen=True)
class PlannedContrast:
    """Two methods that are compared on some datasets.

    Attributes
    ----------
    first, second
        Texts of methods.
    pool, weighting
        The base ensemble, and the rows that judge its members.
    datasets
        On which they are compared.
    label
        The setting in a few words.
    """

    first: str
    second: str
    pool: str
    weighting: str
    datasets: tuple[str, ...]
    label: str


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
        ``(n,)`` first minus second on each dataset, and its 95 % interval over the folds, in
        [−1, 1].
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
    """Return the contrasts of a study, as its file fixed them before the first run.

    Of a study with candidates: the chosen one against ``study.contrasts`` on the judged datasets;
    none while nothing is chosen. Otherwise ``TREE_METHOD`` against each of ``TREE_RIVALS``, with
    each base ensemble and each kind of rows. Raise ``InputError`` for a study without these.
    """
    if study.candidates:
        chosen = choose_candidate(study).text
        pool, weighting = _only_setting(study)
        return tuple(
            PlannedContrast(
                chosen, second, pool, weighting, study.judged, f"against {_short(second)}"
            )
            for second in (study.contrasts if chosen else ())
        )
    recipe = study.recipe
    unknown = [name for name in (TREE_METHOD, *TREE_RIVALS) if name not in recipe.methods]
    if unknown:
        raise InputError(
            f"The study {study.key!r} has no {', '.join(unknown)}; it has no planned contrasts."
        )
    return tuple(
        PlannedContrast(
            TREE_METHOD,
            second,
            pool,
            weighting,
            recipe.datasets,
            f"{POOL_KINDS[pool].label}, {words}",
        )
        for second in TREE_RIVALS
        for pool in recipe.pools
        for weighting, words in TREE_ROWS.items()
    )


def contrast_results(
    study: ShippedStudy, contrasts: Sequence[PlannedContrast]
) -> tuple[ContrastResult, ...]:
    """Return what the records say of contrasts, with Holm's correction over all that have data."""
    tables = {
        setting: study.accuracies(*setting)
        for setting in dict.fromkeys((c.pool, c.weighting) for c in contrasts)
    }
    finished = set(study.finished)
    results, cases = [], []
    for contrast in contrasts:
        wide = tables[contrast.pool, contrast.weighting]
        done = [name for name in contrast.datasets if name in finished]
        pair = wide.reindex(index=done, columns=[contrast.first, contrast.second])
        whole = pair.dropna()
        low, high = _fold_intervals(study, contrast, list(whole.index))
        results.append(
            ContrastResult(
                contrast,
                tuple(whole.index),
                (whole[contrast.first] - whole[contrast.second]).to_numpy(),
                low,
                high,
                tuple(name for name in done if name not in whole.index),
                len(done) == len(contrast.datasets),
            )
        )
        cases.append(_case_differences(whole, study))
    return _tested(results, cases)


def kept_results(study: ShippedStudy, share: float) -> tuple[ContrastResult, ...]:
    """Return by how much the share of members that ``TREE_METHOD`` keeps is below ``share``, in
    each setting of the trees. A difference above 0 means that it keeps fewer."""
    records, finished = study.records, study.finished
    results, cases = [], []
    for contrast in planned_contrasts(study):
        if contrast.second != TREE_RIVALS[0]:
            continue
        own = records[
            (records["method"] == contrast.first)
            & (records["pool"] == contrast.pool)
            & (records["weighting"] == contrast.weighting)
            & records["dataset"].isin(finished)
        ]
        below = (share - own["kept"] / own["n_members"]).groupby(own["dataset"])
        names = [n for n in contrast.datasets if n in below.groups]
        failed = [n for n in names if below.get_group(n).isna().any()]
        names = [n for n in names if n not in failed]
        rows = [own[own["dataset"] == name] for name in names]
        ends = [
            corrected_resampled_interval(
                below.get_group(name), r["n_test"].sum() / r["n_training"].sum()
            )
            for name, r in zip(names, rows, strict=True)
        ]
        means = np.array([end.mean for end in ends])
        results.append(
            ContrastResult(
                contrast,
                tuple(names),
                means,
                np.array([max(end.low, share - 1) for end in ends]),
                np.array([min(end.high, share) for end in ends]),
                tuple(failed),
                len(finished) == len(contrast.datasets),
            )
        )
        # Shares of members beside a constant: a family is averaged as accuracies are.
        table = pd.DataFrame({"kept": share - means, "share": share}, index=names)
        cases.append(-_case_differences(table, study))
    return _tested(results, cases)


def _tested(results: list[ContrastResult], cases: list[Floats]) -> tuple[ContrastResult, ...]:
    """Return the results with their tests, corrected over those that have a dataset."""
    there = [i for i, differences in enumerate(cases) if differences.size]
    pairs = [(results[i].contrast.first, results[i].contrast.second) for i in there]
    tests = dict(zip(there, heads_to_heads(pairs, [cases[i] for i in there]), strict=True))
    return tuple(replace(result, test=tests.get(i)) for i, result in enumerate(results))


def _case_differences(pair: pd.DataFrame, study: ShippedStudy) -> Floats:
    """Return one difference a case, first column minus second; a family is one case."""
    if not len(pair):
        return np.empty(0)
    found = across_datasets(pair, _families(study)).accuracies
    return np.asarray(found[:, 0] - found[:, 1])


def _fold_intervals(
    study: ShippedStudy, contrast: PlannedContrast, datasets: list[str]
) -> tuple[Floats, Floats]:
    """Return the ends of the 95 % intervals over folds, from the rows that only one of the methods
    classifies rightly."""
    records = study.records
    of_setting = (
        (records["pool"] == contrast.pool) & (records["weighting"] == contrast.weighting)
    ) | (records["weighting"] == "none")
    of_setting &= records["dataset"].isin(datasets)
    sides = (
        records[of_setting & (records["method"] == method)].set_index(["dataset", "repeat", "fold"])
        for method in (contrast.first, contrast.second)
    )
    first, second = sides
    both = first.assign(other=second["right"]).reset_index()
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


def _short(method: str) -> str:
    """Return a method's name in a sentence."""
    return _NAMES.get(method) or parse_methods(method)[0].title


_NAMES = {
    "single_best": "the best single model",
    "forward_selection(n_bags=1, n_initial=0)": "plain forward selection",
    "forward_selection": "bagged forward selection",
}
