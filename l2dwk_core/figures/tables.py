"""The data behind the figures, as tables in which each column has one meaning."""

from __future__ import annotations

import numpy as np
import pandas as pd

from l2dwk_core.figures.member_names import Names, name_columns
from l2dwk_core.method.trace import Trace
from l2dwk_core.runs.plane import AccuracyDiversityPath, PairCloud


def round_table(trace: Trace, path: AccuracyDiversityPath) -> pd.DataFrame:
    """Return one line for each round: objective, certificate, votes, sparsity and the place on
    the plane."""
    return pd.DataFrame(
        {
            "round": [r.index for r in trace.rounds],
            "objective": [r.objective for r in trace.rounds],
            "gap": [r.gap for r in trace.rounds],
            "weighting_rows_wrong": [r.n_wrong for r in trace.rounds],
            "error_set": [r.n_error_set for r in trace.rounds],
            "tied_votes": [r.n_ties for r in trace.rounds],
            "members_kept": [r.n_selected for r in trace.rounds],
            "effective_number": [r.effective_number for r in trace.rounds],
            "sum_of_alpha": [r.alpha_mass for r in trace.rounds],
            "distance_to_target_alpha": [r.alpha_residual for r in trace.rounds],
            "change_of_weights": [r.weight_change for r in trace.rounds],
            f"diversity_{path.rows}": path.diversity,
            f"accuracy_{path.rows}": path.accuracy,
        }
    )


def weight_table(trace: Trace, names: Names = None) -> pd.DataFrame:
    """Return every positive classifier weight of every round. ``names`` (L,) of the members."""
    pieces = []
    for r in trace.votes:
        kept = np.flatnonzero(r.weights)
        kept = kept[np.argsort(-r.weights[kept], kind="stable")]
        columns = name_columns(names, member=kept)
        pieces.append(pd.DataFrame({"round": r.index} | columns | {"weight": r.weights[kept]}))
    return pd.concat(pieces, ignore_index=True)


def pair_table(cloud: PairCloud, names: Names = None) -> pd.DataFrame:
    """Return every pair of the cloud. ``names`` (L,) of the members."""
    first, second = cloud.members.T
    return pd.DataFrame(
        name_columns(names, member=first, other_member=second)
        | {
            f"disagreement_{cloud.rows}": cloud.disagreement,
            f"mean_accuracy_{cloud.rows}": cloud.accuracy,
        }
    )
