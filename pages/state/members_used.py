"""How many members a choice stands for."""

from __future__ import annotations

from pages.choices.choice import Choice
from pages.state import session_tables


def members_used(choice: Choice) -> int:
    """Return how many members a run of this choice uses; of models' votes all of them."""
    return session_tables.n_models(choice.dataset) or choice.n_members


def members_trained(choice: Choice) -> int:
    """Return how many members are trained for this choice, or vote where votes are given."""
    return session_tables.n_models(choice.dataset) or choice.recipe().pool.n_members
