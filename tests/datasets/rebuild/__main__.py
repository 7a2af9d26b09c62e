"""Command line of the rebuild; see the package's docstring."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from l2dwk_core.datasets.catalogue import DATASETS
from l2dwk_core.datasets.load import FILES, path_of
from l2dwk_core.datasets.tabular import parse
from tests.datasets.rebuild.archives import ARCHIVES
from tests.datasets.rebuild.recipes import RECIPES
from tests.datasets.rebuild.second_source import report


def say(line: str) -> None:
    sys.stdout.write(line + "\n")


def main() -> None:
    options = argparse.ArgumentParser(prog="python -m tests.datasets.rebuild")
    options.add_argument("--archives", type=Path, required=True, help="folder of the packages")
    options.add_argument("--write", action="store_true", help="replace the shipped files")
    options.add_argument("--second-source", action="store_true", help="compare row by row")
    chosen = options.parse_args()

    chosen.archives.mkdir(parents=True, exist_ok=True)
    paths = {name: archive.bring(chosen.archives) for name, archive in ARCHIVES.items()}
    differ = []
    for name, recipe in RECIPES.items():
        built = recipe(paths)
        if chosen.write:
            path_of(name).write_bytes(built.compressed())
        same = path_of(name).exists() and parse(path_of(name).read_bytes()) == built
        pinned = built.sha256() == DATASETS[name].sha256
        say(f"{name:16} {built.sha256()} {'ok' if same and pinned else 'DIFFERS'}")
        if not (same and pinned):
            differ.append(name)
    size = sum(path.stat().st_size for path in FILES.glob("*.csv.gz"))
    say(f"{len(RECIPES)} tables, {size:,} bytes")
    if chosen.second_source:
        say(report(paths))
    if differ:
        raise SystemExit(f"Not as shipped: {', '.join(differ)}.")


main()
