"""What the command ``run`` prints of a run."""

from __future__ import annotations

from l2dwk_core.common.text import agreeing, bound, counted, one_line
from l2dwk_core.method.lambda_choice import LambdaChoice
from l2dwk_core.method.returned_vote import removed_sentence
from l2dwk_core.method.trace import STOP_REASONS
from l2dwk_core.pools.recipe import GIVEN
from l2dwk_core.runs.kept_models import weight_lines
from l2dwk_core.runs.run import Run

_LISTED = 20
"""The number of models listed with their weights."""


def summary(done: Run, choice: LambdaChoice | None) -> str:
    """Return the run in plain text: its rows, its rounds, the test accuracies, and its notes."""
    trace, accuracy, prepared = done.trace, done.accuracy, done.prepared
    last = trace.returned
    given = prepared.recipe.pool.kind == GIVEN
    name = one_line(prepared.dataset.name)
    equal = f" ({words})" if (words := accuracy.equal_members_words) else ""
    lines = [
        f"{name}: the votes of {counted(done.n_members, 'model')} are given, "
        f"{counted(len(prepared.weighting_rows), 'row')} weighed them, "
        f"{len(prepared.test_rows)} tested the vote."
        if given
        else f"{name}: {counted(len(prepared.training_rows), 'row')} trained "
        f"{counted(done.n_members, 'member')} ({prepared.recipe.pool.kind}), "
        f"{len(prepared.weighting_rows)} weighed them "
        f"({prepared.recipe.weighting}), {len(prepared.test_rows)} tested the vote.",
        *([] if choice is None else [_chosen(choice)]),
        f"Stopped after round {len(trace.rounds)}: {STOP_REASONS[trace.stop_reason]}",
        f"Returned round {trace.returned_round}: {trace.n_selected} of "
        f"{counted(done.n_members, 'member')} "
        f"{agreeing(trace.n_selected, 'keeps', 'keep')} weight (effective number "
        f"{last.effective_number:.1f}), objective "
        f"{last.objective:.6f}, certified up to rounding within "
        f"{bound(last.gap, last.objective)}.{removed_sentence(trace)}",
        f"Test accuracy, {counted(accuracy.n_test_rows, 'row')}, 95% interval:",
    ]
    for title, score in (
        ("L2DWK", accuracy.l2dwk),
        ("uniform vote, same members", accuracy.uniform),
        ("uniform vote, members trained on all training rows", accuracy.uniform_all),
        (f"best single member{equal}", accuracy.best_single),
    ):
        if given and score is accuracy.uniform_all:
            continue
        lines.append(f"  {score.accuracy:7.2%}  [{score.low:.2%}, {score.high:.2%}]  {title}")
    lines.append(
        f"Against the uniform vote of the same members: right on "
        f"{counted(accuracy.better, 'row')} it gets "
        f"wrong, wrong on {accuracy.worse} it gets right{accuracy.groups_words}."
        f"{accuracy.gaps_sentence}"
    )
    if given:
        lines += ["Models with weight:", *(f"  {line}" for line in weight_lines(done, _LISTED))]
    notes = [*prepared.notes, *(() if choice is None else choice.notes)]
    lines += [f"Note: {note}" for note in notes]
    return "\n".join(lines)


def _chosen(choice: LambdaChoice) -> str:
    """Return a text on what was chosen, and from which values. The score is left out, because it is
    not an accuracy."""
    tried = [candidate.lam for candidate in choice.candidates]
    return (
        f"λ = {choice.winner.lam:g} was chosen out of {counted(len(tried), 'value')} from "
        f"{min(tried):g} to {max(tried):g}, by {choice.n_folds} folds of the weighting rows, drawn "
        f"{counted(choice.n_repeats, 'time')}."
    )
