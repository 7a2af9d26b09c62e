"""A method of a study: a combiner by name, with parameters of its own."""

from __future__ import annotations

import ast
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from l2dwk_core.combiners import COMBINERS
from l2dwk_core.combiners.base import Combiner
from l2dwk_core.combiners.info import CombinerInfo
from l2dwk_core.common.errors import InputError, unknown_choice
from l2dwk_core.common.python_syntax import parsed
from l2dwk_core.common.text import shown


@dataclass(frozen=True)
class StudyMethod:
    """A key of ``COMBINERS`` and parameters that differ from its defaults.

    Its text is a call, such as ``l2dwk(kernel='linear', lam=0.3)``; without parameters it is the
    key alone.
    """

    key: str
    parameters: tuple[tuple[str, Any], ...] = ()

    @property
    def text(self) -> str:
        """Return the text that ``parse_methods`` reads."""
        if not self.parameters:
            return self.key
        inside = ", ".join(f"{name}={value!r}" for name, value in self.parameters)
        return f"{self.key}({inside})"

    @property
    def info(self) -> CombinerInfo:
        """Return the entry of the registry."""
        info: CombinerInfo = COMBINERS[self.key]
        return info

    @property
    def title(self) -> str:
        """Return the name on a page."""
        inside = ", ".join(f"{name} = {value}" for name, value in self.parameters)
        return f"{self.info.title} ({inside})" if inside else str(self.info.title)

    @property
    def is_whole_ensemble(self) -> bool:
        """Return whether it trains members of its own kind and keeps its own vote."""
        return bool(self.info.family == "whole_ensembles")

    def create(self, *, seed: int = 0) -> Combiner:
        """Return the classifier, with one thread. Raise ``InputError`` for a parameter that the
        method does not have."""
        return self.info.create(**dict(self.parameters), random_state=seed, n_jobs=1)


def parse_methods(given: str | Iterable[str]) -> tuple[StudyMethod, ...]:
    """Return the methods in a text such as ``"uniform_vote, l2dwk(kernel=linear, lam=0.3)"``, or in
    several texts. A value is a number, a word, or several in parentheses.

    Raise ``InputError`` for an unknown method or parameter, or a text that is no list of calls.
    """
    texts = [given] if isinstance(given, str) else list(given)
    found = [method for text in texts for method in _parsed(text)]
    if not found:
        raise InputError("No method is named; name one or more, such as uniform_vote.")
    return tuple(dict.fromkeys(found))


def _parsed(text: str) -> list[StudyMethod]:
    if not text.strip():
        return []
    try:
        (statement,) = parsed(f"({text.strip().rstrip(',')},)").body
        assert isinstance(statement, ast.Expr)
        assert isinstance(statement.value, ast.Tuple)
        return [_method(node) for node in statement.value.elts]
    except (SyntaxError, ValueError, AssertionError) as problem:
        if isinstance(problem, InputError):
            raise
        raise InputError(
            f"Methods are {shown(text)}; write names of methods with commas between them, "
            "parameters in parentheses: uniform_vote, l2dwk(kernel=linear, lam=0.3)."
        ) from None


def _method(node: ast.expr) -> StudyMethod:
    if isinstance(node, ast.Name):
        return _checked(StudyMethod(node.id))
    if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Name) or node.args:
        raise ValueError
    values = []
    for keyword in node.keywords:
        if keyword.arg is None:
            raise ValueError
        values.append((keyword.arg, _value(keyword.value)))
    return _checked(StudyMethod(node.func.id, tuple(sorted(values))))


def _value(node: ast.expr) -> Any:
    if isinstance(node, ast.Name):
        return node.id
    if isinstance(node, ast.Tuple | ast.List):
        return tuple(_value(item) for item in node.elts)
    return ast.literal_eval(node)


def _checked(method: StudyMethod) -> StudyMethod:
    if method.key not in COMBINERS:
        raise unknown_choice("method", method.key, COMBINERS)
    for name in ("estimators", "cv", "prefit", "pool", "n_members", "n_jobs", "random_state"):
        if name in dict(method.parameters):
            raise InputError(
                f"{name} is a parameter of {method.key} here, but all methods of a study share "
                "their members, and a fold has one seed; leave it out."
            )
    model = method.create()
    settings = getattr(model, "settings", None)  # raises for a value out of range
    del settings
    return method
