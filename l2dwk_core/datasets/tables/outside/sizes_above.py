"""A first line that says how many rows and numbers follow and how the classes are called, as in the
files of scikit-learn: 150,4,setosa,versicolor,virginica."""

from __future__ import annotations

import re

from l2dwk_core.common.text import counted, shown

_SIZES = re.compile(r"([1-9][0-9]{0,6}),([1-9][0-9]{0,4})((?:,[^,\"\r\n]{1,100}){2,200})\r?\n")
_NAMED = 5


def without_sizes(text: str, before: int, notes: list[str]) -> str:
    """Return the text without its first line, with a note, when that gives the number of the rows
    below, that of the columns before the last, and a word for each class; the last column holds the
    numbers of the classes, from 0 on. *before* are lines left out above it, for the note."""
    found = _SIZES.match(text)
    if found is None:
        return text
    rows, columns = int(found[1]), int(found[2])
    classes = [name.strip() for name in found[3][1:].split(",")]
    numbers = {str(at) for at in range(len(classes))}
    if len({*classes}) < len(classes) or not all(re.search(r"[^\W\d_]", name) for name in classes):
        return text
    if text.count("\n", found.end()) + 1 < rows:
        return text
    lines = [line for line in text[found.end() :].splitlines() if line.strip()]
    if len(lines) != rows or any(line.count(",") != columns for line in lines):
        return text
    if not {line.rpartition(",")[2].strip() for line in lines} <= numbers:
        return text
    named = ", ".join(f"{at} is {shown(name)}" for at, name in enumerate(classes[:_NAMED]))
    more = ", …" * (len(classes) > _NAMED)
    notes.append(
        f"Line {before + 1:,} is left out: it says that {counted(rows, 'row')} with "
        f"{counted(columns, 'number')} and a class follow, and how the classes in the last column "
        f"are called ({named}{more})."
    )
    return text[found.end() :]
