"""What a run found: trace, test accuracy beside three references, and where it travelled."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from l2dwk_core import __version__
from l2dwk_core.common.errors import unknown_choice
from l2dwk_core.datasets.splits import Score
from l2dwk_core.method.settings import Settings
from l2dwk_core.method.trace import Trace
from l2dwk_core.oracle.oracle import Oracle
from l2dwk_core.oracle.weighted_vote import WeightedVote
from l2dwk_core.pools.pool import Pool

if TYPE_CHECKING:
    from l2dwk_core.runs.run import PreparedRun

Floats = NDArray[np.float64]
Indices = NDArray[np.intp]


@dataclass(frozen=True)
class Accuracy:
    """Test accuracy of the weighted ensemble beside its three references.

    All four are scored on the same test rows, which no weight and no member ever saw.

    Attributes
    ----------
    l2dwk
        The weighted vote with the returned weights.
    uniform
        Uniform vote of the same members.
    uniform_all
        Uniform vote of members trained on *all* training rows: what a hold-out costs.
    best_single
        The member most often right on the weighting rows (ties: the lowest index).
    best_member
        Its index.
    better, worse
        Test rows on which the weighted vote is right and the uniform vote of the same members
        wrong, and the reverse: the difference rests on these rows alone.
    """

    l2dwk: Score
    uniform: Score
    uniform_all: Score
    best_single: Score
    best_member: int
    better: int
    worse: int

    @property
    def n_test_rows(self) -> int:
        """Number of test rows."""
        return self.l2dwk.n_rows


@dataclass(frozen=True, eq=False)
class References:
    """Wrong votes on the test rows, (N,) bool each, of the references of ``Accuracy``."""

    uniform: NDArray[np.bool_]
    uniform_all: NDArray[np.bool_]
    best_single: NDArray[np.bool_]
    best_member: int

    @classmethod
    def of(cls, oracle: Oracle, test: Oracle, all_rows: Oracle | None, *, soft: bool) -> References:
        """``all_rows``: the test rows as members trained on all training rows answer them, where
        those are others than the members of ``test``."""
        n = test.n_members
        uniform = WeightedVote(test, soft=soft).outcome(np.full(n, 1.0 / n)).wrong
        uniform_all = uniform
        if all_rows is not None:
            n = all_rows.n_members
            uniform_all = WeightedVote(all_rows).outcome(np.full(n, 1.0 / n)).wrong
        best = best_member(oracle)
        return cls(uniform, uniform_all, test.matrix[:, best] < 0, best)


@dataclass(frozen=True, eq=False)
class AccuracyDiversityPath:
    """Where the ensemble travels: one point a round, on one set of rows.

    ``diversity`` wᵀD_dis w = ½(1 − mean m²); ``accuracy`` share of right votes; ``weight_right``
    mean share of the weight that votes right, ½(1 + mean m): the accuracy of the members, weighted
    by w, when all of them vote on every row. All (rounds,).
    """

    rows: str
    diversity: Floats
    accuracy: Floats
    weight_right: Floats


@dataclass(frozen=True, eq=False)
class PairCloud:
    """Pairs of members on one set of rows: (pairs, 2) ``members``, their ``disagreement`` and the
    mean ``accuracy`` of the two."""

    rows: str
    members: Indices
    disagreement: Floats
    accuracy: Floats


@dataclass(frozen=True, eq=False)
class Run:
    """One solved run.

    ``trace`` has every round; ``accuracy`` the test scores; ``as_dict()`` what ``--json`` prints.
    ``oracle`` and ``test_oracle`` hold the members used, ``n_members`` of the pool's.
    """

    prepared: PreparedRun
    settings: Settings
    n_members: int
    oracle: Oracle
    test_oracle: Oracle
    trace: Trace

    @classmethod
    def solved(
        cls,
        prepared: PreparedRun,
        settings: Settings,
        n_members: int,
        trace: Trace,
        accuracy: Accuracy,
    ) -> Run:
        """The run of a trace that was learned, and scored, from the same answers in another
        process."""
        oracle, test = prepared.oracles(settings.outputs, n_members)
        run = cls(prepared, settings, n_members, oracle, test, trace)
        run.__dict__["accuracy"] = accuracy
        return run

    @property
    def pool(self) -> Pool:
        """The members that took part."""
        if self.n_members == self.prepared.pool.n_members:
            return self.prepared.pool
        return self.prepared.pool.subset(np.arange(self.n_members))

    @property
    def wrong(self) -> NDArray[np.bool_]:
        """(test rows,) where the vote with the returned weights is wrong."""
        return self._test_vote.outcome(self.trace.weights).wrong

    @cached_property
    def references(self) -> References:
        """Where the references of ``accuracy`` are wrong; the same for every setting."""
        return self.prepared.references(self.oracle, self.test_oracle, self.settings.outputs)

    @cached_property
    def accuracy(self) -> Accuracy:
        """Test accuracy and its references."""
        wrong, others = self.wrong, self.references
        return Accuracy(
            _score(wrong),
            _score(others.uniform),
            _score(others.uniform_all),
            _score(others.best_single),
            others.best_member,
            better=int(np.count_nonzero(others.uniform & ~wrong)),
            worse=int(np.count_nonzero(wrong & ~others.uniform)),
        )

    def path(self, rows: str = "test") -> AccuracyDiversityPath:
        """Diversity and vote accuracy of every round on the "test" or the "weighting" rows."""
        if rows == "weighting":
            rounds = self.trace.rounds
            return AccuracyDiversityPath(
                rows,
                np.array([r.diversity for r in rounds]),
                np.array([1.0 - r.error for r in rounds]),
                np.array([_weight_right(r.margins) for r in rounds]),
            )
        if rows != "test":
            raise unknown_choice("rows", rows, ("test", "weighting"))
        margins, wrong = self._test_rounds
        return AccuracyDiversityPath(
            rows,
            (1.0 - (margins**2).mean(axis=1)) / 2.0,
            1.0 - wrong.mean(axis=1),
            np.array([_weight_right(m) for m in margins]),
        )

    def pair_cloud(self, rows: str = "test", *, n_pairs: int = 400, seed: int = 0) -> PairCloud:
        """Up to ``n_pairs`` random pairs of members on the "test" or the "weighting" rows.

        Disagreement: share of rows on which exactly one of the two is right; with missing votes,
        of the rows both may judge (pairs without such a row are left out).
        """
        if rows not in ("test", "weighting"):
            raise unknown_choice("rows", rows, ("test", "weighting"))
        oracle = self.test_oracle if rows == "test" else self.oracle
        pairs = np.column_stack(np.triu_indices(oracle.n_members, 1))
        if len(pairs) > n_pairs:
            chosen = np.random.default_rng(seed).choice(len(pairs), n_pairs, replace=False)
            pairs = pairs[np.sort(chosen)]
        # Sums of ±1 over fewer than 2²⁴ rows are exact in float32.
        signs = oracle.matrix.astype(np.float32)
        agree = _at_pairs(signs, pairs)
        both = np.full(len(pairs), float(oracle.n_rows))
        if oracle.available is not None:
            both = _at_pairs(oracle.available.astype(np.float32), pairs)
        with np.errstate(invalid="ignore"):
            disagreement = (1.0 - agree / both) / 2.0
            right = (signs > 0).sum(axis=0) / np.count_nonzero(signs, axis=0)
        kept = both > 0
        accuracy = right[pairs].mean(axis=1)
        return PairCloud(rows, pairs[kept], disagreement[kept], accuracy[kept])

    @cached_property
    def _test_vote(self) -> WeightedVote:
        return WeightedVote(self.test_oracle, soft=self.settings.outputs == "probabilities")

    @cached_property
    def _test_rounds(self) -> tuple[Floats, NDArray[np.bool_]]:
        outcomes = [self._test_vote.outcome(r.weights) for r in self.trace.rounds]
        return np.stack([v.margins for v in outcomes]), np.stack([v.wrong for v in outcomes])

    def as_dict(self) -> dict[str, Any]:
        """Everything that was chosen and found, as plain values ready for JSON."""
        trace, prepared = self.trace, self.prepared
        test_error = 1.0 - self.path("test").accuracy
        return {
            "version": __version__,
            "recipe": asdict(prepared.recipe) | {"n_members": self.n_members},
            "settings": self.settings.as_dict(),
            "rows": {
                "training": len(prepared.training_rows),
                "weighting": len(prepared.weighting_rows),
                "test": len(prepared.test_rows),
            },
            "classes": [str(c) for c in prepared.dataset.classes],
            "flipped_rows": prepared.flipped_rows.tolist(),
            "notes": list(prepared.notes),
            "stop_reason": trace.stop_reason,
            "period": trace.period,
            "returned_round": trace.returned_round,
            "accuracy": {
                name: asdict(getattr(self.accuracy, name))
                for name in ("l2dwk", "uniform", "uniform_all", "best_single")
            }
            | {
                "best_member": self.accuracy.best_member,
                "better": self.accuracy.better,
                "worse": self.accuracy.worse,
            },
            "n_selected": trace.n_selected,
            "weights": trace.weights.tolist(),
            "rounds": [
                {
                    "index": r.index,
                    "objective": r.objective,
                    "gap": r.gap,
                    "error": r.error,
                    "n_wrong": r.n_wrong,
                    "n_error_set": r.n_error_set,
                    "n_ties": r.n_ties,
                    "n_selected": r.n_selected,
                    "effective_number": r.effective_number,
                    "alpha_residual": _or_none(r.alpha_residual),
                    "weight_change": _or_none(r.weight_change),
                    "alpha_mass": r.alpha_mass,
                    "diversity": r.diversity,
                    "test_error": float(error),
                    "kept_availability": r.kept_availability,
                    "smallest_eigenvalue": r.smallest_eigenvalue,
                }
                for r, error in zip(trace.rounds, test_error, strict=True)
            ],
        }


def best_member(oracle: Oracle) -> int:
    """The member most often right on the rows it may judge; ties go to the lowest index."""
    right = np.count_nonzero(oracle.matrix > 0, axis=0)
    judged = np.count_nonzero(oracle.matrix, axis=0)
    return int(np.argmax(right / np.maximum(judged, 1)))


def _score(wrong: NDArray[np.bool_]) -> Score:
    return Score.of(~wrong, np.ones(len(wrong), dtype=bool))


def _weight_right(margins: Floats) -> float:
    """Mean over the rows that have a margin; NaN when none has."""
    defined = margins[~np.isnan(margins)]
    return float((1.0 + defined.mean()) / 2.0) if defined.size else float("nan")


def _or_none(value: float) -> float | None:
    return None if np.isnan(value) else float(value)


def _at_pairs(values: NDArray[np.float32], pairs: NDArray[np.intp]) -> Floats:
    """Inner products of pairs of columns."""
    products: Floats = (values.T @ values)[pairs[:, 0], pairs[:, 1]].astype(np.float64)
    return products
