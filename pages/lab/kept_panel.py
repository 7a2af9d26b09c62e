"""The section "What to keep": the members with weight, the effect of each, and a comparison of the
vote with three others."""

from __future__ import annotations

import time
from dataclasses import dataclass

import streamlit as st

from l2dwk_core.common.text import counted
from l2dwk_core.figures.lab.kept_table import kept_table, single_model_sentence
from l2dwk_core.runs.kept_records import KeptModels
from l2dwk_core.runs.run import Run
from pages.charts import file_source
from pages.charts.file_on_demand import file_on_demand
from pages.charts.markdown import escaped
from pages.choices.choice import Choice
from pages.jobs import caches
from pages.jobs.job_card import failed
from pages.jobs.kept_work import KeptRecipe
from pages.lab import pinned_run
from pages.lab.selection import drawer
from pages.runtime.object_cache import cached_on
from pages.state import session

ON_TOP = {"library", "given"}
"""The base ensembles of different models. For these a reader wants to know which models to keep."""
REST = 0.8
"""The work begins when a run has been shown for so many seconds, so not while a slider moves."""
_POLL_SECONDS = 0.5
_SHOWN, _LOOKED_AT = "kept models shown", "kept models looked at"
_TALLEST = 420


@dataclass(frozen=True)
class _Shown:
    """The last table of a session. It is shown until the next table is finished."""

    recipe: KeptRecipe
    found: KeptModels


def on_top(run: Run) -> bool:
    """Return whether the table is at the top of the page, and not in a drawer."""
    return run.prepared.recipe.pool.kind in ON_TOP


def show(run: Run, choice: Choice) -> None:
    """Show the table at the top of the page."""
    with st.container(border=True, key="kept-card"):
        st.markdown("##### What to keep")
        _body(run, choice)


def show_in_drawer(run: Run, choice: Choice) -> None:
    """Show the table in a closed drawer. Nothing is computed before the drawer is opened."""
    place = drawer(
        "What to keep: what each member with weight is worth",
        key="kept_drawer",
        icon=":material/inventory_2:",
        opened=False,
    )
    if place.open:
        with place:
            _body(run, choice)


def _body(run: Run, choice: Choice) -> None:
    recipe = KeptRecipe(choice.dataset, choice.recipe(), run.settings, run.n_members)
    queue = caches.kept_models_jobs()
    before: tuple[KeptRecipe, float | None] | None = st.session_state.get(_LOOKED_AT)
    if before is None or before[0] != recipe:
        if before is not None:
            queue.leave(before[0], caches.session_id())
        st.session_state[_LOOKED_AT] = recipe, time.monotonic()
    found: KeptModels | None = queue.prepared(recipe)
    if found is not None:
        found = pinned_run.with_its_verdict(found, run, choice)
        st.session_state[_SHOWN] = _Shown(recipe, found)
        _draw(run, found)
        _files(found)
        return
    if failed(queue, recipe, "kept"):
        return
    shown: _Shown | None = st.session_state.get(_SHOWN)
    if shown is not None and shown.recipe.run == recipe.run:
        with st.container(key="kept-before"):
            _draw(run, shown.found, before=True)
    _wait(recipe)


@st.fragment(run_every=_POLL_SECONDS)
def _wait(recipe: KeptRecipe) -> None:
    """Begin the work when the run has been shown for some time, then show its progress.

    This takes one row at the place of the files, so that nothing below it moves later.
    """
    queue = caches.kept_models_jobs()
    job = queue.job(recipe)
    if (job is not None and job.finished) or queue.prepared(recipe) is not None:
        session.run_again()
    row = st.container(horizontal=True, vertical_alignment="center", key="kept-row")
    if (job := queue.joined(recipe, caches.session_id())) is not None:
        row.markdown(f"Table of these settings: {escaped(job.words)}")
        row.button(
            "Cancel",
            icon=":material/stop:",
            key="cancel_kept",
            on_click=queue.leave,
            args=(recipe, caches.session_id()),
        )
        return
    _, since = st.session_state[_LOOKED_AT]
    if since is None:  # the work was begun and cancelled
        row.button(
            "Compute the table",
            icon=":material/play_arrow:",
            key="kept_run",
            on_click=_begin,
            args=(recipe,),
        )
        return
    row.markdown("Table of these settings: computed as soon as the controls rest")
    if time.monotonic() - since > REST:
        _begin(recipe)


def _begin(recipe: KeptRecipe) -> None:
    caches.kept_models_jobs().start(recipe, caches.session_id())
    st.session_state[_LOOKED_AT] = recipe, None


def _draw(run: Run, found: KeptModels, *, before: bool = False) -> None:
    if (alone := single_model_sentence(found, run)) is not None:
        st.markdown(escaped(alone))
    n_kept, of_which = len(found.models), "With the settings before: " if before else ""
    st.markdown(
        f"**{of_which}{n_kept} of {counted(found.n_members, 'member')} "
        f"{'keeps' if n_kept == 1 else 'keep'} weight; the vote is right on "
        f"{found.accuracy:.1%} of {counted(found.n_test, 'test row')}"
        f"{'; ' if found.answers.unanswered else ''}{found.answers.words}.**"
    )
    table = cached_on(found, "table", lambda: kept_table(found))
    rates = [name for name in table.columns if name.endswith(", %")]
    st.dataframe(
        table,
        hide_index=True,
        height=min(38 + 35 * len(table), _TALLEST),
        column_config={name: st.column_config.NumberColumn(format="%.1f") for name in rates}
        | {
            "model": st.column_config.TextColumn(pinned=True),
            "weight": st.column_config.ProgressColumn(
                format="%.3f", min_value=0.0, max_value=float(table["weight"].max())
            ),
            "loss without, points": st.column_config.TextColumn(
                help="Test accuracy of the vote minus that of weights learned anew without this "
                "member, with its interval. For looking, not for choosing."
            ),
            "balanced, %": st.column_config.NumberColumn(
                format="%.1f", help="Mean of its recalls by class, on the test rows."
            ),
            "corrects": st.column_config.NumberColumn(
                help="Test rows that are right with it and wrong without it."
            ),
            "spoils": st.column_config.NumberColumn(
                help="Test rows that are wrong with it and right without it."
            ),
            "test rows it corrects": st.column_config.TextColumn(
                help="Their numbers in the file or dataset; the first row of data is row 1."
            ),
        },
    )
    st.markdown(
        "**The vote beside three others of the same members**\n\n"
        + "\n".join(
            f"- {escaped(one.sentence)} Test accuracy: L2DWK {found.accuracy:.1%}, the other "
            f"{one.accuracy:.1%}."
            for one in found.contrasts
        )
    )
    st.caption(escaped(" ".join(found.notes)))


def _files(found: KeptModels) -> None:
    row = st.container(horizontal=True, key="kept-files")
    for label, ending, mime, content in (
        ("Weights and scores, CSV", "csv", "text/csv", file_source.later_csv_file(found.table)),
        ("All numbers, JSON", "json", "application/json", file_on_demand(found.to_json)),
        ("Python script that votes", "py", "text/x-python", file_on_demand(found.python_snippet)),
    ):
        row.download_button(
            label,
            content,
            file_name=file_source.file_name("kept", ending),
            mime=mime,
            key=f"kept.{ending}",
            icon=":material/download:",
            on_click="ignore",
        )
