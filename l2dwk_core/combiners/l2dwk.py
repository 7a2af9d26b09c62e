"""L2DWK as a scikit-learn classifier, listed with three sets of settings."""

from __future__ import annotations

from dataclasses import dataclass, fields
from types import MappingProxyType
from typing import Any, ClassVar

from l2dwk_core.combiners.base import Combiner
from l2dwk_core.combiners.combiner_input import Combination, CombinerInput
from l2dwk_core.combiners.info import CombinerInfo
from l2dwk_core.combiners.options import option
from l2dwk_core.common.errors import InputError
from l2dwk_core.method.self_training import train_on
from l2dwk_core.method.settings import CHOICES, STOP_RULES, Settings
from l2dwk_core.oracle.weighting_votes import WeightingVotes


def _choice(default: str, meaning: str, name: str) -> Any:
    return option(default, meaning, ", ".join(CHOICES[name]))


@dataclass(kw_only=True, eq=False, repr=False)
class L2DWKClassifier(Combiner):
    """Classifier weights by self-training with kernel weights (Yin, Yang & Hao 2014).

    In every round ``min ½ λ wᵀKw − vᵀw`` over the simplex, with ``v_j = k_α(1, O_j)`` and
    ``K_ij = k_α(O_i, O_j)``; then kernel weight α moves to the rows still voted wrongly.

    Parameters
    ----------
    kernel, kernel_form, sigma, degree, constant, diversity, lam, lam_on, terms, update, error_set,
    error_mass, damping, max_rounds, stop_on, returned, small_weights, matrix_repair, missing_votes,
    outputs, solver
        The fields of ``Settings``, with the same meaning, ranges and defaults.
    pool, n_members, weighting, weighting_fraction, max_depth, min_samples_split, min_samples_leaf,
    prefit, random_state, n_jobs
        Members and the rows that judge them: see ``Combiner``.

    Attributes
    ----------
    weights_
        (L,) learned weights: on the simplex, except that the preset "authors" drops those of at
        most 1e-3 without rescaling the rest.
    trace_
        The ``Trace`` of all rounds.
    classes_, selected_, n_selected_, pool_, report_, notes_
        See ``Combiner``.

    With ``outputs="probabilities"`` the weighted mean probability decides and is what
    ``predict_proba`` returns; otherwise the weighted plurality of votes and its shares.
    """

    kernel: str = _choice("gaussian", "similarity of two members", "kernel")
    kernel_form: str = _choice("joint", "of whole output vectors, or row by row", "kernel_form")
    sigma: float = option(1.0, "Gaussian width σ", "1e-9 to 1e9")
    degree: int = option(2, "polynomial degree d", "1 to 20")
    constant: float = option(1.0, "polynomial constant c", "0 or more in the joint form")
    diversity: str = _choice("disagreement", "diversity term", "diversity")
    lam: float = option(1.0, "λ, trade-off of accuracy and diversity", "0 to 1e15")
    lam_on: str = _choice("diversity", "which term λ multiplies", "lam_on")
    terms: str = _choice("both", "terms of the objective", "terms")
    update: str = _choice("hinge", "how kernel weights move", "update")
    error_set: str = _choice("margin", "which rows count as errors", "error_set")
    error_mass: str = _choice("set", "mass of the target on them", "error_mass")
    damping: str = _choice("1/(t+1)", "step from kernel weights to target", "damping")
    max_rounds: int = option(30, "rounds at most", "1 to 10000")
    stop_on: tuple[str, ...] = option(
        ("no_errors", "settled", "cycle"), "stop rules", ", ".join(STOP_RULES)
    )
    returned: str = _choice("best", "which round's weights", "returned")
    small_weights: str = _choice("renormalise", "what becomes of small weights", "small_weights")
    matrix_repair: str = _choice("none", "repair of the matrix", "matrix_repair")
    missing_votes: str = _choice("pairwise", "estimate with out-of-bag gaps", "missing_votes")
    outputs: str = _choice("votes", "votes or probabilities", "outputs")
    solver: str = _choice("active_set", "solver of each round", "solver")

    needs: ClassVar[frozenset[str]] = frozenset()

    @classmethod
    def preset(cls, name: str, **changes: Any) -> L2DWKClassifier:
        """Return a classifier with the settings of a preset ("recommended", "paper" or "authors").

        *changes* are further parameters, of the settings or of the pool. Which rows judge the
        members stays a choice of its own: the paper's is ``weighting="bootstrap"``, the authors'
        ``weighting="training"``. Raise ``InputError`` for an unknown preset.
        """
        return cls(**{**_as_parameters(Settings.preset(name)), **changes})

    @property
    def settings(self) -> Settings:
        """Return the settings that these parameters give. Raise ``InputError`` when one is out
        of range."""
        return Settings(**{name: getattr(self, name) for name in _SETTINGS})

    def _learn(self, votes: WeightingVotes) -> Combiner:
        super()._learn(votes)
        self.trace_ = self.report_.pop("trace")
        return self

    @property
    def _soft(self) -> bool:
        return self.outputs == "probabilities"

    def _gather(self, X: Any, y: Any) -> WeightingVotes:
        _ = self.settings  # raises for a value out of range before seconds of training
        if self._soft and self.weighting == "out_of_bag" and self.prefit is None:
            raise InputError(
                "outputs is 'probabilities', which needs complete outputs, but out-of-bag votes "
                "have gaps; choose weighting='hold_out' or outputs='votes'."
            )
        return super()._gather(X, y)

    def _weigh(self, votes: WeightingVotes) -> Combination:
        # One class too: its single round says that no row is wrong.
        return self.combine(self._combiner_input(votes), seed=self._seed())

    def _combine(self, inputs: CombinerInput, seed: int) -> Combination:
        trace = train_on(inputs.oracle, self.settings)
        return Combination.of_weights(trace.weights, trace=trace)


_SETTINGS = tuple(item.name for item in fields(Settings))


def _as_parameters(settings: Settings) -> dict[str, Any]:
    return {name: getattr(settings, name) for name in _SETTINGS}


def _entry(
    key: str, title: str, place: int, preset: str, confirmed: str, **pool: Any
) -> CombinerInfo:
    return CombinerInfo(
        key=key,
        title=title,
        family="optimisation",
        place=place,
        authors="Yin, Yang & Hao",
        year=2014,
        work="Learning to diversify via weighted kernels for classifier ensemble, arXiv 1406.1167",
        complexity="T rounds of: changed rows · L² + active set",
        confirmed=confirmed,
        estimator=L2DWKClassifier,
        defaults=MappingProxyType({**_as_parameters(Settings.preset(preset)), **pool}),
    )


METHODS = (
    _entry(
        "l2dwk",
        "L2DWK",
        5,
        "recommended",
        "the paper's algorithm with its defects repaired: joint Gaussian kernel, target of mass "
        "one, damping that keeps the first weights, hold-out rows",
    ),
    _entry(
        "l2dwk_paper",
        "L2DWK as printed",
        6,
        "paper",
        "as the paper prints it, with a bootstrap of the training rows as weighting rows",
        weighting="bootstrap",
    ),
    _entry(
        "l2dwk_authors",
        "L2DWK as the authors' program",
        7,
        "authors",
        "as the authors' own program computes it, judged on the training rows; its weights are "
        "not rescaled after small ones are dropped",
        weighting="training",
    ),
)
