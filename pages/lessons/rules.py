"""What the app has for lessons: figures, controls, and fields of a choice with their limits."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import fields, replace
from types import MappingProxyType
from typing import Any, get_type_hints

from l2dwk_core.bundles import DATA
from l2dwk_core.common.errors import InputError
from l2dwk_core.common.text import shown
from l2dwk_core.diversity.pair_counts import oracle_of_counts
from l2dwk_core.lessons.lesson import Step
from l2dwk_core.lessons.rules import Rules
from l2dwk_core.method.setting_fields import KERNEL_PARAMETERS
from pages.choices.choice import Choice, fitted
from pages.choices.dataset_key import OWN, check_dataset
from pages.choices.field_rules import limits, nearest, refusal
from pages.choices.pair_choice import PairChoice
from pages.choices.query import is_allowed, text

FIGURES: Mapping[str, str] = MappingProxyType(
    {
        "classifier_weights": "weights of the members",
        "plane test": "accuracy against diversity, on the test rows",
        "plane weighting": "the same on the weighting rows",
        "margins": "margins of the weighting rows",
        "kernel_weights": "α on the rows, round by round",
        "kernel_weights_of_chosen_rows": "α on the rows that change most, as lines",
        "test_accuracy": "right answers on the test rows, beside three references",
        "sparsity": "members with weight, round by round",
        "convergence": "whether weights come to rest",
        "alpha_on_flipped_rows": "part of α on rows with a flipped label",
    }
)
"""Figures of a run that a lesson can show."""
PAIR_FIGURE = "pair_measures"

CONTROLS = (
    "lam", *KERNEL_PARAMETERS, "n_members", "kernel", "diversity", "update", "kernel_form",
    "max_rounds",
)  # fmt: skip
"""Controls of a run that a lesson can leave to the reader: those that need no new training."""

_PAIR_FIELDS = tuple(f.name for f in fields(PairChoice))


def choice_of(values: Mapping[str, Any]) -> Choice:
    """Return the Choice with these fields. Preset and base ensemble come first, as both set other
    fields too."""
    choice = Choice()
    if "preset" in values:
        choice = choice.with_preset(values["preset"])
    if "pool" in values:
        choice = choice.with_pool(values["pool"])
    hints = get_type_hints(Choice)
    rest: dict[str, Any] = {
        name: float(value) if hints[name] is float else value
        for name, value in values.items()
        if name not in ("preset", "pool")
    }
    return replace(choice, **rest)


def step_choice(step: Step) -> Choice:
    """Return the Choice of a step; the default for a step about two members."""
    return choice_of(step.choice) if step.of == "run" else Choice()


def step_pair(step: Step) -> PairChoice:
    """Return the two members of a step; the default ones for a step about a run."""
    return PairChoice(**step.choice) if step.of == "pair" else PairChoice()


def problems_of(of: str, values: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """Yield the name and the reason of each field that cannot be used; see ``Rules``."""
    kind = Choice if of == "run" else PairChoice
    hints = get_type_hints(kind)
    for name, value in values.items():
        if name not in hints:
            hint = nearest(name, list(hints)) or f"; known are {', '.join(hints)}"
            yield name, f"unknown field {shown(name)}{hint}"
        elif not is_allowed(kind, name, value):
            whole = hints[name] is not float
            yield name, refusal(limits(kind, name), name, text(value), whole=whole)
        elif name == "dataset" and value == DATA:
            yield name, f"{DATA!r} is the table of a class file, but there is none here"
        elif name == "dataset":
            try:
                # Whether the session has an uploaded table is found out when the step is shown.
                check_dataset(value, [value] if OWN.fullmatch(value) else ())
            except InputError as error:
                yield name, str(error).rstrip(".")


def misfits(of: str, values: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """Yield the name and the reason of each field that does not fit the others; see ``Rules``."""
    try:
        if of == "pair":
            pair = PairChoice(**values)
            oracle_of_counts(pair.both, pair.first, pair.second, pair.neither)
            return
        choice = choice_of(values)
        choice.settings()
    except InputError as error:
        yield "", str(error).rstrip(".")
        return
    fitting = fitted(choice)
    for field in fields(choice):
        if getattr(choice, field.name) != getattr(fitting, field.name):
            yield (
                field.name,
                f"{field.name} = {getattr(choice, field.name)} does not fit pool = {choice.pool!r}",
            )


RULES = Rules(
    figures={"run": tuple(FIGURES), "pair": (PAIR_FIGURE,)},
    controls={"run": CONTROLS, "pair": _PAIR_FIELDS},
    problems_of=problems_of,
    misfits=misfits,
)
