"""Sweeps: the same run at many values of one choice, on one or more random splits.

A ``Plan`` says what is solved, ``follow`` solves it on one trained run, and a ``Sweep`` holds the
outcomes of every split. Splits differ in their seed, which decides rows and members alike.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

import numpy as np
from numpy.typing import NDArray

from l2dwk_core.errors import InputError, unknown_choice
from l2dwk_core.pool_kinds import MAX_MEMBERS
from l2dwk_core.records import Trace
from l2dwk_core.run_record import Accuracy, Run
from l2dwk_core.runner import PreparedRun
from l2dwk_core.self_training import lambda_path_on, train_on
from l2dwk_core.settings import Settings

Floats = NDArray[np.float64]
Progress = Callable[[int, int], None]

MAX_VALUES = 41
"""Values of one sweep."""


@dataclass(frozen=True)
class SweepParameter:
    """A choice that can be swept.

    Attributes
    ----------
    title, symbol, noun
        What it is called in a menu, before "=", and in a sentence.
    low, high
        The range to start with.
    allowed
        Smallest and largest value.
    spacing
        "log": values in equal ratios; "linear": in equal steps.
    whole
        Whether values are whole numbers; a sweep then has no value twice.
    kernel
        The only kernel it concerns; None when it concerns all.
    """

    title: str
    symbol: str
    noun: str
    low: float
    high: float
    allowed: tuple[float, float]
    spacing: str
    whole: bool = False
    kernel: str | None = None


PARAMETERS: Mapping[str, SweepParameter] = MappingProxyType(
    {
        "lam": SweepParameter("λ", "λ", "λ", 0.01, 100.0, (1e-6, 1e6), "log"),
        "sigma": SweepParameter(
            "σ, width of the Gaussian kernel",
            "σ",
            "σ",
            0.1,
            10.0,
            (1e-3, 1e3),
            "log",
            kernel="gaussian",
        ),
        "degree": SweepParameter(
            "degree d of the polynomial kernel",
            "degree",
            "the degree",
            1,
            6,
            (1, 20),
            "linear",
            True,
            "polynomial",
        ),
        "constant": SweepParameter(
            "constant c of the polynomial kernel",
            "c",
            "c",
            0.0,
            5.0,
            (-100.0, 100.0),
            "linear",
            kernel="polynomial",
        ),
        "n_members": SweepParameter(
            "number of members",
            "members",
            "the number of members",
            3,
            301,
            (1, MAX_MEMBERS),
            "log",
            True,
        ),
        "max_rounds": SweepParameter(
            "rounds of self-training at most",
            "rounds",
            "the number of rounds",
            1,
            30,
            (1, 500),
            "log",
            True,
        ),
    }
)
"""What can be swept, by the name it has in ``Settings`` or ``RunRecipe``."""


@dataclass(frozen=True)
class Plan:
    """What is solved on each split: ``points`` of (settings, number of members).

    ``name`` is a key of ``PARAMETERS``, with its ``values``, or "components", with positions in
    ``COMPONENTS``.
    """

    name: str
    values: tuple[float, ...]
    points: tuple[tuple[Settings, int], ...]


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
        Share of right votes on the weighting rows, from which the weights were learned.
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
        """What a run came to."""
        trace = run.trace
        returned = trace.rounds[trace.returned_round - 1]
        return cls(
            run.accuracy,
            1.0 - returned.error,
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
    no part; both are the same in every split.
    """

    plan: Plan
    seeds: tuple[int, ...]
    n_training: int
    n_test: int
    outcomes: tuple[tuple[Outcome, ...], ...]

    def grid(self, name: str) -> Floats:
        """(splits, points) of one field: a vote of ``Accuracy`` ("l2dwk", "uniform",
        "uniform_all", "best_single") gives its share of right test rows, any other name that field
        of ``Outcome``."""

        def value(outcome: Outcome) -> float:
            if name in ("l2dwk", "uniform", "uniform_all", "best_single"):
                return float(getattr(outcome.accuracy, name).accuracy)
            return float(getattr(outcome, name))

        return np.array([[value(o) for o in split] for split in self.outcomes])


def sweep_values(parameter: str, low: float, high: float, n_values: int) -> tuple[float, ...]:
    """Values from ``low`` to ``high``, both included, ascending.

    At most ``n_values`` (2 to ``MAX_VALUES``): whole numbers are not repeated. Others are rounded
    to six digits. Raises ``InputError`` for a range out of order or out of bounds.
    """
    if parameter not in PARAMETERS:
        raise unknown_choice("parameter to sweep", parameter, PARAMETERS)
    kind = PARAMETERS[parameter]
    least, most = kind.allowed
    if not least <= low <= high <= most:
        raise InputError(
            f"{kind.symbol} runs from {low:g} to {high:g}; needed is {least:g} ≤ from ≤ to ≤ "
            f"{most:g}."
        )
    if not 2 <= n_values <= MAX_VALUES:
        raise InputError(f"{n_values} values were asked for; allowed is 2 to {MAX_VALUES}.")
    space: Any = np.geomspace if kind.spacing == "log" else np.linspace
    inner = [float(value) for value in space(low, high, n_values)[1:-1]]
    rounded = [float(round(v)) if kind.whole else float(f"{v:.6g}") for v in inner]
    return tuple(sorted({float(low), float(high), *rounded}))


def parameter_plan(
    settings: Settings, n_members: int, parameter: str, values: tuple[float, ...]
) -> Plan:
    """Everything as in ``settings`` except the parameter, which takes each of the values.

    Raises ``InputError`` when one of them does not fit the other settings.
    """
    if parameter == "n_members":
        points = tuple((settings, int(value)) for value in values)
    else:
        whole = PARAMETERS[parameter].whole
        points = tuple(
            (settings.changed(**{parameter: int(v) if whole else v}), n_members) for v in values
        )
    return Plan(parameter, values, points)


def component_plan(settings: Settings, n_members: int) -> Plan:
    """The settings with each of ``COMPONENTS``; reweighting by "hinge" where they have none."""
    update = "hinge" if settings.update == "none" else settings.update
    points = tuple(
        (settings.changed(terms=c.terms, update=update if c.reweighted else "none"), n_members)
        for c in COMPONENTS
    )
    return Plan("components", tuple(float(i) for i in range(len(points))), points)


def follow(
    prepared: PreparedRun, plan: Plan, progress: Progress | None = None
) -> tuple[Outcome, ...]:
    """Solve every point of a plan on one trained run; the same as ``prepared.solve`` of each.

    A run with fewer members than asked for gives all it has. Neighbours serve as first guesses.
    ``progress(done, total)`` is called after each point; an exception it raises ends the work.
    """
    report = progress or (lambda done, total: None)
    available = prepared.oracle.n_members
    sizes = [min(n_members, available) for _, n_members in plan.points]
    # A prefix is made once for each size: equal rows of it are merged when first used, then kept.
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
