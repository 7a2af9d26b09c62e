"""Pages under Streamlit's AppTest: opened as a link opens them, trained, and what they show."""

from __future__ import annotations

import ast
import base64
import importlib
import json
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
from streamlit.testing.v1 import AppTest

from pages.charts import chart_component, packing

ROOT = Path(__file__).resolve().parents[1]
VIEWS = sorted(path.name for path in (ROOT / "pages" / "views").glob("*.py"))
EASY = "zoo"
"""The quickest dataset to train, and too easy: every stop in round 1 is seen here."""
HARD = "glass"
LIMIT = 60.0
"""Seconds that work may take."""


def records() -> dict[type, tuple[str, str]]:
    """The record of each view that reads one, with its file and what its names in the address
    start with; found in the view's own text, so that a new page is tested as the others are."""
    found: dict[type, tuple[str, str]] = {}
    for view in VIEWS:
        tree = ast.parse((ROOT / "pages" / "views" / view).read_text(encoding="utf-8"))
        home = {
            alias.name: statement.module or ""
            for statement in tree.body
            if isinstance(statement, ast.ImportFrom)
            for alias in statement.names
        }
        for call in ast.walk(tree):
            if not isinstance(call, ast.Call) or ast.unparse(call.func) != "page_record.read":
                continue
            page, default = call.args
            if isinstance(page, ast.Name) and isinstance(default, ast.Call):
                kind = ast.unparse(default.func)
                word = getattr(importlib.import_module(home[page.id]), page.id)
                found[getattr(importlib.import_module(home[kind]), kind)] = (view, f"{word}.")
    return found


def open_page(view: str, **query: str) -> AppTest:
    """A page as a link with this query opens it."""
    app = AppTest.from_file(str(ROOT / "pages" / "shell.py"), default_timeout=30)
    if view != "start.py":  # where every session begins
        app.run()
    app.query_params.update(query)
    app.switch_page(f"views/{view}")
    for name, value in query.items():
        app.query_params[name] = value
    return app.run()


def lab(**query: str) -> AppTest:
    """The Lab with trained members."""
    return trained(open_page("lab.py", **{"v": "1", "dataset": EASY} | query))


def trained(app: AppTest) -> AppTest:
    """Press Run, if there is anything to train, and wait for the figures."""
    if pressed := button(app, "run"):
        pressed.click().run()
    return _until(app, lambda: not button(app, "cancel"))


def waited(app: AppTest) -> AppTest:
    """Until no work of any kind goes on."""
    keys = (
        "cancel", "compare_cancel", "noise_cancel", "trials_cancel", "study_cancel", "own_cancel",
        "challenge_cancel",
    )  # fmt: skip
    return _until(app, lambda: not any((b.key or "").startswith(keys) for b in app.button))


def _until(app: AppTest, over: Callable[[], bool]) -> AppTest:
    limit = time.monotonic() + LIMIT
    while not over():
        assert time.monotonic() < limit, "work took too long"
        time.sleep(0.2)
        app.run()
    check(app)
    return app


def check(app: AppTest) -> None:
    """Nothing went wrong in the page's script."""
    assert not app.exception, [e.value for e in app.exception]


def button(app: AppTest, key: str) -> Any:
    """The button with this key, if it is there."""
    return next((found for found in app.button if found.key == key), None)


def metric(app: AppTest, label: str) -> str:
    """The large number under this label."""
    return str(next(m.value for m in app.metric if m.label == label))


def address(app: AppTest) -> dict[str, str]:
    """The query of the page's address."""
    return {k: v if isinstance(v, str) else v[0] for k, v in app.query_params.items()}


def texts(app: AppTest) -> str:
    """What the page says, and its figures' titles and readings, as Markdown."""
    blocks = (*app.markdown, *app.caption, *app.subheader, *app.success, *app.warning)
    blocks = (*blocks, *app.error, *app.code)
    told = [f"{figure['title']}\n{figure['reading']}" for figure in figures(app)]
    return "\n".join([*(str(block.value) for block in blocks), *told])


def said(app: AppTest) -> str:
    """The same as read, without Markdown's escapes."""
    return texts(app).replace("\\", "")


def titles(app: AppTest) -> str:
    """What stands above the figures, a line each."""
    return "\n".join(figure["title"] for figure in figures(app))


def figures(app: AppTest) -> list[dict[str, Any]]:
    """Every figure in page order: ``data``, ``layout``, ``title``, ``reading``, ``alternative``."""
    return [
        packing.unpacked(part.proto.bytes)
        for part in app.get("bidi_component")
        if part.proto.component_name == chart_component.NAME
    ]


def trace(app: AppTest, name: str) -> dict[str, Any]:
    """The first trace of this name in any figure."""
    return next(t for figure in figures(app) for t in figure["data"] if t.get("name") == name)


def numbers(values: Any) -> np.ndarray:
    """A trace's list, or an array as Plotly packs it."""
    if isinstance(values, dict):
        array = np.frombuffer(base64.b64decode(values["bdata"]), np.dtype(values["dtype"]))
        shape = values.get("shape")
        return array.reshape([int(n) for n in shape.split(",")]) if shape else array
    return np.asarray(values)


def nodes(app: AppTest) -> Iterator[Any]:
    """Every element and block of a page, with its message."""

    def below(node: Any) -> Iterator[Any]:
        if getattr(node, "proto", None) is not None:
            yield node
        for child in getattr(node, "children", {}).values():
            yield from below(child)

    return below(app._tree)


def following(app: AppTest) -> dict[str, Any]:
    """What the page told its part that has figures follow a slider."""
    (part,) = (p for p in app.get("bidi_component") if p.proto.component_name == "l2dwk_live")
    return dict(json.loads(part.proto.json))
