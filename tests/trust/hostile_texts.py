"""Texts that a regular expression may take very long to refuse: what one of its repeats accepts,
many times, and then a character that it does not accept.

They are read off the expression as Python parses it, so a new expression needs no list of its own.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from re import _constants as codes  # type: ignore[attr-defined]
from re import _parser as parser  # type: ignore[attr-defined]
from typing import Any

_MANY = 10
"""A repeat of fewer cannot make a search long."""
_ENDS = ("", "\0", "\n\0", "}", '"')
_OF_CATEGORY = {
    codes.CATEGORY_DIGIT: "0",
    codes.CATEGORY_SPACE: " ",
    codes.CATEGORY_WORD: "a",
    codes.CATEGORY_NOT_DIGIT: "a",
    codes.CATEGORY_NOT_SPACE: "a",
    codes.CATEGORY_NOT_WORD: " ",
}


def hostile_texts(pattern: re.Pattern[Any], length: int) -> Iterator[str]:
    """Yield texts of about *length* characters, each once."""
    words = pattern.pattern
    if isinstance(words, bytes):
        words = words.decode("latin-1")
    tree = parser.parse(words, pattern.flags & ~re.LOCALE)
    seen: set[str] = set()
    for before, body in _repeats(tree, ""):
        units = {_shortest(body), "".join(_characters(body)), *_characters(body)} - {""}
        for unit in sorted(units):
            for end in _ENDS:
                text = before + unit * (length // len(unit)) + end
                if text not in seen:
                    seen.add(text)
                    yield text


def _repeats(tree: Any, before: str) -> Iterator[tuple[str, Any]]:
    """Yield each long repeat's body, and a text that leads to it."""
    for operation, value in tree:
        for part in _parts(operation, value):
            yield from _repeats(part, before)
        if _is_repeat(operation) and value[1] >= _MANY:
            yield before, value[2]
        before += _shortest([(operation, value)])


def _shortest(tree: Any) -> str:
    """Return a short text that the tree accepts; looks ahead and back are not followed."""
    text = ""
    for operation, value in tree:
        if _is_repeat(operation):
            text += _shortest(value[2]) * min(value[0], _MANY)
        elif operation is codes.BRANCH:
            text += min((_shortest(branch) for branch in value[1]), key=len)
        elif operation in (codes.SUBPATTERN, codes.ATOMIC_GROUP):
            text += _shortest(value[-1] if operation is codes.SUBPATTERN else value)
        else:
            text += next(iter(_leaf(operation, value)), "")
    return text


def _characters(tree: Any) -> list[str]:
    """Return characters that the leaves of the tree accept, each once, in their order."""
    found: dict[str, None] = {}
    for operation, value in tree:
        for part in _parts(operation, value):
            found |= dict.fromkeys(_characters(part))
        found |= dict.fromkeys(_leaf(operation, value))
    return list(found)


def _parts(operation: Any, value: Any) -> list[Any]:
    if _is_repeat(operation):
        return [value[2]]
    if operation is codes.BRANCH:
        return list(value[1])
    if operation is codes.SUBPATTERN:
        return [value[-1]]
    if operation is codes.ATOMIC_GROUP:
        return [value]
    if operation in (codes.ASSERT, codes.ASSERT_NOT):
        return [value[1]]
    if operation is codes.GROUPREF_EXISTS:
        return [part for part in value[1:] if part]
    return []


def _is_repeat(operation: Any) -> bool:
    return operation in (codes.MAX_REPEAT, codes.MIN_REPEAT, codes.POSSESSIVE_REPEAT)


def _leaf(operation: Any, value: Any) -> list[str]:
    """Return characters that one leaf accepts: of a set, one of each member."""
    if operation is codes.LITERAL:
        return [chr(value)]
    if operation is codes.ANY:
        return ["a", " ", "0"]
    if operation is codes.NOT_LITERAL:
        return [letter for letter in "a 0" if ord(letter) != value]
    if operation is not codes.IN:
        return []
    members = [_member(kind, one) for kind, one in value]
    if value[0][0] is codes.NEGATE:
        return [letter for letter in 'a0 ."\t' if letter not in members] or ["a"]
    return [member for member in members if member]


def _member(kind: Any, value: Any) -> str:
    if kind is codes.LITERAL:
        return chr(value)
    if kind is codes.RANGE:
        return chr(value[0])
    return _OF_CATEGORY.get(value, "") if kind is codes.CATEGORY else ""
