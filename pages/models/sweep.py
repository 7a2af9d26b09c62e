"""What a reader can choose on the Sweep page, and how the page gets its sweeps."""

from __future__ import annotations

import time
from dataclasses import dataclass, make_dataclass, replace
from typing import TYPE_CHECKING, Any

import streamlit as st

from l2dwk_core.common.text import agreeing, counted, duration
from l2dwk_core.figures.sweep.grid import GRID_VALUES
from l2dwk_core.method.settings import Settings
from l2dwk_core.method.weight_path import equal_weight_path
from l2dwk_core.oracle.oracle import Oracle
from l2dwk_core.pools.recipe import GIVEN
from l2dwk_core.qp.critical_line import CriticalLine
from l2dwk_core.runs.run import Run
from l2dwk_core.studies.sweep_grid import MAX_GRID_VALUES, Grid
from l2dwk_core.studies.sweep_parameters import MAX_VALUES, PARAMETERS, sweep_values
from l2dwk_core.studies.sweeps import Plan, Sweep, parameter_plan
from pages.choices.choice import Choice
from pages.choices.field_rules import number, option
from pages.choices.query import Unfit
from pages.jobs import caches
from pages.jobs.job_card import work_here
from pages.jobs.sweep_work import MAX_SPLITS, SplitsRecipe, SweepRecipe
from pages.runtime.dataset_cache import DatasetCache
from pages.state.members_used import members_trained, members_used
from pages.widgets.scale import SCALES

PAGE = "sweep"
MAX_PATH_MEMBERS = 500
"""Most members of the exact path. The page waits for it, and with more it takes too long."""
PATH_AXES = {"log": "over log λ", "inverse": "over 1/λ"}
PATH_SHAPES = {"stacked": "Stacked", "lines": "Lines"}
NONE = "none"
_PATIENCE = 0.6  # seconds a page waits for short work before it shows a progress bar


def _end(parameter: str, end: str) -> tuple[str, type, Any]:
    """Return the field of one end of a parameter's range: its name, type and limits."""
    kind = PARAMETERS[parameter]
    type_ = int if kind.whole else float
    value = type_(kind.low if end == "from" else kind.high)
    least, most = map(type_, kind.allowed)
    return f"{parameter}_{end}", type_, number(value, least, most, label=f"{kind.symbol}, {end}")


if TYPE_CHECKING:

    @dataclass(frozen=True)
    class _Ranges:
        """As a type checker sees it: any further attribute is an end of a range."""

        def __getattr__(self, name: str) -> float: ...

else:
    _Ranges = make_dataclass(
        "_Ranges",
        [_end(name, end) for name in PARAMETERS for end in ("from", "to")],
        namespace={"__module__": __name__},
        frozen=True,
    )


@dataclass(frozen=True)
class _SweepChoices:
    parameter: str = option("lam", PARAMETERS, "Sweep")
    second: str = option(NONE, (NONE, *PARAMETERS), "Together with")
    points: int = number(17, 2, MAX_VALUES, label="Values")
    grid_points: int = number(7, 2, MAX_GRID_VALUES, label="Values of each")
    shown: str = option("difference", GRID_VALUES, "Shown in the cells")
    splits: int = number(5, 1, MAX_SPLITS, label="Random splits")
    scale: str = option("accuracy", SCALES, "Scale")
    path_x: str = option("log", PATH_AXES, "Axis of the path")
    path_shape: str = option("stacked", PATH_SHAPES, "Shape of the path")


@dataclass(frozen=True)
class SweepView(_Ranges, _SweepChoices):
    """The page's own choices: what is swept, how many ``points`` and ``splits``, how the figures
    are drawn, and of every parameter both ends of its range, as ``lam_from`` and ``lam_to``. With a
    ``second`` parameter both are swept at once, ``grid_points`` values of each."""

    def unfit(self) -> Unfit:
        """Return a second parameter that is the first one again."""
        same = self.second == self.parameter
        return {"second": (NONE, "that is what is swept already")} if same else {}


def plan_of(choice: Choice, view: SweepView) -> Plan:
    """Return what is solved.

    Raise InputError when the range, or a value in it, cannot be used.
    """
    values = _values(choice, view, view.parameter, view.points)
    return parameter_plan(choice.settings(), members_used(choice), view.parameter, values)


def grid_of(choice: Choice, view: SweepView) -> Grid:
    """Return the two choices that are swept together.

    Raise InputError as ``plan_of`` does.
    """
    x, y = (_values(choice, view, name, view.grid_points) for name in (view.parameter, view.second))
    return Grid(view.parameter, view.second, x, y)


def _values(choice: Choice, view: SweepView, name: str, n_values: int) -> tuple[float, ...]:
    low, high = getattr(view, f"{name}_from"), getattr(view, f"{name}_to")
    if name == "n_members":
        trained = members_trained(choice)
        low, high = min(low, trained), min(high, trained)
    return sweep_values(name, low, high, n_values)


