"""Mutation testing of the core: change one place of the program at a time, and see a test fail.

    python -m venv ../mutants && ../mutants/bin/pip install -r requirements.txt cosmic-ray
    ../mutants/bin/python tests/trust/mutants.py                 # 200 mutants
    ../mutants/bin/python tests/trust/mutants.py --shard 1/4     # a quarter of them: half an hour
    ../mutants/bin/python tests/trust/mutants.py --only qp/active_set.py:120
    ../mutants/bin/python tests/trust/mutants.py --summary       # what the kept results say

The mutants are those of cosmic-ray, in a copy of the program. Its operators can do many things to
one place, above all to a binary operator; here a place is drawn once, and then one thing to do to
it, so that easy mutants of few places do not make up the sample. Left out is what no test can see
(annotations, which are never evaluated) and what is too easy (bit operations for arithmetic, which
float arrays refuse). The draw depends on the place's own line, not on its number: a change of the
program elsewhere leaves the sample as it is.

Each mutant meets the tests of its own package, the file with the module's name first, and at last
``tests/test_records.py``, which is about all records; in a process that is forked after the
libraries have been imported. Results are appended to ``--results``, and mutants that have one there
are not run again. Exits with 1 when fewer than 90 % are killed.
"""

from __future__ import annotations

import argparse
import ast
import contextlib
import hashlib
import io
import json
import os
import resource
import shutil
import signal
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from difflib import unified_diff
from pathlib import Path

for _variable in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"):
    os.environ.setdefault(_variable, "1")
sys.dont_write_bytecode = True  # a mutant may have the size and the second of the file before it

import cosmic_ray.plugins
import hypothesis  # noqa: F401  what the tests import is imported once, before the forks
import pandas  # noqa: F401
import plotly.graph_objects  # noqa: F401
import pytest
import scipy.optimize
import scipy.stats  # noqa: F401
import sklearn.ensemble
import sklearn.model_selection
import sklearn.utils.estimator_checks  # noqa: F401
from cosmic_ray.commands.init import init
from cosmic_ray.mutating import mutate_code
from cosmic_ray.work_db import WorkDB, use_db

PROJECT = Path(__file__).resolve().parents[2]
RESULTS = Path(__file__).with_name("mutants.jsonl")
PACKAGES = ("qp", "oracle", "diversity", "statistics")
METHOD = (
    "kernels",
    "moments",
    "gram",
    "objective",
    "round_weights",
    "reweighting",
    "stopping",
    "self_training",
)
SLOW_FILES = ("test_one_more_",)
"""Tests that run pytest on a copy of the program: they hold the mechanism, not the numbers."""
BITWISE = ("BitOr", "BitAnd", "BitXor", "LShift", "RShift")
GOAL = 0.90
MEMORY = 6 << 30
"""Bytes that a mutant may allocate."""


@dataclass(frozen=True)
class Mutant:
    """One change of one place. ``key`` says where: package/module.py:line:column:operator."""

    key: str
    module: str
    operator: str
    occurrence: int

    def code(self, core: Path) -> tuple[str, str]:
        """Return the module's text without and with the change. ``core``: the folder it is in."""
        before = (core / self.module).read_text(encoding="utf-8")
        operator = cosmic_ray.plugins.get_operator(self.operator)()
        after = mutate_code(before, operator, self.occurrence)
        if after is None:
            raise RuntimeError(f"{self.key} changes nothing; run the sample anew")
        return before, after


@dataclass(frozen=True)
class Result:
    """What became of a mutant: "killed", "late" (stopped; counts as killed) or "lives"."""

    key: str
    outcome: str
    seconds: float
    diff: str


def main() -> int:
    """Run the mutants that are asked for; return 1 if fewer than 90 % were killed."""
    given = _arguments()
    with program_copy() as copy:  # the project itself may be changed meanwhile
        mutants = sample(given.mutants, given.seed, copy / "l2dwk_core")
        if given.only:
            mutants = [mutant for mutant in mutants if mutant.key.startswith(tuple(given.only))]
        part, parts = map(int, given.shard.split("/"))
        mutants = mutants[part - 1 :: parts]
        known = {} if given.only else _kept(given.results)
        if not given.summary:
            left = [mutant for mutant in mutants if mutant.key not in known]
            for result in _run(left, copy):
                known[result.key] = result
                with given.results.open("a", encoding="utf-8") as file:
                    file.write(json.dumps(asdict(result)) + "\n")
    return _summary([known[mutant.key] for mutant in mutants if mutant.key in known], len(mutants))


