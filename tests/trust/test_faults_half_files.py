"""A process that is killed while it writes a file: the file of before is there, whole.

Marked slow: each case starts a process.
"""

from __future__ import annotations

import signal
import subprocess
import sys
from pathlib import Path

import pytest

import l2dwk_core as l2
from l2dwk_core.datasets import load_dataset
from l2dwk_core.datasets.openml import cache_folder
from tests.browser.conftest import ROOT

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(sys.platform == "win32", reason="ended by a signal of POSIX"),
]
HEAD = """
import os, signal, sys
from pathlib import Path
path = sys.argv[1]

class Cut:
    # Passes on so many writes to a file, and ends the process in the middle of the next.
    def __init__(self, file, left):
        self.file, self.left = file, left
    def write(self, words):
        if not self.left:
            self.file.write(words[: len(words) // 2])
            self.file.flush()
            os.kill(os.getpid(), signal.SIGKILL)
        self.left -= 1
        return self.file.write(words)
    def __getattr__(self, name):
        return getattr(self.file, name)
    def __enter__(self):
        return self
    def __exit__(self, *problem):
        self.file.close()

def cut(first):
    real = Path.open
    def opened(self, mode="r", *more, **named):
        file = real(self, mode, *more, **named)
        if "w" in mode or "x" in mode:
            file = Cut(file, first)
        return file
    Path.open = opened
"""
VOTES = """
import numpy as np
from l2dwk_core.votes.build import votes_of
from l2dwk_core.votes.npz import save_votes
labels = np.array(["a", "b"] * 500)
votes = votes_of("v", labels, predictions=np.tile(labels[:, None], (1, 5)))
if sys.argv[2] == "killed":
    cut(1)
save_votes(path, votes)
"""
EXPORT = """
import l2dwk_core as l2
from l2dwk_core.study.export import export_study
recipe = l2.StudyRecipe(("zoo",), methods=("uniform_vote",), n_members=3, folds=2)
done = l2.run_study(recipe, f"{path}.db", n_jobs=1)
if sys.argv[2] == "killed":
    cut(0)
export_study(done, path)
"""
CACHE = """
from l2dwk_core.datasets import openml
from l2dwk_core.datasets.catalogue import DATASETS
table = openml.Table(("x", "class"), ("numeric", "class"), tuple(("1.0", "a") for _ in range(999)))
if sys.argv[2] == "killed":
    cut(0)
openml._keep(table, Path(path))
"""


def _run(script: str, path: Path, how: str) -> int:
    command = [sys.executable, "-c", HEAD + script, str(path), how]
    return subprocess.run(command, cwd=ROOT, timeout=170, check=False).returncode


@pytest.mark.parametrize(
    ("script", "name"),
    [(VOTES, "votes.npz"), (EXPORT, "rows.csv"), (CACHE, "artificial.csv.gz")],
    ids=["votes", "export", "cache"],
)
def test_a_killed_writer_leaves_the_file_of_before_and_the_next_one_writes_it(
    tmp_path, script, name
):
    path = tmp_path / name
    path.write_bytes(b"before")
    assert _run(script, path, "killed") == -signal.SIGKILL
    assert path.read_bytes() == b"before"
    assert _run(script, path, "whole") == 0
    assert path.read_bytes() != b"before"
    if script is VOTES:
        assert l2.read_votes(path).n_rows == 1000


def test_half_a_file_in_the_cache_is_not_read(tmp_path, monkeypatch):
    monkeypatch.setenv("L2DWK_CACHE", str(tmp_path))
    assert _run(CACHE, cache_folder() / "artificial.csv.gz", "killed") == -signal.SIGKILL
    assert len(list(tmp_path.iterdir())) == 1  # under another name
    with pytest.raises(l2.InputError, match="not on this computer"):
        load_dataset("artificial")
