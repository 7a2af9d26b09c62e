"""The command line: ``python -m l2dwk_core run --dataset glass --kernel gaussian --lambda 1``."""

from __future__ import annotations

import argparse
import json
import os
import re
import subprocess
import sys
import tempfile
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import fields
from pathlib import Path
from typing import Any, NoReturn

from l2dwk_core import __version__
from l2dwk_core.common.arguments import number_or_text
from l2dwk_core.common.errors import InputError, unknown_choice
from l2dwk_core.common.text import agreeing, bound, counted, one_line
from l2dwk_core.datasets import DATASETS, ROLES, Dataset, read_table
from l2dwk_core.datasets.tables import TABLE_ENDINGS
from l2dwk_core.method.choose_lambda import LambdaChoice
from l2dwk_core.method.returned_vote import removed_sentence
from l2dwk_core.method.settings import PRESETS, SETTING_FACTS, Settings
from l2dwk_core.method.trace import STOP_REASONS
from l2dwk_core.oracle.weighting_rows import ORACLE_SOURCES
from l2dwk_core.pools.kinds import POOL_KINDS
from l2dwk_core.pools.recipe import GIVEN, TREE_LIMITS
from l2dwk_core.runs.chosen_lambda import choose_run_lambda
from l2dwk_core.runs.kept_models import weight_lines
from l2dwk_core.runs.label_noise import NOISE_KINDS
from l2dwk_core.runs.prepare import prepare_run
from l2dwk_core.runs.recipe import RunRecipe
from l2dwk_core.runs.run import Run
from l2dwk_core.study.command import add_study_command, study
from l2dwk_core.votes.read import read_votes
from l2dwk_core.votes.votes import Votes

_PROGRAM = "l2dwk" if Path(sys.argv[0]).stem == "l2dwk" else "python -m l2dwk_core"
_DESCRIPTION = (
    f"L2DWK without a browser, for example: {_PROGRAM} run --dataset glass "
    "--kernel gaussian --lambda 1"
)
_READING = (
    "target", "bins", "role", "delimiter", "decimal", "encoding", "header", "sheet", "skip",
    "units", "keep", "max_rows", "group",
)  # fmt: skip
_OF_VOTES = (
    "seed", "test_fraction", "target", "delimiter", "decimal", "encoding", "header", "sheet",
    "skip", "units", "keep", "group",
)  # fmt: skip
_DELIMITERS = {"tab": "\t", "\\t": "\t", "space": " ", "comma": ",", "semicolon": ";"}
_OPTIONS = {
    "lam": "--lambda", "n_members": "--members", "n_folds": "--folds", "roles": "--role",
    "oracle": "--oracle",
}  # fmt: skip
_LISTED = 20
_RUN = RunRecipe("").as_dict()
"""The choices of a run by their keywords, with their defaults."""
_WORDS = {
    facts.word: _OPTIONS.get(name, "--" + name.replace("_", "-"))
    for name, facts in SETTING_FACTS.items()
    if facts.word and not facts.whole
}
"""The word for a numeric setting in error messages, and the option that sets it."""
_BY_FOLDS = "cv"
_NAMES = (*_RUN, *(field.name for field in fields(Settings)), *_READING, "roles", "oracle")