def swept(choice: Choice, plan: Plan, n_splits: int) -> Sweep | None:
    """Return the plan's sweep over all splits, or over the one split that is trained.

    None while there is nothing to show yet.
    """
    if plan.trainings:
        return _trained_sweep(SweepRecipe(choice.recipe(), plan, n_splits))
    one = SweepRecipe(choice.recipe(), plan, 1)
    if caches.splits().missing(_splits_of(choice, n_splits)):
        return _begun(one, plan.name)
    # While all splits are being solved, the sweep of one split stays on the screen.
    found = _begun(replace(one, n_splits=n_splits), plan.name)
    return found or caches.sweeps().prepared(one)


def train_splits(choice: Choice, n_splits: int) -> None:
    """Offer to train the splits that are missing, or show how far the training is."""
    recipe, queue = _splits_of(choice, n_splits), caches.trainings()
    asked = st.session_state.get("splits asked", recipe)
    if asked != recipe:
        queue.leave(asked, caches.session_id())
    st.session_state["splits asked"] = recipe
    missing = caches.splits().missing(recipe)
    if missing == 0:
        return
    if recipe.run.pool.kind == GIVEN:
        _divide(recipe)
        return
    trainings = "one more training" if missing == 1 else f"{missing} more trainings"
    splits = f"{counted(n_splits, 'split')} {agreeing(n_splits, 'needs', 'need')}"
    work_here(
        queue,
        recipe,
        f"Below is **one random split, which may mislead**. {splits} {trainings} of "
        "the base ensemble; after that, sweeps over all of them need no further training.",
        label=f"Train {counted(missing, 'more split')}",
        key="more_splits",
        cancel_key="cancel_splits",
    )


def _divide(recipe: SplitsRecipe) -> None:
    """Draw the further splits of given votes; that needs no button."""
    queue = caches.trainings()
    if queue.job(recipe) is None:
        queue.start(recipe, caches.session_id())
    limit = time.monotonic() + _PATIENCE
    while time.monotonic() < limit and caches.splits().missing(recipe):
        time.sleep(0.02)
    if caches.splits().missing(recipe):
        work_here(
            queue, recipe, "The rows are not divided.", label="Divide", key="more_splits",
            cancel_key="cancel_splits",
        )  # fmt: skip


def _splits_of(choice: Choice, n_splits: int) -> SplitsRecipe:
    soft = choice.outputs == "probabilities"
    return SplitsRecipe(choice.recipe(), n_splits, soft)


def _trained_sweep(recipe: SweepRecipe) -> Sweep | None:
    """Return the sweep of a recipe whose values need trainings of their own.

    Offer it when trainings are missing.
    """
    queue = caches.sweeps()
    missing = caches.splits().missing_for(recipe)
    if (found := queue.prepared(recipe)) is not None:
        return found  # type: ignore[no-any-return]
    if missing == 0:
        return _begun(recipe, recipe.plan.name)
    work_here(
        queue,
        recipe,
        f"**Every value needs members of its own: {counted(missing, 'training')}** of "
        f"{counted(recipe.run.pool.n_members, 'member')}{_estimate(recipe, missing)}. What was "
        "trained before is used again.",
        label="Train and sweep",
        key="train_sweep",
        cancel_key="cancel_train_sweep",
    )
    return None


def _estimate(recipe: SweepRecipe, n_trainings: int) -> str:
    """Return how long the trainings will take, from the time of this recipe's own training."""
    known = caches.run_jobs().prepared(recipe.run)
    if known is None or not known.seconds:
        return ""
    return f", about {duration(known.seconds * n_trainings)}"


def _begun(recipe: SweepRecipe, section: str) -> Sweep | None:
    """Return the sweep of a recipe that needs no training.

    It starts without a button, unless it was cancelled.
    """
    queue = caches.sweeps()
    found: Sweep | None = queue.prepared(recipe)
    if found is not None:
        return found
    begun = st.session_state.setdefault("sweeps begun", {})
    if begun.get(section) != recipe:
        if section in begun:
            queue.leave(begun[section], caches.session_id())
        begun[section] = recipe
        queue.start(recipe, caches.session_id())
        limit = time.monotonic() + _PATIENCE
        while time.monotonic() < limit and queue.job(recipe) is not None:
            time.sleep(0.02)
        found = queue.prepared(recipe)
        if found is not None:
            return found
    work_here(
        queue,
        recipe,
        "This sweep is not solved.",
        label="Sweep",
        key=f"solve {section}",
        cancel_key=f"cancel {section}",
    )
    return None


def path_of(run: Run, choice: Choice) -> CriticalLine:
    """Return the exact path of this run's members. It is computed once, then kept."""
    # Settings that do not change the path are not in the key: a new λ must not compute it again.
    settings = run.settings.changed(lam=1.0, lam_on="diversity", max_rounds=1, update="none")
    key = repr((choice.recipe(), settings, run.n_members))
    return _PATHS.get(choice.dataset, key, lambda: _path(run.oracle, settings))


_PATHS = DatasetCache(24)


def _path(oracle: Oracle, settings: Settings) -> CriticalLine:
    with st.spinner("Following the path"):
        return equal_weight_path(oracle, settings)
