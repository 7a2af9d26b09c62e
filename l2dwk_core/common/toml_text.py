"""Lines of TOML, for files that a person may read and change."""

from __future__ import annotations

import json


def toml_line(name: str, value: object) -> str:
    """Return the line ``name = value``. Texts, numbers, lists and truth values are written as in
    JSON, which TOML reads."""
    words = json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")
    return f"{name} = {words}"


def toml_key(name: str) -> str:
    """Return a name with quotes, for names with dots, spaces or letters beyond ASCII."""
    return json.dumps(name, ensure_ascii=False).replace("\x7f", "\\u007f")
