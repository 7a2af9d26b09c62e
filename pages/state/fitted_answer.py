"""What the reader answered to the question whether the cases were used to fit the models.

It is asked once for each file, and stays with the file when another column is the true label.
"""

from __future__ import annotations

import streamlit as st

from pages.state.own_votes import OwnVotes

ANSWERS = {"no": "No", "yes": "Yes", "unknown": "I do not know"}


def key(votes: OwnVotes) -> str:
    """Return the key under which a widget keeps the answer while it is on the screen."""
    return f"fitted.{votes.content[:16]}"


def of(votes: OwnVotes) -> str | None:
    """Return a key of ``ANSWERS``; None when the question is not answered."""
    answer: str | None = _kept().get(votes.content)
    return answer


def put(votes: OwnVotes, answer: str | None) -> None:
    """Keep the answer; None stands for no answer."""
    _kept()[votes.content] = answer


def forget() -> None:
    """Drop all answers."""
    _kept().clear()


def _kept() -> dict[str, str | None]:
    kept: dict[str, str | None] = st.session_state.setdefault("fitted answers", {})
    return kept
