"""Two choices at once, and values that have to be trained, against one run for each cell."""

from __future__ import annotations

import numpy as np
import pytest

from l2dwk_core.common.errors import InputError
from l2dwk_core.figures.sweep.grid import GRID_VALUES, grid_sentence, grid_values, sweep_grid_figure
from l2dwk_core.method.settings import Settings
from l2dwk_core.runs.prepare import prepare_run
from l2dwk_core.statistics.paired_interval import corrected_resampled_interval
from l2dwk_core.studies.sweep_grid import MAX_GRID_VALUES, Grid
from l2dwk_core.studies.sweep_parameters import sweep_values
from l2dwk_core.studies.sweeps import (
    Outcome,
    Sweep,
    parameter_plan,
    solve_plan,
    train_and_solve_plan,
)

MEMBERS = 11


def _run(seed=0, **training):
    return prepare_run("glass", n_members=MEMBERS, seed=seed, **training)


def _sweep(plan, seeds=(0, 1)):
    outcomes = tuple(train_and_solve_plan(lambda t, s=s: _run(s, **dict(t)), plan) for s in seeds)
    return Sweep(plan, seeds, 149, 65, outcomes)


@pytest.fixture(scope="module")
def grid():
    return Grid("lam", "label_noise", (0.3, 1.0, 5.0), (0.0, 0.3))


@pytest.fixture(scope="module")
def sweep(grid):
    return _sweep(grid.plan(Settings(), MEMBERS))


def test_every_cell_is_its_own_run(grid, sweep):
    table = grid.table(sweep, "l2dwk")
    assert table.shape == (2, 2, 3)
    for split, seed in enumerate(sweep.seeds):
        for row, noise in enumerate(grid.y_values):
            prepared = _run(seed, label_noise=noise)
            for column, lam in enumerate(grid.x_values):
                expected = Outcome.of(prepared.solve(Settings(lam=lam)))
                place = 3 * row + column
                assert sweep.outcomes[split][place] == expected
                assert table[split, row, column] == expected.accuracy.l2dwk.accuracy
                assert grid.at(place) == (lam, noise)


def test_each_training_is_asked_for_once(grid):
    asked = []

    def train(training):
        asked.append(training)
        return _run(**dict(training))

    train_and_solve_plan(train, grid.plan(Settings(), MEMBERS))
    assert asked == [(("label_noise", 0.0),), (("label_noise", 0.3),)]


def test_a_grid_of_solved_choices_needs_one_training():
    grid = Grid("n_members", "max_rounds", (3, 11), (1, 4))
    plan = grid.plan(Settings(), MEMBERS)
    assert plan.trainings == ()
    prepared = _run()
    for place, outcome in enumerate(solve_plan(prepared, plan)):
        members, rounds = grid.at(place)
        run = prepared.solve(Settings(max_rounds=int(rounds)), n_members=int(members))
        assert outcome == Outcome.of(run)


@pytest.mark.parametrize(("name", "values"), [("max_depth", (1.0, 3.0)), ("label_noise", (0.2,))])
def test_trained_parameters_train_every_value(name, values):
    plan = parameter_plan(Settings(), MEMBERS, name, values)
    (found,) = _sweep(plan, (4,)).outcomes
    for value, outcome in zip(values, found, strict=True):
        value = int(value) if name == "max_depth" else value
        assert outcome == Outcome.of(_run(4, **{name: value}).solve(Settings()))


def test_depths_are_whole_and_within_bounds():
    assert sweep_values("max_depth", 1, 20, 5) == (1.0, 2.0, 4.0, 9.0, 20.0)
    with pytest.raises(InputError, match=r"flipped runs from 0 to 0\.95"):
        sweep_values("label_noise", 0.0, 0.95, 3)


@pytest.mark.parametrize(
    ("grid", "said"),
    [
        (Grid("lam", "lam", (1.0,), (1.0,)), "choose two different ones"),
        (
            Grid("sigma", "degree", (1.0,), (1.0,)),
            "σ belongs to the gaussian kernel and degree to the polynomial one",
        ),
        (Grid("lam", "sigma", tuple(np.arange(1.0, 13.0)), (1.0,)), "12 values were asked for"),
    ],
)
def test_grids_that_make_no_sense_are_diagnosed(grid, said):
    assert MAX_GRID_VALUES == 11
    with pytest.raises(InputError, match=said):
        grid.plan(Settings(), MEMBERS)


def _cells(chart):
    return np.asarray(chart.figure.data[0].z)


def test_cells_are_means_over_splits_and_the_best_is_framed(grid, sweep):
    difference = grid.table(sweep, "l2dwk") - grid.table(sweep, "uniform")
    expected = {
        "difference": difference,
        "members": grid.table(sweep, "n_selected"),
        "diversity": grid.table(sweep, "diversity"),
    }
    best = np.unravel_index(difference.mean(axis=0).argmax(), (2, 3))
    for shown in GRID_VALUES:
        chart = sweep_grid_figure(sweep, grid, shown)
        np.testing.assert_allclose(_cells(chart), expected[shown].mean(axis=0))
        np.testing.assert_allclose(grid_values(sweep, grid, shown), expected[shown])
        frame = chart.figure.layout.shapes[0]
        assert ((frame.y0 + frame.y1) / 2, (frame.x0 + frame.x1) / 2) == pytest.approx(best)
    hover = sweep_grid_figure(sweep, grid).figure.data[0].text[1][2]
    assert hover.startswith("λ = 5, flipped = 0.3<br>")
    assert "n = 2 splits" in hover
    spread = difference[:, 1, 2].std(ddof=1)
    assert f"standard deviation {spread:.1%}" in hover
    table = sweep_grid_figure(sweep, grid).tables["two choices"]()
    assert len(table) == 12
    line = table.query("seed == 1 and lam == 5.0 and label_noise == 0.3")
    assert line["test_accuracy"].item() == grid.table(sweep, "l2dwk")[1, 1, 2]


def test_a_best_cell_is_quoted_with_its_caveat(grid, sweep):
    assert "picked on these test rows out of 6" in grid_sentence(sweep, grid)
    assert "Nobody chooses how many labels are wrong" in grid_sentence(sweep, grid)
    free = Grid("lam", "sigma", (0.3, 3.0), (0.5, 2.0))
    found = _sweep(free.plan(Settings(), MEMBERS))
    said = grid_sentence(found, free)
    gained = []
    for split in found.outcomes:
        chosen = min(split, key=lambda o: (-o.weighting_accuracy, o.n_selected))
        gained.append(chosen.accuracy.l2dwk.accuracy - chosen.accuracy.uniform.accuracy)
    interval = corrected_resampled_interval(gained, 65 / 149)
    mean = f"{100 * interval.mean:+.1f}".replace("-", "−").replace("+0.0", "±0.0")
    assert f"on the weighting rows instead, the pair gives {mean} points" in said
    alone = Sweep(found.plan, (0,), 149, 65, found.outcomes[:1])
    assert "one split says almost nothing" in grid_sentence(alone, free)
    assert "on one split" in sweep_grid_figure(alone, free).title
