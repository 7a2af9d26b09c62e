"""Everything that is shared between sessions or kept between reruns.

Keys are recipes and settings, never arrays: large arrays would be hashed from a sample only.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from typing import Any

import streamlit as st
from streamlit.runtime import Runtime, exists, get_instance
from streamlit.runtime.scriptrunner import get_script_run_ctx

from l2dwk_core.common.errors import InputError
from l2dwk_core.datasets import Dataset, load_dataset
from l2dwk_core.datasets.profile import Challenge, challenge
from l2dwk_core.datasets.sample import sample_rows
from l2dwk_core.runs.prepare import prepare_run
from l2dwk_core.runs.recipe import RunRecipe
from l2dwk_core.runs.run import PreparedRun, Run
from l2dwk_core.studies.comparison import compare
from l2dwk_core.studies.noise_study import noise_study
from pages.choices.choice import Choice
from pages.jobs import first_view, work_limits
from pages.jobs.job_queue import JobQueue, Prepared
from pages.jobs.kept_work import kept_in_process
from pages.jobs.lambda_work import choose_in_process
from pages.jobs.solver_pool import SolverPool
from pages.jobs.sweep_work import Splits
from pages.jobs.worker import in_process
from pages.state import session_tables
from pages.state.own_table import OwnTable

MAX_SWEEPS = 60
"""Sweeps kept; at most a MB each."""
MAX_CHALLENGE_ROWS = 5_000
"""Of a larger table a sample is judged: forests on more rows take minutes on few cores."""

MAX_COMPARISONS = 50
"""Kept: a record a method and split, some kilobytes each."""

MAX_STUDIES = 50
"""Studies of label noise kept: likewise, and two numbers a round."""

MAX_CHOICES = 100
"""Choices of λ kept: some kilobytes each."""
MAX_KEPT_MODELS = 60
"""Tables of kept members kept: weights of all members and row numbers, some 100 kB at most."""


@st.cache_resource(show_spinner=False)
def run_jobs() -> JobQueue:
    """The one queue of this server."""
    solver = _solver()

    def prepare(**recipe: Any) -> PreparedRun:
        if solver is not None:
            solver.start()  # it is ready when the members are
        return prepare_run(**recipe)

    keep = partial(Prepared, solver=solver)
    return JobQueue(
        is_open,
        prepare,
        find=session_tables.find,
        keep=keep,
        has=session_tables.has,
        bound=work_limits.training,
    )


@st.cache_resource(show_spinner=False)
def _solver() -> SolverPool | None:
    """The processes that solve runs; a page without a server (tests) does without."""
    # A stand-in for the server, as tests of pages have, passes for an instance of its class.
    return SolverPool() if exists() and type(get_instance()) is Runtime else None


@st.cache_resource(show_spinner=False)
def _first_view() -> Prepared | None:
    try:
        return Prepared(first_view.read(), 0.0, _solver())
    except InputError:  # it was made from other rows: there is nothing to show before a training
        return None


def at_once(recipe: RunRecipe) -> Prepared | None:
    """What can be shown of a recipe now: its training, else the record that came along."""
    trained: Prepared | None = run_jobs().prepared(recipe)
    if trained is None and recipe == Choice().recipe():
        return _first_view()
    return trained


@dataclass(frozen=True)
class ChallengeRecipe:
    """A dataset whose challenge level is wanted."""

    dataset: str


@st.cache_resource(show_spinner=False)
def challenges() -> JobQueue:
    """The queue on which it is found out how hard datasets are."""
    return _job_queue(_challenge, limit=100, bound=work_limits.anything)


@st.cache_resource(show_spinner=False)
def splits() -> Splits:
    """Trained splits for sweeps; the first one of a choice is the run the other pages show."""
    runs = run_jobs()

    def available(recipe: RunRecipe) -> PreparedRun | None:
        found = runs.available(recipe)
        return None if found is None else found.run

    return Splits(available)


@st.cache_resource(show_spinner=False)
def trainings() -> JobQueue:
    """The queue on which further splits are trained; ``splits`` keeps what comes of it."""
    return JobQueue(
        is_open, splits().train, find=session_tables.find, keep=lambda found, seconds: None,
        has=session_tables.has, bound=work_limits.splits,
    )  # fmt: skip


@st.cache_resource(show_spinner=False)
def sweeps() -> JobQueue:
    """The queue on which sweeps are solved."""
    return _job_queue(splits().sweep, limit=MAX_SWEEPS, bound=work_limits.sweep)


@st.cache_resource(show_spinner=False)
def comparisons() -> JobQueue:
    """The queue on which methods are compared, each comparison in a process of its own."""
    return _job_queue(
        partial(in_process, compare), limit=MAX_COMPARISONS, bound=work_limits.comparison
    )


@st.cache_resource(show_spinner=False)
def noise_studies() -> JobQueue:
    """The queue on which methods are watched under label noise, each study in its own process."""
    return _job_queue(partial(in_process, noise_study), limit=MAX_STUDIES, bound=work_limits.noise)


@st.cache_resource(show_spinner=False)
def lambda_choices() -> JobQueue:
    """The queue on which λ is chosen, each time in a process of its own."""
    return _job_queue(
        partial(choose_in_process, _trained), limit=MAX_CHOICES, bound=work_limits.anything
    )


@st.cache_resource(show_spinner=False)
def kept_models_jobs() -> JobQueue:
    """The queue on which kept members are looked at one by one, likewise."""
    return _job_queue(
        partial(kept_in_process, _trained), limit=MAX_KEPT_MODELS, bound=work_limits.anything
    )


def _trained(recipe: RunRecipe) -> PreparedRun | None:
    """What other pages have trained or can show, for a session that has the rows."""
    found: Prepared | None = run_jobs().available(recipe)
    if found is None and recipe == Choice().recipe():
        found = _first_view()
    return None if found is None else found.run


def hold(table: OwnTable) -> OwnTable:
    """Make it the table the Data page works on; what is trained on it goes when it does."""
    return session_tables.hold(table, _forget)


def session_id() -> str:
    """The session this script runs for."""
    context = get_script_run_ctx()
    return context.session_id if context else "no session"


def solve(prepared: Prepared, choice: Choice) -> Run:
    """The run of this choice; a smaller ensemble is a prefix of the trained one."""
    return prepared.solve(choice.settings(), size(prepared, choice))


def begin(choice: Choice) -> None:
    """Have the run of this choice solved beside the page, where that can be; says nothing."""
    prepared = at_once(choice.recipe())
    if prepared is not None:
        with suppress(InputError):  # the page says so when it comes to it
            prepared.begin(choice.settings(), size(prepared, choice))


def size(prepared: Prepared, choice: Choice) -> int:
    """How many of the trained members this choice uses."""
    # AdaBoost may have stopped early; asking for more than there are gives all there are.
    return min(choice.n_members, prepared.run.oracle.n_members)


def _job_queue(
    prepare: Callable[..., Any], *, limit: int, bound: Callable[[Any, Any], None]
) -> JobQueue:
    """A queue that keeps what its work returns."""
    return JobQueue(
        is_open, prepare, find=session_tables.find, keep=lambda found, seconds: found, limit=limit,
        has=session_tables.has, bound=bound,
    )  # fmt: skip


def is_open(session: str) -> bool:
    """Whether the session's page is connected. Without a server (tests) it always is."""
    return get_instance().is_active_session(session) if exists() else True


def _challenge(dataset: str | Dataset, progress: Any) -> Challenge:
    data = load_dataset(dataset) if isinstance(dataset, str) else dataset
    return challenge(sample_rows(data, MAX_CHALLENGE_ROWS), progress=progress)


def _forget(word: str) -> None:
    # A thread of its own: the session may end while this very thread holds a queue's lock.
    def forget() -> None:
        queues = (
            run_jobs(), challenges(), comparisons(), noise_studies(), trainings(), sweeps(),
            lambda_choices(), kept_models_jobs(),
        )  # fmt: skip
        for place in (*queues, splits()):
            place.forget(word)

    threading.Thread(target=forget, daemon=True, name="forget").start()
