"""Lab: one run in full. The controls are on the left, the results on the right."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from typing import Any
from urllib.parse import urlencode

import streamlit as st

from l2dwk_core.common.text import bound, counted
from l2dwk_core.datasets import DATASETS
from l2dwk_core.method.returned_vote import removed_sentence
from l2dwk_core.method.setting_fields import KERNEL_PARAMETERS, SETTING_FACTS
from l2dwk_core.pools.kinds import POOL_KINDS
from l2dwk_core.pools.recipe import GIVEN
from l2dwk_core.runs.run import Run
from l2dwk_core.runs.saved import RecordedRun
from pages.charts import file_source, layout, run_charts, run_values
from pages.charts.file_on_demand import file_on_demand
from pages.charts.markdown import escaped
from pages.choices.choice import Choice, to_address
from pages.jobs import caches, first_view
from pages.jobs.job_card import train_here
from pages.jobs.trained_run import settings_fit, solved
from pages.lab import (
    exercise_link,
    fitted_to_rows,
    kept_panel,
    lambda_choice,
    member_panel,
    pinned_run,
    report,
    row_panel,
    selection,
    snippets,
    stop_text,
    verdict,
)
from pages.live import live_route
from pages.models import lab_charts
from pages.state import session, session_tables
from pages.widgets import address_notes, controls, lesson_banner, round_bar

_PAGE = "lab"
MENU_ICON, MENU_PLACE = ":material/science:", 30

_QUESTION = "How does the ensemble learn whom to trust?"
_PREVIEW = """
**What you will see**

