"""A choice as a Python script and as a command line that give the same numbers."""

from __future__ import annotations

from dataclasses import fields, replace
from typing import Any

from l2dwk_core.common.errors import InputError
from l2dwk_core.common.shell_text import shell_line
from l2dwk_core.method.settings import PRESETS, Settings
from l2dwk_core.oracle.weighting_rows import default_weighting
from l2dwk_core.pools.kinds import POOL_KINDS
from l2dwk_core.pools.recipe import own_members
from l2dwk_core.runs.recipe import RunRecipe
from l2dwk_core.runs.run import Run
from pages.choices.choice import Choice
from pages.choices.dataset_key import OWN, VOTES
from pages.state.own_votes import OwnVotes

_FLAGS = {"lam": "--lambda", "n_members": "--members", "n_folds": "--folds"}


def python_snippet(choice: Choice, dataset: str | None = None) -> str:
    """Return a script that repeats the run with the public interface.

    ``dataset``: the code that makes the rows, where the name of the dataset is not enough.
    """
    arguments = [dataset or repr(choice.dataset)]
    arguments += [f"{name}={value!r}" for name, value in _recipe_changes(choice).items()]
    changes = "".join(f", {name}={value!r}" for name, value in _setting_changes(choice).items())
    arguments.append(f"settings=l2dwk_core.Settings.preset({choice.preset!r}{changes})")
    listed = "".join(f"    {argument},\n" for argument in arguments)
    table = (
        f", where it also looks for the {_file(choice)}" if OWN.fullmatch(choice.dataset) else ""
    )
    return (
        f"# Keep and run this in the project's folder, so that it finds l2dwk_core{table}.\n"
        "import l2dwk_core\n\n"
        f"run = l2dwk_core.run(\n{listed})\n"
        'print(f"{run.accuracy.l2dwk.accuracy:.4f}", run.trace.n_selected)\n'
    )


def command_line(choice: Choice, votes: OwnVotes | None = None) -> str | None:
    """Return a command for a shell that repeats the run.

    ``votes``: the models' votes that the choice is about, if it is about votes. None when no shell
    can pass on one of their names.
    """
    words = ["python", "-m", "l2dwk_core", "run"]
    words += ["--dataset", choice.dataset] if votes is None else _votes_options(votes)
    words += ["--preset", choice.preset] if choice.preset != Choice.preset else []
    changes = _recipe_changes(choice) | _setting_changes(choice)
    # On the command line the weighting rows follow preset and base ensemble unless they are given.
    changes["weighting"] = choice.weighting
    if votes is not None or choice.weighting == default_weighting(choice.pool, choice.preset):
        del changes["weighting"]
    for name, value in changes.items():
        words.append(_FLAGS.get(name, "--" + name.replace("_", "-")))
        words += list(value) if isinstance(value, tuple) else [str(value)]
    try:
        return shell_line(words)
    except InputError:
        return None


def trained_again(choice: Choice, run: Run) -> Choice:
    """Return the choice with as many members as have to be trained to get those of its run: with
    the library also those that could not be fitted."""
    if not POOL_KINDS[choice.pool].by_recipe:
        return choice
    return replace(choice, n_members=run.recipe.pool.n_members)


def _votes_options(votes: OwnVotes) -> list[str]:
    """Return the options that name a file of votes, also where a name begins with a dash."""
    name = votes.file_name
    options = ["--votes", f"./{name}" if name.startswith("-") else name]
    given = [
        ("target", votes.chosen),
        ("group", votes.group),
        *(("keep", word) for word in votes.keep),
    ]
    for option, value in given:
        if value is not None:
            options += [f"--{option}={value}"] if value.startswith("-") else [f"--{option}", value]
    return options


def _file(choice: Choice) -> str:
    return "file of the votes" if VOTES.fullmatch(choice.dataset) else "table's file"


def _recipe_changes(choice: Choice) -> dict[str, Any]:
    """Return what differs from the defaults of ``run``, and always ``weighting``.

    Of votes that are given, only what divides the rows.
    """
    if VOTES.fullmatch(choice.dataset):
        names = ("seed", "test_fraction")
        return {n: getattr(choice, n) for n in names if getattr(choice, n) != getattr(Choice, n)}
    defaults = RunRecipe(choice.dataset).as_dict()
    defaults["n_members"] = own_members(choice.pool)[0]
    if choice.weighting != "out_of_fold":
        del defaults["n_folds"]
    return {
        name: getattr(choice, name)
        for name, default in defaults.items()
        if name == "weighting" or getattr(choice, name) != default
    }


def _setting_changes(choice: Choice) -> dict[str, Any]:
    preset = PRESETS[choice.preset]
    return {
        f.name: getattr(choice, f.name)
        for f in fields(Settings)
        if getattr(choice, f.name) != getattr(preset, f.name)
    }
