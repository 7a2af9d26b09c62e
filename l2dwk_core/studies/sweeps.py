"""Sweeps: the same run at many values of one choice, on one or more random splits.

A ``Plan`` says what is solved, ``solve_plan`` solves it on one trained run, and a ``Sweep`` holds
the outcomes of every split. Splits differ in their seed, which decides both rows and members.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

import numpy as np

from l2dwk_core.common.types import Floats
from l2dwk_core.method.self_training import lambda_path_on, train_on
from l2dwk_core.method.settings import Settings
from l2dwk_core.method.trace import Trace
from l2dwk_core.runs.accuracy import Accuracy
from l2dwk_core.runs.run import PreparedRun, Run
from l2dwk_core.studies.sweep_parameters import PARAMETERS

Progress = Callable[[int, int], None]

Training = tuple[tuple[str, float], ...]
"""Choices of ``RunRecipe.changed``, with the values they get instead of the recipe's own."""


@dataclass(frozen=True)
class Plan:
    """What is solved on each split: ``points`` of (settings, number of members).

    ``name`` is a key of ``PARAMETERS``, with its ``values``; for anything else, as the components
    or a grid, values are positions. ``trainings`` say point by point what is trained differently;
    empty when one training serves all.
    """

    name: str
    values: tuple[float, ...]
    points: tuple[tuple[Settings, int], ...]
    trainings: tuple[Training, ...] = ()

    def parts(self) -> dict[Training, Plan]:
        """Return, by training and in the order of first need, the points that each training
        serves."""
        if not self.trainings:
            return {(): self}
        places: dict[Training, list[int]] = {}
        for place, training in enumerate(self.trainings):
            places.setdefault(training, []).append(place)
        return {
            training: Plan(
                self.name,
                tuple(self.values[i] for i in mine),
                tuple(self.points[i] for i in mine),
            )
            for training, mine in places.items()
        }


@dataclass(frozen=True)
class Component:
    """One line of the component experiment: which ``terms``, and whether rows are reweighted."""

    title: str
    terms: str
    reweighted: bool


COMPONENTS = tuple(
    Component(f"{title}{', reweighted' if reweighted else ''}", terms, reweighted)
    for terms, title in (
        ("accuracy", "Accuracy only"),
        ("diversity", "Diversity only"),
        ("both", "Both"),
    )
    for reweighted in (False, True)
)
"""The paper's component experiment (Yin, Yang & Hao 2014, Sec. 4): both, or one of the two terms
left out, each with kernel weights that stay equal and with kernel weights that follow mistakes."""


@dataclass(frozen=True)
class Outcome:
    """One solved point on one split.

    Attributes
    ----------
    accuracy
        Right votes on the test rows, with the references.
    weighting_accuracy
        Share of right votes on the weighting rows, from which the weights were learned
        (``Run.weighting_accuracy``).
    n_selected, effective_number
        Members with weight, and 1/Σw² in the returned round.
    diversity
        wᵀD_dis w of the returned round on equally weighted weighting rows, in [0, ½].
    n_members, n_rounds, stop_reason
        Members that took part, rounds done, and why they ended (``STOP_REASONS``).
    """

    accuracy: Accuracy
    weighting_accuracy: float
    n_selected: int
    effective_number: float
    diversity: float
    n_members: int
    n_rounds: int
    stop_reason: str

    @classmethod
    def of(cls, run: Run) -> Outcome:
        """Return the outcome of a run."""
        trace = run.trace
        returned = trace.returned
        return cls(
            run.accuracy,
            run.weighting_accuracy,
            trace.n_selected,
            returned.effective_number,
            returned.diversity,
            run.n_members,
            len(trace.rounds),
            trace.stop_reason,
        )


@dataclass(frozen=True, eq=False)
class Sweep:
    """A plan solved on every split: ``outcomes[split][point]``.

    ``n_training`` counts the rows members and weights were learned from, ``n_test`` those that took
    no part; both are the same in every split, except where whole groups of rows are drawn: then
    they are those of the first. ``given``: the members' votes are given, and nothing
    is trained.
    """

    plan: Plan
    seeds: tuple[int, ...]
    n_training: int
    n_test: int
    outcomes: tuple[tuple[Outcome, ...], ...]
    given: bool = False

    def grid(self, name: str) -> Floats:
        """Return (splits, points) of one field.

        A vote of ``Accuracy`` ("l2dwk", "uniform", "uniform_all", "best_single") gives its share of
        right test rows. Any other name gives that field of ``Outcome``.
        """

        def value(outcome: Outcome) -> float:
            if name in ("l2dwk", "uniform", "uniform_all", "best_single"):
                return float(getattr(outcome.accuracy, name).accuracy)
            return float(getattr(outcome, name))

        return np.array([[value(o) for o in split] for split in self.outcomes])