def _run(mutants: Sequence[Mutant], copy: Path) -> Iterator[Result]:
    """Run one mutant after the other, and print what became of it."""
    limits: dict[str, float] = {}
    for number, mutant in enumerate(mutants, 1):
        package = mutant.module.split("/")[0]
        if package not in limits:
            limits[package] = _limit_of(copy, package)
        result = result_of(mutant, copy, limits[package])
        print(f"{number}/{len(mutants)} {result.outcome} {result.seconds:.0f} s {mutant.key}")
        if result.outcome == "lives":
            print(result.diff)
        sys.stdout.flush()
        yield result


def sample(n_mutants: int, seed: int, core: Path) -> list[Mutant]:
    """Return ``n_mutants`` changes at different places, the same ones for the same seed."""
    places: dict[tuple[str, tuple[int, int]], list[tuple[str, Mutant]]] = {}
    with (
        tempfile.TemporaryDirectory() as folder,
        use_db(f"{folder}/all.db", WorkDB.Mode.create) as db,
    ):
        init(_modules(core), db, {})
        specs = [item.mutations[0] for item in db.work_items]
    lines: dict[Path, list[str]] = {}
    unseen: dict[Path, set[int]] = {}
    for spec in specs:
        path = spec.module_path
        if path not in lines:
            text = path.read_text(encoding="utf-8")
            lines[path], unseen[path] = text.splitlines(), _annotation_places(text)
        (line, column), operator = spec.start_pos, spec.operator_name.split("/")[1]
        if _place(line, column) in unseen[path] or _is_too_easy(operator):
            continue
        module = path.relative_to(core).as_posix()
        mutant = Mutant(
            f"{module}:{line}:{column}:{operator}", module, spec.operator_name, spec.occurrence
        )
        said = f"{seed} {module} {spec.definition_name} {lines[path][line - 1]} {column}"
        places.setdefault((module, (line, column)), []).append((said, mutant))
    drawn = []
    for choices in places.values():
        ranks = [_digest(f"{said} {m.operator} {i}") for i, (said, m) in enumerate(choices)]
        drawn.append((_digest(choices[0][0]), choices[ranks.index(min(ranks))][1]))
    drawn.sort(key=lambda place: (place[0], place[1].key))
    return [mutant for _, mutant in drawn[:n_mutants]]


def result_of(mutant: Mutant, copy: Path, limit: float) -> Result:
    """Run the tests of the mutant's package on the changed program."""
    core = copy / "l2dwk_core"
    before, after = mutant.code(core)
    changed = core / mutant.module
    started = time.monotonic()
    changed.write_text(after, encoding="utf-8")
    try:
        status = _tests_in_a_fork(copy, mutant.module, limit)
    finally:
        changed.write_text(before, encoding="utf-8")
    outcome = "late" if status is None else "killed" if status else "lives"
    diff = unified_diff(before.splitlines(), after.splitlines(), lineterm="", n=0)
    shown = "\n".join(line for line in diff if not line.startswith(("---", "+++")))
    return Result(mutant.key, outcome, round(time.monotonic() - started, 1), shown)


@contextlib.contextmanager
def program_copy() -> Iterator[Path]:
    """A copy of the program and its tests, which is changed instead of the project itself."""
    with tempfile.TemporaryDirectory(prefix="mutants-") as folder:
        copy = Path(folder)
        for name in ("l2dwk_core", "tests", "pages", ".streamlit"):
            ignored = shutil.ignore_patterns("__pycache__", "*.jsonl", "screenshots")
            shutil.copytree(PROJECT / name, copy / name, ignore=ignored)
        for name in ("pyproject.toml", "README.md", "requirements.txt", "app.py"):
            shutil.copy2(PROJECT / name, copy / name)
        yield copy


def _tests_in_a_fork(copy: Path, module: str, limit: float) -> int | None:
    """Return pytest's exit status, or None if it had to be stopped after ``limit`` seconds."""
    child = os.fork()
    if child == 0:
        os._exit(_run_tests(copy, module))
    end = time.monotonic() + limit
    while time.monotonic() < end:
        done, status = os.waitpid(child, os.WNOHANG)
        if done:
            return os.waitstatus_to_exitcode(status)
        time.sleep(0.05)
    with contextlib.suppress(ProcessLookupError):
        os.killpg(child, signal.SIGKILL)
    os.waitpid(child, 0)
    return None


