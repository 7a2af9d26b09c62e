"""Names of members, as somebody gives them."""

from __future__ import annotations

from l2dwk_core.common.errors import InputError
from l2dwk_core.common.text import shown


def check_names(names: list[str]) -> None:
    """Raise ``InputError`` when a name is empty or two names are the same."""
    for place, name in enumerate(names):
        if not name.strip():
            raise InputError(
                f"The name of classifier number {place + 1} is {name!r}, which is empty; give it a "
                "name, such as 'svm'."
            )
    repeated = [name for name in names if names.count(name) > 1]
    if repeated:
        raise InputError(
            f"{shown(repeated[0])} is the name of {names.count(repeated[0])} classifiers; give "
            "each a name of its own."
        )
