"""Records of the members a run keeps: what ``kept_models`` returns."""

from __future__ import annotations

import json
import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import pandas as pd

from l2dwk_core.common.csv_text import csv_text
from l2dwk_core.common.json_values import number_or_none
from l2dwk_core.common.text import counted
from l2dwk_core.common.types import Floats, Indices
from l2dwk_core.method.settings import Settings
from l2dwk_core.runs.vote_script import vote_script
from l2dwk_core.statistics.answers import BY_MISSING, Answers
from l2dwk_core.statistics.group_gains import GroupGains
from l2dwk_core.statistics.significance import Claim


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
        votes has one verdict (``with_pinned_verdict`` for a pinned run).
    corrects, spoils
        The test rows that are wrong without the member and right with it, and the reverse. They are
        positions among the test rows.
    unanswered
        The positions of the test rows that the vote without the member does not answer.
    """

    n_selected: int
    objective: float
    gap: float
    loss: Claim
    corrects: Indices
    spoils: Indices
    unanswered: Indices


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
    test_row_numbers
        (n_test,) the number of each test row in its file (``Dataset.numbers_of``).
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
    test_row_numbers: Indices

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
            # corrects, spoils and unanswered are positions in this list.
            "test_row_numbers": self.test_row_numbers.tolist(),
            "recipe": dict(self.recipe),
            "settings": self.settings.as_dict(),
            "classes": list(self.classes),
            "models": [
                _plain(vars(model))
                | {
                    "recalls": [number_or_none(recall) for recall in model.recalls],
                    "without": None
                    if model.without is None
                    else _plain(vars(model.without))
                    | {
                        "loss": _plain(vars(model.without.loss)),
                        "corrects": model.without.corrects.tolist(),
                        "spoils": model.without.spoils.tolist(),
                        "unanswered": model.without.unanswered.tolist(),
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


def _answers(answers: Answers) -> dict[str, Any]:
    return {
        "unanswered": answers.unanswered,
        "accuracy_on_answers": number_or_none(answers.accuracy),
    }


def _plain(values: dict[str, Any]) -> dict[str, Any]:
    """Return the numbers and texts of a record, with None in place of NaN."""
    return {
        key: number_or_none(value) if isinstance(value, float) else value
        for key, value in values.items()
    }
