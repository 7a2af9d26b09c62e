"""From records to figures: pure functions, one palette, each with its reading and its data."""

from __future__ import annotations

from l2dwk_core.figures.accuracy import accuracy_figure, comparison_sentence
from l2dwk_core.figures.chart import Chart
from l2dwk_core.figures.flipped import flipped_share_figure
from l2dwk_core.figures.kernel_weights import (
    alpha_heatmap,
    alpha_lines,
    difficulty_order,
    telling_rows,
)
from l2dwk_core.figures.margins import MarginTarget, margin_target
from l2dwk_core.figures.pair_measures import pair_measures_figure
from l2dwk_core.figures.palette import COLOUR_MEANINGS
from l2dwk_core.figures.rounds import UniformPoint, round_table, rounds_figure
from l2dwk_core.figures.sparsity import sparsity_figure
from l2dwk_core.figures.three_voters import plane_figure, questions_figure
from l2dwk_core.figures.voting import voting_figure

__all__ = [
    "COLOUR_MEANINGS",
    "Chart",
    "MarginTarget",
    "UniformPoint",
    "accuracy_figure",
    "alpha_heatmap",
    "alpha_lines",
    "comparison_sentence",
    "difficulty_order",
    "flipped_share_figure",
    "margin_target",
    "pair_measures_figure",
    "plane_figure",
    "questions_figure",
    "round_table",
    "rounds_figure",
    "sparsity_figure",
    "telling_rows",
    "voting_figure",
]
