"""Which rows judge the members. Only this module decides it, for runs, combiners and studies."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

import numpy as np
from numpy.typing import NDArray

from l2dwk_core.common.checks import check_choice
from l2dwk_core.common.errors import InputError
from l2dwk_core.common.text import shown
from l2dwk_core.common.types import Indices
from l2dwk_core.datasets.splits import SplitUse, bootstrap_rows, split_rows
from l2dwk_core.pools.kinds import POOL_KINDS
from l2dwk_core.pools.recipe import GIVEN

_USE = SplitUse("training row", "used to fit members", "set aside to judge members")

WEIGHTING_SOURCES: Mapping[str, str] = MappingProxyType(
    {
        "hold_out": "rows set aside from the training rows: no member saw them, votes are complete",
        "out_of_bag": "training rows, each judged only by members that did not draw it",
        "out_of_fold": "training rows, each judged by the same models fitted without its part of "
        "the rows (cross-validation); they are then fitted on all",
        "training": "the very rows the members were trained on, as the authors' program does",
        "bootstrap": "a bootstrap sample of the training rows, as the paper does",
        "none": "no rows: for methods that learn nothing from votes",
    }
)
"""Which rows judge freshly trained members, with a one-line explanation."""

ORACLE_SOURCES: Mapping[str, str] = MappingProxyType(
    {name: text for name, text in WEIGHTING_SOURCES.items() if name != "none"}
)
"""Those of ``WEIGHTING_SOURCES`` that a run offers."""

PRESET_WEIGHTINGS: Mapping[str, str] = MappingProxyType(
    {"recommended": "hold_out", "paper": "bootstrap", "authors": "training"}
)
"""The rows that belong to each preset of ``Settings``: a choice of the run, which pages, the
command line and ``run`` set together with the preset."""


def default_weighting(pool: str, preset: str = "recommended") -> str:
    """The rows that judge members when none are named: those of the preset, save that the library
    is judged out of fold where members would be judged on held-out rows."""
    source = PRESET_WEIGHTINGS[preset]
    by_recipe = pool in POOL_KINDS and POOL_KINDS[pool].by_recipe
    return "out_of_fold" if by_recipe and source == "hold_out" else source


@dataclass(frozen=True, eq=False)
class WeightingRows:
    """Positions of the rows that train and that judge, among those that are not for testing.

    Attributes
    ----------
    source
        A key of ``WEIGHTING_SOURCES``: what was asked for, or what was used because there were too
        few rows.
    training
        The rows the members are trained on.
    weighting
        The rows that judge them; a row may occur more than once ("bootstrap").
    notes
        One line for each thing that was done differently from what was asked.
    """

    source: str
    training: Indices
    weighting: Indices
    notes: tuple[str, ...] = ()


def weighting_rows(y: NDArray[Any], source: str, fraction: float, seed: int) -> WeightingRows:
    """Return which rows train the members and which rows judge them, among rows with the labels y
    (N,).

    ``fraction`` is the share that "hold_out" sets aside, stratified. Where no class has two rows,
    none can be set aside: the members are then judged by their training rows, with a note. The same
    holds for members that can only predict a single class.

    Raise ``InputError`` for an unknown source or a share out of range.
    """
    check_choice("weighting", source, WEIGHTING_SOURCES)
    everything = np.arange(len(y))
    if source in ("hold_out", "out_of_fold"):
        counts = np.unique(y, return_counts=True)[1]
        if counts.size > 1 and counts.max() < 2:
            note = (
                "Each class has a single training row, so none could be set aside: the members "
                "were judged by their own training rows."
            )
            return WeightingRows("training", everything, everything, (note,))
    if source == "hold_out":
        split = split_rows(y, fraction, seed, _USE)
        return WeightingRows(source, split.first_rows, split.second_rows, tuple(split.notes))
    if source == "bootstrap":
        return WeightingRows(source, everything, bootstrap_rows(len(y), seed))
    if source == "none":
        return WeightingRows(source, everything, everything[:0])
    return WeightingRows(source, everything, everything)


def check_weighting(
    source: Any, pool: str, outputs: str = "votes", allowed: Mapping[str, str] = WEIGHTING_SOURCES
) -> None:
    """Raise ``InputError`` unless these rows can judge this base ensemble with these outputs.

    Models whose votes are given (``GIVEN``) are judged by rows that are given with them.
    """
    if pool == GIVEN:
        if source != GIVEN:
            raise InputError(
                f"weighting is {shown(source)}, but the models' votes are given: all rows that are "
                "not for testing judge them; leave weighting out."
            )
        return
    check_choice("base ensemble", pool, POOL_KINDS)
    check_choice("weighting", source, allowed)
    kind = POOL_KINDS[pool]
    if source == "out_of_fold" and not kind.by_recipe:
        instead = "out-of-bag votes (weighting='out_of_bag') or " if kind.has_out_of_bag else ""
        raise InputError(
            f"The members of {kind.label!r} (pool={pool!r}) differ only by the rows or the seed "
            "they drew, so fitted without some rows they are other members, whose votes say "
            f"nothing about these. Take {instead}held-out rows (weighting='hold_out'), or models "
            "that differ by what they are (pool='library')."
        )
    if source != "out_of_bag":
        return
    if not kind.has_out_of_bag:
        able = [other.label for other in POOL_KINDS.values() if other.has_out_of_bag]
        instead = (
            "Judge them out of fold (weighting='out_of_fold') or on held-out rows "
            if kind.by_recipe
            else "Judge them on held-out rows "
        )
        raise InputError(
            f"The ensemble {kind.label!r} (pool={pool!r}) leaves no rows out of bag: "
            f"all members train on the same rows. {instead}"
            "(weighting='hold_out'), or take an ensemble that draws rows for each member: "
            f"{', '.join(able)} (pool='bagging')."
        )
    if outputs == "probabilities":
        raise InputError(
            "Probabilities (outputs='probabilities') need complete outputs, but out-of-bag votes "
            "have gaps; judge on held-out rows (weighting='hold_out'), or take outputs='votes'."
        )
