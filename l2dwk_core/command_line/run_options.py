"""The options of the command ``run``."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import fields
from typing import Any

from l2dwk_core.command_line.option_names import RUN_DEFAULTS, option_of
from l2dwk_core.common.arguments import number_or_text
from l2dwk_core.datasets import DATASETS, ROLES
from l2dwk_core.method.setting_fields import SETTING_FACTS
from l2dwk_core.method.settings import PRESETS, Settings
from l2dwk_core.oracle.weighting_rows import ORACLE_SOURCES
from l2dwk_core.pools.kinds import POOL_KINDS
from l2dwk_core.pools.recipe import TREE_LIMITS
from l2dwk_core.runs.label_noise import NOISE_KINDS

BY_FOLDS = "cv"
"""The value of ``--lambda`` that chooses it by cross-validation."""


def add_run_command(commands: Any) -> None:
    """Add the command to the parsers of the command line."""
    command = commands.add_parser("run", help="train a pool, learn its weights, score them")
    command.add_argument("--json", action="store_true", help="print the whole result as JSON")
    _add_data_and_pool(command)
    _add_reading(command)
    _add_method(command)


def _add_data_and_pool(command: Any) -> None:
    recipe = command.add_argument_group("data and pool")
    data = recipe.add_mutually_exclusive_group(required=True)
    data.add_argument(
        "--dataset",
        help=f"a table's file (CSV, ARFF, Excel, Parquet, libsvm), or {_listed(DATASETS)}",
    )
    data.add_argument(
        "--votes",
        metavar="FILE",
        help="what models of your own answered (CSV, Excel, Parquet: a row a case, a column a "
        "model, one the true label; or .npz): nothing is trained",
    )
    recipe.add_argument("--pool", help=f"{_listed(POOL_KINDS)}; default: {RUN_DEFAULTS['pool']}")
    _add_numbers(recipe, "n_members", option="--members")
    recipe.add_argument(
        "--weighting",
        help=f"which rows judge the members: {_listed(ORACLE_SOURCES)}; left out, the preset's "
        "own, of the library out_of_fold",
    )
    recipe.add_argument("--oracle", help="an older name of --weighting")
    _add_numbers(recipe, "n_folds", option="--folds")
    _add_numbers(recipe, "seed", "test_fraction", "weighting_fraction", *TREE_LIMITS)
    recipe.add_argument(
        "--label-noise",
        type=number_or_text,
        help="share of training and weighting rows whose label is flipped; test rows stay clean",
    )
    recipe.add_argument(
        "--noise-kind",
        help=f"which labels are flipped: {_listed(NOISE_KINDS)}",
    )


def _add_reading(command: Any) -> None:
    file = command.add_argument_group("reading a file (each found out when left out)")
    file.add_argument("--target", help="class column, of votes the true label")
    file.add_argument("--group", help="of votes, the column of the groups of rows")
    file.add_argument(
        "--bins", type=number_or_text, help="classes to cut a numeric target into, such as 3"
    )
    file.add_argument(
        "--role",
        action="append",
        metavar="COLUMN=ROLE",
        help=f"what a column is: {_listed(ROLES)}; may be repeated",
    )
    file.add_argument("--delimiter", help="between cells, such as ';' or 'tab'")
    file.add_argument("--decimal", help="'.' or ','")
    file.add_argument("--encoding", help="such as utf-8 or cp1252")
    file.add_argument("--header", choices=("yes", "no"), help="whether line 1 names the columns")
    file.add_argument("--sheet", help="worksheet of an Excel file")
    file.add_argument(
        "--skip", type=number_or_text, help="lines or rows before the table, such as 3"
    )
    file.add_argument("--units", choices=("yes", "no"), help="whether units stand under the names")
    file.add_argument(
        "--keep",
        action="append",
        metavar="WORD",
        help="a class that would count as missing, such as NA; may be repeated",
    )
    file.add_argument("--max-rows", type=number_or_text, help="a random sample of so many rows")


def _add_method(command: Any) -> None:
    method = command.add_argument_group("method (each option left out keeps the preset's choice)")
    method.add_argument("--preset", default="recommended", help=_listed(PRESETS))
    for field in fields(Settings):
        _add_setting(method, field.name)


def _listed(names: Iterable[str]) -> str:
    return ", ".join(names)


def _add_numbers(group: Any, *names: str, option: str = "") -> None:
    for name in names:
        default = None if name == "n_members" else RUN_DEFAULTS[name]
        said = "no limit" if default is None else str(default)
        if name == "n_members":
            said = f"{RUN_DEFAULTS[name]}, of the library all models"
        group.add_argument(
            option or option_of(name),
            dest=name,
            type=number_or_text,
            help=f"default: {said}",
        )


def _add_setting(group: Any, name: str) -> None:
    facts = SETTING_FACTS[name]
    if name == "stop_on":
        group.add_argument(
            option_of(name), dest=name, nargs="*", metavar="RULE", help=_listed(facts.options)
        )
    elif facts.options:
        group.add_argument(option_of(name), dest=name, help=_listed(facts.options))
    else:
        said = f"{facts.meaning}: {facts.allowed}"
        if name == "lam":
            said += f"; or '{BY_FOLDS}': chosen by cross-validation over the weighting rows"
        group.add_argument(option_of(name), dest=name, type=number_or_text, help=said)
