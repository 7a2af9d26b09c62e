"""The line of a key in the TOML of a lesson file."""

from __future__ import annotations

import pytest

from l2dwk_core.lessons.block import Block


@pytest.mark.parametrize(
    ("lines", "path", "line"),
    [
        (["x = 1", "lam = 1"], ("lam",), 2),
        (["x = 1", "'lam'=1"], ("lam",), 2),
        (["x = 1", '  "lam" = 1'], ("lam",), 2),
        (["lam = 1", "[choice]", "lam = 2"], ("choice", "lam"), 3),
        (["x = 1", "choice.lam = 2"], ("choice", "lam"), 2),
        (["x = 1", 'choice . "lam" = 2'], ("choice", "lam"), 2),
        (["x = 1", "[ choice ]", "n = 2"], ("choice", "lam"), 2),
        (["x = 1", "choice = {lam = 2}"], ("choice", "lam"), 2),
        (["x = lam", "y = 2"], ("lam",), 1),
        (["x = 1", "lamb = 2", "lam = 1"], ("lam",), 3),
        (["x = 1", '"a.b" = 2'], ("a.b",), 2),
    ],
)
def test_the_line_of_a_key_is_found(lines, path, line):
    assert Block(1, tuple(lines), {}).line_of(*path) == line
