"""Reads the facts of datasets from their TOML files and checks them."""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Mapping
from dataclasses import MISSING, fields
from pathlib import Path
from types import MappingProxyType
from typing import Any

from l2dwk_core.common.checks import check_choice, check_whole
from l2dwk_core.common.errors import InputError, unknown_choice
from l2dwk_core.common.text import shown
from l2dwk_core.datasets.facts import DatasetFacts
from l2dwk_core.datasets.generators import GENERATORS

_FIELDS = {field.name: field for field in fields(DatasetFacts) if field.name != "name"}
_REQUIRED = [name for name, field in _FIELDS.items() if field.default is MISSING]
_MAY_BE_ZERO = {"n_numeric", "n_symbolic", "n_missing"}
_ROWS_FROM = ("sha256", "generator", "openml_id")
_PAPER = ("paper_rows", "paper_columns", "paper_classes")


def read_catalogue(folder: Path) -> Mapping[str, DatasetFacts]:
    """Return the facts of every ``<name>.toml`` in a folder, by name, in alphabetical order.

    Raises
    ------
    InputError
        For a file that `read_facts` refuses.
    """
    found = [read_facts(path) for path in folder.glob("*.toml")]
    return MappingProxyType({facts.name: facts for facts in sorted(found, key=lambda f: f.name)})


def read_facts(path: Path) -> DatasetFacts:
    """Return the facts in one file. Its keys are the fields of `DatasetFacts`; its file name is the
    dataset's name.

    Raises
    ------
    InputError
        When it is no TOML file, or a key is unknown, missing or has a wrong value. The message
        begins with the file's name and says which key, and what is allowed.
    """
    try:
        return _facts(path.stem, tomllib.loads(path.read_text(encoding="utf-8")))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as problem:
        raise InputError(f"{path.name} is not a TOML file in UTF-8: {problem}.") from problem
    except InputError as problem:
        raise InputError(f"{path.name}: {problem}") from None


def _facts(name: str, given: Mapping[str, Any]) -> DatasetFacts:
    for key in given:
        if key not in _FIELDS:
            raise unknown_choice("key", key, _FIELDS)
    if missing := [key for key in _REQUIRED if key not in given]:
        raise InputError(
            f"the key {missing[0]!r} is missing; required are {', '.join(_REQUIRED)}. Add it."
        )
    facts = DatasetFacts(
        name=name,
        **{key: _CHECKS[str(_FIELDS[key].type)](key, value) for key, value in given.items()},
    )
    _check_together(facts, given)
    return facts


def _check_together(facts: DatasetFacts, given: Mapping[str, Any]) -> None:
    """Refuse keys that contradict each other."""
    sources = [key for key in _ROWS_FROM if key in given]
    if len(sources) != 1:
        raise InputError(
            f"it has {' and '.join(sources) or 'none'} of the keys {', '.join(_ROWS_FROM)}, which "
            "say where the rows come from; give exactly one of them."
        )
    if facts.generator:
        check_choice("generator", facts.generator, GENERATORS)
    paper = [key for key in _PAPER if key in given]
    if paper and facts.paper_sizes is None:
        raise InputError(
            f"of the paper's sizes it has only {', '.join(paper)}; give all of "
            f"{', '.join(_PAPER)}, or none for a dataset that the paper does not list."
        )
    if facts.difference and facts.paper_sizes is None:
        raise InputError(
            "difference explains how the paper's sizes differ, and none are given; leave it out."
        )
    if (rows := sum(facts.class_counts.values())) != facts.n_rows:
        raise InputError(
            f"n_rows is {facts.n_rows} and class_counts add up to {rows}; the two must be equal."
        )


def _text(key: str, value: Any) -> str:
    if not isinstance(value, str) or not value.strip():
        raise InputError(f"{key} is {shown(value)}; give a text in quotes that is not empty.")
    return value


def _texts(key: str, value: Any) -> tuple[str, ...]:
    if not isinstance(value, list):
        raise InputError(f'{key} is {shown(value)}; give a list of texts, ["…", "…"].')
    return tuple(_text(f"{key}[{place}]", text) for place, text in enumerate(value))


def _whole(key: str, value: Any) -> int:
    return check_whole(key, value, 0 if key in _MAY_BE_ZERO else 1)


def _counts(key: str, value: Any) -> Mapping[str, int]:
    if not isinstance(value, dict) or not value:
        raise InputError(
            f'{key} is {shown(value)}; give a table [{key}] with a line "label" = rows for each '
            "class."
        )
    return MappingProxyType({label: _whole(f"{key}.{label}", n) for label, n in value.items()})


_CHECKS: Mapping[str, Callable[[str, Any], Any]] = {
    "str": _text,
    "tuple[str, ...]": _texts,
    "int": _whole,
    "int | None": _whole,
    "Mapping[str, int]": _counts,
}
"""What a value must be, by the type of its field."""
