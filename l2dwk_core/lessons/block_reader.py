"""Read the blocks of TOML in a lesson file, and check their keys, texts and tables."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any

from l2dwk_core.common.errors import near_names
from l2dwk_core.common.text import shown
from l2dwk_core.common.toml_reader import TomlError, read_toml
from l2dwk_core.lessons.block import Block
from l2dwk_core.lessons.faults import Faults
from l2dwk_core.lessons.words import faults_of_value

_FENCE = "+++"


class BlockReader:
    """Reads blocks from the lines of a file. What is wrong with them is added to ``faults``."""

    def __init__(self, lines: Sequence[str], faults: Faults) -> None:
        self._lines, self._report = lines, faults.report

    def block(self, start: int, end: int, owner: str, example: str) -> tuple[Block, int]:
        """Return the TOML block that begins the lines from *start* on, and where it ends.

        ``owner``, ``example``: whose block it is and what it must have, for the message.
        """
        while start < end and not self._lines[start].strip():
            start += 1
        if start == end or self._lines[start].strip() != _FENCE:
            line = min(start, len(self._lines) - 1) + 1
            self._report(
                line,
                f"the {owner}'s front matter is missing; it begins and ends with a line {_FENCE} "
                f"and holds at least {example}",
            )
            return Block(line, (), {}, is_read=False), start
        close = next((i for i in range(start + 1, end) if self._lines[i].strip() == _FENCE), None)
        if close is None:
            lost = _lost_choice(owner, self._lines[start:end])
            self._report(
                start + 1, f"this front matter has no end; close it with a line {_FENCE}{lost}"
            )
            return Block(start + 1, (), {}, is_read=False), end
        lines = tuple(self._lines[start + 1 : close])
        try:
            values = read_toml("\n".join(lines))
        except TomlError as error:
            self._report(start + 1 + error.line, error.why + _lost_choice(owner, lines))
            return Block(start + 2, (), {}, is_read=False), close + 1
        return Block(start + 2, lines, values), close + 1

    def keys(
        self,
        block: Block,
        known: Collection[str],
        required: Collection[str] = (),
        path: tuple[str, ...] = (),
    ) -> None:
        """Report keys that are not known, and those that are missing."""
        if not block.is_read:  # which is reported already
            return
        names = list(known)
        for name in block.values:
            if name not in known:
                near = near_names(name, names)
                hint = f"did you mean {near[0]!r}?" if near else f"known are {', '.join(names)}"
                self._report(block.line_of(*path, name), f"unknown key {shown(name)}; {hint}")
        for name in required:
            if name not in block.values:
                self._report(block.line_of(*path), f'{name!r} is missing; add {name} = "…"')

    def text(self, block: Block, name: str, path: tuple[str, ...] = ()) -> None:
        """Report a value that is no text, or holds what no lesson may."""
        found = block.values.get(name, "…")
        line = block.line_of(*path, name)
        if not isinstance(found, str) or not found.strip():
            self._report(line, f"{name} is {shown(found)}; it is a text")
        else:
            self.words(line, name, found)

    def table(self, block: Block, name: str) -> Mapping[str, Any]:
        """Return a table of a block; an empty one where there is none, or something else."""
        found = block.values.get(name, {})
        if not isinstance(found, dict):
            self._report(block.line_of(name), f"{name} is {shown(found)}; it is a table, [{name}]")
            return {}
        return found

    def words(self, line: int, name: str, text: str) -> None:
        """Report what no text of a lesson may hold."""
        for why in faults_of_value(name, text):
            self._report(line, why)


def _lost_choice(owner: str, lines: Sequence[str]) -> str:
    """Return what follows for the steps when a lesson's front matter with a choice is not read."""
    if owner != "lesson" or not any("choice" in line for line in lines):
        return ""
    return (
        ". The steps are read as if its [choice] were empty; mend this first, other faults may go "
        "with it"
    )