class _Parser(argparse.ArgumentParser):
    """A parser that reports a wrong option in one line, like every other error message."""

    def error(self, message: str) -> NoReturn:
        raise InputError(f"{message}. Run '{_PROGRAM} run --help' for the options.")

    def parse_known_args(self, args: Any = None, namespace: Any = None) -> Any:
        """As in the library, but an option that does not exist is named before one that is missing,
        with the nearest that does."""
        options = [name for name in self._option_string_actions if name.startswith("--")]
        # The parser of all commands knows the options of none.
        for word in args or () if self._subparsers is None else ():
            name = str(word).partition("=")[0]
            if name == "--":
                break
            if re.fullmatch(r"--[A-Za-z][\w-]*", name) and not any(
                option.startswith(name) for option in options
            ):
                raise unknown_choice("option", name, options)
        return super().parse_known_args(args, namespace)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command and return the exit status: 0, or 2 after an error message of one line."""
    try:
        parser = _parser()
        options, others = parser.parse_known_args(arguments)
        if options.command == "app":
            return _app(options.classes, others)
        if others:
            parser.error(f"unrecognized arguments: {' '.join(others)}")
        return study(options) if options.command == "study" else _run(options)
    except KeyboardInterrupt:
        print("interrupted", file=sys.stderr)
        return 130
    except InputError as problem:
        print(f"error: {_as_options(str(problem))}", file=sys.stderr)
        return 2


def _parser() -> argparse.ArgumentParser:
    parser = _Parser(prog=_PROGRAM, description=_DESCRIPTION)
    parser.add_argument("--version", action="version", version=f"l2dwk {__version__}")
    commands = parser.add_subparsers(dest="command", required=True, parser_class=_Parser)
    command = commands.add_parser("run", help="train a pool, learn its weights, score them")
    command.add_argument("--json", action="store_true", help="print the whole result as JSON")
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
    recipe.add_argument("--pool", help=f"{_listed(POOL_KINDS)}; default: {_RUN['pool']}")
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
    method = command.add_argument_group("method (each option left out keeps the preset's choice)")
    method.add_argument("--preset", default="recommended", help=_listed(PRESETS))
    for field in fields(Settings):
        _add_setting(method, field.name)
    add_study_command(commands)
    app = commands.add_parser(
        "app",
        help="open the dashboard in a browser, from a checkout",
        epilog="Other options are those of 'streamlit run', such as --server.port 80.",
    )
    app.add_argument(
        "--classes",
        metavar="DIR",
        help="a folder of class files and lessons; ?class=NAME behind the address opens one",
    )
    return parser


def _listed(names: Iterable[str]) -> str:
    return ", ".join(names)


def _add_numbers(group: Any, *names: str, option: str = "") -> None:
    for name in names:
        default = None if name == "n_members" else _RUN[name]
        said = "no limit" if default is None else str(default)
        if name == "n_members":
            said = f"{_RUN[name]}, of the library all models"
        group.add_argument(
            option or _option(name),
            dest=name,
            type=number_or_text,
            help=f"default: {said}",
        )


def _add_setting(group: Any, name: str) -> None:
    facts = SETTING_FACTS[name]
    if name == "stop_on":
        group.add_argument(
            _option(name), dest=name, nargs="*", metavar="RULE", help=_listed(facts.options)
        )
    elif facts.options:
        group.add_argument(_option(name), dest=name, help=_listed(facts.options))
    else:
        said = f"{facts.meaning}: {facts.allowed}"
        if name == "lam":
            said += f"; or '{_BY_FOLDS}': chosen by cross-validation over the weighting rows"
        group.add_argument(_option(name), dest=name, type=number_or_text, help=said)


def _option(name: str) -> str:
    return _OPTIONS.get(name) or "--" + name.replace("_", "-")


def _as_options(message: str) -> str:
    """Return an error message of the library in the words of the command line.

    ``weighting='hold_out'`` becomes ``--weighting hold_out``. A name at the beginning becomes the
    option that set it.
    """
    names = "|".join(_NAMES)
    message = re.sub(
        rf"\b({names})=('?)([\w./]+)\2", lambda m: f"{_option(m[1])} {m[3].rstrip('.')}"
        + "." * m[3].endswith("."), message,
    )  # fmt: skip
    message = re.sub(
        r"\bkeep=\(([^()]*)\)",
        lambda m: " ".join(f"--keep {word}" for word in re.findall("'([^']*)'", m[1])),
        message,
    )
    words = "|".join(map(re.escape, _WORDS))
    message = re.sub(rf"^({words}) is ", lambda m: f"{_WORDS[m[1]]} is ", message)
    message = re.sub(rf"^({names}) is ", lambda m: f"{_option(m[1])} is ", message)
    return " ".join(message.split())


def _run(options: argparse.Namespace) -> int:
    by_folds = options.lam == _BY_FOLDS
    if by_folds:
        options.lam = None
    chosen = {field.name: getattr(options, field.name) for field in fields(Settings)}
    settings = Settings.preset(
        options.preset, **{name: value for name, value in chosen.items() if value is not None}
    )
    given = {name: getattr(options, name) for name in (*_RUN, "oracle")}
    recipe = {name: value for name, value in given.items() if value is not None}
    recipe["dataset"] = _dataset(options) if options.votes is None else _votes(options, recipe)
    prepared = prepare_run(**recipe, settings=settings)
    choice = choose_run_lambda(prepared) if by_folds else None
    done = prepared.solve(None if choice is None else choice.settings)
    if options.json:
        found = done.as_dict() | ({} if choice is None else {"lambda_choice": choice.as_dict()})
        print(json.dumps(found, indent=1))
    else:
        print(_summary(done, choice))
    return 0


def _app(classes: str | None, options: Sequence[str]) -> int:
    """Start the dashboard and wait until it ends. Its pages are next to the core in the
    repository."""
    folders = Path(__file__).resolve().parents[1], Path.cwd()
    found = [folder for folder in folders if (folder / "pages" / "shell.py").is_file()]
    if not found:
        raise InputError(
            f"There is no dashboard in {folders[0]} or {folders[1]}: an installed package holds "
            "the core alone. Get the project's repository, install its requirements.txt, and run "
            "this again in its folder."
        )
    command = [sys.executable, "-m", "streamlit", "run", "app.py", *options]
    if classes is not None:
        folder = Path(classes)
        if not folder.is_dir():
            raise InputError(f"--classes is {classes!r}, which is no folder; give one that exists.")
        command += ["--", "--classes", str(folder.resolve())]
    with _home() as home:
        return subprocess.run(command, cwd=found[0], env=home, check=False).returncode


@contextmanager
def _home() -> Iterator[dict[str, str]]:
    """Yield the environment for Streamlit, which does not start where it finds no home folder: a
    user without one gets a temporary one."""
    try:
        Path.home()
    except RuntimeError:
        with tempfile.TemporaryDirectory(prefix="l2dwk-home-") as home:
            yield {**os.environ, "HOME": home}
    else:
        yield dict(os.environ)


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
                f"{_option(next(iter(given)))} goes with a file, but {name!r} is a dataset of the "
                "catalogue; leave it out."
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
    given = {key: value for key in _READING if (value := getattr(options, key)) is not None}
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
                f"{_option(name)} goes with --dataset: with --votes the models' answers are given "
                "and nothing is trained. Leave it out."
            )
    return read_votes(options.votes, **reading)


def _role(text: str) -> tuple[str, str]:
    column, mark, role = text.rpartition("=")
    if not mark or not column:
        raise InputError(
            f"--role is {text!r}; allowed is COLUMN=ROLE, the roles being {_listed(ROLES)}; "
            "write --role age=numeric."
        )
    return column, role


def _chosen(choice: LambdaChoice) -> str:
    """Return a text on what was chosen, and from which values. The score is left out, because it is
    not an accuracy."""
    tried = [candidate.lam for candidate in choice.candidates]
    return (
        f"λ = {choice.winner.lam:g} was chosen out of {counted(len(tried), 'value')} from "
        f"{min(tried):g} to {max(tried):g}, by {choice.n_folds} folds of the weighting rows, drawn "
        f"{counted(choice.n_repeats, 'time')}."
    )


def _summary(done: Run, choice: LambdaChoice | None) -> str:
    trace, accuracy, prepared = done.trace, done.accuracy, done.prepared
    last = trace.returned
    given = prepared.recipe.pool.kind == GIVEN
    name = one_line(prepared.dataset.name)
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
        ("best single member", accuracy.best_single),
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


if __name__ == "__main__":
    sys.exit(main())
