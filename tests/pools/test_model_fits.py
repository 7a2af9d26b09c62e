"""Fits on folds and on all rows, in this process and in others."""

from __future__ import annotations

import errno
import tempfile
import time

import numpy as np
import pytest
from sklearn.datasets import load_wine
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import StratifiedKFold
from sklearn.naive_bayes import GaussianNB
from sklearn.neighbors import KNeighborsClassifier
from sklearn.tree import DecisionTreeClassifier

from l2dwk_core.common.errors import InputError
from l2dwk_core.pools.fit_models import fit_models
from l2dwk_core.pools.fit_queue import FitQueue
from l2dwk_core.pools.library_models import LIBRARY
from l2dwk_core.pools.one_fit import FitAnswer, FitWork
from tests.slow_models import Failing, Memorising, Sleeping

X, Y = load_wine(return_X_y=True)
FOLDS = list(StratifiedKFold(3, shuffle=True, random_state=0).split(X, Y))
MODELS = [
    ("tree", DecisionTreeClassifier(random_state=0)),
    ("bayes", GaussianNB()),
    ("neighbours", KNeighborsClassifier(3)),
]


def test_each_row_is_answered_by_a_model_fitted_on_the_other_folds():
    found = fit_models(MODELS, X, Y, folds=FOLDS, probabilities=True, n_jobs=1)
    for j, (_, model) in enumerate(MODELS):
        for kept, left_out in FOLDS:
            alone = model.fit(X[kept], Y[kept])
            np.testing.assert_array_equal(found.codes[left_out, j], alone.predict(X[left_out]))
            np.testing.assert_allclose(
                found.probabilities[left_out, j], alone.predict_proba(X[left_out]), atol=1e-6
            )
        np.testing.assert_array_equal(found.fitted[j].predict(X), model.fit(X, Y).predict(X))
    assert found.names == ("tree", "bayes", "neighbours")


def test_a_model_that_remembers_its_rows_is_a_stranger_to_its_fold():
    noise = np.random.default_rng(0).integers(0, 2, 200)
    table = np.arange(200.0)[:, None]
    folds = list(StratifiedKFold(5, shuffle=True, random_state=0).split(table, noise))
    found = fit_models([("memory", Memorising())], table, noise, folds=folds, n_jobs=1)
    np.testing.assert_array_equal(found.fitted[0].predict(table), noise)
    assert (found.codes == 0).all()  # no row is known to the model that answers it


@pytest.mark.parametrize("n_jobs", [1, 2])
def test_a_model_that_fails_is_left_out_with_its_reason(n_jobs):
    some_fold = len(FOLDS[1][0])
    failing = [("never", Failing()), ("on all rows", Failing(len(Y)))]
    if some_fold not in (len(FOLDS[0][0]), len(FOLDS[2][0])):
        failing.append(("on a fold", Failing(some_fold)))
    models = [failing[0], *MODELS, *failing[1:]]
    found = fit_models(models, X, Y, folds=FOLDS, n_jobs=n_jobs)
    alone = fit_models(MODELS, X, Y, folds=FOLDS, n_jobs=1)
    assert found.places.tolist() == [1, 2, 3]
    np.testing.assert_array_equal(found.codes, alone.codes)
    assert len(found.fitted) == 3
    assert len(found.notes) == len(failing)
    assert found.notes[0].startswith("never is left out, as it could not be fitted: ")
    assert found.notes[0].endswith("rows are not for me")
    assert found.notes[1].startswith("on all rows is left out")
    with pytest.raises(InputError, match=r"None of 2 models .* of the first, never, it was said"):
        fit_models(failing[:2], X, Y, n_jobs=n_jobs)


def test_a_fold_of_one_class_answers_it():
    labels = np.array([0] * 9 + [1])
    folds = [(np.arange(9), np.array([9])), (np.array([0, 9]), np.arange(1, 9))]
    found = fit_models(
        [("line", LogisticRegression())], X[:10], labels, folds=folds, probabilities=True, n_jobs=1
    )
    assert found.codes[9, 0] == 0
    assert found.probabilities[9, 0].tolist() == [1.0, 0.0]
    assert found.codes[0, 0] == -1  # no fold leaves it out


