"""The loss of an ensemble is bias + variance − diversity, against slow sums and the authors'
numbers."""

from __future__ import annotations

import re
from dataclasses import astuple, fields

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from l2dwk_core.common.errors import InputError
from l2dwk_core.diversity import bias_variance_diversity as module
from l2dwk_core.diversity.bias_variance_diversity import (
    CLIP,
    LOSSES,
    LossTerms,
    clipped,
    loss_terms,
    zero_one_effects,
)
from tests.diversity.strategies import thorough
from tests.reference_loss_terms import slow_loss_terms

TERMS = [f.name for f in fields(LossTerms)]
EXACT = {"rtol": 0, "atol": 1e-12}


@st.composite
def trials(draw: st.DrawFn) -> tuple[np.ndarray, np.ndarray]:
    """Answers (trials, members, rows, classes), many of them certain as those of full trees, and
    labels."""
    shape = tuple(draw(st.integers(1, most)) for most in (4, 4, 3))
    n_classes = draw(st.integers(2, 4))
    certain = [[1.0 * (i == c) for i in range(n_classes)] for c in range(n_classes)]
    shares = st.lists(st.integers(0, 9), min_size=n_classes, max_size=n_classes).filter(any)
    answer = st.one_of(
        shares.map(lambda parts: [part / sum(parts) for part in parts]), st.sampled_from(certain)
    )
    n = int(np.prod(shape))
    answers = draw(st.lists(answer, min_size=n, max_size=n))
    labels = draw(st.lists(st.integers(0, n_classes - 1), min_size=shape[2], max_size=shape[2]))
    return np.array(answers).reshape(*shape, n_classes), np.array(labels)


@pytest.mark.parametrize("loss", LOSSES)
@thorough
@given(given=trials())
def test_ensemble_loss_is_bias_plus_variance_minus_diversity(loss, given) -> None:
    found = loss_terms(*given, loss)
    np.testing.assert_allclose(
        found.bias + found.variance - found.diversity, found.ensemble_loss, **EXACT
    )
    np.testing.assert_allclose(found.bias + found.variance, found.member_loss, **EXACT)
    if loss != "zero_one":
        assert (found.variance >= -1e-12).all()
        assert (found.diversity >= -1e-12).all()


@pytest.mark.parametrize("loss", LOSSES)
@thorough
@given(given=trials())
def test_terms_are_those_of_slow_sums(loss, given) -> None:
    answers, labels = given
    found = loss_terms(answers, labels, loss, clip=0.01)
    wanted = slow_loss_terms(answers, labels, loss, clip=0.01)
    for name in TERMS:
        np.testing.assert_allclose(getattr(found, name), wanted[name], **EXACT, err_msg=name)
    for name, mean in zip(TERMS, astuple(found.mean), strict=True):
        assert mean == pytest.approx(sum(wanted[name]) / len(labels), abs=1e-12)


# Computed by the classes MultivariateSquaredLoss, CrossEntropy and ZeroOneLoss (its ties go to the
# lowest class) of the authors' library Decompose, github.com/EchoStatements/Decompose at commit
# 8903ca8f, transcribed without its checks of arguments; Python 3.11.7, NumPy 2.4.6.
AUTHORS = {
    "squared": [
        [0.564154433058782, 0.677412532742686, 0.599581199233958, 0.687183466142893,
         0.591506557127141],
        [0.0408466612658474, 0.0640925189423052, 0.0535186109208646, 0.0433391468975557,
         0.0577315387123946],
        [0.060484205535178, 0.0601456747625384, 0.0815890023803073, 0.0591747641849099,
         0.0492473654675533],
        [0.605001094324629, 0.741505051684991, 0.653099810154823, 0.730522613040449,
         0.649238095839535],
        [0.544516888789451, 0.681359376922453, 0.571510807774516, 0.671347848855539,
         0.599990730371982],
    ],
    "cross_entropy": [
        [0.941312944201118, 1.08989207976249, 1.0206632533174, 1.14805907084247,
         0.971655182282814],
        [0.0754636118302394, 0.154259675432802, 0.0974566480082326, 0.083621205188227,
         0.10049172951262],
        [0.120567978261957, 0.12989390661633, 0.161538807815795, 0.111637443044461,
         0.0900055877247999],
        [1.01677655603136, 1.24415175519529, 1.11811990132563, 1.23168027603069,
         1.07214691179543],
        [0.8962085777694, 1.11425784857896, 0.956581093509838, 1.12004283298623,
         0.982141324070634],
    ],
    "zero_one": [
        [0.0, 0.666666666666667, 0.666666666666667, 0.666666666666667, 0.666666666666667],
        [0.416666666666667, 0.0833333333333333, -0.166666666666667, 0.0, 0.0],
        [0.416666666666667, -0.25, -0.25, 0.416666666666667, -0.0833333333333333],
        [0.416666666666667, 0.75, 0.5, 0.666666666666667, 0.666666666666667],
        [0.0, 1.0, 0.75, 0.25, 0.75],
    ],
}  # fmt: skip


