"""Mutation testing of the core: change one place of the program at a time, and see a test fail.

    python -m venv ../mutants && ../mutants/bin/pip install -r requirements.txt \\
        cosmic-ray pytest-cov
    ../mutants/bin/python -m pytest tests/{qp,method,oracle,diversity,statistics} --cov \\
        --cov-context=test --cov-report=                           # which test runs which line
    ../mutants/bin/python tests/trust/mutants.py                   # 200 mutants
    ../mutants/bin/python tests/trust/mutants.py --shard 1/4       # a quarter of them
    ../mutants/bin/python tests/trust/mutants.py --only qp/active_set.py:120
    ../mutants/bin/python tests/trust/mutants.py --summary         # what the kept results say

The mutants are those of cosmic-ray, in a copy of the program. Its operators can do many things to
one place, above all to a binary operator; here a place is drawn once, and then one thing to do to
it, so that easy mutants of few places do not make up the sample. Left out is what no test can see
(annotations, which are never evaluated) and what is too easy (bit operations for arithmetic, which
float arrays refuse; what is no Python). The draw depends on the place's own line, not on its
number: a change of the program elsewhere leaves the sample as it is.

Each mutant meets the tests of its own package that run the changed line (where none does: those of
the other packages), those first that run the fewest lines, and at last ``tests/test_records.py``,
which is about all records. A line that runs at import meets all tests of the package. Every mutant
has a process of its own, forked after the libraries were imported. Results are appended to
``--results``, and mutants that have one there are not run again. Exits with 1 when fewer than 90 %
are killed.
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
import warnings
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass
from difflib import unified_diff
from importlib.util import cache_from_source
from itertools import islice
from pathlib import Path

for _variable in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"):
    os.environ.setdefault(_variable, "1")

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
from cosmic_ray.ast import ast_nodes, get_ast_from_path
from cosmic_ray.mutating import mutate_code
from coverage import CoverageData

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
COPYING = "test_one_more_"
"""Tests that run pytest on a copy of the program: they hold the mechanism, not the numbers."""
BITWISE = ("BitOr", "BitAnd", "BitXor", "LShift", "RShift")
GOAL = 0.90
MEMORY = 6 << 30
"""Bytes that a mutant may allocate."""
SECONDS = 30
"""Of computing, which one test may take; without a mutant the longest takes 4."""
LONGEST = 3600
"""Seconds after which a mutant that waits for something is stopped."""


@dataclass(frozen=True)
class Mutant:
    """One change of one place. ``key`` says where: package/module.py:line:column:operator."""

    key: str
    module: str
    operator: str
    occurrence: int

    @property
    def line(self) -> int:
        """Return the number of the changed line, from 1."""
        return int(self.key.split(":")[1])

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
    by: str
    """The first test that failed."""
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
            tests = Tests(given.coverage)
            if not given.no_check:
                for package in sorted({mutant.module.split("/")[0] for mutant in left}):
                    _check_unchanged(copy, package, tests)
            for result in _run(left, copy, tests):
                known[result.key] = result
                with given.results.open("a", encoding="utf-8") as file:
                    file.write(json.dumps(asdict(result)) + "\n")
    return _summary([known[mutant.key] for mutant in mutants if mutant.key in known], len(mutants))


def _run(mutants: Sequence[Mutant], copy: Path, tests: Tests) -> Iterator[Result]:
    """Run one mutant after the other, and print what became of it."""
    for number, mutant in enumerate(mutants, 1):
        result = result_of(mutant, copy, tests)
        said = f"{result.outcome} {result.by}".strip()
        print(f"{number}/{len(mutants)} {mutant.key} {said} ({result.seconds:.0f} s)")
        if result.outcome == "lives":
            print(result.diff)
        sys.stdout.flush()
        yield result


class Tests:
    """Which tests run which lines, as ``pytest --cov --cov-context=test`` has found."""

    def __init__(self, coverage: Path) -> None:
        if not coverage.exists():
            raise SystemExit(f"{coverage} is missing; make it by the second command of --help")
        self._data = CoverageData(str(coverage))
        self._data.read()
        self._files = {
            file.split("/l2dwk_core/")[1]: file
            for file in self._data.measured_files()
            if "/l2dwk_core/" in file
        }
        self._width = Counter(
            test
            for file in self._files.values()
            for tests in self._data.contexts_by_lineno(file).values()
            for test in {_node(test) for test in tests}
        )

    def of(self, module: str, lines: range) -> list[str]:
        """Return the tests of the module's package that run one of the lines, or, for lines that
        run at import, the package's files of tests."""
        by_line = self._data.contexts_by_lineno(self._files[module])
        in_lines = [test for line in lines for test in by_line.get(line, [])]
        package, name = module.split("/")
        if any(in_lines):
            return self._ordered(in_lines, package)
        files = sorted((PROJECT / "tests" / package).glob("test_*.py"))
        files.sort(key=lambda file: file.name != f"test_{name}")
        return [f"tests/{package}/{file.name}" for file in files if COPYING not in file.name]

    def of_package(self, package: str) -> list[str]:
        """Return all tests of a package."""
        return self._ordered((f"{test}|run" for test in self._width), package)

    def _ordered(self, tests: Iterable[str], package: str) -> list[str]:
        found = {node for test in tests if COPYING not in (node := _node(test)) and "::" in node}
        own = {node for node in found if node.startswith(f"tests/{package}/")} or found
        return sorted(own, key=lambda test: (self._width[test], test))


