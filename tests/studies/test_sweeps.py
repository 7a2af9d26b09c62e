"""Sweeps against one ``solve`` for each point, and their records against plain counting."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from l2dwk_core.common.errors import InputError
from l2dwk_core.method.settings import Settings
from l2dwk_core.runs.prepare import prepare_run
from l2dwk_core.studies.sweep_parameters import MAX_VALUES, PARAMETERS, sweep_values
from l2dwk_core.studies.sweeps import (
    COMPONENTS,
    Plan,
    Sweep,
    component_plan,
    parameter_plan,
    solve_plan,
)

MEMBERS = 25


@pytest.fixture(scope="module")
def prepared():
    return prepare_run("glass", n_members=MEMBERS)


def _same(outcome, run):
    returned = run.trace.rounds[run.trace.returned_round - 1]
    assert outcome.accuracy == run.accuracy
    assert outcome.weighting_accuracy == pytest.approx(1 - returned.wrong.mean())
    assert outcome.n_selected == np.count_nonzero(run.trace.weights)
    assert outcome.effective_number == pytest.approx(1 / (returned.weights**2).sum(), rel=1e-6)
    margins = run.oracle.matrix @ returned.weights
    assert outcome.diversity == pytest.approx((1 - (margins**2).mean()) / 2, abs=1e-8)
    assert outcome.n_rounds == len(run.trace.rounds)
    assert outcome.n_members == run.n_members


@pytest.mark.parametrize(
    ("parameter", "settings", "values"),
    [
        ("lam", Settings(lam=7.0), (0.1, 0.5, 1.0, 4.0)),
        ("lam", Settings(kernel="linear", update="none"), (0.3, 3.0)),
        ("sigma", Settings(), (0.3, 1.0, 3.0)),
        ("degree", Settings(kernel="polynomial"), (1, 2, 5)),
        ("constant", Settings(kernel="polynomial"), (0.0, 0.5, 4.0)),
        ("max_rounds", Settings(lam=2.0), (1, 2, 7, 12)),
    ],
)
def test_every_point_is_the_solve_of_its_settings(prepared, parameter, settings, values):
    plan = parameter_plan(settings, 21, parameter, values)
    outcomes = solve_plan(prepared, plan)
    assert len(outcomes) == len(values)
    for value, outcome in zip(values, outcomes, strict=True):
        changed = settings.changed(**{parameter: value})
        _same(outcome, prepared.solve(changed, n_members=21))


def test_swept_members_are_prefixes_and_no_more_than_there_are(prepared):
    plan = parameter_plan(Settings(), 3, "n_members", (1.0, 4.0, 25.0, 60.0))
    outcomes = solve_plan(prepared, plan)
    for size, outcome in zip((1, 4, 25, 25), outcomes, strict=True):
        _same(outcome, prepared.solve(Settings(), n_members=size))


def test_the_plan_does_not_know_the_value_that_is_swept():
    one = parameter_plan(Settings(lam=1.0), 25, "lam", (0.5, 2.0))
    other = parameter_plan(Settings(lam=9.0), 25, "lam", (0.5, 2.0))
    assert one == other and hash(one) == hash(other)
    assert parameter_plan(Settings(sigma=2.0), 25, "lam", (0.5, 2.0)) != one


@pytest.mark.parametrize("update", ["hinge", "exp", "none"])
def test_components_are_terms_with_and_without_reweighting(prepared, update):
    settings = Settings(lam=2.0, update=update)
    outcomes = solve_plan(prepared, component_plan(settings, MEMBERS))
    assert [(c.terms, c.reweighted) for c in COMPONENTS] == [
        (terms, reweighted)
        for terms in ("accuracy", "diversity", "both")
        for reweighted in (False, True)
    ]
    moving = "hinge" if update == "none" else update
    for component, outcome in zip(COMPONENTS, outcomes, strict=True):
        changed = settings.changed(
            terms=component.terms, update=moving if component.reweighted else "none"
        )
        _same(outcome, prepared.solve(changed))
        assert component.reweighted or outcome.n_rounds == 1


@pytest.mark.parametrize("name", ["lam", "max_rounds", "components"])
def test_progress_counts_the_points_and_can_end_the_work(prepared, name):
    plan = (
        component_plan(Settings(), MEMBERS)
        if name == "components"
        else parameter_plan(Settings(), MEMBERS, name, (1.0, 2.0, 3.0))
    )
    told = []
    solve_plan(prepared, plan, lambda done, total: told.append((done, total)))
    n = len(plan.points)
    assert told == [(i, n) for i in range(1, n + 1)]

    def stop(done, total):
        told.append(done)
        raise KeyboardInterrupt

    told.clear()
    with pytest.raises(KeyboardInterrupt):
        solve_plan(prepared, plan, stop)
    assert told == [1]


def test_grid_has_a_line_for_each_split(prepared):
    plan = parameter_plan(Settings(), MEMBERS, "lam", (0.1, 1.0, 10.0))
    first, second = (
        solve_plan(prepared, plan),
        solve_plan(prepare_run("glass", n_members=5, seed=4), plan),
    )
    sweep = Sweep(plan, (0, 4), 149, 65, (first, second))
    for vote in ("l2dwk", "uniform", "uniform_all", "best_single"):
        expected = [
            [getattr(o.accuracy, vote).correct / 65 for o in split] for split in (first, second)
        ]
        np.testing.assert_allclose(sweep.grid(vote), expected, rtol=1e-15)
    np.testing.assert_array_equal(sweep.grid("n_members"), [[25] * 3, [5] * 3])
    assert sweep.grid("n_selected")[1, 2] == second[2].n_selected


@pytest.mark.parametrize("parameter", PARAMETERS)
def test_values_span_the_range_in_order(parameter):
    kind = PARAMETERS[parameter]
    values = sweep_values(parameter, kind.low, kind.high, 17)
    assert values[0] == kind.low and values[-1] == kind.high
    assert list(values) == sorted(set(values)) and len(values) <= 17
    if kind.whole:
        assert all(v == int(v) for v in values)
    else:
        steps = np.diff(np.log(values) if kind.spacing == "log" else values)
        np.testing.assert_allclose(steps, steps[0], rtol=1e-4)
    fits = Settings(kernel=next(iter(kind.kernels), "gaussian"))
    assert len(parameter_plan(fits, 9, parameter, values).points) == len(values)


def test_few_whole_numbers_are_not_repeated():
    assert sweep_values("degree", 1, 4, 17) == (1, 2, 3, 4)
    assert sweep_values("n_members", 5, 5, 17) == (5,)
    assert sweep_values("lam", 0.1, 10.0, 3) == (0.1, 1.0, 10.0)


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("lambda", 1, 2, 3), "Unknown parameter to sweep 'lambda'"),
        (("lam", 2.0, 1.0, 5), "λ runs from 2 to 1; needed is 1e-06 ≤ from ≤ to ≤ 1e\\+06"),
        (("lam", 0.0, 1.0, 5), "λ runs from 0 to 1"),
        (("lam", float("nan"), 1.0, 5), "λ runs from nan to 1"),
        (("degree", 1, 99, 5), "degree runs from 1 to 99"),
        (("lam", 1.0, 2.0, 1), f"1 values were asked for; allowed is 2 to {MAX_VALUES}"),
    ],
)
def test_ranges_out_of_order_are_named(arguments, said):
    with pytest.raises(InputError, match=said):
        sweep_values(*arguments)


def test_a_value_that_does_not_fit_is_named():
    with pytest.raises(InputError, match="needs c ≥ 0"):
        parameter_plan(Settings(kernel="polynomial"), 9, "constant", (-1.0, 1.0))


def test_plans_with_other_points_are_other_plans():
    plan = component_plan(Settings(), MEMBERS)
    assert isinstance(plan, Plan)
    assert plan != replace(plan, points=plan.points[:1])
    assert len(set(plan.points)) == len(COMPONENTS)
