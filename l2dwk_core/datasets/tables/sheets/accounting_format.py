"""Zeros as Excel's comma style and accounting format write them into a text file: `` -   ``."""

from __future__ import annotations

import re
from collections.abc import Sequence

from l2dwk_core.datasets.tables.notation import MONEY, is_written_number

_DASH = re.compile(rf"\s*(?:(?:{MONEY})\s*)?-[ \u00a0]{{2,}}(?:(?:{MONEY})[ \u00a0]?)?")
# Such a format puts one blank behind a number, or a bracket around a negative one.
_PADDED = re.compile(r"\s*\S(?:.*\S)?[ \u00a0]|\s*\(.*\)")
_LARGELY = 0.8


def accounting_zeros(cells: Sequence[str]) -> list[int]:
    """Return the positions of the distinct cells of a column that are a dash before two blanks or
    more, where one blank stands behind the numbers.

    Cells of one width are aligned with blanks: there a dash stands for a missing value.
    """
    found = [at for at, cell in enumerate(cells) if "- " in cell or "-\u00a0" in cell]
    found = [at for at in found if _DASH.fullmatch(cells[at])]
    if not found:
        return []
    others = [cell for at, cell in enumerate(cells) if at not in found and cell.strip()]
    numbers = [cell for cell in others if is_written_number(cell.strip())]
    if len(numbers) < max(2, _LARGELY * len(others)) or not all(map(_PADDED.fullmatch, numbers)):
        return []
    widths = {len(cell.lstrip()) for cell in numbers}
    return [] if len(widths) == 1 else found
