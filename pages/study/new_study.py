"""A study that is made on the page: chosen datasets and methods, on the job board."""

from __future__ import annotations

import streamlit as st

from l2dwk_core.combiners import COMBINERS
from l2dwk_core.common.errors import InputError
from l2dwk_core.common.text import counted, short_name
from l2dwk_core.datasets import DATASETS, OFFLINE_DATASETS
from l2dwk_core.pools.kinds import POOL_KINDS
from l2dwk_core.study.export import as_frame
from l2dwk_core.study.outcome import StudyOutcome
from l2dwk_core.study.study_cost import study_answers
from pages.charts import layout
from pages.charts.markdown import escaped
from pages.choices.choice import Choice
from pages.jobs import caches, work_limits
from pages.jobs.partial_results import live_work
from pages.jobs.study_work import MOST_DATASETS, StudyWork
from pages.models.new_study import new_study
from pages.models.studies import STUDIES, Results, made_results
from pages.runtime.object_cache import cached_on
from pages.state import page_record, session_tables
from pages.study import results_view
from pages.study.study_file import study_file
from pages.widgets import fields


def show(choice: Choice) -> None:
    """Show what can be chosen, and the work or its results."""
    word = _chosen()
    view = page_record.read_drawn(STUDIES)
    own = _name(word, view.new_datasets)
    try:
        study = new_study(choice, view, own)
        file = study_file(study, word)
    except InputError as problem:
        layout.error(problem)
        return
    if len(study.methods) < 2:
        st.info("Choose at least two methods to compare.")
        return
    work = StudyWork(word or study.datasets[0], study, own, file)
    found = caches.small_studies().prepared(work)
    if found is not None:
        _results(found, work)
        return
    _offer(work)


def _chosen() -> str:
    """Show the menus; return the word of the session's table or votes, or nothing."""
    st.multiselect(
        "Datasets",
        OFFLINE_DATASETS,
        key=page_record.key(STUDIES, "new_datasets"),
        max_selections=MOST_DATASETS,
        placeholder="Choose datasets",
    )
    st.multiselect(
        "Methods",
        list(COMBINERS),
        format_func=lambda key: COMBINERS[key].title,
        key=page_record.key(STUDIES, "new_methods"),
        placeholder="Choose methods",
        help="L2DWK has the settings of the Lab, the other methods their defaults.",
    )
    left, right = st.columns(2, gap="medium", vertical_alignment="bottom")
    fields.slider(STUDIES, "new_folds", place=left)
    own = list(session_tables.own_tables())
    if not own:
        right.caption("A table of your own, or votes, opened on Data, can take part too.")
        return ""
    titles = {"": "none", **{word: session_tables.title(word) for word in own}}
    chosen = right.selectbox(
        "Table or votes of your own",
        list(titles),
        format_func=titles.__getitem__,
        key="study_own",
    )
    return str(chosen or "")


def _name(word: str, others: tuple[str, ...]) -> str:
    """Return what the study calls a table of the session."""
    if not word:
        return ""
    name = short_name(session_tables.short_title(word))
    return f"{name} (yours)" if name in others or name in DATASETS else name


def _offer(work: StudyWork) -> None:
    study, rows = work.study, session_tables.find(work.dataset)
    try:
        work_limits.small_study(work, rows)
    except InputError as problem:
        layout.error(problem)
        return
    n_rows = work_limits.rows_of_study(work, rows)
    n_tasks = counted(len(study.tasks()), "training")
    kind = POOL_KINDS[study.pools[0]].label
    answers = study_answers(study, n_rows)
    live_work(
        caches.small_studies(),
        work,
        f"**{counted(len(study.datasets), 'dataset')}, {counted(len(study.methods), 'method')}, "
        f"{counted(study.folds, 'fold')}**: {n_tasks} one after another ({kind}, "
        f"{counted(study.n_members or 0, 'member')}), some {answers:,} answers in all, within what "
        "a page computes. The members are those of the sidebar. Results are kept in a temporary "
        "file; after Cancel, or when its process was killed, the study goes on where it ended.",
        label="Start",
        again="Go on",
        key="study",
        show=_so_far,
        cancelled=lambda found: (
            f"Cancelled after {counted(_done(found), 'training')} of {len(study.tasks())}."
        ),
    )


def _done(found: StudyOutcome) -> int:
    return len({(r.dataset, r.pool, r.repeat, r.fold) for r in found.records})


def _so_far(found: StudyOutcome) -> None:
    there = {r.dataset for r in found.records}
    st.caption(escaped(f"Begun or finished: {', '.join(sorted(there))}."))


def _results(found: StudyOutcome, work: StudyWork) -> None:
    results: Results = cached_on(found, "results", lambda: _made(found, work))
    st.caption(
        escaped(
            f"{results_view.finished_sentence(results)} Means over "
            f"{counted(work.study.folds, 'fold')}."
        )
    )
    failures = {(r.method, r.failure): r.dataset for r in found.failures}
    for (method, reason), dataset in failures.items():
        st.info(escaped(f"{method} has no result on {dataset}: {reason}"))
    layout.notes(
        f"{name}: {note}" for name, notes in found.notes.items() if name == work.own
        for note in notes
    )  # fmt: skip
    results_view.show(results, "l2dwk_study")
    with st.expander("Reproduce this study", icon=":material/terminal:"):
        st.code(work.study.command(), language="bash", wrap_lines=True)
        if work.own:
            st.caption("The command knows the catalogue only: take your own table's name out.")


def _made(found: StudyOutcome, work: StudyWork) -> Results:
    data = {work.own: session_tables.load(work.dataset)} if work.own else {}
    words = {work.own: work.dataset} if work.own else {}
    return made_results(work.study, as_frame(found.records), data, words)
