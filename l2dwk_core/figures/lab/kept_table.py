"""The table of the kept members: weight, own accuracies, and the loss of the vote without each."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import numpy as np
import pandas as pd

from l2dwk_core.common.text import counted
from l2dwk_core.runs.kept_models import member_name
from l2dwk_core.runs.kept_records import KeptModel, KeptModels, WithoutModel
from l2dwk_core.runs.run import Run

_LISTED = 8
"""The number of row numbers listed for each member. The files list all."""


def kept_table(found: KeptModels) -> pd.DataFrame:
    """Return a table with one row for each kept member, the heaviest first. A cell is empty when
    its number is not defined.

    Corrected rows are named by their numbers in the file.
    """
    numbers = found.test_row_numbers
    gaps = any(model.unanswered for model in found.models)
    lines = [_line(model, found.classes, numbers, gaps=gaps) for model in found.models]
    return pd.DataFrame(lines)


def single_model_sentence(found: KeptModels, run: Run) -> str | None:
    """Return that one model alone is right on as many test rows as the vote, or on more; None
    where it is not, or where the vote is one model. It counts rows; what may be claimed, the
    sentence of the contrast says.

    The model is the best of the weighting rows, so that it is not chosen on the test rows.
    """
    (single,) = [one for one in found.contrasts if one.key == "best_single"]
    if len(found.models) < 2 or single.better > single.worse:
        return None
    name = member_name(run, int(single.weights.argmax()))
    equal = f" ({words})" if (words := run.accuracy.equal_members_words) else ""
    more = single.worse - single.better
    how = "as many of them" if more == 0 else f"{more} more of them"
    than = "as" if more == 0 else "than"
    return (
        f"Of {counted(found.n_test, 'test row')} one model alone, {name}{equal}, gets {how} right "
        f"{than} the vote of {len(found.models)} models ({single.accuracy:.1%} and "
        f"{found.accuracy:.1%} right). Other rows may say otherwise; whether "
        "a difference can be claimed stands below."
    )


def _line(
    model: KeptModel, classes: Sequence[Any], numbers: np.ndarray, *, gaps: bool
) -> dict[str, Any]:
    return {
        "model": model.name,
        "weight": model.weight,
        "weighting rows right, %": _percent(model.weighting_accuracy),
        "test rows right, %": _percent(model.accuracy),
        **({"test rows unanswered": model.unanswered} if gaps else {}),
        "balanced, %": _percent(model.balanced_accuracy),
        "loss without, points": _loss(model.without),
        "corrects": None if model.without is None else len(model.without.corrects),
        "spoils": None if model.without is None else len(model.without.spoils),
        "test rows it corrects": _rows(model.without, numbers),
    } | {
        f"recall of {name}, %": _percent(recall)
        for name, recall in zip(classes, model.recalls, strict=True)
    }


def _percent(share: float) -> float | None:
    return None if math.isnan(share) else 100 * share


def _loss(without: WithoutModel | None) -> str | None:
    if without is None:
        return None
    loss = without.loss
    if math.isnan(loss.low):
        return f"{100 * loss.mean:+.1f}"
    return f"{100 * loss.mean:+.1f} ({100 * loss.low:+.1f} to {100 * loss.high:+.1f})"


def _rows(without: WithoutModel | None, numbers: np.ndarray) -> str | None:
    if without is None:
        return None
    listed = [str(number) for number in numbers[without.corrects[:_LISTED]]]
    more = len(without.corrects) - len(listed)
    return ", ".join(listed) + (f" and {more} more" if more else "")
