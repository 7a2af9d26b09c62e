"""The controls of the columns of a file of votes: the true label and the groups of rows."""

from __future__ import annotations

import streamlit as st

from l2dwk_core.votes.left_out import GROUP
from pages.charts.markdown import escaped
from pages.data import reading_card
from pages.data.reader_process import VOTES
from pages.data.reading_card import Upload
from pages.state.own_table import Reading
from pages.state.own_votes import OwnVotes


def chosen_columns(held: OwnVotes) -> None:
    """Show which column is the true label, which words count as missing, and which column holds the
    groups of rows. When another is chosen, the file is read again."""
    names, now = list(held.draft.columns), held.draft.target
    if not names:
        return
    chosen = st.selectbox(
        "Column of the true label",
        names,
        index=names.index(now) if now in names else None,
        key=f"votes_target.{held.word}",
        placeholder="Choose a column",
    )
    if chosen is not None and chosen != now:
        group = held.group if held.group != chosen else None
        _read_again(held, chosen, (), group)
        st.rerun()
    for word in held.draft.words:
        kept = word in held.keep
        others = tuple(other for other in held.keep if other != word)
        row = st.container(horizontal=True, vertical_alignment="center")
        row.markdown(
            f"{escaped(repr(word))} is a class, as you chose."
            if kept
            else f"{escaped(repr(word))} counts as missing.",
            width="content",
        )
        row.button(
            f"Count {escaped(word)} as missing" if kept else f"Keep {escaped(word)} as a class",
            key=f"votes_keep.{word}",
            on_click=_read_again,
            args=(held, held.chosen, others if kept else (*others, word), held.group),
        )
    _groups(held)


def _groups(held: OwnVotes) -> None:
    """Let the reader choose the column of the groups of rows; then the file is read again."""
    named = next((n for n in held.draft.columns if n.strip().lower() == GROUP), None)
    named = None if named == held.draft.target else named
    names = [name for name in held.draft.columns if name not in (held.draft.target, named)]
    if not names:
        return
    none = "The column named group" if named else "None: each row is a case"
    options = ["", *names]
    chosen = st.selectbox(
        "Column of the groups of rows",
        options,
        index=options.index(held.group) if held.group in names else 0,
        format_func=lambda name: name or none,
        key=f"votes_group.{held.word}",
        help="Rows with the same value, such as those of one patient, stay together in every "
        "split and count as one case where a difference is claimed.",
    )
    if (chosen or None) != held.group:
        _read_again(held, held.chosen, held.keep, chosen or None)
        st.rerun()


def _read_again(
    held: OwnVotes, target: str | None, keep: tuple[str, ...], group: str | None
) -> None:
    """Read the file again with these columns of true labels and of groups, and these words as
    classes."""
    word = f"again {held.word} {target} {keep} {group}"
    upload = Upload(word, held.file_name, Reading(), VOTES, target, keep, group)
    reading_card.begin_upload(upload, held.data, held)