def test_progress_names_the_model_also_during_a_slow_fit():
    calls = []
    models = [("slow", Sleeping(1.5)), *MODELS]
    fit_models(models, X, Y, n_jobs=1, progress=lambda *at: calls.append((time.monotonic(), *at)))
    assert (calls[0][2], calls[-1][2]) == (0, 4)
    assert {call[3] for call in calls} == {4}
    assert [call[2] for call in calls] == sorted(call[2] for call in calls)
    assert sum(call[1] == "slow" for call in calls) >= 4  # reported while it slept


def test_cancelling_ends_a_fit_that_would_take_a_minute():
    class Cancelled(Exception):
        pass

    begun = time.monotonic()
    at = []

    def cancel(name, done, total):
        at.append(time.monotonic())
        if len(at) > 3:
            raise Cancelled

    models = [(f"slow {j}", Sleeping(60.0)) for j in range(2)]
    with pytest.raises(Cancelled):
        fit_models(models, X, Y, n_jobs=2, progress=cancel)
    assert time.monotonic() - at[-1] < 2
    assert at[-1] - begun < 30  # it was cancelled long before a fit could end
    # Those that were ended are not in the way of the next.
    assert fit_models(MODELS, X, Y, n_jobs=2).places.size == 3


def test_a_full_disk_under_the_temporary_files_is_named(monkeypatch):
    def full(*, prefix):
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(tempfile, "TemporaryDirectory", full)
    with pytest.raises(InputError, match=r"No space left on device\); make room for temporary"):
        fit_models(MODELS, X, Y, n_jobs=2)


def test_votes_are_the_same_in_one_process_and_in_two():
    here, one, two = (
        fit_models(MODELS, X, Y, folds=FOLDS, probabilities=True, n_jobs=n, progress=report)
        for n, report in ((1, None), (1, lambda *_: None), (2, None))
    )
    for other in (one, two):
        np.testing.assert_array_equal(other.codes, here.codes)
        np.testing.assert_array_equal(other.probabilities, here.probabilities)


SECONDS = {  # of processor time for a fit on 1,000 rows of two classes, measured on one core
    "decision tree": 0.008, "k nearest neighbours": 0.012, "logistic regression": 0.014,
    "support vector machine": 0.03, "random forest": 0.18, "naive Bayes": 0.01,
    "gradient boosting": 0.06, "linear discriminant": 0.015, "neural network": 0.43,
    "extra trees": 0.22, "quadratic discriminant": 0.011, "AdaBoost": 0.115,
}  # fmt: skip


def _overestimates(costs):
    """Estimated by true time that is left, while the fits of the library are made in turn."""
    rows = np.arange(len(Y))
    work = FitWork(X, Y, np.unique(Y), ((rows, rows),) * 5, False, True)
    models = [(model.name, GaussianNB()) for model in LIBRARY]
    fits = FitQueue(models, work, True, costs)
    whole = 6 * sum(SECONDS[model.family] for model in LIBRARY)
    spent, found = 0.0, []
    while (job := fits.next()) is not None:
        seconds = SECONDS[LIBRARY[job[0]].family]
        fits.take(job, FitAnswer(fitted=0, codes=Y.astype(np.int16), seconds=seconds))
        spent += seconds
        if 0.05 * whole < spent < 0.9 * whole:
            found.append(spent * (fits.total - fits.done) / fits.done / (whole - spent))
    return found


def test_the_time_left_of_the_library_is_sane_from_the_start():
    assert max(_overestimates(None)) > 2.5  # when every fit counts the same
    estimates = _overestimates([model.cost for model in LIBRARY])
    assert min(estimates) > 0.6 and max(estimates) < 2.0
