"""Short names of a study's methods, which are told apart by their parameters."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Any

from l2dwk_core.method.setting_facts import SettingFacts
from l2dwk_core.method.setting_fields import SETTING_FACTS
from l2dwk_core.study.methods import StudyMethod, parse_methods


def method_titles(texts: Iterable[str]) -> dict[str, str]:
    """Return a name by the text of a method, such as "L2DWK (linear, λ = 0.3)". Two methods that
    would have the same one are called by their texts."""
    methods = parse_methods(texts)
    found = {method.text: _title(method) for method in methods}
    twice = {title for title, n in Counter(found.values()).items() if n > 1}
    return {text: text if title in twice else title for text, title in found.items()}


def _title(method: StudyMethod) -> str:
    inside = ", ".join(_parameter(name, value) for name, value in method.parameters)
    return f"{method.info.title} ({inside})" if inside else str(method.info.title)


def _parameter(name: str, value: Any) -> str:
    if isinstance(value, str):
        return value.replace("_", " ")
    if isinstance(value, tuple):
        return " or ".join(_parameter(name, one) for one in value)
    facts: SettingFacts | None = SETTING_FACTS.get(name)
    symbol = facts.symbol if facts is not None and not facts.symbol.isascii() else ""
    word = symbol or name.removeprefix("n_").removeprefix("max_").replace("_", " ")
    return f"{word} = {value:g}" if isinstance(value, float) else f"{word} = {value}"
