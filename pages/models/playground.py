"""What a reader can choose in the Playground, and what the page keeps between its runs."""

from __future__ import annotations

from dataclasses import dataclass, replace

from l2dwk_core.datasets.teaching import TEACHING_SETS
from l2dwk_core.demos.playground import (
    Setup,
    SetupRecipe,
    Solved,
    fresh_oracle_without_hold_out,
    prepare_setup,
    solve,
)
from l2dwk_core.figures.chart import Chart
from l2dwk_core.figures.playground.plane import uniform_plane_figure, weighted_plane_figure
from l2dwk_core.method.setting_choices import CHOICES
from l2dwk_core.method.settings import Settings
from l2dwk_core.oracle.oracle import Oracle
from l2dwk_core.oracle.weighted_vote import uniform_vote
from pages.choices.field_rules import number, option
from pages.choices.query import Unfit
from pages.runtime.function_cache import kept_up_to

_MAX_BYTES = 50_000_000
"""Bytes that each cache below keeps."""
PLAYGROUND = "playground"
"""What the parameters of the page start with in the address."""
MADE_POINTS = (
    "Artificial points: with shallow trees weighting has much to gain here. On real data, L2DWK on "
    "bagged trees is behind Bagging, whose trees also learn from the rows that judge them here; "
    "against the equal vote of the same trees nothing is decided."
)
"""How far a gain on these points can be trusted. A test compares it with the studies."""


@dataclass(frozen=True)
class PlaygroundChoice:
    """Points, trees and weights of the Playground.

    ``noise`` spreads the points; ``flipped`` is the share of flipped labels. ``boundaries`` draws
    the borders of the trees: of all trees with weight, or of one ``member`` (from 1; 0 for all).
    """

    shape: str = option("circles", tuple(TEACHING_SETS))
    points: int = number(300, 60, 600, 20)
    noise: float = number(0.15, 0.0, 1.0, 0.05)
    flipped: float = number(0.1, 0.0, 0.4, 0.05)
    seed: int = number(0, 0, 2**31 - 1)
    depth: int = number(2, 1, 12)
    members: int = number(51, 1, 101)
    kernel: str = option("gaussian", tuple(CHOICES["kernel"]))
    lam: float = number(1.0, 0.0, 100.0)
    sigma: float = number(1.0, 0.1, 10.0)
    rounds: int = number(15, 1, 40)
    boundaries: bool = False
    member: int = number(0, 0, 101)

    def unfit(self) -> Unfit:
        """Return a tree beyond the last one."""
        last = self.members
        return {"member": (last, f"there are {last} trees")} if self.member > last else {}


_SIZES = (51, 101)
"""Trees trained together. A smaller number takes the first of them, so its slider trains
nothing."""


def solved_of(choice: PlaygroundChoice) -> Solved:
    """Return points, trees and rounds of a choice."""
    return _solved(setup_of(choice), _settings(choice), repr(_recipe(choice)), choice.members)


def setup_of(choice: PlaygroundChoice) -> Setup:
    """Return points and trees of a choice."""
    return _setup(_recipe(choice)).prefix(choice.members)


def chart_of(choice: PlaygroundChoice, name: str) -> Chart | None:
    """Return one of the figures by its name."""
    return next((chart for chart in charts_of(choice) if chart.name == name), None)


def charts_of(choice: PlaygroundChoice) -> tuple[Chart, Chart]:
    """Return the plane under the uniform vote and the plane under the L2DWK vote."""
    solved = solved_of(choice)
    member = min(choice.member, choice.members) if choice.boundaries else 0
    return _charts(
        solved, _settings(choice), repr(_recipe(choice)), choice.members, choice.boundaries, member
    )


def accuracy_without_hold_out(choice: PlaygroundChoice) -> float:
    """Return the accuracy on fresh points of a uniform vote of trees that had all points."""
    oracle = _without_hold_out(_recipe(choice)).prefix(choice.members)
    return uniform_vote(oracle).accuracy


def _recipe(choice: PlaygroundChoice) -> SetupRecipe:
    return SetupRecipe(
        shape=choice.shape,
        n_points=choice.points,
        noise=choice.noise,
        label_noise=choice.flipped,
        depth=choice.depth,
        n_members=next(size for size in _SIZES if size >= choice.members),
        seed=choice.seed,
    )


def _settings(choice: PlaygroundChoice) -> Settings:
    # Without a Gaussian kernel σ has no effect; equal runs must have equal settings.
    settings = Settings(kernel=choice.kernel, lam=choice.lam, max_rounds=choice.rounds)
    return replace(settings, sigma=choice.sigma) if choice.kernel == "gaussian" else settings


# The keys are recipes and settings. Arrays are not hashed.
@kept_up_to(_MAX_BYTES, 24)
def _setup(recipe: SetupRecipe) -> Setup:
    return prepare_setup(recipe)


@kept_up_to(_MAX_BYTES, 24)
def _without_hold_out(recipe: SetupRecipe) -> Oracle:
    return fresh_oracle_without_hold_out(recipe)


@kept_up_to(_MAX_BYTES, 48)
def _solved(_setup: Setup, settings: Settings, recipe: str, n_members: int) -> Solved:
    return solve(_setup, settings)


@kept_up_to(_MAX_BYTES, 48)
def _charts(
    _solved: Solved, settings: Settings, recipe: str, n_members: int, lines: bool, member: int
) -> tuple[Chart, Chart]:
    return (
        uniform_plane_figure(_solved, lines=lines, member=member),
        weighted_plane_figure(_solved, lines=lines, member=member),
    )
