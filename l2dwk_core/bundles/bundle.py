"""The record of a class file, and what may stand in one."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any

from l2dwk_core.common.errors import InputError
from l2dwk_core.common.text import shown
from l2dwk_core.datasets.tables.limits import MAX_BYTES

FORMAT = 1
"""Version of the format. A change that older programs would read wrongly needs a new number."""
ABOUT = "bundle.toml"
LESSON = "lesson.md"
DATA = "data"
"""What the address and the lesson of a class file call the dataset in the file."""
TABLE, VOTES = "table", "votes"
MAX_BUNDLE = MAX_BYTES + 1_000_000
"""The largest class file, in bytes: the largest table that is read, and some room."""
MAX_ABOUT = 100_000
"""Bytes of ``bundle.toml``."""
MAX_ENTRIES = 10
"""Files in the archive."""
MAX_CLASS_NAME = 100
"""Characters of the name of a class."""
MAX_PARAMETERS = 200
MAX_VALUE = 8_000
"""Characters of one value of the address."""
MAX_ADDRESS = 23_000
"""Characters of the whole address, with two signs for each parameter. The pages read 24,000: there
is room for the version, the name of the class, and the word for the table."""

_TEXT, _WHOLE, _TRUTH = "a text", "a whole number", "true or false"
_WORDS, _ROLES = "a list of texts", "a table of texts"
ARGUMENTS: Mapping[str, Mapping[str, str]] = MappingProxyType(
    {
        TABLE: {
            "target": _TEXT, "roles": _ROLES, "bins": _WHOLE, "keep": _WORDS, "header": _TRUTH,
            "delimiter": _TEXT, "decimal": _TEXT, "encoding": _TEXT, "sheet": _TEXT,
            "skip": _WHOLE, "units": _TRUTH, "trim": _TRUTH,
        },
        VOTES: {"target": _TEXT, "group": _TEXT, "keep": _WORDS},
    }
)  # fmt: skip
"""For a table and for votes, the arguments of ``read_table`` and ``read_votes`` that a class file
can hold, and what kind of value each has."""


def check_address(address: Mapping[str, str]) -> None:
    """Raise InputError when the parameters are more, or longer, than a page would read."""
    if len(address) > MAX_PARAMETERS:
        raise InputError(
            f"The address for the class has {len(address):,} parameters; at most {MAX_PARAMETERS} "
            "are read. Remove some."
        )
    size = sum(len(name) + len(value) + 2 for name, value in address.items())
    if size > MAX_ADDRESS:
        longest = max(address, key=lambda name: len(address[name]))
        raise InputError(
            f"The address for the class has {size:,} characters; at most {MAX_ADDRESS:,} are read. "
            f"Make it shorter; the longest parameter is {shown(longest)}."
        )


@dataclass(frozen=True, eq=False)
class BundledFile:
    """A table or votes as their owner has them.

    Attributes
    ----------
    kind
        "table" or "votes".
    name
        The name of the file, without folders.
    content
        Its bytes.
    arguments
        What ``read_table`` or ``read_votes`` is told; see ``ARGUMENTS``.
    """

    kind: str
    name: str
    content: bytes = field(repr=False)
    arguments: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, eq=False)
class Bundle:
    """What a lecturer gives to a class.

    Attributes
    ----------
    name
        What the class is called; one line.
    address
        Parameters of an address by name, such as ``{"lam": "2.0", "lock": "lam"}``: the choice,
        controls that are hidden or locked, a pinned run. A dataset called "data" is ``data``.
    data
        The table or the votes; None where a dataset of the catalogue is enough.
    lesson
        The text of a lesson file; empty without one.
    """

    name: str
    address: Mapping[str, str] = field(default_factory=dict)
    data: BundledFile | None = None
    lesson: str = ""