def parameter_plan(
    settings: Settings, n_members: int, parameter: str, values: tuple[float, ...]
) -> Plan:
    """Return the plan in which the parameter takes each of the values and all else is as in
    ``settings``.

    Raise ``InputError`` when one of them does not fit the other settings.
    """
    points = tuple(point(settings, n_members, {parameter: value}) for value in values)
    trainings: tuple[Training, ...] = ()
    if PARAMETERS[parameter].trained:
        trainings = tuple(training_of({parameter: value}) for value in values)
    return Plan(parameter, values, points, trainings)


def point(settings: Settings, n_members: int, changes: Mapping[str, float]) -> tuple[Settings, int]:
    """Return a point of a plan: the settings and members after those of the changes that concern
    them."""
    size = int(changes.get("n_members", n_members))
    mine = {
        name: int(value) if PARAMETERS[name].whole else value
        for name, value in changes.items()
        if name != "n_members" and not PARAMETERS[name].trained
    }
    return settings.changed(**mine), size


def training_of(changes: Mapping[str, float]) -> Training:
    """Return those of the changes that need a training of their own."""
    return tuple(
        (name, int(value) if PARAMETERS[name].whole else value)
        for name, value in changes.items()
        if PARAMETERS[name].trained
    )


def component_plan(settings: Settings, n_members: int) -> Plan:
    """Return the plan of the settings with each of ``COMPONENTS``. Components with rounds use
    "hinge" where the settings have no update."""
    update = "hinge" if settings.update == "none" else settings.update
    points = tuple(
        (settings.changed(terms=c.terms, update=update if c.reweighted else "none"), n_members)
        for c in COMPONENTS
    )
    return Plan("components", tuple(float(i) for i in range(len(points))), points)


def solve_plan(
    prepared: PreparedRun, plan: Plan, progress: Progress | None = None
) -> tuple[Outcome, ...]:
    """Solve every point of a plan on one trained run; the same as ``prepared.solve`` of each.

    A run with fewer members than asked for gives all it has. Neighbours serve as first guesses.
    ``progress(done, total)`` is called after each point; an exception it raises ends the work.
    """
    report = progress or (lambda done, total: None)
    available = prepared.oracle.n_members
    sizes = [min(n_members, available) for _, n_members in plan.points]
    # A prefix is made once for each size, because its equal rows are merged when first used, then
    # kept.
    oracles = {
        size: prepared.oracles(settings.outputs, size)
        for (settings, _), size in zip(plan.points, sizes, strict=True)
    }
    traces: list[Trace] = []
    if plan.name == "lam":
        oracle, _ = oracles[sizes[0]]
        traces = list(lambda_path_on(oracle, plan.points[0][0], plan.values, progress=report))
    else:
        for place, (settings, _) in enumerate(plan.points):
            known = place > 0 and sizes[place] == sizes[place - 1]
            oracle, _ = oracles[sizes[place]]
            traces.append(train_on(oracle, settings, neighbour=traces[-1] if known else None))
            report(place + 1, len(plan.points))
    return tuple(
        Outcome.of(Run(prepared, settings, size, *oracles[size], trace))
        for (settings, _), size, trace in zip(plan.points, sizes, traces, strict=True)
    )


def train_and_solve_plan(
    train: Callable[[Training], PreparedRun], plan: Plan, progress: Progress | None = None
) -> tuple[Outcome, ...]:
    """Solve every point of a plan on the run that ``train`` gives for its training.

    Each training is asked for once; ``progress`` is that of ``solve_plan``, within each training.
    """
    found: dict[Training, list[Outcome]] = {
        training: list(solve_plan(train(training), part, progress))
        for training, part in plan.parts().items()
    }
    if not plan.trainings:
        return tuple(found[()])
    return tuple(found[training].pop(0) for training in plan.trainings)
