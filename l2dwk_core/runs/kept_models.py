"""The members a run keeps, the effect of each on the vote, and a comparison with other votes."""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from l2dwk_core.combiners.combiner_input import CombinerInput
from l2dwk_core.combiners.ordering.forward_selection import ForwardSelection
from l2dwk_core.common.checks import check_whole
from l2dwk_core.common.csv_text import csv_text
from l2dwk_core.common.text import counted, one_line
from l2dwk_core.common.types import Bools, Floats, Indices
from l2dwk_core.method.self_training import train_on
from l2dwk_core.method.settings import Settings
from l2dwk_core.oracle.oracle import Oracle
from l2dwk_core.oracle.weighted_vote import WeightedVote
from l2dwk_core.runs.accuracy import answered_rows, best_member, n_comparisons
from l2dwk_core.runs.run import Run
from l2dwk_core.runs.vote_script import vote_script
from l2dwk_core.statistics.answers import BY_MISSING, Answers, PairedRows
from l2dwk_core.statistics.group_gains import GroupGains, test_words
from l2dwk_core.statistics.significance import Claim, paired_claim

MOST_SOLVED = 30
"""For how many kept members, the heaviest first, the program is solved again without the member."""


@dataclass(frozen=True, eq=False)
class WithoutModel:
    """The run's program solved again, with the same settings, without one member.

    It shows the effect of the member, but it must not be used to choose members: it is measured on
    the test rows, and a choice made from it would be a choice made on the test rows.

    Attributes
    ----------
    n_selected
        The number of members with weight in the new solution.
    objective, gap
        f(w; α) of the returned round, and an upper bound on its distance to the minimum. The bound
        is proved up to rounding errors.
    loss
        The accuracy of the ensemble minus the accuracy without the member, on the test rows, with
        its interval (``paired_claim``). Holm's correction covers all members shown, and is at least
        that of a comparison of the run. Where the vote without the member is one of the votes of
        ``KeptModels.contrasts``, on every test row, this is the claim of that contrast: one pair of
        votes has one verdict.
    corrects, spoils
        The test rows that are wrong without the member and right with it, and the reverse. They are
        positions among the test rows.
    """

    n_selected: int
    objective: float
    gap: float
    loss: Claim
    corrects: Indices
    spoils: Indices


@dataclass(frozen=True, eq=False)
class KeptModel:
    """One member that has weight.

    Attributes
    ----------
    member, name
        Its position among the members, and its name.
    weight
        Its weight in the vote.
    weighting_accuracy, accuracy
        Of the weighting rows that it may judge, and of the test rows that it may judge, the share
        on which it is right. NaN when it may judge none.
    unanswered
        The number of test rows that it may not judge, because its vote is missing.
    recalls
        One number for each class: of the test rows of the class that it may judge, the share on
        which it is right. NaN when there is no such row.
    balanced_accuracy
        Mean of the recalls that are not NaN. Source: Brodersen et al. 2010.
    without
        The solution without this member. None when the member is not one of the heaviest, or when
        it is the only member.
    """

    member: int
    name: str
    weight: float
    weighting_accuracy: float
    accuracy: float
    unanswered: int
    balanced_accuracy: float
    recalls: tuple[float, ...]
    without: WithoutModel | None


@dataclass(frozen=True, eq=False)
class Contrast:
    """The comparison of the run's vote with another vote of the same members, on the test rows.

    Attributes
    ----------
    key, title
        The key and the name of the other vote.
    accuracy
        The share of test rows on which the other vote is right.
    weights
        (L,) weights of the members in the other vote, learned on the weighting rows.
    better, worse
        The number of test rows on which only the run's vote is right, and the number on which only
        the other vote is right.
    difference
        The accuracy of the run's vote minus the accuracy of the other vote, corrected for all
        comparisons of the run (``n_comparisons``), as the Lab's verdict is.
    answered
        ``better`` and ``worse`` among the test rows that both votes answered; None when both
        answered all.
    answers
        The answers of the other vote.
    groups
        How the two votes differ in each group of test rows; None when rows are single cases.
    """

    key: str
    title: str
    accuracy: float
    weights: Floats
    better: int
    worse: int
    difference: Claim
    answered: tuple[int, int] | None
    answers: Answers
    groups: GroupGains | None = None

    @property
    def sentence(self) -> str:
        """Return a sentence that says what the test rows show about this difference."""
        missing = self.answers.words
        end = f" Of the other vote: {missing}." if missing else ""
        return f"{self._compared}{end}"

    @property
    def _compared(self) -> str:
        found = self.difference
        if self.better + self.worse == 0:
            return f"L2DWK and {self.title} are right on the same test rows: undecided."
        points = (
            f"{100 * found.mean:+.1f} points (interval {100 * found.low:+.1f} to "
            f"{100 * found.high:+.1f}), right alone on {counted(self.better, 'test row')} and "
            f"wrong alone on {self.worse}{'' if self.groups is None else self.groups.words}"
        )
        if not found.claimed:
            why = ""
            if found.by_missing and self.answered is not None:
                better, worse = self.answered
                why = (
                    f", as {BY_MISSING}: on the rows that both answered, right alone on {better} "
                    f"and wrong alone on {worse}"
                )
            return f"L2DWK against {self.title}: {points}: undecided{why}."
        verdict = "better" if found.mean > 0 else "worse"
        return (
            f"L2DWK is {verdict} than {self.title} on this one split: {points}; other "
            "splits may say otherwise."
        )


