"""The Python code of the README, run from top to bottom as one script."""

from __future__ import annotations

import re
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

README = Path(__file__).parents[1] / "README.md"


def test_its_python_runs(tmp_path, monkeypatch, capsys):
    rng = np.random.default_rng(0)
    truth = rng.integers(0, 2, 80)
    answers = {f"model {j}": np.where(rng.random(80) < 0.8, truth, 1 - truth) for j in range(4)}
    pd.DataFrame({"label": truth, **answers}).to_csv(tmp_path / "answers.csv", index=False)
    monkeypatch.chdir(tmp_path)
    blocks = re.findall(r"```python\n(.*?)```", README.read_text(encoding="utf-8"), re.DOTALL)
    names: dict[str, object] = {}
    for block in blocks:
        exec(compile(block, str(README), "exec"), names)
    printed = capsys.readouterr().out
    assert "model 3" in printed
    assert "GaussianNB()" in printed
    weights = names["model"].weights_by_name_
    assert list(weights) == ["tree", "bayes"]
    assert sum(weights.values()) == pytest.approx(1.0)
