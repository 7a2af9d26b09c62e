"""Read TOML that may come from anybody.

``tomllib`` needs time and memory that grow with the square of the parts of a dotted key, and it
fails on a number of very many digits. So what no file of this program needs is refused first.
"""

from __future__ import annotations

import re
import tomllib
from typing import Any

from l2dwk_core.common.errors import InputError
from l2dwk_core.common.text import one_line

MAX_CHARACTERS = 100_000
MAX_PARTS = 10
"""Parts of a dotted key."""
MAX_DEPTH = 10
"""Brackets within brackets."""
MAX_WORD = 100
"""Characters of a name or a number that stands outside quotes."""

# A text or a comment. Each alternative also matches to the end where the quotes are not closed, so
# that nothing is read twice; a backslash has one reading, so that no text is tried in many ways.
_TEXT = re.compile(
    r'"""(?:\\.?+|[^\\])*?(?:"""|\Z)'
    r"|'''.*?(?:'''|\Z)"
    r'|"(?:\\[^\n]?+|[^"\\\n])*+"?'
    r"|'[^'\n]*'?"
    r"|#[^\n]*",
    re.DOTALL,
)
_BETWEEN = re.compile(r"[=,\[\]{}]")
_LONG_WORD = re.compile(rf"[^\s=,.\[\]{{}}]{{{MAX_WORD + 1}}}")
_AT_LINE = re.compile(r"\(at line ([0-9]+), column [0-9]+\)|\(at end of document\)")


class TomlError(InputError):
    """TOML that cannot be used. ``line``: the number of the line, from 1. ``why``: the fault."""

    def __init__(self, line: int, why: str) -> None:
        self.line, self.why = line, why
        super().__init__(f"Line {line}: {why}")


def read_toml(text: str) -> dict[str, Any]:
    """Return what TOML says. Raise TomlError for what is no TOML or beyond the limits above."""
    if len(text) > MAX_CHARACTERS:
        raise TomlError(
            1, f"{len(text):,} characters; at most {MAX_CHARACTERS:,} are allowed, make it shorter"
        )
    _check(text)
    try:
        return tomllib.loads(text)
    except ValueError as error:  # also of a date or a number, which is no TOMLDecodeError
        found = _AT_LINE.search(str(error))
        line = int(found[1]) if found and found[1] else text.count("\n") + 1
        why = one_line(_AT_LINE.sub("", str(error)))
        raise TomlError(line, f"this is no TOML: {why[:1].lower() + why[1:]}") from error


def _check(text: str) -> None:
    """Raise TomlError for what is beyond the limits."""
    # A text becomes one quotation mark and keeps its line breaks.
    bare = _TEXT.sub(lambda found: '"' + "\n" * found[0].count("\n"), text)
    depth = 0
    for number, line in enumerate(bare.split("\n"), 1):
        if _LONG_WORD.search(line):
            raise TomlError(
                number,
                f"a name or number of more than {MAX_WORD} characters; make it shorter, or put "
                "quotes around a text",
            )
        parts = 1 + max(key.count(".") for key in _BETWEEN.split(line))
        if parts > MAX_PARTS:
            raise TomlError(
                number, f"a key of {parts:,} parts with dots between; at most {MAX_PARTS} allowed"
            )
        for sign in line:
            depth += (sign in "[{") - (sign in "]}")
            if depth > MAX_DEPTH:
                raise TomlError(
                    number, f"more than {MAX_DEPTH} brackets within brackets; use fewer"
                )