@dataclass(frozen=True, eq=False)
class KeptModels:
    """The members with weight, the heaviest first, and the run's vote compared with three others.

    Attributes
    ----------
    models
        The members with weight, the heaviest first. Of equal weights the lowest position is first.
    contrasts
        The comparisons with three other votes: the best single member on the weighting rows,
        forward selection with replacement (it starts from the five best single members and adds one
        member in each of 50 rounds, with one bag; Caruana et al. 2004), and the uniform vote of all
        members. The weights of these votes are learned on the weighting rows.
    accuracy
        The share of test rows on which the run's vote is right.
    answers
        The answers of the run's vote.
    classes
        The classes in the order of ``KeptModel.recalls``.
    n_members, n_test
        The number of all members, and the number of test rows.
    settings
        The settings of the run.
    recipe
        The other choices that have a part in the run (``Run.relevant_choices``).
    notes
        Remarks a reader of the table needs, one line each.
    """

    models: tuple[KeptModel, ...]
    contrasts: tuple[Contrast, ...]
    accuracy: float
    answers: Answers
    classes: tuple[Any, ...]
    n_members: int
    n_test: int
    settings: Settings
    recipe: Mapping[str, Any]
    notes: tuple[str, ...]

    def table(self) -> pd.DataFrame:
        """Return a table with one row for each kept member; NaN where a number is not defined."""
        return pd.DataFrame([self._line(model) for model in self.models])

    def to_csv(self) -> str:
        """Return the table as comma-separated text that is safe in a spreadsheet."""
        return csv_text(self.table())

    def to_json(self) -> str:
        """Return ``as_dict`` as text."""
        return json.dumps(self.as_dict(), indent=1, ensure_ascii=False, allow_nan=False)

    def as_dict(self) -> dict[str, Any]:
        """Return plain values, ready for JSON; None where a number is not defined."""
        return {
            "accuracy": self.accuracy,
            "answers": _answers(self.answers),
            "n_members": self.n_members,
            "n_test": self.n_test,
            "recipe": dict(self.recipe),
            "settings": self.settings.as_dict(),
            "classes": list(self.classes),
            "models": [
                _plain(vars(model))
                | {
                    "recalls": [_or_none(recall) for recall in model.recalls],
                    "without": None
                    if model.without is None
                    else _plain(vars(model.without))
                    | {
                        "loss": _plain(vars(model.without.loss)),
                        "corrects": model.without.corrects.tolist(),
                        "spoils": model.without.spoils.tolist(),
                    },
                }
                for model in self.models
            ],
            "contrasts": [
                _plain(vars(contrast))
                | {
                    "weights": contrast.weights.tolist(),
                    "difference": _plain(vars(contrast.difference)),
                    "answers": _answers(contrast.answers),
                    "groups": None
                    if contrast.groups is None
                    else {
                        "test_groups": contrast.groups.n_groups,
                        "groups_that_differ": len(contrast.groups.gains),
                    },
                    "sentence": contrast.sentence,
                }
                for contrast in self.contrasts
            ],
            "notes": list(self.notes),
        }

    def python_snippet(self) -> str:
        """Return a script in Python and NumPy that gives the votes of new rows from the outputs of
        all members: see ``vote_script``."""
        weights = [(model.member, model.name, model.weight) for model in self.models]
        return vote_script(weights, self.classes, self.n_members, self.settings.outputs)

    def _line(self, model: KeptModel) -> dict[str, Any]:
        line: dict[str, Any] = {
            "member": model.member,
            "name": model.name,
            "weight": model.weight,
            "weighting_accuracy": model.weighting_accuracy,
            "test_accuracy": model.accuracy,
            "test_unanswered": model.unanswered,
            "test_balanced_accuracy": model.balanced_accuracy,
        }
        for name, recall in zip(self.classes, model.recalls, strict=True):
            line[f"test_recall_{name}"] = recall
        found = model.without
        line["loss_without"] = math.nan if found is None else found.loss.mean
        line["loss_low"] = math.nan if found is None else found.loss.low
        line["loss_high"] = math.nan if found is None else found.loss.high
        line["corrects"] = math.nan if found is None else len(found.corrects)
        line["spoils"] = math.nan if found is None else len(found.spoils)
        return line


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
    recipe = run.prepared.recipe
    return n_comparisons(recipe.pool.kind, recipe.weighting)


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
    found: list[tuple[int, float, float, Indices, Indices, bytes]] = []
    pairs: list[PairedRows] = []
    answered = run.answered
    for done, member in enumerate(members, start=1):
        others = np.delete(np.arange(run.n_members), member)
        trace = train_on(run.oracle.of_members(others), run.settings)
        weights = np.zeros(run.n_members)
        weights[others] = trace.weights
        bare = _right(vote, weights)
        last = trace.rounds[trace.returned_round - 1]
        corrects, spoils = np.flatnonzero(right & ~bare), np.flatnonzero(bare & ~right)
        pairs.append(
            PairedRows.of(
                right,
                bare,
                answered & answered_rows(run.test_oracle, np.flatnonzero(weights)),
                run.prepared.test_groups,
            )
        )
        key = _answers_of(run, vote, weights)
        found.append((trace.n_selected, last.objective, last.gap, corrects, spoils, key))
        if progress is not None:
            progress(done, len(members))
    return [
        WithoutModel(n, objective, gap, known.get(key, loss), corrects, spoils)
        for (n, objective, gap, corrects, spoils, key), loss in zip(
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


def _answers(answers: Answers) -> dict[str, Any]:
    return {"unanswered": answers.unanswered, "accuracy_on_answers": _or_none(answers.accuracy)}


def _plain(values: dict[str, Any]) -> dict[str, Any]:
    """Return the numbers and texts of a record, with None in place of NaN."""
    return {
        key: _or_none(value) if isinstance(value, float) else value for key, value in values.items()
    }


def _or_none(value: float) -> float | None:
    return None if math.isnan(value) else value