def _node(context: str) -> str:
    """Return the test of a context, which is "test|phase", or "test@file|phase" of a worker."""
    test = context.rpartition("|")[0]
    file = Path(test.split("::")[0]).stem
    return test.removesuffix(f"@{file}")


def sample(n_mutants: int, seed: int, core: Path) -> list[Mutant]:
    """Return ``n_mutants`` changes at different places, the same ones for the same seed."""
    places: dict[tuple[str, int, int], list[tuple[str, Mutant]]] = {}
    for path in _modules(core):
        text = path.read_text(encoding="utf-8")
        module, lines, unseen = path.relative_to(core).as_posix(), text.splitlines(), _notes(text)
        for operator, occurrence, (line, column) in _changes(path):
            if (line, column) not in unseen:
                key = f"{module}:{line}:{column}:{operator.split('/')[1]}"
                like = lines[:line].count(lines[line - 1])  # the first, second … line that says so
                said = f"{seed} {module} {lines[line - 1]} {column}" + f" {like}" * (like > 1)
                mutant = Mutant(key, module, operator, occurrence)
                places.setdefault((module, line, column), []).append((said, mutant))
    drawn = []
    for choices in places.values():
        ranks = [_digest(f"{said} {m.operator} {i}") for i, (said, m) in enumerate(choices)]
        drawn.append((_digest(choices[0][0]), choices[ranks.index(min(ranks))][1]))
    drawn.sort(key=lambda place: (place[0], place[1].key))
    can_be_imported = (mutant for _, mutant in drawn if _is_python(mutant, core))
    return list(islice(can_be_imported, n_mutants))


def _changes(path: Path) -> Iterator[tuple[str, int, tuple[int, int]]]:
    """Yield the operator, its occurrence in the module, and the place of every change."""
    nodes = list(ast_nodes(get_ast_from_path(path)))
    for name in sorted(cosmic_ray.plugins.operator_names()):
        kind = cosmic_ray.plugins.get_operator(name)
        if not kind.arguments() and not _is_too_easy(name):
            operator = kind()
            starts = [start for node in nodes for start, _ in operator.mutation_positions(node)]
            for occurrence, start in enumerate(starts):
                yield name, occurrence, start


def result_of(mutant: Mutant, copy: Path, tests: Tests) -> Result:
    """Run the tests that may see the mutant on the changed program."""
    core = copy / "l2dwk_core"
    before, after = mutant.code(core)
    changed = core / mutant.module
    chosen = tests.of(mutant.module, _statement(before, mutant.line))
    started = time.monotonic()
    _write(changed, after)
    try:
        outcome, by = _tests_in_a_fork(copy, chosen)
    finally:
        _write(changed, before)
    diff = unified_diff(before.splitlines(), after.splitlines(), lineterm="", n=0)
    shown = "\n".join(line for line in diff if not line.startswith(("---", "+++")))
    return Result(mutant.key, outcome, by, round(time.monotonic() - started, 1), shown)


def _write(module: Path, text: str) -> None:
    module.write_text(text, encoding="utf-8")
    # A mutant may have the size and the second of the file before it: no byte code is kept.
    Path(cache_from_source(str(module))).unlink(missing_ok=True)


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


def _tests_in_a_fork(copy: Path, tests: Sequence[str]) -> tuple[str, str]:
    """Return the outcome of these tests, and the first that failed."""
    said = copy / "failed"
    said.unlink(missing_ok=True)
    child = os.fork()
    if child == 0:
        os._exit(_run_tests(copy, tests, said))
    end = time.monotonic() + LONGEST
    status: int | None = None
    while status is None and time.monotonic() < end:
        done, code = os.waitpid(child, os.WNOHANG)
        status = os.waitstatus_to_exitcode(code) if done else None
        time.sleep(0.02)
    with contextlib.suppress(ProcessLookupError):
        os.killpg(child, signal.SIGKILL)  # and what it has started
    if status is None:
        os.waitpid(child, 0)
    if status in (None, -signal.SIGPROF):
        return "late", ""
    return ("killed" if status else "lives"), said.read_text() if said.exists() else ""


