"""The work of "Choose λ by cross-validation": the recipe, and the function that runs in a process.

This module does not use Streamlit, because it runs in a thread of a queue and in a worker process.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from l2dwk_core.common.errors import InputError
from l2dwk_core.method.choose_lambda import LAMBDAS, repeats_for
from l2dwk_core.method.kernels import KERNELS
from l2dwk_core.method.lambda_choice import LambdaChoice
from l2dwk_core.method.settings import Settings
from l2dwk_core.runs.chosen_lambda import choose_run_lambda
from l2dwk_core.runs.recipe import RunRecipe
from l2dwk_core.runs.run import PreparedRun
from l2dwk_core.runs.run_cost import check_lambda_choice
from l2dwk_core.runs.saved import answers_only
from pages.jobs.worker import in_process

N_FOLDS = 5
ROUNDS = (1, 3, 10, 30)
"""The limits of the number of rounds that are tried when this limit is chosen too."""


@dataclass(frozen=True)
class LambdaRecipe:
    """The recipe of a choice of λ on the weighting rows of a training. ``of`` returns it.

    ``settings`` hold fixed values in place of the values that are chosen. So the recipe stays the
    same when the result of the choice is used. ``more``: the kernel and the limit of the number of
    rounds are chosen too, when they can differ.
    """

    dataset: str
    run: RunRecipe
    settings: Settings
    n_members: int
    more: bool

    @classmethod
    def of(cls, run: RunRecipe, settings: Settings, n_members: int, more: bool) -> LambdaRecipe:
        """Return the recipe. It is the same for all values of the settings that are chosen."""
        changes: dict[str, Any] = {"lam": 1.0}
        if more and settings.kernel_form == "joint":
            changes["kernel"] = next(iter(KERNELS))
        if more and settings.update != "none":
            changes["max_rounds"] = ROUNDS[-1]
        return cls(run.dataset, run, settings.changed(**changes), n_members, more)

    @property
    def kernels(self) -> tuple[str, ...]:
        """Return the kernels that are tried. In the scalar form all kernels with b > 0 have the
        same best w."""
        joint = self.settings.kernel_form == "joint"
        return tuple(KERNELS) if self.more and joint else (self.settings.kernel,)

    @property
    def rounds(self) -> tuple[int, ...]:
        """Return the limits of the number of rounds that are tried. Without an update there is one
        round."""
        loop = self.settings.update != "none"
        return ROUNDS if self.more and loop else (self.settings.max_rounds,)


def choose_in_process(
    available: Callable[[RunRecipe], PreparedRun | None],
    *,
    dataset: Any,
    run: RunRecipe,
    settings: Settings,
    n_members: int,
    more: bool,
    progress: Callable[..., None],
) -> LambdaChoice:
    """Return the choice, computed in a separate process. The arguments are the fields of a recipe.

    ``available`` returns the prepared run of a recipe. Raise ``InputError`` when the run is no
    longer kept, or when the work is too much for a page.
    """
    prepared = available(run)
    if prepared is None:
        raise InputError("The server no longer keeps these members; press Run, then choose again.")
    recipe = LambdaRecipe(run.dataset, run, settings, n_members, more)
    n_rows = prepared.oracle.n_rows
    most = settings.changed(max_rounds=recipe.rounds[-1])
    check_lambda_choice(
        [most.changed(kernel=kernel) for kernel in recipe.kernels for _ in LAMBDAS],
        n_rows, n_members, N_FOLDS * repeats_for(n_rows),
        missing=prepared.oracle.available is not None,
    )  # fmt: skip
    return in_process(
        _choose,
        prepared=answers_only(prepared, soft=settings.outputs == "probabilities"),
        settings=settings,
        n_members=n_members,
        kernels=recipe.kernels,
        rounds=recipe.rounds,
        progress=progress,
    )


def _choose(
    *,
    prepared: PreparedRun,
    settings: Settings,
    n_members: int,
    kernels: Sequence[str],
    rounds: Sequence[int],
    progress: Callable[[str, int, int], None],
    on_change: Callable[[Any], None],
) -> LambdaChoice:
    del on_change  # an unfinished curve cannot be used
    return choose_run_lambda(
        prepared,
        settings,
        n_members=n_members,
        kernels=kernels,
        rounds=rounds,
        n_folds=N_FOLDS,
        progress=lambda done, total: progress("choosing λ", done, total),
    )
