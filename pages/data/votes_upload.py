"""The section for votes of the reader's own models: the upload, and what was read from the file."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

import numpy as np
import pandas as pd
import streamlit as st

from l2dwk_core.common.errors import InputError
from l2dwk_core.common.text import agreeing, counted
from l2dwk_core.votes.votes import Votes
from pages.charts import layout
from pages.charts.markdown import escaped
from pages.choices.choice import START_DATASET
from pages.data import reading_card
from pages.data.dataset_card import use_in_lab
from pages.data.reader_process import VOTES
from pages.data.reading_card import Upload
from pages.data.uploaded_bytes import uploaded_bytes
from pages.data.votes_columns import chosen_columns
from pages.data.votes_sample import DATASET, FORMS, sample
from pages.jobs import caches
from pages.lab import fitted_to_rows
from pages.state import fitted_answer, session, session_tables
from pages.state.own_table import Reading
from pages.state.own_votes import OwnVotes, VotesDraft

_PREVIEW_ROWS = 8
_PREVIEW_MODELS = 40
_PROBLEM = reading_card.problem_key(VOTES)
_FORM = """
**A row is a case, a column is a model.** One more column holds the true label, such as `label`,
`y` or `target`.

- **Predicted labels**: a column for each model, written as the true labels are.
- **Probabilities**: a column for each model and class, named by both, such as `svm: yes` and
  `svm: no`, or `svm_yes` and `svm_no`. Of two classes, one column for each model is enough.
- An empty cell is a missing vote. A column `part` (weighting or test) says which rows test the
  vote. Rows with the same value in a column `group`, or in one that you choose, are not separated,
  and count as one case where a difference is claimed.
- `.npz`: arrays `predictions` (rows, models) or `probabilities` (rows, models, classes), and
  `labels`; if wanted also `models`, `classes`, `available`, `part`, `group`.
  `l2dwk_core.save_votes` writes it.

