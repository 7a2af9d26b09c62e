"""Parse Python, in any thread."""

from __future__ import annotations

import ast
from threading import Lock

_lock = Lock()


def parsed(text: str) -> ast.Module:
    """Return the syntax tree of Python's source text.

    Python 3.11 counts how deep it is in a tree for all threads together: when two of them parse,
    one may end with "SystemError: AST constructor recursion depth mismatch". So they take turns.
    Raise SyntaxError or ValueError, as ``ast.parse`` does.
    """
    with _lock:
        return ast.parse(text)