@pytest.mark.parametrize("loss", LOSSES)
def test_terms_are_those_of_the_authors_library(loss) -> None:
    t, m, r, c = np.indices((4, 3, 5, 3))
    raw = 1.0 + (7 * t + 5 * m + 3 * r + 2 * c * (t + m + 1) + t * r * c) % 11
    # The smallest probability is far above the clip, so nothing is clipped.
    answers = raw / raw.sum(axis=3, keepdims=True)
    assert answers.min() > 10 * CLIP
    found = loss_terms(answers, np.arange(5) % 3, loss)
    for name, wanted in zip(TERMS, AUTHORS[loss], strict=True):
        np.testing.assert_allclose(getattr(found, name), wanted, rtol=0, atol=2e-14, err_msg=name)


def test_hand_counted_effects_may_be_negative() -> None:
    # Row 0, class 0: in each of 3 trials one of 3 members is right, another one each time. Each is
    # wrong in most trials and so is every vote.
    votes = np.ones((3, 3, 2), dtype=int)
    votes[[0, 1, 2], [0, 1, 2], 0] = 0
    found = zero_one_effects(votes, [0, 1])
    assert found.bias.tolist() == [1, 0]
    assert found.variance.tolist() == pytest.approx([-1 / 3, 0])
    assert found.diversity.tolist() == pytest.approx([-1 / 3, 0])
    assert found.ensemble_loss.tolist() == [1, 0]


def test_a_tie_goes_to_the_first_class() -> None:
    votes = np.array([[[2], [1]]])
    assert zero_one_effects(votes, [1]).ensemble_loss.tolist() == [0]
    assert zero_one_effects(votes, [2]).ensemble_loss.tolist() == [1]
    halves = np.full((1, 1, 1, 2), 0.5)
    assert loss_terms(halves, [0], "zero_one").member_loss.tolist() == [0]


def test_clipping_comes_first_and_keeps_sums_at_one() -> None:
    answers = np.array([[[[1.0, 0.0, 0.0]], [[0.2, 0.3, 0.5]]]])
    shown = clipped(answers, 0.01)
    np.testing.assert_allclose(shown.sum(axis=-1), 1)
    np.testing.assert_allclose(shown[0, 0, 0], np.array([1.0, 0.01, 0.01]) / 1.02)
    np.testing.assert_allclose(shown[0, 1, 0], [0.2, 0.3, 0.5])
    one = loss_terms(answers[:, :1], [1], "cross_entropy", clip=0.01)
    assert one.ensemble_loss[0] == pytest.approx(np.log(102))
    assert np.isfinite(loss_terms(answers[:, :1], [1], "cross_entropy").mean.bias)


@pytest.mark.parametrize("loss", LOSSES)
def test_blocks_of_rows_change_nothing_but_rounding(loss, monkeypatch) -> None:
    rng = np.random.default_rng(3)
    answers, labels = rng.dirichlet(np.ones(3), (4, 5, 11)), rng.integers(0, 3, 11)
    whole = loss_terms(answers, labels, loss)
    monkeypatch.setattr(module, "_CELLS_AT_A_TIME", 4 * 5 * 3 * 2)
    parts = loss_terms(answers, labels, loss)
    for name in TERMS:
        np.testing.assert_allclose(getattr(parts, name), getattr(whole, name), **EXACT)


HALVES = np.full((2, 2, 2, 2), 0.5)


@pytest.mark.parametrize(
    ("answers", "labels", "options", "said"),
    [
        (HALVES[0], [0, 1], {}, "shape (2, 2, 2); give (trials, members, rows, classes)"),
        (HALVES * 0.9, [0, 1], {}, "8 answers are no probabilities (first: trial 0, member 0"),
        (HALVES * np.nan, [0, 1], {}, "8 answers are no probabilities"),
        (HALVES + np.array([1, -1]), [0, 1], {}, "each must be at least 0"),
        (HALVES, [0], {}, "The labels have shape (1,), the answers 2 rows"),
        (HALVES, [0, 1, 0], {}, "The labels have shape (3,), the answers 2 rows"),
        (HALVES, [0, 2], {}, "The labels are 0 to 2; a position of a class is at least 0 and at"),
        (HALVES, [0.0, 1.0], {}, "The labels have dtype float64"),
        (HALVES, [0, 1], {"loss": "brier"}, "loss"),
        (HALVES, [0, 1], {"loss": "cross_entropy", "clip": 0}, "above 0 and at most 0.5"),
        (HALVES, [0, 1], {"loss": "cross_entropy", "clip": -0.1}, "clip is -0.1"),
        (HALVES, [0, 1], {"loss": "cross_entropy", "clip": 0.6}, "clip is 0.6; with 2 classes"),
    ],
)
def test_what_cannot_be_taken_apart_is_named(answers, labels, options, said) -> None:
    with pytest.raises(InputError, match=re.escape(said)):
        loss_terms(answers, labels, **options)


@pytest.mark.parametrize(
    ("votes", "said"),
    [
        ([[0, 1]], "shape (1, 2); give (trials, members, rows)"),
        ([[[0.0, 1.0]]], "dtype float64"),
        ([[[0, -1]]], "smallest value -1"),
    ],
)
def test_votes_that_are_no_classes_are_named(votes, said) -> None:
    with pytest.raises(InputError, match=re.escape(said)):
        zero_one_effects(votes, [0, 1])
