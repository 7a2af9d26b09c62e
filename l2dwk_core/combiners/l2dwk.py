"""L2DWK as a scikit-learn classifier, listed with three sets of settings."""

from __future__ import annotations

from dataclasses import fields, make_dataclass
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, ClassVar

from l2dwk_core.combiners.base import Combiner
from l2dwk_core.combiners.combiner_input import Combination, CombinerInput
from l2dwk_core.combiners.info import CombinerInfo
from l2dwk_core.combiners.options import option
from l2dwk_core.common.errors import InputError
from l2dwk_core.method.self_training import train_on
from l2dwk_core.method.setting_fields import SETTING_FACTS
from l2dwk_core.method.settings import Settings
from l2dwk_core.oracle.weighting_votes import WeightingVotes

if TYPE_CHECKING:

    class _SettingsCombiner(Combiner):
        """As a type checker sees it: any setting is a parameter and an attribute."""

        def __init__(self, **parameters: Any) -> None: ...

        def __getattr__(self, name: str) -> Any: ...

else:
    # A Settings object is frozen and an estimator is not, so one cannot derive from the other: the
    # constructor, whose signature scikit-learn reads, is made from the same list of fields.
    _SettingsCombiner = make_dataclass(
        "_SettingsCombiner",
        [
            (item.name, item.type, option(item.default, facts.meaning, facts.allowed))
            for item in fields(Settings)
            for facts in (SETTING_FACTS[item.name],)
        ],
        bases=(Combiner,),
        namespace={"__module__": __name__},
        kw_only=True,
        eq=False,
        repr=False,
    )


class L2DWKClassifier(_SettingsCombiner):
    """Classifier weights by self-training with kernel weights (Yin, Yang & Hao 2014).

    In every round ``min ½ λ wᵀKw − vᵀw`` over the simplex, with ``v_j = k_α(1, O_j)`` and
    ``K_ij = k_α(O_i, O_j)``; then kernel weight α moves to the rows still voted wrongly.

    Parameters
    ----------
    kernel, lam, sigma, …
        Every field of ``Settings``, with the same name, meaning, range and default.
    estimators, cv, pool, n_members, weighting, weighting_fraction, n_folds, max_depth,
    min_samples_split, min_samples_leaf, prefit, random_state, n_jobs
        Members and the rows that judge them: see ``Combiner``.

    Attributes
    ----------
    weights_
        (L,) learned weights: on the simplex, except that the preset "authors" drops those of at
        most 1e-3 without rescaling the rest.
    trace_
        The ``Trace`` of all rounds.
    classes_, selected_, n_selected_, pool_, estimators_, named_estimators_, weights_by_name_,
    report_, notes_
        See ``Combiner``.

    With ``outputs="probabilities"`` the weighted mean probability decides and is what
    ``predict_proba`` returns; otherwise the weighted plurality of votes and its shares.
    """

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
        return bool(self.outputs == "probabilities")

    def _gather(self, X: Any, y: Any, groups: Any = None) -> WeightingVotes:
        _ = self.settings  # raises for a value out of range before seconds of training
        if self._soft and self.weighting == "out_of_bag" and self.prefit is None:
            raise InputError(
                "outputs is 'probabilities', which needs complete outputs, but out-of-bag votes "
                "have gaps; choose weighting='hold_out' or outputs='votes'."
            )
        return super()._gather(X, y, groups)

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
