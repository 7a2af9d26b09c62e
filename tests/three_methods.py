"""A study whose answer is known: three methods on datasets of 150 rows in three folds."""

from __future__ import annotations

import numpy as np

from l2dwk_core.study.export import as_frame
from l2dwk_core.study.recipe import StudyRecipe
from l2dwk_core.study.record import StudyRecord, bits_of
from l2dwk_core.study.results import StudyTable, study_table

METHODS = ("uniform_vote", "l2dwk(lam=0.3)", "single_best")
N_TEST, FOLDS = 50, 3


def made_table(right, *, families=(), kept=(20, 5, 1), lost=(), unanswered=()):
    """The table of these numbers of right rows of each fold, by dataset and method. The first so
    many rows are right; ``lost``: (dataset, method) without a result; ``unanswered``: (dataset,
    method) without an answer on every row that is not right."""
    recipe = made_recipe(tuple(right))
    records = as_frame(made_records(right, kept=kept, lost=lost, unanswered=unanswered))
    return study_table(recipe, records, "bagging", "hold_out", families)


def made_recipe(datasets):
    return StudyRecipe(datasets, methods=METHODS, folds=FOLDS, n_members=20)


def made_records(right, *, kept=(20, 5, 1), lost=(), unanswered=()):
    found = []
    for dataset, by_method in right.items():
        for fold in range(FOLDS):
            for j, (method, n) in enumerate(zip(METHODS, by_method, strict=True)):
                failed = (dataset, method) in lost
                right_rows = np.arange(N_TEST) < n
                gaps = (dataset, method) in unanswered
                found.append(
                    StudyRecord(
                        dataset, "bagging", "hold_out", method, 0, fold, 1,
                        2 * N_TEST, 30, N_TEST, 20,
                        correct=None if failed else n,
                        kept=None if failed else kept[j],
                        right="" if failed else bits_of(right_rows),
                        unanswered=bits_of(~right_rows) if gaps else "",
                        failure="lost" if failed else "",
                    )
                )  # fmt: skip
    return found


def alternating(n=12) -> StudyTable:
    """The first two methods win in turn; the third is far behind everywhere."""
    return made_table({f"d{i}": (40 + i % 2, 41 - i % 2, 10) for i in range(n)})
