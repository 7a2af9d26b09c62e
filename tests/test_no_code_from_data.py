"""Nothing that somebody sends is executed: no file, no address, no value of a control."""

from __future__ import annotations

import ast
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
FILES = [ROOT / "app.py", *sorted((ROOT / "pages").rglob("*.py"))]
FILES += sorted((ROOT / "l2dwk_core").rglob("*.py"))
UNPICKLES = {
    "pages/runtime/worker_connection.py": "a pipe between the server and a process it has started",
    "l2dwk_core/pools/fits_in_processes.py": "a file that the same call wrote to its own folder",
}
"""Files that read pickles, and where the pickles come from."""
_RUNS = {"eval", "exec", "compile", "__import__", "os.system", "os.popen", "runpy.run_path"}
_UNPICKLES = {
    "pickle", "cPickle", "_pickle", "dill", "cloudpickle", "marshal", "shelve", "yaml",
    "joblib.load", "read_pickle", "jsonpickle",
}  # fmt: skip


def _calls(path: Path) -> list[str]:
    """Return every call of a file that would run or unpickle something, as it is written."""
    found = []
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if not isinstance(node, ast.Call):
            continue
        name = ast.unparse(node.func)
        first, last = name.split(".")[0], name.rsplit(".", 1)[-1]
        options = {word.arg: ast.unparse(word.value) for word in node.keywords}
        reads = last in ("load", "loads", "open", "read_pickle")
        if (
            name in _RUNS
            or "True" in (options.get("shell"), options.get("allow_pickle"))
            or (reads and {first, last, name} & _UNPICKLES)
        ):
            found.append(name)
    return found


def test_no_file_runs_or_unpickles_what_it_reads():
    assert len(FILES) > 500
    found = {path.relative_to(ROOT).as_posix(): calls for path in FILES if (calls := _calls(path))}
    assert found == {name: ["pickle.loads"] for name in UNPICKLES}


def test_the_search_finds_what_it_looks_for(tmp_path):
    file = tmp_path / "a.py"
    file.write_text(
        "eval(x); pickle.loads(b); pd.read_pickle(p); np.load(p, allow_pickle=True)\n"
        "subprocess.run(x, shell=True); joblib.load(p); json.loads(s); re.compile(p)\n"
    )
    assert len(_calls(file)) == 6
