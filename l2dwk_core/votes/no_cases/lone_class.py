"""A first or last row that may be no case: it alone has its class, and all models name it there."""

from __future__ import annotations

import numpy as np

from l2dwk_core.common.text import short_name
from l2dwk_core.votes.votes import Votes


def lone_class_findings(votes: Votes) -> list[str]:
    """Return a finding on the first and on the last row when its class is the true label of no
    other row, all models name it there, and none names it elsewhere. So looks a row of types, of
    units or of totals. There are at least 2 models."""
    if votes.n_models < 2:
        return []
    found = []
    for row, where in ((0, "first"), (votes.n_rows - 1, "last")):
        code = votes.label_codes[row]
        alone = np.count_nonzero(votes.label_codes == code) == 1
        if alone and (votes.codes[row] == code).all() and _named_once(votes, row, code):
            found.append(
                f"Class {short_name(votes.classes[code])!r} occurs in the {where} row only, as the "
                "true label and as the answer of all models: if that row is no case but one of "
                "types, units or totals, leave it out of the file."
            )
    return found


def _named_once(votes: Votes, row: int, code: int) -> bool:
    """Return whether the votes for a class, apart from missing ones, are those of one row."""
    named = votes.codes == code
    if votes.available is not None:
        if not votes.available[row].all():
            return False
        named &= votes.available
    return int(np.count_nonzero(named)) == votes.n_models
