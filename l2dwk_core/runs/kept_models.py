"""The members a run keeps, the effect of each on the vote, and a comparison with other votes."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from l2dwk_core.combiners.combiner_input import CombinerInput
from l2dwk_core.combiners.ordering.forward_selection import ForwardSelection
from l2dwk_core.combiners.scores import best_member
from l2dwk_core.common.checks import check_whole
from l2dwk_core.common.text import counted, one_line
from l2dwk_core.common.types import Bools, Floats, Indices
from l2dwk_core.method.self_training import train_on
from l2dwk_core.oracle.oracle import Oracle
from l2dwk_core.oracle.weighted_vote import WeightedVote
from l2dwk_core.runs.accuracy import answered_rows, n_comparisons
from l2dwk_core.runs.kept_records import Contrast, KeptModel, KeptModels, WithoutModel
from l2dwk_core.runs.run import Run
from l2dwk_core.statistics.answers import Answers, PairedRows
from l2dwk_core.statistics.group_gains import test_words
from l2dwk_core.statistics.paired_votes import paired_claim
from l2dwk_core.statistics.significance import Claim

MOST_SOLVED = 30
"""For how many kept members, the heaviest first, the program is solved again without the member."""


def kept_models(
    run: Run, *, most: int = MOST_SOLVED, progress: Callable[[int, int], None] | None = None
) -> KeptModels:
    """Return the members a run keeps, the effect of each on the test rows, and three contrasts.

    Every difference compares two votes on the same test rows and is tested by ``paired_claim``. The
    contrasts are corrected for all comparisons of the run (``n_comparisons``); Holm's correction is
    over the members left out. A test row on which no member with weight has a vote counts as wrong;
    a difference is claimed only where it also holds on the rows that both votes answered.

    Parameters
    ----------
    run
        A solved run.
    most
        For how many kept members, the heaviest first, the program is solved again without the
        member; 0 or more.
    progress
        Called as ``progress(done, total)`` after each of these solutions. An exception it raises
        ends the work.

    Raises
    ------
    InputError
        When *most* is out of range.
    """
    check_whole("most", most, 0)
    weights, test = run.trace.weights, run.test_oracle
    soft = run.settings.outputs == "probabilities"
    vote = WeightedVote(test, soft=soft)
    right = _right(vote, weights)
    kept = run.trace.kept
    solved = kept[:most] if run.n_members > 1 else kept[:0]
    contrasts = _contrasts(run, right, vote, soft)
    known = {_answers_of(run, vote, c.weights): c.difference for c in contrasts}
    without = _without(run, solved, right, vote, known, progress)
    answers = Answers.of(right, run.answered)
    models = tuple(
        _model(run, int(member), without[place] if place < len(without) else None)
        for place, member in enumerate(kept)
    )
    return KeptModels(
        models,
        contrasts,
        float(right.mean()),
        answers,
        tuple(test.classes.tolist()),
        run.n_members,
        test.n_rows,
        run.settings,
        run.relevant_choices(),
        _notes(run, len(kept), len(solved), answers),
        run.prepared.test_row_numbers,
    )


def member_name(run: Run, member: int) -> str:
    """Return the name of a member, in one line. A member of a recorded run has its number."""
    names = getattr(run.pool, "names", None)
    return f"member {member}" if names is None else one_line(names[member])


def weight_lines(run: Run, most: int) -> list[str]:
    """Return lines of text with the weight and the name of the *most* heaviest members, and a line
    that counts the other members with weight."""
    kept, weights = run.trace.kept, run.trace.weights
    lines = [f"{weights[member]:7.4f}  {member_name(run, int(member))}" for member in kept[:most]]
    return [*lines, *([f"and {len(kept) - most} more"] if len(kept) > most else [])]


def _notes(run: Run, n_kept: int, n_solved: int, answers: Answers) -> tuple[str, ...]:
    n_members = run.n_members
    notes = [
        "All differences are from one test part, that is from one split: another split may say "
        "otherwise. Those to other votes are tested as in the verdict: by the "
        f"{test_words(run.accuracy.groups)}, "
        f"corrected for the {_comparisons(run)} comparisons of a run.",
    ]
    if run.test_oracle.available is not None:
        own = f" Of L2DWK: {answers.words}." if answers.unanswered else ""
        notes.append(
            "Some votes are missing. In the table a member's accuracy counts the rows on which it "
            "has a vote; in a comparison of votes a row without an answer counts as wrong. A "
            "difference is claimed only where it also holds on the rows that both votes answered."
            + own
        )
    if n_solved:
        notes.append(
            "What the ensemble loses without a member is for looking, not for choosing: it is "
            "tested on the test rows, so a choice by it would need other rows to be tested on. It "
            "is corrected for all members left out, and for no less than the comparisons of a run."
        )
    if n_members == 1:
        notes.append("There is a single member, so nothing is left without it.")
    elif n_solved < n_kept:
        notes.append(
            f"The program was solved again without each of the {n_solved} heaviest of "
            f"{counted(n_kept, 'kept member')}; not without the others."
        )
    return tuple(notes)


def _right(vote: WeightedVote, weights: Floats) -> Bools:
    """Return (test rows,) bool: whether the vote with these weights is right."""
    return ~vote.outcome(weights).not_right


def _answers_of(run: Run, vote: WeightedVote, weights: Floats) -> bytes:
    """Return on which test rows the vote with these weights is right and on which it has an
    answer, as a key: votes with one key are one vote."""
    answered = answered_rows(run.test_oracle, np.flatnonzero(weights))
    return _right(vote, weights).tobytes() + answered.tobytes()


def _comparisons(run: Run) -> int:
    return n_comparisons(run.prepared.recipe.pool.kind)


def _claims(pairs: Sequence[PairedRows], comparisons: int) -> list[Claim]:
    """Return the claim for each pair of votes, corrected for all of them (Holm), and no less than
    for the *comparisons* of the run."""
    p_values = [rows.p_value for rows in pairs]
    return [
        paired_claim(
            rows.better,
            rows.worse,
            rows.n_rows,
            p_values[:place] + p_values[place + 1 :],
            answered=rows.answered,
            groups=rows.groups,
            comparisons=comparisons,
        )
        for place, rows in enumerate(pairs)
    ]


def _without(
    run: Run,
    members: Indices,
    right: Bools,
    vote: WeightedVote,
    known: Mapping[bytes, Claim],
    progress: Callable[[int, int], None] | None,
) -> list[WithoutModel]:
    """Solve the program again without each of the members, and return the results. *known* has the
    claims about votes that the run is compared with anyway."""
    found: list[tuple[int, float, float, Indices, Indices, Indices, bytes]] = []
    pairs: list[PairedRows] = []
    answered = run.answered
    for done, member in enumerate(members, start=1):
        others = np.delete(np.arange(run.n_members), member)
        trace = train_on(run.oracle.of_members(others), run.settings)
        weights = np.zeros(run.n_members)
        weights[others] = trace.weights
        bare = _right(vote, weights)
        last = trace.returned
        corrects, spoils = np.flatnonzero(right & ~bare), np.flatnonzero(bare & ~right)
        cast = answered_rows(run.test_oracle, np.flatnonzero(weights))
        pairs.append(PairedRows.of(right, bare, answered & cast, run.prepared.test_groups))
        key = _answers_of(run, vote, weights)
        silent = np.flatnonzero(~cast)
        found.append((trace.n_selected, last.objective, last.gap, corrects, spoils, silent, key))
        if progress is not None:
            progress(done, len(members))
    return [
        WithoutModel(n, objective, gap, known.get(key, loss), corrects, spoils, silent)
        for (n, objective, gap, corrects, spoils, silent, key), loss in zip(
            found, _claims(pairs, _comparisons(run)), strict=True
        )
    ]


def _model(run: Run, member: int, without: WithoutModel | None) -> KeptModel:
    test = run.test_oracle
    sign = test.matrix[:, member]
    recalls = tuple(
        _right_share(sign[test.label_codes == code]) for code in range(len(test.classes))
    )
    known = [recall for recall in recalls if not math.isnan(recall)]
    return KeptModel(
        member,
        member_name(run, member),
        float(run.trace.weights[member]),
        _right_share(run.oracle.matrix[:, member]),
        _right_share(sign),
        int(np.count_nonzero(sign == 0)),
        float(np.mean(known)) if known else math.nan,
        recalls,
        without,
    )


def _right_share(signs: NDArray[np.int8]) -> float:
    """Return the share of +1 among the +1 and −1; NaN when there is none."""
    judged = int(np.count_nonzero(signs))
    return float(np.count_nonzero(signs > 0) / judged) if judged else math.nan


def _contrasts(run: Run, right: Bools, vote: WeightedVote, soft: bool) -> tuple[Contrast, ...]:
    others = (
        ("best_single", "the best single member by weighting rows", _alone(run.oracle)),
        ("forward_selection", "forward selection", _forward_selection(run.oracle, soft)),
        ("uniform", "the uniform vote", np.full(run.n_members, 1.0 / run.n_members)),
    )
    mine, contrasts = run.answered, []
    for key, title, weights in others:
        theirs = _right(vote, weights)
        answered = answered_rows(run.test_oracle, np.flatnonzero(weights))
        rows = PairedRows.of(right, theirs, mine & answered, run.prepared.test_groups)
        contrasts.append(
            Contrast(
                key,
                title,
                float(theirs.mean()),
                weights,
                rows.better,
                rows.worse,
                rows.claim(_comparisons(run)),
                rows.answered,
                Answers.of(theirs, answered),
                rows.groups,
            )
        )
    return tuple(contrasts)


def _alone(oracle: Oracle) -> Floats:
    weights = np.zeros(oracle.n_members)
    weights[best_member(oracle)] = 1.0
    return weights


def _forward_selection(oracle: Oracle, soft: bool) -> Floats:
    """Return the weights of forward selection.

    The one bag holds all members, so nothing is drawn at random. The selection starts from the five
    best single members: from an empty ensemble it often ends with the best single member.
    """
    method = ForwardSelection(n_bags=1, output="probabilities" if soft else "votes")
    return method.combine(CombinerInput(oracle, oracle.probabilities)).weights
