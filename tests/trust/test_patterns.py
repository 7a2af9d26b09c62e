"""No text that somebody sends makes a regular expression of the program work without end.

Each is given texts made against it (``hostile_texts.py``). One that needs a time that grows with
the cube of the length, or faster, is over the limit a hundredfold; the square stays far below it.

Marked slow: it imports every module.
"""

from __future__ import annotations

import ast
import importlib
import pkgutil
import re
import signal
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

import l2dwk_core
import pages
from tests.trust.hostile_texts import hostile_texts

pytestmark = pytest.mark.slow
LENGTH = 2000
SECONDS = 3.0
"""Of the processor, for one text."""
IS_A_SCRIPT = {"l2dwk_core.__main__", "pages.shell"}
"""They run when they are imported."""


@cache
def patterns() -> dict[tuple[str | bytes, int], str]:
    """Every expression that a module holds, or names in a call, with its place."""
    found: dict[tuple[str | bytes, int], str] = {}
    for package in (l2dwk_core, pages):
        for info in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
            if info.name in IS_A_SCRIPT or info.name.endswith(".__main__"):
                continue
            module = importlib.import_module(info.name)
            for pattern in (*held_by(list(vars(module).values())), *in_calls(module)):
                found.setdefault((pattern.pattern, pattern.flags), info.name)
    return found


def held_by(value: Any, depth: int = 0) -> Iterator[re.Pattern[Any]]:
    if isinstance(value, re.Pattern):
        yield value
    elif depth < 5:
        inner: list[Any] = []
        if isinstance(value, dict):
            inner = [*value, *value.values()]
        elif isinstance(value, list | tuple | set | frozenset):
            inner = list(value)
        elif type(value).__module__.startswith(("l2dwk_core", "pages")):
            inner = list(getattr(value, "__dict__", {}).values())
        for one in inner:
            yield from held_by(one, depth + 1)


def in_calls(module: ModuleType) -> Iterator[re.Pattern[Any]]:
    """The expressions in calls such as ``re.sub("a+", ...)``."""
    path = module.__file__
    if path is None:
        return
    for node in ast.walk(ast.parse(Path(path).read_text(encoding="utf-8"))):
        if (
            isinstance(node, ast.Call)
            and isinstance(node.func, ast.Attribute)
            and isinstance(node.func.value, ast.Name)
            and node.func.value.id == "re"
            and node.args
            and isinstance(node.args[0], ast.Constant)
            and isinstance(node.args[0].value, str)
            and node.func.attr != "escape"
        ):
            yield re.compile(node.args[0].value)


def takes_too_long(pattern: re.Pattern[Any], length: int = LENGTH) -> str | None:
    """Return the beginning of a text that is not refused or found within the limit."""

    def stop(*_: object) -> None:
        raise TimeoutError

    before = signal.signal(signal.SIGVTALRM, stop)
    try:
        for text in hostile_texts(pattern, length):
            sent = text.encode("utf-8") if isinstance(pattern.pattern, bytes) else text
            try:
                signal.setitimer(signal.ITIMER_VIRTUAL, SECONDS)
                pattern.search(sent)
                pattern.fullmatch(sent)
            except TimeoutError:
                return text[:40]
            finally:
                signal.setitimer(signal.ITIMER_VIRTUAL, 0)
    finally:
        signal.signal(signal.SIGVTALRM, before)
    return None


def test_every_expression_ends_soon():
    assert len(patterns()) > 150
    slow = {
        (where, words): text
        for (words, flags), where in patterns().items()
        if (text := takes_too_long(re.compile(words, flags))) is not None
    }
    assert slow == {}


@pytest.mark.parametrize(
    "words",
    [
        r"(a+)+b",
        r"class|c|(?:\w+=\S+ ?)+",
        r"\{\{\s*(before\.)?([^{}]*?)\s*\}\}",
        r"x\d*\d*\d*y",
        r"(?:a|a)*b",
    ],
)
def test_expressions_that_do_not_end_are_found(words):
    assert takes_too_long(re.compile(words)) is not None
