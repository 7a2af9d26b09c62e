"""The command ``run``: train a pool, learn its weights, print how the vote scores."""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterable
from dataclasses import fields
from pathlib import Path
from typing import Any

from l2dwk_core.command_line.option_names import READING, RUN_DEFAULTS, option_of
from l2dwk_core.command_line.run_options import BY_FOLDS
from l2dwk_core.command_line.summary import summary
from l2dwk_core.common.errors import InputError, unknown_choice
from l2dwk_core.datasets import DATASETS, ROLES, Dataset, read_table
from l2dwk_core.datasets.tables import TABLE_ENDINGS
from l2dwk_core.method.settings import Settings
from l2dwk_core.runs.chosen_lambda import choose_run_lambda
from l2dwk_core.runs.prepare import prepare_run
from l2dwk_core.votes.read import read_votes
from l2dwk_core.votes.votes import Votes

_OF_VOTES = (
    "seed", "test_fraction", "target", "delimiter", "decimal", "encoding", "header", "sheet",
    "skip", "units", "keep", "group",
)  # fmt: skip
_DELIMITERS = {"tab": "\t", "\\t": "\t", "space": " ", "comma": ",", "semicolon": ";"}


def run(options: argparse.Namespace) -> int:
    """Do what the parsed options say and return the exit status 0."""
    by_folds = options.lam == BY_FOLDS
    if by_folds:
        options.lam = None
    chosen = {field.name: getattr(options, field.name) for field in fields(Settings)}
    settings = Settings.preset(
        options.preset, **{name: value for name, value in chosen.items() if value is not None}
    )
    given = {name: getattr(options, name) for name in (*RUN_DEFAULTS, "oracle")}
    recipe = {name: value for name, value in given.items() if value is not None}
    recipe["dataset"] = _dataset(options) if options.votes is None else _votes(options, recipe)
    prepared = prepare_run(**recipe, settings=settings)
    choice = choose_run_lambda(prepared) if by_folds else None
    done = prepared.solve(None if choice is None else choice.settings)
    if options.json:
        found = done.as_dict() | ({} if choice is None else {"lambda_choice": choice.as_dict()})
        print(json.dumps(found, indent=1))
    else:
        print(summary(done, choice))
    return 0


def _dataset(options: argparse.Namespace) -> str | Dataset:
    """Return a catalogue name, or the dataset in a file."""
    name: str = options.dataset
    given = _reading(options)
    if "group" in given:
        raise InputError(
            "--group goes with --votes: only they can have groups of rows. Leave it out."
        )
    if name in DATASETS:
        if given:
            raise InputError(
                f"{option_of(next(iter(given)))} goes with a file, but {name!r} is a dataset of "
                "the catalogue; leave it out."
            )
        return name
    path = Path(name)
    if not (
        path.exists() or path.name != name or path.suffix.lower() in (*TABLE_ENDINGS, ".gz", ".zip")
    ):
        raise unknown_choice("dataset", name, DATASETS, see="listed by --help")
    if "role" in given:
        given["roles"] = dict(_role(text) for text in given.pop("role"))
    return read_table(name, **given)


def _reading(options: argparse.Namespace) -> dict[str, Any]:
    """Return the given options about reading a file, as keywords of the library."""
    given = {key: value for key in READING if (value := getattr(options, key)) is not None}
    for key in ("header", "units"):
        if key in given:
            given[key] = given[key] == "yes"
    if given.get("delimiter") in _DELIMITERS:
        given["delimiter"] = _DELIMITERS[given["delimiter"]]
    return given


def _votes(options: argparse.Namespace, recipe: Iterable[str]) -> Votes:
    """Return the votes in a file. *recipe* holds the names of the given choices of a run."""
    reading = _reading(options)
    for name in (*recipe, *reading):
        if name not in _OF_VOTES:
            raise InputError(
                f"{option_of(name)} goes with --dataset: with --votes the models' answers are "
                "given and nothing is trained. Leave it out."
            )
    return read_votes(options.votes, **reading)


def _role(text: str) -> tuple[str, str]:
    column, mark, role = text.rpartition("=")
    if not mark or not column:
        raise InputError(
            f"--role is {text!r}; allowed is COLUMN=ROLE, the roles being {', '.join(ROLES)}; "
            "write --role age=numeric."
        )
    return column, role
