"""What a reader can choose on Start, and the figures of that page, by their names."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import partial
from types import MappingProxyType
from typing import Any, NamedTuple

from l2dwk_core.common.errors import InputError
from l2dwk_core.demos.drawn_trees import CLASSES, MAX_POINTS, MAX_TREES, DrawnTrees, grow_trees
from l2dwk_core.demos.three_voters import ThreeVoters, three_voters
from l2dwk_core.figures.chart import Chart
from l2dwk_core.figures.drawing import Drawing
from l2dwk_core.figures.lab.gain_of_vote import gain_of_vote_figure
from l2dwk_core.figures.start.drawn_points import drawn_points_figure
from l2dwk_core.figures.start.hard_row import hard_row_figure
from l2dwk_core.figures.start.kept_members import kept_members_figure
from l2dwk_core.figures.start.majority import majority_vote_figure
from l2dwk_core.figures.start.regime_differences import (
    Regime,
    regime_differences_figure,
    two_regimes,
)
from l2dwk_core.figures.start.three_voters import three_voters_figure, voters_plane_figure
from l2dwk_core.method.setting_choices import CHOICES
from l2dwk_core.method.settings import Settings
from l2dwk_core.paper.claim_answers import claim_answers
from l2dwk_core.runs.run import Run
from pages.charts import run_charts
from pages.charts.run_values import difficulty, pair_cloud, row_names, uniform_point
from pages.choices.choice import Choice
from pages.choices.field_rules import number, option, several
from pages.choices.query import Unfit
from pages.jobs import caches
from pages.models import drawn_points
from pages.runtime.function_cache import kept_up_to

_MAX_BYTES = 50_000_000
"""Bytes that each cache below keeps."""
START = "start"
"""What the parameters of the page start with in the address."""
GUESSES: Mapping[str, str] = MappingProxyType(
    {
        "trees": "Bagged trees",
        "models": "Different models",
        "both": "Both",
        "neither": "Neither",
    }
)
"""What a reader can expect of the last step, before its figure is shown."""
_SMALL = 290
"""Height of the three figures side by side, in pixels."""


@dataclass(frozen=True)
class StartChoice:
    """The choices of all steps.

    Three voters: how often each is right (%), and how far their mistakes overlap (%). Trees on
    drawn ``points`` (words of ``drawn_points``; none for the first ones), the number of the chosen
    ``point`` (from 1; 0 for none), and the class of a new one. λ and kernel of the run on real
    data. The reader's ``guess`` about the studies; empty before it is made.
    """

    accuracy: int = number(60, 35, 95, label="Each voter is right on … %")
    overlap: int = number(0, -100, 100, 5, label="Overlap of their mistakes")
    trees: int = number(3, 1, MAX_TREES, 2, label="Number of trees")
    points: tuple[str, ...] = several(MAX_POINTS, "Points", check=drawn_points.parsed, repeats=True)
    point: int = number(0, 0, MAX_POINTS, label="Chosen point")
    new_class: str = option(str(CLASSES[0]), map(str, CLASSES), label="Class of a new point")
    lam: float = number(1.0, 0.0, 100.0)
    kernel: str = option("gaussian", tuple(CHOICES["kernel"]))
    guess: str = option("", ("", *GUESSES))

    def unfit(self) -> Unfit:
        """Return a chosen point beyond the last one."""
        n = len(words_of(self))
        return {"point": (0, f"there are {n} points")} if self.point > n else {}


class _Figure(NamedTuple):
    """How a figure is made, and the choices it depends on."""

    make: Callable[[StartChoice], Chart | None]
    of: tuple[str, ...]


def voters_of(choice: StartChoice) -> ThreeVoters:
    """Return the three voters of a choice."""
    return three_voters(choice.accuracy / 100, choice.overlap / 100)


def words_of(choice: StartChoice) -> tuple[str, ...]:
    """Return the drawn points as words."""
    return choice.points or drawn_points.FIRST_POINTS


def edited_points(words: tuple[str, ...], point: int) -> tuple[tuple[str, ...], int] | None:
    """Return points and chosen point as a browser sent them; None for what no hand can send."""
    try:
        drawn_points.parsed(words)
    except InputError:
        return None
    if not 1 <= point <= len(words):
        return None
    return (() if words == drawn_points.FIRST_POINTS else words), point


def trees_of(choice: StartChoice) -> DrawnTrees:
    """Return the trees on the drawn points. Raise ``InputError`` for words that are no points."""
    return _trees(words_of(choice), choice.trees)


def run_of(choice: StartChoice) -> Run | None:
    """Return the run on real data; None when no members are there without a training.

    The members are those of the Lab's first view, whose answers come with the application.
    """
    wanted = lab_choice(choice)
    prepared = caches.at_once(wanted.recipe())
    if prepared is None:
        return None
    return _run(prepared.run, wanted.settings())


def lab_choice(choice: StartChoice) -> Choice:
    """Return the choice of the Lab that shows the run on real data."""
    return Choice(kernel=choice.kernel, lam=choice.lam)


def regimes() -> tuple[Regime, Regime]:
    """Return what the shipped studies say of trees and of different models. The first call takes
    a second or more."""
    return two_regimes(claim_answers())


def chart_of(choice: StartChoice, name: str) -> Chart | None:
    """Return one of the figures by its name; None where it cannot be shown. Raise ``InputError``
    for words that are no points."""
    if name not in FIGURES:
        return None
    return _chart(name, tuple(getattr(choice, field) for field in FIGURES[name].of))


# The key is the part of the choice that the figure depends on.
@kept_up_to(_MAX_BYTES, 200)
def _chart(name: str, part: tuple[Any, ...]) -> Chart | None:
    make, of = FIGURES[name]
    return make(replace(StartChoice(), **dict(zip(of, part, strict=True))))


@kept_up_to(_MAX_BYTES, 50)
def _trees(words: tuple[str, ...], n_members: int) -> DrawnTrees:
    return grow_trees(*drawn_points.parsed(words), n_members)


@kept_up_to(_MAX_BYTES, 50)
def _run(_prepared: Any, settings: Settings) -> Run:
    run: Run = _prepared.solve(settings)
    return run


def _drawn(choice: StartChoice) -> Chart:
    return drawn_points_figure(trees_of(choice), choice.point)


def _of_run(make: Callable[[Run], Chart], choice: StartChoice) -> Chart | None:
    run = run_of(choice)
    return None if run is None else make(run)


def _small(chart: Chart, reading: str) -> Chart:
    """Return a figure of the Lab, lower and with one sentence to read it."""
    parts = chart.figure.to_dict()
    layout = parts["layout"] | {"height": _SMALL}
    return replace(
        chart, figure=Drawing(parts["data"], layout, parts.get("frames", ())), reading=reading
    )


def _hard_row(run: Run) -> Chart:
    return hard_row_figure(run.trace, difficulty(run), row_names(run))


def _kernel_weights(run: Run) -> Chart:
    return _small(
        run_charts.figure(run, "kernel_weights"),
        "Each line is a row, the hardest on top; a stronger colour is more kernel weight α, which "
        "moves mostly to rows that the vote gets wrong. The right edge is the outcome: × where the "
        "returned vote is wrong, a dot where it is right.",
    )


def _sparsity(run: Run) -> Chart:
    return _small(
        run_charts.figure(run, "sparsity"),
        "Solid: how many trees keep weight in each round. Dotted: their effective number, which is "
        "smaller the more unequal their weights are.",
    )


def _gain(run: Run) -> Chart:
    rows = "test"
    chart = gain_of_vote_figure(
        run.trace,
        run.path(rows),
        pair_cloud(run, rows),
        uniform_point(run, rows),
        run.pool.names,
    )
    return _small(
        chart,
        "Further right members differ more; further up they are more often right. Grey dots are "
        "pairs of trees. The blue line is the weighted vote, round by round. The arrow leads from "
        "the average tree, by weight, up to the vote of the round shown: what voting gains in it.",
    )


def _pays(choice: StartChoice) -> Chart | None:
    return regime_differences_figure(regimes()) if choice.guess else None


_RUN = ("lam", "kernel")
FIGURES: Mapping[str, _Figure] = MappingProxyType(
    {
        "three_voters": _Figure(
            lambda choice: three_voters_figure(voters_of(choice)), ("accuracy", "overlap")
        ),
        "voters_plane": _Figure(
            lambda choice: voters_plane_figure(voters_of(choice)), ("accuracy", "overlap")
        ),
        "majority_vote": _Figure(
            lambda choice: majority_vote_figure(choice.accuracy / 100), ("accuracy",)
        ),
        "drawn_points": _Figure(_drawn, ("points", "trees", "point")),
        "kept_members": _Figure(partial(_of_run, kept_members_figure), _RUN),
        "hard_row": _Figure(partial(_of_run, _hard_row), _RUN),
        "kernel_weights": _Figure(partial(_of_run, _kernel_weights), _RUN),
        "sparsity": _Figure(partial(_of_run, _sparsity), _RUN),
        "gain_of_vote": _Figure(partial(_of_run, _gain), _RUN),
        "regime_differences": _Figure(_pays, ("guess",)),
    }
)
"""The figures in the order of the page."""
