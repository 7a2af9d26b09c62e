"""The data behind the picture of the playground."""

from __future__ import annotations

import numpy as np
import pandas as pd

from l2dwk_core.demos.playground import SIDE, Solved


def point_table(solved: Solved) -> pd.DataFrame:
    """Return every point, with kernel weight and votes of the returned round on the weighting
    points."""
    setup = solved.setup
    final = solved.trace.returned
    table = pd.DataFrame(
        {
            "x1": setup.points[:, 0],
            "x2": setup.points[:, 1],
            "class": setup.classes[setup.codes],
            "label_flipped": setup.flipped,
            "part": "training",
        }
    )
    rows = setup.weighting_rows
    table.loc[rows, "part"] = "weighting"
    for name, values in (
        ("alpha", final.alpha),
        ("l2dwk_wrong", final.wrong),
        ("uniform_wrong", solved.uniform_wrong),
    ):
        table[name] = pd.Series(values, index=rows)
    return table


def round_table(solved: Solved) -> pd.DataFrame:
    """Return one line for each round."""
    rounds, fresh = solved.trace.rounds, solved.rounds_fresh
    return pd.DataFrame(
        {
            "round": [r.index for r in rounds],
            "trees_kept": [r.n_selected for r in rounds],
            "effective_number": [r.effective_number for r in rounds],
            "weighting_points_wrong": [r.n_wrong for r in rounds],
            "accuracy_fresh": [score.accuracy for score in fresh],
            "diversity_fresh": [score.diversity for score in fresh],
        }
    )


def tree_table(solved: Solved) -> pd.DataFrame:
    """Return one line for each tree, with its weight in the returned round."""
    return pd.DataFrame(
        {
            "tree": np.arange(1, solved.setup.n_members + 1),
            "weight": solved.trace.weights,
            "accuracy_fresh": solved.members_fresh,
            "leaves": [member.get_n_leaves() for member in solved.setup.members],
        }
    )


def plane_table(solved: Solved) -> pd.DataFrame:
    """Return one line for each cell: which class wins it and with which share of the votes."""
    setup = solved.setup
    uniform, weighted = solved.regions(solved.uniform_weights), solved.regions(solved.trace.weights)
    return pd.DataFrame(
        {
            "x1": np.tile(setup.x, SIDE),
            "x2": np.repeat(setup.y, SIDE),
            "uniform_class": setup.classes[uniform.winner.ravel()],
            "uniform_share": uniform.share.ravel(),
            "l2dwk_class": setup.classes[weighted.winner.ravel()],
            "l2dwk_share": weighted.share.ravel(),
        }
    )
