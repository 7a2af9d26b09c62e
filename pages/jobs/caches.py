"""What sessions share and what is kept between runs of a page.

Keys are recipes and settings, never arrays: of a large array only a sample would be hashed.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from typing import Any

import streamlit as st
from streamlit.runtime import Runtime, exists, get_instance
from streamlit.runtime.scriptrunner import get_script_run_ctx

from l2dwk_core.common.errors import InputError
from l2dwk_core.pools.recipe import GIVEN
from l2dwk_core.runs.recipe import RunRecipe
from l2dwk_core.runs.run import PreparedRun, Run
from l2dwk_core.studies.comparison import compare
from l2dwk_core.studies.noise_study import noise_study
from l2dwk_core.studies.repeated_trainings import repeated_trainings
from l2dwk_core.study.small_study import small_study
from pages.choices.choice import Choice
from pages.jobs import first_view, lesson_runs, work_limits
from pages.jobs.challenge_work import find_challenge, find_challenge_beside
from pages.jobs.job_queue import JobQueue
from pages.jobs.kept_work import kept_in_process
from pages.jobs.lambda_work import choose_in_process
from pages.jobs.measure_work import measure_beside, measure_here
from pages.jobs.prepared_runs import MAX_PREPARED, Prepared
from pages.jobs.solver_pool import SolverPool
from pages.jobs.sweep_work import Splits
from pages.jobs.training_work import Trained, train, train_beside
from pages.jobs.work_turns import WorkTurns
from pages.jobs.worker import SPARE, KeptWorker, in_process
from pages.runtime import dataset_cache
from pages.runtime.client_address import address_of
from pages.state import session_tables
from pages.state.session_tables import AnyOwn

MOST_RESULTS = 2000
"""Results of each kind that are kept, if their bytes allow it (``job_queue.MAX_RESULTS``): some
kilobytes of a comparison, a choice of λ or repeated trainings, 100 kB of a study, up to 1 MB of a
sweep. An open page finds its result here, so a class must not push it out."""
MAX_LESSON_RUNS = 20
"""Recorded runs of lessons that are kept; each takes some 100 kB, and more once it is solved."""
MAX_MEASURED = 8
"""Measured members that are kept until the sessions that wait for them have looked. The pages keep
what they show."""


_TURNS = WorkTurns(address_of=address_of)
"""Which work begins next, over all queues."""
_TURNS_OF_PAGES = WorkTurns(address_of=address_of, for_others=2)
"""The same for work that a page waits for with a spinner: long work of the session does not hold it
up."""


@st.cache_resource(show_spinner=False)
def run_jobs() -> JobQueue:
    """Return the queue on which base ensembles are trained."""
    solver, train_members = _solver(), _trainer()

    def trained(**recipe: Any) -> Trained:
        if solver is not None:
            solver.start()  # it is ready when the members are
        return train_members(**recipe)

    def keep(found: Trained, seconds: float) -> Prepared:
        return Prepared(found.run, seconds, solver, found.n_bytes)

    return JobQueue(
        is_open,
        trained,
        find=session_tables.find,
        keep=keep,
        max_bytes=MAX_PREPARED,
        size=lambda kept: kept.n_bytes,
        has=session_tables.has,
        bound=work_limits.training,
        turns=_TURNS,
    )


@st.cache_resource(show_spinner=False)
def _solver() -> SolverPool | None:
    """Return the processes that solve runs; None without a server, as in tests of pages."""
    return SolverPool() if _is_served() else None


def _is_served() -> bool:
    # Tests of pages have a substitute for the server; it counts as an instance of the class.
    return exists() and type(get_instance()) is Runtime


def _kept_worker() -> KeptWorker | None:
    """Return what holds the process that trains and measures difficulty; None without a server."""
    return SPARE if _is_served() else None


def _trainer() -> Callable[..., Trained]:
    """Return the function that trains a recipe; any thread may call it."""
    kept = _kept_worker()
    return train if kept is None else partial(train_beside, kept)


@st.cache_resource(show_spinner=False)
def _first_view() -> Prepared | None:
    try:
        return Prepared(first_view.read(), 0.0, _solver())
    except InputError:  # made from other rows: there is nothing to show before a training
        return None


def at_once(recipe: RunRecipe) -> Prepared | None:
    """Return the trained recipe; else the record that is shipped, when it is of this recipe."""
    trained: Prepared | None = run_jobs().prepared(recipe)
    if trained is None and recipe == Choice().recipe():
        return _first_view()
    return trained


def lesson_run(recipe: RunRecipe) -> Prepared | None:
    """Return the trained recipe; else a record that is shipped for lessons, if there is one."""
    return at_once(recipe) or _lesson_run(recipe, repr(recipe))


@st.cache_resource(show_spinner=False, max_entries=MAX_LESSON_RUNS)
def _lesson_run(_recipe: RunRecipe, key: str) -> Prepared | None:
    found = lesson_runs.read(_recipe)
    return None if found is None else Prepared(found, 0.0, _solver())


@st.cache_resource(show_spinner=False)
def challenges() -> JobQueue:
    """Return the queue on which the difficulty of datasets is found out."""
    kept = _kept_worker()
    find = find_challenge if kept is None else partial(find_challenge_beside, kept)
    return _job_queue(find, limit=100, bound=work_limits.anything)


@st.cache_resource(show_spinner=False)
def measurements() -> JobQueue:
    """Return the queue on which many members are measured (``measuring.measured``)."""
    kept = _kept_worker()
    find = measure_here if kept is None else partial(measure_beside, kept)
    return _job_queue(find, limit=MAX_MEASURED, bound=work_limits.anything, turns=_TURNS_OF_PAGES)


@st.cache_resource(show_spinner=False)
def splits() -> Splits:
    """Return the trained splits for sweeps. The first one of a choice is the run of other pages."""
    runs = run_jobs()

    def available(recipe: RunRecipe) -> PreparedRun | None:
        found = runs.available(recipe)
        return None if found is None else found.run

    train_members = _trainer()

    def prepared(*, progress: Callable[[str, int, int], None], **recipe: Any) -> PreparedRun:
        tell = progress

        def report(what: str, done: int, total: int, partial: object = None) -> None:
            tell(what, done, total)

        return train_members(progress=report, **recipe).run

    return Splits(available, prepared, _kept_worker())


@st.cache_resource(show_spinner=False)
def trainings() -> JobQueue:
    """Return the queue on which further splits are trained. ``splits`` keeps the results."""
    return JobQueue(
        is_open, splits().train, find=session_tables.find, keep=lambda found, seconds: None,
        has=session_tables.has, bound=work_limits.splits, turns=_TURNS,
    )  # fmt: skip


@st.cache_resource(show_spinner=False)
def sweeps() -> JobQueue:
    """Return the queue on which sweeps are solved."""
    return _job_queue(splits().sweep, limit=MOST_RESULTS, bound=work_limits.sweep)


@st.cache_resource(show_spinner=False)
def comparisons() -> JobQueue:
    """Return the queue of comparisons. Each comparison has a process of its own."""
    return _job_queue(
        partial(in_process, compare), limit=MOST_RESULTS, bound=work_limits.comparison
    )


@st.cache_resource(show_spinner=False)
def noise_studies() -> JobQueue:
    """Return the queue of noise studies. Each study has a process of its own."""
    return _job_queue(partial(in_process, noise_study), limit=MOST_RESULTS, bound=work_limits.noise)


@st.cache_resource(show_spinner=False)
def trials() -> JobQueue:
    """Return the queue of repeated trainings, which have a process of their own each time."""
    return _job_queue(
        partial(in_process, repeated_trainings), limit=MOST_RESULTS, bound=work_limits.trials
    )


@st.cache_resource(show_spinner=False)
def small_studies() -> JobQueue:
    """Return the queue of studies over several datasets. Each has a process of its own."""
    return _job_queue(
        partial(in_process, small_study), limit=MOST_RESULTS, bound=work_limits.small_study
    )


@st.cache_resource(show_spinner=False)
def lambda_choices() -> JobQueue:
    """Return the queue on which λ is chosen, each time in a process of its own."""
    return _job_queue(
        partial(choose_in_process, _trained), limit=MOST_RESULTS, bound=work_limits.anything
    )


@st.cache_resource(show_spinner=False)
def kept_models_jobs() -> JobQueue:
    """Return the queue on which the program is solved without each kept member, likewise."""
    return _job_queue(
        partial(kept_in_process, _trained), limit=MOST_RESULTS, bound=work_limits.anything
    )


def _trained(recipe: RunRecipe) -> PreparedRun | None:
    """Return what other pages have trained or can show, for a session that has the rows."""
    found: Prepared | None = run_jobs().available(recipe)
    if found is None and recipe == Choice().recipe():
        found = _first_view()
    return None if found is None else found.run


def hold(table: AnyOwn) -> AnyOwn:
    """Make this the table, or the votes, the Data page works on.

    When the last session that has the table gives it up, what was trained on it is dropped. Raise
    InputError when the tables of all sessions, or of this address, would take too much memory.
    """
    return session_tables.hold(table, _forget, address_of(session_id()))


def session_id() -> str:
    """Return the number of the session this script runs for."""
    context = get_script_run_ctx()
    return context.session_id if context else "no session"


def solve(prepared: Prepared, choice: Choice) -> Run:
    """Return the run of this choice. A smaller ensemble is the beginning of the trained one."""
    return prepared.solve(choice.settings(), size(prepared, choice))


def begin(choice: Choice) -> None:
    """Start to solve the run of this choice in a process, if there is one. Show nothing."""
    _begin(at_once(choice.recipe()), choice)


def begin_lesson(choice: Choice) -> None:
    """Do the same for the run of a lesson."""
    _begin(lesson_run(choice.recipe()), choice)


def _begin(prepared: Prepared | None, choice: Choice) -> None:
    if prepared is not None:
        with suppress(InputError):  # the page says so when it comes to it
            prepared.begin(choice.settings(), size(prepared, choice))


def size(prepared: Prepared, choice: Choice) -> int:
    """Return how many of the trained members this choice uses."""
    if prepared.run.recipe.pool.kind == GIVEN:
        return prepared.run.oracle.n_members
    # AdaBoost may have stopped early, with fewer members than the choice says.
    return min(choice.n_members, prepared.run.oracle.n_members)


def _job_queue(
    prepare: Callable[..., Any],
    *,
    limit: int,
    bound: Callable[[Any, Any], None],
    turns: WorkTurns = _TURNS,
) -> JobQueue:
    """Return a queue that keeps the results of its work."""
    return JobQueue(
        is_open, prepare, find=session_tables.find, keep=lambda found, seconds: found, limit=limit,
        has=session_tables.has, bound=bound, turns=turns,
    )  # fmt: skip


def is_open(session: str) -> bool:
    """Return whether the page of a session is connected; always true without a server (tests)."""
    return get_instance().is_active_session(session) if exists() else True


def _forget(word: str) -> None:
    # In a thread of its own, because the session may end while this thread holds a queue's lock.
    def forget() -> None:
        if session_tables.anybody_has(word):  # a class that works on one file
            return
        queues = (
            run_jobs(), challenges(), comparisons(), noise_studies(), trainings(), sweeps(),
            lambda_choices(), kept_models_jobs(), trials(), small_studies(),
            measurements(),
        )  # fmt: skip
        for place in (*queues, splits()):
            place.forget(word)
        dataset_cache.forget(word)

    threading.Thread(target=forget, daemon=True, name="forget").start()