Take votes on cases that the models were not fitted to, such as those of cross-validation.
"""


def own_votes() -> None:
    """Show the whole section."""
    reading_card.readers().prepare()
    st.caption(
        "CSV, TSV, Excel (.xlsx), Parquet or NumPy (.npz), also a table as .gz or .zip, up to "
        f"{reading_card.MEGABYTES} MB; or a file for your class. **The votes stay in the memory of "
        "this session**: nothing is written to disk, and nobody else sees them. They are deleted "
        "when you press *Forget it*, **reload the page (F5)** or close it."
    )
    _take_upload()
    if reading_card.pending(VOTES) is not None:
        return
    held = session_tables.votes_draft()
    if held is None:
        st.info(
            "Upload what your models answered on cases whose class you know. Nothing is trained: "
            "the Lab learns which of the models to keep, and with what weight.",
            icon=":material/upload_file:",
        )
        _form(opened=True)
        return
    _understood(held)
    _form(opened=False)


def _form(*, opened: bool) -> None:
    with st.expander("How the file looks", icon=":material/help:", expanded=opened):
        st.markdown(_FORM)
        row = st.container(horizontal=True, key="votes-samples")
        for form, words in FORMS.items():
            row.download_button(
                f"Sample with {words}, CSV",
                partial(sample, form),
                file_name=f"votes_{DATASET}_{form}.csv",
                mime="text/csv",
                key=f"votes_sample.{form}",
                icon=":material/download:",
                on_click="ignore",
            )
        st.caption(
            f"Five models' answers on the dataset {DATASET}, each by a model that was fitted "
            "without the case (5 folds)."
        )


def _take_upload() -> None:
    file = st.file_uploader(
        "Your models' votes", key="votes_file", max_upload_size=reading_card.MEGABYTES
    )
    if file is not None and reading_card.begin_class_file(file):
        return
    if file is not None and file.file_id != st.session_state.get("votes_file_id"):
        st.session_state["votes_file_id"] = file.file_id
        st.session_state.pop(_PROBLEM, None)
        upload = Upload(file.file_id, file.name, Reading(), VOTES)
        reading_card.begin_upload(upload, uploaded_bytes(file))
    _take_reading()
    problem = st.session_state.get(_PROBLEM)
    if problem and file is not None:
        layout.error(problem)
        if (kept := session_tables.votes_draft()) is not None:
            st.caption(f"Still here: **{escaped(kept.file_name)}**, as it was.")


def _take_reading() -> None:
    """Use the file when it has been read. Until then show that it is being read."""
    now = reading_card.pending(VOTES)
    if now is None:
        return
    try:
        draft: VotesDraft | None = reading_card.taken()
        if draft is None:
            return
        upload = now.upload
        caches.hold(
            OwnVotes(upload.file_name, now.data, draft, upload.target, upload.keep, upload.group)
        )
    except InputError as error:
        st.session_state[_PROBLEM] = str(error)
        return
    st.session_state.pop(_PROBLEM, None)


def _understood(held: OwnVotes) -> None:
    draft = held.draft
    st.subheader(_title(held), anchor=False)
    row = st.container(
        horizontal=True, horizontal_alignment="distribute", vertical_alignment="center"
    )
    if draft.dataset is None:
        row.markdown("The columns cannot be used like this.")
    else:
        row.markdown(_kind(draft.dataset.votes), width="content")
    row.button("Forget it", icon=":material/delete:", key="votes_forget", on_click=_forget)
    ready = st.container(key="votes-ready")
    if draft.dataset is None:
        layout.error(draft.problem)
        chosen_columns(held)
        return
    _question(held)
    layout.notes(draft.findings)
    with ready:
        _use(held)
    chosen_columns(held)
    st.markdown("\n".join(f"- {escaped(note)}" for note in draft.notes))
    left, right = st.columns([3, 2], gap="large")
    with left:
        _preview(draft.dataset.votes)
    with right:
        _accuracies(draft)


def _title(held: OwnVotes) -> str:
    name, dataset = escaped(held.file_name), held.draft.dataset
    if dataset is None:
        return f"{name}: {counted(len(held.draft.columns), 'column')}"
    votes = dataset.votes
    return f"{name}: {counted(votes.n_models, 'model')}, {counted(votes.n_rows, 'row')}"


def _kind(votes: Votes) -> str:
    """Return one line that says what was read."""
    what = "predicted labels" if votes.probabilities is None else "probabilities"
    classes = counted(votes.classes.size, "class", "classes")
    parts = [f"Read as **{what}** of {classes}"]
    if votes.part is not None:
        test = votes.n_test_rows
        parts.append(f"part: {votes.n_rows - test:,} weighting, {test:,} test")
    else:
        parts.append("no column *part*: the seed divides the rows")
    if votes.group is not None:
        parts.append(f"group: {counted(len(np.unique(votes.group)), 'group')}")
    if votes.available is not None:
        missing = votes.n_missing
        parts.append(f"{counted(missing, 'vote')} {agreeing(missing, 'is', 'are')} missing")
    return " · ".join(parts)


def _use(held: OwnVotes) -> None:
    row = st.container(horizontal=True, vertical_alignment="center")
    with row:
        use_in_lab(held.word)
    row.markdown("Weighs these models and shows the run. Nothing is trained.")
    if not (wanted := session.wanted_table()):
        return
    if held.word == wanted:
        st.success("These are the votes your link is about.", icon=":material/check:")
    else:
        st.warning(
            "These are not the votes your link is about, or their true label is another column. "
            "The numbers will differ from those of the link.",
            icon=":material/info:",
        )


def _question(held: OwnVotes) -> None:
    """Ask once whether the cases were used to fit the models."""
    key = fitted_answer.key(held)
    if key not in st.session_state:
        st.session_state[key] = fitted_answer.of(held)
    answer = st.segmented_control(
        "Were these cases used to fit the models?",
        list(fitted_answer.ANSWERS),
        format_func=fitted_answer.ANSWERS.__getitem__,
        key=key,
    )
    fitted_answer.put(held, answer)
    fitted_to_rows.warn_of(held)


def _preview(votes: Votes) -> None:
    """Show the first rows: the true label, then what each model answered."""
    shown, models = min(votes.n_rows, _PREVIEW_ROWS), votes.models[:_PREVIEW_MODELS]
    table = pd.DataFrame({"true label": votes.labels[:shown]}).astype(str)
    for j, model in enumerate(models):
        answers = votes.predictions[:shown, j].astype(object)
        if votes.available is not None:
            answers[~votes.available[:shown, j]] = None
        table.insert(len(table.columns), model, answers, allow_duplicates=True)
    table.columns = pd.Index(_unlike(list(table.columns)))
    st.dataframe(table, hide_index=True, height="content")
    more = votes.n_models - len(models)
    st.caption(
        f"The first {counted(shown, 'row')}; an empty cell is a missing vote."
        + (f" {more:,} more models are not shown here." if more else "")
    )


def _unlike(names: list[str]) -> list[str]:
    """Return the names, changed where a model has the name of the column of true labels."""
    return [f"{name} (model)" if place and name == names[0] else name
            for place, name in enumerate(names)]  # fmt: skip


def _accuracies(draft: VotesDraft) -> None:
    """Show the share of right votes of each model, the best first."""
    assert draft.dataset is not None
    votes = draft.dataset.votes
    table = pd.DataFrame({"model": votes.models, "right": draft.accuracies})
    if votes.available is not None:
        table["votes cast"] = votes.n_cast
    table = table.sort_values("right", ascending=False, kind="stable")
    st.dataframe(
        table,
        hide_index=True,
        height=min(38 + 35 * len(table), 320),
        column_config={
            "right": st.column_config.ProgressColumn(
                "right", format="percent", min_value=0.0, max_value=1.0
            )
        },
    )
    st.caption("How often each model alone is right, among the votes it cast.")


def _forget() -> None:
    word = session.choice().dataset
    if session_tables.votes(word) is not None:
        session.put(replace(session.choice(), dataset=START_DATASET))
    session_tables.forget(OwnVotes)
    fitted_answer.forget()
    reading_card.leave()
    st.session_state.pop(_PROBLEM, None)
