"""One class written in two ways is refused wherever predictions meet labels; nothing else is."""

from __future__ import annotations

import numpy as np
import pytest
from sklearn.tree import DecisionTreeClassifier

import l2dwk_core as l2
from l2dwk_core.common.errors import InputError
from l2dwk_core.common.label_spelling import check_spelling
from l2dwk_core.diversity.labels import kappa_error_pairs
from l2dwk_core.oracle.oracle import Oracle
from l2dwk_core.votes.findings import findings
from l2dwk_core.votes.votes import Votes

RNG = np.random.default_rng(0)
LABELS = np.array(["Yes", "No"])[RNG.integers(0, 2, 40)]
PREDICTIONS = np.where(
    RNG.random((40, 5)) < 0.7, LABELS[:, None], np.where(LABELS == "Yes", "No", "Yes")[:, None]
)
SETTINGS = l2.Settings()
CALLS = {
    "self_train": lambda p, y: l2.self_train(p, y, SETTINGS),
    "lambda_path": lambda p, y: l2.lambda_path(p, y, SETTINGS, [1.0]),
    "choose_lambda": lambda p, y: l2.choose_lambda(p, y, SETTINGS, lambdas=[1.0, 2.0], n_repeats=1),
    "oracle": Oracle.from_predictions,
    "kappa_error_pairs": kappa_error_pairs,
}
OTHERWISE = {
    "case": lambda p: np.char.lower(p),
    "blank": lambda p: np.char.add(p, " "),
    "objects": lambda p: np.char.add(" ", p).astype(object),
    "one vote": lambda p: np.where(np.arange(p.size).reshape(p.shape) == 7, "YES", p),
}


@pytest.mark.parametrize("way", OTHERWISE)
@pytest.mark.parametrize("call", CALLS)
def test_another_spelling_is_refused_with_an_example_of_each(call, way):
    with pytest.raises(InputError, match=r"no label, but the labels hold '(Yes|No)'"):
        CALLS[call](OTHERWISE[way](PREDICTIONS), LABELS)


@pytest.mark.parametrize("call", CALLS)
@pytest.mark.parametrize("ways", [("0.0", "1.0"), ("00", "01"), ("+0", "+1"), ("0", "1.")])
def test_so_is_a_number_written_in_another_way(call, ways):
    texts = np.array(ways)[(PREDICTIONS == "Yes").astype(int)]
    with pytest.raises(InputError, match=r"the labels hold '[01]'"):
        CALLS[call](texts, np.where(LABELS == "Yes", "1", "0"))


@pytest.mark.parametrize("call", CALLS)
def test_a_class_that_no_row_has_stays_allowed(call):
    odd = np.where(np.arange(200).reshape(40, 5) % 9 == 0, "Perhaps", PREDICTIONS)
    CALLS[call](odd, LABELS)
    CALLS[call](np.where(odd == "Perhaps", 7, odd == "Yes"), (LABELS == "Yes").astype(int))


def test_labels_that_differ_by_such_signs_themselves_keep_their_meaning():
    check_spelling(["a", "A", "α", "1", "01"], ["a", "A"])
    check_spelling(["YES"], ["yes", "Yes"])
    check_spelling(["1.0"], ["1", "01"])
    check_spelling([1, 2.0, True, None], ["1", "2", "True"])
    check_spelling(["12345678901234567890"], ["12345678901234567891"])
    check_spelling(["nan", "1e3", "1_0"], ["NaN?", "1000", "10"])
    with pytest.raises(InputError, match=r"class 'b '.*hold 'B'"):
        check_spelling(["b "], ["A", "B"])


def test_votes_that_are_read_name_such_a_class_instead():
    votes = Votes(
        name="v",
        models=tuple("abcde"),
        predictions=OTHERWISE["one vote"](PREDICTIONS),
        labels=LABELS,
    )
    assert any("Class 'YES' is predicted but no row's true label" in s for s in findings(votes))


def test_fitted_members_that_know_the_classes_in_another_spelling_are_refused():
    X = RNG.normal(size=(40, 3))
    members = [DecisionTreeClassifier(max_depth=1, random_state=s).fit(X, LABELS) for s in (0, 1)]
    l2.L2DWKClassifier(prefit=members).fit(X, LABELS)
    l2.L2DWKClassifier(prefit=members).fit(X[LABELS == "Yes"], LABELS[LABELS == "Yes"])
    with pytest.raises(InputError, match=r"the labels hold '(yes|no)'"):
        l2.L2DWKClassifier(prefit=members).fit(X, np.char.lower(LABELS))
