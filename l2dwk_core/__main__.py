"""The command line: ``python -m l2dwk_core run --dataset glass --kernel gaussian --lambda 1``."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Sequence
from dataclasses import fields
from typing import Any, NoReturn

from l2dwk_core.errors import InputError
from l2dwk_core.records import STOP_REASONS
from l2dwk_core.run_record import Run
from l2dwk_core.runner import ORACLE_SOURCES, PRESET_ORACLES, RunRecipe, run
from l2dwk_core.settings import CHOICES, PRESETS, STOP_RULES, Settings


class _Parser(argparse.ArgumentParser):
    """Answers a bad option in one line, like every other diagnosis."""

    def error(self, message: str) -> NoReturn:
        raise InputError(f"{message}. Run 'python -m l2dwk_core run --help' for the options.")


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command; returns the exit status: 0, or 2 after a one-line diagnosis."""
    try:
        options = _parser().parse_args(arguments)
        return _run(options)
    except InputError as problem:
        print(f"error: {problem}", file=sys.stderr)
        return 2


def _parser() -> argparse.ArgumentParser:
    parser = _Parser(prog="python -m l2dwk_core", description=__doc__)
    commands = parser.add_subparsers(dest="command", required=True, parser_class=_Parser)
    command = commands.add_parser("run", help="train a pool, learn its weights, score them")
    command.add_argument("--json", action="store_true", help="print the whole result as JSON")
    recipe = command.add_argument_group("data and pool")
    recipe.add_argument("--dataset", required=True, help="catalogue name, or a CSV/ARFF/Excel file")
    recipe.add_argument("--target", help="target column, for a file")
    recipe.add_argument("--pool", default=RunRecipe.pool)
    recipe.add_argument("--members", type=int, default=RunRecipe.n_members, dest="n_members")
    recipe.add_argument("--oracle", help=f"{', '.join(ORACLE_SOURCES)}; left out, the preset's own")
    recipe.add_argument("--seed", type=int, default=RunRecipe.seed)
    recipe.add_argument("--test-fraction", type=float, default=RunRecipe.test_fraction)
    recipe.add_argument("--weighting-fraction", type=float, default=RunRecipe.weighting_fraction)
    recipe.add_argument("--max-depth", type=int, default=RunRecipe.max_depth)
    recipe.add_argument("--min-samples-split", type=int, default=RunRecipe.min_samples_split)
    recipe.add_argument("--min-samples-leaf", type=int, default=RunRecipe.min_samples_leaf)
    recipe.add_argument(
        "--label-noise",
        type=float,
        default=RunRecipe.label_noise,
        help="share of training and weighting rows whose label is flipped; test rows stay clean",
    )
    method = command.add_argument_group(
        "method (each option left out keeps the preset's choice)",
    )
    method.add_argument("--preset", default="recommended", help=", ".join(PRESETS))
    for field in fields(Settings):
        _add_setting(method, field.name)
    return parser


def _add_setting(group: Any, name: str) -> None:
    default = getattr(Settings, name)
    option = "--lambda" if name == "lam" else "--" + name.replace("_", "-")
    if name == "stop_on":
        group.add_argument(option, dest=name, nargs="*", metavar="RULE", help=", ".join(STOP_RULES))
        return
    kind = type(default)
    allowed = ", ".join(CHOICES[name]) if name in CHOICES else f"{kind.__name__}"
    group.add_argument(option, dest=name, type=kind, help=allowed)


def _run(options: argparse.Namespace) -> int:
    chosen = {field.name: getattr(options, field.name) for field in fields(Settings)}
    settings = Settings.preset(
        options.preset, **{name: value for name, value in chosen.items() if value is not None}
    )
    done = run(
        _dataset(options.dataset, options.target),
        pool=options.pool,
        n_members=options.n_members,
        oracle=options.oracle or PRESET_ORACLES[options.preset],
        settings=settings,
        seed=options.seed,
        test_fraction=options.test_fraction,
        weighting_fraction=options.weighting_fraction,
        max_depth=options.max_depth,
        min_samples_split=options.min_samples_split,
        min_samples_leaf=options.min_samples_leaf,
        label_noise=options.label_noise,
    )
    print(json.dumps(done.as_dict(), indent=1) if options.json else _summary(done))
    return 0


def _dataset(name: str, target: str | None) -> Any:
    from pathlib import Path

    from l2dwk_core.datasets import DATASETS, read_table

    if name not in DATASETS and Path(name).is_file():
        return read_table(name, target=target)
    if target is not None:
        raise InputError(
            f"--target {target!r} goes with a file, but {name!r} is no file; leave it out for a "
            "catalogue dataset."
        )
    return name


def _summary(done: Run) -> str:
    trace, accuracy, prepared = done.trace, done.accuracy, done.prepared
    last = trace.rounds[trace.returned_round - 1]
    lines = [
        f"{prepared.dataset.name}: {len(prepared.training_rows)} rows trained {done.n_members} "
        f"members ({prepared.recipe.pool}), {len(prepared.weighting_rows)} weighed them "
        f"({prepared.recipe.oracle}), {len(prepared.test_rows)} tested the vote.",
        f"Stopped after round {len(trace.rounds)}: {STOP_REASONS[trace.stop_reason]}",
        f"Returned round {trace.returned_round}: {trace.n_selected} of {done.n_members} members "
        f"keep weight (effective number {last.effective_number:.1f}), objective "
        f"{last.objective:.6f}, certified within {last.gap:.1e}.",
        f"Test accuracy, {accuracy.n_test_rows} rows, 95 % interval:",
    ]
    for title, score in (
        ("L2DWK", accuracy.l2dwk),
        ("uniform vote, same members", accuracy.uniform),
        ("uniform vote, members trained on all training rows", accuracy.uniform_all),
        ("best single member", accuracy.best_single),
    ):
        lines.append(f"  {score.accuracy:7.2%}  [{score.low:.2%}, {score.high:.2%}]  {title}")
    lines.append(
        f"Against the uniform vote of the same members: right on {accuracy.better} rows it gets "
        f"wrong, wrong on {accuracy.worse} it gets right."
    )
    lines += [f"Note: {note}" for note in prepared.notes]
    return "\n".join(lines)


if __name__ == "__main__":
    sys.exit(main())
