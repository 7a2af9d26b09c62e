"""The registry of methods as one table, on a page and in `METHODS.md`.

``python -m l2dwk_core.combiners.methods_table`` writes the file anew.
"""

from __future__ import annotations

from pathlib import Path

import pandas as pd

from l2dwk_core.combiners.info import FAMILIES, CombinerInfo
from l2dwk_core.combiners.options import NEEDS
from l2dwk_core.combiners.registry import COMBINERS

PATH = Path(__file__).with_name("METHODS.md")

_HEAD = """# Methods

Written by `python -m l2dwk_core.combiners.methods_table` from the registry `COMBINERS`; a test
fails when the two differ. Cost in N weighting rows, L members, C classes, k kept members. The last
column says what rests on the published text and what could not be confirmed there.

A method weighs any base ensemble (`pool`). "mixed" is many bootstrap members of five families;
"library" is one each of many different models. Only the library can be judged out of fold
(`weighting="out_of_fold"`, its default): members that differ by the rows or the seed they drew are
other members in every fold.
"""


def methods_table() -> pd.DataFrame:
    """Return a table with one line for each method, in registry order.

    Columns: key, method, family, source, parameters (name = default), needs, complexity (in N
    weighting rows, L members, C classes, k kept members), confirmed (what of it rests on the
    published text, and what could not be confirmed there).
    """
    return pd.DataFrame(
        [
            {
                "key": key,
                "method": info.title,
                "family": FAMILIES[info.family],
                "source": info.source,
                "parameters": ", ".join(f"{p.name} = {p.default}" for p in info.parameters)
                or "none",
                "needs": "; ".join(NEEDS[need] for need in NEEDS if need in info.needs) or "votes",
                "complexity": info.complexity,
                "confirmed": info.confirmed,
            }
            for key, info in COMBINERS.items()
        ]
    )


def methods_markdown() -> str:
    """Return one table for each family: key, source, parameters with defaults, needs, cost, and
    what is confirmed."""
    parts = [_HEAD]
    for family, meaning in FAMILIES.items():
        lines = [
            f"## {family.replace('_', ' ').capitalize()}: {meaning}",
            "",
            "| method | source | parameters (default) | needs | cost | confirmed or not |",
            "|---|---|---|---|---|---|",
        ]
        lines += [_line(info) for info in COMBINERS.values() if info.family == family]
        parts.append("\n".join(lines) + "\n")
    return "\n".join(parts)


def _line(info: CombinerInfo) -> str:
    parameters = "; ".join(
        f"`{item.name}` {item.meaning}, {item.allowed} ({item.default})" for item in info.parameters
    )
    cells = (
        f"{info.title} `{info.key}`",
        info.source,
        parameters or "none",
        "; ".join(NEEDS[need] for need in sorted(info.needs)) or "votes and labels",
        info.complexity,
        info.confirmed,
    )
    return "| " + " | ".join(cell.replace("|", "\\|") for cell in cells) + " |"


if __name__ == "__main__":
    PATH.write_text(methods_markdown(), encoding="utf-8")
