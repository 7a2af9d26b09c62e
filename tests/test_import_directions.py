"""Who may import whom: no page below the core, nothing against the way of the data."""

from __future__ import annotations

import ast
import subprocess
import sys
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
CORE = ROOT / "l2dwk_core"

# A module may use what stands left of it, itself or through others.
WAY_OF_THE_DATA = ["datasets", "pools", "oracle", "kernels", "qp", "self_training", "figures"]
# These stand on the way of the data; it does not stand on them.
BESIDE_IT = [
    "combiners",
    "study",
    "statistics",
    "evaluation",
    "runner",
    "diversity",
    "portrait",
    "subensembles",
    "comparison",
    "sweeps",
    "sweep_selection",
    "sweep_grid",
    "noise_records",
    "noise_study",
    "weight_path",
    "__main__",
]


def module_name(path):
    parts = path.relative_to(ROOT).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


FILES = {module_name(path): path for path in sorted(CORE.rglob("*.py"))}


@cache
def tree_of(path):
    return ast.parse(path.read_text(encoding="utf-8"))


def statements(node, *, deferred):
    """Those below a node but under ``if TYPE_CHECKING`` and, unless ``deferred``, in functions."""
    body = list(ast.iter_child_nodes(node))
    if isinstance(node, ast.If) and "TYPE_CHECKING" in ast.unparse(node.test):
        body = node.orelse
    if isinstance(node, ast.FunctionDef) and not deferred:
        body = []
    for child in body:
        if isinstance(child, (ast.stmt, ast.excepthandler, ast.match_case)):
            yield child
            yield from statements(child, deferred=deferred)


def imports_of(name, *, deferred=True):
    """Modules of the core that a module's code imports, and, ``deferred``, inside functions.

    Not those under ``if TYPE_CHECKING``, which never run.
    """
    path = FILES[name]
    package = name if path.stem == "__init__" else name.rpartition(".")[0]
    found = set()
    for node in statements(tree_of(path), deferred=deferred):
        names = []
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            base = node.module or ""
            if node.level:
                parents = package.split(".")[: len(package.split(".")) - node.level + 1]
                base = ".".join([*parents, base] if base else parents)
            whole = [f"{base}.{alias.name}" for alias in node.names]
            names = [name if name in FILES else base for name in whole]
        found |= {n for n in names if n in FILES and n != "l2dwk_core"}
    return found - {name}


GRAPH = {name: imports_of(name) for name in FILES if name != "l2dwk_core"}


AT_ONCE = {name: imports_of(name, deferred=False) for name in GRAPH}


def reachable(start, graph=GRAPH):
    seen, todo = set(), [start]
    while todo:
        for following in graph[todo.pop()]:
            if following not in seen:
                seen.add(following)
                todo.append(following)
    return seen


def members(part):
    """The module of that name and, for a package, all in it."""
    whole = f"l2dwk_core.{part}"
    return [name for name in GRAPH if name == whole or name.startswith(whole + ".")]


def test_the_graph_sees_imports():
    # Were the parsing broken, every test below would pass on an empty graph.
    assert "l2dwk_core.qp.simplex_qp" in GRAPH["l2dwk_core.method.self_training"]
    assert "l2dwk_core.method.kernels" in reachable("l2dwk_core.method.self_training")


@pytest.mark.parametrize("place", range(len(WAY_OF_THE_DATA)))
def test_imports_run_against_the_way_of_the_data_only(place):
    right = {name for part in WAY_OF_THE_DATA[place + 1 :] for name in members(part)}
    for name in members(WAY_OF_THE_DATA[place]):
        assert not reachable(name) & right, name


@pytest.mark.parametrize("part", WAY_OF_THE_DATA[:-1])
def test_the_way_of_the_data_does_not_stand_on_what_stands_on_it(part):
    beside = {name for other in BESIDE_IT for name in members(other)}
    for name in members(part):
        assert not reachable(name) & beside, name


def test_no_module_imports_itself_through_others():
    for name in GRAPH:
        assert name not in reachable(name, AT_ONCE), name


@pytest.mark.parametrize("name", GRAPH)
def test_only_figures_name_plotly_and_nobody_names_streamlit(name):
    tree = ast.parse(FILES[name].read_text(encoding="utf-8"))
    named = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            named |= {alias.name.partition(".")[0] for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and not node.level:
            named.add((node.module or "").partition(".")[0])
    assert "streamlit" not in named
    if not name.startswith("l2dwk_core.figures"):
        assert "plotly" not in named


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
    figures = [name for name in GRAPH if name.startswith("l2dwk_core.figures")]
    others = [name for name in GRAPH if name not in figures and not name.endswith("__main__")]
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
