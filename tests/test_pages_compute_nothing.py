"""Pages show figures of the core: means, shares and counts of arrays are computed there."""

from __future__ import annotations

import ast
from pathlib import Path

PAGES = Path(__file__).parents[1] / "pages"
STATISTICS = {
    "argsort", "average", "bincount", "corrcoef", "count_nonzero", "cumsum", "dot", "mean",
    "median", "percentile", "quantile", "std", "sum", "var",
}  # fmt: skip


def computed(source: str) -> list[str]:
    """Calls of a method or a NumPy function that computes a statistic of an array."""
    calls = (node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Call))
    return [
        ast.unparse(call)
        for call in calls
        if isinstance(call.func, ast.Attribute) and call.func.attr in STATISTICS
    ]


def test_no_statistics_are_computed_in_pages():
    found = {str(path.relative_to(PAGES)): computed(path.read_text(encoding="utf-8"))
             for path in PAGES.rglob("*.py")}  # fmt: skip
    assert len(found) > 50
    assert {name: calls for name, calls in found.items() if calls} == {}


def test_a_statistic_would_be_found():
    assert computed("x = (oracle > 0).mean(axis=0)") == ["(oracle > 0).mean(axis=0)"]
    assert computed("n = np.count_nonzero(rows)") == ["np.count_nonzero(rows)"]
    assert computed("n = sum(each.seconds for each in jobs)") == []
