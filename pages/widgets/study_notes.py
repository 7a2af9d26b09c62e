"""What a study says below its figures: methods that took no part, and notes about the data."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

import streamlit as st

from pages.charts.markdown import escaped


def show(refusals: Mapping[str, str], title_of: Callable[[str], str], notes: Iterable[str]) -> None:
    """Show why methods took no part, then the notes.

    ``refusals``: the reason by the key of the method; ``title_of`` gives a method's title.
    """
    for key, reason in refusals.items():
        line = f"{title_of(key)} took no part: {reason.removesuffix('.')}."
        st.info(escaped(line), icon=":material/block:")
    if words := " ".join(notes):
        st.caption("About these data: " + escaped(words))
