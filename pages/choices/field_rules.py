"""The allowed values of a record's field, stated once. Widgets and the address read them.

A field's metadata holds ``label`` and one of: ``low``, ``high`` and ``step``;
``allowed``; ``most``, perhaps with a ``check`` of the words. The words of a list are all different
unless it ``repeats``. A field of the core's ``Settings`` carries its ``SettingFacts`` instead.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import field, fields
from typing import Any

from l2dwk_core.common.errors import InputError, near_names
from l2dwk_core.method.setting_facts import SettingFacts

_MOST_SHOWN = 40
"""Signs of a typed value that are repeated in a note."""


def number(default: float | None, low: float, high: float, step: float = 1, label: str = "") -> Any:
    """Return a field with a range."""
    rule = {"label": label, "low": low, "high": high, "step": step}
    return field(default=default, metadata=rule)


def option(default: Any, allowed: Iterable[Any], label: str = "") -> Any:
    """Return a field with a menu."""
    return field(default=default, metadata={"label": label, "allowed": tuple(allowed)})


def several(
    most: int,
    label: str = "",
    *,
    check: Callable[[Sequence[str]], object] | None = None,
    repeats: bool = False,
) -> Any:
    """Return a field that holds up to ``most`` free words, at first none.

    ``check``: raises InputError for words that mean nothing; it is not asked about no words.
    ``repeats``: one word may stand there several times.
    """
    rule = {"label": label, "most": most, "repeats": repeats}
    return field(default=(), metadata=rule if check is None else rule | {"check": check})


def limits(kind: type, name: str) -> Mapping[str, Any]:
    """Return the metadata of a field; for a field of ``Settings``, made from its facts."""
    metadata = next(f.metadata for f in fields(kind) if f.name == name)
    facts: SettingFacts | None = metadata.get("facts")
    if facts is None:
        return metadata
    if facts.options:
        return {"label": facts.label, "allowed": tuple(facts.options)}
    # A control for numbers takes either whole numbers or floats, and no mixture.
    kind = int if facts.whole else float
    low, high, step = map(kind, (*facts.offered, facts.step))
    return {"label": facts.label, "low": low, "high": high, "step": step}


def read_float(words: str) -> float:
    """Return the number that words of an address stand for; 0.0 for minus zero, which compares as 0
    but is refused by NumPy where a number must not be negative. Raise ValueError for no number."""
    return float(words) + 0.0


_LEAST = 1e-300
"""A positive number below this has no finite reciprocal."""


def fits(rule: Mapping[str, Any], value: Any) -> bool:
    """Return whether a value of the right type is within the limits.

    None counts as within them; only a field that may be None gets it.
    """
    if "most" in rule and len(value) > rule["most"]:
        return False
    if isinstance(value, tuple) and not rule.get("repeats") and _repeated(value):
        return False
    if "most" in rule:
        return not _wrong_words(rule, value)
    if "allowed" in rule:
        values = value if isinstance(value, tuple) else (value,)
        return all(one in rule["allowed"] for one in values)
    if isinstance(value, float) and 0.0 < abs(value) < _LEAST:
        return False
    return "low" not in rule or value is None or bool(rule["low"] <= value <= rule["high"])


def refusal(
    rule: Mapping[str, Any], name: str, words: str, *, whole: bool, none: bool = False
) -> str:
    """Return what was typed for a field and what is allowed, in one line without a full stop."""
    label = rule.get("label", "")
    what = f"{label} ({name})" if label and label != name else name
    found = f"{shortened(words)!r}" if words else "empty"
    if "low" in rule:
        kind = "a whole number" if whole else "a number"
        allowed = f"{kind} from {limit_text(rule['low'])} to {limit_text(rule['high'])}"
        return f"{what} is {found}; allowed is {allowed}" + (", or none" if none else "")
    given = tuple(words.split(","))
    if "most" in rule and (not words or len(given) > rule["most"]):
        return f"{what} is {found}; allowed are at most {rule['most']}, with commas between"
    if not rule.get("repeats") and (twice := _repeated(given)):
        return f"{what} is {found}; {shortened(twice)!r} stands there twice, allowed is once"
    if "most" in rule:
        return f"{what} is {found}: {_wrong_words(rule, given).rstrip('.')}"
    if "allowed" not in rule:
        return f"{what} is {found}; allowed is a text"
    names = [str(key) for key in rule["allowed"] if key != ""]
    return f"{what} is {found}; allowed are {', '.join(names)}" + nearest(words, names)


def _repeated(words: Sequence[str]) -> str:
    """Return the first word that stands there twice; empty without one."""
    seen: set[str] = set()
    for word in words:
        if word in seen:
            return word
        seen.add(word)
    return ""


def _wrong_words(rule: Mapping[str, Any], words: Sequence[str]) -> str:
    """Return what the rule's own check says against the words; empty when they are in order."""
    if words and "check" in rule:
        try:
            rule["check"](words)
        except InputError as error:
            return str(error)
    return ""


def nearest(words: str, names: Sequence[str]) -> str:
    """Return a question for the name that was probably meant; empty when no name is near."""
    near = near_names(words, names)
    return f"; did you mean {near[0]!r}?" if near else ""


def limit_text(value: float) -> str:
    """Return a limit as a person writes it."""
    if isinstance(value, int):
        return f"{value:,}"
    digits, _, exponent = f"{value:g}".partition("e")
    return digits + (f"e{int(exponent)}" if exponent else "")


def shortened(words: str) -> str:
    """Return the beginning of what was typed, on one line."""
    line = " ".join(words.split())
    return line if len(line) <= _MOST_SHOWN else line[: _MOST_SHOWN - 1] + "…"
