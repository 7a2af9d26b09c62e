"""The run on the page as files.

This module does not import Streamlit, because files are made in a thread.
"""

from __future__ import annotations

import json
import platform
from collections.abc import Iterable
from dataclasses import dataclass, fields

from l2dwk_core import __version__
from l2dwk_core.common.text import bound
from l2dwk_core.figures.chart import Chart
from l2dwk_core.figures.lab.accuracy import comparison_sentence, contenders
from l2dwk_core.figures.lab.two_runs import (
    run_pair_same_sentence,
    run_pair_sentence,
    run_pair_table,
)
from l2dwk_core.figures.member_names import own_names
from l2dwk_core.figures.standalone import code, document, heading, paragraph, table
from l2dwk_core.method.setting_fields import KERNEL_PARAMETERS
from l2dwk_core.method.settings import Settings
from l2dwk_core.method.trace import STOP_REASONS
from l2dwk_core.pools.recipe import GIVEN
from l2dwk_core.runs.run import Run
from l2dwk_core.runs.saved import RecordedRun, versions
from l2dwk_core.runs.two_runs import RunPair
from pages.charts.packing import PackedChart, whole
from pages.choices.choice import Choice
from pages.choices.query import text

_SETTINGS = frozenset(f.name for f in fields(Settings))


def as_json(run: Run) -> str:
    """Return what ``python -m l2dwk_core run --json`` prints."""
    return json.dumps(run.as_dict(), indent=1) + "\n"


@dataclass(frozen=True)
class PinnedRun:
    """The run A that the run of a report, B, is compared with: its choice, the two runs, and in
    words what differs in the choice."""

    choice: Choice
    pair: RunPair
    differences: tuple[str, ...]


def as_html(
    run: Run,
    choice: Choice,
    charts: Iterable[Chart | PackedChart],
    snippet: str,
    query: str,
    pinned: PinnedRun | None = None,
    file_name: str | None = None,
) -> str:
    """Return one HTML file that opens without a network.

    It has the choice, the numbers, the figures, and how to get them again. ``charts`` are the
    figures on the page; ``query`` is what an address needs to show the same. With a ``pinned`` run
    it also has the settings of that run, its numbers and the paired test. ``file_name`` is that of
    an uploaded table, or of votes.
    """
    parts: list[str | Chart] = [
        paragraph(_made_with(run)),
        heading("What was found"),
        table(("", "right", "of", "accuracy", "95% interval"), _scores(run)),
        paragraph(comparison_sentence(run.accuracy)),
        table(("", ""), _numbers(run)),
        *_kept(run),
        *([] if pinned is None else _compared(pinned, file_name)),
        *map(whole, charts),
        heading("What was chosen"),
        table(("", ""), _chosen(run, choice, file_name)),
    ]
    if run.prepared.notes:
        parts += [heading("About these data"), *map(paragraph, run.prepared.notes)]
    parts += [
        heading("Get the same numbers again"),
        paragraph("In Python:"),
        code(snippet),
        paragraph("On the Lab page of L2DWK Explorer, after its address:"),
        code(query),
    ]
    return document(f"L2DWK on {run.prepared.dataset.name}", parts)


def _compared(pinned: PinnedRun, file_name: str | None) -> list[str | Chart]:
    """Return what differs between the pinned run A and B, their numbers, and the paired test."""
    pair = pinned.pair
    numbers = run_pair_table(pair)
    return [
        heading("The pinned run A beside this run, B"),
        paragraph(f"B differs from A in {'; '.join(pinned.differences)}."),
        paragraph(run_pair_sentence(pair)),
        table(tuple(numbers.columns), numbers.itertuples(index=False, name=None)),
        *([paragraph(same)] if (same := run_pair_same_sentence(pair)) else []),
        paragraph(f"A by itself: {comparison_sentence(pair.a.accuracy)}"),
        heading("What was chosen for A"),
        table(("", ""), _chosen(pair.a, pinned.choice, file_name)),
    ]


def _chosen(run: Run, choice: Choice, file_name: str | None) -> list[tuple[str, str]]:
    """Return the choices that the run depends on, by name. Of votes that are given, what they are
    stands for the choices of a training."""
    used = run.relevant_choices()
    values: dict[str, str] = {}
    for name in (f.name for f in fields(Choice)):
        if name in used or name == "preset" or (name in _SETTINGS and _counts(run, name)):
            values[name] = text(getattr(choice, name))
    values |= {"dataset": run.prepared.dataset.name}
    if file_name is not None:
        values = {"file": file_name} | values
    if run.prepared.recipe.pool.kind == GIVEN:
        del values["pool"], values["n_members"]
        return [("members", "own votes"), ("models", str(run.n_members)), *values.items()]
    return list((values | {"n_members": str(run.n_members)}).items())


def _counts(run: Run, name: str) -> bool:
    """Return whether a setting has a part in the run: parameters of other kernels have none, and
    nothing is done about missing votes where there are none."""
    if name == "missing_votes":
        return run.oracle.available is not None
    return run.settings.kernel in KERNEL_PARAMETERS.get(name, (run.settings.kernel,))


def _scores(run: Run) -> list[tuple[str, ...]]:
    given = run.prepared.recipe.pool.kind == GIVEN
    return [
        (
            name.replace("<br>", " "),
            str(score.correct),
            str(score.n_rows),
            f"{score.accuracy:.1%}",
            f"{score.low:.1%} to {score.high:.1%}",
        )
        for name, _, score in contenders(run.accuracy, given=given)
    ]


def _numbers(run: Run) -> list[tuple[str, str]]:
    trace, prepared = run.trace, run.prepared
    given = prepared.recipe.pool.kind == GIVEN
    final = trace.returned
    return [
        *([] if given else [("training rows", f"{len(prepared.training_rows)}")]),
        ("weighting rows", f"{len(prepared.weighting_rows)}"),
        ("test rows", f"{len(prepared.test_rows)}"),
        ("members with weight", f"{trace.n_selected} of {run.n_members}"),
        ("effective number 1/Σw²", f"{final.effective_number:.2f}"),
        ("round returned", f"{trace.returned_round} of {len(trace.rounds)}"),
        ("stopped", STOP_REASONS[trace.stop_reason]),
        ("objective f(w; α)", f"{final.objective:.10g}"),
        (
            "proved to be at most this far from the minimum, up to rounding",
            bound(final.gap, final.objective),
        ),
    ]


def _kept(run: Run) -> list[str | Chart]:
    """Return the models with weight and their weights, where members have names of their own."""
    names, weights = run.pool.names, run.trace.weights
    if not own_names(names):
        return []
    order = run.trace.kept
    kept = [(names[j], f"{weights[j]:.4f}", f"{run.oracle.member_accuracy[j]:.1%}") for j in order]
    return [
        heading("Models with weight"),
        table(("", "weight", "weighting rows right"), kept),
    ]


def _made_with(run: Run) -> str:
    made = {"L2DWK Explorer": __version__, "Python": platform.python_version(), **versions()}
    listed = ", ".join(f"{name} {version}" for name, version in made.items())
    if isinstance(run.prepared, RecordedRun):
        then = ", ".join(f"{name} {number}" for name, number in run.prepared.versions.items())
        return f"Members' answers computed earlier with {then}; weights and figures with {listed}."
    return f"Computed with {listed}."
