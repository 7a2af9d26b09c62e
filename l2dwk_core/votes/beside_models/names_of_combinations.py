"""Names of votes that are a combination of those of other models: ensemble, or_rule, mean_prob.

Columns of numbers with some of these names are left out (``names_a_summary``). Where they are read
as a model, as mean_no and mean_yes are, a finding tells (``combination_findings``).
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from l2dwk_core.common.text import without_accents, words_of

_SURE = frozenset(
    "ensemble weightedensemble stackedensemble stacking stacked stacker blend blended blending "
    "majority voting vote votes superlearner "
    "or_rule and_rule any_rule all_rule max_rule min_rule sum_rule mean_rule median_rule "
    "product_rule mehrheit mehrheitsvotum".split()
)
"""One of these words is enough, or two joined by "_"."""
_ONE_IS_ENOUGH = _SURE | frozenset(
    "committee fusion fused combined combination union intersection unanimous kombination".split()
)
"""So are these; but a model may be of combined data or of a fusion of images and text."""
_RULES = frozenset("or and any all".split())
_ALONE = frozenset(
    "mean average averaged avg median mode modal consensus weighted pooled pool stack meta "
    "metalearner overall final aggregate aggregated "
    "mittel mittelwert durchschnitt konsens gewichtet gesamt moyenne mediane ponderee globale "
    "media mediana promedio ponderada consenso pesata complessivo".split()
)
_BESIDE_ALONE = frozenset(
    "p pr prob probs proba probability probabilities score scores pred preds prediction "
    "predictions predicted of the models model learner rule all".split()
)


def names_a_combination(name: str) -> bool:
    """Return whether a name is that of a combination of models: a word of it is such as ensemble
    or stacking, or all its words are such as mean, weighted and final, perhaps with prob or of."""
    words = [without_accents(word) for word in words_of(name)]
    left = set(words) - _BESIDE_ALONE
    return (
        _has_one(words, _ONE_IS_ENOUGH)
        or "_".join(words) in _RULES
        or (bool(left) and left <= _ALONE)
    )


def names_surely_a_combination(name: str) -> bool:
    """Return whether a name says without doubt that it is a combination of models: ensemble,
    majority_vote, blend, stacking; not final, all, fusion or weighted."""
    words = [without_accents(word) for word in words_of(name)]
    return _has_one(words, _SURE) or set(words) - _BESIDE_ALONE == {"stack"}


def _has_one(words: Sequence[str], known: frozenset[str]) -> bool:
    return (
        not known.isdisjoint(words)
        or any(f"{one}_{other}" in known for one, other in pairwise(words))
        or any(word in "".join(words) for word in ("weightedensemble", "stackedensemble"))
    )
