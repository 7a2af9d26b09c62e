"""The options of the command line and the library's names for the same choices."""

from __future__ import annotations

import re
from dataclasses import fields

from l2dwk_core.method.setting_fields import SETTING_FACTS
from l2dwk_core.method.settings import Settings
from l2dwk_core.runs.recipe import RunRecipe

RUN_DEFAULTS = RunRecipe("").as_dict()
"""The choices of a run by their keywords, with their defaults."""
READING = (
    "target", "bins", "role", "delimiter", "decimal", "encoding", "header", "sheet", "skip",
    "units", "keep", "max_rows", "group",
)  # fmt: skip
"""The options about reading a file."""
_OPTIONS = {
    "lam": "--lambda", "n_members": "--members", "n_folds": "--folds", "roles": "--role",
    "oracle": "--oracle",
}  # fmt: skip
_WORDS = {
    facts.word: _OPTIONS.get(name, "--" + name.replace("_", "-"))
    for name, facts in SETTING_FACTS.items()
    if facts.word and not facts.whole
}
"""The word for a numeric setting in error messages, and the option that sets it."""
_NAMES = (*RUN_DEFAULTS, *(field.name for field in fields(Settings)), *READING, "roles", "oracle")


def option_of(name: str) -> str:
    """Return the option that sets what the library calls *name*."""
    return _OPTIONS.get(name) or "--" + name.replace("_", "-")


def as_options(message: str) -> str:
    """Return an error message of the library in the words of the command line.

    ``weighting='hold_out'`` becomes ``--weighting hold_out``. A name at the beginning becomes the
    option that set it.
    """
    names = "|".join(_NAMES)
    message = re.sub(
        rf"\b({names})=('?)([\w./]+)\2", lambda m: f"{option_of(m[1])} {m[3].rstrip('.')}"
        + "." * m[3].endswith("."), message,
    )  # fmt: skip
    message = re.sub(
        r"\bkeep=\(([^()]*)\)",
        lambda m: " ".join(f"--keep {word}" for word in re.findall("'([^']*)'", m[1])),
        message,
    )
    words = "|".join(map(re.escape, _WORDS))
    message = re.sub(rf"^({words}) is ", lambda m: f"{_WORDS[m[1]]} is ", message)
    message = re.sub(rf"^({names}) is ", lambda m: f"{option_of(m[1])} is ", message)
    return " ".join(message.split())
