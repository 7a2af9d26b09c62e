"""From a frozen record to parameters of an address, and back. All pages use these functions."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import fields, replace
from functools import cache
from typing import Any, TypeVar, get_args, get_type_hints

from l2dwk_core.common.errors import InputError
from l2dwk_core.common.text import counted
from l2dwk_core.method.setting_fields import SETTING_FACTS
from pages.choices.field_rules import fits, limits, nearest, read_float, refusal, shortened

Record = TypeVar("Record")
ParameterValue = str | Sequence[str]
"""Value of a parameter in an address; a list when the parameter stands there several times."""
Unfit = dict[str, tuple[Any, str]]
"""What a record's ``unfit()`` returns, by the names of fields whose values do not fit the other
fields: the value that is used instead, and why."""

MAX_QUERY = 24_000
"""Characters of the query of an address that are read: four times the longest lesson in a link."""
MAX_PARAMETERS = 200
"""Parameters of an address that are read; the same as in a class file."""
_MOST_NAMED = 5
"""Parameters that a note names."""
_ALIASES = {"lambda": "lam", "oracle": "weighting"} | {
    facts.symbol: name for name, facts in SETTING_FACTS.items() if not facts.symbol.isascii()
}
"""Other names of a parameter: for readers who type one, and for older links."""
_NAME_LISTS = ("hide", "lock")
"""Parameters whose values are names of parameters."""


def to_query(record: Any, base: Any) -> dict[str, str]:
    """Return the fields of a record that differ from its base, as texts."""
    return {
        f.name: text(getattr(record, f.name))
        for f in fields(record)
        if getattr(record, f.name) != getattr(base, f.name)
    }


def from_query(
    base: Record,
    query: Mapping[str, ParameterValue],
    prefix: str = "",
    checks: Mapping[str, Callable[[Any], None]] | None = None,
) -> tuple[Record, list[str]]:
    """Return the base changed as a query says, and a line for each part that could not be used.

    ``prefix`` stands before the names in the address. ``checks``: functions for fields whose limits
    are more than a range or a menu; they raise InputError.
    """
    notes: list[str] = []
    kind: type = type(base)
    kinds = _hints(kind)
    for name, given in query.items():
        shown = prefix + name
        if name not in kinds:
            notes.append(unknown_parameter(shown, [prefix + field for field in kinds]))
            continue
        words, repeated = last_value(shown, given)
        notes += repeated
        try:
            value = _value(type(base), name, shown, words, kinds[name])
            (checks or {}).get(name, _no_check)(value)
        except InputError as error:
            notes.append(f"{str(error).rstrip('.')}{replacement_text(name, base, error)}")
        else:
            base = replace(base, **{name: value})  # type: ignore[type-var]
    return base, notes


def fitted(record: Record, prefix: str = "") -> tuple[Record, list[str]]:
    """Return the record with what does not fit its other fields replaced, and a line for each.

    A record without a method ``unfit`` has no such fields.
    """
    found: Unfit = getattr(record, "unfit", dict)()
    notes = []
    for name, (instead, why) in found.items():
        given, label = text(getattr(record, name)), limits(type(record), name).get("label", "")
        shown = prefix + name
        what = f"{label} ({shown})" if label else shown
        notes.append(f"{what} is {given!r}, but {why}. Used instead: {text(instead)}.")
        record = replace(record, **{name: instead})  # type: ignore[type-var]
    return record, notes


def is_allowed(kind: type, name: str, value: Any) -> bool:
    """Return whether a field may have the value of a widget.

    A menu passes on words that it does not offer, and the client may not be a browser. So the value
    of a widget is checked as an address is.
    """
    hint = _hints(kind)[name]
    if hint == tuple[str, ...]:
        right = isinstance(value, tuple) and all(isinstance(one, str) for one in value)
    elif value is None or isinstance(value, bool):
        right = hint is bool if value is not None else type(None) in get_args(hint)
    elif hint is float:
        right = isinstance(value, int | float)
    else:
        right = isinstance(value, hint)
    return right and fits(limits(kind, name), value)


@cache
def _hints(kind: type) -> dict[str, Any]:
    return get_type_hints(kind)


def within_length(query: Mapping[str, Sequence[str]]) -> tuple[dict[str, list[str]], list[str]]:
    """Return the parameters that are read, and a line when the query is too long for all of them.

    The longest ones are left out first.
    """
    sizes = {name: sum(len(name) + len(one) + 2 for one in given) for name, given in query.items()}
    left, kept = MAX_QUERY, set()
    for name in sorted(sizes, key=lambda name: sizes[name])[:MAX_PARAMETERS]:
        left -= sizes[name]
        if left < 0:
            break
        kept.add(name)
    found = {name: list(given) for name, given in query.items() if name in kept}
    if len(found) == len(query):
        return found, []
    names = [shortened(name) for name in query if name not in kept]
    more = ", …" if len(names) > _MOST_NAMED else ""
    return found, [
        f"The address has {counted(len(query), 'parameter')} with {sum(sizes.values()):,} "
        f"characters; at most {MAX_PARAMETERS} with {MAX_QUERY:,} are read. Left out: "
        f"{', '.join(names[:_MOST_NAMED])}{more}. Make the address shorter."
    ]


def canonical_names(query: Mapping[str, ParameterValue]) -> dict[str, list[str]]:
    """Return the query with each parameter under the name that stands in every address.

    A reader may write ``lambda`` or ``λ`` for ``lam``: alone, behind the dot of a page's own
    parameter, or in a list of names.
    """
    found: dict[str, list[str]] = {}
    for name, given in query.items():
        start, dot, last = name.rpartition(".")
        words = [given] if isinstance(given, str) else list(given)
        if last in _NAME_LISTS:
            words = [",".join(_ALIASES.get(part, part) for part in one.split(",")) for one in words]
        found.setdefault(start + dot + _ALIASES.get(last, last), []).extend(words)
    return found


def unknown_parameter(name: str, known: Sequence[str]) -> str:
    """Return the line for an unknown name: with the nearest known name, or else with all."""
    hint = nearest(name, known) or (f"; known are {', '.join(known)}." if known else ".")
    return f"Unknown address parameter {shortened(name)!r}, which is ignored{hint}"


def last_value(name: str, given: ParameterValue) -> tuple[str, list[str]]:
    """Return the value of a parameter that counts, and a line when there are several."""
    if isinstance(given, str):
        return given, []
    words = given[-1] if given else ""
    if len(given) < 2:
        return words, []
    all_of_them = ", ".join(shortened(one) for one in given)
    return words, [
        f"{name} stands {len(given)} times in the address ({all_of_them}); only the last, "
        f"{shortened(words)}, counts."
    ]


def replacement_text(name: str, record: Any, error: object = "") -> str:
    """Return the end of a line: which value is used instead."""
    join = " " if str(error).endswith("?") else ". "
    return f"{join}Used instead: {text(getattr(record, name)) or 'nothing'}."


def text(value: Any) -> str:
    """Return a value as it stands in an address."""
    if isinstance(value, tuple):
        return ",".join(value) or "none"
    if value is None:
        return "none"
    if isinstance(value, bool):
        return "yes" if value else "no"
    return repr(value) if isinstance(value, float) else str(value)


def _no_check(value: Any) -> None:
    """Check nothing: the limits of the field are enough."""


def _value(kind: type, name: str, shown: str, words: str, hint: Any) -> Any:
    """Return the value that a text stands for.

    Raise InputError for another type or a value beyond the limits.
    """
    rule = limits(kind, name)
    if hint is bool:
        rule = {"label": rule.get("label", ""), "allowed": ("yes", "no")}
    try:
        value = _parsed(words, hint)
    except ValueError:
        value = words
        right = False
    else:
        right = fits(rule, words if hint is bool else value)
    if not right:
        raise InputError(
            refusal(rule, shown, words, whole=hint is not float, none=hint == int | None)
        )
    return value


def _parsed(words: str, hint: Any) -> Any:
    if hint == tuple[str, ...]:
        if not words:
            raise ValueError(words)
        return tuple(part for part in words.split(",") if part and part != "none")
    if hint is str:
        return words
    if hint is bool:
        return words == "yes"
    if hint == int | None and words == "none":
        return None
    return read_float(words) if hint is float else int(words)
