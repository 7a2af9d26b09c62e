"""The warning about models that were fitted to the same cases on which they vote."""

from __future__ import annotations

import streamlit as st

from pages.choices.choice import Choice
from pages.state import fitted_answer, session_tables
from pages.state.own_votes import OwnVotes

_REWARDS = (
    "A model that has seen a case answers it from memory, so the weights reward memory, and the "
    "test accuracy on this page says little about new cases. Give votes on cases that no model has "
    "seen, such as those of cross-validation."
)


def warn(choice: Choice) -> None:
    """Show a warning when the models of a choice were likely fitted to these cases."""
    votes = session_tables.votes(choice.dataset)
    if votes is not None:
        warn_of(votes)


def warn_of(votes: OwnVotes) -> None:
    """Show a warning when the models with these votes were likely fitted to these cases."""
    if fitted_answer.of(votes) == "yes":
        st.warning(
            f"**These cases were used to fit the models, as you said.** {_REWARDS}",
            icon=":material/warning:",
        )
    elif votes.draft.fitted:
        st.warning(
            f"**Some of these cases seem to be those the models were trained on.** {_REWARDS}",
            icon=":material/warning:",
        )
    elif votes.draft.near_perfect:
        st.warning(
            "**A model is right in nearly every case. Were these cases used to fit it?** "
            f"{_REWARDS}",
            icon=":material/warning:",
        )
