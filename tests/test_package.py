"""What ``pip install .`` gives: the core with its data, a command, and few packages."""

from __future__ import annotations

import ast
import os
import re
import shutil
import subprocess
import sys
import tomllib
import venv
import zipfile
from pathlib import Path

import pytest

import l2dwk_core
from l2dwk_core.__main__ import main
from l2dwk_core.common.errors import InputError, optional_package

ROOT = Path(__file__).resolve().parents[1]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
IMPORTED_AS = {"scikit-learn": "sklearn"}

USE = """
from sklearn.datasets import make_classification
import l2dwk_core as l2
X, y = make_classification(200, random_state=0)
model = l2.L2DWKClassifier(n_members=11, random_state=0).fit(X, y)
print(model.score(X, y), l2.__file__)
try:
    l2.run("zoo", n_members=3, settings=l2.Settings(solver="cvxpy"))
except l2.InputError as problem:
    assert "cvxpy, which is not installed" in str(problem), problem
"""


# pip itself uses what its own packages call outdated.
ENVIRONMENT = {name: value for name, value in os.environ.items() if name != "PYTHONWARNINGS"}


def package_of(requirement):
    name = re.match(r"[\w.-]+", requirement).group()
    return IMPORTED_AS.get(name, name)


def imported_at_once(path):
    """Packages a module imports when it is imported: not those inside its functions."""
    todo = list(ast.parse(path.read_text(encoding="utf-8")).body)
    while todo:
        node = todo.pop()
        if isinstance(node, ast.Import):
            yield from (alias.name.partition(".")[0] for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and not node.level:
            yield (node.module or "").partition(".")[0]
        elif not isinstance(node, ast.FunctionDef):
            todo.extend(ast.iter_child_nodes(node))


@pytest.fixture(scope="module")
def wheel(tmp_path_factory):
    folder = tmp_path_factory.mktemp("wheel")
    # A copy: a build leaves folders behind.
    source = folder / "source"
    shutil.copytree(
        ROOT / "l2dwk_core", source / "l2dwk_core", ignore=shutil.ignore_patterns("__pycache__")
    )
    for name in ("pyproject.toml", "README.md", "LICENSE"):
        shutil.copy(ROOT / name, source)
    pip = [sys.executable, "-m", "pip", "wheel", "-q", "--no-deps", "--no-build-isolation"]
    done = subprocess.run(
        [*pip, "-w", str(folder), str(source)],
        env=ENVIRONMENT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return next(folder.glob("l2dwk-*.whl"))


def test_the_wheel_holds_the_core_and_its_data_alone(wheel):
    names = zipfile.ZipFile(wheel).namelist()
    outside = [name for name in names if not name.startswith(("l2dwk_core/", "l2dwk-"))]
    assert outside == []
    there = {
        path.relative_to(ROOT).as_posix()
        for path in (ROOT / "l2dwk_core").rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
    }
    assert there <= set(names)
    assert {"l2dwk_core/py.typed", "l2dwk_core/datasets/files/glass.csv.gz"} <= there


def test_the_wheel_has_the_version_of_the_package(wheel):
    assert f"-{l2dwk_core.__version__}-" in wheel.name


def test_importing_the_core_takes_no_package_beyond_the_declared_ones():
    declared = {package_of(requirement) for requirement in PROJECT["dependencies"]}
    found = {
        name
        for path in (ROOT / "l2dwk_core").rglob("*.py")
        if "figures" not in path.parts
        for name in imported_at_once(path)
    }
    assert found - set(sys.stdlib_module_names) - {"l2dwk_core"} == declared


def test_the_lists_of_packages_agree():
    lines = (ROOT / "requirements.txt").read_text(encoding="utf-8").splitlines()
    in_file = {line.partition("#")[0].split(";")[0].strip() for line in lines} - {""}
    extras = PROJECT["optional-dependencies"].values()
    declared = {item for group in extras for item in group if not item.startswith("l2dwk[")}
    declared |= set(PROJECT["dependencies"])
    assert {item.split(";")[0].strip() for item in declared} <= in_file


def test_the_command_line_says_the_version(capsys):
    with pytest.raises(SystemExit) as ended:
        main(["--version"])
    assert ended.value.code == 0
    assert capsys.readouterr().out == f"l2dwk {l2dwk_core.__version__}\n"


def test_a_missing_package_is_named_with_what_to_install():
    with pytest.raises(InputError, match=r"A test needs the package nowhere_to_be_found.*\[some\]"):
        optional_package("nowhere_to_be_found", "A test", "some")


@pytest.mark.slow
def test_an_empty_environment_runs_the_command_and_the_classifier(wheel, tmp_path):
    venv.create(tmp_path / "env", with_pip=True)
    programs = tmp_path / "env" / ("Scripts" if os.name == "nt" else "bin")

    def run(*words):
        return subprocess.run(
            [programs / words[0], *words[1:]],
            cwd=tmp_path,
            env=ENVIRONMENT,
            capture_output=True,
            text=True,
            check=False,
        )

    installed = run("python", "-m", "pip", "install", "-q", str(wheel))
    assert installed.returncode == 0, installed.stderr
    done = run("l2dwk", "run", "--dataset", "glass", "--members", "21")
    assert done.returncode == 0, done.stderr
    assert "L2DWK" in done.stdout
    assert run("l2dwk", "--version").stdout == f"l2dwk {l2dwk_core.__version__}\n"
    no_app = run("l2dwk", "app")
    assert no_app.returncode == 2
    assert "an installed package holds the core alone" in no_app.stderr
    used = run("python", "-c", USE)
    assert used.returncode == 0, used.stderr
    assert str(tmp_path) in used.stdout


def test_the_oldest_pandas_works_with_the_oldest_numpy():
    bounds = dict(
        re.match(r"([\w-]+)>=([\d.]+)", line).groups() for line in PROJECT["dependencies"]
    )
    numpy, pandas = (tuple(map(int, bounds[name].split("."))) for name in ("numpy", "pandas"))
    # pandas 2.2.2 is the first that may be installed with NumPy 2; before it, numpy<2 is required.
    assert numpy < (2,) or pandas >= (2, 2, 2)
