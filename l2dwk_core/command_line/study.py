"""The command ``l2dwk study``."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import Any

from l2dwk_core.common.arguments import number_or_text
from l2dwk_core.common.errors import InputError
from l2dwk_core.common.text import counted, duration
from l2dwk_core.datasets import OFFLINE_DATASETS
from l2dwk_core.pools.kinds import POOL_KINDS
from l2dwk_core.pools.recipe import TREE_LIMITS
from l2dwk_core.study.cluster import workers
from l2dwk_core.study.export import check_export, export_study
from l2dwk_core.study.file import StudyFile
from l2dwk_core.study.outcome import StudyOutcome
from l2dwk_core.study.progress import StudyProgress
from l2dwk_core.study.recipe import DEFAULT_WEIGHTING, StudyRecipe, check_datasets
from l2dwk_core.study.repair import repair
from l2dwk_core.study.run import read_study, run_study

_LISTED = 5


def add_study_command(commands: Any) -> None:
    """Add the command to the parsers of the command line."""
    command = commands.add_parser(
        "study",
        help="datasets × base ensembles × methods by cross-validation, in a file that may be "
        "interrupted and continued",
    )
    command.add_argument(
        "--file", default="study.db", help="where finished tasks are stored; default: study.db"
    )
    command.add_argument(
        "--datasets", help="names with commas between them, or 'all' for those of the package"
    )
    command.add_argument("--pools", help=f"base ensembles: {', '.join(POOL_KINDS)}")
    command.add_argument(
        "--weighting",
        help=f"which rows judge the members, several with commas; '{DEFAULT_WEIGHTING}' is what "
        "fits the base ensemble",
    )
    command.add_argument(
        "--methods",
        help="names with commas between them, parameters in parentheses: "
        "'uniform_vote, l2dwk(kernel=linear, lam=0.3)'",
    )
    command.add_argument("--folds", type=number_or_text, help="default: 10")
    command.add_argument(
        "--repeats", type=number_or_text, help="how often folds are drawn; default: 1"
    )
    command.add_argument(
        "--members", dest="n_members", type=number_or_text, help="default: 301, of the library all"
    )
    for name in TREE_LIMITS:
        command.add_argument("--" + name.replace("_", "-"), dest=name, type=number_or_text)
    command.add_argument("--weighting-fraction", type=number_or_text, help="default: 0.3")
    command.add_argument(
        "--label-noise", type=number_or_text,
        help="share of the training labels that are flipped, such as 0.2; default: 0",
    )  # fmt: skip
    command.add_argument(
        "--subensembles", type=number_or_text,
        help="random sub-ensembles a fold, to see how diversity goes with accuracy; default: 0",
    )  # fmt: skip
    command.add_argument("--seed", type=number_or_text, help="default: 0")
    command.add_argument(
        "--no-measures", dest="measures", action="store_const", const=False,
        help="leave the diversity measures out, which makes the file smaller",
    )  # fmt: skip
    command.add_argument(
        "--jobs", type=number_or_text, default=-1, help="processes; default: all cores"
    )
    command.add_argument(
        "--scheduler", metavar="ADDRESS", help="of a Dask cluster that computes instead"
    )
    command.add_argument(
        "--dry-run", action="store_true", help="say what would be computed, and compute nothing"
    )
    command.add_argument(
        "--export", metavar="PATH", help="write all records, as .csv, .csv.gz or .parquet"
    )
    command.add_argument(
        "--repair", metavar="FILE", help="write what is whole in a damaged file to a new one"
    )


def study(options: argparse.Namespace) -> int:
    """Run the command and return its exit status. The summary names methods that failed."""
    if options.repair is not None:
        return _repair(options.repair)
    recipe = _recipe(options)
    check_datasets(recipe.datasets, {})
    if options.export is not None:
        check_export(options.export)
    if options.dry_run:
        print(_plan(recipe, options))
        return 0
    outcome = run_study(
        recipe,
        options.file,
        n_jobs=options.jobs,
        scheduler=options.scheduler,
        progress=_Printed(),
    )
    print(_summary(outcome, options.file))
    if options.export is not None:
        facts = export_study(outcome, options.export)
        print(
            f"{counted(len(outcome.records), 'record')} written to {options.export}, the command "
            f"and versions to {facts}."
        )
    return 0


def _recipe(options: argparse.Namespace) -> StudyRecipe:
    names = {f: getattr(options, f) for f in StudyRecipe.__dataclass_fields__}
    given = {name: value for name, value in names.items() if value is not None}
    if not given:
        if not Path(options.file).is_file():
            raise InputError(
                "Nothing says what to study; name datasets, such as --datasets glass,sonar, or "
                "give --file with a study to continue."
            )
        return read_study(options.file).recipe
    if "datasets" not in given:
        raise InputError(
            "No datasets are named; add --datasets with names and commas between them, or "
            "--datasets all."
        )
    for name in ("datasets", "pools", "weighting"):
        if name in given:
            words = tuple(word.strip() for word in given[name].split(",") if word.strip())
            given[name] = OFFLINE_DATASETS if name == "datasets" and words == ("all",) else words
    return StudyRecipe(**given)


def _plan(recipe: StudyRecipe, options: argparse.Namespace) -> str:
    tasks = recipe.tasks()
    finished: set[Any] = set()
    if Path(options.file).is_file():
        with StudyFile(options.file, read_only=True) as stored:
            for number, (other, _) in stored.studies().items():
                if other.key == recipe.key:
                    finished |= stored.finished(number).keys()
    if options.scheduler is not None:
        with workers(None, options.scheduler):
            pass
    missing = [task for task in tasks if task not in finished]
    lines = [
        f"{counted(len(recipe.datasets), 'dataset')}: {', '.join(recipe.datasets)}.",
        *(
            f"Base ensemble {pool}, judged by: {', '.join(recipe.sources(pool))}."
            for pool in recipe.pools
        ),
        f"{counted(len(recipe.methods), 'method')}: {', '.join(recipe.methods)}.",
        f"{counted(recipe.folds, 'fold')}, drawn {counted(recipe.repeats, 'time')}: "
        f"{counted(len(tasks), 'task')}, of which {len(tasks) - len(missing)} are in "
        f"{options.file}.",
        f"The command: {recipe.command(options.file)}",
    ]
    return "\n".join(lines)


class _Printed:
    """Prints the progress to the standard error stream, a line for each stored task."""

    def __call__(self, progress: StudyProgress) -> None:
        text = f"{progress.done} of {counted(progress.total, 'task')}"
        if progress.last is not None:
            last = progress.last
            text += f": {last.dataset}, {last.pool}, fold {last.fold + 1} of repeat "
            text += f"{last.repeat + 1}"
        if progress.seconds_left and progress.done < progress.total:
            text += f"; about {duration(progress.seconds_left)} left on one core"
        print(text, file=sys.stderr, flush=True)


def _summary(outcome: StudyOutcome, file: str) -> str:
    records = outcome.records
    lines = [f"{counted(len(records), 'record')} in {file}."]
    wanted = {(r.dataset, r.pool, r.weighting, r.method) for r in records}
    for pool, weighting in sorted({(p, w) for _, p, w, _ in wanted}):
        lines.append(f"{pool}, {weighting}: mean accuracy over datasets")
        rows = [r for r in records if (r.pool, r.weighting) == (pool, weighting)]
        for method in dict.fromkeys(m for m in outcome.recipe.methods):
            mine = [r for r in rows if r.method == method and not r.failure]
            by_dataset: dict[str, list[float]] = {}
            for record in mine:
                by_dataset.setdefault(record.dataset, []).append(record.accuracy)
            if by_dataset:
                means = [sum(values) / len(values) for values in by_dataset.values()]
                lines.append(
                    f"  {sum(means) / len(means):7.2%}  {method} "
                    f"({counted(len(by_dataset), 'dataset')})"
                )
    failures = outcome.failures
    if failures:
        lines.append(f"{counted(len(failures), 'record')} without a result:")
        seen = list(dict.fromkeys((r.method, r.pool, r.weighting, r.failure) for r in failures))
        for *where, reason in seen[:_LISTED]:
            lines.append(f"  {', '.join(where)}: {reason}")
        if len(seen) > _LISTED:
            lines.append(f"  and {len(seen) - _LISTED} more (--export)")
    lines += [f"Note on {name}: {note}" for name, notes in outcome.notes.items() for note in notes]
    return "\n".join(lines)


def _repair(path: str) -> int:
    aside, kept, lost = repair(path)
    print(
        f"{counted(kept, 'task')} kept in {path}; {lost} were not whole and will be computed "
        f"again. The damaged file is {aside}."
    )
    return 0
