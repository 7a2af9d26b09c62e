"""Whatever is handed to the public functions: a result, or one line that says what to give."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest
import scipy.sparse

import l2dwk_core as l2

pytestmark = pytest.mark.filterwarnings("error")

VOTES = np.array([[0, 1, 1], [1, 1, 0], [0, 0, 1], [1, 0, 1]])
TRUTH = np.array([0, 1, 0, 1])
EYE, ONES = np.eye(3), np.ones(3)


@pytest.mark.parametrize(
    ("votes", "truth"),
    [
        (VOTES.tolist(), TRUTH.tolist()),
        (pd.DataFrame(VOTES), pd.Series(TRUTH, index=[9, 8, 7, 6])),
        (np.ma.array(VOTES), TRUTH.astype(object)),
        (VOTES.astype(float), TRUTH.astype(bool)),
        (pd.DataFrame(VOTES).astype("Int64"), pd.Series(TRUTH).astype("Int64")),
        (VOTES.astype(str), pd.Categorical(TRUTH.astype(str))),
    ],
)
def test_votes_of_any_container_give_the_same_weights(votes, truth):
    expected = l2.self_train(VOTES, TRUTH).weights
    np.testing.assert_array_equal(l2.self_train(votes, truth).weights, expected)


@pytest.mark.parametrize(
    ("votes", "truth", "said"),
    [
        (VOTES + 0.5, TRUTH, "Predictions hold the value 0.5; .*text or whole numbers"),
        (np.where(VOTES == 1, np.inf, 0.0), TRUTH, "Predictions hold the value inf"),
        (
            VOTES,
            [0, 1, np.nan, 1],
            "1 of 4 labels is missing .first in row 3; row 1 is the first.; leave",
        ),
        (np.array(3), TRUTH, r"shape \(\); needed is rows × members"),
        (VOTES, np.array(1), r"Labels have shape \(\), .*give one label per row"),
        (np.ma.array(VOTES, mask=VOTES == 1), TRUTH, "7 masked entries of 12; leave"),
        (np.array([["a", 1, 1]] * 4, dtype=object), TRUTH, "Predictions mix text.*turn all"),
        (VOTES, np.array([0, "a", 1, "b"], dtype=object), "Labels mix text.*turn all"),
        (VOTES.astype(str), TRUTH, "use one type for predictions and labels"),
        ([[1, 2], [1]], [1, 2], "no array; give rows of one length"),
        (scipy.sparse.csr_matrix(VOTES), TRUTH, "sparse matrix; give a dense one"),
        (VOTES + 1j, TRUTH, "complex128; they must be text or whole numbers"),
        (VOTES.astype("M8[D]"), TRUTH, "they must be text or whole numbers"),
        ({"a": 1}, TRUTH, "they must be text or whole numbers"),
        (VOTES[None], TRUTH, "needed is rows × members"),
    ],
)
def test_unusable_votes_are_one_line(votes, truth, said):
    with pytest.raises(l2.InputError, match=said) as raised:
        l2.self_train(votes, truth)
    assert "\n" not in str(raised.value)


@pytest.mark.parametrize(
    ("call", "said"),
    [
        (lambda: l2.solve_simplex_qp([["a", "b"], ["c", "d"]], [1, 2]), "give real numbers"),
        (lambda: l2.solve_simplex_qp(EYE + 1j, ONES), "complex128; give real numbers"),
        (lambda: l2.solve_simplex_qp(EYE, ["x", None, 1]), "object; give real numbers"),
        (lambda: l2.solve_simplex_qp(1.0, 1.0), r"needed are \(L, L\)"),
        (lambda: l2.solve_simplex_qp(EYE * 1e300, ONES), "divide both by one number"),
        (lambda: l2.solve_simplex_qp(EYE, ONES, tol="x"), "tol is 'x'; allowed is"),
        (lambda: l2.solve_simplex_qp(EYE, ONES, solver=["a"]), "Unknown solver"),
        (lambda: l2.vertex_solution("a", "b"), "give real numbers"),
        (lambda: l2.exact_lambda_path(EYE, ONES, "a", 3), "needed is 0 < from < to"),
        (lambda: l2.exact_lambda_path("a", ONES), "give real numbers"),
        (lambda: l2.lambda_path(VOTES, TRUTH, l2.Settings(), None), "give a list of numbers"),
        (lambda: l2.lambda_path(VOTES, TRUTH, l2.Settings(), ["a"]), "λ is 'a'; allowed is"),
        (lambda: l2.train_pool(VOTES, TRUTH, n_jobs="a"), "n_jobs is 'a'; give"),
        (lambda: l2.train_pool(None, TRUTH), "X is None; give a table"),
        (lambda: l2.train_pool(VOTES, TRUTH, kind=["a"]), "Unknown base ensemble"),
        (lambda: l2.teaching_set("moons", n_rows="a"), "n_rows is 'a'; .*try 10"),
        (lambda: l2.teaching_set("moons", seed=1.5), "seed is 1.5; .*try 2"),
        (lambda: l2.teaching_set(["moons"]), "Did you mean|Choose one"),
        (lambda: l2.run("zoo", weighting=["hold_out"]), "Unknown weighting"),
        (lambda: l2.measure_all([[1], [1, 2]]), "give rows of one length"),
    ],
)
def test_other_unusable_arguments_are_one_line(call, said):
    with pytest.raises(l2.InputError, match=said) as raised:
        call()
    assert "\n" not in str(raised.value)


@pytest.mark.parametrize(
    ("choice", "said"),
    [
        ({"bins": "x"}, "bins is 'x'; .*try 2"),
        ({"max_rows": "x"}, "max_rows is 'x'; .*try 10"),
        ({"roles": "a"}, "roles is 'a'; give a mapping"),
        ({"target": ["b"]}, "Unknown column"),
    ],
)
def test_unusable_choices_for_a_table_are_one_line(choice, said):
    text = ("a,b\n" + "1,x\n3,y\n" * 20).encode()
    with pytest.raises(l2.InputError, match=said):
        l2.read_table(text, **{"target": "b", **choice})


def test_a_missing_vote_is_told_of_available():
    votes = np.array([["a", "b"], [None, "a"], ["b", "b"]], dtype=object)
    numbers = np.array([[0.0, 1.0], [np.nan, 0.0], [1.0, 1.0]])
    masked = np.ma.MaskedArray([[0, 1], [9, 0], [1, 1]], mask=[[0, 0], [1, 0], [0, 0]])
    for predictions, labels in (
        (votes, ["a", "a", "b"]),
        (numbers, [0, 0, 1]),
        (masked, [0, 0, 1]),
    ):
        with pytest.raises(l2.InputError, match="leave those rows out, or put any class there and "
                           "pass available=, a bool array"):  # fmt: skip
            l2.self_train(predictions, labels)
        # What it says can be done.
        filled = np.where([[0, 0], [1, 0], [0, 0]], labels[0], np.ma.getdata(predictions))
        there = np.array([[True, True], [False, True], [True, True]])
        assert len(l2.self_train(filled, labels, available=there).weights) == 2
    with pytest.raises(l2.InputError) as of_labels:
        l2.self_train([[0, 1], [1, 1]], [0, None])
    assert "available" not in str(of_labels.value)
