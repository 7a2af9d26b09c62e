"""From records to figures: pure functions, one palette, each with its reading and its data."""

from __future__ import annotations

from l2dwk_core.figures.accuracy import accuracy_figure, comparison_sentence
from l2dwk_core.figures.chart import Chart
from l2dwk_core.figures.comparison import (
    difference_figure,
    size_figure,
    standings_table,
    verdict,
)
from l2dwk_core.figures.data_challenge import challenge_figure
from l2dwk_core.figures.data_classes import class_figure, plane_figure
from l2dwk_core.figures.data_gaps import gaps_figure
from l2dwk_core.figures.disguise import disguise_figure, good_bad_figure, identity_table
from l2dwk_core.figures.diversity_measures import (
    measures_figure,
    measures_table,
    undefined_sentences,
)
from l2dwk_core.figures.flipped import flipped_share_figure
from l2dwk_core.figures.kernel_weights import (
    alpha_heatmap,
    alpha_lines,
    difficulty_order,
    telling_rows,
)
from l2dwk_core.figures.margins import MarginTarget, margin_target
from l2dwk_core.figures.member_pairs import kappa_error_figure, pair_heatmap
from l2dwk_core.figures.pair_measures import pair_measures_figure
from l2dwk_core.figures.palette import COLOUR_MEANINGS
from l2dwk_core.figures.rounds import UniformPoint, rounds_figure
from l2dwk_core.figures.sparsity import sparsity_figure
from l2dwk_core.figures.subensembles import (
    margins_against_diversity,
    prediction_figure,
    subensemble_scatter,
)
from l2dwk_core.figures.tables import round_table
from l2dwk_core.figures.three_voters import questions_figure, voters_plane_figure
from l2dwk_core.figures.voting import voting_figure

__all__ = [
    "COLOUR_MEANINGS",
    "Chart",
    "MarginTarget",
    "UniformPoint",
    "accuracy_figure",
    "alpha_heatmap",
    "alpha_lines",
    "challenge_figure",
    "class_figure",
    "comparison_sentence",
    "difference_figure",
    "difficulty_order",
    "disguise_figure",
    "flipped_share_figure",
    "gaps_figure",
    "good_bad_figure",
    "identity_table",
    "kappa_error_figure",
    "margin_target",
    "margins_against_diversity",
    "measures_figure",
    "measures_table",
    "pair_heatmap",
    "pair_measures_figure",
    "plane_figure",
    "prediction_figure",
    "questions_figure",
    "round_table",
    "rounds_figure",
    "size_figure",
    "sparsity_figure",
    "standings_table",
    "subensemble_scatter",
    "telling_rows",
    "undefined_sentences",
    "verdict",
    "voters_plane_figure",
    "voting_figure",
]
