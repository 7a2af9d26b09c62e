"""The run a new server shows before anything is trained: ``python -m pages.jobs.first_view``.

The command trains the default choice and writes the members' answers beside this file. Run it again
when a default, the dataset, or a library that trains members has changed.
"""

from __future__ import annotations

from pathlib import Path

from l2dwk_core.datasets import load_dataset
from l2dwk_core.runs.prepare import prepare_run
from l2dwk_core.runs.saved import RecordedRun, load_run, save_run, versions
from pages.choices.choice import Choice

PATH = Path(__file__).with_name("first_view.npz")


def write(path: Path = PATH) -> None:
    """Train the default choice and write the members' answers to a file."""
    recipe = Choice().recipe()
    save_run(prepare_run(**vars(recipe) | {"dataset": load_dataset(recipe.dataset)}), path)


def read(path: Path = PATH) -> RecordedRun:
    """Return the recorded run.

    Raise InputError when it was made from other rows than the dataset has now.
    """
    return load_run(path)


def sentence(run: RecordedRun) -> str:
    """Return what the page says about numbers that were not computed here."""
    then, now = run.versions, versions()
    listed = ", ".join(f"{name} {version}" for name, version in then.items())
    other = [f"{name} {now[name]}" for name in then if now[name] != then[name]]
    doubt = (
        f" Here {' and '.join(other)} will do the training, which may change a few numbers."
        if other
        else ""
    )
    return (
        f"**Computed earlier** ({listed}) and kept: all is shown, every slider works. Run trains "
        f"the members for other pages.{doubt}"
    )


if __name__ == "__main__":
    write()
