"""The data behind the picture of the playground."""

from __future__ import annotations

import numpy as np
import pandas as pd

from l2dwk_core.demos.playground import SIDE, Scene


def point_table(scene: Scene) -> pd.DataFrame:
    """Every point; kernel weight and votes of the returned round on the weighting points."""
    ground = scene.ground
    final = scene.trace.rounds[scene.trace.returned_round - 1]
    table = pd.DataFrame(
        {
            "x1": ground.points[:, 0],
            "x2": ground.points[:, 1],
            "class": ground.classes[ground.codes],
            "label_flipped": ground.flipped,
            "part": "training",
        }
    )
    rows = ground.weighting_rows
    table.loc[rows, "part"] = "weighting"
    for name, values in (
        ("alpha", final.alpha),
        ("l2dwk_wrong", final.wrong),
        ("uniform_wrong", scene.uniform_wrong),
    ):
        table[name] = pd.Series(values, index=rows)
    return table


def round_table(scene: Scene) -> pd.DataFrame:
    """One line a round."""
    rounds, fresh = scene.trace.rounds, scene.rounds_fresh
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


def tree_table(scene: Scene) -> pd.DataFrame:
    """One line a tree, with its weight in the returned round."""
    return pd.DataFrame(
        {
            "tree": np.arange(1, scene.ground.n_members + 1),
            "weight": scene.trace.weights,
            "accuracy_fresh": scene.members_fresh,
            "leaves": [member.get_n_leaves() for member in scene.ground.members],
        }
    )


def plane_table(scene: Scene) -> pd.DataFrame:
    """One line a cell: who wins it and with which share of the votes."""
    ground = scene.ground
    uniform, weighted = scene.regions(scene.uniform_weights), scene.regions(scene.trace.weights)
    return pd.DataFrame(
        {
            "x1": np.tile(ground.x, SIDE),
            "x2": np.repeat(ground.y, SIDE),
            "uniform_class": ground.classes[uniform.winner.ravel()],
            "uniform_share": uniform.share.ravel(),
            "l2dwk_class": ground.classes[weighted.winner.ravel()],
            "l2dwk_share": weighted.share.ravel(),
        }
    )
