"""Who may import whom. Read from the tree itself: a new folder that has no place below fails."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from functools import cache
from itertools import pairwise
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]

# A folder may import what stands before it, and itself.
CORE_ORDER = (
    "common",
    "datasets",
    "pools",
    "oracle",
    "statistics",
    "votes",
    "qp",
    "method",
    "diversity",
    "combiners",
    "runs",
    "studies",
    "study",
    "demos",
    "paper",
    "figures",
    "lessons",
    "bundles",
    "command_line",
    "__main__",
)
PAGES_ORDER = (
    "runtime",
    "choices",
    "lessons",
    "state",
    "charts",
    "jobs",
    "widgets",
    "lab",
    "models",
    "start",
    "live",
    "data",
    "classes",
    "study",
    "shell",
    "views",
)
MOST_FILES = 40


def module_name(path):
    parts = path.relative_to(ROOT).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


FILES = {
    module_name(path): path
    for package in ("l2dwk_core", "pages")
    for path in sorted((ROOT / package).rglob("*.py"))
}
CORE = [name for name in FILES if name.startswith("l2dwk_core.")]
PAGES = [name for name in FILES if name.startswith("pages.")]


@cache
def tree_of(name):
    return ast.parse(FILES[name].read_text(encoding="utf-8"))


def imports_of(name):
    """Modules of the project that a module imports anywhere: at once, in a function, for types."""
    found = set()
    for node in ast.walk(tree_of(name)):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert not node.level, f"{name} imports by a relative path; write the whole name"
            base = node.module or ""
            whole = [f"{base}.{alias.name}" for alias in node.names]
            found |= {full if full in FILES else base for full in whole}
    return (found & FILES.keys()) - {name, "l2dwk_core"}


@cache
def graph():
    return {name: imports_of(name) for name in FILES}


def folder_of(name):
    parts = name.split(".")
    return parts[1] if len(parts) > 1 else parts[0]


def circles(imports):
    """The circles of imports, each as the names along it."""
    found, done = [], set()

    def visit(name, path):
        if name in path:
            found.append([*path[path.index(name) :], name])
        elif name not in done:
            for following in sorted(imports[name]):
                visit(following, [*path, name])
            done.add(name)

    for name in imports:
        visit(name, [])
    return found


def test_the_drawing_in_the_readme_shows_every_folder_of_the_core():
    text = (ROOT / "l2dwk_core" / "README.md").read_text(encoding="utf-8")
    drawing = re.search(r"```mermaid\n(.*?)```", text, re.DOTALL)[1]
    drawn = set(re.findall(r"[a-z_]+", "\n".join(drawing.splitlines()[1:])))
    assert drawn == set(CORE_ORDER) - {"common", "__main__"}


def test_the_graph_sees_imports():
    # Were the parsing broken, every test below would pass on an empty graph.
    assert "l2dwk_core.method.kernels" in graph()["l2dwk_core.method.objective"]
    assert "pages.choices.choice" in graph()["pages.views.lab"]


def test_a_circle_would_be_found():
    assert circles({"a": {"b"}, "b": {"c"}, "c": {"a"}, "d": {"a"}}) == [["a", "b", "c", "a"]]


def test_no_module_imports_itself_through_others():
    assert circles(graph()) == []


@pytest.mark.parametrize(
    ("names", "order"), [(CORE, CORE_ORDER), (PAGES, PAGES_ORDER)], ids=["core", "pages"]
)
def test_every_folder_imports_only_what_stands_before_it(names, order):
    against = [
        f"{name} imports {other}"
        for name in names
        for other in graph()[name]
        if other in names and order.index(folder_of(other)) > order.index(folder_of(name))
    ]
    assert against == []


def test_the_core_names_neither_streamlit_nor_pages_and_only_figures_name_plotly():
    against = []
    for name in CORE:
        named = set()
        for node in ast.walk(tree_of(name)):
            if isinstance(node, ast.Import):
                named |= {alias.name.partition(".")[0] for alias in node.names}
            elif isinstance(node, ast.ImportFrom):
                named.add((node.module or "").partition(".")[0])
        refused = {"streamlit", "pages"} | ({"plotly"} if folder_of(name) != "figures" else set())
        against += [f"{name} imports {other}" for other in sorted(named & refused)]
    assert against == []


def test_no_folder_has_too_many_files():
    folders = {
        path.parent
        for package in ("l2dwk_core", "pages", "tests")
        for path in (ROOT / package).rglob("*.py")
    }
    crowded = {
        folder.relative_to(ROOT).as_posix(): count
        for folder in folders
        if (count := len(list(folder.glob("*.py")))) > MOST_FILES
    }
    assert crowded == {}


def test_the_orders_name_no_folder_that_is_gone():
    for package, order in (("l2dwk_core", CORE_ORDER), ("pages", PAGES_ORDER)):
        there = {path.stem for path in (ROOT / package).iterdir() if path.stem[:1] != "."}
        assert set(order) <= there
    assert all(a != b for a, b in pairwise(CORE_ORDER))


SCRIPT = """
import importlib, sys
import l2dwk_core
assert "numpy" not in sys.modules, "importing the package alone already imports numpy"
for name in sys.argv[1:]:
    importlib.import_module(name)
    assert "streamlit" not in sys.modules, f"{name} imports streamlit"
    if not name.startswith("l2dwk_core.figures"):
        assert "plotly" not in sys.modules, f"{name} imports plotly"
"""


def fresh(*arguments):
    return subprocess.run(
        [sys.executable, "-c", *arguments], cwd=ROOT, capture_output=True, text=True, check=False
    )


def test_a_fresh_process_imports_every_module_without_streamlit_and_plotly():
    figures = [name for name in CORE if folder_of(name) == "figures"]
    others = [name for name in CORE if name not in figures and not name.endswith("__main__")]
    done = fresh(SCRIPT, *others, *figures)
    assert done.returncode == 0, done.stderr


def test_the_check_in_the_fresh_process_can_fail():
    done = fresh(SCRIPT, "plotly", "l2dwk_core.common.errors")
    assert done.returncode != 0
    assert "imports plotly" in done.stderr


def test_every_public_name_can_be_imported():
    script = """
import l2dwk_core
for name in l2dwk_core.__all__:
    assert getattr(l2dwk_core, name) is not None, name
    assert name in dir(l2dwk_core)
try:
    l2dwk_core.no_such_name
except AttributeError as error:
    assert "no_such_name" in str(error)
else:
    raise AssertionError("a name that does not exist was found")
"""
    done = fresh(script)
    assert done.returncode == 0, done.stderr
