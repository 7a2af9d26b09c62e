"""The record of a measure, and how its value is computed."""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import ClassVar, Literal

import numpy as np
from numpy.typing import ArrayLike

from l2dwk_core.common.errors import InputError
from l2dwk_core.diversity.labels import LabelSample
from l2dwk_core.diversity.samples import Matrix, OracleSample, PairCells

Sample = OracleSample | LabelSample


@dataclass(frozen=True)
class MeasureDetail:
    """A value, and what it is based on.

    Attributes
    ----------
    value
        The measure; NaN when undefined. A pairwise measure averages its defined pairs.
    reason
        Why the value is NaN, or why pairs were left out of the average; empty when neither.
    n_pairs, n_undefined
        Unordered pairs in the ensemble and how many of them have no value; None for a measure of
        the whole ensemble.
    """

    value: float
    reason: str = ""
    n_pairs: int | None = None
    n_undefined: int | None = None


@dataclass(frozen=True)
class Measure(ABC):
    """A diversity measure.

    Attributes
    ----------
    name, title
        Registry key and words for people.
    symbol
        Short name where there is no room for the title.
    formula
        LaTeX, in l_k (right members of row k), L, N, p̄ and the cells a, b, c, d of a pair.
    range
        Smallest and largest value any ensemble can have; :meth:`bounds` is tighter for given L.
    tighter
        L → the range attainable with L members; None where that is ``range`` for every L.
    direction
        "up" when a larger value means more diverse, "down" when a smaller one does.
    undefined
        When it has no value, in words.
    source
        Where it was proposed.
    fixed_by_disagreement
        Whether mean accuracy and average disagreement already determine it, so that plotting it
        beside disagreement adds no information.
    """

    name: str
    title: str
    symbol: str
    formula: str
    range: tuple[float, float]
    direction: Literal["up", "down"]
    undefined: str
    source: str
    fixed_by_disagreement: bool
    tighter: Callable[[int], tuple[float, float]] | None = field(default=None, kw_only=True)

    pairwise: ClassVar[bool]
    needs: ClassVar[Literal["oracle", "labels"]] = "oracle"

    def value(self, predictions: ArrayLike, weights: ArrayLike | None = None) -> float:
        """Return the measure of an ensemble, or NaN when it is undefined (:meth:`detail` says why).

        Parameters
        ----------
        predictions
            ``(n_samples, n_members)``: an oracle in {−1, +1} when ``needs`` is "oracle", predicted
            labels or their codes when it is "labels".
        weights
            ``(n_samples,)`` row weights α (kernel weights give the adaptive diversity of L2DWK),
            divided by their sum; None for 1/N each. Whole numbers act as repeated rows.

        Raises
        ------
        InputError
            The predictions or the weights are not of that form.
        """
        return self.detail(predictions, weights).value

    def detail(self, predictions: ArrayLike, weights: ArrayLike | None = None) -> MeasureDetail:
        """Return the value, how many pairs it averages, and why anything is undefined.

        Takes and raises what :meth:`value` does.
        """
        return self.from_sample(self._read(predictions, weights))

    def matrix(self, predictions: ArrayLike, weights: ArrayLike | None = None) -> Matrix:
        """Return the measure of every pair, ``(n_members, n_members)``, NaN where it is undefined.

        The diagonal is the formula applied to a member and itself; no average includes it. Takes
        what :meth:`value` does and raises InputError also for a measure of the whole ensemble.
        """
        del predictions, weights
        raise InputError(
            f"Measure {self.name!r} describes the whole ensemble and has no value per pair; "
            "choose a measure whose `pairwise` is true."
        )

    def bounds(self, n_members: int) -> tuple[float, float]:
        """Return the attainable range for this many members, with enough rows and a value for every
        pair.

        Both ends are reached: N = max(L, 2) rows suffice, and for the largest difficulty an even
        number of rows. The smallest ρ and the smallest κ on labels follow from matrices that are
        positive semidefinite (ρ, and the product of the covariance of the members' indicators with
        1/(1 − pᵢᵀpⱼ) = Σₙ (pᵢᵀpⱼ)ⁿ for label frequencies p): with ones on the diagonal, the sum of
        all entries L + L(L − 1)·mean cannot be negative.
        """
        if n_members < 1:
            raise InputError(f"An ensemble of {n_members} members has no range; give at least 1.")
        return self.range if self.tighter is None else self.tighter(n_members)

    def attainable(self, detail: MeasureDetail, n_members: int) -> tuple[float, float]:
        """Return :meth:`bounds`, or where *detail* left pairs out, the bounds for the remaining
        members."""
        del detail
        return self.bounds(n_members)

    @abstractmethod
    def from_sample(self, sample: Sample) -> MeasureDetail:
        """Return the same as :meth:`detail` from a sample that is already read, so that several
        measures share it."""

    def _read(self, predictions: ArrayLike, weights: ArrayLike | None) -> Sample:
        return OracleSample.read(predictions, weights)


