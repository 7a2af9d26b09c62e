"""Words as a line for a shell (POSIX) that passes every word on as it is."""

from __future__ import annotations

import re
import shlex
import unicodedata
from collections.abc import Iterable

from l2dwk_core.common.errors import InputError
from l2dwk_core.common.text import shown

_HIDDEN = ("Cc", "Cf", "Cs", "Cn", "Zl", "Zp")
"""Categories of Unicode that are not seen, or that change how the signs beside them are shown."""


def shell_line(words: Iterable[str]) -> str:
    """Return the words as one line for a shell, quoted where it is necessary.

    A sign that cannot be seen, or that changes the direction of others, is written as its bytes:
    ``"$(printf '\\342\\200\\256')"``. So the line shows what it does. A line break stays as it is,
    between quotes.

    Raise InputError for a word with a NUL or half of a surrogate pair: no shell can pass it on.
    """
    return " ".join(map(_shell_word, words))


def _shell_word(word: str) -> str:
    hidden = "".join(
        {sign for sign in word if sign != "\n" and unicodedata.category(sign) in _HIDDEN}
    )
    if "\0" in hidden or any(unicodedata.category(sign) == "Cs" for sign in hidden):
        raise InputError(
            f"{shown(word)} has a sign that no shell can pass on; use Python, or another name."
        )
    if not hidden:
        return _quoted(word)
    parts = re.split(f"([{re.escape(hidden)}]+)", word)
    return "".join(
        _bytes_of(part) if number % 2 else _quoted(part)
        for number, part in enumerate(parts)
        if part
    )


def _quoted(word: str) -> str:
    """Return a word in quotes where they are necessary: in double quotes, which are easier to read
    around single ones, where nothing in it has a meaning between them."""
    if "'" in word and not set(word) & set('"$`\\!'):
        return f'"{word}"'
    return shlex.quote(word)


def _bytes_of(signs: str) -> str:
    octal = "".join(f"\\{byte:03o}" for byte in signs.encode())
    return f"\"$(printf '{octal}')\""
