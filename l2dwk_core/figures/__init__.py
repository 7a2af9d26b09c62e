"""From records to figures: pure functions, one palette, each with its reading and its data."""

from __future__ import annotations

from l2dwk_core.figures.chart import Chart
from l2dwk_core.figures.compare.comparison import (
    difference_figure,
    size_figure,
    standings_table,
    verdict,
)
from l2dwk_core.figures.data.classes import class_figure, plane_figure
from l2dwk_core.figures.data.difficulty import challenge_figure
from l2dwk_core.figures.data.missing_cells import gaps_figure
from l2dwk_core.figures.diversity.good_bad_diversity import (
    disguise_figure,
    good_bad_figure,
    identity_table,
)
from l2dwk_core.figures.diversity.measures import (
    measures_figure,
    measures_table,
    undefined_sentences,
)
from l2dwk_core.figures.diversity.member_pairs import kappa_error_figure, pair_heatmap
from l2dwk_core.figures.diversity.pair_measures import pair_measures_figure
from l2dwk_core.figures.diversity.subensembles import (
    margins_against_diversity,
    prediction_figure,
    subensemble_scatter,
)
from l2dwk_core.figures.lab.accuracy import accuracy_figure, comparison_sentence
from l2dwk_core.figures.lab.convergence import convergence_figure
from l2dwk_core.figures.lab.flipped import flipped_share_figure
from l2dwk_core.figures.lab.kernel_weights import (
    alpha_heatmap,
    alpha_lines,
    difficulty_order,
    telling_rows,
)
from l2dwk_core.figures.lab.margins import MarginTarget, margin_target
from l2dwk_core.figures.lab.members import (
    kept_members_figure,
    member_tree_figure,
    member_weight_figure,
    right_share,
)
from l2dwk_core.figures.lab.rounds import shown_rounds
from l2dwk_core.figures.lab.rounds_margins import margins_figure
from l2dwk_core.figures.lab.rounds_plane import UniformPoint, travel_figure
from l2dwk_core.figures.lab.rounds_weights import weights_figure
from l2dwk_core.figures.lab.row_votes import row_answers_figure
from l2dwk_core.figures.lab.sparsity import sparsity_figure
from l2dwk_core.figures.lab.two_runs import (
    common_members_figure,
    common_sentence,
    run_pair_same_sentence,
    run_pair_sentence,
    run_pair_table,
    run_paths_figure,
)
from l2dwk_core.figures.lab.weight_path import weight_path_figure
from l2dwk_core.figures.noise.accuracy import noise_accuracy_figure, noise_differences_figure
from l2dwk_core.figures.noise.alpha_on_noise import chase_figure, chase_levels_figure
from l2dwk_core.figures.noise.sentences import noise_verdict, reweighting_sentence
from l2dwk_core.figures.palette import COLOUR_MEANINGS
from l2dwk_core.figures.start.majority import voting_figure
from l2dwk_core.figures.start.three_voters import questions_figure, voters_plane_figure
from l2dwk_core.figures.sweep.chosen_value import selection_figure, selection_sentence
from l2dwk_core.figures.sweep.components import components_figure
from l2dwk_core.figures.sweep.curves import sweep_accuracy, sweep_diversity, sweep_members
from l2dwk_core.figures.sweep.grid import GRID_VALUES, grid_figure, grid_sentence
from l2dwk_core.figures.tables import round_table

__all__ = [
    "COLOUR_MEANINGS",
    "GRID_VALUES",
    "Chart",
    "MarginTarget",
    "UniformPoint",
    "accuracy_figure",
    "alpha_heatmap",
    "alpha_lines",
    "challenge_figure",
    "chase_figure",
    "chase_levels_figure",
    "class_figure",
    "common_members_figure",
    "common_sentence",
    "comparison_sentence",
    "components_figure",
    "convergence_figure",
    "difference_figure",
    "difficulty_order",
    "disguise_figure",
    "flipped_share_figure",
    "gaps_figure",
    "good_bad_figure",
    "grid_figure",
    "grid_sentence",
    "identity_table",
    "kappa_error_figure",
    "kept_members_figure",
    "margin_target",
    "margins_against_diversity",
    "margins_figure",
    "measures_figure",
    "measures_table",
    "member_tree_figure",
    "member_weight_figure",
    "noise_accuracy_figure",
    "noise_differences_figure",
    "noise_verdict",
    "pair_heatmap",
    "pair_measures_figure",
    "plane_figure",
    "prediction_figure",
    "questions_figure",
    "reweighting_sentence",
    "right_share",
    "round_table",
    "row_answers_figure",
    "run_pair_same_sentence",
    "run_pair_sentence",
    "run_pair_table",
    "run_paths_figure",
    "selection_figure",
    "selection_sentence",
    "shown_rounds",
    "size_figure",
    "sparsity_figure",
    "standings_table",
    "subensemble_scatter",
    "sweep_accuracy",
    "sweep_diversity",
    "sweep_members",
    "telling_rows",
    "travel_figure",
    "undefined_sentences",
    "verdict",
    "voters_plane_figure",
    "voting_figure",
    "weight_path_figure",
    "weights_figure",
]
