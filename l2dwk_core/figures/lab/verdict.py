"""The verdict on a run: its accuracy beside two uniform votes, with paired comparisons in words."""

from __future__ import annotations

from dataclasses import dataclass

from l2dwk_core.common.text import agreeing, counted
from l2dwk_core.figures.palette import L2DWK, UNIFORM, UNIFORM_ALL
from l2dwk_core.pools.recipe import GIVEN
from l2dwk_core.runs.run import Run
from l2dwk_core.statistics.answers import BY_MISSING, Answers
from l2dwk_core.statistics.significance import Claim


@dataclass(frozen=True)
class VerdictLine:
    """One vote of a verdict: its colour in figures, its test accuracy as text, its name, and what
    is said of it."""

    colour: str
    accuracy: str
    name: str
    words: str


def verdict(run: Run) -> tuple[VerdictLine, ...]:
    """Return the lines of the verdict: the weighted vote first, then each uniform vote.

    Each uniform vote is compared with the weighted vote on the same test rows by an exact
    test, corrected for all comparisons of the run (``Accuracy.against_uniform``). Given votes have
    one uniform vote, because nothing is trained. Where votes are missing, each line says how many
    test rows have no answer.
    """
    accuracy, trace, recipe = run.accuracy, run.trace, run.prepared.recipe
    gaps = accuracy.gaps
    lines = [
        VerdictLine(
            L2DWK,
            f"{accuracy.l2dwk.accuracy:.1%}",
            "L2DWK",
            f"{trace.n_selected} of {counted(run.n_members, 'member')} "
            f"{agreeing(trace.n_selected, 'keeps', 'keep')} weight; right answers on "
            f"{counted(accuracy.n_test_rows, 'test row')} that took no part"
            + _missing(None if gaps is None else gaps.l2dwk),
        )
    ]
    same = accuracy.better, accuracy.worse
    every = accuracy.better_all, accuracy.worse_all
    # Only a hold-out costs the members rows: otherwise both uniform votes are one.
    others = recipe.pool.kind != GIVEN and recipe.weighting == "hold_out"
    lines.append(
        VerdictLine(
            UNIFORM,
            f"{accuracy.uniform.accuracy:.1%}",
            "uniform vote, same members",
            _compared(same, accuracy.against_uniform, accuracy.groups_words)
            + _missing(None if gaps is None else gaps.uniform),
        )
    )
    if recipe.pool.kind == GIVEN:
        return tuple(lines)
    lines.append(
        VerdictLine(
            UNIFORM_ALL,
            f"{accuracy.uniform_all.accuracy:.1%}",
            "uniform vote, members trained on all rows",
            _compared(every, accuracy.against_uniform_all)
            if others
            else "these are the same members: they were trained on all training rows",
        )
    )
    return tuple(lines)


def verdict_sentences(lines: tuple[VerdictLine, ...]) -> str:
    """Return the verdict as one text, for somebody who hears it."""
    return " ".join(f"{line.name}: {line.accuracy}, {line.words}." for line in lines)


def _missing(answers: Answers | None) -> str:
    return f"; {answers.words}" if answers is not None and answers.unanswered else ""


def _compared(pair: tuple[int, int], found: Claim, groups: str = "") -> str:
    """Return what the test rows say of L2DWK against a vote, in words."""
    better, worse = pair
    if better + worse == 0:
        return "no difference: right on the same rows as L2DWK"
    counts = f"on {counted(better, 'row')} only L2DWK is right, on {worse} only this vote{groups}"
    if not found.claimed:
        why = f", as {BY_MISSING}" if found.by_missing else ""
        return f"no difference can be claimed{why}: {counts}"
    return f"L2DWK is {'better' if better > worse else 'worse'} on this split: {counts}"
