"""What a question of a lesson can ask for: a closed list of numbers and words of a run.

``QUANTITIES.md`` is written from this list: ``python -m l2dwk_core.lessons.quantities``.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from types import MappingProxyType
from typing import Any

import numpy as np
from numpy.typing import NDArray

from l2dwk_core.diversity import MEASURES, measure_all
from l2dwk_core.figures.lab.margins import margin_target
from l2dwk_core.method.trace import STOP_REASONS, Round
from l2dwk_core.oracle.weighted_vote import MARGIN_ZERO
from l2dwk_core.runs.run import Run
from l2dwk_core.studies.alpha_on_noise import flipped_share

Pair = NDArray[np.int8]
"""(N, 2) right (+1) or wrong (−1): two members on N rows."""

PATH = Path(__file__).with_name("QUANTITIES.md")

KINDS: Mapping[str, str] = MappingProxyType(
    {
        "count": "a whole number",
        "share": "in percent, 0 to 100",
        "points": "a difference of two shares, in percentage points",
        "number": "a number",
        "word": "one of several words",
    }
)
"""Kinds of quantities, and how a lesson writes their values."""


@dataclass(frozen=True)
class Quantity:
    """One entry of the list.

    ``value`` computes it: from a ``Run`` where ``of`` is "run", from a ``Pair`` where it is
    "pair". Shares and points are returned in percent. NaN where it has no value.
    ``words``: the values of a word, with what each says.
    """

    key: str
    meaning: str
    kind: str
    value: Callable[[Any], float | str]
    of: str = "run"
    words: Mapping[str, str] = field(default_factory=dict)

    def shown(self, value: float | str) -> str:
        """Return a value as a sentence shows it, for example "52%", "−1.2 points" or "17"."""
        if isinstance(value, str):
            return self.words[value]
        if math.isnan(value):
            return "no value"
        return number_shown(self.kind, value)


def number_shown(kind: str, value: float) -> str:
    """Return a number of a kind as a sentence shows it."""
    if kind == "share":
        return f"{value:.0f}%"
    if kind == "points":
        # Rounded first: −0.04 is shown as 0.0, without a sign.
        rounded = round(value, 1) + 0.0
        return f"{rounded:+.1f} points".replace("-", "−").replace("+0.0", "0.0")
    if kind == "count":
        return f"{value:,.0f}"
    return f"{round(value, 2) + 0.0:g}".replace("-", "−")


def _returned(run: Run) -> Round:
    return run.trace.returned


def _rows_with_half_of_alpha(run: Run) -> int:
    alpha = np.sort(run.trace.rounds[-1].alpha)[::-1]
    return int(np.searchsorted(np.cumsum(alpha), alpha.sum() / 2)) + 1


def _alpha_on_flipped(run: Run) -> float:
    flipped = run.prepared.flipped
    return 100 * float(flipped_share(run.trace, flipped)[-1]) if flipped.any() else math.nan


def _positive_margins(run: Run) -> int:
    return int(np.count_nonzero(_returned(run).margins > MARGIN_ZERO))


def _target(run: Run) -> float:
    found = margin_target(run.settings, missing=run.oracle.available is not None)
    return math.nan if found is None else found.value


def _verdict(run: Run) -> str:
    found = run.accuracy.against_uniform
    if not found.claimed:
        return "none"
    return "better" if found.mean > 0 else "worse"


def _accuracy(name: str, run: Run) -> float:
    return 100 * float(getattr(run.accuracy, name).accuracy)


def _points(name: str, other: str, run: Run) -> float:
    return _accuracy(name, run) - _accuracy(other, run)


def _test_diversity(run: Run) -> float:
    return run.path("test").of_returned(run.trace).diversity


def _uniform_test_diversity(run: Run) -> float:
    return run.uniform_point("test").diversity


def _members(reduce: Callable[[Any], Any], run: Run) -> float:
    return 100 * float(reduce(run.oracle.member_accuracy))


def _measure(name: str, pair: Pair) -> float:
    return float(measure_all(pair)[name].value)


_VERDICTS = {
    "better": "the weighted vote is better",
    "none": "no difference can be claimed",
    "worse": "the uniform vote is better",
}

_ALL = (
    Quantity("members", "members that take part", "count", lambda run: run.n_members),
    Quantity(
        "members_kept", "members with weight in the returned round", "count",
        lambda run: run.trace.n_selected,
    ),
    Quantity(
        "effective_members", "effective number of members, 1/Σw², in the returned round", "number",
        lambda run: _returned(run).effective_number,
    ),
    Quantity(
        "largest_weight", "share of the vote that the heaviest member has", "share",
        lambda run: 100 * float(run.trace.weights.max() / run.trace.weights.sum()),
    ),
    Quantity("rounds", "rounds until the loop stops", "count", lambda run: len(run.trace.rounds)),
    Quantity(
        "returned_round", "round whose weights are returned", "count",
        lambda run: run.trace.returned_round,
    ),
    Quantity(
        "stop_reason", "why the loop stops", "word", lambda run: run.trace.stop_reason,
        words=STOP_REASONS,
    ),
    Quantity(
        "training_rows", "rows that train the members", "count",
        lambda run: len(run.prepared.training_rows),
    ),
    Quantity(
        "weighting_rows", "rows that judge the members (weighting rows)", "count",
        lambda run: run.oracle.n_rows,
    ),
    Quantity(
        "test_rows", "rows that test the vote", "count", lambda run: run.accuracy.n_test_rows
    ),
    Quantity(
        "wrong_votes", "weighting rows with a wrong vote in the returned round", "count",
        lambda run: _returned(run).n_wrong,
    ),
    Quantity(
        "weighting_accuracy", "weighting rows with a right vote in the returned round", "share",
        lambda run: 100 * run.weighting_accuracy,
    ),
    Quantity(
        "positive_margins", "weighting rows with a margin above 0 in the returned round", "count",
        _positive_margins,
    ),
    Quantity(
        "mean_margin", "mean margin of the weighting rows in the returned round", "number",
        lambda run: float(np.nanmean(_returned(run).margins)),
    ),
    Quantity(
        "margin_target", "margin that the objective pulls every weighting row to", "number",
        _target,
    ),
    Quantity(
        "diversity", "½(1 − mean m²) of the weighting rows in the returned round", "number",
        lambda run: _returned(run).diversity,
    ),
    Quantity(
        "test_diversity", "½(1 − mean m²) of the test rows, with the weights that are returned",
        "number", _test_diversity,
    ),
    Quantity(
        "uniform_test_diversity",
        "½(1 − mean m²) of the test rows, with the same weight for every member", "number",
        _uniform_test_diversity,
    ),
    Quantity(
        "half_of_alpha", "fewest weighting rows that hold half of α in the last round", "count",
        _rows_with_half_of_alpha,
    ),
    Quantity(
        "flipped_rows", "weighting rows with a flipped label", "share",
        lambda run: 100 * float(run.prepared.flipped.mean()),
    ),
    Quantity(
        "alpha_on_flipped", "part of α on rows with a flipped label in the last round", "share",
        _alpha_on_flipped,
    ),
    Quantity(
        "accuracy", "test rows that the weighted vote gets right", "share",
        partial(_accuracy, "l2dwk"),
    ),
    Quantity(
        "uniform_accuracy", "test rows that the uniform vote of the same members gets right",
        "share", partial(_accuracy, "uniform"),
    ),
    Quantity(
        "all_rows_accuracy",
        "test rows that the uniform vote of members trained on all training rows gets right",
        "share", partial(_accuracy, "uniform_all"),
    ),
    Quantity(
        "best_member_accuracy",
        "test rows that the member that is best on the weighting rows gets right", "share",
        partial(_accuracy, "best_single"),
    ),
    Quantity(
        "points_over_uniform", "accuracy minus uniform_accuracy", "points",
        partial(_points, "l2dwk", "uniform"),
    ),
    Quantity(
        "points_over_all_rows", "accuracy minus all_rows_accuracy", "points",
        partial(_points, "l2dwk", "uniform_all"),
    ),
    Quantity(
        "points_over_best_member", "accuracy minus best_member_accuracy", "points",
        partial(_points, "l2dwk", "best_single"),
    ),
    Quantity(
        "hold_out_cost", "all_rows_accuracy minus uniform_accuracy", "points",
        partial(_points, "uniform_all", "uniform"),
    ),
    Quantity(
        "verdict", "weighted against uniform vote of the same members, as the Lab's verdict",
        "word", _verdict, words=_VERDICTS,
    ),
    Quantity(
        "weakest_member", "weighting rows that the least accurate member gets right", "share",
        partial(_members, np.min),
    ),
    Quantity(
        "mean_member", "weighting rows that a member gets right, mean over members", "share",
        partial(_members, np.mean),
    ),
    Quantity(
        "strongest_member", "weighting rows that the most accurate member gets right", "share",
        partial(_members, np.max),
    ),
    *(
        Quantity(name, f"{MEASURES[name].title} of the two members", "number",
                 partial(_measure, name), "pair")
        for name in (
            "q_statistic", "correlation", "interrater_kappa", "disagreement", "double_fault"
        )
    ),
)  # fmt: skip

QUANTITIES: Mapping[str, Quantity] = MappingProxyType({item.key: item for item in _ALL})
"""Every quantity by its name in a lesson file."""


def values_of(of: str, source: Run | Pair) -> Callable[[str], float | str]:
    """Return a function from the name of a quantity to its value for this run or pair.

    ``of``: "run" or "pair". Raise KeyError for a quantity of the other.
    """
    known = {key: item for key, item in QUANTITIES.items() if item.of == of}
    return lambda key: known[key].value(source)


def quantities_markdown() -> str:
    """Return the list as Markdown tables, one for runs and one for pairs of members."""
    titles = {"run": "Of a run", "pair": "Of two members given by four counts"}
    parts = [
        "# What a question can ask for\n\nWritten from `quantities.py` by "
        "`python -m l2dwk_core.lessons.quantities`.\n"
    ]
    for of, title in titles.items():
        parts.append(f"## {title}\n\n| name | meaning | value |\n|---|---|---|")
        parts += [
            f"| `{item.key}` | {item.meaning} | {_allowed(item)} |"
            for item in QUANTITIES.values()
            if item.of == of
        ]
        parts.append("")
    return "\n".join(parts)


def _allowed(item: Quantity) -> str:
    if item.kind != "word":
        return KINDS[item.kind]
    return "; ".join(f"`{word}`: {meaning.rstrip('.')}" for word, meaning in item.words.items())


if __name__ == "__main__":
    PATH.write_text(quantities_markdown(), encoding="utf-8")
