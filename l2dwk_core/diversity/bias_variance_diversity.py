"""Bias, variance and diversity of an ensemble over repeated trainings.

The loss of an ensemble is the loss of its members on average, less their diversity, and the loss of
the members is their bias plus their variance. Expectations are means over trials, each with another
training sample. The label of a row counts as its truth: noise is not told apart and is part of
the bias.

Source: Wood, Mu, Webb, Reeve, Luján & Brown 2023, "A unified theory of diversity in ensemble
learning", Journal of Machine Learning Research 24.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields
from types import MappingProxyType
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from l2dwk_core.common.arrays import plain_array
from l2dwk_core.common.checks import check_choice, is_number
from l2dwk_core.common.errors import InputError
from l2dwk_core.common.text import shown
from l2dwk_core.common.types import Floats, Indices

CLIP = 1e-3
"""Smallest probability that the cross-entropy sees, before the probabilities are divided by their
sum. A fully grown tree answers 0, whose logarithm does not exist."""

# The sum of probabilities in float32 may differ from 1 by rounding.
_SUM_TOLERANCE = 1e-4
# Numbers in float64 at a time: some 16 MB for each temporary array.
_CELLS_AT_A_TIME = 2_000_000


@dataclass(frozen=True)
class MeanTerms:
    """The terms of an ensemble as means over the rows. See ``LossTerms``."""

    bias: float
    variance: float
    diversity: float
    member_loss: float
    ensemble_loss: float


@dataclass(frozen=True, eq=False)
class LossTerms:
    """``ensemble_loss = bias + variance − diversity`` on every row.

    Attributes
    ----------
    bias
        (rows,) the loss of the central members, as a mean over the members. The central member j
        combines member j of all trials.
    variance
        (rows,) how far the members of the trials are from their central members. For the 0/1 loss
        the variance-effect.
    diversity
        (rows,) how far the members of one trial are from their ensemble. For the 0/1 loss the
        diversity-effect.
    member_loss
        (rows,) the mean loss of all members of all trials, ``bias + variance``.
    ensemble_loss
        (rows,) the mean loss of the ensembles of the trials.
    """

    bias: Floats
    variance: Floats
    diversity: Floats
    member_loss: Floats
    ensemble_loss: Floats

    @property
    def mean(self) -> MeanTerms:
        """Return every term as a mean over the rows."""
        return MeanTerms(**{f.name: float(getattr(self, f.name).mean()) for f in fields(self)})


@dataclass(frozen=True)
class Loss:
    """A loss, and the combiner with which it can be taken apart.

    Attributes
    ----------
    title, noun
        Its name on a page, and in a sentence.
    combiner
        How the members become an ensemble, in words.
    formula, diversity
        The loss of an answer q on a row of class y, and the diversity of a trial, in LaTeX.
    suffix
        What follows the name of a term: "" for a loss of the identity, "-effect" for the 0/1 loss.
    note
        What has to be known to read its numbers.
    terms
        The function that takes it apart.
    """

    title: str
    noun: str
    combiner: str
    formula: str
    diversity: str
    suffix: str
    note: str
    terms: Callable[..., LossTerms]


def loss_terms(
    answers: ArrayLike, labels: ArrayLike, loss: str = "squared", *, clip: float = CLIP
) -> LossTerms:
    """Take the loss of an ensemble apart, row by row.

    With q_tj the answer of member j in trial t, q̄_t the ensemble of trial t and q*_j the central
    member j, of n trials and m members:

    - "squared", ‖q − e_y‖² with e_y = 1 at the class y and else 0 (Brier 1950), and the arithmetic
      mean as combiner: bias (1/m) Σ_j ‖q*_j − e_y‖², variance (1/nm) Σ_tj ‖q_tj − q*_j‖²,
      diversity (1/nm) Σ_tj ‖q_tj − q̄_t‖². All are in [0, 2].
    - "cross_entropy", −ln q_y, and the normalised geometric mean as combiner: bias
      (1/m) Σ_j −ln q*_jy, variance (1/nm) Σ_tj KL(q*_j ‖ q_tj), diversity
      (1/nm) Σ_tj KL(q̄_t ‖ q_tj), in nats. Probabilities below ``clip`` are raised to it, and each
      answer is divided by its sum, before anything else.
    - "zero_one": as ``zero_one_effects``. A member votes for its largest probability; of equal ones
      for the first class.

    Parameters
    ----------
    answers
        (trials, members, rows, classes) probabilities.
    labels
        (rows,) classes as positions 0 … classes − 1.
    loss
        A key of ``LOSSES``.
    clip
        Only for "cross_entropy": above 0 and at most 1 / classes.

    Raises
    ------
    InputError
        The answers are no probabilities of that shape, a label is not among the classes, the loss
        is unknown, or ``clip`` is out of range.

    Source: Wood et al. 2023; for the squared loss with one trial Krogh & Vedelsby 1995.
    """
    check_choice("loss", loss, LOSSES)
    values = _probabilities(answers)
    n_classes = values.shape[3]
    classes = _classes(labels, values.shape[2], n_classes)
    options: dict[str, Any] = {}
    if loss == "cross_entropy":
        if not is_number(clip) or not 0 < clip <= 1 / n_classes:
            raise InputError(
                f"clip is {shown(clip)}; with {n_classes} classes it must be above 0 and at most "
                f"{1 / n_classes:.3g}, for example {min(CLIP, 1 / n_classes):.3g}."
            )
        options["clip"] = clip
    each = max(_CELLS_AT_A_TIME // (values.size // values.shape[2]), 1)
    parts = [
        LOSSES[loss].terms(
            values[:, :, start : start + each].astype(np.float64),
            classes[start : start + each],
            **options,
        )
        for start in range(0, values.shape[2], each)
    ]
    return LossTerms(
        **{f.name: np.concatenate([getattr(p, f.name) for p in parts]) for f in fields(LossTerms)}
    )


def zero_one_effects(votes: ArrayLike, labels: ArrayLike) -> LossTerms:
    """Return the effects of bias, variance and diversity on the 0/1 loss of the plurality vote.

    The loss is 1 where the answer is not the class of the row, else 0. With f_tj the vote of member
    j in trial t, f̄_t the plurality of trial t and f*_j the plurality of member j over the trials:
    bias-effect (1/m) Σ_j [f*_j ≠ y], variance-effect (1/nm) Σ_tj [f_tj ≠ y] − bias-effect,
    diversity-effect (1/nm) Σ_tj [f_tj ≠ y] − (1/n) Σ_t [f̄_t ≠ y].

    Variance-effect and diversity-effect are in [−1, 1]. They are negative where trials that differ
    are right more often than their plurality, and where members are right that are outvoted. Of
    classes with equally many votes the first one wins.

    Parameters
    ----------
    votes
        (trials, members, rows) classes as whole numbers of at least 0.
    labels
        (rows,) true classes, numbered alike.

    Raises
    ------
    InputError
        A shape does not fit, or a class is not a whole number of at least 0.

    Source: Wood et al. 2023, after the effects of James & Hastie 1997.
    """
    given = plain_array("Votes", votes)
    if given.ndim != 3 or given.size == 0:
        raise InputError(
            f"The votes have shape {given.shape}; give (trials, members, rows), at least one each."
        )
    if given.dtype.kind not in "iu" or given.min() < 0:
        raise InputError(
            f"The votes have dtype {given.dtype} and smallest value {given.min()}; give classes as "
            "whole numbers of at least 0."
        )
    truth = _classes(labels, given.shape[2])
    wrong = given != truth
    members = wrong.mean(axis=(0, 1))
    ensembles = (_plurality(given, 1) != truth).mean(axis=0)
    central = (_plurality(given, 0) != truth).mean(axis=0)
    return LossTerms(
        bias=central,
        variance=members - central,
        diversity=members - ensembles,
        member_loss=members,
        ensemble_loss=ensembles,
    )


def clipped(answers: Floats, clip: float) -> Floats:
    """Return the probabilities with those below ``clip`` raised to it, divided by their sum."""
    raised = np.maximum(answers, clip)
    return np.asarray(raised / raised.sum(axis=-1, keepdims=True))


def _squared(answers: Floats, classes: Indices) -> LossTerms:
    truth = np.eye(answers.shape[3])[classes]
    ensembles = answers.mean(axis=1, keepdims=True)
    central = answers.mean(axis=0, keepdims=True)

    def distance(first: Floats, second: Floats) -> Floats:
        return np.asarray(((first - second) ** 2).sum(axis=3).mean(axis=(0, 1)))

    return LossTerms(
        bias=distance(central, truth),
        variance=distance(answers, central),
        diversity=distance(answers, ensembles),
        member_loss=distance(answers, truth),
        ensemble_loss=distance(ensembles, truth),
    )


def _cross_entropy(answers: Floats, classes: Indices, clip: float) -> LossTerms:
    logs = np.log(clipped(answers, clip))
    rows = np.arange(len(classes))

    def loss(log_answers: Floats) -> Floats:
        return np.asarray(-log_answers[:, :, rows, classes].mean(axis=(0, 1)))

    def centroid(axis: int) -> tuple[Floats, Floats]:
        """Return the logarithms of the normalised geometric mean over trials or members, and the
        mean divergence KL(centroid ‖ answer), which is −ln Σ_c exp(mean of the logarithms)."""
        mean = logs.mean(axis=axis, keepdims=True)
        divergence = -np.log(np.exp(mean).sum(axis=3, keepdims=True))
        return mean + divergence, divergence.mean(axis=(0, 1))[:, 0]

    central, variance = centroid(0)
    ensembles, diversity = centroid(1)
    return LossTerms(
        bias=loss(central),
        variance=variance,
        diversity=diversity,
        member_loss=loss(logs),
        ensemble_loss=loss(ensembles),
    )


def _zero_one(answers: Floats, classes: Indices) -> LossTerms:
    return zero_one_effects(answers.argmax(axis=3), classes)


LOSSES: Mapping[str, Loss] = MappingProxyType(
    {
        "squared": Loss(
            "Squared loss (Brier)",
            "squared loss",
            "the mean of the members' probabilities",
            r"\lVert q - e_y \rVert^2",
            r"\frac{1}{m} \sum_j \lVert q_j - \bar q \rVert^2",
            "",
            "It is between 0 and 2, over all classes together.",
            _squared,
        ),
        "cross_entropy": Loss(
            "Cross-entropy",
            "cross-entropy",
            "the normalised geometric mean of the members' probabilities",
            r"-\ln q_y",
            r"\frac{1}{m} \sum_j \mathrm{KL}(\bar q \,\Vert\, q_j)",
            "",
            f"Probabilities below {CLIP:g} are first raised to it, because fully grown trees "
            "answer 0: for such trees the numbers depend on this limit.",
            _cross_entropy,
        ),
        "zero_one": Loss(
            "0/1 loss",
            "0/1 loss",
            "the plurality vote",
            r"[f \ne y]",
            r"\frac{1}{m} \sum_j [f_j \ne y] - [\bar f \ne y]",
            "-effect",
            "The effects of variance and diversity may be negative. Of classes with equally many "
            "votes the first one wins, in the order of their names.",
            _zero_one,
        ),
    }
)
"""The losses that can be taken apart."""


def _plurality(votes: NDArray[Any], axis: int) -> NDArray[np.intp]:
    """Return the most frequent class along an axis; of equally frequent ones the first."""
    classes = np.unique(votes)
    counts = np.stack([(votes == c).sum(axis=axis) for c in classes])
    return np.asarray(classes[counts.argmax(axis=0)])


def _probabilities(answers: ArrayLike) -> NDArray[Any]:
    values = plain_array("Answers", answers)
    if values.ndim != 4 or values.size == 0:
        raise InputError(
            f"The answers have shape {values.shape}; give (trials, members, rows, classes), at "
            "least one each."
        )
    if values.dtype.kind not in "biuf":
        raise InputError(f"The answers have dtype {values.dtype}; give probabilities as numbers.")
    sums = values.sum(axis=3, dtype=np.float64)
    wrong = ~(np.abs(sums - 1) <= _SUM_TOLERANCE) | ~(values >= 0).all(axis=3)
    if wrong.any():
        place = tuple(int(i) for i in np.argwhere(wrong)[0])
        raise InputError(
            f"{np.count_nonzero(wrong)} answers are no probabilities (first: trial {place[0]}, "
            f"member {place[1]}, row {place[2]}: {shown(values[place].tolist())}); each must be at "
            "least 0, and those of an answer must sum to 1."
        )
    return values


def _classes(labels: ArrayLike, n_rows: int, n_classes: int | None = None) -> Indices:
    values = plain_array("Labels", labels)
    if values.shape != (n_rows,):
        raise InputError(
            f"The labels have shape {values.shape}, the answers {n_rows} rows; give one per row."
        )
    if values.dtype.kind not in "iu":
        raise InputError(f"The labels have dtype {values.dtype}; give positions of classes.")
    if values.min() < 0 or (n_classes is not None and values.max() >= n_classes):
        most = "" if n_classes is None else f" and at most {n_classes - 1}"
        raise InputError(
            f"The labels are {values.min()} to {values.max()}; a position of a class is at least "
            f"0{most}."
        )
    return values.astype(np.intp)