class _Chosen:
    """A plugin of pytest: runs the chosen tests in their order, and notes the first that fails."""

    def __init__(self, tests: Sequence[str], said: Path) -> None:
        self._place = {test: place for place, test in enumerate(tests)}
        self._place["tests/test_records.py"] = len(tests)
        self._said = said

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        items[:] = [item for item in items if self._place_of(item) is not None]
        items.sort(key=self._place_of)

    def _place_of(self, item: pytest.Item) -> int | None:
        return self._place.get(item.nodeid, self._place.get(item.nodeid.split("::")[0]))

    def pytest_runtest_logstart(self) -> None:
        signal.setitimer(signal.ITIMER_PROF, SECONDS)  # its signal ends the process

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.failed:
            self._said.write_text(report.nodeid)


def _run_tests(copy: Path, tests: Sequence[str], said: Path) -> int:
    """In the forked process: pytest on the copy. Return its exit status."""
    os.setsid()
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    os.chdir(copy)
    sys.path[:] = [str(copy), *(entry for entry in sys.path if Path(entry).resolve() != PROJECT)]
    files = list(dict.fromkeys(test.split("::")[0] for test in tests))
    # Without conftest.py, which loads the pages; its one fixture is for pages.
    options = "-x -q -n 0 --noconftest -p no:cacheprovider -p no:rerunfailures".split()
    options += ["-m", "not slow", "--hypothesis-seed=0", *files, "tests/test_records.py"]
    with contextlib.redirect_stdout(io.StringIO()):
        try:
            return int(pytest.main(options, plugins=[_Chosen(tests, said)]))
        except BaseException:
            return 99


def _check_unchanged(copy: Path, package: str, tests: Tests) -> None:
    """End the program if a test of the package fails without a mutant."""
    started = time.monotonic()
    outcome, by = _tests_in_a_fork(copy, tests.of_package(package))
    if outcome != "lives":
        raise SystemExit(f"tests/{package} without a mutant: {outcome} {by}")
    print(f"tests/{package} pass without a mutant ({time.monotonic() - started:.0f} s)", flush=True)


def _statement(text: str, line: int) -> range:
    """Return the lines of the innermost statement at this line, without the statements in it."""
    lines = range(line, line + 1)
    for node in ast.walk(ast.parse(text)):  # the inner ones come later
        if isinstance(node, ast.stmt) and node.lineno <= line <= (node.end_lineno or node.lineno):
            body = getattr(node, "body", None)
            end = body[0].lineno - 1 if body else node.end_lineno or node.lineno
            lines = range(node.lineno, max(end, node.lineno) + 1)
    return lines


def _modules(core: Path) -> list[Path]:
    folders = [path for name in PACKAGES for path in sorted((core / name).glob("*.py"))]
    return [
        *(path for path in folders if path.name != "__init__.py"),
        *(core / "method" / f"{name}.py" for name in METHOD),
    ]


def _notes(text: str) -> set[tuple[int, int]]:
    """Return the lines and columns that lie in annotations."""
    found = set()
    for node in ast.walk(ast.parse(text)):
        notes = [getattr(node, "annotation", None), getattr(node, "returns", None)]
        for part in (part for note in notes if note is not None for part in ast.walk(note)):
            if isinstance(part, ast.expr) and part.end_lineno == part.lineno:
                columns = range(part.col_offset, part.end_col_offset or part.col_offset)
                found |= {(part.lineno, column) for column in columns}
    return found


def _is_too_easy(operator: str) -> bool:
    if "ReplaceBinaryOperator_" not in operator:
        return False
    _, old, new = operator.split("_")
    return (old in BITWISE) != (new in BITWISE)


def _is_python(mutant: Mutant, core: Path) -> bool:
    """Return False where an operator is made of the * before arguments that have names."""
    if "BinaryOperator" not in mutant.operator:
        return True
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", SyntaxWarning)
        try:
            compile(mutant.code(core)[1], "mutant", "exec")
        except SyntaxError:
            return False
    return True


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
    parser.add_argument("--coverage", type=Path, default=PROJECT / ".coverage")
    parser.add_argument("--no-check", action="store_true", help="the tests pass without a mutant")
    parser.add_argument("--results", type=Path, default=RESULTS)
    parser.add_argument("--summary", action="store_true", help="print the kept results, run none")
    return parser.parse_args()


if __name__ == "__main__":
    sys.exit(main())
