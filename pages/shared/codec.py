"""A frozen record as address parameters and back; no page has a codec of its own."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import fields, replace
from typing import Any, TypeVar, get_type_hints

from l2dwk_core.errors import InputError, unknown_choice

Record = TypeVar("Record")


def to_query(record: Any, base: Any) -> dict[str, str]:
    """The fields of a record that differ from its base, as texts."""
    return {
        f.name: text(getattr(record, f.name))
        for f in fields(record)
        if getattr(record, f.name) != getattr(base, f.name)
    }


def from_query(
    base: Record, query: Mapping[str, str], check: Callable[[str, Any], None]
) -> tuple[Record, list[str]]:
    """The base with what a query says, and a line for every part of it that could not be used.

    ``check(name, value)`` raises ``InputError`` for a value that is out of range.
    """
    notes: list[str] = []
    known = get_type_hints(type(base))
    for name, words in query.items():
        if name not in known:
            notes.append(f"{unknown_choice('address parameter', name, known)} It is ignored.")
            continue
        try:
            value = parsed(name, words, known[name])
            check(name, value)
        except InputError as error:
            notes.append(f"{error} {used(name, base)}")
        else:
            base = replace(base, **{name: value})  # type: ignore[type-var]
    return base, notes


def used(name: str, record: Any) -> str:
    """What stands in for a part that could not be used."""
    return f"The default {text(getattr(record, name)) or 'none'} is used."


def text(value: Any) -> str:
    """A value as it stands in an address."""
    if isinstance(value, tuple):
        return ",".join(value) or "none"
    if value is None:
        return "none"
    if isinstance(value, bool):
        return "yes" if value else "no"
    return repr(value) if isinstance(value, float) else str(value)


def parsed(name: str, words: str, kind: Any) -> Any:
    """The value a text stands for; ``InputError`` when it is of another kind."""
    if kind == tuple[str, ...]:
        return tuple(part for part in words.split(",") if part and part != "none")
    if kind is str:
        return words
    if kind is bool:
        if words not in ("yes", "no"):
            raise InputError(f"{name} is {words!r}; it must be yes or no.")
        return words == "yes"
    if kind == int | None and words == "none":
        return None
    try:
        return float(words) if kind is float else int(words)
    except ValueError:
        wanted = "a number" if kind is float else "a whole number"
        raise InputError(f"{name} is {words!r}; it must be {wanted}.") from None