def _run_tests(copy: Path, module: str) -> int:
    """In the forked process: pytest on the copy. Return its exit status."""
    os.setsid()
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    os.chdir(copy)
    sys.path[:] = [str(copy), *(entry for entry in sys.path if Path(entry).resolve() != PROJECT)]
    package, file = module.split("/")
    folder = Path("tests") / package
    first = folder / f"test_{file}"
    others = [path for path in sorted(folder.glob("test_*.py")) if path != first]
    others = [path for path in others if not path.name.startswith(SLOW_FILES)]
    chosen = [first, *others] if first.exists() else others
    chosen.append(Path("tests/test_records.py"))
    with contextlib.redirect_stdout(io.StringIO()):
        try:
            # Without conftest.py, which loads the pages; its one fixture is for pages.
            options = "-x -q -n 0 --noconftest -p no:cacheprovider -p no:rerunfailures".split()
            options += ["-m", "not slow", "--hypothesis-seed=0"]
            return int(pytest.main([*options, *map(str, chosen)]))
        except BaseException:
            return 99


def _limit_of(copy: Path, package: str) -> float:
    """Seconds after which a mutant's tests are stopped: thrice those of the program itself."""
    started = time.monotonic()
    status = _tests_in_a_fork(copy, f"{package}/__init__.py", 1800.0)
    if status != 0:
        raise SystemExit(f"tests/{package} fail without a mutant (pytest's exit status {status})")
    seconds = time.monotonic() - started
    print(f"tests/{package} take {seconds:.0f} s", flush=True)
    return 3 * seconds + 30


def _modules(core: Path) -> list[Path]:
    folders = [path for name in PACKAGES for path in sorted((core / name).glob("*.py"))]
    return [
        *(path for path in folders if path.name != "__init__.py"),
        *(core / "method" / f"{name}.py" for name in METHOD),
    ]


def _annotation_places(text: str) -> set[int]:
    """Return the places that lie in annotations."""
    found: set[int] = set()
    for node in ast.walk(ast.parse(text)):
        notes = [getattr(node, "annotation", None), getattr(node, "returns", None)]
        for part in (part for note in notes if note is not None for part in ast.walk(note)):
            if hasattr(part, "lineno"):
                start, end = (part.lineno, part.col_offset), (part.end_lineno, part.end_col_offset)
                if start[0] == end[0]:
                    found |= {_place(start[0], column) for column in range(start[1], end[1])}
    return found


def _place(line: int, column: int) -> int:
    return line * 1000 + column


def _is_too_easy(operator: str) -> bool:
    if not operator.startswith("ReplaceBinaryOperator_"):
        return False
    _, old, new = operator.split("_")
    return (old in BITWISE) != (new in BITWISE)


def _digest(said: str) -> str:
    return hashlib.sha256(said.encode()).hexdigest()


def _kept(results: Path) -> dict[str, Result]:
    if not results.exists():
        return {}
    lines = results.read_text(encoding="utf-8").splitlines()
    return {(result := Result(**json.loads(line))).key: result for line in lines}


def _summary(results: Sequence[Result], asked: int) -> int:
    """Print how many were killed in each package; return 1 if fewer than the goal."""
    if not results:
        print("no mutant was run")
        return 1
    for package in sorted({result.key.split("/")[0] for result in results}):
        own = [result for result in results if result.key.startswith(f"{package}/")]
        print(f"{package}: {sum(result.outcome != 'lives' for result in own)} of {len(own)} killed")
    lives = [result for result in results if result.outcome == "lives"]
    late = sum(result.outcome == "late" for result in results)
    killed = len(results) - len(lives)
    print(
        f"{killed} of {len(results)} mutants killed ({killed / len(results):.1%}; {late} of them"
        f" stopped for taking too long); {asked - len(results)} of {asked} not run"
    )
    for result in lives:
        print(f"lives: {result.key}")
    return int(killed < GOAL * len(results))


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--mutants", type=int, default=200)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--shard", default="1/1", help="k/n: every n-th mutant from the k-th on")
    parser.add_argument("--only", nargs="+", help="run the mutants whose key begins so, once more")
    parser.add_argument("--results", type=Path, default=RESULTS)
    parser.add_argument("--summary", action="store_true", help="print the kept results, run none")
    return parser.parse_args()


if __name__ == "__main__":
    sys.exit(main())
