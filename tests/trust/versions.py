"""The oldest and the newest supported packages: the core's tests there, and the same numbers.

    python tests/trust/versions.py                        # about 15 minutes on 2 cores
    python tests/trust/versions.py --numbers-only         # a minute once the environments exist
    python tests/trust/versions.py --oldest /usr/bin/python3.11 --newest /usr/bin/python3.13

Makes two environments from the bounds in ``pyproject.toml``: every package of the core and of its
extras at its lower bound, under the oldest Python, and as new as pip finds it, under the newest.
Runs the core's tests in both, and compares what the solver says on given votes. Exits with 1 when a
test fails or two numbers differ by more than 1e-9.
"""

from __future__ import annotations

import argparse
import json
import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

PROJECT = Path(__file__).resolve().parents[2]
TOLERANCE = 1e-9
OLDEST, NEWEST = "3.11", "3.13"
EXTRAS = ("figures", "excel", "parquet", "cvxpy")
FOLDERS = ("qp", "method", "oracle", "diversity", "statistics", "votes", "datasets/tables")
OPTIONS = "--import-mode=importlib --hypothesis-profile=ci"
LEFT_OUT = "test_one_more_*.py"
"""Tests that run pytest on a copy of the program: they need the dashboard's packages."""
SHOWN = ("numpy", "scipy", "pandas", "scikit-learn", "joblib", "cvxpy", "pyarrow", "openpyxl")


def main() -> int:
    """Make the environments, run the tests, compare the numbers; return 1 if anything failed."""
    given = _arguments()
    project = tomllib.loads((PROJECT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    needs = project["dependencies"] + [
        need for extra in EXTRAS for need in project["optional-dependencies"][extra]
    ]
    environments = {
        "oldest": _environment("oldest", given.oldest, [lower_bound(need) for need in needs]),
        "newest": _environment("newest", given.newest, needs),
    }
    failed = 0
    if not given.numbers_only:
        for name, python in environments.items():
            print(f"{name}: the core's tests", flush=True)
            failed |= _run_tests(python)
    numbers = {name: _numbers(python) for name, python in environments.items()}
    return failed | _compare(**numbers)


def lower_bound(need: str) -> str:
    """Return the requirement of a package at its lower bound.

    >>> lower_bound("pandas>=2.2.2,<4")
    'pandas==2.2.2'
    """
    found = re.match(r"([\w-]+)>=([\d.]+)", need)
    if found is None:
        raise SystemExit(f"{need!r} in pyproject.toml has no lower bound; write name>=version")
    return f"{found[1]}=={found[2]}"


def largest_difference(
    one: dict[str, list[float]], other: dict[str, list[float]]
) -> tuple[float, str]:
    """Return the largest absolute difference and what it is of; infinite if the shapes differ."""
    largest, where = 0.0, "all are equal"
    if one.keys() != other.keys():
        return float("inf"), f"{sorted(one.keys() ^ other.keys())[0]} is in one only"
    for name, values in one.items():
        if len(values) != len(other[name]):
            return float("inf"), f"{name}: {len(values)} and {len(other[name])} numbers"
        for a, b in zip(values, other[name], strict=True):
            # Margins of rows nobody votes on are NaN, and must be so in both.
            difference = abs(a - b) if a == a and b == b else float("inf") * ((a == a) != (b == b))
            if difference > largest:
                largest, where = difference, name
    return largest, where


def _compare(oldest: dict[str, list[float]], newest: dict[str, list[float]]) -> int:
    largest, where = largest_difference(oldest, newest)
    count = sum(map(len, oldest.values()))
    print(f"{count:,} numbers; largest difference {largest:.2g} ({where}); allowed {TOLERANCE:g}")
    return int(not largest <= TOLERANCE)


def _environment(name: str, python: str | None, needs: list[str]) -> Path:
    """Return the Python of a virtual environment, made anew if it holds other packages."""
    folder = PROJECT / f".venv-{name}"
    inside = folder / "bin" / "python"
    asked = folder / "asked.json"
    wanted = json.dumps([python, needs])
    if not asked.exists() or asked.read_text() != wanted:
        shutil.rmtree(folder, ignore_errors=True)
        _run([python or _found(OLDEST if name == "oldest" else NEWEST), "-m", "venv", str(folder)])
        # What runs the tests belongs to the tests: any version will do.
        _run([str(inside), "-m", "pip", "install", "-q", *needs, "pytest<9.2", "hypothesis"])
        asked.write_text(wanted)
    listed = json.loads(_output([str(inside), "-m", "pip", "list", "--format=json"]))
    versions = {package["name"].lower(): package["version"] for package in listed}
    print(f"{name}: Python {_output([str(inside), '-V']).split()[1]}", end="")
    print(*(f", {package} {versions[package]}" for package in SHOWN), sep="", flush=True)
    return inside


def _found(version: str) -> str:
    """Return a Python of this version from the PATH or among pyenv's."""
    on_path = shutil.which(f"python{version}")
    candidates = [Path(on_path)] if on_path else []
    candidates += sorted(Path.home().glob(f".pyenv/versions/{version}.*/bin/python{version}"))
    for candidate in candidates:
        if subprocess.run([str(candidate), "-V"], capture_output=True, check=False).returncode == 0:
            return str(candidate)
    raise SystemExit(f"no Python {version} found; give its path with --oldest or --newest")


def _run_tests(python: Path) -> int:
    files = [
        str(path.relative_to(PROJECT))
        for folder in FOLDERS
        for path in sorted((PROJECT / "tests" / folder).rglob("test_*.py"))
        if not path.match(LEFT_OUT)
    ]
    # Without conftest.py and the usual options: these need the dashboard and the tests' plugins.
    options = ["-o", f"addopts={OPTIONS}", "--noconftest", "-m", "not slow"]
    command = [str(python), "-m", "pytest", "-q", *options, "-p", "no:cacheprovider", *files]
    return int(subprocess.run(command, cwd=PROJECT, check=False).returncode != 0)


def _numbers(python: Path) -> dict[str, list[float]]:
    found: dict[str, list[float]] = json.loads(
        _output([str(python), str(Path(__file__).with_name("solver_numbers.py"))])
    )
    return found


def _output(command: list[str]) -> str:
    done = subprocess.run(command, cwd=PROJECT, check=True, stdout=subprocess.PIPE, text=True)
    return done.stdout


def _run(command: list[str]) -> None:
    subprocess.run(command, cwd=PROJECT, check=True)


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--oldest", help=f"path of the oldest Python; default: any {OLDEST}")
    parser.add_argument("--newest", help=f"path of the newest Python; default: any {NEWEST}")
    parser.add_argument("--numbers-only", action="store_true", help="run no tests")
    return parser.parse_args()


if __name__ == "__main__":
    sys.exit(main())