- **Kernel weights α**: which rows gain weight, round by round, because the vote errs on them.
- **Sparsity**: how few of the members keep a share of the vote.
- **Accuracy and diversity**: pairs of members as points, and the path of the ensemble.
- **Test**: right answers on rows that took no part, beside a uniform vote and the best member.
"""


def main() -> None:
    # One look for the controls and the figures: a training may end between them.
    look = cache(caches.at_once)
    choice = controls.run_controls(
        selection.address(),
        early=_early,
        beside_lambda=lambda: lambda_choice.beside_slider(look),
    )
    address_notes.show()
    lesson_banner.show()
    if not settings_fit(choice):
        return
    prepared = look(choice.recipe())
    if prepared is None:
        st.title(_QUESTION, anchor=False)
        train_here(choice.recipe())
        st.markdown(_PREVIEW)
        return
    run = solved(prepared, choice)
    if run is not None:
        show_run(run, choice)


def _early(_taken: Choice) -> None:
    """Before anything is drawn: a λ that was chosen, then the run itself."""
    lambda_choice.take()
    caches.begin(session.choice())


def show_run(run: Run, choice: Choice) -> None:
    """Show everything about the run, first what changes with the round."""
    _shown().clear()
    file_source.say(choice, n_members=run.n_members)
    with st.container(key="first-screen"):
        row = st.container(horizontal=True, vertical_alignment="center", key="title-row")
        row.title(_QUESTION, anchor=False)
        pinned_run.button(row, choice)
        layout.run_line(run, choice)
        if isinstance(run.prepared, RecordedRun):
            train_here(choice.recipe(), first_view.sentence(run.prepared), in_one_row=True)
        fitted_to_rows.warn(choice)
        _stopped_at_once(run)
        verdict.show(run)
        round_bar.show(run.trace)
        _promised(run)
    lambda_choice.show(run, choice)
    pinned_run.show(run, choice)
    if kept_panel.on_top(run):
        kept_panel.show(run, choice)
    if run.prepared.flipped.any():
        _show(run, "alpha_on_flipped_rows")
    _rows_and_margins(run)
    _test(run)
    _solution(run)
    _two_panels(run)
    member_panel.show(run)
    if not kept_panel.on_top(run):
        kept_panel.show_in_drawer(run, choice)
    _details(run, choice)
    live_route.follow(
        _PAGE,
        choice,
        lab_charts.chart_of,
        {run_charts.VERDICT: run_charts.VERDICT}
        | {run_charts.shown(run, name).name: name for name in _shown()},
        sliders=["choice.n_members"],
        steps=[
            "choice.lam",
            *(f"choice.{name}" for name in KERNEL_PARAMETERS if SETTING_FACTS[name].slider),
        ],
    )


def _promised(run: Run) -> None:
    """Show the three promised figures side by side, in the order of the method."""
    with st.container(key="figure-rounds"):
        names = ("kernel_weights", "classifier_weights", "gain_of_vote")
        for place, name in zip(st.columns(3, gap="medium"), names, strict=True):
            with place:
                _show(run, name)


def _solution(run: Run) -> None:
    """Show how good the solution is: the certificate, why the loop stopped, whether it settles."""
    trace, accuracy = run.trace, run.accuracy
    final = trace.returned
    place = selection.drawer(
        "How good is the solution? Certificate, rounds, and whether it settles",
        key="settle_drawer",
        icon=":material/verified:",
        opened=False,
    )
    with place:
        row = st.container(horizontal=True)
        row.metric(
            "Test accuracy, L2DWK",
            f"{accuracy.l2dwk.accuracy:.1%}",
            help=f"{accuracy.l2dwk.correct} of {counted(accuracy.n_test_rows, 'test row')} right.",
        )
        row.metric(
            "Members with weight",
            f"{trace.n_selected} of {run.n_members}",
            help=f"The weight is spread as over {final.effective_number:.1f} members of equal "
            f"weight (1/Σw²).{removed_sentence(trace)}",
        )
        row.metric(
            "Round returned",
            f"{trace.returned_round} of {len(trace.rounds)}",
            help=stop_text.why_returned(trace),
        )
        row.metric(
            "Objective, certified within",
            bound(final.gap, final.objective),
            help=f"f(w; α) = {final.objective:.8f}. Its minimum is proved to be no further away "
            "than this, up to rounding.",
        )
        st.markdown(stop_text.why(trace))
    if len(trace.rounds) > 1:
        settling = run_charts.shown(run, "convergence")
        layout.keep(settling)
        if place.open:
            with place:
                layout.show(settling)


def _two_panels(run: Run) -> None:
    """Show the plane with an axis of its own for the ensemble, on test or weighting rows."""
    place = selection.drawer(
        "Details of accuracy and diversity: the ensemble's path on an axis of its own",
        key="plane_drawer",
        icon=":material/scatter_plot:",
        opened=False,
    )
    if place.open:
        with place:
            st.segmented_control(
                "Rows the plane is drawn on",
                ["test", "weighting"],
                format_func={
                    "test": "Plane on test rows",
                    "weighting": "Plane on weighting rows",
                }.__getitem__,
                default="test",
                required=True,
                key="plane_rows",
                label_visibility="collapsed",
            )
            _show(run, f"plane {st.session_state.get('plane_rows') or 'test'}")


def _stopped_at_once(run: Run) -> None:
    """Say why nothing was learned, and offer the change that helps."""
    trace, source = run.trace, run.prepared.recipe.weighting
    if len(trace.rounds) > 1 or trace.stop_reason not in ("no_errors", "no_vote_errors"):
        return
    seen = source in ("training", "bootstrap")
    change = (
        "Judge the members on rows they have not seen."
        if seen
        else "Take a dataset with more or harder rows, fewer members or more limited trees."
    )
    told = (
        f"**The loop stopped in round 1: no vote on "
        f"{counted(run.oracle.n_rows, 'weighting row')} is wrong.** {_why_none_wrong(run)} Kernel "
        "weights stayed equal, so this run is a single quadratic program."
    )
    with st.container(border=True, key="stopped-card"):
        # Another dataset would not be about the reader's own models.
        given = run.prepared.recipe.pool.kind == GIVEN
        if given or session.fixed("weighting" if seen else "dataset"):
            st.markdown(told)
            return
        st.markdown(f"{told} {change}")
        if seen:
            st.button(
                "Judge on held-out rows",
                icon=":material/swap_horiz:",
                key="use_hold_out",
                on_click=_change,
                kwargs={"weighting": "hold_out"},
            )
        else:
            st.button(
                "Take glass", icon=":material/swap_horiz:", key="use_glass", on_click=_change,
                kwargs={"dataset": "glass"},
            )  # fmt: skip


def _why_none_wrong(run: Run) -> str:
    """Return why no vote is wrong: fully grown trees are right on the rows they were grown on."""
    recipe = run.prepared.recipe
    seen = recipe.weighting in ("training", "bootstrap")
    if not seen and (n_wrong := run.n_uniform_wrong):
        # Few rows can be fitted by many weights, also where nothing can be learned.
        return (
            f"The weights were fitted to these rows, and with equal weights the vote is wrong on "
            f"{n_wrong} of them: that says nothing about new rows."
        )
    if recipe.pool.kind == GIVEN:
        return "These rows are easy for these models, or the models were fitted to them."
    if not seen:
        return "No member was trained on a row it judges: these rows are easy for this ensemble."
    if not recipe.fully_grown:
        return "The members were trained on these very rows."
    own = (
        "on the rows of its own sample"
        if POOL_KINDS[recipe.pool.kind].has_out_of_bag
        else "on all rows it was trained on"
    )
    return (
        "The members were trained on these very rows. They are fully grown trees: each is right "
        f"{own}, unless an equal row has another class."
    )


def _change(**changes: Any) -> None:
    new = replace(session.choice(), **changes)
    session.put(new)
    caches.run_jobs().start(new.recipe(), caches.session_id())


def _show(run: Run, name: str) -> None:
    """Show a figure that depends on the run alone."""
    layout.show(run_charts.shown(run, name))
    _shown().append(name)


def _shown() -> list[str]:
    shown: list[str] = st.session_state.setdefault("lab figures", [])
    return shown


def _rows_and_margins(run: Run) -> None:
    """Show α of single rows, and how sure the vote is of all."""
    names, difficulty = run_values.row_names(run), run_values.difficulty(run)
    left, right = st.columns(2, gap="large")
    with left:
        if row_panel.lines(run, names):
            _shown().append("kernel_weights_of_chosen_rows")
    with right:
        _show(run, "margins")
    row_panel.details(run, names, difficulty)


def _test(run: Run) -> None:
    left, right = st.columns(2, gap="large")
    with left:
        _show(run, "test_accuracy")
        st.markdown(f"**{run_charts.comparison(run)}**")
    with right:
        _show(run, "sparsity")


def _details(run: Run, choice: Choice) -> None:
    if about := [note for note in run.prepared.notes if note not in run.prepared.pool.left_out]:
        st.caption("About these data: " + escaped(" ".join(about)))
    place = selection.drawer(
        "Take it along: report, numbers, and how to reproduce them",
        key="take_drawer",
        icon=":material/download:",
        opened=False,
    )
    if place.open:
        with place:
            again = snippets.trained_again(choice, run)
            snippet = snippets.python_snippet(again, session_tables.code(choice.dataset))
            _files(run, choice, snippet)
            st.code(snippet, language="python")
            votes = session_tables.votes(choice.dataset)
            command = snippets.command_line(again, votes)
            if command and (choice.dataset in DATASETS or votes is not None):
                st.code(command, language="bash")
    exercise_link.show(choice)


def _files(run: Run, choice: Choice, snippet: str) -> None:
    """Show the buttons for the run's files. Each file is made when its button is pressed."""
    query = "?" + urlencode(to_address(choice) | pinned_run.address_part())
    pinned = pinned_run.for_report(run, choice)
    own = session_tables.own(choice.dataset)
    file_name = None if own is None else own.file_name
    figures, again = layout.shown().values(), run_charts.LaterRun(run)
    files = (
        ("Report, one HTML file", "html", "text/html",
         file_on_demand(
             lambda: report.as_html(again(), choice, figures, snippet, query, pinned, file_name)
         )),
        ("Every number, JSON", "json", "application/json",
         file_on_demand(lambda: report.as_json(again()))),
        ("Python script", "py", "text/x-python", snippet),
    )  # fmt: skip
    row = st.container(horizontal=True, key="take-along")
    for label, ending, mime, content in files:
        row.download_button(
            label,
            content,
            file_name=file_source.file_name("l2dwk", ending),
            mime=mime,
            key=f"take.{ending}",
            icon=":material/download:",
            on_click="ignore",
        )


main()
