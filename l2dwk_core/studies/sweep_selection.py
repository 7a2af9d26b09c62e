"""How a value chosen on the weighting rows does on rows that took no part in the choice.

The best of many values is too good on the rows on which it was chosen. Here it is chosen split by
split on the weighting rows and scored on the test rows, beside the uniform vote of the same
members.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from l2dwk_core.common.types import Floats
from l2dwk_core.runs.accuracy import Accuracy
from l2dwk_core.statistics.answers import Answers
from l2dwk_core.statistics.discordant_rows import DiscordantRows
from l2dwk_core.statistics.group_gains import gains_of_splits
from l2dwk_core.statistics.significance import Claim, claims
from l2dwk_core.studies.sweeps import Outcome, Sweep


@dataclass(frozen=True, eq=False)
class Selection:
    """One chosen value for each split.

    Attributes
    ----------
    places
        (splits,) position of the chosen value in the plan.
    values
        (splits,) the value itself.
    chosen, uniform, hindsight
        (splits,) test accuracy of the weighted vote at the chosen value, of the uniform vote of the
        same members, and of the weighted vote at the value that is best on the test rows
        themselves, which cannot be known beforehand.
    better, equal, worse
        Splits in which the chosen value has more, as many, or fewer test rows right than the
        uniform vote.
    interval
        Mean difference to the uniform vote and whether it may be claimed. It is the only difference
        tested, however many values were looked at: the test rows take no part in the choice.
    answers, uniform_answers
        Of the weighted vote with the chosen values and of the uniform vote, over all splits; None
        when no vote is missing.
    """

    places: NDArray[np.intp]
    values: Floats
    chosen: Floats
    uniform: Floats
    hindsight: Floats
    better: int
    equal: int
    worse: int
    interval: Claim
    answers: Answers | None = None
    uniform_answers: Answers | None = None

    @property
    def differences(self) -> Floats:
        """Return (splits,) the accuracy with the chosen value minus that of the uniform vote."""
        return self.chosen - self.uniform


def choose(outcomes: Sequence[Outcome]) -> int:
    """Return the position of the outcome with most right votes on the weighting rows.

    Ties: fewest members with weight, then the first.
    """
    return min(
        range(len(outcomes)),
        key=lambda i: (-outcomes[i].weighting_accuracy, outcomes[i].n_selected, i),
    )


def selection(sweep: Sweep) -> Selection:
    """Return the value chosen on each split's weighting rows and its result on the test rows."""
    places = [choose(split) for split in sweep.outcomes]
    picked = [split[p].accuracy for split, p in zip(sweep.outcomes, places, strict=True)]
    gained = np.array([a.l2dwk.correct - a.uniform.correct for a in picked])
    chosen = np.array([a.l2dwk.accuracy for a in picked])
    uniform = np.array([a.uniform.accuracy for a in picked])
    return Selection(
        np.array(places),
        np.array(sweep.plan.values)[places],
        chosen,
        uniform,
        sweep.grid("l2dwk").max(axis=1),
        int((gained > 0).sum()),
        int((gained == 0).sum()),
        int((gained < 0).sum()),
        claims([discordant_rows(sweep, places)])[0],
        *answers_of(picked),
    )


def answers_of(picked: Sequence[Accuracy]) -> tuple[Answers | None, Answers | None]:
    """Return the answers of the weighted and of the uniform vote over several splits; None when no
    vote is missing."""
    gaps = [a.gaps for a in picked if a.gaps is not None]
    if not gaps:
        return None, None
    return Answers.sum([g.l2dwk for g in gaps]), Answers.sum([g.uniform for g in gaps])


def discordant_rows(sweep: Sweep, places: Sequence[int]) -> DiscordantRows:
    """Test rows on which only the weighted vote, or only the uniform vote of the same members, is
    right: of one point of the plan for each split."""
    picked = [split[p].accuracy for split, p in zip(sweep.outcomes, places, strict=True)]
    n_rows, n_test = sweep.n_training + sweep.n_test, [a.n_test_rows for a in picked]
    return DiscordantRows(
        tuple(a.better for a in picked),
        tuple(a.worse for a in picked),
        tuple(n_test),
        tuple(n_rows - n for n in n_test),
        None
        if all(a.answered is None for a in picked)
        else tuple((a.better, a.worse) if a.answered is None else a.answered for a in picked),
        gains_of_splits([a.groups for a in picked]),
    )
