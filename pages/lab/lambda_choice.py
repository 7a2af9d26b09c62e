"""The choice of λ by cross-validation: the button next to the slider, and the curve of scores."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import streamlit as st

from l2dwk_core.common.errors import InputError
from l2dwk_core.figures.lab.inner_curve import choice_sentence, inner_curve_figure, tie_sentence
from l2dwk_core.method.lambda_choice import LambdaChoice
from l2dwk_core.runs.recipe import RunRecipe
from l2dwk_core.runs.run import Run
from pages.charts import layout
from pages.charts.markdown import escaped
from pages.choices.choice import Choice
from pages.jobs import caches
from pages.jobs.job_card import failed, start, under_way
from pages.jobs.lambda_work import ROUNDS, LambdaRecipe
from pages.jobs.prepared_runs import Prepared
from pages.runtime.object_cache import cached_on
from pages.state import session

_POLL_SECONDS = 0.5
_ASKED, _WAITS = "λ asked for", "λ waited for"
"""Two keys of the session: the recipe asked for last, and the recipe whose result is still to be
used."""
_MORE, _MORE_KEPT = "choose_more", "kernel and rounds too"
"""The key of the checkbox, and the key of its value while the checkbox is not shown."""
_HELP = (
    "Tries 17 values from 0.01 to 100 on the weighting rows: weights are learned on four fifths of "
    "them, the vote is scored on the rest, five times in turn. Takes the value with the best "
    "score. Test rows take no part."
)
_MORE_HELP = (
    f"Tries all kernels, and {', '.join(map(str, ROUNDS[:-1]))} or {ROUNDS[-1]} rounds at most, "
    "with every λ, by the same scores. σ, degree and c stay. In the scalar form the kernel stays "
    "too, as it makes no difference there; without reweighting there is one round."
)


def take() -> None:
    """Use a choice of λ that has been finished since the last run of the page.

    Call this before any control is drawn.
    """
    asked: LambdaRecipe | None = st.session_state.get(_WAITS)
    if asked is None:
        return
    choice, queue = session.choice(), caches.lambda_choices()
    if asked not in _recipes(choice).values():  # the reader has changed a setting since
        queue.leave(asked, caches.session_id())
        st.session_state[_WAITS] = None
        return
    job = queue.job(asked)  # before the result, so that a job that ends now is not missed
    found: LambdaChoice | None = queue.prepared(asked)
    if found is not None:
        st.session_state[_WAITS] = None
        session.put(_with(choice, asked, found))
    elif job is None or (job.error is None and caches.session_id() not in job.watchers):
        st.session_state[_WAITS] = None  # cancelled


def beside_slider(look: Callable[[RunRecipe], Prepared | None]) -> None:
    """Show the button below the λ slider, or the progress of the work. Show nothing when λ is
    fixed. ``look`` returns the trained members, as the page looks for them in this run."""
    if session.fixed("lam"):
        return
    queue, asked = caches.lambda_choices(), st.session_state.get(_WAITS)
    if asked is not None:
        if not failed(queue, asked, "lambda"):
            _progress(asked)
        return
    recipes = _recipes(session.choice(), look)
    more = bool(st.session_state.get(_MORE_KEPT))
    st.button(
        "Choose λ, kernel and rounds" if more else "Choose λ by cross-validation",
        width="stretch",
        key="choose_lambda",
        on_click=_ask,
        help=_HELP if recipes else "There are no trained members yet: press Run first.",
        disabled=not recipes,
    )
    if not session.fixed("kernel") and not session.fixed("max_rounds"):
        st.session_state.setdefault(_MORE, more)
        st.checkbox("Kernel and rounds too", key=_MORE, on_change=_keep_more, help=_MORE_HELP)


def show(run: Run, choice: Choice) -> None:
    """Show what λ was chosen from, if this session has asked for a choice with these settings."""
    asked: LambdaRecipe | None = st.session_state.get(_ASKED)
    if asked is None or asked not in _recipes(choice).values():
        return
    found: LambdaChoice | None = caches.lambda_choices().prepared(asked)
    if found is None:
        return
    n_rows = run.oracle.n_rows
    with st.container(border=True, key="lambda-card"):
        left, right = st.columns([3, 2], gap="large")
        with left:
            layout.show(
                cached_on(found, ("curve", n_rows), lambda: inner_curve_figure(found, n_rows))
            )
        with right:
            st.markdown(f"**{escaped(choice_sentence(found, n_rows))}**")
            st.markdown(escaped(tie_sentence(found)))
            st.markdown(
                "**This score chooses. It is no accuracy of the ensemble**: as the best of "
                f"{len(found.candidates)} it is too high. How accurate the ensemble is, the test "
                "rows say, which took no part."
            )
            if found.notes:
                st.caption(escaped(" ".join(found.notes)))
            row = st.container(horizontal=True)
            now = _with(choice, asked, found)
            if now != choice and not session.fixed("lam"):
                row.button(
                    "Take it again",
                    icon=":material/undo:",
                    key="lambda_take",
                    on_click=session.put,
                    args=(now,),
                    help="Set the controls to what was chosen.",
                )
            row.button("Close", icon=":material/close:", key="lambda_close", on_click=_close)


def _keep_more() -> None:
    st.session_state[_MORE_KEPT] = st.session_state[_MORE]


def _recipes(
    choice: Choice, look: Callable[[RunRecipe], Prepared | None] = caches.at_once
) -> dict[bool, LambdaRecipe]:
    """Return the recipes that can be asked for: λ alone (key False), or λ, kernel and rounds (key
    True). Return none when members are not trained or the settings contradict each other."""
    prepared = look(choice.recipe())
    if prepared is None:
        return {}
    try:
        settings, size = choice.settings(), caches.size(prepared, choice)
        return {
            more: LambdaRecipe.of(choice.recipe(), settings, size, more) for more in (False, True)
        }
    except InputError:  # the page shows the error
        return {}


def _with(choice: Choice, asked: LambdaRecipe, found: LambdaChoice) -> Choice:
    """Return the choice of the reader with the found values in place of the previous ones."""
    best = found.winner
    changes: dict[str, Any] = {"lam": best.lam}
    if len(asked.kernels) > 1:
        changes["kernel"] = best.kernel
    if len(asked.rounds) > 1:
        changes["max_rounds"] = best.max_rounds
    return replace(choice, **changes)


def _ask() -> None:
    """Begin the work, or use the result that another session or an earlier click has found."""
    choice = session.read_widgets()
    more = bool(st.session_state.get(_MORE_KEPT))
    asked = _recipes(choice).get(more)
    if asked is None:
        return
    st.session_state[_ASKED] = st.session_state[_WAITS] = asked
    if caches.lambda_choices().prepared(asked) is None:
        start(caches.lambda_choices(), asked)


def _close() -> None:
    st.session_state[_ASKED] = None


@st.fragment(run_every=_POLL_SECONDS)
def _progress(asked: LambdaRecipe) -> None:
    queue = caches.lambda_choices()
    job = queue.job(asked)
    if job is None or job.finished:
        session.run_again()
    words = f"{job.words[:1].upper()}{job.words[1:]}"
    under_way(queue, asked, words, "lambda", "cancel_lambda")