@dataclass(frozen=True)
class EnsembleMeasure(Measure):
    """A measure of how many members are right on each row."""

    compute: Callable[[OracleSample], float]
    guards: tuple[Callable[[OracleSample], str], ...] = ()

    pairwise: ClassVar[bool] = False

    def from_sample(self, sample: Sample) -> MeasureDetail:
        """Return the value or the reason for none; see :meth:`Measure.detail`."""
        assert isinstance(sample, OracleSample)
        for guard in self.guards:
            if reason := guard(sample):
                return MeasureDetail(float("nan"), reason)
        return MeasureDetail(self.compute(sample))


@dataclass(frozen=True)
class PairwiseMeasure(Measure):
    """A measure of two members, averaged over unordered pairs."""

    pairwise: ClassVar[bool] = True

    def matrix(self, predictions: ArrayLike, weights: ArrayLike | None = None) -> Matrix:
        """Return the measure of every pair; see :meth:`Measure.matrix`."""
        return self.matrix_of(self._read(predictions, weights))

    def from_sample(self, sample: Sample) -> MeasureDetail:
        """Return the average over the defined pairs; see :meth:`Measure.detail`."""
        values = self.matrix_of(sample)[np.triu_indices(sample.n_members, k=1)]
        if values.size == 0:
            return MeasureDetail(float("nan"), "one member: there are no pairs", 0, 0)
        defined = values[~np.isnan(values)]
        n_undefined = values.size - defined.size
        reason = f"{n_undefined} of {values.size} pairs undefined (0/0): {self._cause(sample)}"
        return MeasureDetail(
            value=float(defined.sum() / defined.size) if defined.size else float("nan"),
            reason=reason if n_undefined else "",
            n_pairs=values.size,
            n_undefined=n_undefined,
        )

    @abstractmethod
    def matrix_of(self, sample: Sample) -> Matrix:
        """Return the same as :meth:`matrix` from a sample that is already read, so that several
        measures share it."""

    @abstractmethod
    def _cause(self, sample: Sample) -> str: ...


@dataclass(frozen=True)
class OraclePairMeasure(PairwiseMeasure):
    """A measure of two members' oracle outputs."""

    compute: Callable[[PairCells], Matrix]

    def attainable(self, detail: MeasureDetail, n_members: int) -> tuple[float, float]:
        """Return the attainable range; see :meth:`Measure.attainable`. A pair has no value where
        a member is constant."""
        if not detail.n_undefined or detail.n_pairs is None:
            return self.bounds(n_members)
        n_defined = detail.n_pairs - detail.n_undefined
        n_varying = (1 + math.isqrt(1 + 8 * n_defined)) // 2  # n(n − 1)/2 pairs among them
        return self.bounds(n_varying)

    def matrix_of(self, sample: Sample) -> Matrix:
        assert isinstance(sample, OracleSample)
        return self.compute(sample.pairs)

    def _cause(self, sample: Sample) -> str:
        assert isinstance(sample, OracleSample)
        return constant_words(sample)


@dataclass(frozen=True)
class LabelPairMeasure(PairwiseMeasure):
    """A measure of two members' predicted labels."""

    compute: Callable[[LabelSample], Matrix]

    needs: ClassVar[Literal["oracle", "labels"]] = "labels"

    def _read(self, predictions: ArrayLike, weights: ArrayLike | None) -> Sample:
        return LabelSample.read(predictions, weights)

    def matrix_of(self, sample: Sample) -> Matrix:
        assert isinstance(sample, LabelSample)
        return self.compute(sample)

    def _cause(self, sample: Sample) -> str:
        del sample  # the cause is the same whatever the labels
        return "both members always predict the same one label"


def constant_words(sample: OracleSample, names: Sequence[str] = ()) -> str:
    """Return which members are right, and which are wrong, on every row: by their *names* (L,), or
    else by their numbers from 0."""
    return " and ".join(
        f"{_members(found, names)} {word} on every row measured"
        for found, word in zip(sample.constant_members, ("right", "wrong"), strict=True)
        if len(found)
    )


def _members(indices: np.ndarray, names: Sequence[str]) -> str:
    shown = ", ".join(names[index] if names else str(index) for index in indices[:5])
    more = f" and {len(indices) - 5} more" if len(indices) > 5 else ""
    verb = "is" if len(indices) == 1 else "are"
    word = "" if names else "member " if len(indices) == 1 else "members "
    return f"{word}{shown}{more} {verb}"
