"""The Python code of the README, run from top to bottom as one script."""

from __future__ import annotations

import re
from pathlib import Path

README = Path(__file__).parents[1] / "README.md"


def test_its_python_runs(capsys):
    blocks = re.findall(r"```python\n(.*?)```", README.read_text(encoding="utf-8"), re.DOTALL)
    names: dict[str, object] = {}
    for block in blocks:
        exec(compile(block, str(README), "exec"), names)
    printed = capsys.readouterr().out
    assert "GaussianNB()" in printed
    weights = names["model"].weights_by_name_
    assert list(weights) == ["tree", "bayes"]
    assert sum(weights.values()) == 1.0
    assert 0 < names["run"].accuracy.l2dwk <= 1
