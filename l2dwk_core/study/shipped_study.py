"""The studies that come with the package, by name."""

from __future__ import annotations

import json
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import MISSING, dataclass, fields
from functools import cache
from importlib import resources
from importlib.resources.abc import Traversable
from types import MappingProxyType
from typing import Any, get_type_hints

import pandas as pd

from l2dwk_core.common.errors import unknown_choice
from l2dwk_core.study.comparisons import Comparison, read_comparisons
from l2dwk_core.study.methods import parse_methods
from l2dwk_core.study.recipe import StudyRecipe
from l2dwk_core.study.record import StudyRecord
from l2dwk_core.study.results import StudyTable, finished_datasets, study_table


@dataclass(frozen=True)
class ShippedStudy:
    """A study that comes with the package.

    Attributes
    ----------
    key, title, question
        Its name, and what it asks.
    recipe
        What is computed, on all its datasets.
    design, judged
        Datasets on which a default is chosen, and those on which it is judged; both empty where
        nothing is chosen. ``recipe.datasets`` are both together.
    families
        Datasets that are related and count as one case.
    candidates, contrasts
        Texts of methods: those the default is chosen from, and those it is compared with.
    primary
        Text of a method that is compared with them whether it is chosen or not; may be empty.
    comparisons
        All other comparisons that are planned.
    """

    key: str
    title: str
    question: str
    recipe: StudyRecipe
    design: tuple[str, ...] = ()
    judged: tuple[str, ...] = ()
    families: tuple[tuple[str, ...], ...] = ()
    candidates: tuple[str, ...] = ()
    primary: str = ""
    contrasts: tuple[str, ...] = ()
    comparisons: tuple[Comparison, ...] = ()

    @property
    def facts(self) -> Mapping[str, Any]:
        """Return the command, versions and notes of the records; empty while there are none."""
        file = _folder() / f"{self.key}.csv.gz.json"
        return json.loads(file.read_text(encoding="utf-8")) if file.is_file() else {}

    @property
    def records(self) -> pd.DataFrame:
        """Return the records, a row each with the fields of ``StudyRecord``; no rows while there
        are none. Do not change it: it is read once."""
        return _records(self.key)

    @property
    def finished(self) -> tuple[str, ...]:
        """Return the datasets of which every fold of every base ensemble is there."""
        return finished_datasets(self.recipe, self.records)

    @property
    def missing(self) -> tuple[str, ...]:
        """Return the datasets that have not been computed."""
        done = set(self.finished)
        return tuple(name for name in self.recipe.datasets if name not in done)

    def accuracies(self, pool: str, weighting: str) -> pd.DataFrame:
        """Return mean accuracies over folds, (finished datasets, methods), NaN where a method has
        no result on some fold. Whole ensembles are columns of every base ensemble, and a method
        with rows of its own, such as ``l2dwk_paper``, of every way to judge."""
        return self.results(pool, weighting).accuracies

    def results(self, pool: str, weighting: str) -> StudyTable:
        """Return ``accuracies`` together with the members kept and the records behind them."""
        return study_table(self.recipe, self.records, pool, weighting, self.families)


def shipped(key: str) -> ShippedStudy:
    """Return a study by name. Raise ``InputError`` for an unknown one."""
    if key not in SHIPPED:
        raise unknown_choice("study", key, SHIPPED)
    return SHIPPED[key]


def _folder() -> Traversable:
    return resources.files("l2dwk_core.study.shipped")


def _all() -> dict[str, ShippedStudy]:
    files = sorted(_folder().iterdir(), key=lambda file: file.name)
    return {
        study.key: study
        for file in files
        if file.name.endswith(".toml")
        for study in _studies(
            file.name.removesuffix(".toml"), tomllib.loads(file.read_text(encoding="utf-8"))
        )
    }


def _studies(key: str, read: Mapping[str, Any]) -> Iterator[ShippedStudy]:
    """Yield the study of a file, or one for each share of flipped labels."""
    shares = read["recipe"].get("label_noise")
    if not isinstance(shares, list):
        yield _study(key, read, read["title"])
        return
    for share in shares:
        changed = {**read, "recipe": {**read["recipe"], "label_noise": share}}
        yield _study(
            f"{key}_{share:.0%}".removesuffix("%"), changed, f"{read['title']}, {share:.0%}"
        )


def _study(key: str, read: Mapping[str, Any], title: str) -> ShippedStudy:
    recipe = {name: _tuples(value) for name, value in read["recipe"].items()}
    design, judged = tuple(read.get("design", ())), tuple(read.get("judged", ()))
    if "datasets" not in recipe:
        recipe["datasets"] = design + judged
    values = {
        name: _tuples(read[name]) for name in ("families", "candidates", "contrasts")
        if name in read
    }  # fmt: skip
    for name in ("candidates", "contrasts"):
        if name in values:
            values[name] = tuple(method.text for method in parse_methods(values[name]))
    if "primary" in read:
        values["primary"] = parse_methods(read["primary"])[0].text
    made = StudyRecipe(**recipe)
    values["comparisons"] = read_comparisons(read.get("comparisons", ()), made.methods)
    return ShippedStudy(key, title, read["question"], made, design, judged, **values)


def _tuples(value: Any) -> Any:
    return tuple(_tuples(item) for item in value) if isinstance(value, list) else value


@cache
def _records(key: str) -> pd.DataFrame:
    hints = get_type_hints(StudyRecord)
    # Fields with a mapping are columns of their own, or none.
    names = [f.name for f in fields(StudyRecord) if f.default_factory is MISSING]
    kinds = {name: "str" for name in names if hints[name] in (str, str | None)}
    file = _folder() / f"{key}.csv.gz"
    if not file.is_file():
        return pd.DataFrame({name: pd.Series(dtype=kinds.get(name, "float64")) for name in names})
    with file.open("rb") as stream:
        return pd.read_csv(stream, compression="gzip", dtype=kinds, keep_default_na=True)


SHIPPED: Mapping[str, ShippedStudy] = MappingProxyType(_all())
"""The studies by name."""
